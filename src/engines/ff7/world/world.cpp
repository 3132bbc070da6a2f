// The frame, step by step as the page's section "The frame" numbers them.
#include "engines/ff7/world/world.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"
#include "base/text_writer.hpp"
#include "engines/ff7/codes.hpp"
#include "engines/ff7/format/format.hpp"
#include "engines/ff7/format/game_data.hpp"
#include "engines/ff7/machine/camera.hpp"
#include "engines/ff7/machine/listed.hpp"
#include "engines/ff7/names/names.hpp"

namespace vellum::ff7 {

RunningWorld::RunningWorld(std::shared_ptr<const Script> script, Game& game, const WorldSettings& settings)
    : script_(std::move(script)),
      identity_(hash64(write_script(*script_))),
      game_(game),
      interpreter_(*script_, game, *this, *this),
      settings_(settings),
      knows_terrain_(game.has_terrain()),
      knows_touch_(game.has_touch()),
      keep_map_(settings.keep_map) {
    interpreter_.options = settings.machine;
    interpreter_.state.given = settings.given;
    interpreter_.state.save = settings.save;
}

RunningWorld::RunningWorld(std::shared_ptr<const Script> script, std::unique_ptr<HostGame> game,
                           const WorldSettings& settings)
    : RunningWorld(std::move(script), *game, settings) {
    own_game_ = std::move(game);
}

// --- The frame ---

void RunningWorld::start() {
    if (busy_) return;
    catch_up();
    if (interrupted()) return;
    busy_ = true;
    WorldState& world = interpreter_.state;
    world.temporary.fill(0);
    world.frame = 0;
    interpreter_.load_camera();
    record_event(system_id(0), interpreter_.start(system_entity, system_id(0), 0, false), system_entity);
    play_plan();
    if (run_contexts(true)) finish(true);
    busy_ = false;
}

/// What comes behind the turns.
void RunningWorld::finish(bool opening) {
    WorldState& world = interpreter_.state;
    world.removed = false;
    if (opening && !interrupted()) opened();
    world.active = no_entity;
    end_frame(opening);
}

/// What belongs to the map's opening, behind the first turns.
void RunningWorld::opened() {
    WorldState& world = interpreter_.state;
    interpreter_.board_again();
    constexpr std::int32_t under_water = 2, depth = -3000;
    if (world.given.map_number == under_water && world.player != no_entity) {
        world.entity(world.player).flying = true;
        world.entity(world.player).position.y = depth;
    }
    ease_camera(world);
}

/// Steps 4 to 6. They ask the game, so they are left out when the world was interrupted.
void RunningWorld::end_frame(bool opening) {
    if (interrupted()) return;
    if (!opening) show_camera(interpreter_.state);
    ground_rule();
    if (!opening) {
        interpreter_.step_out();
        mesh_rule();
        interpreter_.go_on_leaving();
    }
    stop_layers();
    close_windows();
    tell_changes();
}

void RunningWorld::frame(float) {
    if (busy_) return;
    catch_up();
    if (interrupted()) return;
    busy_ = true;
    WorldState& world = interpreter_.state;
    ++world.frame;
    each_listed(world, [&world](EntityId, Entity& entity) {
        if (entity.touched != no_entity && (entity.moved || world.entity(entity.touched).moved))
            entity.touched = no_entity;
        entity.previous = entity.position;
    });
    each_listed(world, [](EntityId, Entity& entity) { entity.moved = entity.height_set = false; });
    game_.controls(*this);
    move_camera(world);
    play_plan();
    if (run_contexts(false)) finish(false);
    busy_ = false;
}

bool RunningWorld::run_contexts(bool opening) {
    if (!interrupted() && !run_context(system_entity, watched())) {
        pause({opening, 0}, {});
        return false;
    }
    return run_entities(interpreter_.state.head, {opening, 0});
}

bool RunningWorld::run_entities(EntityId id, Walk walk) {
    WorldState& world = interpreter_.state;
    const bool seen = watched();
    // Without anybody who watches, answers or touches, most turns are nothing but a look at the pointer.
    const bool plain = !seen && own_game_ == nullptr && !knows_touch_;
    // The list may grow at its head meanwhile; at most as many turns as there are slots, whatever a game did
    // to it.
    for (; id < no_entity && walk.turns < entity_count && !interrupted(); ++walk.turns) {
        Entity& context = world.entities[id];
        bool done = true;
        if (!plain) {
            done = run_context(id, seen);
        } else {
            if (context.ip != 0)
                done = interpreter_.turn(id, false);
            else
                interpreter_.idle_turn(id);
            if (done && !world.removed && context.touched != no_entity) touch_rule(id);
        }
        if (!done) {
            pause(walk, {});
            return false;
        }
        if (world.removed) break; // the walk cannot go on from an entity that is not listed any more
        id = context.next;
    }
    return true;
}

void RunningWorld::pause(Walk walk, std::string&& failure) {
    if (own_game_ != nullptr && failure.empty()) failure = own_game_->take_failure();
    cursor_ = {true, walk.opening, walk.turns, interpreter_.budget_left(), std::move(failure)};
    set_paused(true);
}

void RunningWorld::go_on() {
    if (busy_) return;
    busy_ = true;
    set_paused(false);
    Cursor place = std::exchange(cursor_, {});
    WorldState& world = interpreter_.state;
    const EntityId id = world.running;
    if (!interpreter_.go_on(place.budget, watched())) {
        pause({place.opening, place.turns}, std::move(place.failure));
    } else {
        end_turn(id, watched(), std::move(place.failure));
        bool done = true;
        if (id == system_entity) {
            done = run_entities(world.head, {place.opening, place.turns});
        } else if (!world.removed) {
            done = run_entities(world.entities[id].next, {place.opening, place.turns + 1});
        }
        if (done) finish(place.opening);
    }
    busy_ = false;
}

bool RunningWorld::run_context(EntityId id, bool watched) {
    if (interpreter_.state.entities[id].ip == 0)
        interpreter_.idle_turn(id);
    else if (!interpreter_.turn(id, watched))
        return false;
    end_turn(id, watched, {});
    return true;
}

void RunningWorld::end_turn(EntityId id, bool watched, std::string&& failure) {
    if (watched) tell_held();
    if (own_game_ != nullptr) {
        if (failure.empty()) failure = own_game_->take_failure();
        // An interrupted native fails because it was interrupted, which the machine has told.
        if (!failure.empty() && !interrupted()) {
            Entity& entity = interpreter_.state.entity(id);
            fault(codes::native_failed, id, entity.ip, std::move(failure));
            entity.ip = 0;
            entity.priority = 0;
            entity.frame_count = 0;
        }
    }
    if (!interpreter_.state.removed) touch_rule(id);
}

void RunningWorld::touch_rule(EntityId id) {
    WorldState& world = interpreter_.state;
    if (id == system_entity || world.leaving || !world.map.controls) return;
    if (knows_touch_) {
        const std::int32_t touched = game_.touching(*this, world.entity(id).model);
        world.entity(id).touched = touched < 0 ? no_entity : world.find(static_cast<std::uint32_t>(touched));
    }
    const EntityId touched = world.entity(id).touched;
    if (touched == no_entity) return;
    const std::uint8_t function = game_.confirm_held(*this) ? 4 : 3;
    model_event(world.entity(touched).model, function);
}

void RunningWorld::ground_rule() {
    if (!knows_terrain_) return;
    each_listed(interpreter_.state,
                [this](EntityId, Entity& entity) { interpreter_.stand_on_ground(entity); });
}

/// A repeated effect ends with its model.
void RunningWorld::stop_layers() {
    WorldState& world = interpreter_.state;
    for (std::size_t i = 0; i < world.map.layers.size(); ++i) {
        Layer& layer = world.map.layers[i];
        if (layer.interval == 0 || world.find(layer.model) != no_entity) continue;
        layer.interval = 0;
        const std::int32_t number[] = {static_cast<std::int32_t>(i)};
        game_.command(*this, Command::layer_stop, number);
    }
}

void RunningWorld::mesh_rule() {
    constexpr std::uint8_t submarine = 13, blocks = 7;
    constexpr std::int64_t reach = 500; // of a submarine above the ground
    WorldState& world = interpreter_.state;
    if (!knows_terrain_ && !world.given.vehicles) return;
    if (world.player == no_entity || world.leaving) return;
    Entity& player = world.entity(world.player);
    const bool near =
        player.model == submarine ? std::int64_t{player.position.y} - player.ground < reach : !player.flying;
    if (player.hidden || !near) return;
    const auto script = static_cast<std::uint8_t>((player.terrain >> 5) & 7);
    if (script < 3) {
        world.last_trigger = 0;
        return;
    }
    if (script != world.last_trigger) {
        world.last_trigger = script;
        const auto mesh = [](std::int32_t place, std::int32_t count) {
            return static_cast<std::uint32_t>(((place >> 13) % count + count) % count);
        };
        mesh_event(mesh(player.position.x, mesh_columns), mesh(player.position.z, mesh_rows),
                   static_cast<std::uint8_t>(script - 3));
    }
    if (script == blocks && player.model != submarine) Interpreter::stop_entity(player);
}

void RunningWorld::close_windows() {
    WorldState& world = interpreter_.state;
    Window& window = world.window;
    if (!window.open || world.given.window_frames == 0 || window.frames_left <= 0) return;
    if (--window.frames_left == 0) {
        window.open = false;
        window.result = window.answer;
    }
}

void RunningWorld::tell_changes() {
    WorldState& world = interpreter_.state;
    // Nothing moves in most frames, and looking at all slots is quicker than walking along the list.
    unsigned changed = 0;
    for (const Entity& entity : world.entities) changed += entity.changed ? 1U : 0U;
    if (changed == 0) return;
    if (keeps_map()) keep_steps();
    each_listed(world, [&](EntityId, Entity& entity) {
        if (changed == 0 || !entity.changed) return;
        --changed;
        entity.changed = false;
        const std::int32_t arguments[] = {entity.model, entity.position.x, entity.position.y,
                                          entity.position.z, entity.facing};
        game_.command(*this, Command::model_moved, arguments);
    });
}

void RunningWorld::keep_steps() {
    each_listed(interpreter_.state, [this](EntityId, const Entity& entity) {
        if (entity.changed && map_.steps.size() < MapRecord::most)
            map_.steps.push_back(
                {entity.model, entity.position.x, entity.position.z, interpreter_.state.frame});
    });
}

// --- Events ---

void RunningWorld::tell_held() {
    if (note_writer_.held.phrase.empty()) return;
    const std::uint32_t machine = machine_index(note_writer_.held_context());
    if (const std::string told = note_writer_.finish(); !told.empty() && observer() != nullptr)
        observer()->note(*this, machine, told);
}

void RunningWorld::record_event(std::uint16_t id, Delivery delivery, EntityId entity) {
    const WorldState& world = interpreter_.state;
    tell_held();
    if (observer() != nullptr)
        observer()->event(*this, machine_index(entity == no_entity ? system_entity : entity),
                          function_title(id), {}, to_string(delivery));
    const bool ran = delivery == Delivery::started || delivery == Delivery::interrupting;
    if (!keeps_map() || !ran || map_.fired.size() >= MapRecord::most) return;
    const EntityId where = entity == system_entity || entity == no_entity ? world.player : entity;
    bool has_place = where != no_entity;
    Position place = world.entity(where).position;
    const FunctionId what = FunctionId::from(id);
    if (what.kind == FunctionKind::mesh) {
        has_place = true;
        place = {static_cast<std::int32_t>(what.owner) % mesh_columns * mesh_size + mesh_size / 2, 0,
                 static_cast<std::int32_t>(what.owner) / mesh_columns * mesh_size + mesh_size / 2};
    }
    // What comes from outside comes before the frame that follows.
    const std::uint32_t frame = busy_ ? world.frame : world.frame + 1;
    map_.fired.push_back({function_words(id), place.x, place.z, has_place, frame});
}

Delivery RunningWorld::system_event(std::uint8_t function) {
    const Delivery result =
        interpreter_.start(system_entity, system_id(function), Interpreter::priority_of(function), false);
    record_event(system_id(function), result, system_entity);
    return result;
}

Delivery RunningWorld::model_event(std::uint8_t model, std::uint8_t function) {
    const EntityId entity = interpreter_.state.find(model);
    const std::uint16_t id = model_id(model, function);
    const Delivery result = entity == no_entity
                                ? Delivery::no_model
                                : interpreter_.start(entity, id, Interpreter::priority_of(function), true);
    record_event(id, result, entity);
    return result;
}

Delivery RunningWorld::mesh_event(std::uint32_t mesh_x, std::uint32_t mesh_z, std::uint8_t trigger) {
    if (mesh_x >= static_cast<std::uint32_t>(mesh_columns) || mesh_z >= static_cast<std::uint32_t>(mesh_rows))
        return Delivery::missing;
    const std::uint16_t id = mesh_id(mesh_x + static_cast<std::uint32_t>(mesh_columns) * mesh_z, trigger);
    const Delivery result = interpreter_.start(system_entity, id, 3, false);
    record_event(id, result, system_entity);
    return result;
}

Delivery RunningWorld::leave_map() {
    interpreter_.state.leaving = true;
    return system_event(1);
}

/// What the game does to a model, or to the player.
Delivery RunningWorld::change(const GameEvent& event) {
    WorldState& world = interpreter_.state;
    const EntityId named = event.kind == GameEvent::Kind::height ? world.player : world.find(event.model);
    if (named == no_entity) return Delivery::no_model;
    Entity& target = world.entity(named);
    const auto& values = event.values;
    switch (event.kind) {
    case GameEvent::Kind::height:
        target.position.y = values[0];
        target.height_set = target.changed = true;
        break;
    case GameEvent::Kind::touch:
        if (world.player == no_entity) return Delivery::no_model;
        world.entity(world.player).touched = named;
        break;
    case GameEvent::Kind::terrain:
        target.terrain = static_cast<std::uint16_t>((target.terrain & 0xFF00) | values[0] | values[1] << 5);
        target.ground = values[2];
        break;
    case GameEvent::Kind::script:
        target.terrain = static_cast<std::uint16_t>((target.terrain & ~0xE0) | event.number << 5);
        break;
    case GameEvent::Kind::move:
        target.moved = target.moved || target.position.x != values[0] || target.position.z != values[2];
        target.position = {values[0], values[1], values[2]};
        target.changed = true;
        break;
    default: break;
    }
    return Delivery::started;
}

Delivery RunningWorld::deliver(const GameEvent& event) {
    WorldState& world = interpreter_.state;
    switch (event.kind) {
    case GameEvent::Kind::system: return event.number == 1 ? leave_map() : system_event(event.number);
    case GameEvent::Kind::model: return model_event(event.model, event.number);
    case GameEvent::Kind::mesh: return mesh_event(event.mesh_x, event.mesh_z, event.number);
    case GameEvent::Kind::leave: return leave_map();
    case GameEvent::Kind::alight: ask_to_alight(); return Delivery::started;
    case GameEvent::Kind::confirm: world.given.confirm = event.values[0] != 0; return Delivery::started;
    case GameEvent::Kind::controls:
        if (event.values[0] == 0) {
            world.map.controls = false;
            world.map.controls_owner = static_cast<std::uint8_t>(event.values[1]);
        } else if (world.map.controls_owner == event.values[1] || world.map.controls_owner == 6)
            world.map.controls = true;
        return Delivery::started;
    case GameEvent::Kind::height:
    case GameEvent::Kind::touch:
    case GameEvent::Kind::script:
    case GameEvent::Kind::terrain:
    case GameEvent::Kind::move: return change(event);
    }
    return Delivery::missing;
}

void RunningWorld::play_plan() {
    const auto [first, last] = settings_.plan.equal_range(interpreter_.state.frame);
    for (auto planned = first; planned != last; ++planned) deliver(planned->second);
}

namespace {

EventOutcome outcome_of(Delivery delivery) {
    switch (delivery) {
    case Delivery::started:
    case Delivery::interrupting: return EventOutcome::begun;
    case Delivery::missing: return EventOutcome::no_handler;
    case Delivery::lost: return EventOutcome::busy;
    case Delivery::scripts_off: return EventOutcome::disabled;
    case Delivery::no_model: return EventOutcome::no_receiver;
    }
    return EventOutcome::no_handler;
}

} // namespace

EventResult RunningWorld::send(const Event& event) {
    if (interrupted())
        return {EventOutcome::interrupted,
                fail(vellum::codes::run_interrupted, "the world is interrupted: events wait for resume")};
    if (!busy_) catch_up();
    const Result<GameEvent> parsed = parse_event(event);
    if (!parsed) return {EventOutcome::unknown_event, std::unexpected(parsed.error())};
    const Delivery delivery = deliver(*parsed);
    return {outcome_of(delivery), std::string(to_string(delivery))};
}

CallResult RunningWorld::call(std::string_view function, std::span<const Value>) {
    return {CallOutcome::unsupported,
            fail(vellum::codes::engine_function,
                 "'" + std::string(function) +
                     "' cannot be called: world map functions have no arguments and no results",
                 {}, "send it as an event and run frames")};
}

bool RunningWorld::finished() const {
    if (paused()) return false;
    for (const Entity& entity : interpreter_.state.entities)
        if (entity.used && entity.ip != 0) return false;
    if (interpreter_.state.alighting != 0 || game_.goes_on() || !is_at_rest(interpreter_.state)) return false;
    return settings_.plan.empty() || settings_.plan.rbegin()->first <= interpreter_.state.frame;
}

void RunningWorld::set_budget(const Budget& budget) {
    Scheduler::set_budget(budget);
    if (budget.instructions != 0) interpreter_.options.budget = budget.instructions;
}

// --- Looking at it ---

std::string RunningWorld::context_name(EntityId entity) const {
    return entity_words(interpreter_.state, entity);
}

Frame RunningWorld::frame_at(std::uint32_t ip) const {
    Frame frame{script_->function_at(ip), ip, {}, 0};
    const DebugInfo* const debug = script_->debug_info();
    if (const DebugLine* const line = debug == nullptr ? nullptr : debug->line_of(ip)) {
        frame.source = debug->files[line->file];
        frame.line = line->line;
    }
    return frame;
}

std::vector<Frame> RunningWorld::frames_of(const Entity& entity) const {
    std::vector<Frame> frames;
    const bool runs = interpreter_.state.running < entity_count &&
                      &entity == &interpreter_.state.entities[interpreter_.state.running];
    if (entity.ip != 0 || runs) frames.push_back(frame_at(entity.ip));
    for (std::size_t i = std::min<std::size_t>(entity.frame_count, entity.frames.size()); i-- > 0;)
        frames.push_back(frame_at(entity.frames[i].ip));
    return frames;
}

MachineInfo RunningWorld::machine(std::size_t index) const {
    MachineInfo info;
    const EntityId id = index == 0
                            ? system_entity
                            : static_cast<EntityId>(std::min<std::size_t>(index - 1, system_entity - 1U));
    const Entity& entity = interpreter_.state.entity(id);
    // One that takes itself off the map runs on for the rest of its turn.
    info.name = entity.used || id == interpreter_.state.running ? context_name(id) : "free slot";
    info.frames = frames_of(entity);
    info.instructions = interpreter_.instructions_of(id);
    const DecodedInstruction* word =
        entity.ip < script_->decoded.size() ? &script_->decoded[entity.ip] : nullptr;
    const bool waits = entity.ip != 0 && word != nullptr && word->row != end_row &&
                       table().rows[word->row].flow == isa::Flow::suspend;
    info.state = entity.ip == 0 ? MachineState::idle : waits ? MachineState::waiting : MachineState::ready;
    return info;
}

void RunningWorld::fault(const DiagnosticCode& code, EntityId context, std::uint32_t ip,
                         std::string message) {
    tell_held();
    Fault fault;
    fault.code = &code;
    fault.message = std::move(message);
    const EntityId id = context < no_entity ? context : system_entity;
    fault.machine = machine_index(id);
    fault.machine_name = context_name(id);
    const Entity& entity = interpreter_.state.entity(id);
    fault.frames.push_back(frame_at(ip));
    for (std::size_t i = std::min<std::size_t>(entity.frame_count, entity.frames.size()); i-- > 0;)
        fault.frames.push_back(frame_at(entity.frames[i].ip));
    report(std::move(fault));
}

void RunningWorld::warning(const DiagnosticCode& code, EntityId context, std::uint32_t ip,
                           std::string message) {
    TextWriter text;
    text.put(script_->function_at(ip), ", word ", Hex{ip, 4}, ": ", message);
    tell_held();
    if (observer() != nullptr)
        observer()->note(*this, machine_index(context < no_entity ? context : system_entity),
                         "warning: " + std::string(text.view()));
    warnings_.add(code, text.take(), Place::at_offset(script_->offset_of(ip)));
}

bool RunningWorld::before(EntityId context, std::uint32_t ip) {
    Observer* const watcher = observer();
    const bool told = watcher != nullptr && watcher->wants_steps();
    if (!told && stopper() == nullptr) return false;
    const std::ptrdiff_t index = script_->sweep.at(ip);
    const vellum::Step step{*this, machine_index(context), ip,
                            index < 0 ? 0xFFFFFFFFU : static_cast<std::uint32_t>(index),
                            interpreter_.state.depth};
    if (stop_wanted(step)) return true;
    if (told) watcher->step(step);
    return false;
}

void RunningWorld::after(const Executed& what, const DecodedInstruction& word) {
    Observer* const watcher = observer();
    if (watcher == nullptr) return;
    const std::uint32_t machine = machine_index(interpreter_.state.running);
    const bool steps = watcher->wants_steps();
    if (steps) {
        std::array<Value, 4> taken; // no instruction takes more
        const std::size_t count = std::min(what.arguments.size(), taken.size());
        for (std::size_t i = 0; i < count; ++i) taken[i] = Value(what.arguments[i]);
        const Value given(what.result);
        watcher->step_values({*this, machine, std::span<const Value>(taken).first(count),
                              std::span(&given, what.has_result ? 1U : 0U), what.depth});
    }
    const bool held = note_writer_.belongs_to_held(interpreter_.state, word);
    if (!held) tell_held();
    if (std::string told = note_writer_.hear(interpreter_.state, what, word); !told.empty()) {
        if (const std::string comment = comment_of(what, word); !comment.empty()) told += ": " + comment;
        watcher->note(*this, machine, told);
    }
    if (steps) tell_held(); // in a trace each line stands below its instruction
}

/// What the game's files say of the text or the field that was asked for.
std::string RunningWorld::comment_of(const Executed& what, const DecodedInstruction& word) const {
    const std::size_t wanted = script_->data == nullptr ? 0 : taken_constants(word.opcode);
    if (wanted == 0 || what.arguments.size() != wanted) return {};
    std::array<std::uint32_t, 3> taken{};
    for (std::size_t i = 0; i < wanted; ++i) taken[i] = static_cast<std::uint32_t>(what.arguments[i]);
    return data_comment(*script_->data, word.opcode, taken);
}

} // namespace vellum::ff7
