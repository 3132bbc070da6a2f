// World instructions: entities and movement, waiting, vehicles and map. Each changes the state first and
// tells the game afterwards. Camera, picture, sound and windows stand in machine_picture.cpp.
#include <algorithm>

#include "engines/ff7/codes.hpp"
#include "engines/ff7/machine/geometry.hpp"
#include "engines/ff7/machine/interpreter.hpp"

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

} // namespace

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

void Interpreter::release(EntityId entity) {
    unlink(entity);
    for (Entity& other : state.entities) {
        if (other.touched == entity) other.touched = no_entity;
        if (other.rider == entity) other.rider = no_entity;
    }
    if (state.player == entity) state.player = no_entity;
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
        warn(codes::system_moved, 6, "changes the system entity, which is drawn nowhere");
    else if (state.active == no_entity)
        warn(codes::nothing_active, 7, "no entity is active");
    return active();
}

Interpreter::After Interpreter::load_model(std::uint8_t model) {
    if (const EntityId found = state.find(model); found != no_entity) {
        state.active = found;
        return After::go_on;
    }
    const EntityId fresh = allocate();
    if (fresh == no_entity) {
        fault(codes::pool_full, "no room for another entity: the map holds 16");
        return After::fault;
    }
    Entity& entity = state.entities[fresh];
    entity = Entity{};
    entity.used = true;
    entity.model = model;
    entity.changed = true;
    if (model == 3) entity.rider = propeller_entity;
    link(fresh);
    state.active = fresh;
    load_position(entity);
    start(fresh, model_id(model, 0), priority_of(0), true);
    command(Command::model_loaded, {model});
    return After::go_on;
}

void Interpreter::unload_active() {
    const EntityId gone = state.active;
    if (gone == system_entity || gone == no_entity) {
        static_cast<void>(touch_active());
        return;
    }
    if (gone == state.running) warn(codes::self_removed, 8, "takes its own entity off the map");
    release(gone);
    state.active = no_entity;
    state.entities[no_entity] = Entity{};
}

void Interpreter::mount(std::uint8_t model) {
    const EntityId rider = state.active;
    if (rider == system_entity || rider == no_entity) {
        static_cast<void>(touch_active());
        return;
    }
    if (rider == state.running) warn(codes::self_removed, 8, "takes its own entity off the map");
    if (state.ride_depth < state.ride_stack.size())
        state.ride_stack[state.ride_depth++] = state.entities[rider].model;
    else
        warn(codes::ride_full, 9, "the ride stack is full");
    unlink(rider);
    EntityId carrier = state.find(model);
    if (carrier == no_entity) {
        carrier = allocate();
        if (carrier == no_entity) {
            warn(codes::pool_full, 10, "no room for another entity: the map holds 16");
            link(rider);
            state.removed = false;
            return;
        }
        Entity& entity = state.entities[carrier];
        entity = Entity{};
        entity.used = true;
        entity.model = model;
        link(carrier);
        load_position(entity);
        command(Command::model_loaded, {model});
    }
    state.entities[carrier].rider = rider;
    state.entities[carrier].changed = true;
    state.active = carrier;
}

void Interpreter::split_rider() {
    if (state.player == no_entity) return;
    Entity& carrier = state.entity(state.player);
    const EntityId rider = carrier.rider;
    if (rider == no_entity || rider == state.player) return;
    carrier.rider = no_entity;
    Entity& entity = state.entity(rider);
    entity.position = carrier.position;
    entity.previous = carrier.previous;
    entity.facing = carrier.facing;
    entity.shown_facing = carrier.shown_facing;
    entity.move_direction = carrier.move_direction;
    entity.touched = carrier.touched;
    entity.changed = true;
    unlink(rider); // never listed unless a game changed the state
    link(rider);
    state.player = rider;
    if (state.ride_depth != 0) --state.ride_depth;
}

void Interpreter::board(EntityId vehicle) {
    const EntityId old = state.player;
    if (vehicle == old || vehicle >= system_entity || old >= system_entity) {
        if (old == no_entity) state.player = vehicle;
        return;
    }
    if (state.ride_depth < state.ride_stack.size())
        state.ride_stack[state.ride_depth++] = state.entities[old].model;
    const std::uint8_t model = state.entities[vehicle].model;
    if (model == 4 || model == 19) { // chocobos carry the party, everything else takes its place
        unlink(old);
        state.entities[vehicle].rider = old;
    } else
        release(old);
    state.player = vehicle;
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
    const Point* chosen = chosen_point();
    return chosen == nullptr ? 0 : distance(active().position, chosen->position) >> 5;
}

std::int32_t Interpreter::direction_to_point(std::int32_t point) {
    choose_point(point);
    const Point* chosen = chosen_point();
    return chosen == nullptr ? 0 : direction(active().position, chosen->position) >> 4;
}

std::int32_t Interpreter::distance_to_model(std::int32_t model) {
    const EntityId found = state.find(static_cast<std::uint8_t>(model));
    return found == no_entity ? 0 : distance(active().position, state.entity(found).position) >> 4;
}

std::int32_t Interpreter::distance_to_stored(std::int32_t index) {
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
        }
        entity.y_offset = static_cast<std::int16_t>(entity.y_offset - entity.rise1);
        entity.position.y = wrapping_add(entity.position.y, entity.rise2);
        entity.moved = entity.moved || v != 0;
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
        state.player = state.active;
        state.camera.wanted_angle = static_cast<std::int16_t>(active().facing & 0xFFF);
        command(Command::cam_follow, {active().facing & 0xFFF});
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
        if (state.active == state.player) {
            state.camera.wanted_angle = entity.facing;
            command(Command::cam_follow, {entity.facing});
        }
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
    case EntityOp::FACE_POINT:
        choose_point(a[0]);
        if (const Point* point = chosen_point(); point != nullptr) {
            Entity& entity = touch_active();
            entity.facing = entity.shown_facing = entity.move_direction =
                static_cast<std::int16_t>(direction(entity.position, point->position));
        }
        break;
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
    case EntityOp::SET_MESH_POS: set_mesh(touch_active().position, a[0], a[1]); break;
    case EntityOp::SET_LOCAL_POS: set_local(touch_active().position, a[0], a[1]); break;
    case EntityOp::MOVE_TO_MODEL:
        if (const EntityId found = state.find(static_cast<std::uint8_t>(a[0])); found != no_entity) {
            const Position place = state.entity(found).position, before = state.entity(found).previous;
            Entity& entity = touch_active();
            entity.position = place;
            entity.previous = before;
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
    case EntityOp::STOP: {
        Entity& entity = touch_active();
        const std::int32_t y = entity.flying ? entity.position.y : entity.previous.y;
        entity.position = {entity.previous.x, y, entity.previous.z};
        entity.moved = false;
        break;
    }
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
    case MapOp::ENTER_VEHICLE:
        if (state.active != state.player && state.active != no_entity && !active().scripts_off) {
            const EntityId vehicle = state.active;
            if (game_.board(world_, active().model)) board(vehicle);
        }
        break;
    case MapOp::EXIT_VEHICLE:
        if (state.player != no_entity && game_.alight(world_, state.entity(state.player).model))
            start(state.player, model_id(state.entity(state.player).model, 5), priority_of(5), true);
        break;
    case MapOp::CHOCOBO_RUN:
        touch_active().scripts_off = true;
        command(Command::chocobo_run, {active().model});
        break;
    case MapOp::ADJUST_POS: command(Command::adjust_position, {}); break;
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
        map.map_options = a[0] & 15;
        command(Command::set_map_options, a);
        break;
    case MapOp::SET_CONTROLS:
        if (a[0] == 0) {
            map.controls = false;
            map.controls_owner = 3;
        } else if (map.controls_owner == 3 || map.controls_owner == 6) {
            map.controls = true;
            map.controls_owner = 0;
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
