// Lays a source out as the game's own scripts are: tabs, braces on lines of their own, blanks inside
// parentheses. Works on the words of the text alone, so that scripts with missing includes can be formatted,
// and never changes one of them; comments and what authors aligned stay.
#pragma once

#include <string>
#include <string_view>

#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// The text laid out anew. Nothing after reporting if a comment, a text or a bracket is not closed.
[[nodiscard]] Result<std::string> format_source(std::string_view text, std::string_view name,
                                                Diagnostics& diagnostics);

} // namespace vellum::skrit
