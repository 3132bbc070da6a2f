// The colours of the terminal. Each is of the 256 that terminals agree on (the sixteen before them look as
// the user's theme has it) and lies in the middle: on white and on black its contrast is at least 4.5, so one
// theme serves light and dark terminals alike.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vellum::cli {

/// Meanings rather than colours.
enum class Style : std::uint8_t { plain, strong, faint, good, warning, error, name, number, text, keyword };

struct StyleCode {
    Style style;
    std::string_view code; ///< What switches it on.
    int color = -1;        ///< Of the 256; none for weights alone.
};

inline constexpr std::array<StyleCode, 9> theme{{
    {Style::strong, "\x1b[1m"},
    {Style::faint, "\x1b[38;5;243m", 243},   // grey
    {Style::good, "\x1b[38;5;29m", 29},      // green
    {Style::warning, "\x1b[38;5;131m", 131}, // brick
    {Style::error, "\x1b[1;38;5;131m", 131}, // brick, bold
    {Style::name, "\x1b[38;5;63m", 63},      // blue
    {Style::number, "\x1b[38;5;98m", 98},    // violet
    {Style::text, "\x1b[38;5;29m", 29},      // green
    {Style::keyword, "\x1b[38;5;163m", 163}, // magenta
}};

/// Back to how the terminal writes by itself.
inline constexpr std::string_view plain_code = "\x1b[0m";

} // namespace vellum::cli
