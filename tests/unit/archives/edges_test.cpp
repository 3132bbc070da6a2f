// The limits of every format, each at its edge: exactly so much is accepted, and one more is not.
#include <gtest/gtest.h>

#include "archives/deflate.hpp"
#include "archives/lzss.hpp"
#include "support/made_archives.hpp"

namespace vellum::archives {
namespace {

using test::bytes_of;
using test::in_memory;
using test::MadeFile;

/// Two files of 600 bytes (of the packed file of the map: a section of 1,200).
struct Made {
    std::string_view format;
    std::vector<std::byte> bytes;
};
std::vector<Made> one_of_each() {
    const std::vector<MadeFile> files{{"", "aa.bin", std::vector<std::byte>(600, std::byte{'x'})},
                                      {"", "ab.bin", std::vector<std::byte>(600, std::byte{'y'})}};
    return {{"lgp", test::made_lgp(files)},
            {"vfs", test::made_vfs(files, "UI", {})},
            {"tank", test::made_tank("aa.bin", std::string(600, 'x'))},
            {"zip", test::made_zip(files)},
            {"disc", test::made_disc(files, "WORLD", {})},
            {"txz", test::made_txz(1200)}};
}

TEST(ArchiveEdges, a_member_is_read_up_to_its_limit_in_every_format) {
    for (const Made& made : one_of_each()) {
        const auto usual = open(in_memory(made.bytes));
        ASSERT_TRUE(usual) << format(usual.error());
        EXPECT_EQ((*usual)->format(), made.format);
        // The whole packed file is one stream, and none of it may be longer.
        if (made.format == "txz") {
            const auto cut = open(in_memory(made.bytes), {.member_bytes = 1000});
            ASSERT_FALSE(cut);
            EXPECT_EQ(cut.error().message, "the sections contradict each other");
            EXPECT_TRUE(open(in_memory(made.bytes), {.member_bytes = 2000}));
            continue;
        }
        const auto enough = open(in_memory(made.bytes), {.member_bytes = 600});
        ASSERT_TRUE(enough) << made.format;
        EXPECT_TRUE((*enough)->read(0)) << made.format;
        const auto little = open(in_memory(made.bytes), {.member_bytes = 599});
        ASSERT_TRUE(little) << made.format;
        const auto refused = (*little)->read(0);
        ASSERT_FALSE(refused) << made.format;
        EXPECT_EQ(refused.error().code->id, "archive.member");
        EXPECT_TRUE(refused.error().message.ends_with(" is too long")) << refused.error().message;
    }
}

TEST(ArchiveEdges, so_many_members_and_no_more) {
    for (const Made& made : one_of_each()) {
        if (made.format == "lgp" || made.format == "txz") continue; // their own fields count no further
        const std::uint64_t most = made.format == "tank" ? 1 : 2;
        const auto enough = open(in_memory(made.bytes), {.members = most});
        EXPECT_TRUE(enough) << made.format;
        const auto refused = open(in_memory(made.bytes), {.members = most - 1});
        ASSERT_FALSE(refused) << made.format;
        EXPECT_EQ(refused.error().code->id, "archive.format");
    }
    // Folders count as files do.
    const auto folder = test::made_vfs({}, "UI", {{"", "a", bytes_of("a")}, {"", "b", bytes_of("b")}});
    EXPECT_TRUE(open(in_memory(folder), {.members = 2}));
    EXPECT_FALSE(open(in_memory(folder), {.members = 1}));
    EXPECT_FALSE(open(in_memory(test::made_vfs({}, "UI", {})), {.members = 0}));
}

TEST(ArchiveEdges, folders_lie_so_deep_inside_of_each_other) {
    const std::vector<MadeFile> inner{{"", "aa.bin", bytes_of("x")}};
    const auto vfs = test::made_vfs({}, "UI", inner), disc = test::made_disc({}, "UI", inner);
    for (const auto& bytes : {vfs, disc}) {
        EXPECT_TRUE(open(in_memory(bytes), {.depth = 1}));
        const auto refused = open(in_memory(bytes), {.depth = 0});
        ASSERT_FALSE(refused);
        EXPECT_TRUE(refused.error().message.ends_with("folders are nested too deeply"));
    }
    // In a tank every folder names the one it is in.
    const auto tank = *create("tank", std::vector<Change>{{"a/b/x", bytes_of("x")}});
    EXPECT_TRUE((*open(in_memory(tank), {.depth = 2}))->remarks().empty());
    EXPECT_FALSE((*open(in_memory(tank), {.depth = 1}))->remarks().empty());
}

TEST(ArchiveEdges, new_members_lie_so_deep_and_no_deeper) {
    for (const auto& [kind, most] : {std::pair{"tank", 64}, std::pair{"vfs", 63}}) {
        for (const int over : {0, 1}) {
            std::string name;
            for (int i = 0; i < most + over; ++i) name += "d/";
            EXPECT_EQ(create(kind, std::vector<Change>{{name + "x", bytes_of("x")}}).has_value(), over == 0)
                << kind << ' ' << over;
        }
    }
}

TEST(ArchiveEdges, new_members_have_names_of_so_many_bytes) {
    const std::pair<const char*, std::size_t> most[] = {
        {"lgp", 15}, {"vfs", 127}, {"tank", 4096}, {"zip", 4096}};
    for (const auto& [kind, bytes] : most) {
        for (const std::size_t over : {0U, 1U}) {
            const std::vector<Change> members{{std::string(bytes + over, 'n'), bytes_of("x")}};
            EXPECT_EQ(create(kind, members).has_value(), over == 0) << kind << ' ' << over;
        }
        // What is added to one that is there already.
        const auto before = open(in_memory(*create(kind, std::vector<Change>{{"aa", bytes_of("x")}})));
        for (const std::size_t over : {0U, 1U}) {
            const std::vector<Change> members{{std::string(bytes + over, 'n'), bytes_of("x")}};
            EXPECT_EQ((*before)->change(members).has_value(), over == 0) << kind << ' ' << over;
        }
    }
}

TEST(ArchiveEdges, remarks_end_after_a_hundred) {
    for (const int twice : {99, 100, 101}) {
        ByteWriter out;
        std::vector<std::byte> bytes = test::made_disc({}, "WORLD", {});
        const std::size_t record = std::size_t{18} * 2048 + 34 + 34;
        const std::size_t length = std::to_integer<std::size_t>(bytes[record]);
        // The same folder again and again: the root has room for some fifty in a sector.
        bytes.resize(std::size_t{40} * 2048);
        const std::vector<std::byte> one(bytes.begin() + static_cast<std::ptrdiff_t>(record),
                                         bytes.begin() + static_cast<std::ptrdiff_t>(record + length));
        std::size_t at = std::size_t{30} * 2048;
        for (int i = 0; i <= twice; ++i) {
            if (at % 2048 + length > 2048) at = (at / 2048 + 1) * 2048;
            std::ranges::copy(one, bytes.begin() + static_cast<std::ptrdiff_t>(at));
            at += length;
        }
        const std::size_t root = std::size_t{16} * 2048 + 156;
        store_u32(&bytes[root + 2], 30);
        store_u32(&bytes[root + 10], 5 * 2048);
        const auto archive = open(in_memory(bytes));
        ASSERT_TRUE(archive) << format(archive.error());
        EXPECT_EQ((*archive)->remarks().size(), std::min<std::size_t>(static_cast<std::size_t>(twice), 100));
    }
}

/// Bytes, and zeros behind them up to a size.
std::shared_ptr<const ByteSource> padded(std::vector<std::byte> bytes, std::size_t size) {
    EXPECT_LE(bytes.size(), size);
    bytes.resize(size);
    return in_memory(std::move(bytes));
}

TEST(ArchiveEdges, names_have_a_megabyte_and_eight_times_the_archive) {
    // 120 files in the last of fifty folders: 120 * (50 * 201 + 1) bytes of names, and those of the folders.
    ByteWriter out;
    out.bytes(as_bytes("LP1C"));
    std::uint64_t names = 0;
    for (std::uint64_t depth = 1; depth <= 50; ++depth) {
        out.u32(1);
        out.u32(0);
        out.u8(100);
        out.bytes(as_bytes(std::string(100, 'f')));
        names += depth * 101;
    }
    constexpr std::uint32_t files = 200;
    out.u32(0);
    out.u32(files);
    for (std::uint32_t file = 0; file < files; ++file) {
        const std::size_t length = file == 0 ? 2 : 1; // so that all of them are a multiple of 8
        out.u8(static_cast<std::uint8_t>(length));
        out.bytes(as_bytes(std::string(length, 'x')));
        out.u32(0);
        out.u32(4);
        out.u64(0);
        names += 50 * 101 + length;
    }
    const std::vector<std::byte> bytes = out.take();
    ASSERT_GT(names, std::uint64_t{1} << 20U);
    const std::size_t size = static_cast<std::size_t>(names - (std::uint64_t{1} << 20U) + 7) / 8;
    EXPECT_TRUE(open(padded(bytes, size)));
    const auto refused = open(padded(bytes, size - 1));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "the names of the archive's members are longer than the archive");
}

TEST(ArchiveEdges, what_is_packed_grows_so_much_at_most) {
    // Of five bytes that are no stream: what could be that long is read and found to be damaged.
    const auto said_of = [](const std::shared_ptr<const ByteSource>& source) {
        const auto archive = open(source);
        EXPECT_TRUE(archive) << format(archive.error());
        const auto read = (*archive)->read(0);
        EXPECT_FALSE(read);
        return read ? std::string() : read.error().message;
    };
    for (const std::uint32_t over : {0U, 1U}) {
        const std::string_view wanted = over == 0 ? "damaged" : "it cannot be as long as it claims";
        auto zip = test::made_zip({{"", "a", bytes_of("xxxxx")}});
        for (const std::size_t at : {std::size_t{0}, zip.size() - 24 - 46 - 1 - 4 - 3}) {
            const bool entry = at != 0;
            store_u16(&zip[at + (entry ? 10 : 8)], 8);                // deflated
            store_u32(&zip[at + (entry ? 24 : 22)], 5 * 1100 + over); // as long as it claims
        }
        EXPECT_TRUE(said_of(in_memory(zip)).ends_with(wanted)) << said_of(in_memory(zip));

        auto tank =
            *create("tank", std::vector<Change>{{"a", bytes_of("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")}});
        const std::size_t files = load_u32(&tank[16]), entry = files + load_u32(&tank[files + 4]);
        const std::uint32_t stored = load_u32(&tank[entry + 32]);
        store_u32(&tank[entry + 4], stored * 1100 + over);
        store_u32(&tank[entry + 36], 0); // one stream instead of chunks
        store_u32(&tank[80], 0);
        EXPECT_TRUE(said_of(in_memory(tank)).ends_with(wanted)) << said_of(in_memory(tank));
    }
}

TEST(ArchiveEdges, the_best_that_the_games_packer_does_is_unpacked_whole) {
    // Nothing but references: eight times eighteen bytes from seventeen.
    std::vector<std::byte> plain(4 + 4 * 5 + 0x8000);
    store_u32(plain.data(), 5);
    for (std::uint32_t i = 0; i < 5; ++i) store_u32(&plain[4 + std::size_t{4} * i], 4 * 5);
    const std::vector<std::byte> packed = pack_lzss(plain);
    ASSERT_GT(plain.size(), packed.size() * 8);
    std::vector<std::byte> bytes(4);
    store_u32(bytes.data(), static_cast<std::uint32_t>(packed.size()));
    bytes.insert(bytes.end(), packed.begin(), packed.end());
    const auto archive = open(in_memory(bytes));
    ASSERT_TRUE(archive) << format(archive.error());
    EXPECT_EQ((*archive)->members()[4].size, 0x8000U);
}

TEST(ArchiveEdges, a_packed_file_of_the_map_has_sixteen_megabytes_at_most) {
    const auto bytes = test::made_txz(1200);
    constexpr std::size_t most = std::size_t{16} << 20U;
    EXPECT_EQ(detect(*padded(bytes, most)), "txz");
    EXPECT_EQ(detect(*padded(bytes, most + 1)), "");
}

TEST(ArchiveEdges, the_end_of_a_zip_is_found_behind_the_longest_comment) {
    for (const std::size_t over : {0U, 1U}) {
        auto bytes = test::made_zip({{"", "a", bytes_of("x")}}); // its comment is "hi"
        bytes.resize(bytes.size() + 0xFFFF - 2 + over);
        EXPECT_EQ(detect(*in_memory(bytes)), over == 0 ? "zip" : "");
    }
}

/// A zip of so many empty members, all of which have their header in common.
std::vector<std::byte> zip_of(std::uint32_t count) {
    const std::string zip(as_text(test::made_zip({{"", "00000", {}}})));
    const std::size_t begin = zip.rfind("PK\1\2"), end = zip.rfind("PK\5\6");
    std::string made = zip.substr(0, begin);
    for (std::uint32_t i = 0; i < count; ++i) {
        made += zip.substr(begin, end - begin).replace(46, 5, std::to_string(10'000 + i));
    }
    auto bytes = bytes_of(made + zip.substr(end));
    std::byte* const last = &bytes[made.size()];
    for (const std::size_t at : {8U, 10U}) store_u16(last + at, static_cast<std::uint16_t>(count));
    store_u32(last + 12, static_cast<std::uint32_t>(made.size() - begin));
    return bytes;
}

TEST(ArchiveEdges, a_zip_has_no_more_members_than_it_can_count) {
    const std::vector<Change> comes{{"new", bytes_of("x")}};
    const std::vector<Change> comes_and_goes{{"new", bytes_of("x")}, {"10000", std::nullopt}};
    for (const std::uint32_t count : {0xFFFDU, 0xFFFEU}) {
        const auto archive = open(in_memory(zip_of(count)));
        ASSERT_TRUE(archive) << format(archive.error());
        EXPECT_EQ((*archive)->members().size(), count);
        const auto more = (*archive)->change(comes);
        EXPECT_EQ(more.has_value(), count == 0xFFFD);
        if (!more) EXPECT_EQ(more.error().message, "the archive would have too many members");
    }
    EXPECT_TRUE((*open(in_memory(zip_of(0xFFFE))))->change(comes_and_goes));
}

TEST(ArchiveEdges, a_tank_says_no_longer_files_than_it_holds) {
    // A member's chunks are counted before they are read, and all of them together.
    auto tank = *create("tank", std::vector<Change>{{"a", bytes_of(std::string(100, 'a'))}});
    const std::size_t files = load_u32(&tank[16]), entry = files + load_u32(&tank[files + 4]);
    store_u32(&tank[entry + 4], 0x4000 * 2); // two chunks, of which one is there
    store_u32(&tank[80], 0);
    const auto archive = open(in_memory(tank));
    ASSERT_FALSE(archive);
    EXPECT_EQ(archive.error().message, "a file has too many chunks");
}

} // namespace
} // namespace vellum::archives
