// Patterns for files, for shells that do not expand them and for patterns in quotes.
#pragma once

#include <string>
#include <vector>

namespace vellum::cli {

/// All files that match, sorted.
[[nodiscard]] std::vector<std::string> expand_pattern(const std::string& pattern);

} // namespace vellum::cli
