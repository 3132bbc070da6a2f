// From a script to its source and the header that goes with it. What was printed is compiled again and
// compared with the block; where that is another one, the whole script is a listing.
#pragma once

#include "engines/ags/format/script.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags::decompile {

[[nodiscard]] Decompiled decompile_text(const Script& script, const SourceOptions& options);

} // namespace vellum::ags::decompile
