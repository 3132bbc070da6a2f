// The types of what a function takes and gives that is never called, from what its code does with them.
#pragma once

#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::decompile {

/// Sets the types in `function`, whose nodes are all from `first_expr` and `first_stmt` on. What the code
/// does not tell remains as it is.
void find_parameter_types(const Script& script, const source::Tree& tree, std::size_t first_expr,
                          std::size_t first_stmt, source::Function& function);

} // namespace vellum::pathologic::decompile
