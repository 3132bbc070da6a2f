// The host script of --host: Lua where the build has it, a clear message where not.
#pragma once

#include <memory>
#include <string>

#include "cli/session.hpp"
#include "vellum/host.hpp"

namespace vellum::cli {

/// Loads a host script. What it prints goes to standard output.
[[nodiscard]] Result<std::unique_ptr<Host>> load_host_script(Session& session, const std::string& path);

} // namespace vellum::cli
