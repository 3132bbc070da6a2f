// Where the functions of a source stand, by its words alone: for those who cut texts into functions, also
// texts with mistakes.
#pragma once

#include <string_view>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::ags::source {

/// A word, a text, a sign or a comment of a source.
struct Piece {
    std::size_t begin = 0, end = 0;
    bool comment = false;
};
/// All pieces from `begin` to `end`, blanks left out; a directive is one piece.
[[nodiscard]] std::vector<Piece> pieces_of(std::string_view text, std::size_t begin, std::size_t end);

/// In the order of the text; named "f" and "Type::f", also where a function extends its type.
[[nodiscard]] std::vector<SourceFunction> outline(std::string_view text);

} // namespace vellum::ags::source
