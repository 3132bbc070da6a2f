// From text to the tree: recursive descent with one token ahead. After a mistake reading goes on behind the
// next
// `;` or block, so that one run tells all there are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ff7/source/tree.hpp"
#include "source/lexer.hpp"

namespace vellum::ff7::compile {

/// What surprises those who read or write a text; told once, where it is met first.
enum class Surprise : std::uint8_t { both_sides, wide, negative, late, again };
inline constexpr std::size_t surprises = 5;

/// Where a text declares a name: of a constant, a place or a function.
struct Declared {
    source::TextId name = source::none;
    std::string meaning; ///< What it stands for, in words of the language.
    std::size_t begin = 0, end = 0;
};

struct Parsed {
    source::Tree tree;
    std::vector<Declared> declared;         ///< In the order of the text.
    std::vector<source::Declaration> names; ///< Of places and functions, in the order of their names.
    std::array<std::uint32_t, surprises> met{source::none, source::none, source::none, source::none,
                                             source::none}; ///< Byte of the text, by Surprise.
};

/// The tree is whole only if no error was added.
[[nodiscard]] Parsed parse(const vellum::source::Sources& sources, Diagnostics& diagnostics);

} // namespace vellum::ff7::compile
