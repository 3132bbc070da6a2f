// Changes of state and the end of objects: what waits until the outermost delivery is over.

#include "engines/skrit/codes.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

void World::set_pending(Object& object, std::uint32_t state) {
    if (state < object.unit().states.size()) object.pending = state;
}

Progress World::settle_now(Object& object) {
    Settling settling;
    settling.object = &object;
    return advance(settling);
}

Progress World::end(Object& object) {
    Settling settling;
    settling.object = &object;
    settling.at = Settling::At::end;
    object.going = true;
    return advance(settling);
}

Progress World::advance(Settling& settling) {
    using enum Settling::At;
    Object& object = *settling.object;
    for (;;) {
        switch (settling.at) {
        case begin:
            if (object.pending != none) ++object.depth;
            settling.at = object.pending != none ? change : end;
            break;
        case change:
            if (object.pending != none && !object.going && settling.round++ == limits.state_changes) {
                object.pending = none;
                report_fault(&object, nullptr, codes::run_states, "too many state changes");
            }
            if (object.pending == none || object.going) {
                --object.depth;
                settling.at = end;
                break;
            }
            settling.at = left;
            if (object.state != none && tell(object, on_exit_state) == Progress::stopped)
                return leave(settling);
            break;
        case left:
            if (object.pending == none || object.pending >= object.unit().states.size()) {
                --object.depth;
                settling.at = end;
                break;
            }
            change_state(object);
            settling.arming = {object.state};
            settling.at = arming;
            break;
        case arming:
            if (arm(object, settling.arming) == Progress::stopped) return leave(settling);
            settling.at = poll;
            break;
        case poll:
            if (set_poll(object, settling.asked) == Progress::stopped) return leave(settling);
            object.poll_clock = 0;
            settling.at = change;
            if (tell(object, on_enter_state) == Progress::stopped) return leave(settling);
            break;
        case end:
            if (!object.going) return Progress::done;
            ++object.depth;
            object.pending = none;
            settling.at = destroyed;
            if (tell(object, on_destroy) == Progress::stopped) return leave(settling);
            break;
        case destroyed:
            settling.at = freed;
            if (--object.implementation->objects == 0 && tell(object, on_destroy_shared) == Progress::stopped)
                return leave(settling);
            break;
        case freed: free(object); return Progress::done;
        }
    }
}

void World::change_state(Object& object) {
    // what was set going before the startup state is entered belongs to no state
    if (object.state != none) std::erase_if(object.timers, [](const Timer& timer) { return !timer.global; });
    std::erase_if(object.waiting,
                  [&](const WaitingAt& at) { return object.unit().at_functions[at.index].state != none; });
    object.remembered.assign(object.remembered.size(), false);
    const std::uint32_t before = object.state;
    object.state = object.pending;
    object.pending = none;
    if (!object.trace.states && Scheduler::observer() == nullptr) return;
    const std::string text = "state " +
                             (before == none ? std::string("-") : object.unit().states[before].name) +
                             " -> " + object.unit().states[object.state].name;
    if (object.trace.states) reports.write("skrit", text + "\n");
    if (Observer* watcher = Scheduler::observer()) watcher->note(*this, object.index, text);
}

Progress World::set_poll(Object& object, bool& asked) {
    const State& state = object.unit().states[object.state];
    if (!state.polls) return Progress::done;
    if (!asked) object.poll_frames = state.poll.unit == TimeUnit::frames;
    if (ask(object, state.poll, asked) == Progress::stopped) return Progress::stopped;
    object.poll_period = length(state.poll);
    return Progress::done;
}

Progress World::arm(Object& object, Arming& arming) {
    const Unit& unit = object.unit();
    for (; arming.next < unit.at_functions.size(); ++arming.next) {
        const AtFunction& at = unit.at_functions[arming.next];
        if (at.state != arming.state) continue;
        if (ask(object, at.delay, arming.asked) == Progress::stopped) return Progress::stopped;
        object.waiting.push_back({arming.next, length(at.delay), next_serial_++});
    }
    return Progress::done;
}

/// Computes a delay that is not constant; `length` then gives it.
Progress World::ask(Object& object, const Delay& delay, bool& asked) {
    if (delay.function == none) return Progress::done;
    if (!asked) {
        asked = true;
        if (invoke(object, delay.function, {}) == Progress::stopped) return Progress::stopped;
    }
    asked = false;
    return Progress::done;
}

/// In seconds, or in updates if the delay counts them. Never negative.
double World::length(const Delay& delay) const {
    double value = static_cast<double>(delay.value);
    if (delay.function != none)
        value = answer_.fine ? static_cast<double>(vellum::detail::to_real(answer_.value)) : 0;
    if (delay.unit == TimeUnit::milliseconds) value /= 1000;
    return value > 0 ? value : 0;
}

} // namespace vellum::skrit
