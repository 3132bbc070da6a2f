// The state as bytes. Whatever is read is checked where the interpreter relies on it (stack depth, slot
// numbers, counts).
#include <algorithm>

#include "engines/ff7/world/world.hpp"
#include "runtime/archive.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::uint32_t format_version = 4;

} // namespace

void fields(auto& archive, Archived<Position> auto& record) {
    auto& [x, y, z] = record;
    archive(x, y, z);
}

void fields(auto& archive, Archived<CallFrame> auto& record) {
    auto& [ip, wait, priority] = record;
    archive(ip, wait, priority);
}

void fields(auto& archive, Archived<StackSlot> auto& record) {
    auto& [value, tag] = record;
    archive(value, tag);
}

void fields(auto& archive, Archived<Layer> auto& record) {
    auto& [effect, interval, model] = record;
    archive(effect, interval, model);
}

void fields(auto& archive, Archived<Point> auto& record) {
    auto& [position, type, color, sky_top, sky_bottom, outer, inner] = record;
    archive(position, type, color, sky_top, sky_bottom, outer, inner);
}

void fields(auto& archive, Archived<Camera> auto& record) {
    auto& [mode, view_before, angle, wanted_angle, rotation_speed, steering, tilt, tilt_speed, distance,
           zoom_speed, shown_tilt, shown_distance, height, shaking] = record;
    archive(mode, view_before, angle, wanted_angle, rotation_speed, steering, tilt, tilt_speed, distance,
            zoom_speed, shown_tilt, shown_distance, height, shaking);
}

void fields(auto& archive, Archived<Window> auto& record) {
    auto& [open, is_prompt, closing, x, y, width, height, style, fixed, text, first_line, last_line,
           frames_left, answer, result] = record;
    archive(open, is_prompt, closing, x, y, width, height, style, fixed, text, first_line, last_line,
            frames_left, answer, result);
}

void fields(auto& archive, Archived<MapState> auto& record) {
    auto& [map_options, map_state_kept, progress, encounters, battle_timer, chocobo_type, submarine_tint,
           bronco_fly, meteor, fade_in, fade_out, music, music_volume, layers, controls, controls_owner,
           departure, destination, scenario] = record;
    archive(map_options, map_state_kept, progress, encounters, battle_timer, chocobo_type, submarine_tint,
            bronco_fly, meteor, fade_in, fade_out, music, music_volume, layers, controls, controls_owner,
            departure, destination, scenario);
}

void fields(auto& archive, Archived<GameInputs> auto& record) {
    auto& [last_module, entry_field, map_number, battle_escaped, marsh_side, party_leader, party_change,
           vehicles, confirm, window_frames, random_state] = record;
    archive(last_module, entry_field, map_number, battle_escaped, marsh_side, party_leader, party_change,
            vehicles, confirm, window_frames, random_state);
}

void fields(auto& archive, Archived<Entity> auto& record) {
    auto& [used, model, position, previous, facing, shown_facing, slide, move_direction, speed, walk, rise1,
           rise2, y_offset, animation, once, flying, hidden, scripts_off, moved, height_set, changed, terrain,
           ground, ip, wait, priority, called, frame_count, frames, touched, rider, next] = record;
    archive(used, model, position, previous, facing, shown_facing, slide, move_direction, speed, walk, rise1,
            rise2, y_offset, animation, once, flying, hidden, scripts_off, moved, height_set, changed,
            terrain, ground, ip, wait, priority, called, frame_count, frames, touched, rider, next);
}

void fields(auto& archive, Archived<WorldState> auto& record) {
    auto& [entities, head, active, player, running, leaving, wait_done, removed, last_trigger, frame, stack,
           depth, temporary, save, points, active_point, stored, ride_stack, ride_depth, alighting, spot,
           camera, window, map, given] = record;
    archive(entities, head, active, player, running, leaving, wait_done, removed, last_trigger, frame, stack,
            depth, temporary, save, points, active_point, stored, ride_stack, ride_depth, alighting, spot,
            camera, window, map, given);
}

void fields(auto& archive, Archived<HeldSentence> auto& sentence) {
    auto& [text, phrase, entity, context] = sentence;
    archive(text, phrase, entity, context);
}

void fields(auto& archive, Archived<Cursor> auto& cursor) {
    auto& [active, opening, turns, budget, failure] = cursor;
    archive(active, opening, turns, budget, failure);
}

namespace {

/// What the interpreter indexes with.
bool is_sound(const WorldState& state, std::uint32_t capacity, bool paused) {
    const auto slot = [](EntityId id) { return id < entity_count; };
    if (state.depth > capacity || state.ride_depth > state.ride_stack.size()) return false;
    if (!slot(state.head) || !slot(state.active) || !slot(state.player)) return false;
    if (paused ? state.running > system_entity : state.running != no_entity) return false;
    if (state.alighting > 2) return false;
    if (state.active_point < -1 || state.active_point > 15 || state.map.departure > Departure::surface)
        return false;
    for (const Entity& entity : state.entities)
        if (!slot(entity.next) || !slot(entity.rider) || !slot(entity.touched) ||
            entity.frame_count > entity.frames.size())
            return false;
    std::size_t steps = 0;
    EntityId id = state.head;
    for (; id != no_entity && steps <= pool_size + 2; ++steps) id = state.entities[id].next;
    return id == no_entity; // the list ends
}

} // namespace

Result<std::vector<std::byte>> RunningWorld::snapshot() const {
    if (busy_)
        return fail(vellum::codes::snapshot_busy, "a snapshot is taken between frames, not inside a native");
    SnapshotWriter out("ff7", format_version, std::span(&identity_, 1));
    out.begin("WRLD");
    ArchiveWriter archive(out);
    archive(interpreter_.state);
    out.out().u32(interpreter_.options.capacity);
    out.boolean(interpreter_.options.clean);
    archive(interpreter_.instructions(), interpreter_.instructions_by_entity());
    archive(cursor_, note_writer_.held);
    out.end();
    return out.take();
}

Result<void> RunningWorld::restore(std::span<const std::byte> bytes) {
    if (busy_)
        return fail(vellum::codes::snapshot_busy,
                    "a snapshot is restored between frames, not inside a native");
    Result<SnapshotReader> in = SnapshotReader::open(bytes, "ff7", format_version, std::span(&identity_, 1));
    if (!in) return std::unexpected(in.error());
    in->begin("WRLD");
    WorldState state;
    ArchiveReader archive(*in);
    archive(state);
    const std::uint32_t capacity = in->in().u32();
    const bool clean = in->boolean();
    std::uint64_t instructions = 0;
    InstructionCounts by_entity{};
    archive(instructions, by_entity);
    Cursor cursor;
    HeldSentence held;
    archive(cursor, held);
    cursor.budget = std::min(cursor.budget, interpreter_.options.budget);
    if (in->ok() && (capacity == 0 || capacity > stack_limit || !is_sound(state, capacity, cursor.active)))
        in->corrupt("the world in the snapshot contradicts itself");
    if (auto done = in->finish(); !done) return std::unexpected(done.error());
    interpreter_.state = state;
    interpreter_.options.capacity = capacity;
    interpreter_.options.clean = clean;
    interpreter_.set_instructions(instructions, by_entity);
    pause_after(no_pause);
    set_paused(cursor.active);
    cursor_ = std::move(cursor);
    note_writer_.held = std::move(held);
    note_writer_.held.context = std::min(note_writer_.held.context, system_entity);
    return {};
}

} // namespace vellum::ff7
