// Tables are filled once, when the first object of a skrit is made.
#include "engines/skrit/objects/implementation.hpp"

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/isa/operands.hpp"

namespace vellum::skrit {

EventNames::EventNames() {
    for (const std::string_view name :
         {"OnConstruct", "OnDestroy", "OnLoad", "OnConstructShared", "OnDestroyShared", "OnLoadShared",
          "OnEnterState", "OnExitState", "OnTransitionPoll", "OnTimer"})
        static_cast<void>(intern(name));
}

EventId EventNames::intern(std::string_view name) {
    if (name.ends_with('$')) name.remove_suffix(1);
    const auto [entry, fresh] = ids_.try_emplace(lower_case(name), static_cast<EventId>(names_.size()));
    if (fresh) names_.emplace_back(name);
    return entry->second;
}

EventId EventNames::find(std::string_view name) const {
    const auto found = ids_.find(lower_case(name));
    return found == ids_.end() ? none : found->second;
}

void Implementation::prepare(EventNames& names, const Exports* retail) {
    const std::size_t rows = unit->events.size() * (unit->states.size() + 1);
    for (std::size_t i = 0; i < unit->events.size(); ++i) {
        const EventId id = names.intern(unit->events[i].name);
        if (retail != nullptr) {
            const std::uint32_t known = retail->find_event(unit->events[i].name);
            if (known != no_index && (retail->event_at(known).flags & export_dev) != 0) continue;
        }
        if (events_.size() <= id) events_.resize(id + 1, none);
        events_[id] = static_cast<std::uint32_t>(i);
    }
    std::vector<std::vector<std::uint32_t>> lists(rows);
    for (std::size_t i = 0; i < unit->handlers.size(); ++i) {
        const Handler& handler = unit->handlers[i];
        lists[std::size_t{handler.event} * (unit->states.size() + 1) +
              (handler.state == none ? 0 : std::size_t{handler.state} + 1)]
            .push_back(static_cast<std::uint32_t>(i));
    }
    handler_begin_.push_back(0);
    for (const auto& list : lists) {
        handlers_.insert(handlers_.end(), list.begin(), list.end());
        handler_begin_.push_back(handlers_.size());
    }
    waits_.assign(unit->states.size(), false);
    term_begin_.push_back(0);
    for (const Transition& transition : unit->transitions) {
        term_begin_.push_back(term_begin_.back() + transition.terms.size());
        for (const Term& term : transition.terms)
            if (term.event != none) waits_[transition.from] = true;
    }
}

std::size_t cell_of_variable(const Unit& unit, const UnitVariable& variable) noexcept {
    const StoreSizes& sizes = variable.shared ? unit.shared : unit.instance;
    const Store store = store_of(unit.types[variable.type].kind);
    return slot_index(variable.slot) + (store == Store::general ? std::size_t{0}
                                        : store == Store::text  ? std::size_t{sizes.general}
                                                                : std::size_t{sizes.general} + sizes.text);
}

} // namespace vellum::skrit
