// From preprocessed text to tokens. Enters every spelling into the symbols in the order of reading, gives
// literals their place in the strings of the script, and renames members, all before anything is parsed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engines/ags/source/symbols.hpp"

namespace vellum::ags::source {

/// A token.
struct Token {
    SymbolId symbol = no_symbol;
    std::uint32_t mark = 0;  ///< The line, if it is the first token there; else 0.
    std::uint32_t place = 0; ///< Offset in the preprocessed text.
};

/// All tokens of one file.
struct Tokens {
    std::vector<Token> list;
    std::uint32_t last_line = 0; ///< Where the text ends.
    bool placed = false;         ///< A table of texts was read.
};

/// "texts { "a", 0, other = "a" }" says how the texts of the script lie: one behind the other, each with its
/// zero, and single bytes between them. What stands in the table is not entered again where it is used; of
/// several equal texts a literal means the last one that has no name.
inline constexpr std::string_view text_table = "texts";

/// How literals are read.
struct LiteralForm {
    bool utf8 = false;   ///< A character constant is a code point, not a byte.
    bool padded = true;  ///< A text takes as many bytes as its source, whatever escapes make of it.
    bool placed = false; ///< A source in front of this one has a table of texts.
};

/// Reads a text. `strings` gets the literals.
[[nodiscard]] Tokens tokenize(std::string_view text, Symbols& symbols, std::vector<std::byte>& strings,
                              LiteralForm form);

} // namespace vellum::ags::source
