// World instructions: entities and movement, waiting and map. Each changes the state first and tells the game
// afterwards. Camera, picture, sound and windows stand in picture.cpp, riding in vehicles.cpp.
#include <array>

#include "engines/ff7/codes.hpp"
#include "engines/ff7/machine/camera.hpp"
#include "engines/ff7/machine/geometry.hpp"
#include "engines/ff7/machine/interpreter.hpp"
#include "engines/ff7/machine/listed.hpp"

namespace vellum::ff7 {

namespace {

void set_mesh(Position& position, std::int32_t mesh_x, std::int32_t mesh_z) noexcept {
    position.x = (position.x & 0x1FFF) | shift_left(mesh_x, 13);
    position.z = (position.z & 0x1FFF) | shift_left(mesh_z, 13);
}

void set_local(Position& position, std::int32_t x, std::int32_t z) noexcept {
    position.x = (position.x & ~0x1FFF) | (x & 0x1FFF);
    position.z = (position.z & ~0x1FFF) | (z & 0x1FFF);
}

/// What an instruction does when no entity is active, where that is not what it does anyway.
enum class Alone : std::uint8_t { usual, fails, nothing, takes_none, takes_one };

constexpr auto alone = [] {
    std::array<Alone, std::size(part_of_row)> rows{};
    const auto put = [&rows](Alone what, std::initializer_list<Op> list) {
        for (const Op op : list) rows[static_cast<std::size_t>(op)] = what;
    };
    put(Alone::fails, {Op::SET_SPEED,         Op::SET_DIR,         Op::WAIT,           Op::SET_MESH_POS,
                       Op::SET_LOCAL_POS,     Op::SET_VERT_SPEED,  Op::SET_Y_OFFSET,   Op::PLAY_ANIM,
                       Op::WAIT_PROMPT,       Op::SET_MOVE_DIR,    Op::WAIT_WINDOW,    Op::WAIT_DISMISS,
                       Op::CHOCOBO_RUN,       Op::WAIT_FUNC,       Op::SET_WALK_SPEED, Op::SHOW_MODEL,
                       Op::HIDE_MODEL,        Op::SET_VERT_SPEED2, Op::MOUNT_MODEL,    Op::STORE_POS,
                       Op::FACE_STORED,       Op::SET_MODEL_ID,    Op::SET_Y_POS,      Op::PLAY_LAYER_ANIM,
                       Op::SET_VEHICLE_USABLE});
    put(Alone::nothing, {Op::STOP, Op::UNLOAD_MODEL, Op::ENTER_VEHICLE, Op::SHOW_LAYER});
    put(Alone::takes_none, {Op::FACE_POINT, Op::MOVE_TO_MODEL});
    put(Alone::takes_one, {Op::FACE_MODEL});
    return rows;
}();

} // namespace

std::uint32_t Interpreter::items_taken(const DecodedInstruction& word) const noexcept {
    if (state.active != no_entity || word.row >= alone.size()) return word.pops;
    const Alone what = alone[word.row];
    return what == Alone::takes_none ? 0 : what == Alone::takes_one ? 1 : word.pops;
}

void Interpreter::miss_active() {
    fault(codes::nothing_active, "no entity is active");
    missed_active_ = attention_ = true;
}

// --- Entities on the list ---

EntityId Interpreter::allocate() {
    std::size_t used = 0;
    EntityId free = no_entity;
    for (EntityId id = 0; id < pool_size + spare_slots; ++id) {
        if (state.entities[id].used)
            ++used;
        else if (free == no_entity && id != state.running)
            free = id;
    }
    return used < pool_size ? free : no_entity;
}

bool Interpreter::listed(EntityId entity) const {
    bool found = false;
    each_listed(state, [&](EntityId id, const Entity&) { found = found || id == entity; });
    return found;
}

void Interpreter::link(EntityId entity) {
    state.entity(entity).next = state.head;
    state.head = entity;
}

void Interpreter::unlink(EntityId entity) {
    EntityId* at = &state.head;
    for (std::size_t steps = 0; *at < no_entity && steps < entity_count; ++steps) {
        if (*at == entity) {
            *at = state.entities[entity].next;
            if (entity == state.running) state.removed = true;
            return;
        }
        at = &state.entities[*at].next;
    }
}

void Interpreter::detach(EntityId entity) {
    unlink(entity);
    for (Entity& other : state.entities) {
        if (other.touched == entity) other.touched = no_entity;
        if (other.rider == entity) other.rider = no_entity;
    }
    if (state.player == entity) state.player = no_entity;
    if (state.active == entity) state.active = no_entity;
}

void Interpreter::release(EntityId entity) {
    detach(entity);
    if (entity < pool_size + spare_slots) {
        const std::uint8_t model = state.entities[entity].model;
        if (entity == state.running)
            state.entities[entity].used = false; // it runs on until it suspends
        else
            state.entities[entity] = Entity{};
        command(Command::model_unloaded, {model});
    }
}

Entity& Interpreter::touch_active() {
    if (state.active == system_entity)
        warn(codes::system_moved, 6, "changes the system entity, which is never drawn");
    return active();
}

EntityId Interpreter::create(std::uint8_t model) {
    const EntityId fresh = allocate();
    if (fresh == no_entity) return no_entity;
    Entity& entity = state.entities[fresh];
    entity = Entity{};
    entity.used = true;
    entity.model = model;
    entity.changed = true;
    if (model == 3) entity.rider = propeller_entity;
    link(fresh);
    state.active = fresh;
    load_position(entity);
    command(Command::model_loaded, {model});
    return fresh;
}

Interpreter::After Interpreter::load_model(std::uint8_t model) {
    if (const EntityId found = state.find(model); found != no_entity) {
        state.active = found;
        return After::go_on;
    }
    const EntityId fresh = create(model);
    if (fresh == no_entity) {
        fault(codes::pool_full, std::string(no_room));
        return After::fault;
    }
    start(fresh, model_id(model, 0), priority_of(0), true);
    return After::go_on;
}

void Interpreter::unload_active() {
    const EntityId gone = state.active;
    state.active = no_entity;
    if (gone == system_entity) {
        warn(codes::system_moved, 6, "changes the system entity, which is never drawn");
        return;
    }
    if (gone == state.running) warn(codes::self_removed, 8, "takes its own entity off the map");
    release(gone);
}

void Interpreter::mount(std::uint8_t model) {
    const EntityId rider = state.active;
    if (rider == system_entity) {
        static_cast<void>(touch_active());
        return;
    }
    if (rider == state.running) warn(codes::self_removed, 8, "takes its own entity off the map");
    if (state.ride_depth < state.ride_stack.size())
        state.ride_stack[state.ride_depth++] = state.entities[rider].model;
    else
        warn(codes::ride_full, 9, "the ride stack is full");
    detach(rider);
    EntityId carrier = state.find(model);
    if (carrier == no_entity) carrier = create(model);
    if (carrier == no_entity) {
        warn(codes::pool_full, 10, no_room.data());
        link(rider);
        state.removed = false;
        return;
    }
    state.entities[carrier].rider = rider;
    state.entities[carrier].changed = true;
    state.active = carrier;
}

// --- Points and distances ---

bool Interpreter::choose_point(std::int32_t point) {
    if (point < 0 || point > 15) return false;
    state.active_point = point;
    return true;
}

Point* Interpreter::chosen_point() {
    if (state.active_point < 0 || state.active_point > 15) return nullptr;
    return &state.points[static_cast<std::size_t>(state.active_point)];
}

std::int32_t Interpreter::distance_to_point(std::int32_t point) {
    choose_point(point);
    if (state.active == no_entity) miss_active();
    const Point* chosen = chosen_point();
    return chosen == nullptr ? 0 : distance(active().position, chosen->position) >> 5;
}

std::int32_t Interpreter::direction_to_point(std::int32_t point) {
    choose_point(point);
    if (state.active == no_entity) miss_active();
    const Point* chosen = chosen_point();
    return chosen == nullptr ? 0 : direction(active().position, chosen->position) >> 4;
}

std::int32_t Interpreter::distance_to_model(std::int32_t model) {
    const EntityId found = state.find(static_cast<std::uint8_t>(model));
    if (found != no_entity && state.active == no_entity) miss_active();
    return found == no_entity ? 0 : distance(active().position, state.entity(found).position) >> 4;
}

std::int32_t Interpreter::distance_to_stored(std::int32_t index) {
    if (state.active == no_entity) miss_active();
    if (index < 0 || index > 2) return 0;
    Position here = active().position, there = state.stored[static_cast<std::size_t>(index)];
    here.y = there.y = 0;
    return distance(here, there) >> 4;
}

// --- Waiting ---

Interpreter::After Interpreter::wait() {
    Entity& context = state.entity(state.running);
    const auto again = static_cast<std::uint16_t>(ip_);
    if (state.wait_done) {
        context.ip = again;
        return After::suspend;
    }
    context.wait = static_cast<std::uint8_t>(context.wait - 1U);
    if (context.wait != 0)
        context.ip = again;
    else
        state.wait_done = true;
    Entity& entity = active();
    const std::int32_t v = entity.speed * (entity.walk ? 16 : 1);
    if (v != 0 || entity.rise1 != 0 || entity.rise2 != 0) {
        const std::int32_t dx = (sine(entity.move_direction) * v) >> 12;
        const std::int32_t dz = (cosine(entity.move_direction) * v) >> 12;
        if (dx != 0 || dz != 0) { // without a step, a place off the world stays where a script put it
            entity.position.x = wrapping_add(entity.position.x, dx);
            entity.position.z = wrapping_add(entity.position.z, dz);
            wrap_into_world(entity.position);
            entity.moved = true;
        }
        entity.y_offset = static_cast<std::int16_t>(entity.y_offset - entity.rise1);
        entity.position.y = wrapping_add(entity.position.y, entity.rise2);
        entity.changed = true;
    }
    return context.wait != 0 ? After::suspend : After::go_on;
}

Interpreter::After Interpreter::hold(bool waiting) {
    if (!waiting || state.leaving) return After::go_on;
    if (state.active != state.running)
        warn(codes::rewind_other, 11,
             "waits while another entity is active: the original would corrupt that entity");
    // The original steps the active entity back, whichever that is; the page's section "Waiting" tells what
    // follows.
    Entity& rewound = options.clean ? state.entity(state.running) : active();
    rewound.ip = static_cast<std::uint16_t>(rewound.ip - 1U);
    return After::suspend;
}

Interpreter::After Interpreter::hold_running(bool waiting) {
    if (!waiting || state.leaving) return After::go_on;
    state.entity(state.running).ip = static_cast<std::uint16_t>(ip_);
    return After::suspend;
}

// --- Instructions ---

Interpreter::After Interpreter::world_instruction(const DecodedInstruction& word,
                                                  std::span<const std::int32_t> a) {
    const Part part = part_of_row[word.row];
    if (state.active == no_entity && alone[word.row] != Alone::usual) {
        if (alone[word.row] != Alone::fails) return After::go_on;
        fault(codes::nothing_active, std::string(table().rows[word.row].mnemonic) +
                                         " works on the active entity, and no entity is active");
        return After::fault;
    }
    if (part == Part::waiting) return waiting_instruction(static_cast<WaitingOp>(word.row), a);
    const EntityId id = state.active;
    const Position place = active().position;
    const std::int16_t facing = active().facing;
    After after = After::go_on;
    switch (part) {
    case Part::entity: after = entity_instruction(static_cast<EntityOp>(word.row), a); break;
    case Part::map: map_instruction(static_cast<MapOp>(word.row), a); break;
    case Part::picture: picture_instruction(static_cast<PictureOp>(word.row), a); break;
    case Part::waiting:
    case Part::computing:
    case Part::junk:
    case Part::nothing: break;
    }
    Entity& entity = state.entity(id);
    if (entity.position != place || entity.facing != facing) entity.changed = true;
    return after;
}

Interpreter::After Interpreter::waiting_instruction(WaitingOp op, std::span<const std::int32_t> a) {
    switch (op) {
    case WaitingOp::WAIT: return wait();
    case WaitingOp::WAIT_FRAMES:
        state.entity(state.running).wait = static_cast<std::uint8_t>(a[0]);
        return After::go_on;
    case WaitingOp::WAIT_PROMPT: return hold(game_.prompt_result(world_) == -1);
    case WaitingOp::WAIT_DISMISS: return hold(game_.window_open(world_));
    case WaitingOp::WAIT_WINDOW: {
        const bool open = game_.window_open(world_);
        if (open && !state.leaving) {
            state.window.closing = true;
            if (state.given.window_frames != 0 && state.window.open) state.window.frames_left = 1;
            command(Command::window_close, {});
        }
        return hold(open);
    }
    case WaitingOp::WAIT_FUNC: {
        const EntityId called = state.find(state.entity(state.running).called);
        return hold(state.entity(called != no_entity ? called : state.active).priority > 0);
    }
    case WaitingOp::WAIT_CHOCOBO_READY: return hold_running(!game_.chocobo_ready(world_));
    case WaitingOp::WAIT_CHOCOBO_IDLE: return hold_running(!game_.chocobo_idle(world_));
    }
    return After::go_on;
}

Interpreter::After Interpreter::entity_instruction(EntityOp op, std::span<const std::int32_t> a) {
    switch (op) {
    case EntityOp::LOAD_MODEL: return load_model(static_cast<std::uint8_t>(a[0]));
    case EntityOp::SET_PLAYER:
        if (state.active != no_entity) state.player = state.active;
        if (state.player == no_entity) {
            fault(codes::nothing_active, "no entity is active, and there is no player");
            return After::fault;
        }
        steer(state, state.entity(state.player).facing);
        break;
    case EntityOp::SET_ENTITY:
        if (const EntityId found = state.find(static_cast<std::uint8_t>(a[0])); found != no_entity)
            state.active = found;
        break;
    case EntityOp::UNLOAD_MODEL: unload_active(); break;
    case EntityOp::SET_MODEL_ID: touch_active().model = static_cast<std::uint8_t>(a[0]); break;
    case EntityOp::MOUNT_MODEL: mount(static_cast<std::uint8_t>(a[0])); break;
    case EntityOp::SPLIT_RIDER: split_rider(); break;
    case EntityOp::SET_SPEED:
    case EntityOp::SET_WALK_SPEED: {
        Entity& entity = touch_active();
        entity.speed = static_cast<std::uint8_t>(a[0]);
        entity.walk = op == EntityOp::SET_WALK_SPEED;
        break;
    }
    case EntityOp::SET_DIR: {
        Entity& entity = touch_active();
        entity.facing = entity.move_direction = direction_from(a[0]);
        if (state.active == state.player) steer(state, entity.facing);
        break;
    }
    case EntityOp::SET_MOVE_DIR: touch_active().move_direction = direction_from(a[0]); break;
    case EntityOp::FACE_MODEL:
        if (const EntityId found = state.find(static_cast<std::uint8_t>(a[0])); found != no_entity) {
            Entity& entity = touch_active();
            entity.facing = static_cast<std::int16_t>(
                wrapping_add(direction(entity.position, state.entity(found).position), shift_left(a[1], 4)));
        }
        break;
    case EntityOp::FACE_POINT: {
        choose_point(a[0]);
        Entity& entity = touch_active();
        const Point* point = chosen_point();
        entity.facing = entity.shown_facing = entity.move_direction =
            static_cast<std::int16_t>(point == nullptr ? 0 : direction(entity.position, point->position));
        entity.slide = 0;
        break;
    }
    case EntityOp::STORE_POS:
        if (a[0] >= 0 && a[0] <= 2) {
            const Position& here = active().position;
            state.stored[static_cast<std::size_t>(a[0])] = {here.x, 0, here.z};
        }
        break;
    case EntityOp::FACE_STORED:
        if (a[0] >= 0 && a[0] <= 2) {
            Entity& entity = touch_active();
            entity.facing = entity.move_direction = static_cast<std::int16_t>(
                direction(entity.position, state.stored[static_cast<std::size_t>(a[0])]));
        }
        break;
    case EntityOp::SET_MESH_POS:
    case EntityOp::SET_LOCAL_POS: {
        Entity& entity = touch_active();
        (op == EntityOp::SET_MESH_POS ? set_mesh : set_local)(entity.position, a[0], a[1]);
        entity.moved =
            entity.moved || entity.position.x != entity.previous.x || entity.position.z != entity.previous.z;
        break;
    }
    case EntityOp::MOVE_TO_MODEL:
        if (const EntityId found = state.find(static_cast<std::uint8_t>(a[0])); found != no_entity) {
            const Position place = state.entity(found).position, before = state.entity(found).previous;
            Entity& entity = touch_active();
            entity.position = place;
            entity.previous = before;
            entity.moved = true;
        }
        break;
    case EntityOp::SET_Y_POS: {
        Entity& entity = touch_active();
        entity.position.y = a[0];
        entity.flying = true;
        break;
    }
    case EntityOp::SET_Y_OFFSET:
        touch_active().y_offset = static_cast<std::int16_t>(a[0]);
        command(Command::y_offset, {active().model, active().y_offset});
        break;
    case EntityOp::SET_VERT_SPEED: touch_active().rise1 = static_cast<std::int8_t>(a[0]); break;
    case EntityOp::SET_VERT_SPEED2: {
        Entity& entity = touch_active();
        entity.rise2 = static_cast<std::int8_t>(a[0]);
        entity.flying = true;
        break;
    }
    case EntityOp::STOP: stop_entity(touch_active()); break;
    case EntityOp::PLAY_ANIM: {
        Entity& entity = touch_active();
        entity.animation = static_cast<std::int8_t>(a[0]);
        entity.once = a[1] == 0;
        command(Command::animation, {entity.model, entity.animation, a[1] != 0 ? 1 : 0});
        break;
    }
    case EntityOp::SHOW_MODEL:
    case EntityOp::HIDE_MODEL: {
        Entity& entity = touch_active();
        entity.hidden = op == EntityOp::HIDE_MODEL;
        command(Command::visible, {entity.model, entity.hidden ? 0 : 1});
        break;
    }
    case EntityOp::SET_VEHICLE_USABLE: touch_active().scripts_off = a[0] == 0; break;
    }
    return After::go_on;
}

void Interpreter::map_instruction(MapOp op, std::span<const std::int32_t> a) {
    MapState& map = state.map;
    switch (op) {
    case MapOp::ENTER_VEHICLE: enter_vehicle(); break;
    case MapOp::EXIT_VEHICLE: ask_to_alight(); break;
    case MapOp::CHOCOBO_RUN:
        touch_active().scripts_off = true;
        command(Command::chocobo_run, {active().model});
        break;
    case MapOp::ADJUST_POS:
        if (state.player != no_entity && (state.given.vehicles || state.spot != Position{}))
            place(state.entity(state.player), state.spot);
        command(Command::adjust_position, {});
        break;
    case MapOp::SET_BRONCO_FLY:
        map.bronco_fly = a[0];
        command(Command::set_bronco_fly, a);
        break;
    case MapOp::FARM_FLAG: command(Command::farm_start, {}); break;
    case MapOp::CHOCOBO_STATE: command(Command::chocobo_state, {a[0], active().model}); break;
    case MapOp::RESET_ZOLOM: command(Command::reset_zolom, {}); break;
    case MapOp::SET_CHOCOBO:
        map.chocobo_type = a[0];
        command(Command::set_chocobo_type, a);
        break;
    case MapOp::SET_SUBMARINE:
        map.submarine_tint = a[0];
        command(Command::set_submarine_tint, a);
        break;
    case MapOp::SET_PROGRESS:
        map.progress = a[0];
        command(Command::set_progress, a);
        break;
    case MapOp::SET_MAP_OPTIONS:
        set_view(state, a[0] & 3);
        set_map_state(state, a[0] >> 2 & 3);
        command(Command::set_map_options, a);
        break;
    case MapOp::SET_CONTROLS:
        if (a[0] == 0) {
            map.controls = false;
            map.controls_owner = 3;
        } else if (map.controls_owner == 3 || map.controls_owner == 6) {
            map.controls = true; // and whose they were is kept
        } else
            break; // somebody else took them: refused, and nothing to tell the game
        command(Command::set_controls, {a[0], 3});
        break;
    case MapOp::SET_ENCOUNTERS:
        map.encounters = a[0];
        command(Command::set_encounters, a);
        break;
    case MapOp::SET_BATTLE_TIMER:
        map.battle_timer = a[0];
        command(Command::set_battle_timer, a);
        break;
    case MapOp::EXIT_UNDERWATER:
        map.departure = Departure::surface;
        command(Command::leave_underwater, {});
        break;
    case MapOp::ENTER_FIELD:
        map.departure = Departure::field;
        map.destination = a[0];
        map.scenario = a[1];
        command(Command::enter_field, a);
        break;
    case MapOp::SET_FIELD_ENTRY_ID:
        map.departure = Departure::world;
        map.destination = a[0];
        command(Command::reenter_world, a);
        break;
    case MapOp::BATTLE:
        map.departure = Departure::battle;
        map.destination = a[0];
        command(Command::start_battle, a);
        break;
    case MapOp::SET_POINT:
        if (choose_point(a[0]) && a[1] != -1) chosen_point()->type = static_cast<std::uint8_t>(a[1]);
        break;
    case MapOp::SET_POINT_MESH:
        if (Point* point = chosen_point();
            point != nullptr && a[0] >= 0 && a[0] < mesh_columns && a[1] >= 0 && a[1] < mesh_rows)
            set_mesh(point->position, a[0], a[1]);
        break;
    case MapOp::SET_POINT_LOCAL:
        if (Point* point = chosen_point(); point != nullptr) set_local(point->position, a[0], a[1]);
        break;
    }
}

} // namespace vellum::ff7
