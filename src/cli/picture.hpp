// Pictures that engines draw of a program or a run, on their way into a file. Used by `run --svg` and by the
// commands of single engines; knows nothing of what is on them.
#pragma once

#include <string>

#include "cli/session.hpp"
#include "vellum/run.hpp"

namespace vellum::cli {

/// Writes the picture of the run's last program to the file; "-" is standard output. `of_run`: with what
/// it did.
ExitCode write_picture(Session& session, Run& run, const std::string& path, bool of_run = true);

} // namespace vellum::cli
