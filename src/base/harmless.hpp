// Text of others, made fit for one line of output: names and texts of hostile files are quoted in listings,
// messages and reports.
#pragma once

#include <string>
#include <string_view>

namespace vellum {

class TextWriter;

/// Writes the text with its control characters as \xNN, so that it stays on its line and does nothing to a
/// terminal. Tabs stay.
void write_harmless(TextWriter& out, std::string_view text);

/// The same as a string.
[[nodiscard]] std::string harmless(std::string_view text);

} // namespace vellum
