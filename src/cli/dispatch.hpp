// From words to a command that runs.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.hpp"

namespace vellum::cli {

class Console;

/// Runs a command line without the program's name.
[[nodiscard]] ExitCode dispatch(Console& console, std::vector<std::string> words);

} // namespace vellum::cli
