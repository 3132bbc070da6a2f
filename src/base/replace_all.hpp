// Putting one text in the place of another.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace vellum {

/// The text with `to` in the place of each `from`, which is not empty, and how often. Linear.
[[nodiscard]] inline std::pair<std::string, std::size_t>
replace_all(std::string_view text, std::string_view from, std::string_view to) {
    std::string changed;
    std::size_t count = 0, begin = 0;
    for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from, begin)) {
        (changed += text.substr(begin, at - begin)) += to;
        begin = at + from.size();
        ++count;
    }
    changed += text.substr(begin);
    return {std::move(changed), count};
}

} // namespace vellum
