// Lines and columns of texts as editors count them: UTF-16 outside, bytes inside.
#include "language/text.hpp"

#include <gtest/gtest.h>

namespace vellum::language {
namespace {

TEST(Text, ColumnsAreUnitsOfUtf16) {
    const Text text("a\xC3\xA9\xF0\x9F\x98\x80z\nx"); // a, e with an accent, a face, z
    EXPECT_EQ(text.offset({0, 2}), 3U);
    EXPECT_EQ(text.offset({0, 4}), 7U);
    EXPECT_EQ(text.offset({0, 3}), 7U); // in the middle of the face: behind it
    EXPECT_EQ(text.position(7), (Position{0, 4}));
    EXPECT_EQ(text.position(9), (Position{1, 0}));
    EXPECT_EQ(utf16_length("a\xC3\xA9\xF0\x9F\x98\x80z"), 5U);
}

TEST(Text, BytesThatAreNoTextCountOneEach) {
    const Text text("\xFF\xC3(\x80");
    for (std::uint32_t column = 0; column <= 4; ++column) {
        EXPECT_EQ(text.offset({0, column}), column);
        EXPECT_EQ(text.position(column), (Position{0, column}));
    }
}

TEST(Text, LinesEndAsTheyLike) {
    const Text text("a\r\nb\rc\n");
    ASSERT_EQ(text.lines(), 4U);
    EXPECT_EQ(text.line(0), "a");
    EXPECT_EQ(text.line(1), "b");
    EXPECT_EQ(text.line(2), "c");
    EXPECT_EQ(text.line(3), "");
    EXPECT_EQ(text.position(3), (Position{1, 0}));
    EXPECT_EQ(text.offset({0, 7}), 1U); // not into the line's end
}

TEST(Text, PlacesThatAreNotThereAreTheNearest) {
    const Text text("ab\ncd");
    EXPECT_EQ(text.offset({0, 99}), 2U);
    EXPECT_EQ(text.offset({99, 0}), 5U);
    EXPECT_EQ(text.position(99), (Position{1, 2}));
    EXPECT_EQ(text.offset_of(0, 0), 0U);
    EXPECT_EQ(text.offset_of(2, 99), 5U);
    EXPECT_EQ(text.line(99), "");
}

TEST(Text, ChangesKeepCount) {
    Text text("one\nabc\n");
    text.replace({1, 5}, "\n\xF0\x9F\x98\x80\n");
    EXPECT_EQ(text.bytes(), "o\n\xF0\x9F\x98\x80\nbc\n");
    EXPECT_EQ(text.position(6), (Position{1, 2}));
    text.replace({900, 3}, "!");
    EXPECT_EQ(text.bytes(), "o\n\xF0\x9F\x98\x80\nbc\n!");
}

} // namespace
} // namespace vellum::language
