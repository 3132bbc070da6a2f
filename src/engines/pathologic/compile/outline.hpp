// Where the functions of a text stand, by its tokens alone: for those who cut texts into functions, also
// texts with mistakes.
#pragma once

#include <string_view>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::pathologic::compile {

/// In the order of the text. Names as full_name gives them.
[[nodiscard]] std::vector<SourceFunction> outline(std::string_view text);

} // namespace vellum::pathologic::compile
