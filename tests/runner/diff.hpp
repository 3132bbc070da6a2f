// Differences between two texts, line by line, in the form that `diff -u` made usual.
#pragma once

#include <string>
#include <string_view>

namespace vellum::cases {

/// Lines only in `expected` begin with '-', lines only in `actual` with '+'; three lines around each change.
[[nodiscard]] std::string unified_diff(std::string_view expected, std::string_view actual);

} // namespace vellum::cases
