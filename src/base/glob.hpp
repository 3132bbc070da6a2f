// Patterns with wildcards: * ? [a-z] [!a-z] and ** for any number of folders.
#pragma once

#include <string_view>

namespace vellum {

[[nodiscard]] bool has_wildcard(std::string_view text) noexcept;
/// `*` and `?` never match a slash, `**` does.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text) noexcept;

} // namespace vellum
