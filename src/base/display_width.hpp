// How many columns of a terminal a text takes: letters of East Asia take two, marks that stand on others
// none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace vellum {

[[nodiscard]] std::size_t display_width(char32_t character) noexcept;
/// Of a text without control characters. Bytes that are no UTF-8 count one each.
[[nodiscard]] std::size_t display_width(std::string_view text) noexcept;

/// How many bytes more than columns a text has: what a column that is counted in bytes has to move.
[[nodiscard]] inline std::size_t bytes_beyond_columns(std::string_view text) noexcept {
    std::size_t at = 0;
    for (std::uint64_t eight = 0; at + sizeof eight <= text.size(); at += sizeof eight) {
        std::memcpy(&eight, text.data() + at, sizeof eight);
        if ((eight & 0x8080808080808080U) != 0) return text.size() - display_width(text);
    }
    for (; at < text.size(); ++at)
        if ((static_cast<unsigned char>(text[at]) & 0x80U) != 0) return text.size() - display_width(text);
    return 0;
}

} // namespace vellum
