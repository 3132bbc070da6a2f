// Texts about scripts for people: values, states, conditions, documents of properties (docs/engines/skrit.md,
// "What every host has").
#pragma once

#include <string>
#include <string_view>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/unit/unit.hpp"
#include "vellum/value.hpp"

namespace vellum::skrit {

/// A value as scripts write it.
[[nodiscard]] std::string value_text(const Value& value);
/// "0.5": as short as it can be in six digits.
[[nodiscard]] std::string real_text(float value);
/// Source lines and their opcodes.
[[nodiscard]] std::string list_unit(const Unit& unit);
/// States, what they handle and where they lead, one line each.
[[nodiscard]] std::string state_machine_text(const Unit& unit, const Exports* exports = nullptr);
/// Properties that are not hidden, and functions, with their documents.
[[nodiscard]] std::string unit_documents(const Unit& unit);
/// "OnTimer( 1 ) and if": a transition's conditions.
[[nodiscard]] std::string terms_text(const Unit& unit, const Transition& transition,
                                     const Exports* exports = nullptr);
/// "( WE_KILLED, 3 )": what a trigger or term wants; empty if nothing.
[[nodiscard]] std::string filter_text(const Unit& unit, const std::vector<Constant>& filter,
                                      const Exports* exports = nullptr);
/// "5 frames"; "... seconds" if it is computed.
[[nodiscard]] std::string delay_text(const Delay& delay);
/// A constant as scripts write it.
[[nodiscard]] std::string constant_text(const Unit& unit, const Constant& constant,
                                        const Exports* exports = nullptr);

} // namespace vellum::skrit
