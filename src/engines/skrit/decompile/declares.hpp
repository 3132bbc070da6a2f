// What a unit uses of the host and a source cannot say by using it.
#pragma once

#include <span>
#include <string>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/unit/unit.hpp"

namespace vellum::skrit::decompile {

/// Adds the unit's classes, enumerations, functions and events that `exports` has not, or has otherwise.
/// `events`: what the source calls the unit's.
void declare_missing(const Unit& unit, std::span<const std::string> events, Exports& exports);

} // namespace vellum::skrit::decompile
