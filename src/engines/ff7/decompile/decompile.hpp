// From a script to the text of its source. Every body is read, lowered again and compared with the words it
// came from; one that does not come out the same is kept as instructions.
#pragma once

#include "engines/ff7/format/script.hpp"
#include "vellum/engine.hpp"

namespace vellum::ff7::decompile {

[[nodiscard]] Decompiled decompile_text(const Script& script, const SourceOptions& options);

} // namespace vellum::ff7::decompile
