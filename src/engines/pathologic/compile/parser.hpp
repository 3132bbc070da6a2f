// Text to tree. Names become slots while reading; calls are resolved at the end, because functions may be
// used before they are written. Mistakes are collected and reading goes on behind them.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "engines/pathologic/compile/lexer.hpp"
#include "engines/pathologic/source/tree.hpp"
#include "vellum/files.hpp"

namespace vellum::pathologic::compile {

/// What the parser leaves for those behind it, beside the tree.
struct Parsed {
    source::Tree tree;
    struct Call {
        std::uint32_t caller, callee;
        auto operator<=>(const Call&) const = default;
    };
    std::vector<Call> calls; ///< By caller. Tasks that a function enters count as calls of their inits.

    [[nodiscard]] auto calls_of(std::uint32_t function) const {
        return std::ranges::equal_range(calls, function, {}, &Call::caller);
    }
};

/// Reads the first of the texts and adds what it includes, which comes from `files`. Complete only if no
/// error was added.
[[nodiscard]] Parsed parse(Sources& sources, const FileSystem* files, Diagnostics& diagnostics);

} // namespace vellum::pathologic::compile
