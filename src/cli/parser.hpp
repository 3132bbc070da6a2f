// Takes a command line apart after the command's own table. CLI11 does the tokens and stands behind this one
// header; words of errors, suggestions and help are ours.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace vellum::cli {

/// What is wrong with a command line, ready to be shown.
struct UsageError {
    std::string message; ///< Without the program's name; may end with a suggestion.
};

/// Parses the words behind the command's name. With --help nothing else is demanded.
[[nodiscard]] std::expected<Arguments, UsageError> parse_arguments(const Command& command,
                                                                   const std::vector<std::string>& words);

} // namespace vellum::cli
