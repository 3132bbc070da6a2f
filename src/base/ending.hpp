// File endings in any case: games of the nineties shipped "WM0.EV" beside "wm0.ev".
#pragma once

#include <string_view>

#include "base/ascii.hpp"

namespace vellum {

/// True if the name ends so.
[[nodiscard]] inline bool has_ending(std::string_view name, std::string_view ending) noexcept {
    if (name.size() < ending.size()) return false;
    name.remove_prefix(name.size() - ending.size());
    return same_name(name, ending);
}

} // namespace vellum
