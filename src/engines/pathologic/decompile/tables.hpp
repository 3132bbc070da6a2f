// What the tables of a file have that its source would not make by itself, as lines of the source: somebody
// changed the file, or another compiler made it. The game's own files have nothing of it.
#pragma once

#include "engines/pathologic/decompile/reader.hpp"
#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::decompile {

/// Which handlers are functions of their own and which are written elsewhere, and in which order the tables
/// have them. The functions have their parameters and events; those that turn out to be no handlers lose
/// theirs.
void read_event_tables(const Script& script, source::Tree& tree);

/// Everything else. The functions have their signatures and tasks.
void read_tables(const Script& script, Texts& texts, source::Tree& tree);

/// The functions of the script. Those for which `suspect` says so end where no jump leads on: what follows is
/// functions of their own, which are never called.
[[nodiscard]] Entries with_uncalled(const Script& script, const std::vector<bool>& suspect);

} // namespace vellum::pathologic::decompile
