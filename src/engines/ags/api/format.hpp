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

/// The start of a text as the C library's number readers want it: without what cannot belong to a number, and
/// ended. What stands behind 65,536 characters is left out.
[[nodiscard]] std::string number_at(BuiltinCall& call, std::string_view text);

} // namespace vellum::ags
