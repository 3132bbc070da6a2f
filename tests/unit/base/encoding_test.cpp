// Encodings: valid and invalid UTF-8, surrogates.
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

TEST(Utf8, NumbersAboveTheLastCodePointBecomeOne) {
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

} // namespace
