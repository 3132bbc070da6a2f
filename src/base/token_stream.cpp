// What parsers see of LineLexer: looking ahead, accepting, expecting and going on after mistakes.
// Relies on scan() in lexer.cpp for the next token. A mistake is reported once: a token that the scanner has
// already rejected draws no second message.
#include <bit>
#include <utility>

#include "base/codes.hpp"
#include "base/lexer.hpp"

namespace vellum {

namespace {

[[nodiscard]] std::string describe(const Token& token) {
    constexpr std::size_t longest = 40;
    switch (token.kind) {
    case TokenKind::newline: return "the end of the line";
    case TokenKind::end: return "the end of the text";
    case TokenKind::punctuation: return std::string("'") + token.punctuation + "'";
    default: break;
    }
    std::string text(to_string(token.kind));
    text += " '";
    text += token.text.substr(0, longest);
    text += token.text.size() > longest ? "…'" : "'";
    return text;
}

} // namespace

std::string_view to_string(TokenKind kind) noexcept {
    switch (kind) {
    case TokenKind::identifier: return "name";
    case TokenKind::integer: return "integer";
    case TokenKind::real: return "real number";
    case TokenKind::string: return "string";
    case TokenKind::punctuation: return "punctuation";
    case TokenKind::comment: return "comment";
    case TokenKind::newline: return "end of line";
    case TokenKind::end: return "end of text";
    case TokenKind::invalid: break;
    }
    return "invalid text";
}

bool Token::fits_signed(unsigned bits) const noexcept {
    const std::uint64_t limit = std::uint64_t{1} << (bits - 1);
    return negative ? magnitude <= limit : magnitude < limit;
}

bool Token::fits_unsigned(unsigned bits) const noexcept {
    return (!negative || magnitude == 0) && (bits >= 64 || magnitude >> bits == 0);
}

double Token::real() const noexcept { return std::bit_cast<double>(real_bits); }

const Token& LineLexer::peek() {
    if (!have_token_) {
        scan();
        have_token_ = true;
    }
    return token_;
}

Token LineLexer::next() {
    if (!have_token_) {
        scan();
    }
    have_token_ = false;
    return std::move(token_);
}

bool LineLexer::accept(char punctuation) {
    if (!peek().is(punctuation)) {
        return false;
    }
    have_token_ = false;
    return true;
}

bool LineLexer::accept(TokenKind kind) {
    if (!peek().is(kind)) {
        return false;
    }
    have_token_ = false;
    return true;
}

bool LineLexer::expect(char punctuation) {
    if (accept(punctuation)) {
        return true;
    }
    report_unexpected(std::string("'") + punctuation + "'");
    return false;
}

std::optional<Token> LineLexer::expect(TokenKind kind, std::string_view what) {
    if (!peek().is(kind)) {
        report_unexpected(what.empty() ? to_string(kind) : what);
        return std::nullopt;
    }
    return next();
}

void LineLexer::error(const Token& at, std::string message, std::string hint) {
    diagnostics_.add(codes::text_syntax, std::move(message), at.place(), std::move(hint));
}

void LineLexer::report_unexpected(std::string_view what) {
    if (token_.kind != TokenKind::invalid) {
        error(token_, "expected " + std::string(what) + ", found " + describe(token_));
    }
}

void LineLexer::skip_line() {
    // Unless it is taken already, the token decides: it may be the newline itself, which position_ lies
    // behind.
    if (have_token_) {
        have_token_ = false;
        if (token_.ends_line()) {
            return;
        }
    }
    // What is skipped is not scanned: one mistake in a line is enough to report.
    while (position_ < source_.size() && look() != '\n' && look() != '\r') {
        ++position_;
    }
    if (position_ < source_.size()) {
        scan();
    }
}

bool LineLexer::end_line() {
    accept(TokenKind::comment);
    if (accept(TokenKind::newline)) {
        return true;
    }
    if (peek().kind == TokenKind::end) {
        return true;
    }
    report_unexpected("the end of the line");
    skip_line();
    return false;
}

} // namespace vellum
