// From a script to the tree of its source. Every function is read, lowered again and compared with the code it came from;
// one that does not come out the same is kept as instructions.
#pragma once

#include <string>
#include <vector>

#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/source/printer.hpp"
#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::decompile {

/// What became of a function.
struct Verdict {
    bool identical = false;
    std::string reason; ///< Why it is kept as instructions.
};

struct Source {
    source::Tree tree;
    bool whole = false; ///< The tree says everything about the file.
    std::vector<Verdict> verdicts; ///< By function.
};

[[nodiscard]] Source decompile_script(const Script& script);

/// The text of a script, and how much of it is source.
struct SourceText {
    std::string text;
    std::vector<Verdict> verdicts; ///< By function.
    std::string listing;           ///< Why the whole script is a listing; empty if it is not.
};

/// Prints the source and compiles it again: what comes out gives the same file.
[[nodiscard]] SourceText decompile_text(const Script& script, const source::PrintOptions& options);

} // namespace vellum::pathologic::decompile
