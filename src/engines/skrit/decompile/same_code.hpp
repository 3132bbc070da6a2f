// Whether two units are the same p-code: the same code, and the same tables that it and the machine ask. What
// only tells where a unit comes from is left out: texts, lines, places and the hashes of what it was compiled
// from.
#pragma once

#include <string>

#include "engines/skrit/unit/unit.hpp"

namespace vellum::skrit::decompile {

/// Empty if they are; else the first table that differs.
[[nodiscard]] std::string difference(const Unit& one, const Unit& other);

/// Whether one of them is the other without its symbols.
[[nodiscard]] bool stripped_of(const Unit& one, const Unit& other);

} // namespace vellum::skrit::decompile
