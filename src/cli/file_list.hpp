// `--files-from LIST`: words of the command line that stand in a file.
#pragma once

#include "cli/arguments.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::cli {

/// Adds the lines of every list to the words, if the command takes lists. Fails with io.read.
[[nodiscard]] Result<void> add_listed_words(Arguments& arguments);

} // namespace vellum::cli
