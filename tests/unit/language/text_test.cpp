// Lines and columns of texts as editors count them: UTF-16 outside, bytes inside.
#include "language/text.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

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
    text.replace(text.position(1), text.position(5), "\n\xF0\x9F\x98\x80\n");
    EXPECT_EQ(text.bytes(), "o\n\xF0\x9F\x98\x80\nbc\n");
    EXPECT_EQ(text.position(6), (Position{1, 2}));
    text.replace({9, 9}, {9, 9}, "!");
    EXPECT_EQ(text.bytes(), "o\n\xF0\x9F\x98\x80\nbc\n!");
}

/// What a text is, counted from its beginning each time.
Position slow_position(std::string_view bytes, Offset offset) {
    Position place;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < offset; ++i)
        if (bytes[i] == '\n' || (bytes[i] == '\r' && (i + 1 == bytes.size() || bytes[i + 1] != '\n'))) {
            ++place.line;
            begin = i + 1;
        }
    place.character = utf16_length(bytes.substr(begin, offset - begin));
    return place;
}

TEST(Text, ManyChangesAreThoseOfOneString) {
    constexpr std::string_view pieces[] = {
        "a", "\n", "\r", "\r\n", "\xC3\xA9", "\xF0\x9F\x98\x80", "\xF0\x9F", "\x80", "some words ", ""};
    test::Random random(7);
    for (int round = 0; round < 20; ++round) {
        std::string whole;
        const bool long_line = round % 2 == 0;
        for (int i = 0; i < 3000; ++i)
            whole += pieces[random.below(long_line ? 8 : 10)].substr(0, long_line ? 1 : 9);
        Text text(whole);
        for (int edit = 0; edit < 60; ++edit) {
            // Places between whole characters, as editors send them.
            const Text before(whole);
            const Position from = before.position(static_cast<Offset>(random.below(whole.size() + 1)));
            const Position to = random.below(3) == 0
                                    ? from
                                    : before.position(static_cast<Offset>(random.below(whole.size() + 1)));
            std::string by;
            for (std::size_t i = random.below(40); i > 0; --i) by += pieces[random.below(10)];
            const Offset begin = std::min(before.offset(from), before.offset(to));
            const Offset end = std::max(before.offset(from), before.offset(to));
            whole.replace(begin, end - begin, by);
            text.replace(from, to, by);
            if (edit % 7 == 0) {
                ASSERT_EQ(text.bytes(), whole);
            }
        }
        ASSERT_EQ(text.bytes(), whole);
        for (int i = 0; i < 30; ++i) {
            const auto offset = static_cast<Offset>(random.below(whole.size() + 1));
            ASSERT_EQ(text.position(offset), slow_position(whole, offset)) << offset;
        }
    }
}

} // namespace
} // namespace vellum::language
