// Making an index of what is named on the command line.
#pragma once

#include <string>
#include <vector>

#include "cli/session.hpp"

namespace vellum::cli {

/// Creates an index of the places, or brings it up to date, and prints what was done. `keep`: files that are
/// not among the places stay.
[[nodiscard]] ExitCode build_index(Session& session, const std::vector<std::string>& words,
                                   const std::string& path, bool keep);

} // namespace vellum::cli
