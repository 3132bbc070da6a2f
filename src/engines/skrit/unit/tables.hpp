// The rules that a unit's tables obey whatever they come from. The machine and the listing rely on them.
#pragma once

#include "engines/skrit/unit/unit.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// Checks every index, kind and shape outside of the code itself and fills what follows from other rows (the
/// transitions of each state). False after reporting the first breach.
bool settle_tables(Unit& unit, Diagnostics& diagnostics);

} // namespace vellum::skrit
