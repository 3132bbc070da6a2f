// ByteReader and ByteWriter: byte order, bounds, the sticky error and its wording.
#include "base/bytes.hpp"

#include <array>
#include <bit>
#include <limits>

#include <gtest/gtest.h>

namespace {

using namespace vellum;

template <class... Values> std::vector<std::byte> make(Values... values) {
    return {static_cast<std::byte>(values)...};
}

TEST(ByteReader, ReadsLittleEndian) {
    const auto data =
        make(0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0xF0);
    ByteReader reader(data);
    EXPECT_EQ(reader.u8(), 0x01U);
    EXPECT_EQ(reader.u16(), 0x0302U);
    EXPECT_EQ(reader.u32(), 0x07060504U);
    EXPECT_EQ(reader.position(), 7U);
    reader.seek(7);
    EXPECT_EQ(reader.u64(), 0xF00E0D0C0B0A0908U);
    EXPECT_EQ(reader.remaining(), 0U);
    EXPECT_TRUE(reader.ok());
}

TEST(ByteReader, ReadsSignedAndFloat) {
    ByteWriter writer;
    writer.i8(-1);
    writer.i16(-2);
    writer.i32(std::numeric_limits<std::int32_t>::min());
    writer.i64(-4);
    writer.f32(-0.5F);
    ByteReader reader(writer.view());
    EXPECT_EQ(reader.i8(), -1);
    EXPECT_EQ(reader.i16(), -2);
    EXPECT_EQ(reader.i32(), std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(reader.i64(), -4);
    EXPECT_EQ(reader.f32(), -0.5F);
    EXPECT_TRUE(reader.ok());
}

TEST(ByteReader, ErrorSticksAndLeavesThePosition) {
    const auto data = make(1, 2, 3);
    ByteReader reader(data, 100);
    reader.set_context("file header");
    EXPECT_EQ(reader.u16(), 0x0201U);
    EXPECT_EQ(reader.u32(), 0U);
    EXPECT_TRUE(reader.failed());
    reader.set_context("something later");
    EXPECT_EQ(reader.u8(), 0U) << "a byte is there, but the error sticks";
    reader.seek(0);
    reader.skip(1);
    EXPECT_TRUE(reader.bytes(1).empty());
    EXPECT_TRUE(reader.cstring().empty());
    EXPECT_FALSE(reader.has(0));
    EXPECT_FALSE(reader.count_fits(0, 1));
    EXPECT_EQ(reader.position(), 2U);
    EXPECT_EQ(reader.remaining(), 0U);
    EXPECT_EQ(reader.size(), 3U);
    const Diagnostic error = reader.error();
    EXPECT_EQ(error.code->id, "bytes.truncated");
    EXPECT_EQ(error.place.offset, 102U);
    EXPECT_EQ(error.message, "while reading file header: needed 4 more bytes, but only 1 are left");
}

TEST(ByteReader, HugeCountsDoNotWrapAround) {
    const auto data = make(1, 2, 3, 4);
    constexpr auto huge = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t count : {std::uint64_t{5}, huge, huge - 3, std::uint64_t{1} << 32U}) {
        ByteReader reader(data);
        reader.skip(2);
        EXPECT_FALSE(reader.has(count));
        EXPECT_TRUE(reader.bytes(count).empty());
        EXPECT_TRUE(reader.failed());
        EXPECT_EQ(reader.position(), 2U);
    }
    ByteReader reader(data);
    reader.seek(huge);
    EXPECT_TRUE(reader.failed());
    EXPECT_EQ(reader.error().message, "offset 18446744073709551615 is past the end at 4");
}

TEST(ByteReader, CountFitsRejectsWhatCanNotFollow) {
    const auto data = make(0, 0, 0, 0, 0, 0, 0, 0);
    ByteReader reader(data);
    EXPECT_TRUE(reader.count_fits(0, 4));
    EXPECT_TRUE(reader.count_fits(2, 4));
    EXPECT_TRUE(reader.count_fits(8, 0));
    EXPECT_FALSE(reader.count_fits(3, 4));
    EXPECT_EQ(reader.error().code->id, "bytes.limit");
    EXPECT_EQ(reader.error().message,
              "3 elements of at least 4 bytes do not fit in the 8 bytes that are left");
    ByteReader other(data);
    EXPECT_FALSE(other.count_fits(std::numeric_limits<std::uint64_t>::max(), 16));
    ByteReader zero(data);
    EXPECT_FALSE(zero.count_fits(9, 0));
}

TEST(ByteReader, ReadsTextUpToItsNul) {
    const auto data = make('a', 'b', 0, 0, 'c');
    ByteReader reader(data);
    EXPECT_EQ(reader.cstring(), "ab");
    EXPECT_EQ(reader.cstring(), "");
    EXPECT_EQ(reader.position(), 4U);
    EXPECT_EQ(reader.cstring(), "");
    EXPECT_TRUE(reader.failed());
    EXPECT_EQ(reader.error().message, "text has no terminating NUL in the 1 bytes that are left");
}

TEST(ByteReader, EmptyDataIsFine) {
    ByteReader reader;
    EXPECT_TRUE(reader.has(0));
    EXPECT_TRUE(reader.bytes(0).empty());
    reader.seek(0);
    reader.skip(0);
    EXPECT_TRUE(reader.ok());
    EXPECT_TRUE(reader.cstring().empty());
    EXPECT_TRUE(reader.failed());
}

TEST(ByteWriter, WritesLittleEndian) {
    ByteWriter writer;
    writer.u8(1);
    writer.u16(0x0302);
    writer.u32(0x07060504);
    writer.u64(0x0F0E0D0C0B0A0908);
    writer.cstring("hi");
    writer.bytes(make(9, 8));
    writer.bytes({});
    const auto expected = make(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 'h', 'i', 0, 9, 8);
    EXPECT_EQ(writer.size(), expected.size());
    EXPECT_EQ(writer.take(), expected);
    EXPECT_EQ(writer.size(), 0U);
}

TEST(ByteWriter, PatchesAndAligns) {
    ByteWriter writer;
    writer.u32(0);
    writer.u8(7);
    writer.align(4);
    EXPECT_EQ(writer.size(), 8U);
    writer.align(4);
    writer.align(1);
    writer.align(0);
    EXPECT_EQ(writer.size(), 8U);
    writer.u8(1);
    writer.align(3, std::byte{0xCC});
    writer.align(5, std::byte{0xCC});
    EXPECT_EQ(writer.size(), 10U);
    writer.patch_u32(0, 0x04030201);
    writer.patch_u32(6, 0xDDCCBBAA);
    EXPECT_EQ(writer.take(), make(1, 2, 3, 4, 7, 0, 0xAA, 0xBB, 0xCC, 0xDD));
}

TEST(Bytes, TextAndBytesAreTheSameMemory) {
    const std::string_view text("a\0b", 3);
    EXPECT_EQ(as_bytes(text).size(), 3U);
    EXPECT_EQ(as_text(as_bytes(text)), text);
    EXPECT_EQ(as_text({}), "");
}

TEST(Bytes, LoadsWorkAtCompileTime) {
    constexpr std::array<std::byte, 2> raw{std::byte{0x34}, std::byte{0x12}};
    static_assert(load_u16(raw.data()) == 0x1234);
    std::array<std::byte, 8> target{};
    store_u64(target.data(), 0x8877665544332211U);
    EXPECT_EQ(load_u64(target.data()), 0x8877665544332211U);
    EXPECT_EQ(load_u8(target.data() + 7), 0x88U);
    store_u8(target.data(), 5);
    EXPECT_EQ(load_u8(target.data()), 5U);
}

} // namespace
