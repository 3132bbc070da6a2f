// File endings in any case: games of the nineties shipped "WM0.EV" beside "wm0.ev".
#pragma once

#include <algorithm>
#include <string_view>

namespace vellum {

/// True if the name ends so; `ending` in small letters.
[[nodiscard]] inline bool has_ending(std::string_view name, std::string_view ending) noexcept {
    if (name.size() < ending.size()) return false;
    name.remove_prefix(name.size() - ending.size());
    return std::ranges::equal(name, ending, {},
                              [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
}

} // namespace vellum
