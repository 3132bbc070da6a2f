// From a script to the tree of its source, and to its text, which is compiled again: where that gives the
// same file, every function is proved. Where not, each is lowered and compared with the code it came from,
// and one that does not come out the same is kept as instructions.
#pragma once

#include <string>
#include <vector>

#include "engines/pathologic/decompile/naming.hpp"
#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/source/tree.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic::decompile {

struct Names;

/// What became of a function.
struct Verdict {
    bool identical = false;
    std::string reason; ///< Why it is kept as instructions.
};

struct Source {
    source::Tree tree;
    bool whole = false;            ///< The tree says everything about the file.
    std::vector<Verdict> verdicts; ///< By function.
    NameCounts names;
};

/// `names`: what somebody calls things; may be null. `prove`: every function is lowered again and compared;
/// without it whoever asks proves the whole.
[[nodiscard]] Source decompile_script(const Script& script, const Names* names = nullptr, bool prove = true);

/// Prints the source and compiles it again: what comes out gives the same file, or the whole script is a
/// listing.
[[nodiscard]] Decompiled decompile_text(const Script& script, const SourceOptions& options);

} // namespace vellum::pathologic::decompile
