// What the String type and the text functions from before it have in common.
#pragma once

#include <string_view>

#include "engines/ags/machine/environment.hpp"

namespace vellum::ags {

/// The index of the character at which one text begins in another, without case; -1 if it does not. In an
/// empty text nothing is ever found.
[[nodiscard]] Word index_of(BuiltinCall& call, std::string_view text, std::string_view wanted);

/// Writes into a text buffer of 200 bytes as the old text functions do: cut where it ends.
Word write_text(BuiltinCall& call, Word target, std::string_view text);

} // namespace vellum::ags
