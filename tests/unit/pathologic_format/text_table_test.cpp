// The table of texts that players read.
#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/encoding.hpp"
#include "engines/pathologic/format/text_table.hpp"

namespace vellum::pathologic {
namespace {

/// `unit`: bytes that a length counts at once.
std::vector<std::byte> table(const std::vector<std::pair<std::uint32_t, std::string>>& texts,
                             std::size_t unit) {
    ByteWriter out;
    out.u32(static_cast<std::uint32_t>(texts.size()));
    for (const auto& [number, text] : texts) {
        ByteWriter wide;
        static_cast<void>(wtf8_to_utf16le(text, wide));
        out.u32(number);
        std::size_t length = wide.size() / unit;
        for (; length > 127; length /= 128) out.u8(static_cast<std::uint8_t>(length % 128 + 128));
        out.u8(static_cast<std::uint8_t>(length));
        out.bytes(wide.take());
    }
    return out.take();
}

TEST(TextTable, is_read_and_changed_whatever_its_lengths_count) {
    const std::string long_one(300, 'x');
    for (const std::size_t unit : {std::size_t{1}, std::size_t{2}}) {
        const auto bytes = table({{7, "Чума"}, {9, ""}, {7, long_one}}, unit);
        const auto read = TextTable::read(bytes);
        ASSERT_TRUE(read) << format(read.error());
        const auto texts = read->texts();
        ASSERT_EQ(texts.size(), 3U);
        EXPECT_EQ(texts[0].id, "7");
        EXPECT_EQ(texts[0].text, "Чума");
        EXPECT_EQ(texts[2].id, "7.2");
        EXPECT_EQ(*read->change({}), bytes);
        const std::vector<TextChange> change{{"7.2", long_one, "short"}};
        const auto changed = read->change(change);
        ASSERT_TRUE(changed) << format(changed.error());
        EXPECT_EQ(*changed, table({{7, "Чума"}, {9, ""}, {7, "short"}}, unit));
        EXPECT_FALSE(read->change(std::vector<TextChange>{{"8", "", "x"}}));
        EXPECT_FALSE(read->change(std::vector<TextChange>{{"7", "Other", "x"}}));
        EXPECT_FALSE(read->change(std::vector<TextChange>{{"9", "", "\xFF"}}));
    }
}

TEST(TextTable, what_is_none_is_refused) {
    auto bytes = table({{1, "abc"}, {2, "de"}}, 2);
    bytes.pop_back();
    EXPECT_FALSE(TextTable::read(bytes));
    EXPECT_FALSE(TextTable::read({}));
    ByteWriter many;
    many.u32(0xFFFFFFFF);
    many.u64(0);
    EXPECT_FALSE(TextTable::read(many.take()));
    EXPECT_TRUE(TextTable::read(table({{0, ""}}, 1)));
}

} // namespace
} // namespace vellum::pathologic
