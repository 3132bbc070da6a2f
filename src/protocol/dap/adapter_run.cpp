// What makes the world run, forward and back, and what is told when it stands still again.
#include <algorithm>
#include <utility>

#include "protocol/codes.hpp"
#include "protocol/dap/adapter.hpp"

namespace vellum::protocol::dap {

using debug::Granularity;
using debug::Reason;
using debug::Report;
using debug::StepKind;

namespace {

constexpr std::chrono::milliseconds between_polls{10};
/// What takes longer is told about.
constexpr std::chrono::milliseconds until_progress{500};
constexpr std::size_t most_waiting = 256; ///< Messages, while the world runs.
constexpr std::size_t most_targets = 1000;

} // namespace

Adapter::Reply Adapter::move(Motion motion, const Json& arguments) {
    if (auto focused = focus(arguments); !focused) return std::unexpected(focused.error());
    granularity_ =
        arguments["granularity"].as_string() == "instruction" ? Granularity::instruction : Granularity::line;
    motion_ = motion;
    Json body;
    if (motion == Motion::on) body.set("allThreadsContinued", true);
    return body;
}

Adapter::Reply Adapter::restart_frame(const Json& arguments) { return move(Motion::frame, arguments); }

Adapter::Reply Adapter::goto_targets(const Json& arguments) {
    const Source* const source = sources_->find(arguments["source"]);
    if (source == nullptr) return fail(codes::protocol_request, "no running script comes from this source");
    Json body;
    Json& targets = body.set("targets", Json::array());
    const std::uint32_t line = counted(arguments["line"], first_line_);
    auto places = sources_->places(*source, line);
    if (!places) return body;
    if (targets_.size() == most_targets) targets_.clear();
    const Sources::Spot spot = sources_->spot(places->front());
    const std::uint32_t found = spot.source == source ? spot.line : line;
    Json target;
    target.set("id", targets_.size());
    target.set("label", "the last time here, otherwise the next");
    target.set("line", found - 1 + first_line_);
    target.set("instructionPointerReference", reference(places->front()));
    targets.push_back(std::move(target));
    targets_.push_back(std::move(*places));
    return body;
}

Adapter::Reply Adapter::go_to(const Json& arguments) {
    const std::size_t target = arguments["targetId"].as_size(targets_.size());
    if (target >= targets_.size()) return fail(codes::protocol_request, "there is no such target");
    target_ = target;
    return move(Motion::jump, arguments);
}

/// Not of the protocol: the moment that the world stands at.
Adapter::Reply Adapter::time(const Json&) {
    Json body;
    body.set("frame", debugger().scheduler().frames());
    body.set("instructions", debugger().scheduler().instructions());
    return body;
}

/// Not of the protocol: to the end of a frame that has run.
Adapter::Reply Adapter::to_frame(const Json& arguments) {
    target_frame_ = arguments["frame"].as_uint();
    return move(Motion::to_frame, arguments);
}

/// Not of the protocol: to right after the last write of a variable.
Adapter::Reply Adapter::last_change(const Json& arguments) {
    target_expression_ = arguments["expression"].as_string();
    return move(Motion::change, arguments);
}

Adapter::Reply Adapter::pause(const Json&) {
    if (motion_ == Motion::none) return Json();
    motion_ = resting_ = Motion::none;
    after_.emplace_back([this] { stopped("pause"); });
    return Json();
}

void Adapter::stop_at_entry() {
    if (subject_->driven()) { // whoever drives it may take a while to run something
        motion_ = Motion::none;
        return stopped("entry");
    }
    entering_ = true;
    granularity_ = Granularity::instruction;
    motion_ = Motion::in;
}

bool Adapter::interrupts() {
    const auto now = std::chrono::steady_clock::now();
    const bool travels = motion_ >= Motion::back;
    if (travels && wants_progress_ && progress_.empty() && now - moved_at_ > until_progress) progress(true);
    if (poll_ && now - polled_at_ > between_polls && queue_.size() < most_waiting) {
        poll_();
        polled_at_ = now;
    }
    if (ended_) return true;
    if (!travels && rest_at_ && now >= *rest_at_) {
        resting_ = motion_;
        return true;
    }
    if (motion_ == Motion::on) return !queue_.empty();
    // A step goes on as if it had not been interrupted only if it is not: the rest can wait.
    constexpr std::string_view urgent[] = {"pause", "disconnect", "terminate"};
    return std::ranges::any_of(queue_, [&](const Json& one) {
        const std::string_view command = one["command"].as_string();
        const std::string_view id = one["arguments"]["progressId"].as_string();
        return std::ranges::find(urgent, command) != std::end(urgent) ||
               (command == "cancel" && !id.empty() && id == progress_);
    });
}

void Adapter::progress(bool begins) {
    Json body;
    if (begins) {
        cancellable_ = progress_ = "way " + std::to_string(++progresses_);
        body.set("title", "Searching the past");
        body.set("cancellable", true);
    }
    body.set("progressId", progress_);
    event(begins ? "progressStart" : "progressEnd", std::move(body));
    if (!begins) progress_.clear();
}

Report Adapter::run_once() {
    debug::Debugger& debugger = this->debugger();
    if (const Motion rested = std::exchange(resting_, Motion::none);
        rested == motion_ && motion_ != Motion::none)
        return debugger.resume();
    switch (motion_) {
    case Motion::none: break;
    case Motion::on: return debugger.go_on();
    case Motion::over: return debugger.step_on(StepKind::over, granularity_);
    case Motion::in: return debugger.step_on(StepKind::into, granularity_);
    case Motion::out: return debugger.step_on(StepKind::out, granularity_);
    case Motion::back: return debugger.step_back(StepKind::over, granularity_);
    case Motion::reverse: return debugger.back_to_stop();
    case Motion::jump: return debugger.go_to_place(targets_[target_]);
    case Motion::frame: return debugger.back_to_beginning_of_frame();
    case Motion::to_frame: return debugger.go_to_frame(target_frame_);
    case Motion::change: return debugger.last_change(target_expression_);
    }
    return {};
}

void Adapter::run() {
    forget();
    moved_at_ = std::chrono::steady_clock::now();
    while (motion_ != Motion::none && !ended_) {
        const Report report = run_once();
        flush();
        if (!progress_.empty()) progress(false);
        if (report.reason == Reason::interrupted) return; // what came is answered first
        if (report.reason == Reason::end && subject_->driven()) return;
        if (told(report)) motion_ = Motion::none;
    }
}

bool Adapter::go() {
    while (!ended_ && motion_ != Motion::none) {
        run();
        if (queue_.empty()) break;
        work();
    }
    return motion_ != Motion::none;
}

bool Adapter::told(const Report& report) {
    if (!report.text.empty() && report.reason != Reason::failed) tell("console", report.text + "\n");
    const std::string behind =
        report.behind ? "it is inside a call that a native waits for; this is right after that call" : "";
    const bool entering = std::exchange(entering_, false);
    switch (report.reason) {
    case Reason::interrupted: return false;
    case Reason::rested: // nothing of the machine is left to step through: on to what runs next
        if (motion_ == Motion::to_frame) {
            stopped("goto", "the end of frame " + std::to_string(target_frame_));
            return true;
        }
        motion_ = Motion::in;
        return false;
    case Reason::end:
        if (stop_at_end_)
            stopped("pause", "the run is over");
        else
            over();
        return true;
    case Reason::beginning:
        stopped("step", "this is the start of the run", "nothing was found going back");
        return true;
    case Reason::failed:
        tell("stderr", report.text + "\n");
        stopped("step", {}, report.text);
        return true;
    case Reason::step:
        stopped(entering                   ? "entry"
                : motion_ == Motion::jump  ? "goto"
                : motion_ == Motion::frame ? "restart"
                                           : "step",
                behind);
        return true;
    case Reason::fault: {
        if (!fault_condition_.empty()) {
            const auto wanted = debugger().evaluate(fault_condition_);
            if (wanted && !debug::is_true(wanted->value)) return false;
        }
        fault_ = report.fault;
        tell("stderr", format(*report.fault) + "\n");
        stopped("exception", behind.empty() ? "a fault" : behind, report.fault->message);
        return true;
    }
    case Reason::stop: {
        const auto is_one_of = [&](const std::string& group) {
            return !report.stops.empty() && std::ranges::any_of(groups_[group], [&](const auto& one) {
                return one.second == report.stops.front();
            });
        };
        if (is_one_of("notes")) {
            note_ = debugger().stops().find(report.stops.front())->request.what;
            stopped("exception", "a change of state", *note_);
            return true;
        }
        stopped(is_one_of("instructions") ? "instruction breakpoint"
                : is_one_of("functions")  ? "function breakpoint"
                                          : "breakpoint",
                behind, {}, report.stops);
        return true;
    }
    case Reason::watch: {
        std::string text;
        std::vector<std::uint32_t> numbers;
        for (const debug::Change& change : report.changes) {
            if (!text.empty()) text += "; ";
            text += change.gone ? change.what + " was " + change.before + "; its frame has ended"
                                : change.what + ": " + change.before + " -> " + change.after;
            numbers.push_back(change.stop);
        }
        tell("console", text + "\n");
        stopped("data breakpoint", behind, text, numbers);
        return true;
    }
    }
    return true;
}

void Adapter::stopped(std::string_view reason, const std::string& description, const std::string& text,
                      std::span<const std::uint32_t> stops) {
    Json body;
    body.set("reason", reason);
    if (!description.empty()) body.set("description", description);
    if (!text.empty()) body.set("text", text);
    body.set("threadId", debugger().machine() + 1);
    body.set("allThreadsStopped", true);
    if (!stops.empty()) {
        Json& ids = body.set("hitBreakpointIds", Json::array());
        for (const std::uint32_t number : stops) ids.push_back(number);
    }
    event("stopped", std::move(body));
}

} // namespace vellum::protocol::dap
