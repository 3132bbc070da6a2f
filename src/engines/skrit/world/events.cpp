// Delivery of events, calls from outside and transitions. A handler's fault ends that handler only; a pending
// state change waits for the outermost delivery.
#include <algorithm>
#include <utility>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/world/world.hpp"

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

/// Handlers and transitions are told apart: both may take an event.
Became outcome(bool handled, bool taken, bool remembered) {
    if (taken) return handled ? Became::handled_and_taken : Became::taken;
    if (handled) return Became::handled;
    return remembered ? Became::remembered : Became::unheard;
}

} // namespace

std::string_view to_string(Became became) noexcept {
    constexpr std::string_view texts[] = {"no handler",
                                          "no handler in this state",
                                          "a transition recorded it and waits for more",
                                          "a transition took it",
                                          "handled",
                                          "handled, and a transition took it"};
    return texts[static_cast<std::size_t>(became)];
}

bool World::deliver(Object& object, EventId event, std::span<const Value> values, Value* result) {
    const std::uint32_t local = object.implementation->event(event);
    if (local == none) {
        unmentioned(object, event, values);
        return false;
    }
    if (paused() && entered_ == 0 && !interrupted()) [[unlikely]]
        return deliver_later(object.id, event, values, result);
    return deliver_here(object, local, values, result);
}

[[gnu::noinline]] bool World::deliver_here(Object& object, std::uint32_t event, std::span<const Value> values,
                                           Value* result) {
    const Entry entry(*this, result != nullptr);
    Delivery delivery;
    delivery.object = &object;
    delivery.event = event;
    delivery.values = values;
    delivery.result = result;
    static_cast<void>(advance(delivery));
    return delivery.handled;
}

[[gnu::cold]] bool World::deliver_later(std::uint64_t object, EventId event, std::span<const Value> values,
                                        Value* result) {
    catch_up();
    Object* const found = find(object);
    return found != nullptr && deliver(*found, event, values, result);
}

Progress World::tell(Object& object, EventId event, std::span<const Value> values, Became* told) {
    const std::uint32_t local = object.implementation->event(event);
    if (local == none) {
        unmentioned(object, event, values);
        return Progress::done;
    }
    Delivery delivery;
    delivery.object = &object;
    delivery.event = local;
    delivery.values = values;
    delivery.told = told;
    return advance(delivery);
}

void World::unmentioned(const Object& object, EventId event, std::span<const Value> values) {
    if (Observer* watcher = Scheduler::observer(); watcher != nullptr && event >= general_event_count)
        watcher->event(*this, object.index, event_names_.name(event), values, to_string(Became::unmentioned));
}

Progress World::advance(Delivery& delivery) {
    using enum Delivery::At;
    Object& object = *delivery.object;
    const std::uint32_t event = delivery.event;
    if (delivery.at == arrival) {
        if (object.trace.events) reports.write("skrit", "event " + object.unit().events[event].name + "\n");
        ++object.depth;
        delivery.state = object.state; // handlers of the state that was current when the event came
        delivery.at = object_handlers;
    }
    if (delivery.at == object_handlers) {
        if (run_handlers(delivery, none) == Progress::stopped) return leave(delivery);
        delivery.next = 0;
        delivery.at = state_handlers;
    }
    if (delivery.at == state_handlers) {
        const std::uint32_t state = delivery.state;
        if (state != none) {
            if (run_handlers(delivery, state) == Progress::stopped) return leave(delivery);
            if (object.implementation->waits(state) && object.state == state) {
                if (Scheduler::observer() != nullptr || delivery.told != nullptr)
                    delivery.remembered =
                        awaited(object.unit(), object.unit().states[state], event, delivery.values);
                remember(object, event, delivery.values);
                delivery.walks = object.pending == none;
            }
        }
        delivery.at = transitions;
    }
    if (delivery.walks) {
        const auto touched = [&](const Transition& transition) {
            return std::ranges::any_of(transition.terms, [&](const Term& term) {
                return term.event == event && matches(object.unit(), term.filter, delivery.values);
            });
        };
        if (walk(object, delivery.walk, touched) == Progress::stopped) return leave(delivery);
    }
    --object.depth;
    const bool taken = delivery.walks && object.pending != none;
    if (Observer* watcher = Scheduler::observer())
        watcher->event(*this, object.index, object.unit().events[event].name, delivery.values,
                       to_string(outcome(delivery.handled, taken, delivery.remembered)));
    if (delivery.told != nullptr) *delivery.told = outcome(delivery.handled, taken, delivery.remembered);
    return settle(object);
}

Progress World::run_handlers(Delivery& delivery, std::uint32_t state) {
    Object& object = *delivery.object;
    const Unit& unit = object.unit();
    const auto handlers = object.implementation->handlers(delivery.event, state);
    while (delivery.next < handlers.size()) {
        const Handler& handler = unit.handlers[handlers[delivery.next++]];
        if (handler.trigger && !matches(unit, handler.filter, delivery.values)) continue;
        delivery.handled = true;
        const UnitFunction& function = unit.functions_table[handler.function];
        if (invoke(object, handler.function,
                   function.parameters.empty() ? std::span<const Value>() : delivery.values) ==
            Progress::stopped)
            return Progress::stopped;
        if (delivery.result != nullptr && answer_.fine && unit.types[function.result].kind != TypeKind::none)
            *delivery.result = std::move(answer_.value);
    }
    return Progress::done;
}

/// Before any transition is tried: a later one may wait for the same event.
void World::remember(Object& object, std::uint32_t event, std::span<const Value> values) {
    const Unit& unit = object.unit();
    for (const std::uint32_t index : unit.states[object.state].transitions) {
        const Transition& transition = unit.transitions[index];
        for (std::size_t i = 0; i < transition.terms.size(); ++i)
            if (transition.terms[i].event == event && matches(unit, transition.terms[i].filter, values))
                object.remembered[object.implementation->term(index) + i] = true;
    }
}

/// Are all events there that the transition waits for?
bool World::complete(const Object& object, std::uint32_t transition) {
    const auto& terms = object.unit().transitions[transition].terms;
    const std::size_t first = object.implementation->term(transition);
    for (std::size_t i = 0; i < terms.size(); ++i)
        if (terms[i].event != none && !object.remembered[first + i]) return false;
    return true;
}

template <class Eligible> Progress World::walk(Object& object, Walk& walk, const Eligible& eligible) {
    const Unit& unit = object.unit();
    const auto& list = unit.states[object.state].transitions;
    for (; !walk.fires && walk.next < list.size(); ++walk.next) {
        const Transition& transition = unit.transitions[list[walk.next]];
        const bool begun = walk.asked || walk.term != 0;
        if (!begun && !(eligible(transition) && complete(object, list[walk.next]))) continue;
        walk.fires = true;
        for (; walk.term < transition.terms.size(); ++walk.term) {
            const std::uint32_t condition = transition.terms[walk.term].condition;
            if (condition == none) continue;
            if (!walk.asked) {
                walk.asked = true;
                if (invoke(object, condition, {}) == Progress::stopped) {
                    walk.fires = false; // not decided yet
                    return Progress::stopped;
                }
            }
            walk.asked = false;
            walk.fires = answer_.fine && answer_.value.boolean();
            if (!walk.fires) break;
        }
        walk.term = 0;
        if (!walk.fires) continue;
        if (transition.handler == none) break;
        if (invoke(object, transition.handler, {}) == Progress::stopped) return Progress::stopped;
        break;
    }
    if (walk.fires && object.pending == none) object.pending = unit.transitions[list[walk.next]].to;
    return Progress::done;
}

Progress World::poll(Object& object, Walk& state) {
    return walk(object, state, [](const Transition& transition) {
        return std::ranges::any_of(transition.terms, [](const Term& term) { return term.condition != none; });
    });
}

bool World::call_function(Object& object, std::uint32_t function, std::span<const Value> values,
                          Value* result) {
    const Entry entry(*this, true);
    ++object.depth;
    static_cast<void>(invoke(object, function, values));
    const bool fine = answer_.fine;
    if (fine && result != nullptr && object.implementation->code.functions[function].result != TypeKind::none)
        *result = std::move(answer_.value);
    --object.depth;
    static_cast<void>(settle(object));
    return fine;
}

} // namespace vellum::skrit
