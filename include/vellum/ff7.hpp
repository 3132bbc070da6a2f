// Embedding the world map scripts of Final Fantasy VII in C++: a Game says what the machine cannot know, a
// World runs the scripts over a WorldState. Whoever prefers names to virtual functions gives a vellum::Host
// to Runtime::instantiate instead; both ways lead to the same calls, listed in docs/engines/ff7.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"
#include "vellum/export.hpp"
#include "vellum/ff7_state.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::ff7 {

class World;

/// The ground under a place.
struct Ground {
    std::int32_t terrain = 0; ///< 0 to 31.
    std::int32_t script =
        0; ///< Script number of the triangle, 0 to 7; 3 and above name mesh functions 0 to 4.
    std::int32_t height = 0; ///< World units.
};

/// What scripts command. Arguments are those of the instruction, 32 bits wide, unless stated otherwise.
enum class Command : std::uint8_t {
    set_controls,       ///< on, owner (3: a script)
    window_layout,      ///< x, y, width, height
    window_style,       ///< style, fixed
    window_close,       ///< nothing
    enter_field,        ///< record of the field table from 1, scenario 0 or 1
    reenter_world,      ///< entry field
    start_battle,       ///< scene
    leave_underwater,   ///< nothing
    adjust_position,    ///< nothing: the player goes to the spot where the chocobo was left
    chocobo_run,        ///< model
    chocobo_state,      ///< state 1 to 3, model
    farm_start,         ///< nothing
    set_bronco_fly,     ///< on
    set_chocobo_type,   ///< 0 yellow, 1 green, 2 blue, 3 black, 4 gold
    set_submarine_tint, ///< 0 red, 1 blue
    reset_zolom,        ///< nothing
    set_map_options,    ///< bits
    set_progress,       ///< 0 to 4
    set_encounters,     ///< on
    set_battle_timer,   ///< seconds
    cam_mode,           ///< 0 normal, 1 scripted, 2 nothing is added
    cam_turn,           ///< wanted direction, 0 to 255 a turn
    cam_set,            ///< direction at once
    cam_rotation_speed, ///< per frame
    cam_tilt_speed,     ///< per frame
    cam_zoom_speed,     ///< per frame
    cam_shake,          ///< on
    fade_in,            ///< step, second argument of the script (unused by the original)
    fade_out,           ///< the same
    show_meteor,        ///< on
    play_effect,        ///< effect, model
    layer_start,        ///< layer, effect, interval in frames, model
    layer_stop,         ///< layer
    point_light,        ///< point, red, green, blue, outer radius, inner radius
    sky_top,            ///< point, red, green, blue
    sky_bottom,         ///< point, red, green, blue
    sfx,                ///< sound
    music,              ///< song, 1 if it is held
    music_volume,       ///< 0 to 127
    model_loaded,       ///< model
    model_unloaded,     ///< model
    model_moved,        ///< model, x, y, z, facing; once a frame for each that changed
    animation,          ///< model, animation, 1 if it repeats
    visible,            ///< model, 1 if shown
    y_offset            ///< model, offset
};
inline constexpr std::size_t command_count = static_cast<std::size_t>(Command::y_offset) + 1; ///< Commands.

/// The command's name, which is also the name of its native in a Host.
[[nodiscard]] VELLUM_API std::string_view to_string(Command command) noexcept;

/// What a game supplies. The machine writes commands of scripts into the WorldState first and then notifies
/// the game, so a game that only draws overrides nothing and reads the state. By default queries are answered
/// from the state. A game may change the state and send events from inside a call; it must not run frames or
/// restore snapshots there.
class VELLUM_API Game {
  public:
    Game() = default;
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    virtual ~Game();

    // --- Memory. Asked only when owns_save() answered true at the world's making. ---
    /// True if the game owns the save block; WorldState::save is then unused.
    [[nodiscard]] virtual bool owns_save() { return false; }
    /// Byte of bank 0; `address` is below save_size.
    [[nodiscard]] virtual std::uint8_t read_save(World& world, std::uint32_t address);
    virtual void write_save(World& world, std::uint32_t address, std::uint8_t value); ///< The other way.

    // --- Queries ---
    /// 0 to 255. By default a linear congruence over GameInputs::random_state.
    [[nodiscard]] virtual std::int32_t random_byte(World& world);
    [[nodiscard]] virtual std::int32_t last_module(World& world);    ///< Special value.
    [[nodiscard]] virtual std::int32_t entry_field(World& world);    ///< Special value.
    [[nodiscard]] virtual std::int32_t map_options(World& world);    ///< Special value.
    [[nodiscard]] virtual std::int32_t battle_escaped(World& world); ///< Special value.
    [[nodiscard]] virtual std::int32_t marsh_side(World& world);     ///< Special value.
    [[nodiscard]] virtual std::int32_t party_leader(World& world);   ///< Special value.
    /// `which` is the special value's number, 17 to 20.
    [[nodiscard]] virtual std::int32_t party_change(World& world, std::int32_t which);
    /// True if the game provides its terrain: `ground` is called each frame for every entity, and the mesh
    /// rule applies.
    [[nodiscard]] virtual bool has_terrain() { return false; }
    [[nodiscard]] virtual Ground terrain_info(World& world, std::int32_t x, std::int32_t z,
                                              std::int32_t model); ///< The ground there.
    /// True if the game reports which entities touch.
    [[nodiscard]] virtual bool has_touch() { return false; }
    /// Model that the entity with this model touches, or -1.
    [[nodiscard]] virtual std::int32_t touching(World& world, std::int32_t model);
    /// True while the confirm button is held: a touched model gets function 4 instead of 3.
    [[nodiscard]] virtual bool confirm_held(World& world);
    [[nodiscard]] virtual bool window_message(World& world, std::int32_t text); ///< Did it open?
    [[nodiscard]] virtual bool window_prompt(World& world, std::int32_t text, std::int32_t first,
                                             std::int32_t last);    ///< Did it open?
    [[nodiscard]] virtual bool window_open(World& world);           ///< Is it open?
    [[nodiscard]] virtual std::int32_t prompt_result(World& world); ///< Chosen line; -1 while open.
    /// True if the player boards the entity now; the machine does the rest.
    [[nodiscard]] virtual bool board(World& world, std::int32_t model);
    /// True if the player may leave the vehicle here; the machine does the rest in the next frames.
    [[nodiscard]] virtual bool alight(World& world, std::int32_t model);
    [[nodiscard]] virtual bool chocobo_ready(World& world); ///< Special query.
    [[nodiscard]] virtual bool chocobo_idle(World& world);  ///< Special query.

    // --- Commands ---
    /// For the game to act on or show; the state has it already. Ignored by default.
    virtual void command(World& world, Command command, std::span<const std::int32_t> arguments);

    // --- The frame ---
    /// True if the game can start functions when none runs: such a world is never finished.
    [[nodiscard]] virtual bool goes_on() { return has_terrain() || has_touch(); }
    /// Step 2: the game moves the player and reports what it touches.
    virtual void controls(World& world);
};

/// The outcome of an event.
enum class Delivery : std::uint8_t {
    started,      ///< the function runs from its entity's next turn
    interrupting, ///< as above; the interrupted function continues after it
    missing,      ///< the script has no such function: ignored
    lost,         ///< something at least as important is running
    scripts_off,  ///< the entity takes no functions
    no_model      ///< no such model on the map
};

/// "started", "no such function", …
[[nodiscard]] VELLUM_API std::string_view to_string(Delivery delivery) noexcept;

/// A running map. Made by Runtime::instantiate (see as_world) or make_world.
class VELLUM_API World : public Scheduler {
  public:
    [[nodiscard]] virtual WorldState& state() noexcept = 0; ///< For reading, and for changes between frames.
    [[nodiscard]] virtual const WorldState& state() const noexcept = 0; ///< To look at.

    virtual Delivery system_event(std::uint8_t function) = 0; ///< Starts a system function.
    virtual Delivery model_event(std::uint8_t model, std::uint8_t function) = 0; ///< Of a model.
    /// Mesh coordinates (0-35, 0-27) and trigger number (0-15; the game itself only uses 0 to 4).
    virtual Delivery mesh_event(std::uint32_t mesh_x, std::uint32_t mesh_z, std::uint8_t trigger) = 0;
    /// Begins to leave the map: system function 1, later function 1 of every model, no ticks any more.
    virtual Delivery leave_map() = 0;
    /// Writes the map's saved state back to the save block: the positions of the vehicles and of the party,
    /// the camera, the map's number and what the player rides.
    virtual void store_positions() = 0;
    /// The player asks to leave the vehicle, as EXIT_VEHICLE does.
    virtual void ask_to_alight() = 0;

    /// Runtime warnings so far: each kind once per instruction.
    [[nodiscard]] virtual const Diagnostics& warnings() const = 0;
};

/// The world behind a scheduler, or null if it belongs to another engine.
[[nodiscard]] VELLUM_API World* as_world(Scheduler& scheduler) noexcept;
[[nodiscard]] VELLUM_API const World* as_world(const Scheduler& scheduler) noexcept; ///< The same.

/// The value at a place of the memory banks, written as in sources ("save.bit(0xC22, 3)", "temp.byte(4)") or
/// by its name in the save map ("marsh_timer"); empty if there is no such place, or if the game owns the save
/// block.
[[nodiscard]] VELLUM_API std::optional<std::int32_t> read_place(const World& world, std::string_view place);

/// A world with a C++ game. Game and program outlive it. Settings are those of the engine's page.
[[nodiscard]] VELLUM_API Result<std::unique_ptr<World>>
make_world(ProgramPtr program, Game& game, const RunOptions& options, Diagnostics& diagnostics);

/// Draws the 36 x 28 meshes with the functions that belong to them as an SVG picture. With a world, also its
/// entities, their paths and where events fired while it kept a record: setting "map" = "1", or an observer.
/// Program::picture gives the same.
[[nodiscard]] VELLUM_API std::string draw_map(const Program& program, const World* world);

/// Name of a model ("Cloud"), or empty.
[[nodiscard]] VELLUM_API std::string_view model_name(std::uint32_t model) noexcept;

} // namespace vellum::ff7
