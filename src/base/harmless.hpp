// Text of others, made fit for one line of output: names and texts of hostile files are quoted in listings,
// messages and reports.
#pragma once

#include <string>
#include <string_view>

namespace vellum {

class TextWriter;

/// False for control characters but the tab: they may end the line or steer a terminal.
[[nodiscard]] constexpr bool is_harmless(char character) noexcept {
    const auto byte = static_cast<unsigned char>(character);
    return (byte >= 0x20 && byte != 0x7F) || character == '\t';
}

/// Writes the text with its control characters as \xNN, so that it stays on its line and does nothing to a
/// terminal. Tabs stay.
void write_harmless(TextWriter& out, std::string_view text);

/// The same as a string.
[[nodiscard]] std::string harmless(std::string_view text);

} // namespace vellum
