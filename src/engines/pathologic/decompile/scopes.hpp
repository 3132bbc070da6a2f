// Finds out where the locals of a function were declared. Code keeps two traces of that: the order of the
// slots, and the null that an object gets at the end of its block. Rules: docs/languages/pathologic.md,
// "Reading code".
#pragma once

#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::decompile {

/// Takes the ends of scopes out of a body that the reader made, and puts declarations in. False if no
/// placement fits.
[[nodiscard]] bool place_declarations(source::Tree& tree, source::Function& function);

} // namespace vellum::pathologic::decompile
