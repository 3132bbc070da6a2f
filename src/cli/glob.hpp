// File name patterns, for shells that do not expand them and for patterns in quotes: * ? [a-z] [!a-z] and **
// for any number of folders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vellum::cli {

[[nodiscard]] bool has_wildcard(std::string_view text) noexcept;
/// `*` and `?` never match a slash, `**` does.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text) noexcept;
/// All files that match, sorted.
[[nodiscard]] std::vector<std::string> expand_pattern(const std::string& pattern);

} // namespace vellum::cli
