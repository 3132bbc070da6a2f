// A running game: the world, its machines, and a small game loop that starts the functions the engine would
// start. The loop is described in docs/engines/ags.md, "Game loop"; what a frame cannot finish goes on in the
// next.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/ags/format/game.hpp"
#include "engines/ags/machine/machine.hpp"
#include "engines/ags/play/play.hpp"
#include "vellum/engine.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::ags {

/// A function that the main machine will start, or a room that is entered in its turn.
struct Pending {
    enum class Kind : std::uint8_t { function, dialog, room };
    Kind kind = Kind::function;
    std::uint32_t instance = 0; ///< Of a room its index into the rooms.
    std::uint32_t export_number = 0;
    std::vector<Value> arguments;
};

/// What a call from outside does, so that a pause may fall anywhere into it.
struct Task {
    enum class Kind : std::uint8_t { none, start, frame, room, event, call };
    Kind kind = Kind::none;
    std::uint8_t at = 0;       ///< Steps done, as `advance` counts them.
    std::uint32_t next = 0;    ///< Frame: the next script to get a callback …
    std::uint32_t count = 0;   ///< … of so many.
    std::string name;          ///< Event or call: of what.
    std::vector<Value> values; ///< Event.
    std::uint32_t machine = 0; ///< Paused: the machine,
    float seconds = 0;         ///< the length of the frame,
    std::uint64_t left = 0;    ///< what is left of the budget
    std::uint64_t charged = 0; ///< what was used of it
    std::uint64_t work = 0;    ///< and work that is not yet an instruction.
};

/// What a snapshot keeps of the world beside its scripts' data, machines and pool.
struct WorldFields {
    std::int64_t room = -1;             ///< Index into the rooms, -1 outside of rooms.
    std::vector<std::uint32_t> visited; ///< Indices of those that were entered.
    bool started = false;
    std::uint64_t frames = 0;
    std::deque<Pending> queue;
    bool dialog_runs = false; ///< The main machine's function is a dialog's.
    Task task;                ///< While paused.
};

class World final : public Scheduler, private MachineContext {
  public:
    /// Links everything but the rooms of games, which are linked when they are entered.
    [[nodiscard]] static Result<std::unique_ptr<Scheduler>>
    make(const Engine& engine, std::span<const ProgramPtr> programs, Host& host, const RunOptions& options);

    World(const Engine& engine, Host& host) : environment_(engine, host) {}

    /// A quarter of a second of the precise form, so that a frame stays below one second even if the longest
    /// search in the longest text is what spends it (docs/security.md, "Limits and their defaults").
    static constexpr std::uint64_t default_instructions = 50'000'000U;

    void start() override;
    void frame(float seconds) override;
    EventResult send(const Event& event) override;
    CallResult call(std::string_view function, std::span<const Value> arguments) override;
    [[nodiscard]] bool finished() const override;
    [[nodiscard]] std::size_t machine_count() const override { return machines_.size(); }
    [[nodiscard]] MachineInfo machine(std::size_t index) const override;
    [[nodiscard]] const Program& program(std::size_t index) const override;
    [[nodiscard]] const Program& frame_program(std::size_t index, std::size_t frame) const override;
    [[nodiscard]] std::uint64_t frames() const override { return state_.frames; }
    [[nodiscard]] std::uint64_t instructions() const override;
    [[nodiscard]] std::string object_name(ObjectId object) const override;
    [[nodiscard]] Result<std::string> state_json() const override;
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
    Result<void> restore(std::span<const std::byte> bytes) override;
    void set_budget(const Budget& budget) override;
    bool count_executions(bool on) override;
    [[nodiscard]] std::vector<ExecutionCounts> execution_counts() const override;

    [[nodiscard]] Environment& environment() noexcept { return environment_; }
    /// Instructions, and work that counts as such, of the last call from outside: what its budget was used
    /// for.
    [[nodiscard]] std::uint64_t charged() const noexcept { return charged_; }

  private:
    static constexpr std::uint32_t not_linked = 0xFFFFFFFF; ///< In room_instances_.
    static constexpr std::size_t event_repeats = 6; ///< Place in a room's list of functions for its events.
    Result<void> configure(const RunOptions& options);
    Result<void> add_programs(std::span<const ProgramPtr> programs);
    Result<std::uint32_t> load_room(std::size_t index);
    Result<std::vector<bool>> link_saved_rooms(ByteReader& in, bool saved_game);
    [[nodiscard]] Result<std::vector<std::byte>> write_state(const SavedGames::Kept& saves) const;
    Result<void> read_state(std::span<const std::byte> bytes, bool saved_game);
    [[nodiscard]] bool native_runs() const {
        return std::ranges::any_of(machines_, [](const auto& machine) { return machine->in_native(); });
    }
    [[nodiscard]] bool exists(const WorldFields& state, const std::vector<bool>& linked) const;
    bool queue(std::uint32_t instance, std::string_view function, std::vector<Value> arguments);
    std::size_t queue_everywhere(std::string_view function, const std::vector<Value>& arguments);
    // What gives a bool is false if a pause fell into it.
    [[nodiscard]] bool advance(Task& task);
    [[nodiscard]] bool advance_frame(Task& task);
    [[nodiscard]] bool advance_start(Task& task);
    [[nodiscard]] bool run_queue();
    [[nodiscard]] bool run_forked(Task& task, std::string_view function);
    void end_forked(Machine& machine, Exit exit, std::string_view function);
    CallResult end_call(Machine& machine, Exit exit, const std::string& name);
    void tell_event(const Task& task, EventOutcome outcome);
    [[nodiscard]] std::int32_t number_of_room(std::size_t index) const;
    /// Index into the rooms; as many as there are if there is none of that number.
    [[nodiscard]] std::size_t index_of_room(std::int64_t number) const;
    /// Queues leaving the old room and entering the other.
    void go_to_room(std::size_t index);
    /// The room that a game begins in.
    void go_to_first_room(std::int64_t number);
    void enter_room(std::uint32_t index);
    /// Queues a function of the room: the one that its data names for the event, or else that of that name.
    void queue_room_event(std::size_t event, std::string_view name);
    void refuse_room();

    // --- world/play.cpp ---
    [[nodiscard]] std::optional<std::string> place_value(std::string_view place) const override;
    /// What natives asked for next; false if that is nothing, or the player has to choose something first.
    [[nodiscard]] bool take_action();
    /// True if some script restores games or restarts the game.
    [[nodiscard]] bool restores_games() const;
    void save_game(std::int32_t slot, std::string_view description);
    /// What scripts asked to be saved when the running function is over.
    void save_games();
    void restore_game(std::int32_t slot);
    void show_slots(PlayFields::Slots slots);
    [[nodiscard]] Result<void> choose_slot(std::string_view what);
    void arrive(std::int32_t room);
    void start_dialog(std::int32_t number);
    void run_dialog(std::int32_t entry);
    void end_dialog_part(std::int32_t result);
    void show_options();
    [[nodiscard]] bool waits_for_choice() const {
        return play_ != nullptr && ((play_->state.choosing && !play_->state.asked) ||
                                    play_->state.slots != PlayFields::Slots::none);
    }
    /// True if nothing is under way that the step would come in between of.
    [[nodiscard]] bool ready_for(std::string_view step) const;
    /// Does what a player does: "click oDoor with iKey". Nothing if it is no step.
    [[nodiscard]] std::optional<EventResult> take_step(std::string_view step);
    [[nodiscard]] Result<void> do_step(std::string_view verb, std::string_view rest);
    [[nodiscard]] Result<Thing> thing_named(std::string_view name) const;
    [[nodiscard]] Result<void> click(std::string_view what);
    [[nodiscard]] Result<void> choose(std::string_view what);
    [[nodiscard]] Result<void> use_control(std::string_view what, std::optional<std::string_view> text);
    [[nodiscard]] Result<void> hold(std::string_view item);
    void pause(Task& task);
    void go_on() override;
    void pause_asked() override;
    void stops_changed() override;
    /// Behind what was linked: scripts that are new have their fast form, with the stops that there are.
    void prepare_fast();
    /// Brings to its end what is paused, before something else begins.
    void catch_up() {
        while (paused() && !Scheduler::interrupted()) go_on();
    }
    class Entry;
    /// What is left of the budget, and taking from it.
    [[nodiscard]] std::uint64_t left() const;
    [[nodiscard]] std::uint64_t whole_budget() const {
        return budget().instructions != 0 ? budget().instructions : default_instructions;
    }
    void use(std::uint64_t instructions);
    void fault_unfinished(Machine& machine, const std::string& function);
    void tell_slow_scripts();
    Exit run(Machine& machine, bool behind_pause = false);
    /// Reports what ended a run and makes the machine idle again where it did.
    void settle(Machine& machine, Exit exit);
    Result<void> begin(Machine& machine, std::uint32_t instance, std::uint32_t export_number,
                       std::span<const Value> arguments);
    [[nodiscard]] Machine* fork();
    void tell(Machine& machine, std::string_view text);
    /// Callee::calls, which begin anew. Null: nobody is told.
    void take_counts(Observer* told);
    /// What a snapshot says about the scripts it belongs to: those linked at the start, then the rooms.
    [[nodiscard]] std::vector<std::uint64_t> identities() const;
    [[nodiscard]] bool is_current(const Instance& instance) const;

    [[nodiscard]] bool step(Machine& machine, std::uint32_t step, bool outermost) override;
    [[nodiscard]] std::uint64_t look_after() override;
    void looked(Machine& machine) override;
    void native(Machine& machine, const Callee& callee, const Call& call) override;
    void disposed(std::uint64_t host_id) override;
    SchedulerLink scheduler() override { return {this}; }
    [[nodiscard]] bool interrupted() const override { return Scheduler::interrupted(); }
    /// Nothing stops inside of what a native, an observer or the end of an object set going.
    [[nodiscard]] std::uint64_t pause_left(bool outermost) override {
        return outermost && entered_ == 1 ? Scheduler::pause_left(instructions()) : no_pause;
    }

    Environment environment_;
    std::optional<TextMode> text_mode_; ///< As set; the game itself says it otherwise.
    std::vector<std::unique_ptr<Machine>>
        machines_; ///< [0] is the main one; the others run callbacks and nested calls.
    std::vector<MachineState> states_;
    WorldFields state_;
    std::vector<GameScript> rooms_;             ///< Of games: linked when entered.
    std::vector<std::uint32_t> room_instances_; ///< Parallel to rooms_; none if not linked yet.
    std::vector<std::uint32_t> linked_rooms_;   ///< Indices into rooms_ in the order of linking.
    std::size_t scripts_at_start_ = 0;
    std::optional<std::int64_t> first_room_;
    float seconds_ = 0;
    std::uint64_t left_ = 0; ///< Of the budget of the call from outside that is under way.
    std::uint64_t charged_ = 0;
    std::uint64_t next_sample_ = 0;     ///< `instructions()` at which a sampler looks again.
    std::uint32_t entered_ = 0;         ///< Calls from outside on the C++ stack.
    std::optional<Diagnostic> no_room_; ///< Why the last room could not be entered.
    std::string refused_room_;          ///< Its script.
    std::unique_ptr<Play> play_;        ///< Null where only scripts are there.
    std::size_t slow_told_ = 0;
};

} // namespace vellum::ags
