// The Debug Adapter Protocol, put on top of a debugging session (debug/debugger.hpp): each request becomes
// one of its functions, each report an event. Requests come from a table; those of one kind stand in one
// file.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/dap/handles.hpp"
#include "protocol/dap/sources.hpp"
#include "protocol/dap/subject.hpp"

namespace vellum::protocol::dap {

class Adapter {
  public:
    using Send = std::function<void(const Json&)>;
    /// `front` is not owned. `poll` hands messages that have come meanwhile to arrived() while the world
    /// runs.
    Adapter(Front& front, Send send, std::function<void()> poll);
    Adapter(const Adapter&) = delete;
    Adapter& operator=(const Adapter&) = delete;
    ~Adapter();

    /// All requests there are.
    [[nodiscard]] static std::vector<std::string_view> commands();

    /// A message has come; it is answered by work().
    void arrived(Json message);
    /// A message has come that cannot be read.
    void complain(const Diagnostic& problem) { tell("stderr", format(problem) + "\n"); }
    /// Answers everything that has come, and runs the world as far as it is to run. A driven subject is run
    /// by `go` alone.
    void work();
    /// The same, but what runs forward rests at that time, until work() is called again.
    void work_until(std::chrono::steady_clock::time_point time);
    /// Something runs, and rests.
    [[nodiscard]] bool rests() const noexcept { return resting_ != Motion::none; }
    /// Runs a driven subject's world until all that was added to its timeline is done. False: it stands
    /// still.
    bool go();
    /// The world is not to run: a stop, or nothing has begun it yet.
    [[nodiscard]] bool stands() const noexcept { return subject_ != nullptr && motion_ == Motion::none; }
    [[nodiscard]] bool begun() const noexcept { return subject_ != nullptr; }
    /// The client has shown the token, or needs none.
    [[nodiscard]] bool trusted() const noexcept { return trusted_; }
    /// The conversation is over.
    [[nodiscard]] bool ended() const noexcept { return ended_; }
    /// The other side has gone: takes away its stops and lets the world go on.
    void leave();
    /// Nothing more is answered. Can be called at any time, while something is answered too; what is
    /// debugged stays until leave().
    void hang_up() noexcept { ended_ = true; }

  private:
    using Reply = Result<Json>;
    /// What a request can be answered in.
    enum class Needs : std::uint8_t { nothing, client, subject, standstill };
    struct Request {
        std::string_view command;
        Reply (Adapter::*answer)(const Json& arguments);
        Needs needs = Needs::subject;
    };
    static std::span<const Request> table();

    /// What runs, or is to run.
    enum class Motion : std::uint8_t {
        none,
        on,
        over,
        in,
        out,
        back,
        reverse,
        jump,
        frame,
        to_frame,
        change
    };

    // --- adapter.cpp: the conversation ---
    void answer(const Json& message);
    void respond(const Json& request, const Reply& reply);
    void event(std::string_view name, Json body);
    void tell(std::string_view category, std::string_view text);
    Reply initialize(const Json& arguments);
    Reply launch(const Json& arguments) { return begin(true, arguments); }
    Reply attach(const Json& arguments) { return begin(false, arguments); }
    Reply begin(bool launch, const Json& arguments);
    Reply configuration_done(const Json& arguments);
    Reply cancel(const Json& arguments);
    Reply terminate(const Json& arguments);
    Reply disconnect(const Json& arguments);
    Reply restart(const Json& arguments);
    [[nodiscard]] Result<void> open(bool launch, const Json& arguments);
    void close();
    void forget(); ///< What was told of the world as it stood.

    // --- adapter_run.cpp: what makes the world run ---
    Reply go_on(const Json& arguments) { return move(Motion::on, arguments); }
    Reply next(const Json& arguments) { return move(Motion::over, arguments); }
    Reply step_in(const Json& arguments) { return move(Motion::in, arguments); }
    Reply step_out(const Json& arguments) { return move(Motion::out, arguments); }
    Reply step_back(const Json& arguments) { return move(Motion::back, arguments); }
    Reply reverse_continue(const Json& arguments) { return move(Motion::reverse, arguments); }
    Reply restart_frame(const Json& arguments);
    Reply goto_targets(const Json& arguments);
    Reply go_to(const Json& arguments);
    Reply time(const Json& arguments);
    Reply to_frame(const Json& arguments);
    Reply last_change(const Json& arguments);
    Reply stand_ins(const Json& arguments);
    Reply pause(const Json& arguments);
    Reply move(Motion motion, const Json& arguments);
    [[nodiscard]] debug::Report run_once();
    void run();
    /// True if the world stands still then.
    bool told(const debug::Report& report);
    void stopped(std::string_view reason, const std::string& description = {}, const std::string& text = {},
                 std::span<const std::uint32_t> stops = {});
    void stop_at_entry();
    [[nodiscard]] std::string nothing_ran() const;
    void over();
    [[nodiscard]] bool interrupts();
    void flush(); ///< What scripts did is told up to here.
    void progress(bool begins);

    // --- adapter_stops.cpp: breakpoints ---
    Reply set_breakpoints(const Json& arguments);
    Reply set_function_breakpoints(const Json& arguments);
    Reply set_instruction_breakpoints(const Json& arguments);
    Reply set_data_breakpoints(const Json& arguments);
    Reply set_exception_breakpoints(const Json& arguments);
    Reply data_breakpoint_info(const Json& arguments);
    /// The memory that is meant, if it is no variable.
    [[nodiscard]] std::optional<debug::StopRequest> watched_memory(const Json& arguments) const;
    Reply breakpoint_locations(const Json& arguments);
    /// Stops of one request, by what was asked for, so that what is asked for again stays what it was.
    using Group = std::map<std::string, std::uint32_t>;
    using Make = std::function<Result<debug::StopRequest>(const Json&)>;
    Json replace(Group& group, const Json& wanted, const Make& make);
    [[nodiscard]] Json describe(const debug::Stop& stop);
    void set_again();

    // --- adapter_look.cpp: what there is to see ---
    Reply threads(const Json& arguments);
    Reply stack_trace(const Json& arguments);
    Reply scopes(const Json& arguments);
    Reply variables(const Json& arguments);
    Reply set_variable(const Json& arguments);
    Reply set_expression(const Json& arguments);
    Reply evaluate(const Json& arguments);
    Reply completions(const Json& arguments);
    Reply exception_info(const Json& arguments);
    /// What evaluates to a variable: "globals.door", "stack[2]".
    [[nodiscard]] static std::string expression_of(const std::string& scope, std::string_view name,
                                                   std::size_t index);
    [[nodiscard]] Json describe(const Variable& variable, const FrameHandle& frame, const std::string& scope,
                                std::optional<std::size_t> index, bool hex);
    [[nodiscard]] Result<Variable> variable_at(const FrameHandle& frame, const std::string& scope,
                                               std::size_t index) const;
    [[nodiscard]] Result<std::optional<std::size_t>> index_of(const VariablesHandle& handle,
                                                              std::string_view name) const;
    [[nodiscard]] Reply changed(const std::function<Result<void>()>& change,
                                const std::function<Result<Variable>()>& now, bool hex);
    /// Puts a frame into focus: `frameId`, else the thread's innermost.
    [[nodiscard]] Result<void> focus(const Json& arguments);

    static constexpr std::string_view memory_scope = "memory";   ///< Of the blocks of memory.
    static constexpr std::string_view memory_prefix = "memory "; ///< Of references to them.

    // --- adapter_code.cpp: code, memory, texts ---
    Reply disassemble(const Json& arguments);
    Reply read_memory(const Json& arguments);
    Reply write_memory(const Json& arguments);
    Reply loaded_sources(const Json& arguments);
    Reply source(const Json& arguments);
    Reply picture(const Json& arguments);
    [[nodiscard]] std::string reference(const debug::CodePlace& place) const;
    [[nodiscard]] Result<debug::CodePlace> place_of(std::string_view reference, std::int64_t offset) const;

    [[nodiscard]] debug::Debugger& debugger() const { return subject_->debugger(); }

    Front& front_;
    Send send_;
    std::function<void()> poll_;
    std::deque<Json> queue_;
    std::uint64_t sent_ = 0;
    bool trusted_ = false, ended_ = false;

    // What the client said of itself.
    bool greeted_ = false;
    std::int64_t first_line_ = 1, first_column_ = 1;
    /// A client's number of a line or column, counted from 1; 0 if there can be none of that number.
    static std::uint32_t counted(const Json& number, std::int64_t first);
    bool wants_progress_ = false, wants_memory_ = false, wants_invalidated_ = false;

    // What is debugged.
    std::shared_ptr<Subject> subject_;
    std::unique_ptr<Sources> sources_;
    class OutputReporter;
    std::unique_ptr<OutputReporter> output_reporter_;
    Json begun_with_; ///< The arguments of launch.
    bool launched_ = false, configured_ = false;
    bool stop_at_entry_ = false, stop_at_end_ = false, ended_once_ = false;
    bool refused_ = false;  ///< An event or a call.
    bool no_debug_ = false; ///< Nothing stops.
    bool entering_ = false; ///< What runs leads to the first instruction.

    // What runs.
    Motion motion_ = Motion::none;
    Motion resting_ = Motion::none; ///< What is to be resumed.
    std::optional<std::chrono::steady_clock::time_point> rest_at_;
    debug::Granularity granularity_ = debug::Granularity::line;
    std::string progress_;    ///< Id of what is told about while it runs.
    std::string cancellable_; ///< The same, until the world stands still again.
    std::uint64_t progresses_ = 0;
    std::chrono::steady_clock::time_point moved_at_, polled_at_;
    std::vector<std::function<void()>> after_; ///< To be done when the present request is answered.
    std::optional<Fault> fault_;               ///< That the world stands in front of, or behind.
    std::optional<std::string> note_;          ///< Of the engine, that it stopped at.
    std::vector<std::vector<debug::CodePlace>> targets_;
    std::size_t target_ = 0;
    std::uint64_t target_frame_ = 0;
    std::string target_expression_; ///< Whose last change is looked for.

    // Breakpoints, and the requests that set them.
    std::map<std::string, Group> groups_;
    std::map<std::string, Json> requests_;
    std::string fault_condition_;

    Handles<FrameHandle> frames_;
    Handles<VariablesHandle> variables_;
};

} // namespace vellum::protocol::dap
