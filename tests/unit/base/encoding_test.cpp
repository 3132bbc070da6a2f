// Encodings: valid and invalid UTF-8, surrogates, code pages against independently written samples.
#include "base/encoding.hpp"

#include <gtest/gtest.h>

namespace {

using namespace vellum;
using namespace std::string_view_literals;

std::vector<std::byte> units(std::initializer_list<std::uint16_t> values) {
    ByteWriter writer;
    for (const std::uint16_t value : values) {
        writer.u16(value);
    }
    return writer.take();
}

std::string encoded(std::string_view text, Encoding encoding) {
    const auto result = from_utf8(text, encoding);
    return result ? std::string(as_text(*result)) : format(result.error());
}

TEST(Utf8, DecodesTheBordersOfEveryLength) {
    const std::pair<std::string_view, char32_t> samples[] = {
        {"\x00"sv, 0},
        {"\x7F", 0x7F},
        {"\xC2\x80", 0x80},
        {"\xDF\xBF", 0x7FF},
        {"\xE0\xA0\x80", 0x800},
        {"\xED\x9F\xBF", 0xD7FF},
        {"\xEE\x80\x80", 0xE000},
        {"\xEF\xBF\xBF", 0xFFFF},
        {"\xF0\x90\x80\x80", 0x10000},
        {"\xF4\x8F\xBF\xBF", 0x10FFFF},
    };
    for (const auto& [text, value] : samples) {
        const CodePoint point = decode_utf8(text, 0);
        EXPECT_EQ(point.length, text.size());
        EXPECT_EQ(point.value, value);
        std::string back;
        append_utf8(back, value);
        EXPECT_EQ(back, text);
    }
}

TEST(Utf8, RejectsWhatIsNotShortestOrNotUnicode) {
    const std::string_view samples[] = {
        "\x80",         "\xBF",         "\xC0\x80",         "\xC1\xBF",         "\xC2",
        "\xC2\x41",     "\xE0\x9F\xBF", "\xED\xA0\x80",     "\xED\xBF\xBF",     "\xE1\x80",
        "\xE1\x80\x41", "\xE1\x41\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
        "\xFF",         "\xF0\x90\x80", "\xF0\x90\x41\x80",
    };
    for (const std::string_view text : samples) {
        EXPECT_EQ(decode_utf8(text, 0).length, 0U);
        EXPECT_FALSE(is_valid_utf8(text));
        const std::string inside = "0123456789ab" + std::string(text) + "cdefghijklm";
        EXPECT_EQ(find_invalid_utf8(inside), 12U);
    }
    EXPECT_EQ(decode_utf8("", 0).length, 0U);
    EXPECT_EQ(decode_utf8("a", 1).length, 0U);
    EXPECT_TRUE(is_valid_utf8(""));
    EXPECT_TRUE(is_valid_utf8("ascii, Бурах, 😀 and a long tail"));
}

TEST(Utf8, ReplacesWhatIsInvalid) {
    EXPECT_EQ(replace_invalid_utf8("ok"), "ok");
    EXPECT_EQ(replace_invalid_utf8("a\xFF"
                                   "b\xD0"),
              "a\uFFFDb\uFFFD");
    EXPECT_EQ(replace_invalid_utf8("a\xED\xA0\x80"
                                   "b"),
              "a\uFFFDb");
    std::string target;
    append_utf8(target, 0x110000);
    EXPECT_EQ(target, "\uFFFD");
}

TEST(Wtf8, SurrogatesSurvive) {
    const auto lone = units({0x41, 0xD83D, 0x42, 0xDE00});
    const std::string text = utf16le_to_wtf8(lone);
    EXPECT_EQ(text, "A\xED\xA0\xBD"
                    "B\xED\xB8\x80");
    ByteWriter writer;
    EXPECT_TRUE(wtf8_to_utf16le(text, writer));
    EXPECT_EQ(writer.take(), lone);
    EXPECT_EQ(utf16le_to_wtf8(units({0xD83D, 0xDE00})), "😀");
    EXPECT_EQ(utf16le_to_wtf8(units({0xD83D, 0xD83D, 0xDE00})), "\xED\xA0\xBD😀");
    EXPECT_EQ(utf16le_to_wtf8(units({0xD83D})), "\xED\xA0\xBD");
    EXPECT_EQ(utf16le_to_wtf8({}), "");
}

TEST(Wtf8, OddLastByteIsNoUnit) {
    auto data = units({0x41});
    data.push_back(std::byte{0x42});
    EXPECT_EQ(utf16le_to_wtf8(data), "A");
}

TEST(Wtf8, InvalidBytesAreReplacedAndReported) {
    ByteWriter writer;
    EXPECT_FALSE(wtf8_to_utf16le("a\xFF", writer));
    EXPECT_EQ(writer.take(), units({0x61, 0xFFFD}));
}

TEST(Wtf8, ConcatenationJoinsASplitPair) {
    std::string text = "a\xED\xA0\xBD";
    append_wtf8(text, "\xED\xB8\x80"
                      "b");
    EXPECT_EQ(text, "a😀b");
    text = "\xED\xA0\xBD";
    append_wtf8(text, "x");
    append_wtf8(text, "\xED\xB8\x80");
    EXPECT_EQ(text, "\xED\xA0\xBDx\xED\xB8\x80");
    text.clear();
    append_wtf8(text, "\xED\xB8\x80");
    append_wtf8(text, "");
    EXPECT_EQ(text, "\xED\xB8\x80");
}

TEST(Wtf8, ConcatenationWithItself) {
    std::string text = "\xED\xB8\x80 and \xED\xA0\xBD";
    append_wtf8(text, text);
    EXPECT_EQ(text, "\xED\xB8\x80 and 😀 and \xED\xA0\xBD");
    std::string plain = "ab";
    append_wtf8(plain, std::string_view(plain).substr(1));
    EXPECT_EQ(plain, "abb");
}

TEST(CodePages, KnownTexts) {
    EXPECT_EQ(to_utf8(as_bytes("\xC1\xF3\xF0\xE0\xF5 \x97 \xB8\xA8\xB9"), Encoding::windows_1251),
              "Бурах — ёЁ№");
    EXPECT_EQ(to_utf8(as_bytes("\x80 \x93quoted\x94 \xE9\xFF"), Encoding::windows_1252), "€ “quoted” éÿ");
    EXPECT_EQ(to_utf8(as_bytes("\x80\xE9\xFF"), Encoding::latin1), "\u0080éÿ");
    EXPECT_EQ(encoded("Бурах — ёЁ№", Encoding::windows_1251), "\xC1\xF3\xF0\xE0\xF5 \x97 \xB8\xA8\xB9");
}

TEST(CodePages, EveryByteHasItsWayBack) {
    std::vector<std::byte> all;
    for (unsigned byte = 0; byte < 256; ++byte) {
        all.push_back(static_cast<std::byte>(byte));
    }
    for (const Encoding encoding : {Encoding::windows_1251, Encoding::windows_1252, Encoding::latin1}) {
        const std::string text = to_utf8(all, encoding);
        EXPECT_TRUE(is_valid_utf8(text));
        const auto back = from_utf8(text, encoding);
        ASSERT_TRUE(back);
        EXPECT_EQ(*back, all) << to_string(encoding);
    }
}

TEST(CodePages, UndefinedBytesAreC1Controls) {
    EXPECT_EQ(to_utf8(as_bytes("\x98"), Encoding::windows_1251), "\u0098");
    EXPECT_EQ(to_utf8(as_bytes("\x81\x8D\x8F\x90\x9D"), Encoding::windows_1252),
              "\u0081\u008D\u008F\u0090\u009D");
}

TEST(CodePages, MissingCharactersAreErrorsWithTheirOffset) {
    const auto result = from_utf8("naïve €", Encoding::windows_1251);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code->id, "text.encoding");
    EXPECT_EQ(result.error().place.offset, 2U);
    EXPECT_EQ(result.error().message, "character U+00ef does not exist in windows-1251");
    EXPECT_EQ(encoded("\u0080", Encoding::windows_1252),
              "0x0: error: character U+0080 does not exist in windows-1252 [text.encoding]");
    EXPECT_EQ(encoded("a\xFF", Encoding::latin1), "0x1: error: text is not valid UTF-8 [text.encoding]");
    EXPECT_EQ(encoded("Ā", Encoding::latin1),
              "0x0: error: character U+0100 does not exist in latin-1 [text.encoding]");
    EXPECT_EQ(encoded("ab\xFF", Encoding::utf16le), "0x2: error: text is not valid UTF-8 [text.encoding]");
}

TEST(Encoding, Utf8PassesThroughUnchanged) {
    EXPECT_EQ(to_utf8(as_bytes("a\xFF"), Encoding::utf8), "a\xFF");
    EXPECT_EQ(encoded("a\xFF", Encoding::utf8), "a\xFF");
    EXPECT_EQ(to_utf8(units({0x416}), Encoding::utf16le), "Ж");
    EXPECT_EQ(encoded("Ж", Encoding::utf16le), "\x16\x04");
}

TEST(Encoding, NamesAreFoundInAnyCase) {
    for (const Encoding encoding : {Encoding::utf8, Encoding::utf16le, Encoding::windows_1251,
                                    Encoding::windows_1252, Encoding::latin1}) {
        Encoding found = encoding == Encoding::utf8 ? Encoding::latin1 : Encoding::utf8;
        EXPECT_TRUE(parse_encoding(to_string(encoding), found));
        EXPECT_EQ(found, encoding);
    }
    Encoding found = Encoding::utf8;
    EXPECT_TRUE(parse_encoding("WINDOWS-1251", found));
    EXPECT_EQ(found, Encoding::windows_1251);
    EXPECT_FALSE(parse_encoding("koi8-r", found));
    EXPECT_FALSE(parse_encoding("", found));
    EXPECT_EQ(found, Encoding::windows_1251);
}

} // namespace
