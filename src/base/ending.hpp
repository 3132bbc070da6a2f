// File endings in any case: games of the nineties shipped "WM0.EV" beside "wm0.ev".
#pragma once

#include <string>
#include <string_view>

#include "base/ascii.hpp"

namespace vellum {

/// True if the name ends so.
[[nodiscard]] inline bool has_ending(std::string_view name, std::string_view ending) noexcept {
    if (name.size() < ending.size()) return false;
    name.remove_prefix(name.size() - ending.size());
    return same_name(name, ending);
}

/// Ending of a path in lower case with its dot, or empty.
[[nodiscard]] inline std::string extension_of(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    const std::size_t slash = path.find_last_of("/\\");
    if (dot == std::string_view::npos || (slash != std::string_view::npos && dot < slash)) return {};
    return lower_case(path.substr(dot));
}

} // namespace vellum
