// Delivery of events, calls from outside, states and transitions (reference "Event delivery", "Changing
// state", "Transitions"). A handler's fault ends that handler only; a pending state change waits for the
// outermost delivery.
#include <algorithm>
#include <utility>

#include "engines/skrit/machine/codes.hpp"
#include "engines/skrit/world.hpp"

namespace vellum::skrit {

namespace {

/// Does an event's value equal what a trigger or term wants?
bool matches(const Unit& unit, std::span<const Constant> filter, std::span<const Value> values) {
    for (std::size_t i = 0; i < filter.size(); ++i) {
        if (i >= values.size()) return false;
        const Constant& wanted = filter[i];
        const Value& value = values[i];
        switch (unit.types[wanted.type].kind) {
        case TypeKind::string:
            if (value.text() != unit.string_at(wanted.bits)) return false;
            break;
        case TypeKind::real:
            if (vellum::detail::to_real(value) != std::bit_cast<float>(wanted.bits)) return false;
            break;
        case TypeKind::boolean:
            if (vellum::detail::to_boolean(value) != (wanted.bits != 0)) return false;
            break;
        default: {
            const std::uint32_t bits = value.is(Type::object)
                                           ? static_cast<std::uint32_t>(value.object().id)
                                           : static_cast<std::uint32_t>(vellum::detail::to_integer(value));
            if (bits != wanted.bits) return false;
            break;
        }
        }
    }
    return true;
}

/// Does some transition of the state wait for that event?
bool awaited(const Unit& unit, const State& state, std::uint32_t event, std::span<const Value> values) {
    return std::ranges::any_of(state.transitions, [&](std::uint32_t index) {
        return std::ranges::any_of(unit.transitions[index].terms, [&](const Term& term) {
            return term.event == event && matches(unit, term.filter, values);
        });
    });
}

/// What became of an event, for observers. Handlers and transitions are told apart: both may take one.
std::string_view outcome(bool handled, bool taken, bool remembered) {
    if (taken) return handled ? "handled, and a transition took it" : "a transition took it";
    if (handled) return "handled";
    return remembered ? "a transition remembers it and waits for more" : "no handler in this state";
}

} // namespace

void World::set_pending(Object& object, std::uint32_t state) {
    if (state < object.unit().states.size()) object.pending = state;
}

bool World::deliver(Object& object, EventId event, std::span<const Value> values, Value* result) {
    const std::uint32_t local = object.implementation->event(event);
    if (local == none) {
        if (Observer* watcher = Scheduler::observer(); watcher != nullptr && event >= general_event_count)
            watcher->event(*this, object.index, event_names_.name(event), values, "no handler");
        return false;
    }
    return deliver_here(object, local, values, result);
}

bool World::deliver_here(Object& object, std::uint32_t event, std::span<const Value> values, Value* result) {
    const Entered entered(*this);
    std::string_view* const told = std::exchange(told_, nullptr); // not about what this one leads to
    if (object.trace.events) reports.write("skrit", "event " + object.unit().events[event].name + "\n");
    ++object.depth;
    const std::uint32_t state = object.state; // handlers of the state that was current when the event came
    bool handled = run_handlers(object, event, none, values, result);
    bool taken = false;
    bool remembered = false;
    if (state != none) {
        handled = run_handlers(object, event, state, values, result) || handled;
        if (object.implementation->waits(state) && object.state == state) {
            if (Scheduler::observer() != nullptr || told != nullptr)
                remembered = awaited(object.unit(), object.unit().states[state], event, values);
            const bool changing = object.pending != none;
            try_transitions(object, event, values);
            taken = !changing && object.pending != none;
        }
    }
    --object.depth;
    if (Observer* watcher = Scheduler::observer())
        watcher->event(*this, object.index, object.unit().events[event].name, values,
                       outcome(handled, taken, remembered));
    if (told != nullptr) *told = outcome(handled, taken, remembered);
    settle(object);
    return handled;
}

bool World::run_handlers(Object& object, std::uint32_t event, std::uint32_t state,
                         std::span<const Value> values, Value* result) {
    const std::shared_ptr<Implementation> code = object.implementation;
    bool handled = false;
    for (const std::uint32_t row : code->handlers(event, state)) {
        const Handler& handler = code->unit->handlers[row];
        if (handler.trigger && !matches(*code->unit, handler.filter, values)) continue;
        handled = true;
        const UnitFunction& function = code->unit->functions_table[handler.function];
        const bool answers = code->unit->types[function.result].kind != TypeKind::none;
        static_cast<void>(invoke(object, handler.function,
                                 function.parameters.empty() ? std::span<const Value>() : values,
                                 answers ? result : nullptr));
        if (object.implementation != code) break; // reloaded from inside
    }
    return handled;
}

bool World::holds(Object& object, std::uint32_t index) {
    const std::shared_ptr<Implementation> code = object.implementation;
    const Transition& transition = code->unit->transitions[index];
    const std::size_t first = code->term(index);
    for (std::size_t i = 0; i < transition.terms.size(); ++i)
        if (transition.terms[i].event != none && !object.remembered[first + i]) return false;
    for (const Term& term : transition.terms) {
        if (term.condition == none) continue;
        Value truth;
        if (!invoke(object, term.condition, {}, &truth) || !truth.boolean()) return false;
        if (object.implementation != code) return false;
    }
    return true;
}

void World::try_transitions(Object& object, std::uint32_t event, std::span<const Value> values) {
    const std::shared_ptr<Implementation> code = object.implementation;
    const Unit& unit = *code->unit;
    const State& state = unit.states[object.state];
    // remember first: a later transition may wait for the same event
    std::vector<bool>& remembered = object.remembered;
    const auto touches = [&](std::uint32_t index, bool remember) {
        const Transition& transition = unit.transitions[index];
        bool touched = false;
        for (std::size_t i = 0; i < transition.terms.size(); ++i) {
            const Term& term = transition.terms[i];
            if (term.event != event || !matches(unit, term.filter, values)) continue;
            touched = true;
            if (remember) remembered[code->term(index) + i] = true;
        }
        return touched;
    };
    for (const std::uint32_t index : state.transitions) touches(index, true);
    if (object.pending != none) return;
    for (const std::uint32_t index : state.transitions)
        if (touches(index, false) && holds(object, index)) {
            fire(object, index);
            return;
        }
}

void World::fire(Object& object, std::uint32_t index) {
    const std::shared_ptr<Implementation> code = object.implementation;
    const Transition& transition = code->unit->transitions[index];
    if (transition.handler != none) static_cast<void>(invoke(object, transition.handler, {}, nullptr));
    if (object.pending == none && object.implementation == code) object.pending = transition.to;
}

/// Reference "Changing state".
void World::apply_pending(Object& object) {
    ++object.depth;
    for (std::uint32_t round = 0; object.pending != none && !object.going; ++round) {
        if (round == limits.state_changes) {
            object.pending = none;
            report_fault(&object, nullptr, codes::run_states, "too many state changes");
            break;
        }
        if (object.state != none) send_general(object, on_exit_state);
        if (object.pending == none || object.pending >= object.unit().states.size()) break;
        // what was set going before the startup state is entered belongs to no state
        if (object.state != none)
            std::erase_if(object.timers, [](const Timer& timer) { return !timer.global; });
        std::erase_if(object.waiting, [&](const WaitingAt& at) {
            return object.unit().at_functions[at.index].state != none;
        });
        object.remembered.assign(object.remembered.size(), false);
        const std::uint32_t before = object.state;
        object.state = object.pending;
        object.pending = none;
        if (object.trace.states || Scheduler::observer() != nullptr) {
            const std::string text = "state " +
                                     (before == none ? std::string("-") : object.unit().states[before].name) +
                                     " -> " + object.unit().states[object.state].name;
            if (object.trace.states) reports.write("skrit", text + "\n");
            if (Observer* watcher = Scheduler::observer()) watcher->note(*this, object.index, text);
        }
        enter_state(object);
    }
    --object.depth;
}

void World::settle(Object& object) {
    if (object.depth != 0) return;
    if (object.pending != none) apply_pending(object);
    if (object.going) drop(object);
}

void World::enter_state(Object& object) {
    arm(object, object.state);
    set_poll(object);
    object.poll_clock = 0;
    send_general(object, on_enter_state);
}

void World::set_poll(Object& object) {
    const State& state = object.unit().states[object.state];
    if (!state.polls) return;
    object.poll_frames = state.poll.unit == TimeUnit::frames;
    object.poll_period = delay(object, state.poll);
}

/// In seconds, or in updates if the delay counts them. Never negative.
double World::delay(Object& object, const Delay& delay) {
    double value = static_cast<double>(delay.value);
    if (delay.function != none) {
        Value computed;
        value = invoke(object, delay.function, {}, &computed)
                    ? static_cast<double>(vellum::detail::to_real(computed))
                    : 0;
    }
    if (delay.unit == TimeUnit::milliseconds) value /= 1000;
    return value > 0 ? value : 0;
}

void World::arm(Object& object, std::uint32_t state) {
    const std::shared_ptr<Implementation> code = object.implementation;
    const Unit& unit = *code->unit;
    for (std::uint32_t i = 0; i < unit.at_functions.size(); ++i)
        if (unit.at_functions[i].state == state)
            object.waiting.push_back({i, delay(object, unit.at_functions[i].delay), next_serial_++});
}

bool World::call_function(Object& object, std::uint32_t function, std::span<const Value> values,
                          Value* result) {
    const Entered entered(*this);
    ++object.depth;
    const bool fine = invoke(object, function, values, result);
    --object.depth;
    settle(object);
    return fine;
}

} // namespace vellum::skrit
