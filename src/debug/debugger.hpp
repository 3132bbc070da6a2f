// A debugging session: a world, where it is to stop, and its time. Every command of every front end comes to
// one of the functions here. Knows no terminal and no protocol.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "debug/stops.hpp"
#include "debug/timeline.hpp"
#include "program/lines.hpp"
#include "vellum/observer.hpp"

namespace vellum::debug {

/// Why the world stands still again.
enum class Reason : std::uint8_t {
    step,        ///< what was asked for is done
    stop,        ///< a breakpoint
    watch,       ///< a value has changed
    fault,       ///< in front of an instruction that fails
    rested,      ///< what was stepped in has ended, or the world came to rest where that was asked for
    end,         ///< nothing is left to do
    beginning,   ///< nothing was found on the way back
    interrupted, ///< somebody asked for it (on_poll)
    failed       ///< that moment cannot be reached: `text` says why
};

/// A value that changed.
struct Change {
    std::uint32_t stop = 0; ///< Its number, 0 if nobody watches it.
    std::string what, before, after;
    std::optional<CodePlace> by; ///< The instruction that did it; a native's work counts as its call's.
    bool gone = false;           ///< Its frame has ended.
};

struct Report {
    Reason reason = Reason::step;
    std::vector<std::uint32_t> stops; ///< Numbers of those that were hit.
    std::vector<Change> changes;
    std::optional<Fault> fault;
    std::string text;    ///< In words, where there is more to say.
    bool behind = false; ///< What stopped lies inside what a native waits for: this is right behind that.
};

/// A moment of the past in which an instruction was about to be executed.
struct Visit {
    Position position;
    std::uint64_t frame = 0; ///< Frames that were run by then.
    std::uint32_t machine = 0;
    CodePlace place;
};

/// How far a step goes.
enum class StepKind : std::uint8_t { into, over, out };
enum class Granularity : std::uint8_t { instruction, line };

class Debugger final : private Stopper, private Observer {
  public:
    /// Nothing is owned. The world is made of `programs`, its host is `tape`; null: nobody can go back.
    Debugger(Scheduler& scheduler, Tape* tape, std::span<const ProgramPtr> programs,
             const TimelineOptions& options = {});
    Debugger(Scheduler& scheduler, Tape& tape, std::span<const ProgramPtr> programs,
             const TimelineOptions& options = {})
        : Debugger(scheduler, &tape, programs, options) {}
    Debugger(const Debugger&) = delete;
    Debugger& operator=(const Debugger&) = delete;
    ~Debugger() override;

    [[nodiscard]] Scheduler& scheduler() noexcept { return scheduler_; }
    [[nodiscard]] const Scheduler& scheduler() const noexcept { return scheduler_; }
    [[nodiscard]] Timeline& timeline() noexcept { return timeline_; }
    [[nodiscard]] Stops& stops() noexcept { return stops_; }
    /// Told each line of a log point.
    void on_log(std::function<void(std::string_view)> log) { log_ = std::move(log); }
    /// Told each fault that happens, whether it stops or not. The world's own list is emptied.
    void on_fault(std::function<void(const Fault&)> tell) { tell_fault_ = std::move(tell); }
    /// Asked now and then while the world runs, forward or back. True: it stops as soon as it can.
    void on_poll(std::function<bool()> poll) { poll_ = std::move(poll); }
    /// What runs is a past that is looked through: whoever tells of a run keeps silent.
    [[nodiscard]] bool unheard() const noexcept { return scanned_ != nullptr || timeline_.travels(); }
    /// Stop in front of what fails.
    void set_stop_at_faults(bool stop) noexcept { at_faults_ = stop; }

    // --- Forward ---
    Report go_on();
    Report step_on(StepKind kind, Granularity granularity);
    Report until(const CodePlace& place); ///< Or until the function has ended.
    Report next_frame();                  ///< To rest, in front of the next frame.
    Report next_event();                  ///< To the beginning of a handler.
    Report until_waiting();               ///< Until the machine in focus waits.
    Report resume(); ///< What on_poll interrupted last, as if it had not: nothing else was done meanwhile.
    // --- Back ---
    Report back_to_stop();
    Report step_back(StepKind kind, Granularity granularity);
    Report last_change(std::string_view expression); ///< Right behind the last write.
    Report go_to(const Position& position);
    Report go_to_frame(std::uint64_t frame); ///< At rest, with so many frames run.
    /// To the last time one of these instructions was about to be executed, or else forward to the next.
    Report go_to_place(std::span<const CodePlace> places);
    Report back_to_beginning_of_frame();           ///< To the first instruction of the frame in focus.
    Report go_to_instruction(std::uint64_t count); ///< To where so many have been executed, of all that ran.
    /// All times in what was recorded that the run came to a place, with its condition true; the earliest
    /// first, and of more than `most` the latest. `count` gets how many they are. Stays where it is.
    [[nodiscard]] Result<std::vector<Visit>> visits(StopRequest request, std::size_t most,
                                                    std::uint64_t& count);

    // --- Looking ---
    /// Machine and frame that names belong to and steps go on in.
    [[nodiscard]] std::size_t machine() const noexcept { return machine_; }
    [[nodiscard]] std::size_t frame() const noexcept { return frame_; }
    bool select(std::size_t machine, std::size_t frame); ///< False if there is none such.
    [[nodiscard]] Result<Variable> evaluate(std::string_view expression) const;
    [[nodiscard]] Result<void> set(std::string_view name, std::string_view expression);
    [[nodiscard]] Result<void> set(const VariablePlace& place, const Value& value);
    [[nodiscard]] Result<void> write_memory(std::string_view block, std::uint64_t first,
                                            std::span<const std::byte> bytes);
    /// Instructions that a stop would mean, without making one.
    [[nodiscard]] Result<std::vector<CodePlace>> places_of(StopRequest request);
    /// Starts watching: the machine and frame in focus are meant.
    [[nodiscard]] Result<const Stop*> watch(StopRequest request);
    [[nodiscard]] const LineTable& lines(const Program& program) const;
    /// Where each frame of a machine stands, innermost first.
    [[nodiscard]] std::vector<CodePlace> places(std::size_t machine) const;
    /// Where a frame of a machine stands; nothing if it has none.
    [[nodiscard]] std::optional<CodePlace> place(std::size_t machine, std::size_t frame) const;

  private:
    using Wanted = std::function<bool(const Step&)>;
    /// What ends a run besides stops.
    struct Goal {
        Wanted at;                                ///< In front of such an instruction.
        std::function<bool()> rest;               ///< Asked when an action has ended.
        std::uint64_t most = Scheduler::no_pause; ///< Instructions.
        bool stops = true;                        ///< Stops count.
        std::vector<CodeRange> where;             ///< `at` is about these; everything if there are none.
    };
    /// What made the world pause.
    struct Hit {
        bool goal = false;
        bool stopped = false; ///< In front of an instruction.
        std::optional<CodePlace> place;
        std::uint32_t machine = 0;
        std::vector<std::uint32_t> told; ///< Stops that an observer noticed.
        std::vector<Change> changes;
    };

    bool stops(const Step& step) override;
    void native(const NativeStep& step) override;
    void note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) override;
    void told(StopKind kind, std::string_view text, std::uint32_t machine);

    Report run(const Goal& goal);
    [[nodiscard]] bool decide(Report& report);
    Report faulted(const Position& from, Fault fault);
    void arm(const Goal& goal);
    void disarm();
    [[nodiscard]] bool counts(Stop& stop, Report& report);
    void log(const Stop& stop);
    /// Instructions between two questions of on_poll: some milliseconds.
    static constexpr std::uint64_t most_unasked = 500'000;
    [[nodiscard]] bool asked_to_stop() { return poll_ && poll_(); }
    void focus(std::uint32_t machine);
    void focus_on_running();

    /// Runs from here up to `end`, stopping in front of each instruction that is wanted.
    [[nodiscard]] Result<void> scan(const Position& end, const Wanted& wanted,
                                    const std::function<void()>& visit);
    /// The last such moment before `end`.
    [[nodiscard]] Result<std::optional<Position>> find_last(const Position& end, const Wanted& wanted,
                                                            const std::function<bool()>& check);
    Report back_to(const Wanted& wanted, const std::function<bool()>& check);

    [[nodiscard]] std::size_t depth(std::size_t machine) const;
    /// An instruction of that machine at most so deep, begins a line if lines are stepped.
    [[nodiscard]] Wanted step_wanted(StepKind kind, Granularity granularity,
                                     std::vector<CodeRange>* where) const;
    [[nodiscard]] bool has_lines(const Program& program) const { return !lines(program).empty(); }
    void read_watches();
    void check_watches(const Step* step);
    [[nodiscard]] std::string value_of(Stop& stop) const;

    Scheduler& scheduler_;
    Timeline timeline_;
    Stops stops_;
    std::function<void(std::string_view)> log_;
    bool at_faults_ = true;
    std::size_t machine_ = 0, frame_ = 0;
    std::function<bool()> poll_;
    std::function<void(const Fault&)> tell_fault_;
    std::optional<Position> failed_at_;      ///< In front of the fault that was told of last.
    std::optional<Position> interrupted_at_; ///< No stop was asked about here yet.
    Goal interrupted_;                       ///< Of what was interrupted last.

    // While something runs.
    const Goal* goal_ = nullptr;
    const Wanted* scanned_ = nullptr;     ///< Instead of the goal and all stops.
    std::vector<CodeRange> scanned_in_;   ///< What `scanned_` is about; everything if there are none.
    bool skip_ = false;                   ///< The next instruction is the one that was stopped at.
    std::optional<CodePlace> stopped_at_; ///< That instruction, if it is known.
    Position stopped_;                    ///< When.
    bool watching_ = false;
    bool asked_ = false; ///< on_poll ended the way back.
    Hit hit_;
    std::optional<CodePlace> before_; ///< The instruction that was asked about last.
};

} // namespace vellum::debug
