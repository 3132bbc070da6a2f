// LineLexer: every kind of token, their places, and going on after every kind of mistake.
#include "base/lexer.hpp"

#include <bit>
#include <limits>

#include <gtest/gtest.h>

#include "base/text_writer.hpp"

namespace {

using namespace vellum;
using namespace std::string_view_literals;

/// All tokens as "kind:text@line:column", and after a '|' the reported mistakes.
std::string tokens(std::string_view source, LexerOptions options = {}) {
    Diagnostics diagnostics;
    LineLexer lexer(source, diagnostics, options);
    TextWriter out;
    while (true) {
        const Token token = lexer.next();
        if (out.size() != 0) {
            out.ch(' ');
        }
        const std::string_view names[] = {"id", "int", "real", "str", "punct", "comment", "nl", "end", "bad"};
        out.text(names[static_cast<std::size_t>(token.kind)]);
        if (!token.ends_line()) {
            out.ch(':');
            out.text(token.text);
        }
        if (token.is(TokenKind::end)) {
            break;
        }
    }
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        out.text(" | ");
        out.text(format(diagnostic));
    }
    return out.take();
}

Token single(std::string_view source) {
    Diagnostics diagnostics;
    LineLexer lexer(source, diagnostics);
    Token token = lexer.next();
    EXPECT_TRUE(diagnostics.ok()) << source << ": " << (diagnostics.ok() ? "" : format(diagnostics.all()[0]));
    EXPECT_TRUE(lexer.at_end()) << source;
    return token;
}

TEST(LineLexer, Names) {
    EXPECT_EQ(tokens("a _b .c $d @e ?f ^g A9.x$y@z?w^3 String::Append^1"),
              "id:a id:_b id:.c id:$d id:@e id:?f id:^g id:A9.x$y@z?w^3 id:String::Append^1 end");
    EXPECT_EQ(
        tokens("label: a::b c: :d ::e f::"),
        "id:label punct:: id:a::b id:c punct:: punct:: id:d punct:: punct:: id:e id:f punct:: punct:: end");
    EXPECT_EQ(tokens("infinite info nan nan("), "id:infinite id:info id:nan id:nan punct:( end");
}

TEST(LineLexer, Punctuation) {
    EXPECT_EQ(
        tokens(",()[]{}=:+-*/|&!<>#"),
        "punct:, punct:( punct:) punct:[ punct:] punct:{ punct:} punct:= punct:: punct:+ punct:- punct:* "
        "punct:/ punct:| punct:& punct:! punct:< punct:> punct:# end");
    Diagnostics diagnostics;
    LineLexer lexer("=", diagnostics);
    EXPECT_TRUE(lexer.peek().is('='));
    EXPECT_FALSE(lexer.peek().is(','));
    EXPECT_FALSE(lexer.peek().is('\0'));
}

TEST(LineLexer, Integers) {
    EXPECT_EQ(
        tokens("0 12 -3 0x1F 0XfF -0x10 0b101 - 4 a-5 00"),
        "int:0 int:12 int:-3 int:0x1F int:0XfF int:-0x10 int:0b101 punct:- int:4 id:a int:-5 int:00 end");
    EXPECT_EQ(single("-0x10").integer(), -16);
    EXPECT_EQ(single("0b101").integer(), 5);
    EXPECT_EQ(single("18446744073709551615").magnitude, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(single("0xffffffffffffffff").integer(), -1);
    EXPECT_EQ(single("-9223372036854775808").integer(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(single("0b" + std::string(64, '1')).magnitude, std::numeric_limits<std::uint64_t>::max());
}

TEST(LineLexer, IntegersKnowWhatTheyFitIn) {
    EXPECT_TRUE(single("127").fits_signed(8));
    EXPECT_FALSE(single("128").fits_signed(8));
    EXPECT_TRUE(single("-128").fits_signed(8));
    EXPECT_FALSE(single("-129").fits_signed(8));
    EXPECT_TRUE(single("255").fits_unsigned(8));
    EXPECT_FALSE(single("256").fits_unsigned(8));
    EXPECT_FALSE(single("-1").fits_unsigned(8));
    EXPECT_TRUE(single("-0").fits_unsigned(8));
    EXPECT_TRUE(single("18446744073709551615").fits_unsigned(64));
    EXPECT_FALSE(single("18446744073709551615").fits_signed(64));
    EXPECT_TRUE(single("-9223372036854775808").fits_signed(64));
    EXPECT_TRUE(single("9223372036854775807").fits_signed(64));
}

TEST(LineLexer, Reals) {
    EXPECT_EQ(tokens("1.5 -2.0 1e5 1e+20 2.5E-3 inf -inf 1.x"),
              "real:1.5 real:-2.0 real:1e5 real:1e+20 real:2.5E-3 real:inf real:-inf bad:1.x end"
              " | 1:36: error: \"1.x\" is not a number [text.syntax]");
    EXPECT_EQ(single("-2.5").real(), -2.5);
    EXPECT_FALSE(single("-2.5").negative);
    EXPECT_EQ(single("0.1").float_bits, std::bit_cast<std::uint32_t>(0.1F));
    EXPECT_EQ(single("-0.0").float_bits, 0x80000000U);
    EXPECT_EQ(single("inf").real(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(single("-inf").float_bits, 0xFF800000U);
    EXPECT_EQ(single("1e39").float_bits, 0x7F800000U) << "too large for a float, but not for a double";
    EXPECT_EQ(tokens("1e999"), "bad:1e999 end | 1:1: error: the number is too large [text.syntax]");
    EXPECT_EQ(tokens("-info"), "punct:- id:info end");
}

TEST(LineLexer, NansKeepTheirBits) {
    EXPECT_EQ(single("nan(0x7fc00001)").float_bits, 0x7FC00001U);
    EXPECT_EQ(single("nan(0xff800001)").float_bits, 0xFF800001U);
    EXPECT_EQ(single("nan(0xff800001)").real_bits, 0xFFF0000020000000U);
    EXPECT_EQ(single("nan(0x7fc00001)").real_bits, 0x7FF8000020000000U);
    EXPECT_FALSE(single("nan(0x7fc00001)").wide_nan);
    EXPECT_EQ(single("nan(0x7ff8000000000001)").real_bits, 0x7FF8000000000001U);
    EXPECT_EQ(single("nan(0x7ff8000000000001)").float_bits, 0x7FC00000U);
    EXPECT_EQ(single("nan(0xfff0000000000001)").float_bits, 0xFFC00000U)
        << "stays a NaN when the bits do not fit";
    EXPECT_TRUE(single("nan(0x7ff8000000000001)").wide_nan);
    EXPECT_EQ(tokens("nan(0x7f800000) a"),
              "bad:nan(0x7f800000) id:a end | 1:7: error: these bits are not a NaN [text.syntax]");
    EXPECT_EQ(tokens("nan(0x)"),
              "bad:nan(0x punct:) end | 1:7: error: expected up to 16 hexadecimal digits and ')' "
              "after 'nan(0x' [text.syntax]");
    EXPECT_EQ(tokens("nan(0x7fc00000"),
              "bad:nan(0x7fc00000 end | 1:7: error: expected up to 16 hexadecimal digits "
              "and ')' after 'nan(0x' [text.syntax]");
}

TEST(LineLexer, Strings) {
    EXPECT_EQ(single(R"("")").value, "");
    EXPECT_EQ(single(R"("a\nb\rc\td\"e\\f\x00\xfF")").value, "a\nb\rc\td\"e\\f\0\xFF"sv);
    EXPECT_EQ(single("\"Бурах ; no comment\"").value, "Бурах ; no comment");
    EXPECT_EQ(single("\"\xFF\t\"").value, "\xFF\t");
    EXPECT_EQ(single(R"("abc")").text, R"("abc")");
}

TEST(LineLexer, BrokenStrings) {
    EXPECT_EQ(tokens("\"abc\nd"),
              "bad:\"abc nl id:d end | 1:1: error: the string has no closing quote on its line "
              "[text.syntax]\n    hint: write a line break as \\n");
    EXPECT_EQ(tokens(R"("a\qb" c)"),
              "bad:\"a\\qb\" id:c end | 1:3: error: unknown escape in a string [text.syntax]\n"
              "    hint: escapes are \\n \\r \\t \\\" \\\\ and \\xNN");
    EXPECT_EQ(tokens(R"("\x4")").substr(0, 14), R"(bad:"\x4" end )");
    EXPECT_EQ(tokens("\"\\").substr(0, 12), "bad:\"\\ end |");
    EXPECT_EQ(tokens("\"\\\n").substr(0, 15), "bad:\"\\ nl end |");
}

TEST(LineLexer, BrokenNumbers) {
    EXPECT_EQ(tokens("18446744073709551616"),
              "bad:18446744073709551616 end | 1:1: error: the integer does not fit in 64 bits [text.syntax]");
    EXPECT_EQ(tokens("-9223372036854775809").substr(0, 25), "bad:-9223372036854775809 ");
    EXPECT_EQ(tokens("0x10000000000000000").substr(0, 24), "bad:0x10000000000000000 ");
    EXPECT_EQ(tokens("12ab x"), "bad:12ab id:x end | 1:1: error: \"12ab\" is not a number [text.syntax]");
    EXPECT_EQ(tokens("0xg"), "bad:0xg end | 1:1: error: expected digits after \"0x\" [text.syntax]");
    EXPECT_EQ(tokens("0b2"), "bad:0b2 end | 1:1: error: expected digits after \"0b\" [text.syntax]");
    EXPECT_EQ(tokens("0b12"), "bad:0b12 end | 1:1: error: \"0b12\" is not a number [text.syntax]");
    EXPECT_EQ(tokens("1.2.3").substr(0, 10), "bad:1.2.3 ");
}

TEST(LineLexer, CommentsAndLines) {
    EXPECT_EQ(tokens("a ; one\r\nb;two\rc\n\n;three"), "id:a nl id:b nl id:c nl nl end");
    EXPECT_EQ(tokens("a ;  one \n;;two", {.keep_comments = true}), "id:a comment:one nl comment:;two end");
    EXPECT_EQ(tokens(""), "end");
    EXPECT_EQ(tokens("\xEF\xBB\xBF"
                     "a"),
              "id:a end");
}

TEST(LineLexer, PlacesCountFromOne) {
    Diagnostics diagnostics;
    LineLexer lexer("ab  \"x\"\r\n\t7\rz", diagnostics);
    const std::pair<std::uint32_t, std::uint32_t> expected[] = {{1, 1}, {1, 5}, {1, 8}, {2, 2},
                                                                {2, 3}, {3, 1}, {3, 2}, {3, 2}};
    for (const auto& [line, column] : expected) {
        const Token token = lexer.next();
        EXPECT_EQ(token.line, line);
        EXPECT_EQ(token.column, column);
    }
    LineLexer marked("\xEF\xBB\xBF"
                     "a",
                     diagnostics);
    EXPECT_EQ(marked.next().column, 1U);
}

TEST(LineLexer, UnknownCharacters) {
    EXPECT_EQ(tokens("a ~ Ж \x01 b"), "id:a bad:~ bad:Ж bad:\x01 id:b end"
                                      " | 1:3: error: unexpected character \"~\" [text.syntax]\n"
                                      "    hint: put names with other characters in double quotes"
                                      " | 1:5: error: unexpected character \"Ж\" [text.syntax]\n"
                                      "    hint: put names with other characters in double quotes"
                                      " | 1:8: error: unexpected character \"\\x01\" [text.syntax]\n"
                                      "    hint: put names with other characters in double quotes");
    EXPECT_EQ(tokens("\0\xFF"sv).substr(0, 5), "bad:\0"sv);
}

TEST(LineLexer, AcceptAndExpect) {
    Diagnostics diagnostics;
    LineLexer lexer("mov r1, 5\n", diagnostics);
    EXPECT_FALSE(lexer.accept(','));
    const auto name = lexer.expect(TokenKind::identifier);
    ASSERT_TRUE(name);
    EXPECT_EQ(name->text, "mov");
    EXPECT_TRUE(lexer.accept(TokenKind::identifier));
    EXPECT_FALSE(lexer.accept(TokenKind::identifier));
    EXPECT_TRUE(lexer.expect(','));
    EXPECT_FALSE(lexer.expect(TokenKind::string, "a file name"));
    EXPECT_FALSE(lexer.expect(')'));
    EXPECT_TRUE(lexer.expect(TokenKind::integer));
    EXPECT_FALSE(lexer.expect(TokenKind::integer));
    EXPECT_TRUE(lexer.end_line());
    EXPECT_FALSE(lexer.expect('('));
    EXPECT_TRUE(lexer.end_line());
    EXPECT_EQ(lexer.next().kind, TokenKind::end);
    EXPECT_EQ(lexer.next().kind, TokenKind::end);
    ASSERT_EQ(diagnostics.errors(), 4U);
    EXPECT_EQ(format(diagnostics.all()[0]),
              "1:9: error: expected a file name, found integer '5' [text.syntax]");
    EXPECT_EQ(format(diagnostics.all()[1]), "1:9: error: expected ')', found integer '5' [text.syntax]");
    EXPECT_EQ(format(diagnostics.all()[2]),
              "1:10: error: expected integer, found the end of the line [text.syntax]");
    EXPECT_EQ(format(diagnostics.all()[3]),
              "2:1: error: expected '(', found the end of the text [text.syntax]");
}

TEST(LineLexer, OneMistakeOneReport) {
    Diagnostics diagnostics;
    LineLexer lexer("a ~~ \"open\nb c d 'e'\n\"x\\q\" f\ng", diagnostics);
    EXPECT_TRUE(lexer.accept(TokenKind::identifier));
    EXPECT_FALSE(lexer.expect(TokenKind::integer)) << "the scanner has reported it";
    lexer.skip_line();
    EXPECT_TRUE(lexer.accept(TokenKind::identifier));
    EXPECT_FALSE(lexer.end_line());
    EXPECT_EQ(lexer.peek().kind, TokenKind::invalid);
    EXPECT_FALSE(lexer.end_line());
    EXPECT_EQ(lexer.peek().text, "g");
    lexer.skip_line();
    EXPECT_TRUE(lexer.at_end());
    lexer.skip_line();
    EXPECT_TRUE(lexer.at_end());
    ASSERT_EQ(diagnostics.errors(), 3U);
    EXPECT_EQ(diagnostics.all()[0].message, "unexpected character \"~\"");
    EXPECT_EQ(format(diagnostics.all()[1]),
              "2:3: error: expected the end of the line, found name 'c' [text.syntax]");
    EXPECT_EQ(diagnostics.all()[2].place.line, 3U);
}

TEST(LineLexer, SkipLineKnowsWhereItStands) {
    Diagnostics diagnostics;
    LineLexer lexer("a b\nc d\n\ne", diagnostics);
    lexer.skip_line();
    EXPECT_EQ(lexer.next().text, "c");
    EXPECT_EQ(lexer.next().text, "d");
    EXPECT_TRUE(lexer.peek().ends_line());
    lexer.skip_line();
    EXPECT_EQ(lexer.peek().kind, TokenKind::newline);
    lexer.skip_line();
    EXPECT_EQ(lexer.next().text, "e");
    EXPECT_TRUE(lexer.end_line());
}

TEST(LineLexer, EndLinePassesComments) {
    Diagnostics diagnostics;
    LineLexer lexer("a ; note\nb", diagnostics, {.keep_comments = true});
    EXPECT_TRUE(lexer.accept(TokenKind::identifier));
    EXPECT_TRUE(lexer.end_line());
    EXPECT_EQ(lexer.next().text, "b");
    EXPECT_TRUE(diagnostics.ok());
}

TEST(LineLexer, LongTokensAreShortenedInMessages) {
    Diagnostics diagnostics;
    const std::string name(100, 'n');
    LineLexer lexer(name, diagnostics);
    EXPECT_FALSE(lexer.expect(','));
    EXPECT_EQ(diagnostics.all()[0].message, "expected ',', found name '" + std::string(40, 'n') + "…'");
    lexer.error(lexer.peek(), "own message", "own hint");
    EXPECT_EQ(format(diagnostics.all()[1]), "1:1: error: own message [text.syntax]\n    hint: own hint");
}

TEST(TokenKind, HasNames) {
    EXPECT_EQ(to_string(TokenKind::identifier), "name");
    EXPECT_EQ(to_string(TokenKind::invalid), "invalid text");
    EXPECT_EQ(to_string(TokenKind::newline), "end of line");
    EXPECT_EQ(to_string(TokenKind::end), "end of text");
    EXPECT_EQ(to_string(TokenKind::punctuation), "punctuation");
    EXPECT_EQ(to_string(TokenKind::comment), "comment");
    EXPECT_EQ(to_string(TokenKind::real), "real number");
}

} // namespace
