// Lua scripts as the hosts of a workspace's runs.
#pragma once

#include "vellum/workspace.hpp"

namespace vellum {

/// For Settings::host_scripts.
[[nodiscard]] HostScripts lua_host_scripts();

} // namespace vellum
