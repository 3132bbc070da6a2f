// The way back: what happened before is run again, unheard, and its last moment of the wanted kind is where
// the world is put.
#include <algorithm>
#include <utility>

#include "debug/codes.hpp"
#include "debug/debugger.hpp"

namespace vellum::debug {

Result<void> Debugger::scan(const Position& end, const Wanted& wanted, const std::function<void()>& visit) {
    scanned_ = &wanted;
    scheduler_.set_stopper(this, scanned_in_);
    bool stands = false;
    Result<void> result;
    while (timeline_.here() < end) {
        hit_ = {};
        skip_ = stands;
        const Position from = timeline_.here();
        const std::uint64_t left = end.action == from.action && end.inside
                                       ? end.instructions - from.instructions
                                       : Scheduler::no_pause;
        const Timeline::Ran ran = timeline_.advance(poll_ ? std::min(left, most_unasked) : left);
        if (ran == Timeline::Ran::nothing) break;
        if (!(timeline_.here() < end)) break;
        stands = hit_.stopped;
        if (watching_ && ran == Timeline::Ran::rested) check_watches(nullptr);
        if (!hit_.changes.empty() || stands) {
            focus(hit_.machine);
            visit();
        }
        if (asked_to_stop()) {
            asked_ = true;
            result = fail(codes::debug_time, "a stop was requested");
            break;
        }
    }
    scanned_ = nullptr;
    stopped_at_.reset();
    scheduler_.set_stopper(nullptr);
    static_cast<void>(scheduler_.take_faults());
    return result;
}

Result<std::optional<Position>> Debugger::find_last(const Position& end, const Wanted& wanted,
                                                    const std::function<bool()>& check) {
    std::optional<Position> last;
    const auto look = [&](const Position& to) {
        if (watching_) read_watches();
        before_.reset();
        return scan(to, wanted, [&] {
            if (check()) last = timeline_.here();
        });
    };
    // Mostly it is near.
    for (const std::uint64_t back : {std::uint64_t{64}, std::uint64_t{4096}, std::uint64_t{100'000}}) {
        if (auto went = timeline_.go_before(end, back); !went) return std::unexpected(went.error());
        if (auto looked = look(end); !looked) return std::unexpected(looked.error());
        if (last) return last;
    }
    std::vector<Position> marks = timeline_.landmarks();
    std::erase_if(marks, [&](const Position& one) { return one >= end; });
    for (std::size_t i = marks.size(); i-- > 0;) {
        if (auto went = timeline_.go(marks[i]); !went) return std::unexpected(went.error());
        if (auto looked = look(i + 1 < marks.size() ? marks[i + 1] : end); !looked)
            return std::unexpected(looked.error());
        if (last) return last;
    }
    return last;
}

Report Debugger::back_to(const Wanted& wanted, const std::function<bool()>& check) {
    const Position from = timeline_.here();
    Report report;
    // Conditions and changes are looked at in the frame that was reached.
    const std::size_t machine = machine_, frame = frame_;
    auto found = find_last(from, wanted, check);
    disarm();
    scanned_in_.clear();
    interrupted_at_.reset();
    Result<void> went;
    if (found) went = *found ? timeline_.go(**found) : timeline_.go(timeline_.landmarks().front());
    if (!found || !went) {
        report.reason = std::exchange(asked_, false) ? Reason::interrupted : Reason::failed;
        report.text = found ? went.error().message : found.error().message;
        static_cast<void>(timeline_.go(from));
        read_watches();
        static_cast<void>(select(machine, frame) || select(0, 0));
        return report;
    }
    if (!*found) {
        report.reason = Reason::beginning;
        static_cast<void>(select(machine, frame) || select(0, 0));
    }
    read_watches();
    return report;
}

Report Debugger::back_to_stop() {
    watching_ = stops_.has(StopKind::watch);
    Report report;
    if (!watching_) scanned_in_ = stops_.ranges();
    if (!watching_ && scanned_in_.empty() && timeline_.can_travel()) { // nothing can stop on the way
        report = go_to(timeline_.landmarks().front());
        if (report.reason == Reason::step) report.reason = Reason::beginning;
        return report;
    }
    std::vector<Change> changes;
    std::vector<std::uint32_t> numbers;
    std::uint32_t machine = 0;
    const Wanted wanted = [this](const Step& step) {
        return stops_.any_at({&scheduler_.program(step.machine), step.address});
    };
    const auto check = [&] {
        std::vector<std::uint32_t> here;
        const auto holds = [&](const Stop& stop) {
            if (!stop.request.log.empty()) return false;
            if (!stop.condition) return true;
            return stop.condition->holds(FrameNames(scheduler_, machine_, 0)).value_or(true);
        };
        if (const auto place = this->place(machine_, 0))
            for (const Stop* const stop : stops_.at(*place))
                if (holds(*stop)) here.push_back(stop->number);
        std::vector<Change> changed;
        for (Change& change : hit_.changes)
            if (const Stop* const stop = stops_.find(change.stop);
                stop != nullptr && !change.gone && holds(*stop))
                changed.push_back(change);
        if (here.empty() && changed.empty()) return false;
        numbers = std::move(here);
        changes = std::move(changed);
        machine = hit_.machine;
        return true;
    };
    report = back_to(wanted, check);
    if (report.reason != Reason::step) return report;
    report.reason = changes.empty() ? Reason::stop : Reason::watch;
    report.stops = std::move(numbers);
    report.changes = std::move(changes);
    focus(machine);
    return report;
}

Report Debugger::step_back(StepKind kind, Granularity granularity) {
    const std::size_t machine = machine_;
    std::uint32_t last = static_cast<std::uint32_t>(machine);
    if (kind == StepKind::into && granularity == Granularity::instruction) {
        Report report = back_to([](const Step&) { return true; },
                                [&] {
                                    last = hit_.machine;
                                    return true;
                                });
        if (report.reason == Reason::step) focus(last);
        return report;
    }
    const Wanted wanted =
        step_wanted(kind, kind == StepKind::out ? Granularity::instruction : granularity, nullptr);
    Report report = back_to(wanted, [] { return true; });
    if (report.reason == Reason::step) focus(static_cast<std::uint32_t>(machine));
    return report;
}

Report Debugger::last_change(std::string_view expression) {
    StopRequest request;
    request.what = expression;
    auto watched = watch(std::move(request));
    Report report;
    if (!watched) {
        report.reason = Reason::failed;
        report.text = watched.error().message;
        return report;
    }
    const std::uint32_t number = (*watched)->number;
    watching_ = true;
    std::optional<Change> change;
    std::uint32_t machine = 0;
    report = back_to([](const Step&) { return false; },
                     [&] {
                         for (const Change& one : hit_.changes)
                             if (one.stop == number && !one.gone) {
                                 change = one;
                                 machine = hit_.machine;
                                 return true;
                             }
                         return false;
                     });
    stops_.remove(number);
    if (report.reason == Reason::step && change) {
        change->stop = 0;
        report.reason = Reason::watch;
        report.changes.push_back(std::move(*change));
        focus(machine);
    }
    return report;
}

Report Debugger::go_to_place(std::span<const CodePlace> places) {
    const std::vector<CodePlace> all(places.begin(), places.end());
    const std::size_t machine = machine_;
    std::uint32_t reached = 0;
    const auto wanted = [&](const Step& step) {
        return std::ranges::find(all, CodePlace{&scheduler_.program(step.machine), step.address}) !=
               all.end();
    };
    const Position from = timeline_.here();
    for (const CodePlace& one : all) scanned_in_.push_back({one.program, one.address, one.address + 1});
    Report report = back_to(wanted, [&] {
        reached = hit_.machine;
        return true;
    });
    if (report.reason == Reason::step) focus(reached);
    if (report.reason != Reason::beginning && report.reason != Reason::failed) return report;
    // It has not happened yet.
    if (auto went = timeline_.go(from); !went) return report;
    focus(static_cast<std::uint32_t>(machine));
    Goal goal;
    goal.stops = false;
    for (const CodePlace& one : all) goal.where.push_back({one.program, one.address, one.address + 1});
    goal.at = wanted;
    report = run(goal);
    if (report.reason != Reason::end) return report;
    static_cast<void>(timeline_.go(from));
    report.reason = Reason::failed;
    report.text = "this run does not reach that place";
    return report;
}

Report Debugger::back_to_beginning_of_frame() {
    const std::size_t machine = machine_, frames = depth(machine_), wanted_depth = frames - frame_;
    const std::optional<CodePlace> here = place(machine_, frame_);
    const Function* const in = here ? stops_.function_at(*here->program, here->address) : nullptr;
    if (!in) {
        Report report;
        report.reason = Reason::failed;
        report.text = "the start of this frame is unknown";
        return report;
    }
    const auto wanted = [&](const Step& step) {
        return step.machine == machine && step.address == in->address && depth(machine) == wanted_depth;
    };
    if (frame_ == 0 && here->address == in->address) return {};
    scanned_in_.push_back({here->program, in->address, in->address + 1});
    Report report = back_to(wanted, [] { return true; });
    if (report.reason == Reason::step) focus(static_cast<std::uint32_t>(machine));
    return report;
}

Report Debugger::go_to(const Position& position) {
    Report report;
    if (auto went = timeline_.go(position); !went) {
        report.reason = Reason::failed;
        report.text = went.error().message;
    }
    read_watches();
    focus_on_running();
    return report;
}

Report Debugger::go_to_frame(std::uint64_t frame) {
    Report report;
    // By number: frames that were run before the session belong to a snapshot.
    const auto& actions = timeline_.actions();
    const std::uint64_t now = scheduler_.frames();
    const std::size_t next = timeline_.here().action + (scheduler_.paused() ? 1 : 0);
    std::size_t action = next;
    std::uint64_t count = now;
    while (count > frame && action > 0)
        if (actions[--action].kind == Action::Kind::frame) --count;
    while (count < frame && action < actions.size())
        if (actions[action++].kind == Action::Kind::frame) ++count;
    if (count != frame) {
        report.reason = Reason::failed;
        report.text = "there is no frame " + std::to_string(frame) + " in this run";
        return report;
    }
    if (auto went = timeline_.go_to_action(action); !went) {
        report.reason = Reason::failed;
        report.text = went.error().message;
    }
    read_watches();
    focus_on_running();
    report.reason = report.reason == Reason::failed ? report.reason : Reason::rested;
    return report;
}

Report Debugger::go_to_instruction(std::uint64_t count) {
    Report report;
    const Position from = timeline_.here();
    const std::uint64_t last = timeline_.latest().instructions;
    const auto went =
        count > last ? fail(codes::debug_time, "only " + std::to_string(last) + " instructions are recorded")
                     : timeline_.go_to_instruction(count);
    if (!went) {
        report.reason = Reason::failed;
        report.text = went.error().message;
        static_cast<void>(timeline_.go(from));
    }
    read_watches();
    focus_on_running();
    return report;
}

Result<std::vector<Visit>> Debugger::visits(StopRequest request, std::size_t most, std::uint64_t& count) {
    if (!timeline_.can_travel())
        return fail(codes::debug_time, "this world's past is not recorded, so it cannot run backwards");
    std::optional<Expression> condition;
    if (!request.condition.empty()) {
        auto parsed = Expression::parse(request.condition);
        if (!parsed) return std::unexpected(std::move(parsed.error()));
        condition = std::move(*parsed);
    }
    const auto places = places_of(std::move(request));
    if (!places) return std::unexpected(places.error());
    if (places->empty())
        return fail(codes::debug_place, "only instructions, lines, functions, events and calls");
    count = 0;
    std::vector<Visit> found; // a ring once it is full
    const Position from = timeline_.here(), end = timeline_.latest();
    const std::size_t machine = machine_, frame = frame_;
    const Wanted wanted = [&](const Step& step) {
        return std::ranges::find(*places, CodePlace{&scheduler_.program(step.machine), step.address}) !=
               places->end();
    };
    auto looked = timeline_.go(timeline_.landmarks().front());
    if (looked) {
        for (const CodePlace& one : *places)
            scanned_in_.push_back({one.program, one.address, one.address + 1});
        watching_ = false;
        before_.reset();
        looked = scan(end, wanted, [&] {
            if (condition && !condition->holds(FrameNames(scheduler_, machine_, 0)).value_or(false)) return;
            const auto at = place(machine_, 0);
            if (!at) return;
            const Visit visit{timeline_.here(), scheduler_.frames(), static_cast<std::uint32_t>(machine_),
                              *at};
            if (found.size() < most)
                found.push_back(visit);
            else if (most != 0)
                found[count % most] = visit;
            ++count;
        });
        disarm();
        scanned_in_.clear();
    }
    asked_ = false;
    auto back = timeline_.go(from);
    read_watches();
    static_cast<void>(select(machine, frame) || select(0, 0));
    if (!looked) return std::unexpected(looked.error());
    if (!back) return std::unexpected(back.error());
    std::ranges::sort(found, {}, &Visit::position);
    return found;
}

/// A fault ended something behind `from`: goes to the instruction that failed.
Report Debugger::faulted(const Position& from, Fault fault) {
    Report report;
    report.reason = Reason::fault;
    const Position end = timeline_.here();
    const std::uint32_t machine = fault.machine;
    std::optional<Position> last;
    watching_ = false;
    goal_ = nullptr; // nobody is to be told of what runs again
    if (!fault.frames.empty() && timeline_.go(from)) {
        // The last time it was about to be executed while all was well.
        const std::uint32_t address = fault.frames.front().address;
        bool failed = false;
        static_cast<void>(scan(
            end, [&](const Step& step) { return step.machine == machine && step.address == address; },
            [&] {
                failed = failed || !scheduler_.faults().empty();
                if (!failed) last = timeline_.here();
            }));
    }
    if (last && timeline_.go(*last)) {
        failed_at_ = *last;
    } else {
        static_cast<void>(timeline_.go(end));
        report.behind = true;
    }
    focus(machine);
    report.fault = std::move(fault);
    return report;
}

} // namespace vellum::debug
