// Text in XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace vellum::tools {

/// The text with every character escaped that means something in markup; controls and bytes that are
/// not UTF-8 are shown as \xNN.
[[nodiscard]] std::string xml_text(std::string_view text);

} // namespace vellum::tools
