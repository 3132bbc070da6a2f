// From a unit to the text of its source. The text is compiled again and compared; what would not give the
// same p-code is kept as a listing.
#pragma once

#include "engines/skrit/unit/unit.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit::decompile {

/// Fails if not even a listing says it, as of p-code that branches into an instruction where nothing gets to.
[[nodiscard]] Result<Decompiled> decompile_text(const Unit& unit, const SourceOptions& options);

} // namespace vellum::skrit::decompile
