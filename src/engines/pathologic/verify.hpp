// Proves what can be proved about a script: control flow, stack depth per instruction, reach into arguments
// and task variables, tables, texts.
#pragma once

#include "engines/pathologic/script.hpp"

namespace vellum::pathologic {

/// Verifies the script and reports every problem with its file offset.
[[nodiscard]] Verification verify_script(const Script& script, Diagnostics& diagnostics);

} // namespace vellum::pathologic
