// The world that Final Fantasy VII world map scripts move, as plain data: entities, points, camera, window,
// banks, the shared stack. A game may read it and write it between frames; the machine keeps no other state,
// so this is exactly what a snapshot contains. Meanings and units are those of docs/engines/ff7.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace vellum::ff7 {

inline constexpr std::int32_t mesh_size = 8192;  ///< World units along one side of a mesh.
inline constexpr std::int32_t mesh_columns = 36; ///< West to east.
inline constexpr std::int32_t mesh_rows = 28;    ///< North to south.
inline constexpr std::int32_t world_width = mesh_columns * mesh_size; ///< The world is a torus: x wraps here,
inline constexpr std::int32_t world_depth = mesh_rows * mesh_size;    ///< and z here.

inline constexpr std::uint32_t save_base = 0xBA4; ///< Offset in a save slot of bank 0's first byte.
inline constexpr std::size_t save_size = 0x550;   ///< Bank 0 runs to the end of the save slot.
inline constexpr std::size_t save_slot_size = save_base + save_size; ///< Bytes of a save slot.
inline constexpr std::size_t temporary_size = 64;                    ///< Bytes of the temporary bank.
inline constexpr std::size_t stack_limit = 16; ///< Most slots a world may be configured to have.
inline constexpr std::size_t pool_size = 16;   ///< Entities a map can hold, riders included.

/// An entity's place in WorldState::entities.
using EntityId = std::uint8_t;
inline constexpr EntityId spare_slots =
    1; ///< A removed entity that still runs does not count as one of the pool.
inline constexpr EntityId system_entity = pool_size + spare_slots; ///< The system context.
inline constexpr EntityId propeller_entity = system_entity + 1;    ///< Of the airship.
inline constexpr EntityId no_entity = propeller_entity + 1;        ///< Absorbs changes to "none".
inline constexpr std::size_t entity_count = no_entity + 1;         ///< All of them.

/// World units; y is height.
struct Position {
    std::int32_t x = 0, y = 0, z = 0; ///< World units.
    friend bool operator==(const Position&, const Position&) = default;
};

/// The state of a pre-empted function.
struct CallFrame {
    std::uint16_t ip = 0;      ///< Next code word.
    std::uint8_t wait = 0;     ///< Frames left.
    std::uint8_t priority = 0; ///< 0 to 3.
    friend bool operator==(const CallFrame&, const CallFrame&) = default;
};

/// A model on the map, which is also a context: it runs at most one function at a time. Angles are 12 bits a
/// turn, 0 = +z, 0x400 = +x; they are kept as scripts left them and may be negative.
struct Entity {
    bool used = false;               ///< There is an entity here.
    std::uint8_t model = 0;          ///< Number of its model.
    Position position, previous;     ///< Now and a frame ago.
    std::int16_t facing = 0;         ///< The direction the model should look in.
    std::int16_t shown_facing = 0;   ///< The direction it looks in, a quarter nearer each frame.
    std::int16_t slide = 0;          ///< Turned sideways while it slides along an obstacle; the game's.
    std::int16_t move_direction = 0; ///< Where WAIT steps go.
    std::uint8_t speed = 0;          ///< Of its steps.
    bool walk = false;               ///< Steps are 16 times as long.
    std::int8_t rise1 = 0;           ///< Taken from y_offset by each step.
    std::int8_t rise2 = 0;           ///< Added to y by each step.
    std::int16_t y_offset = 0;       ///< Shown above its height.
    std::int8_t animation = 0;       ///< -1: chosen by the game.
    bool once = false;               ///< The animation does not repeat.
    bool flying = false;             ///< It does not touch the ground.
    bool hidden = false;             ///< It is not shown.
    bool scripts_off = false;        ///< It takes no functions.
    bool moved = false;              ///< In this frame.
    bool height_set = false;         ///< The game itself set its height in this frame: STOP keeps that.
    bool changed = false;            ///< Something a game draws has changed since the last frame ended.
    std::uint16_t terrain = 0;       ///< Bits 0-4 terrain type, bits 5-7 script number of the triangle below.
    std::int32_t ground = 0;         ///< Height of the ground below.

    std::uint16_t ip = 0;              ///< Index of the next code word; 0: not running.
    std::uint8_t wait = 0;             ///< Frames left.
    std::uint8_t priority = 0;         ///< 0 to 3.
    std::uint8_t called = 0;           ///< Model of the last CALL.
    std::uint8_t frame_count = 0;      ///< Used of `frames`.
    std::array<CallFrame, 4> frames{}; ///< Functions that were interrupted.

    EntityId touched = no_entity; ///< What it touches.
    EntityId rider = no_entity;   ///< Who rides it.
    EntityId next = no_entity;    ///< Towards older entities; meaningful while listed.
    friend bool operator==(const Entity&, const Entity&) = default;
};

/// One item of the shared stack, not evaluated: the push code and its operand.
struct StackSlot {
    std::int32_t value = 0; ///< The operand.
    std::uint16_t tag = 0;  ///< The push code.
    friend bool operator==(const StackSlot&, const StackSlot&) = default;
};

using Color = std::array<std::uint8_t, 3>; ///< Red, green, blue.

/// One of 16 places that scripts can mark, perhaps a light with a sky of its own.
struct Point {
    Position position;                 ///< Where.
    std::uint8_t type = 0;             ///< 0 place, 1 light.
    Color color{};                     ///< Of the light.
    Color sky_top{}, sky_bottom{};     ///< Above and at the horizon, for a player who is near.
    std::int32_t outer = 0, inner = 0; ///< Radii in 1024 units.
    friend bool operator==(const Point&, const Point&) = default;
};
/// How the map is seen. Angles may be negative or more than a turn: readers use the low 12 bits.
struct Camera {
    std::int32_t mode = 0;               ///< 0 normal, 1 scripted tilt and distance, 2 nothing is added.
    std::int32_t view_before = 0;        ///< The view mode before this one, which MapState::map_options has.
    std::int32_t angle = 0;              ///< Direction it looks in: a sixteenth nearer each frame.
    std::int32_t wanted_angle = 0;       ///< Direction it turns to.
    std::int32_t rotation_speed = 0;     ///< Added to the target angle each frame, except in mode 2.
    std::int32_t steering = 0;           ///< Heading that the player's steering keeps.
    std::int32_t tilt = 0;               ///< Scripted, 1152 to 1920 in mode 1; 0: that of the view mode.
    std::int32_t tilt_speed = 0;         ///< Added to the tilt each frame in mode 1.
    std::int32_t distance = 0;           ///< Scripted, 1000 to 15000 in mode 1; 0: that of the view mode.
    std::int32_t zoom_speed = 0;         ///< Added to the distance each frame in mode 1.
    std::int32_t shown_tilt = 1500;      ///< A quarter nearer to the tilt each frame.
    std::int32_t shown_distance = 10000; ///< A quarter nearer to the distance each frame.
    std::int32_t height = 0;             ///< What it looks at, following the player's.
    bool shaking = false;                ///< It shakes.
    friend bool operator==(const Camera&, const Camera&) = default;
};
/// The one text window.
struct Window {
    bool open = false;                                ///< It is shown.
    bool is_prompt = false;                           ///< Lines can be chosen.
    bool closing = false;                             ///< It will be gone next frame.
    std::int16_t x = 0, y = 0, width = 0, height = 0; ///< Pixels.
    std::uint8_t style = 0;                           ///< 0 normal, 1 bare, 2 translucent.
    std::uint8_t fixed = 0;                           ///< The player cannot close it.
    std::int16_t text = 0;                            ///< Number in the map's text file.
    std::int16_t first_line = 0, last_line = 0;       ///< Lines to choose from.
    std::int32_t frames_left = 0;                     ///< Of an open window, if no host acts for a player.
    std::int32_t answer = 0;                          ///< Becomes `result` when the window closes.
    std::int32_t result = 0;                          ///< Chosen line, or -1 while open.
    friend bool operator==(const Window&, const Window&) = default;
};

/// A repeated effect at a model.
struct Layer {
    std::uint8_t effect = 0, interval = 0, model = 0; ///< Interval in frames.
    friend bool operator==(const Layer&, const Layer&) = default;
};

/// The destination requested by scripts.
enum class Departure : std::uint8_t { none, field, world, battle, surface };
/// Music, vehicles and controls as commanded by scripts.
struct MapState {
    std::int32_t map_options = 0;               ///< Bits 0-1 view mode, bits 2-3 map state.
    std::int32_t map_state_kept = 0;            ///< Map state before the Highwind made it another.
    std::int32_t progress = 0;                  ///< 0 to 4.
    std::int32_t encounters = 1;                ///< 0: none.
    std::int32_t battle_timer = 0;              ///< Seconds.
    std::int32_t chocobo_type = 0;              ///< 0 to 4.
    std::int32_t submarine_tint = 0;            ///< 0 red, 1 blue.
    std::int32_t bronco_fly = 0;                ///< 1: it flies.
    std::int32_t meteor = 0;                    ///< 1: in the sky.
    std::int32_t fade_in = 0, fade_out = 0;     ///< Steps requested.
    std::int32_t music = 0, music_volume = 127; ///< Song; 0 to 127.
    std::array<Layer, 2> layers{};              ///< By number.
    bool controls = true;                       ///< The player may move.
    std::uint8_t controls_owner =
        0; ///< What disabled them last: 2 leaving a vehicle, 3 script, 6 a chocobo that was left.
    Departure departure = Departure::none; ///< Where to.
    std::int32_t destination = 0;          ///< Field record, "wm" field or battle scene.
    std::int32_t scenario = 0;             ///< Of a field: 0 or 1.
    friend bool operator==(const MapState&, const MapState&) = default;
};

/// Inputs that a game sets at the start and may change at any time: the sources of the special values.
struct GameInputs {
    std::int32_t last_module = 0;               ///< 0 field, 1 battle, 2 other.
    std::int32_t entry_field = 0;               ///< Id of the "wm" field the player came through, 0 none.
    std::int32_t map_number = 0;                ///< 0 surface, 2 under water, 3 snow field.
    std::int32_t battle_escaped = 0;            ///< 1: the last one.
    std::int32_t marsh_side = 0;                ///< Of the swamp.
    std::int32_t party_leader = 0;              ///< Number of a character.
    std::array<std::int32_t, 4> party_change{}; ///< Two joined, two left.
    bool vehicles = false; ///< Boarding, leaving and the mesh rule are the machine's, as in the game.
    bool confirm = false;  ///< The confirm button is held.
    std::int32_t window_frames = 3; ///< How long a window stays open without an answer; 0: for ever.
    std::uint32_t random_state = 1; ///< Of the default generator.
    friend bool operator==(const GameInputs&, const GameInputs&) = default;
};

/// Everything.
struct WorldState {
    std::array<Entity, entity_count> entities{};
    EntityId head = no_entity;     ///< Newest listed entity.
    EntityId active = no_entity;   ///< The entity that instructions work on.
    EntityId player = no_entity;   ///< The entity that the player moves.
    EntityId running = no_entity;  ///< The context whose turn it is.
    bool leaving = false;          ///< The map is being left.
    bool wait_done = false;        ///< The running context has completed its one WAIT of this turn.
    bool removed = false;          ///< The running context was taken off the map during its own turn.
    std::uint8_t last_trigger = 0; ///< Mesh trigger that the player stands on.
    std::uint32_t frame = 0;       ///< Frames begun; 0 is the opening run.

    std::array<StackSlot, stack_limit> stack{};           ///< Shared by all contexts.
    std::uint32_t depth = 0;                              ///< Used of `stack`.
    std::array<std::uint8_t, temporary_size> temporary{}; ///< Bank of the map.
    std::array<std::uint8_t, save_size> save{};           ///< Bank 0, from save_base.

    std::array<Point, 16> points{};           ///< By number.
    std::int32_t active_point = -1;           ///< -1: none was ever chosen.
    std::array<Position, 3> stored{};         ///< Places that scripts keep.
    std::array<std::uint8_t, 8> ride_stack{}; ///< Who rides, innermost last.
    std::uint8_t ride_depth = 0;              ///< Used of `ride_stack`.
    std::uint8_t alighting = 0;               ///< Leaving a vehicle: 0 no, 1 requested, 2 steps out.
    Position spot;                            ///< Where the rider of the last chocobo got off.

    Camera camera;    ///< How the map is seen.
    Window window;    ///< What is said.
    MapState map;     ///< What scripts commanded.
    GameInputs given; ///< What the game told.

    [[nodiscard]] Entity& entity(EntityId id) noexcept { /// no_entity for impossible ones.
        return entities[id < entity_count ? id : no_entity];
    }
    [[nodiscard]] const Entity& entity(EntityId id) const noexcept { /// The same.
        return entities[id < entity_count ? id : no_entity];
    }
    /// 0 and 1 from above, 2 from behind, 3 of the Highwind.
    [[nodiscard]] std::int32_t view() const noexcept { return map.map_options & 3; }
    /// First listed entity with that model, newest first, or no_entity.
    [[nodiscard]] EntityId find(std::uint32_t model) const noexcept {
        std::size_t steps = 0; // a list written by a game may be a ring
        for (EntityId id = head; id < entity_count && id != no_entity && steps < entity_count; ++steps) {
            if (entities[id].model == model) return id;
            id = entities[id].next;
        }
        return no_entity;
    }
    friend bool operator==(const WorldState&, const WorldState&) = default;
};

} // namespace vellum::ff7
