// A term is written as text: the event's name in lower case, then for each value its kind and its bits, or
// its letters with their number in front.
#include "engines/skrit/objects/identity.hpp"

#include "base/ascii.hpp"

namespace vellum::skrit {

std::string_view state_name(const Unit& unit, std::uint32_t state) noexcept {
    return state < unit.states.size() ? std::string_view(unit.states[state].name) : std::string_view();
}

namespace {

bool same_at(const Unit& unit, const AtFunction& at, const AtIdentity& identity) {
    return same_name(unit.functions_table[at.function].name, identity.function) &&
           same_name(state_name(unit, at.state), identity.state);
}

std::string term_text(const Unit& unit, const Term& term) {
    std::string text = lower_case(unit.events[term.event].name);
    for (const Constant& value : term.filter) {
        const TypeKind kind = unit.types[value.type].kind;
        text += " " + std::to_string(static_cast<int>(kind)) + ":";
        if (kind == TypeKind::string) {
            const std::string_view letters = unit.string_at(value.bits);
            text += std::to_string(letters.size()) + ":" + std::string(letters);
        } else
            text += std::to_string(value.bits);
    }
    return text;
}

} // namespace

AtIdentity at_identity(const Unit& unit, std::uint32_t index) {
    const AtFunction& at = unit.at_functions[index];
    AtIdentity identity{unit.functions_table[at.function].name, std::string(state_name(unit, at.state)), 0};
    for (std::uint32_t i = 0; i < index; ++i)
        identity.ordinal += same_at(unit, unit.at_functions[i], identity) ? 1 : 0;
    return identity;
}

std::uint32_t find_at(const Unit& unit, const AtIdentity& identity) {
    std::uint32_t ordinal = 0;
    for (std::uint32_t i = 0; i < unit.at_functions.size(); ++i)
        if (same_at(unit, unit.at_functions[i], identity) && ordinal++ == identity.ordinal) return i;
    return none;
}

TermIdentity term_identity(const Unit& unit, std::uint32_t transition, std::uint32_t term) {
    const Transition& row = unit.transitions[transition];
    return {std::string(state_name(unit, row.from)), std::string(state_name(unit, row.to)),
            term_text(unit, row.terms[term])};
}

bool is_term(const Unit& unit, std::uint32_t transition, std::uint32_t term, const TermIdentity& identity) {
    const Transition& row = unit.transitions[transition];
    return row.terms[term].event != none && same_name(state_name(unit, row.from), identity.from) &&
           same_name(state_name(unit, row.to), identity.to) &&
           term_text(unit, row.terms[term]) == identity.term;
}

} // namespace vellum::skrit
