// The words, numbers, texts, marks and comments of a text, as far as an editor needs them: of any language,
// never wrong, also in a text that no compiler takes. Compilers have lexers of their own, which know no
// comments and say what is wrong.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "language/text.hpp"

namespace vellum::language {

enum class TokenKind : std::uint8_t { word, keyword, number, text, comment, mark, line_end };

struct Token {
    Span span;
    TokenKind kind = TokenKind::mark;
};

/// What tells the languages' texts apart.
struct Lexicon {
    std::string_view line_comment = "//";
    std::string_view block_begin = "/*"; ///< Empty: there are none.
    std::string_view block_end = "*/";
    std::string_view word_begins = {};  ///< Beside letters and `_`.
    std::string_view word_goes_on = {}; ///< Beside letters, digits and `_`.
    std::string_view quotes = "\"'";
    bool escapes = true;      ///< A backslash protects what follows.
    bool ignore_case = false; ///< Of names and keywords.
    bool lines = false;       ///< The ends of lines are tokens.
    bool scopes = false;      ///< `::` may stand inside a word.
    std::span<const std::string_view> keywords = {};
};

[[nodiscard]] std::vector<Token> scan(std::string_view text, const Lexicon& lexicon);

} // namespace vellum::language
