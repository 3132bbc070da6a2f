// Machines at work: a fragment begins, stops, goes on and ends. What a stop leaves behind are the machine
// with its frames and the tasks that were under way around it.
#include <algorithm>
#include <type_traits>
#include <utility>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/machine/native/native.hpp"
#include "engines/skrit/world/trace.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

/// An object's switches hold for its own fragments only, from the next one on.
template <class Go> Exit World::watched(Object& object, const Go& go) {
    TraceObserver trace(*this, Scheduler::observer(), object.trace.opcodes, object.trace.natives);
    Observer* const around = MachineContext::observer;
    MachineContext::observer = object.trace.opcodes || object.trace.natives ? &trace : Scheduler::observer();
    const Exit exit = go();
    MachineContext::observer = around;
    return exit;
}

/// What a fragment of that object runs on.
static inline Invocation invocation_of(Object& object) {
    const Implementation& code = *object.implementation;
    return {&code.code, object.cells.get(), code.shared.get(), &object,
            object.id,  object.owner,       object.index};
}

void World::make_machine() {
    machines_.push_back(std::make_unique<Machine>(static_cast<MachineContext&>(*this)));
    idle_.push_back(machines_.back().get());
}

Progress World::stopped() {
    set_paused(true);
    pause_left_ = no_pause;
    armed_ = !places_.empty();
    stop = {};
    return Progress::stopped;
}

[[gnu::always_inline]] inline Progress World::after(Object& object, Machine& machine, Exit exit) {
    if (exit == Exit::stopped) [[unlikely]]
        return stopped();
    running_.pop_back();
    if (running_.empty()) {
        const std::uint64_t used = granted_ - reserve - remaining;
        executed += used;
        if (pause_left_ != no_pause) pause_left_ -= std::min(pause_left_, used);
    }
    if (armed_) [[unlikely]]
        rearm();
    answer_.fine = exit == Exit::done;
    if (!answer_.fine) report_fault(&object, &machine, *machine.fault().code, machine.fault().message);
    idle_.push_back(&machine);
    return Progress::done;
}

Progress World::invoke(Object& object, std::uint32_t function, std::span<const Value> values) {
    answer_.fine = false;
    if (interrupted()) {
        report_fault(&object, nullptr, vellum::codes::run_interrupted, "the world was interrupted");
        return Progress::done;
    }
    if (idle_.empty()) {
        if (!memory_for(Machine::stack_cells * sizeof(StackCell))) {
            report_fault(&object, nullptr, codes::run_memory,
                         "the scripts hold more memory than the host allows");
            return Progress::done;
        }
        make_machine();
    }
    Machine& machine = *idle_.back();
    idle_.pop_back();
    if (running_.empty()) {
        remaining = 0;
        reserve = granted_ = limits.instructions;
        may_stop_ = held_ == 0;
    }
    running_.push_back(&machine);
    Implementation& code = *object.implementation;
    const Invocation invocation = invocation_of(object);
    if (armed_) [[unlikely]]
        set_stop(code.code);
    if (object.trace.calls)
        reports.write("skrit", "call " + code.unit->functions_table[function].name + "\n");
    return after(object, machine,
                 watched(object, [&] { return machine.run(invocation, function, values, &answer_.value); }));
}

// --- Pauses ---

/// What the outermost invocation has left.
std::uint64_t World::left() const noexcept { return remaining + reserve - running_.back()->uncharged(); }

/// Only the outermost machine stops: what a native sets going runs to its end.
void World::set_stop(const LinkedCode& code) {
    stop = {};
    if (running_.size() != 1 || !may_stop_) return;
    stop.places = !places_.empty();
    stop.counted = pause_left_ != no_pause && pause_left_ <= granted_;
    if (stop.counted) stop.left = granted_ - pause_left_;
    constexpr std::uint64_t always = ~std::uint64_t{0};
    const std::uint64_t run = std::uint64_t{code.longest_run} + 1;
    if (stop.places)
        stop.guard = always;
    else if (stop.counted)
        stop.guard = stop.left < always - run ? stop.left + run : always;
}

void World::pause_asked() {
    const std::uint64_t instructions = take_asked();
    const std::uint64_t used = running_.empty() ? 0 : granted_ - left();
    pause_left_ = instructions < no_pause - used ? instructions + used : no_pause;
    rearm();
}

void World::make_ready(LinkedCode& code) {
    if (settings_.tier.most == Tier::native && code::makes_machine_code())
        add_hot_places(code, settings_.tier);
    code.plant(stop_ranges());
}

void World::stops_changed() {
    stops_anywhere = stopper() != nullptr && stop_ranges().empty();
    const std::span<const CodeRange> ranges =
        stopper() == nullptr ? std::span<const CodeRange>() : stop_ranges();
    for (const auto& [name, code] : implementations_) code->code.plant(ranges);
}

void World::pause_at(const Unit& unit, std::uint32_t address) {
    const std::ptrdiff_t instruction = unit.instructions.at(address);
    if (instruction < 0) return;
    places_.emplace(&unit, static_cast<std::uint32_t>(instruction));
    rearm();
}

void World::clear_pauses() {
    places_.clear();
    pause_left_ = no_pause;
    rearm();
}

void World::rearm() {
    armed_ = pause_left_ != no_pause || !places_.empty();
    stop = {};
    if (armed_ && !running_.empty()) set_stop(*running_.back()->invocation().code);
}

bool World::stops_at(const LinkedCode& code, std::uint32_t instruction) const {
    return places_.contains({code.unit, instruction});
}

std::vector<InspectedFrame> World::inspect() const {
    return running_.empty() ? std::vector<InspectedFrame>() : running_.back()->inspect();
}

template <class Task> Progress World::leave(Task& task) {
    LeftTask& left = agenda_.emplace_back();
    if constexpr (std::is_same_v<Task, Delivery>) {
        task.result = nullptr; // whoever asked has its answer: it is paused
        task.told = nullptr;
        left.values.assign(task.values.begin(), task.values.end());
    }
    if constexpr (std::is_same_v<Task, Creation>) left.fields.assign(task.fields.begin(), task.fields.end());
    if constexpr (std::is_same_v<Task, Sending>) left.event = *task.event;
    left.task = std::move(task);
    return Progress::stopped;
}
template Progress World::leave(Delivery&);
template Progress World::leave(Settling&);
template Progress World::leave(Update&);
template Progress World::leave(Creation&);
template Progress World::leave(FrameTask&);
template Progress World::leave(Sending&);
template Progress World::leave(Starting&);

Progress World::take_up(LeftTask& left) {
    if (auto* delivery = std::get_if<Delivery>(&left.task)) {
        delivery->values = left.values;
        return advance(*delivery);
    }
    if (auto* creation = std::get_if<Creation>(&left.task)) {
        const std::vector<Property> fields(left.fields.begin(), left.fields.end());
        creation->fields = fields;
        return advance(*creation);
    }
    if (auto* sending = std::get_if<Sending>(&left.task)) {
        sending->event = &left.event;
        return advance(*sending);
    }
    if (auto* settling = std::get_if<Settling>(&left.task)) return advance(*settling);
    if (auto* update = std::get_if<Update>(&left.task)) return advance(*update);
    if (auto* frame = std::get_if<FrameTask>(&left.task)) return advance(*frame);
    if (auto* starting = std::get_if<Starting>(&left.task)) return advance(*starting);
    return Progress::done;
}

void World::go_on() {
    if (!paused() || entered_ != 0) return; // from inside: it goes on behind that
    set_paused(false);
    const Entry entry(*this);
    std::vector<LeftTask> tasks = std::exchange(agenda_, {});
    Machine& machine = *running_.back();
    Object& object = *static_cast<Object*>(machine.invocation().object);
    if (armed_) set_stop(*machine.invocation().code);
    Progress progress =
        after(object, machine, watched(object, [&] { return machine.resume(&answer_.value); }));
    std::size_t next = 0;
    while (progress == Progress::done && next < tasks.size()) progress = take_up(tasks[next++]);
    for (; next < tasks.size(); ++next) agenda_.push_back(std::move(tasks[next]));
}

void World::stand_still(Object& object, const StoppedMachine& machine, std::uint64_t granted,
                        std::uint64_t left) {
    remaining = 0;
    reserve = left;
    granted_ = granted;
    may_stop_ = true;
    if (idle_.empty()) make_machine();
    running_.push_back(idle_.back());
    idle_.pop_back();
    running_.back()->stand(invocation_of(object), machine);
    static_cast<void>(stopped());
}

void World::abandon() {
    for (; !running_.empty(); running_.pop_back()) {
        running_.back()->abandon();
        idle_.push_back(running_.back());
    }
    agenda_.clear();
    set_paused(false);
}

} // namespace vellum::skrit
