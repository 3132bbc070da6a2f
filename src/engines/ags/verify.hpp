// What can be found wrong with a script without running it.
#pragma once

#include "engines/ags/format/script.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::ags {

/// Reports registers that do not exist, jumps that lead nowhere, code that runs off its end, fixups and
/// exports that mean nothing. Offsets count from the start of the block.
void check_script(const Script& script, Diagnostics& diagnostics);

} // namespace vellum::ags
