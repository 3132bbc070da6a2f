// Host scripts as editors know them: Lua whose functions answer natives. See docs/host-scripts.md.
#pragma once

#include "language/language.hpp"

namespace vellum {

/// Takes files whose names end in `host.lua`: other programs have Lua files, too.
[[nodiscard]] const language::Language& host_script_language();

} // namespace vellum
