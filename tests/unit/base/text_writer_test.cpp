// TextWriter: every kind of append, growth, borrowing and padding.
#include "base/text_writer.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace {

using namespace vellum;

template <class Write> std::string written(Write write) {
    TextWriter out;
    write(out);
    return out.take();
}

template <class Real> std::string real(Real value) {
    return written([&](TextWriter& out) { out.real(value); });
}

std::string quoted(std::string_view text) {
    return written([&](TextWriter& out) { out.quoted(text); });
}

TEST(TextWriter, WritesIntegersOfEveryWidth) {
    EXPECT_EQ(written([](TextWriter& out) {
                  out.dec(std::int8_t{-128});
                  out.ch(' ');
                  out.dec(std::uint8_t{255});
                  out.ch(' ');
                  out.dec(0);
                  out.ch(' ');
                  out.dec(std::numeric_limits<std::int64_t>::min());
                  out.ch(' ');
                  out.dec(std::numeric_limits<std::uint64_t>::max());
              }),
              "-128 255 0 -9223372036854775808 18446744073709551615");
}

TEST(TextWriter, WritesHexadecimal) {
    EXPECT_EQ(written([](TextWriter& out) {
                  out.hex(0);
                  out.ch(' ');
                  out.hex(0, 4);
                  out.ch(' ');
                  out.hex(0xABC, 2);
                  out.ch(' ');
                  out.hex0x(0x1F0, 6);
                  out.ch(' ');
                  out.hex(1, 99);
                  out.ch(' ');
                  out.hex(0x10);
                  out.ch(' ');
                  out.hex0x(std::numeric_limits<std::uint64_t>::max());
              }),
              "0 0000 abc 0x0001f0 0000000000000001 10 0xffffffffffffffff");
}

TEST(TextWriter, RealsNeverLookLikeIntegers) {
    EXPECT_EQ(real(0.0F), "0.0");
    EXPECT_EQ(real(-0.0F), "-0.0");
    EXPECT_EQ(real(1.0F), "1.0");
    EXPECT_EQ(real(0.1F), "0.1");
    EXPECT_EQ(real(0.1), "0.1");
    EXPECT_EQ(real(-2.5), "-2.5");
    EXPECT_EQ(real(1e20), "1e+20");
    EXPECT_EQ(real(16777216.0F), "16777216.0");
    EXPECT_EQ(real(std::numeric_limits<double>::denorm_min()), "5e-324");
    EXPECT_EQ(real(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
    EXPECT_EQ(real(std::numeric_limits<float>::max()), "3.4028235e+38");
}

TEST(TextWriter, NamesWhatIsNoNumber) {
    EXPECT_EQ(real(std::numeric_limits<float>::infinity()), "inf");
    EXPECT_EQ(real(-std::numeric_limits<float>::infinity()), "-inf");
    EXPECT_EQ(real(std::numeric_limits<double>::infinity()), "inf");
    EXPECT_EQ(real(-std::numeric_limits<double>::infinity()), "-inf");
    EXPECT_EQ(written([](TextWriter& out) { out.real_bits(std::uint32_t{0x7FC00001}); }), "nan(0x7fc00001)");
    EXPECT_EQ(written([](TextWriter& out) { out.real_bits(std::uint32_t{0xFF800001}); }), "nan(0xff800001)");
    EXPECT_EQ(real(std::bit_cast<double>(std::uint64_t{0x7FF8000000000001})), "nan(0x7ff8000000000001)");
}

TEST(TextWriter, QuotesSoThatBytesCanBeReadBack) {
    EXPECT_EQ(quoted(""), "\"\"");
    EXPECT_EQ(quoted("plain text"), "\"plain text\"");
    EXPECT_EQ(quoted("a\nb\rc\td\"e\\f"), R"("a\nb\rc\td\"e\\f")");
    EXPECT_EQ(quoted(std::string_view("\0\x1f\x7f", 3)), R"("\x00\x1f\x7f")");
    EXPECT_EQ(quoted("Бурах"), "\"Бурах\"");
    EXPECT_EQ(quoted("\xC2\x85|\xC2\xA0"), "\"\\xc2\\x85|\xC2\xA0\"")
        << "C1 controls are escaped, U+00A0 is text";
    EXPECT_EQ(quoted("\xFFok\xD0"), R"("\xffok\xd0")");
    EXPECT_EQ(quoted("\xED\xA0\x80"), R"("\xed\xa0\x80")") << "a lone surrogate";
    EXPECT_EQ(quoted("😀"), "\"😀\"");
}

TEST(TextWriter, PadsToColumnsOfATerminal) {
    const auto padded = [](std::string_view text) {
        return written([&](TextWriter& out) {
            out.text("Жёлтый дом\n");
            out.text(text);
            out.pad_to(8, 1);
            out.text("|");
        });
    };
    EXPECT_EQ(padded("Пётр"), "Жёлтый дом\nПётр    |");
    EXPECT_EQ(padded("日本"), "Жёлтый дом\n日本    |");
    EXPECT_EQ(padded("日本日本日本"), "Жёлтый дом\n日本日本日本 |");
    EXPECT_EQ(padded("e\u0301"), "Жёлтый дом\ne\u0301       |");
}

TEST(TextWriter, PadsFromTheLastNewline) {
    EXPECT_EQ(written([](TextWriter& out) {
                  out.text("first line\nab");
                  out.pad_to(6);
                  out.text("c");
                  out.pad_to(3);
                  out.text("d");
                  out.pad_to(3, 2);
                  out.text("e\n");
                  out.pad_to(2);
                  out.text("f");
                  out.newline();
                  out.pad_to(0);
              }),
              "first line\nab    cd  e\n  f\n");
    EXPECT_EQ(written([](TextWriter& out) { out.pad_to(3); }), "   ");
}

TEST(TextWriter, GrowsWithoutLosingAnything) {
    TextWriter out;
    std::string expected;
    for (int count = 0; count < 20000; ++count) {
        out.dec(count);
        out.ch(',');
        expected += std::to_string(count) + ",";
    }
    out.text(expected);
    expected += std::string(expected);
    EXPECT_EQ(out.size(), expected.size());
    EXPECT_EQ(out.view(), expected);
    EXPECT_EQ(out.take(), expected);
    EXPECT_EQ(out.size(), 0U);
    out.text("again");
    EXPECT_EQ(out.view(), "again");
    out.clear();
    EXPECT_EQ(out.view(), "");
    out.text("");
    EXPECT_EQ(out.take(), "");
}

TEST(TextWriter, BorrowsAString) {
    std::string target = "start ";
    {
        TextWriter out(target);
        EXPECT_EQ(out.view(), "start ");
        out.dec(1);
        out.flush();
        EXPECT_EQ(target, "start 1");
        EXPECT_EQ(out.view(), "");
        out.flush();
        EXPECT_EQ(target, "start 1");
        out.fill(300, '.');
        EXPECT_EQ(out.size(), 307U);
    }
    EXPECT_EQ(target, "start 1" + std::string(300, '.'));
    {
        TextWriter untouched(target);
    }
    EXPECT_EQ(target.size(), 307U);
}

TEST(TextWriter, TakeFromABorrowedStringLeavesItEmpty) {
    std::string target = "abc";
    {
        TextWriter out(target);
        out.text("def");
        EXPECT_EQ(out.take(), "abcdef");
        out.text("g");
    }
    EXPECT_EQ(target, "g");
}

TEST(TextWriter, PutsPartsByTheirKind) {
    TextWriter out;
    out.put("a", std::string("b"), 'c', 12, ' ', std::uint8_t{65}, ' ', -3, ' ', Hex{255}, Hex{10, 4},
            Quoted{"\n"}, '\n');
    EXPECT_EQ(out.view(), "abc12 65 -3 ff000a\"\\n\"\n");
}

} // namespace
