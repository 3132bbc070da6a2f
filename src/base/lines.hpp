// Where the lines of a text begin.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace vellum {

/// Offsets of the first bytes of all lines; the first is 0.
[[nodiscard]] inline std::vector<std::size_t> line_begins(std::string_view text) {
    std::vector<std::size_t> begins{0};
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        begins.push_back(at + 1);
    return begins;
}

/// The line that a byte is in, from 1. `begins`: those of its text.
[[nodiscard]] inline std::uint32_t line_of(const std::vector<std::size_t>& begins, std::size_t offset) {
    return static_cast<std::uint32_t>(std::ranges::upper_bound(begins, offset) - begins.begin());
}

} // namespace vellum
