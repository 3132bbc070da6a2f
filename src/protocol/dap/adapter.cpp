// The conversation: greeting, launching, answering, ending.
#include "protocol/dap/adapter.hpp"

#include <algorithm>
#include <utility>

#include "base/escape.hpp"
#include "protocol/codes.hpp"
#include "runtime/report.hpp"

namespace vellum::protocol::dap {

/// Tells the client what scripts do, as `vellum run` tells it.
class Adapter::OutputReporter final : public Observer {
  public:
    OutputReporter(debug::Debugger& debugger, const Host* names,
                   const std::function<void(std::string_view)>& say)
        : debugger_(debugger), report_(say, {.host = names}) {
        debugger_.scheduler().add_observer(*this);
    }
    OutputReporter(const OutputReporter&) = delete;
    OutputReporter& operator=(const OutputReporter&) = delete;
    ~OutputReporter() override { debugger_.scheduler().remove_observer(*this); }

    void native(const NativeStep& step) override {
        if (!debugger_.unheard()) report_.native(step);
    }
    void event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
               std::span<const Value> values, std::string_view outcome) override {
        if (!debugger_.unheard()) report_.event(scheduler, machine, name, values, outcome);
    }
    void note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) override {
        if (!debugger_.unheard()) report_.note(scheduler, machine, text);
    }
    void flush() { report_.flush(); }
    [[nodiscard]] const std::vector<NativeUse>& natives() const { return report_.natives(); }

  private:
    debug::Debugger& debugger_;
    ReportObserver report_;
};

namespace {

/// In the same time whatever differs.
bool same_secret(std::string_view a, std::string_view b) {
    unsigned difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < b.size(); ++i)
        difference |= static_cast<unsigned>(static_cast<unsigned char>(a.empty() ? '\0' : a[i % a.size()]) ^
                                            static_cast<unsigned char>(b[i]));
    return difference == 0;
}

constexpr std::string_view abilities[] = {
    "supportsConfigurationDoneRequest",
    "supportsFunctionBreakpoints",
    "supportsConditionalBreakpoints",
    "supportsHitConditionalBreakpoints",
    "supportsEvaluateForHovers",
    "supportsStepBack",
    "supportsSetVariable",
    "supportsSetExpression",
    "supportsRestartFrame",
    "supportsRestartRequest",
    "supportsGotoTargetsRequest",
    "supportsCompletionsRequest",
    "supportsExceptionFilterOptions",
    "supportsExceptionInfoRequest",
    "supportsValueFormattingOptions",
    "supportTerminateDebuggee",
    "supportsDelayedStackTraceLoading",
    "supportsLoadedSourcesRequest",
    "supportsLogPoints",
    "supportsTerminateRequest",
    "supportsDataBreakpoints",
    "supportsDataBreakpointBytes",
    "supportsReadMemoryRequest",
    "supportsWriteMemoryRequest",
    "supportsDisassembleRequest",
    "supportsInstructionBreakpoints",
    "supportsSteppingGranularity",
    "supportsBreakpointLocationsRequest",
    "supportsClipboardContext",
    "supportsCancelRequest",
};

} // namespace

Adapter::Adapter(Front& front, Send send, std::function<void()> poll)
    : front_(front), send_(std::move(send)), poll_(std::move(poll)), trusted_(front.token().empty()) {}

Adapter::~Adapter() { close(); }

std::span<const Adapter::Request> Adapter::table() {
    using A = Adapter;
    static constexpr Request requests[] = {
        {"initialize", &A::initialize, Needs::nothing},
        {"launch", &A::launch, Needs::client},
        {"attach", &A::attach, Needs::client},
        {"configurationDone", &A::configuration_done},
        {"cancel", &A::cancel, Needs::nothing},
        {"terminate", &A::terminate},
        {"disconnect", &A::disconnect, Needs::nothing},
        {"restart", &A::restart},
        {"continue", &A::go_on, Needs::standstill},
        {"next", &A::next, Needs::standstill},
        {"stepIn", &A::step_in, Needs::standstill},
        {"stepOut", &A::step_out, Needs::standstill},
        {"stepBack", &A::step_back, Needs::standstill},
        {"reverseContinue", &A::reverse_continue, Needs::standstill},
        {"restartFrame", &A::restart_frame, Needs::standstill},
        {"gotoTargets", &A::goto_targets},
        {"goto", &A::go_to, Needs::standstill},
        {"pause", &A::pause},
        {"time", &A::time, Needs::standstill},
        {"toFrame", &A::to_frame, Needs::standstill},
        {"lastChange", &A::last_change, Needs::standstill},
        {"standIns", &A::stand_ins, Needs::standstill},
        {"setBreakpoints", &A::set_breakpoints},
        {"setFunctionBreakpoints", &A::set_function_breakpoints},
        {"setInstructionBreakpoints", &A::set_instruction_breakpoints},
        {"setDataBreakpoints", &A::set_data_breakpoints},
        {"setExceptionBreakpoints", &A::set_exception_breakpoints},
        {"dataBreakpointInfo", &A::data_breakpoint_info},
        {"breakpointLocations", &A::breakpoint_locations},
        {"threads", &A::threads},
        {"stackTrace", &A::stack_trace, Needs::standstill},
        {"scopes", &A::scopes, Needs::standstill},
        {"variables", &A::variables, Needs::standstill},
        {"setVariable", &A::set_variable, Needs::standstill},
        {"setExpression", &A::set_expression, Needs::standstill},
        {"evaluate", &A::evaluate, Needs::standstill},
        {"completions", &A::completions, Needs::standstill},
        {"exceptionInfo", &A::exception_info, Needs::standstill},
        {"disassemble", &A::disassemble},
        {"readMemory", &A::read_memory, Needs::standstill},
        {"writeMemory", &A::write_memory, Needs::standstill},
        {"loadedSources", &A::loaded_sources},
        {"source", &A::source},
        {"picture", &A::picture, Needs::standstill},
    };
    return requests;
}

std::vector<std::string_view> Adapter::commands() {
    std::vector<std::string_view> all;
    for (const Request& each : table()) all.push_back(each.command);
    return all;
}

// --- Messages ---

void Adapter::arrived(Json message) {
    // What has not been begun can be cancelled without more ado.
    if (message["command"].as_string() == "cancel" && message["arguments"].contains("requestId")) {
        const Json& number = message["arguments"]["requestId"];
        const auto found = std::ranges::find_if(
            queue_, [&](const Json& one) { return one.contains("seq") && one["seq"] == number; });
        if (found != queue_.end()) {
            const Json request = std::move(*found);
            queue_.erase(found);
            respond(request, fail(codes::protocol_request, "cancelled"));
        }
    }
    queue_.push_back(std::move(message));
}

void Adapter::work() {
    while (!ended_) {
        if (!queue_.empty()) {
            const Json message = std::move(queue_.front());
            queue_.pop_front();
            answer(message);
        } else if (subject_ != nullptr && motion_ != Motion::none && !subject_->driven()) {
            run();
            if (rests()) return;
        } else
            return;
    }
}

void Adapter::work_until(std::chrono::steady_clock::time_point time) {
    rest_at_ = time;
    work();
    rest_at_.reset();
}

void Adapter::answer(const Json& message) {
    if (message["type"].as_string() != "request")
        return; // nothing is asked of clients, so nothing comes back
    const std::string_view command = message["command"].as_string();
    const auto found = std::ranges::find(table(), command, &Request::command);
    Reply reply;
    if (found == table().end())
        reply =
            fail(codes::protocol_request, "unknown request '" + escape_control(command.substr(0, 100)) + "'");
    else if (found->needs != Needs::nothing && !greeted_)
        reply = fail(codes::protocol_request, "the first request must be 'initialize'");
    else if (found->needs >= Needs::subject && subject_ == nullptr)
        reply =
            fail(codes::protocol_request, "nothing is being debugged yet: send 'launch' or 'attach' first");
    else if (found->needs == Needs::standstill && motion_ != Motion::none)
        reply = fail(codes::protocol_request, "notStopped");
    else
        reply = (this->*found->answer)(message["arguments"]);
    respond(message, reply);
    for (auto& follow : std::exchange(after_, {})) follow();
}

void Adapter::respond(const Json& request, const Reply& reply) {
    Json message;
    message.set("seq", ++sent_);
    message.set("type", "response");
    message.set("request_seq", request["seq"].as_int());
    message.set("command", request["command"].as_string());
    message.set("success", reply.has_value());
    if (reply) {
        if (!reply->is_null()) message.set("body", *reply);
    } else {
        const Diagnostic& error = reply.error();
        std::string text = error.message;
        if (!error.hint.empty()) text += " (" + error.hint + ")";
        message.set("message", text);
        Json details;
        details.set("id", 1);
        details.set("format", "{text}");
        details.set("variables", Json::object()).set("text", text);
        details.set("showUser",
                    request["command"].as_string() == "launch" || request["command"].as_string() == "attach");
        message.set("body", Json::object()).set("error", std::move(details));
    }
    send_(message);
}

void Adapter::event(std::string_view name, Json body) {
    Json message;
    message.set("seq", ++sent_);
    message.set("type", "event");
    message.set("event", name);
    if (!body.is_null()) message.set("body", std::move(body));
    send_(message);
}

void Adapter::tell(std::string_view category, std::string_view text) {
    if (text.empty()) return;
    Json body;
    body.set("category", category);
    body.set("output", text);
    event("output", std::move(body));
}

std::uint32_t Adapter::counted(const Json& number, std::int64_t first) {
    constexpr std::int64_t most = 0x7FFFFFFE;
    return static_cast<std::uint32_t>(
        std::max<std::int64_t>(std::clamp<std::int64_t>(number.as_int(-1), -1, most) - first + 1, 0));
}

// --- From the greeting to the end ---

Adapter::Reply Adapter::initialize(const Json& arguments) {
    greeted_ = true;
    first_line_ = arguments["linesStartAt1"].as_bool(true) ? 1 : 0;
    first_column_ = arguments["columnsStartAt1"].as_bool(true) ? 1 : 0;
    wants_progress_ = arguments["supportsProgressReporting"].as_bool();
    wants_memory_ = arguments["supportsMemoryEvent"].as_bool();
    wants_invalidated_ = arguments["supportsInvalidatedEvent"].as_bool();
    Json body;
    for (const std::string_view one : abilities) body.set(one, true);
    body.set("completionTriggerCharacters", Json::array()).push_back(".");
    Json& filters = body.set("exceptionBreakpointFilters", Json::array());
    Json faults;
    faults.set("filter", "faults");
    faults.set("label", "Faults");
    faults.set("description", "Stops before the instruction that fails.");
    faults.set("default", true);
    faults.set("supportsCondition", true);
    faults.set("conditionDescription", "An expression; stops only if it is true.");
    filters.push_back(std::move(faults));
    Json notes;
    notes.set("filter", "notes");
    notes.set("label", "Changes of state");
    notes.set("description",
              "Stops when the engine reports a change, such as a state entered or a task started.");
    notes.set("default", false);
    notes.set("supportsCondition", true);
    notes.set("conditionDescription", "Part of the report, such as '-> Open$'.");
    filters.push_back(std::move(notes));
    return body;
}

Adapter::Reply Adapter::begin(bool launch, const Json& arguments) {
    if (!trusted_ && !same_secret(arguments["token"].as_string(), front_.token())) {
        ended_ = true; // no second guess
        return fail(codes::protocol_request, "wrong token: use the one that the port's owner shows");
    }
    trusted_ = true;
    if (subject_ != nullptr) return fail(codes::protocol_request, "a program is already being debugged");
    if (auto opened = open(launch, arguments); !opened) return std::unexpected(opened.error());
    begun_with_ = arguments;
    after_.emplace_back([this] {
        if (!debugger().timeline().can_travel()) {
            Json body, less;
            for (const std::string_view one :
                 {"supportsStepBack", "supportsRestartFrame", "supportsGotoTargetsRequest"})
                less.set(one, false);
            body.set("capabilities", std::move(less));
            event("capabilities", std::move(body));
        }
        event("initialized", {});
    });
    return Json();
}

Result<void> Adapter::open(bool launch, const Json& arguments) {
    const Tell tell = [this](std::string_view category, std::string_view text) {
        this->tell(category, text);
    };
    auto made = front_.begin(launch, arguments, tell);
    if (!made) return std::unexpected(std::move(made.error()));
    close();
    subject_ = std::move(*made);
    launched_ = launch;
    sources_ = std::make_unique<Sources>(*subject_);
    stop_at_entry_ = arguments["stopOnEntry"].as_bool();
    stop_at_end_ = arguments["stopAtEnd"].as_bool();
    ended_once_ = false;
    no_debug_ = arguments["noDebug"].as_bool();
    motion_ = resting_ = Motion::none;
    debugger().on_log([this](std::string_view line) {
        flush();
        this->tell("console", std::string(line) + "\n");
    });
    debugger().on_poll([this] { return interrupts(); });
    refused_ = false;
    debugger().timeline().on_refusal([this](const debug::Action& action, Diagnostic refusal) {
        refused_ = true;
        flush();
        subject_->suggest(refusal, action.event.name);
        this->tell("important", format(refusal) + "\n");
    });
    debugger().set_stop_at_faults(!no_debug_);
    if (arguments["report"].as_bool(launch))
        output_reporter_ = std::make_unique<OutputReporter>(
            debugger(), subject_->names(), [this](std::string_view text) { this->tell("stdout", text); });
    if (subject_->driven()) motion_ = Motion::on; // until the client has said where to stop, too
    return {};
}

/// Not of the protocol: natives that only a game could have answered, with their calls.
Adapter::Reply Adapter::stand_ins(const Json&) {
    Json body;
    Json& list = body.set("natives", Json::array());
    if (output_reporter_ == nullptr) return body;
    for (const NativeUse& use : output_reporter_->natives()) {
        if (!use.stand_in) continue;
        Json native;
        native.set("name", use.name);
        native.set("calls", use.calls);
        list.push_back(std::move(native));
    }
    return body;
}

void Adapter::flush() {
    if (output_reporter_ != nullptr) output_reporter_->flush();
}

void Adapter::close() {
    if (subject_ == nullptr) return;
    std::vector<std::uint32_t> numbers;
    for (const auto& one : debugger().stops().all()) numbers.push_back(one->number);
    for (const std::uint32_t number : numbers) debugger().stops().remove(number);
    debugger().on_log({});
    debugger().on_poll({});
    debugger().timeline().on_refusal({});
    debugger().set_stop_at_faults(false);
    output_reporter_.reset();
    sources_.reset();
    targets_.clear();
    forget();
    subject_.reset();
}

void Adapter::forget() {
    frames_.clear();
    variables_.clear();
    fault_.reset();
    note_.reset();
}

void Adapter::leave() {
    ended_ = true;
    close();
}

Adapter::Reply Adapter::configuration_done(const Json&) {
    if (std::exchange(configured_, true)) return Json();
    if (stop_at_entry_)
        after_.emplace_back([this] { stop_at_entry(); });
    else
        motion_ = Motion::on;
    return Json();
}

Adapter::Reply Adapter::cancel(const Json& arguments) {
    // A request was cancelled when this came, or is done; what is left is what runs.
    const std::string_view id = arguments["progressId"].as_string();
    if (!id.empty() && id == cancellable_ && motion_ != Motion::none) return pause({});
    return Json();
}

Adapter::Reply Adapter::terminate(const Json&) {
    after_.emplace_back([this] { over(); });
    return Json();
}

Adapter::Reply Adapter::disconnect(const Json&) {
    after_.emplace_back([this] { leave(); });
    return Json();
}

Adapter::Reply Adapter::restart(const Json& arguments) {
    if (subject_->driven()) return fail(codes::protocol_request, "a game restarts on its own");
    const Json& now = arguments["arguments"];
    // Kept as it is, for the files may have changed so that nothing can be opened any more.
    const Json with = now.is_object() ? now : begun_with_;
    const bool configured = configured_;
    if (auto opened = open(launched_, with); !opened) return std::unexpected(opened.error());
    begun_with_ = with;
    set_again();
    if (configured && stop_at_entry_)
        after_.emplace_back([this] { stop_at_entry(); });
    else if (configured)
        motion_ = Motion::on;
    return Json();
}

std::string Adapter::nothing_ran() const {
    constexpr std::size_t most = 8;
    std::string text =
        "No script code has run: this world does nothing by itself. Use 'call' or 'event' to start something";
    std::size_t count = 0;
    for (const ProgramPtr& program : subject_->programs())
        for (const Function& function : program->functions()) {
            if (function.name.empty() || count++ >= most) continue;
            text += (count == 1 ? "; the functions are " : ", ") + escape_control(function.name);
        }
    return text + (count > most ? ", …\n" : ".\n");
}

void Adapter::over() {
    motion_ = Motion::none;
    if (std::exchange(ended_once_, true)) return;
    if (launched_ && debugger().scheduler().instructions() == 0) tell("important", nothing_ran());
    if (const std::string remarks = launched_ ? subject_->remarks() : std::string(); !remarks.empty())
        tell("important", remarks);
    Json body;
    body.set("exitCode", refused_ ? 1 : 0);
    if (launched_) event("exited", std::move(body));
    event("terminated", {});
}

} // namespace vellum::protocol::dap
