// Tokens of the source languages, which all look like C. Knows no grammar; every byte of the text belongs to
// a token, to blanks or to a comment.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "source/sources.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::source {

enum class TokenKind : std::uint8_t { name, integer, real, string, punctuation, end };

struct Token {
    TokenKind kind = TokenKind::end;
    std::uint32_t offset = 0;    ///< Its place in all texts.
    std::string_view text;       ///< As it stands in the source.
    std::uint64_t magnitude = 0; ///< integer
    std::uint32_t bits = 0;      ///< real

    [[nodiscard]] bool is(std::string_view wanted) const noexcept {
        return (kind == TokenKind::punctuation || kind == TokenKind::name) && text == wanted;
    }
};

/// What the languages do not have in common.
struct Dialect {
    const DiagnosticCode* syntax; ///< For what is no token.
    bool reals = false;           ///< `1.5` and `.5` are numbers.
    bool bytes = false;           ///< `\xNN` in a string is a byte; else `\u{20ac}` a character.
    bool single_quotes = false;   ///< `'text'` is a string as well.
};

class Lexer {
  public:
    /// Reads one of the texts. `sources` and `diagnostics` must outlive the lexer.
    Lexer(const Sources& sources, std::uint32_t file, const Dialect& dialect, Diagnostics& diagnostics);

    [[nodiscard]] const Token& peek() const noexcept { return token_; }
    /// Takes the token.
    void skip();
    Token next() {
        const Token token = token_;
        skip();
        return token;
    }
    /// Takes the token if it is this one.
    bool accept(std::string_view text) {
        if (!token_.is(text)) return false;
        skip();
        return true;
    }
    /// The text of the last string taken, its escapes resolved.
    [[nodiscard]] const std::string& value() const noexcept { return value_; }
    /// Behind `{`: everything up to the line that begins with `}`, which is taken as well.
    std::string_view raw_block(std::uint32_t& offset);
    /// Takes the token and the letters and digits that follow it, whatever they would be as a token.
    std::string_view raw_word();
    /// Where the last token that was taken ends.
    [[nodiscard]] std::uint32_t behind() const noexcept { return base_ + behind_; }

  private:
    void scan();
    void skip_blanks();
    bool skip_comment();
    void number();
    void string();
    bool byte_escape(std::size_t& at);
    bool character_escape(std::size_t& at);
    void mistake(std::uint32_t offset, std::string message, std::string hint = {});

    std::string_view text_;
    const Sources* sources_;
    Dialect dialect_;
    Diagnostics* diagnostics_;
    std::uint32_t base_;
    std::uint32_t at_ = 0, behind_ = 0;
    Token token_;
    std::string value_, next_value_;
};

} // namespace vellum::source
