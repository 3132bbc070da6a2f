// Names for what has none, and what belongs to which task.
#pragma once

#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::decompile {

/// Says of every function which task it belongs to. False if that makes no text.
[[nodiscard]] bool find_members(const Script& script, source::Tree& tree);
/// Gives everything a name.
void give_names(const Script& script, source::Tree& tree);

} // namespace vellum::pathologic::decompile
