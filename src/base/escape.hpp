// Text of others, made fit for one line of output: names and texts of hostile files are quoted in listings,
// messages and reports. What may end a line, steer a terminal, or show a text in another order than
// it has is written as \xNN, byte by byte, which listings read back as the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum {

class TextWriter;

/// True for a code point that shows nothing of its own but changes what is shown: controls (C0 and C1, DEL),
/// line and paragraph separators, bidirectional and other format controls, tags.
[[nodiscard]] constexpr bool is_control(char32_t point) noexcept {
    if (point < 0x20 || point == 0x7F) return true;
    if (point < 0x80) return false;
    return point < 0xA0 || point == 0xAD || point == 0x61C || point == 0x180E ||
           (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
           (point >= 0x2060 && point <= 0x206F) || point == 0xFEFF || (point >= 0xFFF9 && point <= 0xFFFB) ||
           (point >= 0x1D173 && point <= 0x1D17A) || (point >= 0xE0000 && point <= 0xE007F);
}

/// Which controls a text may keep.
enum class Keep : std::uint8_t { tabs, lines, nothing }; ///< lines: tabs and line ends.

/// What must be escaped of a text: where, and how many bytes; npos if nothing. Bytes that are not UTF-8 are
/// escaped too: a terminal may take them for controls, and two texts side by side could make one of them.
struct ControlAt {
    std::size_t at = std::string_view::npos;
    std::uint32_t length = 0;
    char32_t point = 0; ///< 0xFFFFFFFF: no code point, a byte that is not UTF-8.
};
/// The first from `from` on.
[[nodiscard]] ControlAt find_control(std::string_view text, std::size_t from, Keep keep) noexcept;

/// Writes the text with its control characters as \xNN, so that it stays on its line and does nothing to a
/// terminal. Tabs stay.
void write_escaped(TextWriter& out, std::string_view text, Keep keep = Keep::tabs);

/// The same as a string.
[[nodiscard]] std::string escape_control(std::string_view text, Keep keep = Keep::tabs);

/// The text with '_' in the place of each: a name for a file that has none.
[[nodiscard]] std::string without_controls(std::string_view text);

} // namespace vellum
