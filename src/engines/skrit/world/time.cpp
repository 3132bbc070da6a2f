// One update: timers, at functions, polls, in this order, with state changes between the steps.
#include <algorithm>
#include <utility>

#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

namespace {

constexpr double nearly = 1e-6; // seconds added up in other places may miss the mark by a hair

void in_order(std::vector<Due>& due) {
    if (due.size() > 1) std::ranges::sort(due, [](const Due& a, const Due& b) { return a < b; });
}

} // namespace

void World::update(Object& object, double seconds) {
    const Entry entry(*this);
    static_cast<void>(begin_update(object, seconds));
}

Progress World::begin_update(Object& object, double seconds) {
    Update update;
    update.object = &object;
    update.seconds = seconds;
    return advance(update);
}

Progress World::advance(Update& update) {
    using enum Update::At;
    Object& object = *update.object;
    if (update.at == begin) {
        ++object.references; // it must outlive its own handlers
        if (!object.timers.empty()) {
            update.due = std::exchange(due_, {}); // nested updates bring their own
            update.due.clear();
            for (Timer& timer : object.timers) {
                timer.left -= timer.frames ? 1 : update.seconds;
                if (timer.left <= nearly) update.due.push_back({timer.left, timer.serial});
            }
            in_order(update.due);
        }
        update.at = timers;
    }
    if (update.at == timers) {
        while (update.next < update.due.size())
            if (fire_timer(object, update.due[update.next++]) == Progress::stopped) return leave(update);
        update.due.clear();
        update.next = 0;
        for (WaitingAt& at : object.waiting) {
            at.left -=
                object.unit().at_functions[at.index].delay.unit == TimeUnit::frames ? 1 : update.seconds;
            if (at.left <= nearly) update.due.push_back({at.left, at.serial});
        }
        in_order(update.due);
        update.at = at_functions;
    }
    while (update.at == at_functions || update.at == called) {
        if (update.at == called) {
            --object.depth;
            update.at = at_functions;
            if (settle(object) == Progress::stopped) return leave(update);
        } else if (update.next == update.due.size()) {
            if (update.due.capacity() > due_.capacity()) due_ = std::exchange(update.due, {});
            update.at = poll;
        } else {
            const auto found =
                std::ranges::find(object.waiting, update.due[update.next++].serial, &WaitingAt::serial);
            if (found == object.waiting.end()) continue; // its state was left
            const std::uint32_t function = object.unit().at_functions[found->index].function;
            object.waiting.erase(found);
            ++object.depth;
            update.at = called;
            if (invoke(object, function, {}) == Progress::stopped) return leave(update);
        }
    }
    if (update.at == poll) {
        update.at = Update::At::end;
        if (polls_now(object, update.seconds)) {
            ++object.depth;
            update.at = polled;
            if (tell(object, on_transition_poll) == Progress::stopped) return leave(update);
        }
    }
    if (update.at == polled) update.at = object.pending == none ? transitions : settled;
    if (update.at == transitions) {
        if (World::poll(object, update.walk) == Progress::stopped) return leave(update);
        update.at = settled;
    }
    if (update.at == settled) {
        --object.depth;
        update.at = Update::At::end;
        if (settle(object) == Progress::stopped) return leave(update);
    }
    return let_go(object);
}

/// Has the time come for the state's conditions?
bool World::polls_now(Object& object, double seconds) {
    if (object.state == none || !object.unit().states[object.state].dynamic) return false;
    object.poll_clock += object.poll_frames ? 1 : seconds;
    if (object.poll_clock + nearly < object.poll_period) return false;
    object.poll_clock = 0;
    return true;
}

Progress World::fire_timer(Object& object, const Due& due) {
    const auto found = std::ranges::find(object.timers, due.serial, &Timer::serial);
    if (found == object.timers.end()) return Progress::done; // stopped, or dropped with its state
    const std::int32_t id = found->id;
    const float late = found->frames ? 0.0F : static_cast<float>(std::max(0.0, -due.left));
    if (found->repeats == 1)
        object.timers.erase(found);
    else {
        if (found->repeats > 0) --found->repeats;
        found->left = std::max(found->left + found->period, 0.0); // at most once an update
    }
    const Value values[] = {Value(id), Value(late)};
    return tell(object, on_timer, values);
}

} // namespace vellum::skrit
