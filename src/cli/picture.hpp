// Pictures that engines draw of a program or a run, on their way into a file. Used by `run --svg` and by the
// commands of single engines; knows nothing of what is on them.
#pragma once

#include <string>

#include "cli/session.hpp"
#include "cli/world.hpp"

namespace vellum::cli {

/// Writes the picture of the world's last program to the file; "-" is standard output. `of_run`: with what
/// the world did.
ExitCode write_picture(Session& session, World& world, const std::string& path, bool of_run = true);

} // namespace vellum::cli
