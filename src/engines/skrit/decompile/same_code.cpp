// See the header.
#include "engines/skrit/decompile/same_code.hpp"

#include <algorithm>
#include <bit>

namespace vellum::skrit::decompile {

namespace {

bool same(const Delay& a, const Delay& b) {
    return a.unit == b.unit &&
           std::bit_cast<std::uint32_t>(a.value) == std::bit_cast<std::uint32_t>(b.value) &&
           a.function == b.function;
}
bool same(const LocalSymbol& a, const LocalSymbol& b) {
    return a.name == b.name && a.type == b.type && a.slot == b.slot && a.begin == b.begin && a.end == b.end;
}
bool same(const UnitFunction& a, const UnitFunction& b) {
    return a.name == b.name && a.kind == b.kind && a.address == b.address && a.end == b.end &&
           a.result == b.result && std::ranges::equal(a.parameters, b.parameters) && a.state == b.state &&
           std::ranges::equal(a.locals, b.locals,
                              [](const LocalSymbol& x, const LocalSymbol& y) { return same(x, y); });
}
/// Only properties have documents that scripts can ask for.
bool same(const UnitVariable& a, const UnitVariable& b) {
    return a.name == b.name && a.type == b.type && a.shared == b.shared && a.property == b.property &&
           a.hidden == b.hidden && a.slot == b.slot && a.state == b.state && a.initial == b.initial &&
           a.initialiser == b.initialiser && (!a.property || a.documentation == b.documentation);
}
bool same(const UnitEvent& a, const UnitEvent& b) {
    return a.name == b.name && a.result == b.result && a.parameters == b.parameters &&
           a.inferred == b.inferred;
}
bool same(const Handler& a, const Handler& b) {
    return a.event == b.event && a.function == b.function && a.state == b.state && a.trigger == b.trigger &&
           a.filter == b.filter;
}
bool same(const Term& a, const Term& b) {
    return a.event == b.event && a.filter == b.filter && a.condition == b.condition;
}
bool same(const Transition& a, const Transition& b) {
    return a.from == b.from && a.to == b.to && a.handler == b.handler &&
           std::ranges::equal(a.terms, b.terms, [](const Term& x, const Term& y) { return same(x, y); });
}
bool same(const AtFunction& a, const AtFunction& b) {
    return a.function == b.function && a.state == b.state && same(a.delay, b.delay);
}
bool same(const State& a, const State& b) {
    return a.name == b.name && a.startup == b.startup && a.polls == b.polls && same(a.poll, b.poll);
}

template <class Row>
std::string row(const std::vector<Row>& a, const std::vector<Row>& b, std::string_view what) {
    const auto alike = [](const Row& x, const Row& y) {
        if constexpr (requires { same(x, y); })
            return same(x, y);
        else
            return x == y;
    };
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
        if (i >= a.size() || i >= b.size() || !alike(a[i], b[i]))
            return std::string(what) + " " + std::to_string(i);
    return {};
}

} // namespace

std::string difference(const Unit& one, const Unit& other) {
    const std::string rows[] = {row(one.types, other.types, "type"),
                                row(one.imports, other.imports, "import"),
                                row(one.upcasts, other.upcasts, "upcast"),
                                row(one.functions_table, other.functions_table, "function"),
                                row(one.variables, other.variables, "variable"),
                                row(one.events, other.events, "event"),
                                row(one.handlers, other.handlers, "handler"),
                                row(one.transitions, other.transitions, "transition"),
                                row(one.at_functions, other.at_functions, "at function"),
                                row(one.states, other.states, "state")};
    for (const std::string& difference : rows)
        if (!difference.empty()) return difference;
    if (one.strings != other.strings || one.string_starts != other.string_starts) return "its texts";
    // What a missing include was assumed to define is no unit's first function, and is a function of its
    // source.
    const bool first = one.first == other.first || one.first == none;
    if (!first || one.mode != other.mode || one.stripped != other.stripped || one.startup != other.startup ||
        one.owner != other.owner || one.macros != other.macros || one.instance != other.instance ||
        one.shared != other.shared)
        return "its head";
    return one.bytes == other.bytes ? std::string() : "its code";
}

/// Types of locals stand among the others where there are symbols, so numbers of types say nothing here.
bool stripped_of(const Unit& one, const Unit& other) {
    if (one.stripped == other.stripped || one.bytes != other.bytes || one.strings != other.strings ||
        one.imports.size() != other.imports.size() || one.startup != other.startup)
        return false;
    for (std::uint32_t i = 0; i < one.imports.size(); ++i)
        if (one.import_signature(i) != other.import_signature(i)) return false;
    const auto function = [](const UnitFunction& a, const UnitFunction& b) {
        return a.name == b.name && a.kind == b.kind && a.address == b.address && a.end == b.end &&
               a.state == b.state;
    };
    const auto variable = [](const UnitVariable& a, const UnitVariable& b) {
        return a.name == b.name && a.slot == b.slot && a.property == b.property && a.state == b.state &&
               a.initial.bits == b.initial.bits && a.initialiser == b.initialiser;
    };
    const auto alike = [](const auto& a, const auto& b) { return same(a, b); };
    return std::ranges::equal(one.functions_table, other.functions_table, function) &&
           std::ranges::equal(one.variables, other.variables, variable) &&
           std::ranges::equal(one.states, other.states, alike) &&
           std::ranges::equal(one.at_functions, other.at_functions, alike);
}

} // namespace vellum::skrit::decompile
