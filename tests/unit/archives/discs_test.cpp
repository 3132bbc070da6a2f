// Images of discs: read, changed in place, and their checks.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "archives/disc_sector.hpp"
#include "archives/lzss.hpp"
#include "support/made_archives.hpp"
#include "support/random.hpp"

namespace vellum::archives {
namespace {

using test::all_of;
using test::bytes_of;
using test::in_memory;

std::vector<std::byte> disc() {
    std::vector<std::byte> long_one(5000);
    for (std::size_t i = 0; i < long_one.size(); ++i) long_one[i] = static_cast<std::byte>(i * 7);
    return test::made_disc({{"", "SYSTEM.CNF", bytes_of("BOOT")}}, "WORLD",
                           {{"", "WM0.EV", long_one}, {"", "EMPTY", {}}});
}

std::string hex(std::span<const std::byte> bytes) {
    std::string text;
    constexpr std::string_view digits = "0123456789abcdef";
    for (const std::byte byte : bytes) {
        text += digits[std::to_integer<unsigned>(byte) >> 4U];
        text += digits[std::to_integer<unsigned>(byte) & 15U];
    }
    return text;
}

TEST(Discs, checks_of_a_sector) {
    std::array<std::byte, sector::raw_size> raw{};
    raw[12] = std::byte{0};
    raw[13] = std::byte{2};
    raw[14] = std::byte{0x16};
    raw[15] = std::byte{2};
    raw[18] = raw[22] = std::byte{8};
    write_sector_checks(raw);
    EXPECT_EQ(hex(std::span(raw).subspan(2072, 4)), "0b888194");
    EXPECT_EQ(hex(std::span(raw).subspan(2076, 8)), "000000000000fb00");
    EXPECT_EQ(raw[13], std::byte{2}) << "the address stays";
    raw = {};
    raw[13] = raw[15] = std::byte{2};
    raw[18] = raw[22] = std::byte{8};
    for (std::size_t i = 0; i < 2048; ++i) raw[24 + i] = static_cast<std::byte>(i);
    write_sector_checks(raw);
    EXPECT_EQ(hex(std::span(raw).subspan(2072, 4)), "e90cd059");
    EXPECT_EQ(hex(std::span(raw).subspan(2076, 8)), "59ff7fd9a80e3f62");
    EXPECT_EQ(hex(std::span(raw).subspan(2248, 8)), "13fd68aa3fe400e9");
    EXPECT_EQ(hex(std::span(raw).subspan(2344, 8)), "ec81020d6161d387");
}

TEST(Discs, are_changed_in_place) {
    for (const bool raw : {false, true}) {
        SCOPED_TRACE(raw);
        const std::vector<std::byte> bytes = raw ? test::raw_disc(disc()) : disc();
        const auto archive = open(in_memory(bytes));
        ASSERT_TRUE(archive) << format(archive.error());
        EXPECT_EQ((*archive)->format(), "disc");
        ASSERT_EQ((*archive)->members().size(), 3U);
        const std::size_t script = (*archive)->find("world/wm0.ev");
        ASSERT_NE(script, Archive::none);
        auto content = *(*archive)->read(script);
        EXPECT_EQ(content.size(), 5000U);
        EXPECT_EQ(content[4999], static_cast<std::byte>(4999 * 7));
        EXPECT_EQ(all_of(**(*archive)->change(std::vector<Change>{{"WORLD/WM0.EV", content}})), bytes);

        content[3000] ^= std::byte{1};
        const std::vector<Change> changes{{"WORLD/WM0.EV", content}};
        const auto changed = (*archive)->change(changes);
        ASSERT_TRUE(changed) << format(changed.error());
        EXPECT_TRUE(compare(**archive, changes, *changed));
        const auto now = all_of(**changed);
        ASSERT_EQ(now.size(), bytes.size());
        // Only the second sector of the file is another one.
        const std::size_t size = raw ? 2352 : 2048;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            if (now[i] != bytes[i]) {
                EXPECT_EQ(i / size, 22U);
            }
        if (raw) {
            std::array<std::byte, sector::raw_size> checked{};
            std::ranges::copy_n(now.begin() + 22 * 2352, 2352, checked.begin());
            const auto before = checked;
            write_sector_checks(checked);
            EXPECT_EQ(before, checked);
        }
        content.pop_back();
        EXPECT_FALSE((*archive)->change(std::vector<Change>{{"WORLD/WM0.EV", content}}));
        EXPECT_FALSE((*archive)->change(std::vector<Change>{{"NEW", bytes_of("x")}}));
        EXPECT_FALSE((*archive)->change(std::vector<Change>{{"SYSTEM.CNF", std::nullopt}}));
    }
}

std::vector<std::byte> from_hex(std::string_view text) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
    return bytes;
}

TEST(Discs, lzss_vectors) {
    EXPECT_TRUE(pack_lzss({}).empty());
    EXPECT_EQ(hex(pack_lzss(bytes_of("a"))), "0161");
    EXPECT_EQ(hex(pack_lzss(bytes_of("abcabcabcabc"))), "07616263eef6");
    EXPECT_EQ(hex(pack_lzss(std::vector<std::byte>(18))), "00edff");
    EXPECT_EQ(pack_lzss(std::vector<std::byte>(20)).size(), 5U);
    EXPECT_EQ(*unpack_lzss(from_hex("06edff0000"), 100), std::vector<std::byte>(20));
    EXPECT_EQ(*unpack_lzss(from_hex("00eef1"), 100), std::vector<std::byte>(4));
    EXPECT_FALSE(unpack_lzss(from_hex("00ee"), 100)) << "a reference cut in half";
    EXPECT_EQ(unpack_lzss(from_hex("06edff0000"), 5)->size(), 5U);
    test::Random random(3);
    for (int round = 0; round < 20; ++round) {
        std::vector<std::byte> bytes(random.below(2000));
        const std::uint64_t letters = 1 + random.below(20);
        for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(letters));
        const auto packed = pack_lzss(bytes);
        EXPECT_EQ(*unpack_lzss(packed, bytes.size() + 1), bytes);
        EXPECT_LE(packed.size(), bytes.size() + bytes.size() / 8 + 1);
    }
}

TEST(Discs, packed_sections_keep_their_room) {
    const auto bytes = test::made_txz(0x7000);
    const auto archive = open(in_memory(bytes));
    ASSERT_TRUE(archive) << format(archive.error());
    EXPECT_EQ((*archive)->format(), "txz");
    ASSERT_EQ((*archive)->members().size(), 12U);
    const std::size_t script = (*archive)->find("4.ev");
    ASSERT_NE(script, Archive::none);
    auto content = *(*archive)->read(script);
    EXPECT_EQ(content, std::vector<std::byte>(0x7000, std::byte{'e'}));
    EXPECT_EQ(all_of(**(*archive)->change(std::vector<Change>{{"4.ev", content}})), bytes);
    content[5] = std::byte{'x'};
    const std::vector<Change> changes{{"4.ev", content}};
    const auto changed = (*archive)->change(changes);
    ASSERT_TRUE(changed) << format(changed.error());
    EXPECT_EQ((*changed)->size(), bytes.size());
    const auto done = compare(**archive, changes, *changed);
    EXPECT_TRUE(done) << format(done.error());
    // What the packer made tight has no room for what cannot be packed.
    auto tight = all_of(**changed);
    tight.resize(load_u32(tight.data()) + 4);
    const auto full = open(in_memory(tight));
    ASSERT_TRUE(full);
    test::Random random(1);
    for (std::byte& byte : content) byte = static_cast<std::byte>(random.next());
    EXPECT_FALSE((*full)->change(std::vector<Change>{{"4.ev", content}}));
    content.pop_back();
    EXPECT_FALSE((*archive)->change(std::vector<Change>{{"4.ev", content}}));
    EXPECT_FALSE((*archive)->change(std::vector<Change>{{"12", content}}));
}

TEST(Discs, more_sections_than_a_table_holds_are_no_archive) {
    for (const std::uint32_t sections : {64U, 65U}) {
        std::vector<std::byte> plain(4 + std::size_t{4} * sections);
        store_u32(plain.data(), sections);
        for (std::uint32_t i = 1; i <= sections; ++i)
            store_u32(plain.data() + std::size_t{4} * i, 4 * sections);
        const auto packed = pack_lzss(plain);
        std::vector<std::byte> bytes(4);
        store_u32(bytes.data(), static_cast<std::uint32_t>(packed.size()));
        bytes.insert(bytes.end(), packed.begin(), packed.end());
        const auto archive = open(in_memory(bytes));
        if (sections <= 64) {
            ASSERT_TRUE(archive) << format(archive.error());
            EXPECT_EQ((*archive)->members().size(), sections);
        } else {
            ASSERT_FALSE(archive);
            EXPECT_EQ(archive.error().code->id, "archive.unknown");
        }
    }
}

TEST(Discs, sections_follow_each_other) {
    for (const std::uint32_t second : {12U, 4U}) {
        std::vector<std::byte> plain(4 + 8 + 16);
        store_u32(plain.data(), 2);
        store_u32(plain.data() + 4, 8);
        store_u32(plain.data() + 8, second);
        for (std::size_t i = 12; i < plain.size(); ++i) plain[i] = static_cast<std::byte>(i * 37);
        const auto packed = pack_lzss(plain);
        std::vector<std::byte> bytes(4);
        store_u32(bytes.data(), static_cast<std::uint32_t>(packed.size()));
        bytes.insert(bytes.end(), packed.begin(), packed.end());
        EXPECT_EQ(open(in_memory(bytes)).has_value(), second >= 8) << second;
    }
}

TEST(Discs, movies_are_not_read) {
    for (const std::size_t number : {21U, 22U, 23U}) { // each of its sectors may be of that kind
        auto bytes = test::raw_disc(disc());
        bytes[number * 2352 + 18] |= std::byte{sector::form_2};
        const auto archive = open(in_memory(bytes));
        ASSERT_TRUE(archive);
        EXPECT_FALSE((*archive)->read((*archive)->find("WORLD/WM0.EV"))) << number;
        EXPECT_TRUE((*archive)->read((*archive)->find("SYSTEM.CNF")));
    }
}

TEST(Discs, files_in_pieces_are_not_read) {
    constexpr std::size_t flags = 25, unit = 26; // of interleaved files
    for (const auto& [at, value] : {std::pair(flags, 0x80), std::pair(unit, 1)}) {
        auto bytes = disc();
        bytes[std::size_t{19} * 2048 + 34 + 34 + at] = static_cast<std::byte>(value);
        const auto archive = open(in_memory(bytes));
        ASSERT_TRUE(archive);
        const std::size_t member = (*archive)->find("WORLD/WM0.EV");
        EXPECT_EQ((*archive)->members()[member].storage, Storage::unknown) << at;
        EXPECT_FALSE((*archive)->read(member));
    }
}

TEST(Discs, packed_files_are_filled_up_with_zeros) {
    auto bytes = test::made_txz(1200);
    bytes.resize(bytes.size() + 8);
    EXPECT_EQ(detect(*in_memory(bytes)), "txz");
    bytes.back() = std::byte{1};
    EXPECT_EQ(detect(*in_memory(bytes)), "");
}

TEST(Discs, raw_ones_of_mode_1_are_read) {
    const auto archive = open(in_memory(test::raw_disc(disc(), 1)));
    ASSERT_TRUE(archive) << format(archive.error());
    const auto content = (*archive)->read((*archive)->find("WORLD/WM0.EV"));
    ASSERT_TRUE(content) << format(content.error());
    EXPECT_EQ(content->size(), 5000U);
    EXPECT_EQ(content->back(), static_cast<std::byte>(4999 * 7));
}

TEST(Discs, folders_are_not_longer_than_their_disc) {
    auto bytes = disc();
    const std::size_t record = std::size_t{18} * 2048 + 34 + 34 + 46;
    const std::size_t length = std::to_integer<std::size_t>(bytes[record]);
    const auto sectors = static_cast<std::uint32_t>(bytes.size() / 2048);
    // Three folders beside each other, which begin a sector apart and end with the disc.
    const std::vector<std::byte> one(bytes.begin() + static_cast<std::ptrdiff_t>(record),
                                     bytes.begin() + static_cast<std::ptrdiff_t>(record + length));
    bytes.resize(bytes.size() + std::size_t{40} * 2048);
    for (std::uint32_t i = 0; i < 3; ++i) {
        std::byte* const at = &bytes[record + i * length];
        std::ranges::copy(one, at);
        store_u32(at + 2, sectors + i);
        store_u32(at + 10, (40 - i) * 2048);
    }
    const auto archive = open(in_memory(bytes));
    ASSERT_TRUE(archive) << format(archive.error());
    EXPECT_EQ((*archive)->remarks().size(), 2U) << "together with the first they are longer than the disc";
}

TEST(Discs, folders_that_hold_each_other_are_read_once) {
    auto bytes = disc();
    // The record of "WORLD" stands behind those of the folder, its parent and SYSTEM.CNF.
    const std::size_t record = std::size_t{18} * 2048 + 34 + 34 + 46;
    ASSERT_EQ(std::to_integer<int>(bytes[record + 25]), 2);
    store_u32(&bytes[record + 2], 18);
    const auto archive = open(in_memory(bytes));
    ASSERT_TRUE(archive);
    EXPECT_EQ((*archive)->members().size(), 1U);
    EXPECT_FALSE((*archive)->remarks().empty());
    store_u32(&bytes[record + 2], 0x7FFFFFFF);
    const auto outside = open(in_memory(bytes));
    ASSERT_TRUE(outside);
    EXPECT_EQ((*outside)->members().size(), 1U);
    bytes[record] = std::byte{33};
    EXPECT_FALSE(open(in_memory(bytes)));
}

TEST(Discs, what_is_cut_off_is_marked) {
    auto bytes = test::raw_disc(disc());
    bytes.resize(std::size_t{22} * 2352);
    const auto archive = open(in_memory(bytes));
    ASSERT_TRUE(archive);
    EXPECT_FALSE((*archive)->read((*archive)->find("WORLD/WM0.EV")));
    EXPECT_TRUE((*archive)->read((*archive)->find("SYSTEM.CNF")));
    EXPECT_EQ(unfolded_size(**archive), 4U) << "of SYSTEM.CNF alone";
}

} // namespace
} // namespace vellum::archives
