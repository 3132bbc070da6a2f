// ASCII letters, digits and blanks, whatever the locale: names in the games' files and in our own formats do
// not distinguish case. Bytes beyond ASCII stay as they are.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace vellum {

[[nodiscard]] constexpr char lower_ascii(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] constexpr char upper_ascii(char c) noexcept {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

[[nodiscard]] inline std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = lower_ascii(c);
    return result;
}

/// Equal without regard to case.
[[nodiscard]] constexpr bool same_name(std::string_view a, std::string_view b) noexcept {
    return std::ranges::equal(a, b, {}, lower_ascii, lower_ascii);
}

[[nodiscard]] constexpr bool is_blank(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

[[nodiscard]] constexpr std::optional<unsigned> hex_digit(char c) noexcept {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    const char lower = lower_ascii(c);
    if (lower >= 'a' && lower <= 'f') return static_cast<unsigned>(lower - 'a') + 10;
    return std::nullopt;
}

/// Without the blanks at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

} // namespace vellum
