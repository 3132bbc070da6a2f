// Tables are filled once, when the first object of a skrit is made.
#include "engines/skrit/objects/implementation.hpp"

#include <algorithm>
#include <tuple>

#include "base/ascii.hpp"
#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/isa/operands.hpp"

namespace vellum::skrit {

namespace {

template <class T> std::uint64_t room(const std::vector<T>& list) { return list.capacity() * sizeof(T); }

/// Texts shorter than that stand in the string itself.
std::uint64_t letters(const std::string& text) {
    return text.capacity() < sizeof(std::string) ? 0 : text.capacity();
}

std::uint64_t unit_bytes(const Unit& unit) {
    std::uint64_t sum = sizeof(Unit) + letters(unit.source_name) + letters(unit.strings) +
                        room(unit.string_starts) + room(unit.types) + room(unit.imports) +
                        room(unit.upcasts) + room(unit.functions_table) + room(unit.variables) +
                        room(unit.events) + room(unit.handlers) + room(unit.transitions) +
                        room(unit.at_functions) + room(unit.states) + room(unit.macros) + room(unit.files) +
                        room(unit.line_table) + room(unit.bytes) + room(unit.instructions.instructions) +
                        room(unit.instructions.values) + room(unit.verification.frames) +
                        room(unit.verification.stack_begin) + room(unit.verification.cells) +
                        unit.verification.reached.size() / 8 + room(unit.verification.in_out) +
                        room(unit.verification.arguments);
    const auto add = [&](const std::vector<UnitParameter>& parameters) {
        sum += room(parameters);
        for (const UnitParameter& parameter : parameters) sum += letters(parameter.name);
    };
    for (const UnitType& type : unit.types) sum += letters(type.name);
    for (const Import& import : unit.imports) {
        sum += letters(import.owner) + letters(import.name);
        add(import.parameters);
    }
    for (const UnitFunction& function : unit.functions_table) {
        sum += letters(function.name) + letters(function.documentation) + room(function.locals);
        add(function.parameters);
        for (const LocalSymbol& local : function.locals) sum += letters(local.name);
    }
    for (const UnitVariable& variable : unit.variables)
        sum += letters(variable.name) + letters(variable.documentation);
    for (const UnitEvent& event : unit.events) sum += letters(event.name) + room(event.parameters);
    for (const Handler& handler : unit.handlers) sum += room(handler.filter);
    for (const Transition& transition : unit.transitions) {
        sum += room(transition.terms);
        for (const Term& term : transition.terms) sum += room(term.filter);
    }
    for (const State& state : unit.states) sum += letters(state.name) + room(state.transitions);
    for (const UnitFile& file : unit.files)
        sum += letters(file.name) + letters(file.text) + letters(file.path);
    return sum;
}

std::uint64_t code_bytes(const LinkedCode& code) {
    std::uint64_t sum = room(code.fused) + room(code.unfused) + room(code.functions) + room(code.sites) +
                        room(code.argument_kinds) + room(code.write_backs) + room(code.texts);
    for (const String& text : code.texts) sum += text.footprint();
    return sum;
}

} // namespace

std::string implementation_key(std::string_view name) {
    std::string key = lower_case(name);
    std::ranges::replace(key, '\\', '/');
    return key;
}

EventNames::EventNames() {
    for (const std::string_view name :
         {"OnConstruct", "OnDestroy", "OnLoad", "OnConstructShared", "OnDestroyShared", "OnLoadShared",
          "OnEnterState", "OnExitState", "OnTransitionPoll", "OnTimer"})
        static_cast<void>(intern(name));
}

EventId EventNames::intern(std::string_view name) {
    if (name.ends_with('$')) name.remove_suffix(1);
    const auto [entry, fresh] = ids_.try_emplace(lower_case(name), static_cast<EventId>(names_.size()));
    if (fresh) {
        names_.emplace_back(name);
        held_ += 2 * (sizeof(std::string) + name.size()) + 64;
    }
    return entry->second;
}

EventId EventNames::find(std::string_view name) const {
    const auto found = ids_.find(lower_case(name));
    return found == ids_.end() ? none : found->second;
}

void Implementation::prepare(EventNames& names, const Exports* retail) {
    for (std::size_t i = 0; i < unit->events.size(); ++i) {
        const EventId id = names.intern(unit->events[i].name);
        if (retail != nullptr) {
            const std::uint32_t known = retail->find_event(unit->events[i].name);
            if (known != no_index && (retail->event_at(known).flags & export_dev) != 0) continue;
        }
        if (events_.size() <= id) events_.resize(id + 1, none);
        events_[id] = static_cast<std::uint32_t>(i);
    }
    std::vector<std::uint32_t> order(unit->handlers.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    const auto place = [&](std::uint32_t row) { // object level comes first
        return std::tuple(unit->handlers[row].event, unit->handlers[row].state + 1, row);
    };
    std::ranges::sort(order, {}, place);
    for (const std::uint32_t row : order) {
        const Handler& handler = unit->handlers[row];
        while (event_begin_.size() <= handler.event)
            event_begin_.push_back(static_cast<std::uint32_t>(rows_.size()));
        if (rows_.size() == event_begin_.back() || rows_.back().state != handler.state) {
            const auto begin = static_cast<std::uint32_t>(handlers_.size());
            rows_.push_back({handler.state, begin, begin});
        }
        handlers_.push_back(row);
        rows_.back().end = static_cast<std::uint32_t>(handlers_.size());
    }
    while (event_begin_.size() <= unit->events.size())
        event_begin_.push_back(static_cast<std::uint32_t>(rows_.size()));
    waits_.assign(unit->states.size(), false);
    term_begin_.push_back(0);
    for (const Transition& transition : unit->transitions) {
        term_begin_.push_back(term_begin_.back() + transition.terms.size());
        for (const Term& term : transition.terms)
            if (term.event != none) waits_[transition.from] = true;
    }
    footprint_ = unit_bytes(*unit) + code_bytes(code) + events_.capacity() * sizeof(std::uint32_t) +
                 handlers_.capacity() * sizeof(std::uint32_t) + rows_.capacity() * sizeof(HandlerRow) +
                 event_begin_.capacity() * sizeof(std::uint32_t) + waits_.size() / 8 +
                 term_begin_.capacity() * sizeof(std::size_t) + cell_count(unit->shared) * sizeof(StackCell);
}

std::span<const Implementation::HandlerRow> Implementation::search(std::span<const HandlerRow> rows,
                                                                   std::uint32_t state) noexcept {
    const auto first = [](const HandlerRow& row) { return row.state + 1; };
    const auto found = std::ranges::lower_bound(rows, state + 1, {}, first);
    return found == rows.end() ? std::span<const HandlerRow>() : std::span(&*found, 1);
}

std::size_t cell_of_variable(const Unit& unit, const UnitVariable& variable) noexcept {
    const StoreSizes& sizes = variable.shared ? unit.shared : unit.instance;
    const Store store = store_of(unit.types[variable.type].kind);
    return slot_index(variable.slot) + (store == Store::general ? std::size_t{0}
                                        : store == Store::text  ? std::size_t{sizes.general}
                                                                : std::size_t{sizes.general} + sizes.text);
}

} // namespace vellum::skrit
