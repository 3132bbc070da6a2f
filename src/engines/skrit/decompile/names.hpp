// Names for what the unit has none of: parameters and locals of units without symbols.
#pragma once

#include "engines/skrit/decompile/types.hpp"
#include "engines/skrit/exports/registry.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit::decompile {

/// Names every variable of the tree that has no name of its own. Handlers' parameters are called as the
/// host's event has them, locals after what they are given first, others after their types.
void name_variables(const Unit& unit, Tree& tree, const Types& types, const Exports& exports,
                    ChosenNames& chosen);

/// Names are written wherever something is used, so that long ones become more than a file justifies.
inline constexpr std::size_t longest_name = 512;

/// A name as a script may have it: letters, digits and underscores with one `$` behind.
[[nodiscard]] bool is_user_name(std::string_view name);

} // namespace vellum::skrit::decompile
