// What a unit uses of the host and a source cannot say by using it.
#pragma once

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/unit/unit.hpp"

namespace vellum::skrit::decompile {

/// Adds the unit's classes, enumerations, functions and events that `exports` has not, or has otherwise.
void declare_missing(const Unit& unit, Exports& exports);

} // namespace vellum::skrit::decompile
