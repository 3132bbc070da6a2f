// The printf-like formatting of String.Format and StrFormat. Facts: docs/engines/ags.md "Script API".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engines/ags/machine/world.hpp"

namespace vellum::ags {

/// Formats `arguments` (in order) by `format` into `out`. False after `call.fail`.
bool format_text(BuiltinCall& call, std::string_view format, std::span<const Word> arguments,
                 std::string& out);

} // namespace vellum::ags
