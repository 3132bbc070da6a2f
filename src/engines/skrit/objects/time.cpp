// One update: timers, at functions, polls, in this order, with state changes between the steps (reference
// "Update", "Timers", "at functions").
#include <algorithm>
#include <utility>

#include "engines/skrit/world.hpp"

namespace vellum::skrit {

namespace {
constexpr double nearly = 1e-6; // seconds added up in other places may miss the mark by a hair
}

void World::update(Object& object, double seconds) {
    const Entered entered(*this);
    const std::uint64_t id = object.id;
    ++object.references; // it must outlive its own handlers
    if (!object.timers.empty()) run_timers(object, seconds);
    if (!object.waiting.empty()) run_waiting(object, seconds);
    if (object.state != none && object.unit().states[object.state].dynamic) {
        ++object.depth;
        poll(object, seconds);
        --object.depth;
        if (object.depth == 0 && object.pending != none) apply_pending(object);
    }
    release_object(id);
}

void World::run_timers(Object& object, double seconds) {
    std::vector<Due> due = std::exchange(due_, {}); // nested updates bring their own
    due.clear();
    for (Timer& timer : object.timers) {
        timer.left -= timer.frames ? 1 : seconds;
        if (timer.left <= nearly) due.push_back({timer.left, timer.serial});
    }
    std::ranges::sort(due, [](const Due& a, const Due& b) { return a < b; });
    for (const Due& one : due) {
        const auto found = std::ranges::find(object.timers, one.serial, &Timer::serial);
        if (found == object.timers.end()) continue; // stopped, or dropped with its state
        const std::int32_t id = found->id;
        const float late = found->frames ? 0.0F : static_cast<float>(std::max(0.0, -one.left));
        if (found->repeats == 1)
            object.timers.erase(found);
        else {
            if (found->repeats > 0) --found->repeats;
            found->left = std::max(found->left + found->period, 0.0); // at most once an update
        }
        const Value values[] = {Value(id), Value(late)};
        static_cast<void>(deliver(object, on_timer, values));
    }
    due_ = std::move(due);
}

void World::run_waiting(Object& object, double seconds) {
    std::vector<Due> due;
    for (WaitingAt& at : object.waiting) {
        at.left -= object.unit().at_functions[at.index].delay.unit == TimeUnit::frames ? 1 : seconds;
        if (at.left <= nearly) due.push_back({at.left, at.serial});
    }
    std::ranges::sort(due, [](const Due& a, const Due& b) { return a < b; });
    for (const Due& one : due) {
        const auto found = std::ranges::find(object.waiting, one.serial, &WaitingAt::serial);
        if (found == object.waiting.end()) continue; // its state was left
        const std::uint32_t function = object.unit().at_functions[found->index].function;
        object.waiting.erase(found);
        static_cast<void>(call_function(object, function, {}, nullptr));
    }
}

void World::poll(Object& object, double seconds) {
    object.poll_clock += object.poll_frames ? 1 : seconds;
    if (object.poll_clock + nearly < object.poll_period) return;
    object.poll_clock = 0;
    send_general(object, on_transition_poll);
    if (object.pending != none) return;
    const std::shared_ptr<Implementation> code = object.implementation;
    for (const std::uint32_t index : code->unit->states[object.state].transitions) {
        const auto& terms = code->unit->transitions[index].terms;
        if (std::ranges::none_of(terms, [](const Term& term) { return term.condition != none; })) continue;
        if (!holds(object, index)) continue;
        fire(object, index);
        return;
    }
}

} // namespace vellum::skrit
