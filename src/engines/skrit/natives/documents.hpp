// Texts about scripts and exports for people: dumps, state machines, documents of properties, help (reference
// "Help", "Classes every host gets").
#pragma once

#include <string>
#include <string_view>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/unit.hpp"
#include "vellum/value.hpp"

namespace vellum::skrit {

class World;
struct Object;

/// A value as scripts write it.
[[nodiscard]] std::string value_text(const Value& value);
/// Tables and variables with their values.
[[nodiscard]] std::string dump_object(const World& world, const Object& object);
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

/// Help of the exports. Names are found without regard to case; an unknown one gives a line that says so.
[[nodiscard]] std::string help_all(const Exports& exports);
[[nodiscard]] std::string help_classes(const Exports& exports);
[[nodiscard]] std::string help_enums(const Exports& exports);
[[nodiscard]] std::string help_globals(const Exports& exports);
[[nodiscard]] std::string help_class(const Exports& exports, std::string_view name);
[[nodiscard]] std::string help_enum(const Exports& exports, std::string_view name);
[[nodiscard]] std::string help_global(const Exports& exports, std::string_view name);

} // namespace vellum::skrit
