// The running map: frames, events, contexts in their order, the rules between scripts and game. Owns a
// Interpreter, which executes; this decides who runs when. Snapshots stand in snapshot.cpp, event texts in
// events.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ff7/format/script.hpp"
#include "engines/ff7/machine/interpreter.hpp"
#include "engines/ff7/world/host_game.hpp"
#include "engines/ff7/world/note_writer.hpp"
#include "vellum/engine.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7 {

/// An event as the game or a plan sends it.
struct GameEvent {
    enum class Kind : std::uint8_t {
        system,
        model,
        mesh,
        script,
        leave,
        terrain,
        move,
        height,
        touch,
        confirm,
        controls,
        alight
    };
    Kind kind = Kind::system;
    std::uint8_t model = 0;
    std::uint32_t mesh_x = 0, mesh_z = 0;
    std::uint8_t number = 0;              ///< Function, trigger or triangle script number.
    std::array<std::int32_t, 3> values{}; ///< Of what the game does, in the order of the event's words.
};

/// Reads "system 7", "model 3 action", "mesh 21,10,3", "script 3 6", "leave" and what else the page lists;
/// values count as further words.
[[nodiscard]] Result<GameEvent> parse_event(const Event& event);

/// Events by frame, those of one frame in the order in which they were put in.
using Plan = std::multimap<std::uint32_t, GameEvent>;
/// Reads a plan: a JSON list of [frame, "system", n], [frame, "model", m, n], [frame, "mesh", x, z, n],
/// [frame, "trigger", m, script number], and so on.
[[nodiscard]] Result<Plan> parse_plan(std::string_view text);

/// Settings of a run, read from RunOptions.
struct WorldSettings {
    GameInputs given;
    MachineOptions machine;
    std::array<std::uint8_t, save_size> save{};
    Plan plan;
    bool keep_map = false;
    bool film = false; ///< Pictures of the run move.
};
/// `script`: its file, whose name tells which map it is unless a setting does.
[[nodiscard]] Result<WorldSettings> read_settings(const RunOptions& options, std::string_view script = {});

/// What `draw_map` needs of a run.
struct MapRecord {
    struct Step {
        std::uint8_t model;
        std::int32_t x, z;
        std::uint32_t frame;
    };
    struct Fired {
        std::string title;
        std::int32_t x, z;
        bool has_place; ///< False before there is a player: nothing to mark.
        std::uint32_t frame;
    };
    static constexpr std::size_t most = 200'000; ///< Of either; a picture with more shows nothing.
    std::vector<Step> steps;
    std::vector<Fired> fired;
};

/// Where a pause fell: into whose turn of a frame, or of the opening run.
struct Cursor {
    bool active = false;
    bool opening = false;
    std::uint32_t turns = 0;  ///< Entities that had theirs.
    std::uint64_t budget = 0; ///< What is left to the turn.
    std::string failure;      ///< What a native said that failed in it.
};

/// How far a frame, or the opening run, has come.
struct Walk {
    bool opening = false;
    std::uint32_t turns = 0; ///< As Cursor's.
};

class RunningWorld final : public World, private MachineContext {
  public:
    RunningWorld(std::shared_ptr<const Script> script, Game& game, const WorldSettings& settings);
    RunningWorld(std::shared_ptr<const Script> script, std::unique_ptr<HostGame> game,
                 const WorldSettings& settings);

    WorldState& state() noexcept override { return interpreter_.state; }
    const WorldState& state() const noexcept override { return interpreter_.state; }
    Delivery system_event(std::uint8_t function) override;
    Delivery model_event(std::uint8_t model, std::uint8_t function) override;
    Delivery mesh_event(std::uint32_t mesh_x, std::uint32_t mesh_z, std::uint8_t trigger) override;
    Delivery leave_map() override;
    void store_positions() override { interpreter_.store(); }
    void ask_to_alight() override { interpreter_.ask_to_alight(); }
    const Diagnostics& warnings() const override { return warnings_; }

    /// A native charged that much work: taken off the running context's budget after its instruction.
    void charge(std::uint64_t work) noexcept { interpreter_.charge(work); }
    /// Tells the phrase that waits for its place to be complete: something else is told next.
    void tell_held();

    void start() override;
    void frame(float seconds) override;
    EventResult send(const Event& event) override;
    CallResult call(std::string_view function, std::span<const Value> arguments) override;
    [[nodiscard]] bool finished() const override;
    [[nodiscard]] std::size_t machine_count() const override { return pool_size + spare_slots + 1; }
    [[nodiscard]] MachineInfo machine(std::size_t index) const override;
    [[nodiscard]] const Program& program(std::size_t) const override { return *script_; }
    [[nodiscard]] std::uint64_t instructions() const override { return interpreter_.instructions(); }
    [[nodiscard]] std::uint64_t frames() const override { return interpreter_.state.frame; }
    Result<void> change_variable(std::size_t index, std::size_t frame, std::string_view scope,
                                 std::size_t number, const Value& value) override;
    [[nodiscard]] std::vector<MemoryBlock> memory_blocks() const override;
    [[nodiscard]] Result<std::vector<std::byte>> read_memory(std::string_view block, std::uint64_t first,
                                                             std::size_t count) const override;
    Result<void> write_memory(std::string_view block, std::uint64_t first,
                              std::span<const std::byte> bytes) override;
    [[nodiscard]] Result<std::vector<Scope>> scopes(std::size_t index, std::size_t frame,
                                                    const Page& page) const override;
    [[nodiscard]] Result<std::vector<std::byte>> snapshot() const override;
    [[nodiscard]] Result<std::string> state_json() const override;
    /// See vellum::ff7::read_place; nothing either for a save that the game keeps.
    [[nodiscard]] std::optional<std::int32_t> read_place(std::string_view place) const;
    [[nodiscard]] std::optional<std::string> place_value(std::string_view place) const override;
    /// The same by the code that pushes it and its operand.
    [[nodiscard]] std::optional<std::int32_t> value_at(std::uint16_t code, std::uint16_t operand) const;
    Result<void> restore(std::span<const std::byte> bytes) override;
    void set_budget(const Budget& budget) override;

    /// Kept while the setting asks for it or somebody watches.
    [[nodiscard]] const MapRecord& map_record() const { return map_; }
    [[nodiscard]] bool keeps_film() const noexcept { return settings_.film; }

    /// Interpreter 0 is the system context, the others are the entities' slots.
    [[nodiscard]] static std::uint32_t machine_index(EntityId entity) noexcept {
        return entity == system_entity ? 0 : std::uint32_t{entity} + 1;
    }
    [[nodiscard]] std::string context_name(EntityId entity) const;

  private:
    Result<void> set_place(const NamedPlace& place, std::int32_t now);
    [[nodiscard]] Frame frame_at(std::uint32_t ip) const;
    void fault(const DiagnosticCode& code, EntityId context, std::uint32_t ip, std::string message) override;
    void warning(const DiagnosticCode& code, EntityId context, std::uint32_t ip,
                 std::string message) override;
    [[nodiscard]] bool before(EntityId context, std::uint32_t ip) override;
    std::uint64_t pause_left(std::uint64_t executed) override { return Scheduler::pause_left(executed); }
    void pause_asked() override { interpreter_.look_up(); }
    void go_on() override;
    /// Brings to its end what is paused, before something else begins.
    void catch_up() {
        while (paused() && !interrupted()) go_on();
    }
    void after(const Executed& what, const DecodedInstruction& word) override;

    Delivery deliver(const GameEvent& event);
    Delivery change(const GameEvent& event);
    void play_plan();
    void finish(bool opening);
    /// The turns from `id` on; false if one was paused.
    [[nodiscard]] bool run_contexts(bool opening);
    [[nodiscard]] bool run_entities(EntityId id, Walk walk);
    void end_frame(bool opening);
    /// False if it was paused.
    [[nodiscard]] bool run_context(EntityId id, bool watched);
    void end_turn(EntityId id, bool watched, std::string&& failure);
    void pause(Walk walk, std::string&& failure);
    [[nodiscard]] bool watched() const noexcept {
        return observer() != nullptr || (stopper() != nullptr && stop_ranges().empty());
    }
    void stops_changed() override {
        interpreter_.plant(stopper() == nullptr ? std::span<const CodeRange>() : stop_ranges());
    }
    void opened();
    void touch_rule(EntityId id);
    void ground_rule();
    void mesh_rule();
    void stop_layers();
    void close_windows();
    void tell_changes();
    void keep_steps();
    void record_event(std::uint16_t id, Delivery delivery, EntityId entity);
    [[nodiscard]] bool keeps_map() const { return keep_map_ || observer() != nullptr; }
    [[nodiscard]] std::string comment_of(const Executed& what, const DecodedInstruction& word) const;
    [[nodiscard]] std::vector<Frame> frames_of(const Entity& entity) const;

    std::shared_ptr<const Script> script_;
    std::uint64_t identity_; ///< Of the script's bytes; a snapshot fits no other script.
    std::unique_ptr<HostGame> own_game_;
    Game& game_;
    Interpreter interpreter_;
    WorldSettings settings_;
    NoteWriter note_writer_;
    Diagnostics warnings_;
    Cursor cursor_;
    bool busy_ = false; ///< Inside a frame: frames and restores are refused.
    bool knows_terrain_ = false;
    bool knows_touch_ = false;
    bool keep_map_ = false;
    MapRecord map_;
};

} // namespace vellum::ff7
