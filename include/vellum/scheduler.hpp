// A scheduler is a running world of scripts: it owns machines and runs them frame by frame, delivers events,
// keeps waiting calls, and can be saved at any instruction and restored bit for bit. Each engine implements
// this interface; front ends use nothing else.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"
#include "vellum/fault.hpp"
#include "vellum/files.hpp"
#include "vellum/host.hpp"
#include "vellum/inspect.hpp"
#include "vellum/observer.hpp"
#include "vellum/outcome.hpp"
#include "vellum/program.hpp"
#include "vellum/value.hpp"

namespace vellum {

/// What a machine is doing.
enum class MachineState : std::uint8_t {
    idle,      ///< nothing to do until an event or call arrives
    ready,     ///< will continue in the next frame
    waiting,   ///< a native or a wait is pending
    exhausted, ///< stopped by its budget; continues in the next frame
    finished,
    faulted
};

/// "idle", "ready", …
[[nodiscard]] VELLUM_API std::string_view to_string(MachineState state) noexcept;

/// A machine as seen from outside.
struct MachineInfo {
    std::string name;                        ///< "main", "model 3".
    MachineState state = MachineState::idle; ///< What it is doing.
    std::uint64_t instructions = 0;          ///< Executed since the start.
    std::vector<Frame> frames;               ///< Innermost first; empty when idle.
};

/// An event for the scripts, as the engine names it; see the engine's page for the forms.
struct Event {
    std::string name;          ///< "2", "OnUse", "model 3 action", "mesh 21,10,3"
    std::vector<Value> values; ///< The values for the handler.
};

/// Options of every running world. Engines add their own.
struct WorldOptions {
    Budget budget; ///< Its budget.
    /// The files that scripts can read while they run, and the scripts and sources they name, by the names
    /// they use. Not owned, must outlive the world; null: scripts find no files.
    const FileSystem* files = nullptr;
    /// Seed of the world's random numbers; the engine's own if empty.
    std::optional<std::uint64_t> seed;
};

/// A running world.
class VELLUM_API Scheduler {
  public:
    Scheduler() = default;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;
    virtual ~Scheduler() = default;

    /// Starts the world (run task, map opening, game_start, startup state) and runs everything that the
    /// engine runs at once.
    virtual void start() = 0;
    /// Runs one frame.
    virtual void frame(float seconds) = 0;
    /// Delivers an event. The text is its outcome ("handled", "no handler", …); a diagnostic if the engine
    /// rejects the event's name or values. `outcome` has both as a value.
    virtual EventResult send(const Event& event) = 0;
    /// Calls a script function by name until it returns, and returns its result, if the engine has such
    /// calls.
    virtual CallResult call(std::string_view function, std::span<const Value> arguments) = 0;
    /// True if nothing more will happen without an event.
    [[nodiscard]] virtual bool finished() const = 0;

    [[nodiscard]] virtual std::size_t machine_count() const = 0; ///< Machines so far, finished ones too.
    [[nodiscard]] virtual MachineInfo machine(std::size_t index) const = 0; ///< Below machine_count.
    /// The program whose code machine `index` is in.
    [[nodiscard]] virtual const Program& program(std::size_t index) const = 0;
    /// The program whose code frame `frame` of that machine is in: one of `machine(index).frames`, or 0.
    /// Default: machines stay in one program.
    [[nodiscard]] virtual const Program& frame_program(std::size_t index, std::size_t frame) const {
        static_cast<void>(frame);
        return program(index);
    }
    /// Instructions executed by all machines since the start.
    [[nodiscard]] virtual std::uint64_t instructions() const = 0;
    /// Frames begun since the start; a restored world continues the count of its snapshot.
    [[nodiscard]] virtual std::uint64_t frames() const = 0;
    /// The state of the world as a JSON object with the names of the engine's page: for tests and tools.
    /// Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<std::string> state_json() const;
    /// The value of a place as the engine's language writes it ("save.bit(0xC22, 3)"). Default: no place has
    /// a name.
    [[nodiscard]] virtual std::optional<std::string> place_value(std::string_view place) const {
        static_cast<void>(place);
        return std::nullopt;
    }
    /// The variables of a frame of MachineInfo::frames and those around it, by scopes that the engine's page
    /// names; frame 0 of a machine without frames gives only those around it. Every scope begins at the
    /// page's first variable. Works while the world is paused or at rest, and inside natives. Fails with
    /// `engine.unsupported` if there is no such machine or frame.
    [[nodiscard]] virtual Result<std::vector<Scope>> scopes(std::size_t machine, std::size_t frame,
                                                            const Page& page) const;
    /// Changes a variable of `scopes` to another value of its type while the world is paused or at rest.
    /// Fails with `engine.variable` if there is none or it cannot be changed. Runs no script code.
    virtual Result<void> change_variable(std::size_t machine, std::size_t frame, std::string_view scope,
                                         std::size_t index, const Value& value);
    /// Memory that scripts address, if the engine has any: each script's data, each bank.
    [[nodiscard]] virtual std::vector<MemoryBlock> memory_blocks() const { return {}; }
    /// Reads bytes of a block, fewer at its end. Fails with `engine.variable` if there is no such block.
    [[nodiscard]] virtual Result<std::vector<std::byte>>
    read_memory(std::string_view block, std::uint64_t first, std::size_t count) const;
    /// Writes bytes of a block, all or none, while the world is paused or at rest. Fails with
    /// `engine.variable` if they are not all inside it, or there is no such block. Runs no script code.
    virtual Result<void> write_memory(std::string_view block, std::uint64_t first,
                                      std::span<const std::byte> bytes);
    /// The name of an object that the world itself created, such as a stand-in; empty for the host's objects.
    [[nodiscard]] virtual std::string object_name(ObjectId object) const {
        static_cast<void>(object);
        return {};
    }

    /// The whole state as bytes: versioned, with the identity of the programs, not of the host.
    [[nodiscard]] virtual Result<std::vector<std::byte>> snapshot() const = 0;
    /// Restores a state in a scheduler of the same programs. On failure the scheduler is unchanged.
    virtual Result<void> restore(std::span<const std::byte> bytes) = 0;

    /// Replaces one of its programs with another, keeping as much state as still fits; between frames. On
    /// failure nothing changes. Default: `engine.unsupported`.
    virtual Result<void> exchange(const Program& old, const ProgramPtr& fresh);

    /// Faults since the last call of take_faults, oldest first (at most `kept_faults` are kept).
    [[nodiscard]] const std::vector<Fault>& faults() const noexcept { return faults_; }
    static constexpr std::size_t kept_faults = 1000; ///< More are only observed.
    [[nodiscard]] std::vector<Fault> take_faults() { return std::exchange(faults_, {}); } ///< All so far.

    /// Adds an observer, which must outlive the scheduler or be removed. Several are notified in the order
    /// they were added; adding one twice has no effect. Not from inside an observer.
    void add_observer(Observer& observer);
    void remove_observer(const Observer& observer); ///< Does nothing if it was not added.
    [[nodiscard]] Observer* observer() const noexcept { return observer_; } ///< Notifies all; null if none.
    /// Sets the stopper, which decides where the world stops; null for none; not owned. It is called before
    /// every instruction at these addresses, or before all if there are none; an engine may call it elsewhere
    /// too. Other code runs at full speed.
    void set_stopper(Stopper* stopper, std::vector<CodeRange> where = {});
    [[nodiscard]] Stopper* stopper() const noexcept { return stopper_; }                         ///< As set.
    [[nodiscard]] const std::vector<CodeRange>& stop_ranges() const noexcept { return ranges_; } ///< As set.
    /// Counts from here on how often each instruction is executed, at nearly full speed, or no longer. False
    /// if the engine cannot: an observer that wants steps can.
    virtual bool count_executions(bool on) {
        static_cast<void>(on);
        return false;
    }
    /// What was counted so far, program by program.
    [[nodiscard]] virtual std::vector<ExecutionCounts> execution_counts() const { return {}; }
    /// Sets who looks at the world from time to time; null for nobody; not owned. Engines that execute no
    /// long runs of instructions may leave it out.
    void set_sampler(Sampler* sampler) noexcept { sampler_ = sampler; }
    [[nodiscard]] Sampler* sampler() const noexcept { return sampler_; } ///< As set.
    static constexpr std::uint64_t between_samples = 100'000; ///< Instructions from one look to the next.
    virtual void set_budget(const Budget& budget) { budget_ = budget; }     ///< From the next slice.
    [[nodiscard]] const Budget& budget() const noexcept { return budget_; } ///< As set.

    /// Interrupts the world, from any thread: every machine ends its slice soon, as if its instructions were
    /// used up, including natives of the engine and natives that check `Call::interrupted`. Machines that can
    /// continue do so after `resume`; others (in a `call`, or in an engine whose budget is final) fault with
    /// `run.interrupted`. Nothing runs until `resume`.
    void interrupt() noexcept { interrupted_.store(true, std::memory_order_relaxed); }
    /// Ends an interruption, from any thread. After a pause, continues on this thread as if nothing had
    /// happened, until the paused activity ends or pauses again. Does nothing to a running world.
    void resume();
    /// Between `interrupt` and `resume`.
    [[nodiscard]] bool interrupted() const noexcept { return interrupted_.load(std::memory_order_relaxed); }

    /// Pauses the current start, frame, event or call, or otherwise the next one, before an instruction:
    /// after exactly this many more, as counted by `instructions`. Called inside a native or an observer, it
    /// counts from after the current instruction. The last request counts; `no_pause` cancels it. It costs
    /// nothing until the pause is near.
    ///
    /// The paused function has returned by then: `send` with `begun` and `call` with `unfinished` (its result
    /// is lost). A frame, an event or a start while the world is paused first finishes the paused activity; a
    /// call may be refused. Snapshots keep the position.
    ///
    /// Code that a native waits for runs to its end: a function or event that a native calls or sends itself,
    /// and in Skrit everything that returns a value (calls, commands, formulas). Its instructions count, and
    /// the pause follows right after it.
    void pause_after(std::uint64_t instructions) {
        asked_ = instructions;
        pause_at_ = no_pause;
        pause_asked();
    }
    static constexpr std::uint64_t no_pause = ~std::uint64_t{0}; ///< Cancels a pause.
    /// Between a pause and `resume`.
    [[nodiscard]] bool paused() const noexcept { return paused_.load(std::memory_order_relaxed); }

  protected:
    // For engines. A pause is asked for at any time and made good where the number of executed instructions
    // is known.
    /// A machine that runs shall ask `pause_left` behind the present instruction.
    virtual void pause_asked() {}
    /// The world is paused: finishes the paused activity, unless something else is running around it.
    virtual void go_on() = 0;
    /// The last request, for an engine that counts by itself.
    [[nodiscard]] std::uint64_t take_asked() noexcept { return std::exchange(asked_, no_pause); }
    /// Instructions until the pause, given that `executed` were executed so far; `no_pause` if none was
    /// requested.
    [[nodiscard]] std::uint64_t pause_left(std::uint64_t executed) noexcept {
        if (asked_ < no_pause - executed) pause_at_ = executed + asked_;
        asked_ = no_pause;
        if (pause_at_ == no_pause) return no_pause;
        return pause_at_ > executed ? pause_at_ - executed : 0;
    }
    /// A pause was requested and has not happened yet.
    [[nodiscard]] bool awaits_pause() const noexcept { return asked_ != no_pause || pause_at_ != no_pause; }
    /// Marks the world as paused (now or by a restore), or as no longer paused.
    void set_paused(bool paused) noexcept {
        if (paused) asked_ = pause_at_ = no_pause;
        paused_.store(paused, std::memory_order_relaxed);
    }
    /// True if the stopper stops before that instruction; the pause is then requested. An engine that cannot
    /// pause here continues.
    [[nodiscard]] bool stop_wanted(const Step& step) {
        if (stopper_ == nullptr || !stopper_->stops(step)) return false;
        pause_after(0);
        return true;
    }
    /// `stopper()` or `stop_ranges()` changed.
    virtual void stops_changed() {}
    /// Keeps the fault and notifies the observer. Past `kept_faults` only the observer is notified.
    void report(Fault fault);
    /// `observer()` changed.
    virtual void observers_changed() {}

  private:
    void choose_observer();

    std::vector<Fault> faults_;
    std::vector<Observer*> observers_;
    std::unique_ptr<Observer> all_observers_; ///< Created if there are several.
    Observer* observer_ = nullptr;
    Stopper* stopper_ = nullptr;
    Sampler* sampler_ = nullptr;
    std::vector<CodeRange> ranges_;
    Budget budget_;
    std::atomic<bool> interrupted_ = false;
    std::atomic<bool> paused_ = false;
    std::uint64_t asked_ = no_pause;    ///< Instructions, from a place that is not yet counted.
    std::uint64_t pause_at_ = no_pause; ///< Instructions since the start.
};

namespace codes {
inline constexpr DiagnosticCode snapshot_busy{
    "snapshot.busy", Severity::error,
    "A snapshot cannot be taken or restored now: a native or a call from outside is under way."};
inline constexpr DiagnosticCode run_interrupted{"run.interrupted", Severity::error,
                                                "The world was interrupted from outside."};
} // namespace codes

} // namespace vellum
