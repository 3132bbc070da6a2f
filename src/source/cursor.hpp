// Where a parser stands in its text: the next token, and what to say and where to go on when it is another
// than was wanted.
#pragma once

#include <string>
#include <string_view>

#include "source/lexer.hpp"

namespace vellum::source {

class Cursor {
  public:
    /// All but `dialect` must outlive the cursor.
    Cursor(const Sources& sources, std::uint32_t file, const Dialect& dialect, Diagnostics& diagnostics)
        : dialect_(dialect),
          diagnostics_(diagnostics),
          lexer_(sources, file, dialect, diagnostics),
          sources_(sources) {}

    [[nodiscard]] const Token& peek() const noexcept { return lexer_.peek(); }
    [[nodiscard]] bool at_end() const noexcept { return peek().kind == TokenKind::end; }
    [[nodiscard]] bool at(std::string_view text) const noexcept { return peek().is(text); }
    Token next() { return lexer_.next(); }
    bool accept(std::string_view text) { return lexer_.accept(text); }
    /// Takes the token, or says that it is missing.
    bool expect(std::string_view text) {
        if (!lexer_.accept(text)) return missing(text);
        recovering_ = false;
        return true;
    }
    [[nodiscard]] Lexer& lexer() noexcept { return lexer_; }

    void add(const DiagnosticCode& code, std::uint32_t offset, std::string message, std::string hint = {});
    /// A mistake at the next token; told once until something is read again.
    void syntax(std::string message, std::string hint = {});
    /// The next token as messages name it.
    [[nodiscard]] std::string shown() const;
    [[nodiscard]] bool recovering() const noexcept { return recovering_; }
    /// What comes next is read as if nothing had been wrong.
    void recovered() noexcept { recovering_ = false; }
    /// Goes behind the next `;`, or the block that begins before it, or in front of the `}` that ends this
    /// one.
    void skip_statement();

  protected:
    Dialect dialect_;
    Diagnostics& diagnostics_;
    Lexer lexer_;
    bool recovering_ = false; ///< A mistake was told, and nothing was read since.

  private:
    bool missing(std::string_view text);

    const Sources& sources_;
};

} // namespace vellum::source
