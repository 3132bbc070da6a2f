// The dialogs of a game as their author has them in the editor, from the script that the editor makes of
// them.
#pragma once

#include <string>
#include <string_view>

namespace vellum::ags::decompile {

/// The texts of all dialogs in the decompiled script, one after another, each behind a line with its number.
/// Nothing if it has no dialogs, or if the editor would not make exactly that script of the texts.
[[nodiscard]] std::string dialogs_of(std::string_view script);

} // namespace vellum::ags::decompile
