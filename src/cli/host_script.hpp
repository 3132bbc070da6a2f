// Host scripts, where this build has Lua.
#pragma once

#include "vellum/workspace.hpp"

namespace vellum::cli {

/// Reads scripts of --host; empty without Lua.
[[nodiscard]] HostScripts host_scripts();

} // namespace vellum::cli
