// What TextWriter prints LineLexer reads back bit for bit; and no text makes it lose its place or its end.
#include <bit>

#include <gtest/gtest.h> // before RapidCheck, which relies on it
#include <rapidcheck/gtest.h>

#include "base/lexer.hpp"
#include "base/text_writer.hpp"

namespace {

using namespace vellum;

/// The only token of a text that must be free of mistakes.
Token single(std::string_view source) {
    Diagnostics diagnostics;
    LineLexer lexer(source, diagnostics);
    Token token = lexer.next();
    RC_ASSERT(diagnostics.ok());
    RC_ASSERT(lexer.at_end());
    return token;
}

/// Bits of floats, with every class of value about equally likely.
rc::Gen<std::uint32_t> float_bits() {
    return rc::gen::oneOf(rc::gen::arbitrary<std::uint32_t>(),
                          rc::gen::map(rc::gen::arbitrary<std::uint32_t>(),
                                       [](std::uint32_t bits) { return bits | 0x7F800000U; }),
                          rc::gen::map(rc::gen::arbitrary<std::uint32_t>(),
                                       [](std::uint32_t bits) { return bits & 0x807FFFFFU; }),
                          rc::gen::map(rc::gen::arbitrary<std::int16_t>(), [](std::int16_t value) {
                              return std::bit_cast<std::uint32_t>(static_cast<float>(value));
                          }));
}

RC_GTEST_PROP(Lexer, FloatsComeBackBitForBit, ()) {
    const std::uint32_t bits = *float_bits();
    TextWriter out;
    out.real_bits(bits);
    const Token token = single(out.view());
    RC_ASSERT(token.is(TokenKind::real));
    RC_ASSERT(token.float_bits == bits);
    RC_ASSERT(!token.wide_nan);
}

RC_GTEST_PROP(Lexer, DoublesComeBackBitForBit, ()) {
    const auto any = *rc::gen::arbitrary<std::uint64_t>();
    const std::uint64_t bits = *rc::gen::element(any, any | 0x7FF0000000000000U, any & 0x800FFFFFFFFFFFFFU);
    TextWriter out;
    out.real_bits(bits);
    const Token token = single(out.view());
    RC_ASSERT(token.is(TokenKind::real));
    RC_ASSERT(token.real_bits == bits);
}

RC_GTEST_PROP(Lexer, QuotedTextComesBack, (const std::string& text)) {
    TextWriter out;
    out.quoted(text);
    const Token token = single(out.view());
    RC_ASSERT(token.is(TokenKind::string));
    RC_ASSERT(token.value == text);
}

RC_GTEST_PROP(Lexer, QuotedMixOfCharactersComesBack, ()) {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "\xC3\xA9", "\xF0\x9F\x98\x80", "\xED\xA0\xBD", "\xC2\x85", "\xC2", "\x80", "\"", "\\", "x41", "\n",
        "\r", "\t", std::string(1, '\0'), ";", "plain"));
    std::string text;
    for (const std::string& piece : pieces) {
        text += piece;
    }
    TextWriter out;
    out.quoted(text);
    RC_ASSERT(single(out.view()).value == text);
}

RC_GTEST_PROP(Lexer, IntegersComeBack, (std::int64_t value)) {
    TextWriter out;
    out.dec(value);
    RC_ASSERT(single(out.view()).integer() == value);
    out.clear();
    out.hex0x(static_cast<std::uint64_t>(value), 5);
    RC_ASSERT(single(out.view()).magnitude == static_cast<std::uint64_t>(value));
}

/// Texts that look nearly like assembly.
rc::Gen<std::string> nearly_assembly() {
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                            "a", "::", ":", "\"", "\\x", "\\", "4", "0x", "0b1", "-", "inf", "nan(0x", ")",
                            "7fc00001", ".", "e", "+", "\n", "\r", "\r\n", ";", " ", "\t", "\xD0", "\xD0\x96",
                            std::string(1, '\0'), ",", "~")),
                        [](const std::vector<std::string>& pieces) {
                            std::string text;
                            for (const std::string& piece : pieces) {
                                text += piece;
                            }
                            return text;
                        });
}

RC_GTEST_PROP(Lexer, TokensAdvanceAndCoverEverythingButBlanksAndComments, ()) {
    const std::string source = *nearly_assembly();
    Diagnostics diagnostics;
    LineLexer lexer(source, diagnostics);
    std::size_t covered = 0;
    bool any_invalid = false;
    while (true) {
        const Token token = lexer.next();
        const auto start = static_cast<std::size_t>(token.text.data() - source.data());
        RC_ASSERT(start >= covered);
        const std::string_view between = std::string_view(source).substr(covered, start - covered);
        const std::size_t comment = between.find(';');
        RC_ASSERT(between.substr(0, comment).find_first_not_of(" \t") == std::string_view::npos);
        RC_ASSERT(between.find_first_of("\r\n") == std::string_view::npos);
        any_invalid = any_invalid || token.is(TokenKind::invalid);
        if (token.is(TokenKind::end)) {
            RC_ASSERT(start == source.size());
            break;
        }
        RC_ASSERT(!token.text.empty());
        covered = start + token.text.size();
        const std::size_t line_start = source.find_last_of("\r\n", start == 0 ? 0 : start - 1);
        const std::size_t expected =
            line_start == std::string::npos || line_start >= start ? start + 1 : start - line_start;
        RC_ASSERT(token.column == expected);
    }
    RC_ASSERT(any_invalid == !diagnostics.ok());
}

RC_GTEST_PROP(Lexer, SkipLineStaysInStepWithTheLines, ()) {
    const std::string source = *nearly_assembly();
    Diagnostics diagnostics;
    LineLexer lexer(source, diagnostics);
    std::size_t lines = 1;
    for (std::size_t at = 0; at < source.size(); ++at) {
        lines += source[at] == '\n' || (source[at] == '\r' && source.substr(at + 1, 1) != "\n") ? 1U : 0U;
    }
    for (std::size_t line = 1; line < lines; ++line) {
        for (int taken = *rc::gen::inRange(0, 3); taken > 0 && !lexer.peek().ends_line(); --taken) {
            static_cast<void>(lexer.next());
        }
        if (*rc::gen::arbitrary<bool>()) {
            RC_ASSERT(lexer.peek().line == line);
        }
        lexer.skip_line();
    }
    RC_ASSERT(lexer.peek().line == lines);
}

} // namespace
