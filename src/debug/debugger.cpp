// Running until something stops, forward; looking and changing. The way back stands in back.cpp.
#include "debug/debugger.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/text_writer.hpp"
#include "debug/codes.hpp"

namespace vellum::debug {

Debugger::Debugger(Scheduler& scheduler, Tape* tape, std::span<const ProgramPtr> programs,
                   const TimelineOptions& options)
    : scheduler_(scheduler), timeline_(scheduler, tape, options), stops_(scheduler, programs) {}

Debugger::~Debugger() { disarm(); }

// --- Looking ---

const LineTable& Debugger::lines(const Program& program) const { return stops_.lines(program); }

std::size_t Debugger::depth(std::size_t machine) const {
    return machine < scheduler_.machine_count() ? scheduler_.machine(machine).frames.size() : 0;
}

std::vector<CodePlace> Debugger::places(std::size_t machine) const {
    std::vector<CodePlace> result;
    if (machine >= scheduler_.machine_count()) return result;
    for (const Frame& frame : scheduler_.machine(machine).frames)
        result.push_back({&scheduler_.frame_program(machine, result.size()), frame.address});
    return result;
}

std::optional<CodePlace> Debugger::place(std::size_t machine, std::size_t frame) const {
    if (machine >= scheduler_.machine_count()) return std::nullopt;
    const MachineInfo info = scheduler_.machine(machine);
    if (frame >= info.frames.size()) return std::nullopt;
    return CodePlace{&scheduler_.frame_program(machine, frame), info.frames[frame].address};
}

bool Debugger::select(std::size_t machine, std::size_t frame) {
    if (machine >= scheduler_.machine_count()) return false;
    if (frame != 0 && frame >= depth(machine)) return false;
    machine_ = machine;
    frame_ = frame;
    return true;
}

Result<Variable> Debugger::evaluate(std::string_view expression) const {
    const auto parsed = Expression::parse(expression);
    if (!parsed) return std::unexpected(parsed.error());
    return parsed->evaluate(FrameNames(scheduler_, machine_, frame_));
}

Result<void> Debugger::set(std::string_view name, std::string_view expression) {
    const FrameNames names(scheduler_, machine_, frame_);
    auto parsed = Expression::parse(expression);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    auto value = parsed->evaluate(names);
    if (!value) return std::unexpected(std::move(value.error()));
    const auto place = names.place_of(trimmed(name));
    if (!place)
        return fail(codes::debug_expression, "unknown variable '" + std::string(trimmed(name)) + "' here");
    return set(*place, value->value);
}

Result<void> Debugger::set(const VariablePlace& place, const Value& value) {
    if (auto set = scheduler_.change_variable(machine_, frame_, place.scope, place.index, value); !set)
        return set;
    read_watches();
    return timeline_.changed();
}

Result<void> Debugger::write_memory(std::string_view block, std::uint64_t first,
                                    std::span<const std::byte> bytes) {
    if (auto written = scheduler_.write_memory(block, first, bytes); !written) return written;
    read_watches();
    return timeline_.changed();
}

Result<std::vector<CodePlace>> Debugger::places_of(StopRequest request) {
    auto added = stops_.add(std::move(request));
    if (!added) return std::unexpected(std::move(added.error()));
    std::vector<CodePlace> places = (*added)->places;
    stops_.remove((*added)->number);
    return places;
}

Result<const Stop*> Debugger::watch(StopRequest request) {
    request.kind = StopKind::watch;
    if (request.bytes != 0) {
        if (request.bytes > StopRequest::most_bytes)
            return fail(codes::debug_place, "at most 4096 bytes can be watched at once");
        const auto now = scheduler_.read_memory(request.block, request.first, request.bytes);
        if (!now) return std::unexpected(now.error());
        if (now->size() != request.bytes) return fail(codes::debug_place, "the memory ends before that");
        request.what = request.block + "+" + std::to_string(request.first);
        auto added = stops_.add(std::move(request));
        if (!added) return added;
        Stop& stop = *stops_.find((*added)->number);
        stop.machine = machine_;
        stop.text = value_of(stop);
        return added;
    }
    const FrameNames names(scheduler_, machine_, frame_);
    auto parsed = Expression::parse(request.what);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    if (auto now = parsed->evaluate(names); !now) return std::unexpected(std::move(now.error()));
    auto added = stops_.add(std::move(request));
    if (!added) return added;
    Stop& stop = *stops_.find((*added)->number);
    stop.machine = machine_;
    const auto place = names.place_of(stop.request.what);
    stop.local = place && (place->scope == "locals" || place->scope == "parameters");
    const std::size_t frames = depth(machine_);
    stop.outer_frames = frames == 0 ? 0 : frames - 1 - frame_;
    stop.names = std::make_shared<FrameNames>(scheduler_, machine_, stop.local ? frame_ : 0);
    stop.text = value_of(stop);
    return added;
}

std::string Debugger::value_of(Stop& stop) const {
    if (stop.gone) return {};
    if (stop.request.bytes != 0) {
        const auto now = scheduler_.read_memory(stop.request.block, stop.request.first, stop.request.bytes);
        TextWriter text;
        if (now)
            for (const std::byte one : *now) text.hex(std::to_integer<unsigned>(one), 2);
        return text.take();
    }
    if (stop.local) {
        const std::size_t frames = depth(stop.machine);
        if (frames <= stop.outer_frames) return {};
        stop.names->set_frame(frames - 1 - stop.outer_frames);
    }
    const auto value = stop.watched->evaluate(*stop.names);
    return value ? value->text : std::string();
}

// --- What the world asks and tells while it runs ---

void Debugger::read_watches() {
    for (const auto& stop : stops_.all())
        if (stop->request.kind == StopKind::watch && stop->enabled) stop->text = value_of(*stop);
}

void Debugger::check_watches(const Step* step) {
    for (const auto& stop : stops_.all()) {
        if (stop->request.kind != StopKind::watch || !stop->enabled || stop->gone) continue;
        // Another machine's calls neither change nor end a frame of this one.
        if (stop->local && step != nullptr && step->machine != stop->machine) continue;
        std::string now = value_of(*stop);
        if (now == stop->text) continue;
        if (!stop->local && now.empty()) continue; // another task or script runs, which has none such
        if (stop->text.empty()) {                  // it begins to be there
            stop->text = std::move(now);
            continue;
        }
        Change change{stop->number, stop->request.what, stop->text, now, before_, false};
        if (stop->local && now.empty()) {
            change.gone = true;
            if (scanned_ == nullptr) stop->gone = true;
        }
        stop->text = std::move(now);
        hit_.changes.push_back(std::move(change));
    }
}

bool Debugger::stops(const Step& step) {
    const CodePlace place{&scheduler_.program(step.machine), step.address};
    // Where only some places are asked about, the first of them may be another one.
    const bool again = std::exchange(skip_, false) && (!stopped_at_ || *stopped_at_ == place);
    bool stop = false;
    if (!again) {
        if (watching_) {
            check_watches(&step);
            stop = !hit_.changes.empty();
        }
        if (scanned_ != nullptr) {
            stop = (*scanned_)(step) || stop;
        } else {
            if (goal_->at && goal_->at(step)) stop = hit_.goal = true;
            if (goal_->stops && stops_.any_at(place)) {
                hit_.place = place;
                stop = true;
            }
        }
    }
    if (stop) {
        hit_.stopped = true;
        stopped_at_ = place;
        hit_.machine = step.machine;
        timeline_.stop_requested();
    } else
        before_ = place;
    return stop;
}

void Debugger::told(StopKind kind, std::string_view text, std::uint32_t machine) {
    if (goal_ == nullptr || !goal_->stops || scanned_ != nullptr) return;
    for (const auto& stop : stops_.all()) {
        if (!stop->enabled || stop->request.kind != kind) continue;
        const bool meant = kind == StopKind::note ? text.find(stop->request.what) != std::string_view::npos
                                                  : same_name(text, stop->request.what);
        if (!meant) continue;
        hit_.told.push_back(stop->number);
        hit_.machine = machine;
        timeline_.stop_requested();
        scheduler_.pause_after(0);
    }
}

void Debugger::native(const NativeStep& step) { told(StopKind::answer, step.key.name, step.machine); }

void Debugger::note(const Scheduler&, std::uint32_t machine, std::string_view text) {
    told(StopKind::note, text, machine);
}

// --- Running ---

void Debugger::arm(const Goal& goal) {
    goal_ = &goal;
    watching_ = goal.stops && stops_.has(StopKind::watch);
    if (goal.stops && (stops_.has(StopKind::answer) || stops_.has(StopKind::note)))
        scheduler_.add_observer(*this);
    std::vector<CodeRange> where = goal.stops ? stops_.ranges() : std::vector<CodeRange>();
    const bool everywhere = watching_ || (goal.at && goal.where.empty());
    if (!everywhere && where.empty() && goal.where.empty()) return scheduler_.set_stopper(nullptr);
    if (everywhere)
        where.clear();
    else
        where.insert(where.end(), goal.where.begin(), goal.where.end());
    scheduler_.set_stopper(this, std::move(where));
}

void Debugger::disarm() {
    goal_ = nullptr;
    scanned_ = nullptr;
    watching_ = false;
    if (scheduler_.stopper() == this) scheduler_.set_stopper(nullptr);
    scheduler_.remove_observer(*this);
}

void Debugger::focus(std::uint32_t machine) {
    machine_ = machine < scheduler_.machine_count() ? machine : 0;
    frame_ = 0;
}

/// After a pause that no instruction decided on: the machine that goes on next stands in front of it.
void Debugger::focus_on_running() {
    frame_ = 0;
    const auto runs = [&](std::size_t i) {
        const MachineInfo info = scheduler_.machine(i);
        return !info.frames.empty() && info.state == MachineState::ready;
    };
    if (machine_ < scheduler_.machine_count() && runs(machine_)) return;
    for (std::size_t i = 0; i < scheduler_.machine_count(); ++i)
        if (runs(i)) {
            machine_ = i;
            return;
        }
}

void Debugger::log(const Stop& stop) {
    if (!log_) return;
    std::string line;
    const std::string& text = stop.request.log;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text[at] == '{' ? text.find('}', at) : std::string::npos;
        if (end == std::string::npos) {
            line += text[at++];
            continue;
        }
        const auto value = evaluate(std::string_view(text).substr(at + 1, end - at - 1));
        line += value ? value->text : "<" + value.error().message + ">";
        at = end + 1;
    }
    log_(line);
}

/// A stop was reached: does it stop?
bool Debugger::counts(Stop& stop, Report& report) {
    if (stop.condition) {
        const auto holds = stop.condition->holds(FrameNames(scheduler_, machine_, frame_));
        if (!holds) {
            // Better stopped once too often than run past.
            report.text = "the condition of " + std::to_string(stop.number) +
                          " has no value here: " + holds.error().message;
        } else if (!*holds)
            return false;
    }
    ++stop.hits;
    if (stop.hits <= stop.request.ignore) return false;
    if (stop.hits_wanted && !stop.hits_wanted->holds(stop.hits)) return false;
    if (!stop.request.log.empty()) {
        log(stop);
        return false;
    }
    report.stops.push_back(stop.number);
    return true;
}

/// The world has paused or come to rest: is that the end of the run?
bool Debugger::decide(Report& report) {
    focus(hit_.machine);
    bool ends = false;
    std::vector<Stop*> reached;
    if (hit_.place) {
        reached = stops_.at(*hit_.place);
        report.behind = place(machine_, 0) != hit_.place;
    }
    for (const std::uint32_t number : hit_.told)
        if (Stop* const stop = stops_.find(number)) reached.push_back(stop);
    for (Stop* const stop : reached)
        if (counts(*stop, report)) {
            report.reason = Reason::stop;
            ends = true;
        }
    for (Change& change : hit_.changes) {
        Stop* const stop = stops_.find(change.stop);
        if (stop == nullptr || !counts(*stop, report)) continue;
        report.reason = Reason::watch;
        report.changes.push_back(std::move(change));
        ends = true;
    }
    if (hit_.goal && !ends) {
        report.reason = Reason::step;
        ends = true;
    }
    for (const std::uint32_t number : report.stops)
        if (Stop* const stop = stops_.find(number); stop != nullptr && stop->request.once)
            stops_.remove(number);
    return ends;
}

Report Debugger::run(const Goal& goal) {
    arm(goal);
    static_cast<void>(scheduler_.take_faults());
    Report report;
    // In front of an instruction that was stopped at.
    bool stands = scheduler_.paused() && timeline_.here() != interrupted_at_;
    interrupted_at_.reset();
    if (stopped_ != timeline_.here()) stopped_at_.reset();
    bool known = failed_at_ == timeline_.here();
    const std::uint64_t begun = scheduler_.instructions();
    for (bool ends = false; !ends;) {
        hit_ = {};
        hit_.machine = static_cast<std::uint32_t>(machine_);
        skip_ = stands;
        const Position from = timeline_.here();
        const std::uint64_t done = scheduler_.instructions() - begun;
        const std::uint64_t left =
            goal.most == Scheduler::no_pause ? goal.most : goal.most - std::min(goal.most, done);
        const Timeline::Ran ran = timeline_.advance(poll_ ? std::min(left, most_unasked) : left);
        const bool asked = hit_.goal || hit_.place || !hit_.changes.empty();
        std::vector<Fault> faults = scheduler_.take_faults();
        // The one that this run began in front of has been told of.
        if (std::exchange(known, false) && !faults.empty()) faults.erase(faults.begin());
        if (tell_fault_)
            for (const Fault& fault : faults) tell_fault_(fault);
        if (at_faults_ && goal.stops && !faults.empty()) {
            report = faulted(from, std::move(faults.front()));
            break;
        }
        if (watching_ && !asked) check_watches(nullptr);
        stands = asked;
        if (ran == Timeline::Ran::nothing) {
            report.reason = Reason::end;
            break;
        }
        ends = (asked || !hit_.told.empty() || !hit_.changes.empty()) && decide(report);
        if (ends) break;
        if (ran == Timeline::Ran::paused && !asked && scheduler_.instructions() - begun >= goal.most) {
            report.reason = Reason::step;
            focus_on_running();
            break;
        }
        if (ran == Timeline::Ran::rested && goal.rest && goal.rest()) {
            report.reason = Reason::rested;
            break;
        }
        if (asked_to_stop()) {
            report.reason = Reason::interrupted;
            if (scheduler_.paused() && !asked) interrupted_at_ = timeline_.here();
            interrupted_ = goal;
            focus_on_running();
            break;
        }
    }
    stopped_ = timeline_.here();
    disarm();
    return report;
}

Report Debugger::go_on() { return run({}); }

Report Debugger::resume() { return run(std::exchange(interrupted_, {})); }

Report Debugger::next_frame() {
    Goal goal;
    goal.rest = [this] {
        const Position here = timeline_.here();
        const auto& actions = timeline_.actions();
        return here.action >= actions.size() || actions[here.action].kind == Action::Kind::frame;
    };
    return run(goal);
}

Report Debugger::next_event() {
    std::vector<CodePlace> handlers;
    Goal goal;
    for (const Program* const program : stops_.programs())
        for (const Reference& one : program->references())
            if (one.kind == ReferenceKind::handler) {
                handlers.push_back({program, one.address});
                goal.where.push_back({program, one.address, one.address + 1});
            }
    goal.at = [handlers = std::move(handlers), this](const Step& step) {
        return std::ranges::find(handlers, CodePlace{&scheduler_.program(step.machine), step.address}) !=
               handlers.end();
    };
    return run(goal);
}

Report Debugger::until_waiting() {
    Goal goal;
    goal.rest = [this] {
        return machine_ < scheduler_.machine_count() &&
               scheduler_.machine(machine_).state == MachineState::waiting;
    };
    return run(goal);
}

Report Debugger::until(const CodePlace& place) {
    const std::size_t machine = machine_, frames = depth(machine_);
    Goal goal;
    goal.where.push_back({place.program, place.address, place.address + 1});
    goal.at = [place, this](const Step& step) {
        return step.address == place.address && &scheduler_.program(step.machine) == place.program;
    };
    goal.rest = [=, this] { return frames != 0 && depth(machine) < frames; };
    return run(goal);
}

Debugger::Wanted Debugger::step_wanted(StepKind kind, Granularity granularity,
                                       std::vector<CodeRange>* where) const {
    const std::size_t machine = machine_;
    const std::size_t frames = depth(machine);
    const std::size_t deepest = kind == StepKind::into   ? ~std::size_t{0}
                                : kind == StepKind::over ? frames
                                : frames == 0            ? 0
                                                         : frames - 1;
    // Counting frames is dear; only code of the frames that are there can be where the step ends.
    std::vector<CodeRange> near;
    if (kind != StepKind::into) {
        for (const CodePlace& frame : places(machine)) {
            const Function* const in = stops_.function_at(*frame.program, frame.address);
            if (!in) {
                near.clear();
                break;
            }
            near.push_back({frame.program, in->address, in->end});
        }
    }
    if (where != nullptr) *where = {}; // a call may lead into another program, whose code is not near
    return [=, this](const Step& step) {
        if (step.machine != machine) return false;
        const Program& program = scheduler_.program(step.machine);
        if (!near.empty() && &program == near.front().program &&
            std::ranges::none_of(near, [&](const CodeRange& one) {
                return step.address >= one.begin && step.address < one.end;
            }))
            return false;
        if (granularity == Granularity::line && has_lines(program) && !lines(program).begins(step.address))
            return false;
        return kind == StepKind::into || depth(machine) <= deepest;
    };
}

Report Debugger::step_on(StepKind kind, Granularity granularity) {
    const std::size_t machine = machine_, frames = depth(machine_);
    Goal goal;
    if (!scheduler_.paused()) {
        // At rest: to the first instruction that is executed.
        goal.at = [](const Step&) { return true; };
        return run(goal);
    }
    if (kind == StepKind::into && granularity == Granularity::instruction) {
        // Not by counting: an instruction that waits is asked again and counted once.
        goal.at = [](const Step&) { return true; };
        return run(goal);
    }
    // Out of a function, in lines as in instructions: to where it was called.
    // Of the outermost there is none: then nothing needs to be asked at instructions.
    if (kind != StepKind::out || frames > 1)
        goal.at =
            step_wanted(kind, kind == StepKind::out ? Granularity::instruction : granularity, &goal.where);
    goal.rest = [=, this] { return depth(machine) < std::max<std::size_t>(frames, 1); };
    return run(goal);
}

} // namespace vellum::debug
