// By what reload and load find the parts of a skrit again after it was edited: names, never positions. States
// go by their name, at functions by state and name, what a transition remembers by the states it leads from
// and to and by the event with its values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engines/skrit/unit/unit.hpp"

namespace vellum::skrit {

/// Name of a state; empty if there is none.
[[nodiscard]] std::string_view state_name(const Unit& unit, std::uint32_t state) noexcept;

/// An at function: of several with one name in one state, the how many-th.
struct AtIdentity {
    std::string function, state;
    std::uint32_t ordinal = 0;
};
[[nodiscard]] AtIdentity at_identity(const Unit& unit, std::uint32_t index);
/// Its index in the unit, or `none`.
[[nodiscard]] std::uint32_t find_at(const Unit& unit, const AtIdentity& identity);

/// A static term of a transition.
struct TermIdentity {
    std::string from, to;
    std::string term; ///< The event and what it is compared with.
};
[[nodiscard]] TermIdentity term_identity(const Unit& unit, std::uint32_t transition, std::uint32_t term);
/// Calls `found(transition, term)` for every term of the unit that it is.
template <class Found> void find_terms(const Unit& unit, const TermIdentity& identity, Found&& found);

[[nodiscard]] bool is_term(const Unit& unit, std::uint32_t transition, std::uint32_t term,
                           const TermIdentity& identity);

template <class Found> void find_terms(const Unit& unit, const TermIdentity& identity, Found&& found) {
    for (std::uint32_t t = 0; t < unit.transitions.size(); ++t)
        for (std::uint32_t i = 0; i < unit.transitions[t].terms.size(); ++i)
            if (is_term(unit, t, i, identity)) found(t, i);
}

} // namespace vellum::skrit
