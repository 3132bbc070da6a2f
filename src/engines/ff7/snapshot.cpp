// The state as bytes: one list of fields serves writing and reading, so they cannot disagree. Whatever is
// read is checked where the machine relies on it (stack depth, slot numbers, counts).
#include <concepts>
#include <type_traits>

#include "base/hash.hpp"
#include "engines/ff7/format/format.hpp"
#include "engines/ff7/world/world.hpp"
#include "runtime/snapshot.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::uint32_t format_version = 1;

struct Saver {
    SnapshotWriter& out;
    void number(const bool& value) { out.boolean(value); }
    template <std::integral T> void number(const T& value) {
        if constexpr (sizeof(T) == 1)
            out.out().u8(static_cast<std::uint8_t>(value));
        else if constexpr (sizeof(T) == 2)
            out.out().u16(static_cast<std::uint16_t>(value));
        else if constexpr (sizeof(T) == 4)
            out.out().u32(static_cast<std::uint32_t>(value));
        else
            out.out().u64(static_cast<std::uint64_t>(value));
    }
};

struct Loader {
    SnapshotReader& in;
    void number(bool& value) { value = in.boolean(); }
    template <std::integral T> void number(T& value) {
        if constexpr (sizeof(T) == 1)
            value = static_cast<T>(in.in().u8());
        else if constexpr (sizeof(T) == 2)
            value = static_cast<T>(in.in().u16());
        else if constexpr (sizeof(T) == 4)
            value = static_cast<T>(in.in().u32());
        else
            value = static_cast<T>(in.in().u64());
    }
};

template <class Archive, class T> void field(Archive& archive, T& value);

template <class Archive, class... T> void fields(Archive& archive, T&... values) {
    (field(archive, values), ...);
}

template <class Archive> struct Visit {
    Archive& a;
    template <class P> void operator()(P& value) {
        using T = std::remove_const_t<P>;
        if constexpr (std::integral<T>)
            a.number(value);
        else if constexpr (std::is_enum_v<T>) {
            auto raw = static_cast<std::underlying_type_t<T>>(value);
            a.number(raw);
            if constexpr (!std::is_const_v<P>) value = static_cast<T>(raw);
        } else if constexpr (std::same_as<T, Position>)
            fields(a, value.x, value.y, value.z);
        else if constexpr (std::same_as<T, CallFrame>)
            fields(a, value.ip, value.wait, value.priority);
        else if constexpr (std::same_as<T, StackSlot>)
            fields(a, value.value, value.tag);
        else if constexpr (std::same_as<T, Layer>)
            fields(a, value.effect, value.interval, value.model);
        else if constexpr (std::same_as<T, Point>)
            fields(a, value.position, value.type, value.color, value.outer, value.inner);
        else if constexpr (std::same_as<T, Camera>)
            fields(a, value.mode, value.angle, value.wanted_angle, value.rotation_speed, value.tilt,
                   value.tilt_speed, value.distance, value.zoom_speed, value.shaking);
        else if constexpr (std::same_as<T, Window>)
            fields(a, value.open, value.is_prompt, value.closing, value.x, value.y, value.width, value.height,
                   value.style, value.fixed, value.text, value.first_line, value.last_line, value.frames_left,
                   value.answer, value.result);
        else if constexpr (std::same_as<T, Surroundings>)
            fields(a, value.map_options, value.progress, value.encounters, value.battle_timer,
                   value.chocobo_type, value.submarine_tint, value.bronco_fly, value.meteor, value.fade_in,
                   value.fade_out, value.music, value.music_volume, value.sky_top, value.sky_bottom,
                   value.layers, value.controls, value.controls_owner, value.departure, value.destination,
                   value.scenario);
        else if constexpr (std::same_as<T, GameInputs>)
            fields(a, value.last_module, value.entry_field, value.battle_escaped, value.marsh_side,
                   value.party_leader, value.party_change, value.window_frames, value.random_state);
        else if constexpr (std::same_as<T, Entity>)
            fields(a, value.used, value.model, value.position, value.previous, value.facing,
                   value.shown_facing, value.move_direction, value.speed, value.walk, value.rise1,
                   value.rise2, value.y_offset, value.animation, value.once, value.flying, value.hidden,
                   value.scripts_off, value.moved, value.changed, value.terrain, value.ip, value.wait,
                   value.priority, value.called, value.frame_count, value.frames, value.touched, value.rider,
                   value.next);
        else if constexpr (std::same_as<T, WorldState>)
            fields(a, value.entities, value.head, value.active, value.player, value.running, value.leaving,
                   value.wait_done, value.removed, value.last_trigger, value.frame, value.stack, value.depth,
                   value.temporary, value.save, value.points, value.active_point, value.stored,
                   value.ride_stack, value.ride_depth, value.camera, value.window, value.surroundings,
                   value.given);
        else // arrays
            for (auto& element : value) field(a, element);
    }
};

template <class Archive, class T> void field(Archive& archive, T& value) { Visit<Archive>{archive}(value); }

/// What the machine indexes with.
bool is_sound(const WorldState& state, std::uint32_t capacity) {
    const auto slot = [](EntityId id) { return id < entity_count; };
    if (state.depth > capacity || state.ride_depth > state.ride_stack.size()) return false;
    if (!slot(state.head) || !slot(state.active) || !slot(state.player) || state.running != no_entity)
        return false;
    if (state.active_point < -1 || state.active_point > 15 ||
        state.surroundings.departure > Departure::surface)
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
    const std::uint64_t identity = hash64(write_script(*script_));
    SnapshotWriter out("ff7", format_version, std::span(&identity, 1));
    out.begin("WRLD");
    Saver saver{out};
    field(saver, interpreter_.state);
    out.out().u32(interpreter_.options.capacity);
    out.boolean(interpreter_.options.clean);
    out.out().u64(interpreter_.instructions());
    out.out().u32(static_cast<std::uint32_t>(plan_position_));
    out.end();
    return out.take();
}

Result<void> RunningWorld::restore(std::span<const std::byte> bytes) {
    if (busy_)
        return fail(vellum::codes::snapshot_busy,
                    "a snapshot is restored between frames, not inside a native");
    const std::uint64_t identity = hash64(write_script(*script_));
    Result<SnapshotReader> in = SnapshotReader::open(bytes, "ff7", format_version, std::span(&identity, 1));
    if (!in) return std::unexpected(in.error());
    in->begin("WRLD");
    WorldState state;
    Loader loader{*in};
    field(loader, state);
    const std::uint32_t capacity = in->in().u32();
    const bool clean = in->boolean();
    const std::uint64_t instructions = in->in().u64();
    const std::uint32_t position = in->in().u32();
    if (in->ok() && (capacity == 0 || capacity > stack_limit || !is_sound(state, capacity)))
        in->corrupt("the world in the snapshot contradicts itself");
    if (auto done = in->finish(); !done) return std::unexpected(done.error());
    interpreter_.state = state;
    interpreter_.options.capacity = capacity;
    interpreter_.options.clean = clean;
    interpreter_.set_instructions(instructions);
    plan_position_ = std::min<std::size_t>(position, settings_.plan.size());
    return {};
}

} // namespace vellum::ff7
