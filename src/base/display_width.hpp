// How many columns of a terminal a text takes: letters of East Asia take two, marks that stand on others
// none.
#pragma once

#include <cstddef>
#include <string_view>

namespace vellum {

[[nodiscard]] std::size_t display_width(char32_t character) noexcept;
/// Of a text without control characters. Bytes that are no UTF-8 count one each.
[[nodiscard]] std::size_t display_width(std::string_view text) noexcept;

} // namespace vellum
