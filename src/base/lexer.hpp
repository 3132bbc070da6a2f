// LineLexer: the tokens of listings and assembly texts, shared by the assemblers of all engines.
// It relies on what TextWriter writes (quoted strings, reals, hexadecimal) and reads all of it back exactly.
// It works in one pass without recursion or backtracking, knows no mnemonics, and after an error always goes
// on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "vellum/diagnostic.hpp"

namespace vellum {

enum class TokenKind : std::uint8_t {
    identifier,
    integer,
    real,
    string,
    punctuation, ///< One of , ( ) [ ] { } = : + - * / | & ! < > #
    comment,     ///< Only when asked for.
    newline,
    end,
    invalid, ///< Already reported; expect() adds nothing to it.
};

/// "name", "integer" and so on, for messages.
[[nodiscard]] std::string_view to_string(TokenKind kind) noexcept;

struct Token {
    TokenKind kind = TokenKind::end;
    /// The punctuation character; NUL for other kinds.
    char punctuation = 0;
    /// integer: whether a minus sign stands in front.
    bool negative = false;
    /// real: written as nan(0x…) with more than eight digits, so only real_bits is exact.
    bool wide_nan = false;
    std::uint32_t line = 0;   ///< From 1.
    std::uint32_t column = 0; ///< From 1, in bytes.
    /// The token as written; for comments without ';' and blanks around. Lives as long as the source.
    std::string_view text;
    /// string: the bytes between the quotes with escapes resolved; not necessarily UTF-8.
    std::string value;
    /// integer: its absolute value.
    std::uint64_t magnitude = 0;
    /// real: its bits read as float and as double; each rounded from the text by itself. What only a double
    /// can hold has infinite float bits.
    std::uint32_t float_bits = 0;
    std::uint64_t real_bits = 0;

    [[nodiscard]] bool is(TokenKind wanted) const noexcept { return kind == wanted; }
    [[nodiscard]] bool is(char wanted) const noexcept {
        return kind == TokenKind::punctuation && punctuation == wanted;
    }
    /// Newline or end: nothing more on this line.
    [[nodiscard]] bool ends_line() const noexcept {
        return kind == TokenKind::newline || kind == TokenKind::end;
    }
    /// integer: two's complement, exact when the value is in the range of int64_t or uint64_t respectively.
    [[nodiscard]] std::int64_t integer() const noexcept {
        return static_cast<std::int64_t>(negative ? std::uint64_t{0} - magnitude : magnitude);
    }
    /// integer: fits in `bits` bits as a signed value / as an unsigned value.
    [[nodiscard]] bool fits_signed(unsigned bits) const noexcept;
    [[nodiscard]] bool fits_unsigned(unsigned bits) const noexcept;
    [[nodiscard]] double real() const noexcept;
    [[nodiscard]] Place place() const { return Place::at_line(line, column); }
};

struct LexerOptions {
    bool keep_comments = false;
};

/// Grammar: identifiers are [A-Za-z_.$@?^][A-Za-z0-9_.$@?^]* and may contain "::" between such characters;
/// integers are decimal, 0x or 0b, with '-' directly in front of the first digit; reals have a fraction or an
/// exponent, or are inf, -inf, nan(0x…); strings stand in double quotes with the escapes \n \r \t \" \\ \xNN;
/// ';' starts a comment. Lines end with \n, \r\n or \r.
class LineLexer {
  public:
    LineLexer(std::string_view source, Diagnostics& diagnostics, LexerOptions options = {});

    /// The next token without taking it; valid until the next call of any other function.
    [[nodiscard]] const Token& peek();
    /// Takes the next token. After the end it is `end` again and again.
    Token next();
    /// Takes the next token if it is this one.
    bool accept(char punctuation);
    bool accept(TokenKind kind);
    /// Takes the next token if it is this one, else reports "expected …, found …" and leaves it there.
    bool expect(char punctuation);
    std::optional<Token> expect(TokenKind kind, std::string_view what = {});
    /// Reports text.syntax at a token's place.
    void error(const Token& at, std::string message, std::string hint = {});
    /// Takes everything up to and with the next newline: where a parser goes on after an error.
    void skip_line();
    /// Takes the newline (or stands at the end); reports anything else and skips it with its line.
    bool end_line();
    /// True when only the end is left.
    [[nodiscard]] bool at_end() { return peek().kind == TokenKind::end; }

  private:
    void scan();
    void scan_identifier();
    void scan_number();
    void scan_radix(unsigned digit_bits);
    void finish_number(bool real, bool fits);
    void scan_nan();
    void scan_string();
    void scan_comment();
    bool scan_escape();
    void finish(TokenKind kind);
    void invalid(std::size_t at, std::string message, std::string hint = {});
    void report_unexpected(std::string_view what);
    [[nodiscard]] char look(std::size_t ahead = 0) const noexcept {
        return source_.size() - position_ > ahead ? source_[position_ + ahead] : '\0';
    }

    std::string_view source_;
    Diagnostics& diagnostics_;
    LexerOptions options_;
    std::size_t position_ = 0;
    std::size_t line_start_ = 0;
    std::size_t token_start_ = 0;
    std::uint32_t line_ = 1;
    Token token_;
    bool have_token_ = false;
};

} // namespace vellum
