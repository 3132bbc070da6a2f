// The listing of a script: text that the assembler turns into the same bytes, whatever the file holds. Pool
// and imports are only written out where they are not what the compiler makes of the code.
#pragma once

#include <string>

#include "engines/pathologic/format/script.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic {

/// Prints the whole script.
[[nodiscard]] std::string list_script(const Script& script, const ListingOptions& options);

} // namespace vellum::pathologic
