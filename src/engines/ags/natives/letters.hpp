// Letters and their order as the engine's text functions have them in 8-bit mode. The engine's library knows
// letters by their Unicode numbers and keeps the low byte of what it finds, so accented letters of Latin-1
// change their case too, and y with diaeresis becomes 'x' (its capital is U+0178). Facts:
// docs/engines/ags.md, "Script API".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ascii.hpp"

namespace vellum::ags {

[[nodiscard]] constexpr char lower_letter(char c) noexcept {
    const auto code = static_cast<unsigned char>(c);
    const bool capital = (code >= 'A' && code <= 'Z') || (code >= 192 && code <= 222 && code != 215);
    return static_cast<char>(capital ? code + 32 : code);
}

[[nodiscard]] constexpr char upper_letter(char c) noexcept {
    const auto code = static_cast<unsigned char>(c);
    if (code == 255) return 'x';
    const bool small = (code >= 'a' && code <= 'z') || (code >= 224 && code <= 254 && code != 247);
    return static_cast<char>(small ? code - 32 : code);
}

[[nodiscard]] constexpr char same_letter(char c) noexcept { return c; }

/// The difference of the first two characters that differ, the end of a text being 0: what strcmp and its
/// relatives give on the systems the original results come from.
template <class Fold>
[[nodiscard]] std::int32_t compare_texts(std::string_view a, std::string_view b, Fold fold) noexcept {
    const std::size_t common = a.size() < b.size() ? a.size() : b.size();
    for (std::size_t i = 0; i < common; ++i) {
        const auto left = static_cast<unsigned char>(fold(a[i]));
        const auto right = static_cast<unsigned char>(fold(b[i]));
        if (left != right) return left - right;
    }
    if (a.size() > common) return static_cast<unsigned char>(fold(a[common]));
    return b.size() > common ? -static_cast<std::int32_t>(static_cast<unsigned char>(fold(b[common]))) : 0;
}

} // namespace vellum::ags
