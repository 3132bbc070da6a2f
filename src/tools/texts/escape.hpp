// How texts stand between quotation marks in files for translators.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vellum::tools {

/// C's escapes for what is not printable; `quote`: for quotation marks too.
[[nodiscard]] std::string escape_text(std::string_view text, bool quote);
/// The way back; nothing if an escape makes no sense.
[[nodiscard]] std::optional<std::string> unescape_text(std::string_view text);

} // namespace vellum::tools
