// A scheduler is a running world of scripts: it owns machines and calls them frame by frame, delivers events,
// keeps what waits, and can be saved at any instruction and restored bit for bit. Each engine has its own
// behind this face; front ends use nothing else.
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
    idle,      ///< nothing to do until an event or call comes
    ready,     ///< will go on with the next frame
    waiting,   ///< a native or a wait is pending
    exhausted, ///< stopped by its budget; goes on with the next frame
    finished,
    faulted
};

/// "idle", "ready", …
[[nodiscard]] VELLUM_API std::string_view to_string(MachineState state) noexcept;

/// A machine as outsiders see it.
struct MachineInfo {
    std::string name;                        ///< "main", "model 3".
    MachineState state = MachineState::idle; ///< What it is doing.
    std::uint64_t instructions = 0;          ///< Executed since the start.
    std::vector<Frame> frames;               ///< Innermost first; empty when idle.
};

/// An event for the scripts, as the engine names it; see the engine's page for the forms.
struct Event {
    std::string name;          ///< "2", "OnUse", "model 3 action", "mesh 21,10,3"
    std::vector<Value> values; ///< What the handler gets.
};

/// What every running world may be told. Engines extend it by what is their own.
struct WorldOptions {
    Budget budget; ///< What it may use up.
    /// What scripts may read while they run and the scripts and sources they name, by names as they write
    /// them. Not owned, must outlive the world, may be null: then scripts find no file.
    const FileSystem* files = nullptr;
    /// Start of the world's random numbers; the engine's own if there is none.
    std::optional<std::uint64_t> seed;
};

/// A running world.
class VELLUM_API Scheduler {
  public:
    Scheduler() = default;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;
    virtual ~Scheduler() = default;

    /// Starts the world (run task, map opening, game_start, startup state) and runs what the engine runs at
    /// once.
    virtual void start() = 0;
    /// Runs one frame.
    virtual void frame(float seconds) = 0;
    /// Delivers an event. The text says what became of it ("handled", "no handler", …); a diagnostic if the
    /// event's name or values make no sense to the engine. `outcome` says both as a value.
    virtual EventResult send(const Event& event) = 0;
    /// Calls a script function by name to its end and gives its result, where the engine has such calls.
    virtual CallResult call(std::string_view function, std::span<const Value> arguments) = 0;
    /// True when nothing will happen any more without an event.
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
    /// Frames begun since the start; a restored world goes on counting where its snapshot was.
    [[nodiscard]] virtual std::uint64_t frames() const = 0;
    /// What scripts have made of the world, as a JSON object with the names of the engine's page: for tests
    /// and tools. Default: `engine.unsupported`.
    [[nodiscard]] virtual Result<std::string> state_json() const;
    /// The value of a place as the engine's language writes it ("save.bit(0xC22, 3)"). Default: no place has
    /// a name.
    [[nodiscard]] virtual std::optional<std::string> place_value(std::string_view place) const {
        static_cast<void>(place);
        return std::nullopt;
    }
    /// What a frame of MachineInfo::frames holds and what is around it, by scopes that the engine's page
    /// names; frame 0 of a machine that has none gives what is around it alone. Every scope begins at the
    /// page's first variable. While the world is paused or at rest, and inside natives.
    /// `engine.unsupported` if there is no such machine or frame.
    [[nodiscard]] virtual Result<std::vector<Scope>> scopes(std::size_t machine, std::size_t frame,
                                                            const Page& page) const;
    /// Gives a variable of `scopes` another value, of the type it has, while the world is paused or at rest.
    /// `engine.variable` if there is none, or the engine lets nobody change it. Runs no script code.
    virtual Result<void> change_variable(std::size_t machine, std::size_t frame, std::string_view scope,
                                         std::size_t index, const Value& value);
    /// Memory that scripts address, where the engine has such: each script's data, each bank.
    [[nodiscard]] virtual std::vector<MemoryBlock> memory_blocks() const { return {}; }
    /// Bytes of one of them; as many as there are if those are fewer. `engine.variable` if there is no such
    /// block.
    [[nodiscard]] virtual Result<std::vector<std::byte>>
    read_memory(std::string_view block, std::uint64_t first, std::size_t count) const;
    /// Writes bytes of one of them, all or none, while the world is paused or at rest. `engine.variable` if
    /// they do not all lie in it, or there is no such block. Runs no script code.
    virtual Result<void> write_memory(std::string_view block, std::uint64_t first,
                                      std::span<const std::byte> bytes);
    /// What to call an object that the world itself made, such as a stand-in; empty for the host's objects.
    [[nodiscard]] virtual std::string object_name(ObjectId object) const {
        static_cast<void>(object);
        return {};
    }

    /// The whole state as bytes: versioned, with the identity of the programs, never of the host.
    [[nodiscard]] virtual Result<std::vector<std::byte>> snapshot() const = 0;
    /// Puts a state back into a scheduler made from the same programs. On failure the scheduler is as it was.
    virtual Result<void> restore(std::span<const std::byte> bytes) = 0;

    /// Goes on with another program in the place of one of its own, its state kept as far as it still makes
    /// sense there; between frames. On failure everything stays. Default: `engine.unsupported`.
    virtual Result<void> exchange(const Program& old, const ProgramPtr& fresh);

    /// Faults since the last call of take_faults, oldest first (at most `kept_faults` are kept).
    [[nodiscard]] const std::vector<Fault>& faults() const noexcept { return faults_; }
    static constexpr std::size_t kept_faults = 1000; ///< More are only observed.
    [[nodiscard]] std::vector<Fault> take_faults() { return std::exchange(faults_, {}); } ///< All so far.

    /// Adds an observer, which must outlive the scheduler or be removed. Several are told in the order they
    /// were added; one that is there already is not added again. Not from inside an observer.
    void add_observer(Observer& observer);
    void remove_observer(const Observer& observer); ///< Does nothing if it is not there.
    [[nodiscard]] Observer* observer() const noexcept { return observer_; } ///< Tells all; null if none.
    /// Who decides where the world stops, null for nobody; not owned. Asked in front of every instruction of
    /// these addresses, of all code if there are none; an engine may ask elsewhere, too. What is not asked
    /// about runs as fast as ever.
    void set_stopper(Stopper* stopper, std::vector<CodeRange> where = {});
    [[nodiscard]] Stopper* stopper() const noexcept { return stopper_; }                         ///< As set.
    [[nodiscard]] const std::vector<CodeRange>& stop_ranges() const noexcept { return ranges_; } ///< As set.
    virtual void set_budget(const Budget& budget) { budget_ = budget; }     ///< From the next slice.
    [[nodiscard]] const Budget& budget() const noexcept { return budget_; } ///< As set.

    /// Stops what runs, from any thread: every machine ends its slice soon, as if its instructions were
    /// spent, natives of the engine and natives that ask `Call::interrupted` included. Machines that can go
    /// on do so once `resume` was called; what must end then (a `call` or an engine whose budget is final)
    /// faults with `run.interrupted`. Holds until `resume`: nothing runs meanwhile.
    void interrupt() noexcept { interrupted_.store(true, std::memory_order_relaxed); }
    /// Ends an interruption, from any thread; and goes on after a pause as if nothing had happened, on this
    /// thread, until what was under way has come to its end or pauses again. Does nothing to a world that
    /// runs.
    void resume();
    /// Between `interrupt` and `resume`.
    [[nodiscard]] bool interrupted() const noexcept { return interrupted_.load(std::memory_order_relaxed); }

    /// Stops the start, frame, event or call that is under way, or else the next one, in front of an
    /// instruction: after exactly that many more, counted as `instructions` counts. Asked for inside a native
    /// or an observer, it counts from behind the instruction under way. The last request holds; `no_pause`
    /// takes it back. It costs nothing until the pause is near.
    ///
    /// What stopped has returned by then: `send` says `begun` and `call` `unfinished` (its result is lost). A
    /// frame, an event or a start that comes while the world is paused first brings to its end what is under
    /// way; a call may be refused. Snapshots keep the place.
    ///
    /// What native code waits for runs to its end: a function or event that a native calls or sends itself,
    /// and with Skrit all that gives a script's value (calls, commands, formulas). The instructions count,
    /// and the pause follows right behind.
    void pause_after(std::uint64_t instructions) {
        asked_ = instructions;
        pause_at_ = no_pause;
        pause_asked();
    }
    static constexpr std::uint64_t no_pause = ~std::uint64_t{0}; ///< Takes a pause back.
    /// Between a pause and `resume`.
    [[nodiscard]] bool paused() const noexcept { return paused_.load(std::memory_order_relaxed); }

  protected:
    // For engines. A pause is asked for at any time and made good where the number of executed instructions
    // is known.
    /// A machine that runs shall ask `pause_left` behind the present instruction.
    virtual void pause_asked() {}
    /// The world is paused: runs what was left behind, unless something else runs around it.
    virtual void go_on() = 0;
    /// What was asked for last, for an engine that counts by itself.
    [[nodiscard]] std::uint64_t take_asked() noexcept { return std::exchange(asked_, no_pause); }
    /// Instructions until the pause if `executed` were until now; `no_pause` if none was asked for.
    [[nodiscard]] std::uint64_t pause_left(std::uint64_t executed) noexcept {
        if (asked_ < no_pause - executed) pause_at_ = executed + asked_;
        asked_ = no_pause;
        if (pause_at_ == no_pause) return no_pause;
        return pause_at_ > executed ? pause_at_ - executed : 0;
    }
    /// A pause was asked for and has not come.
    [[nodiscard]] bool awaits_pause() const noexcept { return asked_ != no_pause || pause_at_ != no_pause; }
    /// The world is paused from here on, or was restored so, or is not any more.
    void set_paused(bool paused) noexcept {
        if (paused) asked_ = pause_at_ = no_pause;
        paused_.store(paused, std::memory_order_relaxed);
    }
    /// The stopper wants to stop in front of that instruction; the pause is then asked for. An engine that
    /// cannot pause here goes on.
    [[nodiscard]] bool stop_wanted(const Step& step) {
        if (stopper_ == nullptr || !stopper_->stops(step)) return false;
        pause_after(0);
        return true;
    }
    /// `stopper()` or `stop_ranges()` are others than before.
    virtual void stops_changed() {}
    /// Keeps the fault and tells the observer. Past `kept_faults` only the observer hears of it.
    void report(Fault fault);
    /// `observer()` is another than before.
    virtual void observers_changed() {}

  private:
    void choose_observer();

    std::vector<Fault> faults_;
    std::vector<Observer*> observers_;
    std::unique_ptr<Observer> all_observers_; ///< Made when there are several.
    Observer* observer_ = nullptr;
    Stopper* stopper_ = nullptr;
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
