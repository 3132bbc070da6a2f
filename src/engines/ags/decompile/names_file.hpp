// The file in which somebody's names and comments for decompiled functions are kept: lines that people can
// read, merge and correct.
//
//     // engine: ags
//     vellum names 1
//     function 8c1f2e77aa01b3d4   what it does, see function_keys; .2 behind it: the third such
//       local 0 actor             parameters first
//       global 1 money            the second one that the function uses
//       comment -1 only if he pays   in the line above its own
//     view 74 VKEEPER               what a game calls its numbers, see game_words.hpp
//     import float Elapsed(?)       what its scripts declare, see game_exports.hpp
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/decompile/block.hpp"
#include "source/names_lines.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {
const Engine& engine(); // the last module: it is linked, not included
}

namespace vellum::ags::decompile {

class GameWords;
using vellum::source::FunctionKey;

/// By number of the block's functions: what the code says, with imports and functions by name, texts by what
/// they say, globals by whether they are the same again, without lines.
[[nodiscard]] std::vector<FunctionKey> function_keys(const Block& block);
/// Where globals that a function uses stand, each once, in the order of its code.
[[nodiscard]] std::vector<std::int32_t> globals_in(const Block& block, std::uint32_t function);

struct FunctionNames {
    std::map<std::uint32_t, std::string> locals, globals;
    std::multimap<std::int32_t, std::string> comments; ///< By line, counted from that of the function.

    [[nodiscard]] bool empty() const { return locals.empty() && globals.empty() && comments.empty(); }
};

struct Names final : SourceNames {
    Names() : SourceNames(ags::engine()) {}

    std::map<FunctionKey, FunctionNames> functions;
    std::shared_ptr<const GameWords> game; ///< Null if the file has none.
};

/// True of what a variable may be called.
[[nodiscard]] bool is_name(std::string_view text) noexcept;

/// Null after adding errors with their lines.
[[nodiscard]] std::shared_ptr<const Names> read_names(std::string_view text, Diagnostics& diagnostics);
/// `game` may be null.
[[nodiscard]] std::string write_names(const std::map<FunctionKey, FunctionNames>& functions,
                                      const GameWords* game);

} // namespace vellum::ags::decompile
