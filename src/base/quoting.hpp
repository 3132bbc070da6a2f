// What texts in quotes have escapes for, in JSON and elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vellum {

/// A character that cannot be in quotes as it is: a control, a quote, a backslash, or a byte that is not
/// UTF-8.
struct Unquotable {
    std::size_t at = 0;       ///< The end of the text if it has none.
    std::uint32_t length = 0; ///< In bytes; 0 if there is none.
    char32_t point = 0;
    static constexpr char32_t odd_byte = 0xFFFFFFFF; ///< As `point`: a byte that is not UTF-8.
};
/// The first from `from` on.
[[nodiscard]] Unquotable find_unquotable(std::string_view text, std::size_t from) noexcept;

} // namespace vellum
