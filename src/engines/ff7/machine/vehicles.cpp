// Boarding, leaving and riding. Taking off and landing happen at once: a game that shows them takes its time
// by itself.

#include "engines/ff7/codes.hpp"
#include "engines/ff7/machine/camera.hpp"
#include "engines/ff7/machine/geometry.hpp"
#include "engines/ff7/machine/interpreter.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::uint8_t highwind = 3, wild_chocobo = 4, bronco = 5, buggy = 6, submarine = 13, chocobo = 19;
constexpr std::uint8_t farm_chocobo = 41; // the second; 42 is the third

constexpr std::int32_t under_water = 2, snow_field = 3;                    // maps
constexpr std::uint8_t taken_by_leaving = 2, taken_by_dismount = 6;        // owners of the controls
constexpr std::uint8_t not_leaving = 0, wants_to_leave = 1, steps_out = 2; // WorldState::alighting

/// Where a vehicle may be left and where its rider steps to: a bit for each type of terrain.
struct Alighting {
    std::uint32_t here, there;
};
Alighting alighting_of(const Entity& vehicle) noexcept {
    constexpr std::uint32_t everywhere = 0xFFFFFFFF;
    if (is_chocobo(vehicle.model)) return {0x221B0F03, 0x321B6F83};
    switch (vehicle.model) {
    case highwind: return {0x1, 0x021B6F83};
    case bronco: return {0x70, vehicle.flying ? 0x70U : 0x20800U};
    case buggy: return {0x221B0F83, 0x021B6F83};
    case submarine: return {everywhere, 0x021B6F83};
    default: return {0, everywhere};
    }
}

std::uint32_t type_bit(const Entity& entity) noexcept { return 1U << (entity.terrain & 0x1FU); }

bool in_the_air(const Entity& vehicle) noexcept {
    return vehicle.model == highwind || (vehicle.model == bronco && vehicle.flying);
}

} // namespace

void Interpreter::stop_entity(Entity& entity) {
    const std::int32_t y = entity.height_set ? entity.position.y : entity.previous.y;
    entity.position = {entity.previous.x, y, entity.previous.z};
    entity.moved = false;
    entity.changed = true;
}

void Interpreter::place(Entity& entity, const Position& spot) {
    Position place{spot.x, entity.flying ? entity.position.y : spot.y, spot.z};
    wrap_into_world(place);
    entity.moved = place.x != entity.previous.x || place.z != entity.previous.z;
    entity.position = entity.previous = place;
    entity.changed = true;
}

void Interpreter::give_controls(bool on, std::uint8_t owner) {
    state.map.controls = on;
    if (!on) state.map.controls_owner = owner;
    command(Command::set_controls, {on ? 1 : 0, owner});
}

/// The player boards the active entity.
void Interpreter::board() {
    const EntityId rider = state.player, vehicle = state.active;
    if (rider < system_entity && state.entity(rider).model == bronco && state.map.bronco_fly != 0) {
        state.entity(rider).flying = true;
        return;
    }
    if (rider >= system_entity || vehicle >= system_entity || rider == vehicle) return;
    Entity& boarded = state.entity(vehicle);
    if (boarded.scripts_off) return;
    if (state.ride_depth < state.ride_stack.size())
        state.ride_stack[state.ride_depth++] = state.entity(rider).model;
    if (is_chocobo(boarded.model)) {
        if (boarded.rider != no_entity) return;
        detach(rider);
        boarded.rider = rider;
    } else {
        if (const EntityId second = state.entity(rider).rider; second < system_entity) release(second);
        release(rider);
        if (boarded.model == highwind) boarded.flying = true;
    }
    state.player = vehicle;
}

void Interpreter::enter_vehicle() {
    if (state.player == no_entity || state.active == no_entity || state.player == state.active) return;
    if (active().scripts_off || state.alighting != not_leaving || state.given.map_number == snow_field)
        return;
    if (game_.board(world_, active().model)) board();
}

void Interpreter::board_again() {
    constexpr std::int32_t battle = 1, menu = 2;
    constexpr std::uint8_t both = 43; // the Highwind with a chocobo on board
    const std::int32_t from = game_.last_module(world_);
    if (from != battle && from != menu) return;
    const std::uint8_t ridden = read_save(save_place::ridden_model);
    const auto board_model = [this](std::uint8_t model) {
        if (const EntityId found = state.find(model); found != no_entity)
            state.active = found;
        else
            context_.warning(
                codes::not_loaded, system_entity, state.entity(system_entity).ip,
                "model " + std::to_string(model) +
                    " is boarded again, but is not on the map: the game boards the active entity");
        board();
    };
    if (ridden >= 3) {
        board_model(ridden < both ? ridden : chocobo);
        if (ridden >= both) board_model(highwind);
        steer(state, state.active == no_entity
                         ? 0
                         : static_cast<std::int16_t>(active().shown_facing + active().slide));
    }
    if (from != menu || state.given.map_number == under_water || state.player == no_entity) return;
    const auto leader = static_cast<std::uint8_t>(game_.party_leader(world_));
    if (state.ride_depth != 0)
        state.ride_stack[0] = leader;
    else
        state.entity(state.player).model = leader;
}

void Interpreter::ask_to_alight() {
    constexpr std::uint32_t northern_cave = 27;
    if (state.player >= system_entity || state.alighting != not_leaving) return;
    const std::uint8_t model = state.entity(state.player).model;
    const bool allowed = game_.alight(world_, model);
    Entity& vehicle = state.entity(state.player);
    if (allowed && (!state.given.vehicles || (alighting_of(vehicle).here & type_bit(vehicle)) != 0)) {
        if (!in_the_air(vehicle)) give_controls(false, taken_by_leaving);
        state.alighting = wants_to_leave;
        if (model == highwind || model == wild_chocobo) vehicle.scripts_off = true;
    }
    if ((vehicle.terrain & 0x1FU) != northern_cave) return;
    state.active = system_entity; // as every start of its functions by the game makes it
    start(system_entity, system_id(9), priority_of(9), false);
}

void Interpreter::step_out() {
    if (state.alighting != steps_out || state.player >= system_entity) return;
    Entity& vehicle = state.entity(state.player);
    stop_entity(vehicle);
    const bool forwards = vehicle.model == bronco || vehicle.model == submarine;
    const std::int32_t way = vehicle.shown_facing + vehicle.slide + (forwards ? 0 : 0x400);
    const std::int32_t step = !forwards ? 300 : vehicle.flying ? 100 : 800;
    vehicle.position.x = wrapping_add(vehicle.position.x, (sine(way) * step) >> 12);
    vehicle.position.z = wrapping_add(vehicle.position.z, (cosine(way) * step) >> 12);
    wrap_into_world(vehicle.position);
    vehicle.moved = true;
    if (game_.has_terrain()) stand_on_ground(vehicle);
    const bool blocked = ((vehicle.terrain >> 5U) & 7U) == 7 && vehicle.model != bronco;
    if (state.given.vehicles && (blocked || (alighting_of(vehicle).there & type_bit(vehicle)) == 0))
        stop_entity(vehicle);
}

void Interpreter::go_on_leaving() {
    if (state.given.map_number == snow_field || state.alighting == not_leaving) return;
    if (state.alighting == wants_to_leave) {
        state.alighting = steps_out;
        return;
    }
    state.alighting = not_leaving;
    if (state.player >= system_entity) return;
    Entity& vehicle = state.entity(state.player);
    const std::uint8_t model = vehicle.model;
    const Position spot = vehicle.position;
    const std::uint8_t owner = state.map.controls_owner;
    if (owner == taken_by_leaving || owner == taken_by_dismount) give_controls(true, taken_by_leaving);
    if (spot.x == vehicle.previous.x && spot.z == vehicle.previous.z) { // no room: it stays aboard
        if (model == highwind || model == wild_chocobo) vehicle.scripts_off = false;
        return;
    }
    if (model == highwind) vehicle.flying = vehicle.scripts_off = false;
    stop_entity(vehicle);
    if (model == bronco && vehicle.flying) {
        vehicle.flying = false;
        return;
    }
    start(state.player, model_id(model, 5), priority_of(5), model != wild_chocobo);
    if (is_chocobo(model))
        leave_chocobo(spot);
    else
        leave_vehicle(spot);
}

/// The rider jumps off and will stand on the spot, where function 5 puts it by ADJUST_POS.
void Interpreter::leave_chocobo(const Position& spot) {
    constexpr std::int8_t jump = 2;
    const EntityId carrier = state.player;
    const auto way = static_cast<std::int16_t>(direction(state.entity(carrier).previous, spot) - 0x400);
    const auto face = [way](Entity& entity) {
        entity.facing = entity.move_direction = way;
        entity.slide = 0;
    };
    face(state.entity(carrier));
    if (state.ride_depth != 0) --state.ride_depth;
    EntityId off = let_off(carrier);
    if (off == no_entity) off = carrier;
    Entity& rider = state.entity(off);
    face(rider);
    rider.animation = jump;
    command(Command::animation, {rider.model, jump, rider.once ? 0 : 1});
    give_controls(false, taken_by_dismount);
    if (state.entity(carrier).model >= farm_chocobo)
        if (const EntityId leader = state.find(static_cast<std::uint8_t>(game_.party_leader(world_)));
            leader != no_entity)
            off = leader;
    state.player = off;
    state.spot = spot;
}

/// Whoever rode before stands on the spot: a person, or the chocobo on board with the person on it.
void Interpreter::leave_vehicle(const Position& spot) {
    const bool was_highwind = state.entity(state.player).model == highwind;
    const auto top = [this] {
        return state.ride_depth == 0 ? std::uint8_t{0} : state.ride_stack[state.ride_depth - 1U];
    };
    const std::uint8_t back = top();
    if (state.ride_depth != 0) --state.ride_depth;
    EntityId person = no_entity;
    if (is_chocobo(back)) person = create(top());
    const EntityId out = create(back);
    if (out == no_entity || (is_chocobo(back) && person == no_entity)) {
        context_.fault(codes::pool_full, system_entity, state.entity(system_entity).ip, std::string(no_room));
        return;
    }
    state.player = out;
    if (person != no_entity) {
        detach(person);
        state.entity(out).rider = person;
    } else if (was_highwind && (state.map.map_options >> 2 & 3) == 1)
        set_map_state(state, state.map.map_state_kept);
    place(state.entity(out), spot);
}

/// The carrier's rider is put on the map where the carrier is, which it touches; no_entity if there is none.
EntityId Interpreter::let_off(EntityId carrier) {
    const Entity& from = state.entity(carrier);
    const EntityId rider = from.rider;
    if (rider == no_entity || rider == carrier) return no_entity;
    Entity& entity = state.entity(rider);
    entity.position = from.position;
    entity.previous = from.previous;
    entity.facing = from.facing;
    entity.shown_facing = from.shown_facing;
    entity.slide = from.slide;
    entity.move_direction = from.move_direction;
    entity.touched = carrier;
    entity.changed = true;
    if (!listed(rider)) link(rider);
    state.entity(carrier).rider = no_entity;
    return rider;
}

void Interpreter::split_rider() {
    if (state.player == no_entity) return;
    if (const EntityId rider = let_off(state.player); rider != no_entity) state.player = rider;
}

} // namespace vellum::ff7
