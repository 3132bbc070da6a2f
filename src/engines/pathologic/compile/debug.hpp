// What a compiled script keeps of its source.
#pragma once

#include <span>

#include "engines/pathologic/source/tree.hpp"
#include "source/sources.hpp"
#include "vellum/debug_info.hpp"

namespace vellum::pathologic::compile {

/// Where things came to lie.
struct Layout {
    std::vector<std::uint32_t> places;    ///< By instruction: Stmt::place.
    std::vector<std::uint32_t> addresses; ///< By function of the tree; none: it is not in the script.
};

/// Names and lines by the numbers and addresses they have in the script. `file`: the name of the text.
[[nodiscard]] DebugInfo debug_info(const source::Tree& tree, const Layout& layout,
                                   const vellum::source::Sources& sources, std::string_view file);

} // namespace vellum::pathologic::compile
