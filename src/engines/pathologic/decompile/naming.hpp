// Names for what has none, and what belongs to which task.
#pragma once

#include "engines/pathologic/decompile/reader.hpp"
#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/source/tree.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic::decompile {

/// Says of every function which task it belongs to.
void find_members(const Script& script, source::Tree& tree);
/// How many names were chosen, and how many of them say only a type or a number.
struct NameCounts {
    ChosenNames functions, variables;
};
/// Gives everything a name.
NameCounts give_names(const Script& script, source::Tree& tree, Texts& texts);

} // namespace vellum::pathologic::decompile
