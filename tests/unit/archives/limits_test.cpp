// Where archives end: what they may hold, how long they may get, and what is told of members that are not
// there.
#include <gtest/gtest.h>

#include "support/made_archives.hpp"

namespace vellum::archives {
namespace {

using test::all_of;
using test::bytes_of;
using test::in_memory;

/// The bytes of an archive and zeros behind them, as many as a disk would hardly hold.
class Padded final : public ByteSource {
  public:
    Padded(std::vector<std::byte> bytes, std::uint64_t size) : bytes_(std::move(bytes)), size_(size) {}

    [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> into) const override {
        for (std::byte& byte : into) {
            byte = offset < bytes_.size() ? bytes_[static_cast<std::size_t>(offset)] : std::byte{0};
            ++offset;
        }
        return {};
    }

  private:
    std::vector<std::byte> bytes_;
    std::uint64_t size_;
};

TEST(ArchiveLimits, a_vfs_grows_until_its_offsets_end) {
    const auto bytes = test::made_vfs({{"", "a.bin", bytes_of("AAA")}}, "UI", {});
    constexpr std::uint64_t longest = 0xFFFFFFFF, short_one = 1000;
    auto archive = open(std::make_shared<Padded>(bytes, short_one));
    ASSERT_TRUE(archive) << format(archive.error());
    const std::vector<Change> fits{{"UI/new", bytes_of("x")}};
    const auto first = (*archive)->change(fits);
    ASSERT_TRUE(first) << format(first.error());
    const std::uint64_t grown = (*first)->size() - short_one;
    for (const std::uint64_t over : {std::uint64_t{0}, std::uint64_t{1}}) {
        auto near = open(std::make_shared<Padded>(bytes, longest - grown + over));
        ASSERT_TRUE(near);
        EXPECT_EQ((*near)->change(fits).has_value(), over == 0) << over;
    }
}

TEST(ArchiveLimits, members_together_have_a_limit_in_every_format) {
    const std::vector<test::MadeFile> files{{"", "aa.bin", std::vector<std::byte>(600, std::byte{'x'})},
                                            {"", "ab.bin", std::vector<std::byte>(600, std::byte{'y'})}};
    const std::vector<std::byte> all[] = {test::made_lgp(files),
                                          test::made_vfs(files, "UI", {}),
                                          test::made_tank("a.skrit", std::string(1200, 'x')),
                                          test::made_zip(files),
                                          test::made_disc(files, "WORLD", {}),
                                          test::made_txz(1200)};
    for (const std::vector<std::byte>& bytes : all) {
        const auto usual = open(in_memory(bytes));
        ASSERT_TRUE(usual) << format(usual.error());
        const std::uint64_t size = unfolded_size(**usual);
        EXPECT_GE(size, 1200U) << (*usual)->format();
        EXPECT_TRUE(open(in_memory(bytes), {.all_bytes = size})) << (*usual)->format();
        const auto refused = open(in_memory(bytes), {.all_bytes = size - 1});
        ASSERT_FALSE(refused) << (*usual)->format();
        EXPECT_EQ(refused.error().code->id, "archive.format");
    }
}

TEST(ArchiveLimits, a_zip_whose_members_are_all_the_same_bytes_is_refused) {
    std::string zip(as_text(test::made_zip({{"", "a", std::vector<std::byte>(std::size_t{4} << 20U)}})));
    const std::size_t begin = zip.rfind("PK\1\2"), end = zip.rfind("PK\5\6");
    const std::string entry = zip.substr(begin, end - begin), tail = zip.substr(end);
    const auto of = [&](std::size_t count) {
        std::string made = zip.substr(0, begin);
        for (std::size_t i = 0; i < count; ++i) made += entry;
        const std::size_t at = made.size();
        made += tail;
        auto* const bytes = reinterpret_cast<std::byte*>(made.data() + at);
        for (const std::size_t place : {8U, 10U}) store_u16(bytes + place, static_cast<std::uint16_t>(count));
        store_u32(bytes + 12, static_cast<std::uint32_t>(count * entry.size()));
        return in_memory(bytes_of(made));
    };
    EXPECT_TRUE(open(of(10)));
    EXPECT_FALSE(open(of(250)));
}

TEST(ArchiveLimits, names_are_not_much_longer_than_the_file) {
    // Fifty folders, one in another, with files in the last: each name tells the whole way.
    const auto with = [](std::uint32_t files) {
        ByteWriter out;
        out.bytes(as_bytes("LP1C"));
        for (int depth = 0; depth < 50; ++depth) {
            out.u32(1);
            out.u32(0);
            out.u8(200);
            out.bytes(as_bytes(std::string(200, 'f')));
        }
        out.u32(0);
        out.u32(files);
        for (std::uint32_t file = 0; file < files; ++file) {
            out.u8(1);
            out.u8(static_cast<std::uint8_t>('a' + file % 26));
            out.u32(0);
            out.u32(4);
            out.u64(0);
        }
        return open(in_memory(out.take()));
    };
    EXPECT_TRUE(with(60));
    for (const std::uint32_t files : {120U, 1000U}) {
        const auto archive = with(files);
        ASSERT_FALSE(archive);
        EXPECT_EQ(archive.error().message, "the names of the archive's members are longer than the archive");
    }
}

TEST(ArchiveLimits, members_that_lie_over_each_other_are_compared_up_to_a_limit) {
    const auto compared = [](std::uint32_t files) {
        constexpr std::uint32_t size = 100'000;
        ByteWriter out;
        out.bytes(as_bytes("LP1C"));
        out.u32(0);
        out.u32(files);
        for (std::uint32_t file = 0; file < files; ++file) {
            out.u8(1);
            out.u8(static_cast<std::uint8_t>('a' + file));
            out.u32(size);
            out.u32(12 + 18 * files + file); // each begins a byte behind the one before
            out.u64(0);
        }
        out.bytes(std::vector<std::byte>(size + files));
        const auto source = in_memory(out.take());
        const auto archive = open(source);
        EXPECT_TRUE(archive) << format(archive.error());
        return !archive || compare(**archive, {}, source);
    };
    EXPECT_TRUE(compared(16));
    EXPECT_FALSE(compared(20));
}

TEST(ArchiveLimits, a_section_that_is_too_short_is_no_script) {
    for (const std::uint32_t size : {0x6FFFU, 0x7000U}) {
        const auto archive = open(in_memory(test::made_txz(size)));
        ASSERT_TRUE(archive) << format(archive.error());
        EXPECT_EQ((*archive)->members()[4].name, size < 0x7000 ? "4" : "4.ev");
    }
}

TEST(ArchiveLimits, the_last_folder_of_a_vfs_may_be_empty) {
    ByteWriter out;
    out.bytes(as_bytes("LP1C"));
    for (const std::uint32_t folders : {1U, 0U}) {
        if (folders == 0) out.bytes(as_bytes("\1a"));
        out.u32(folders);
        out.u32(0);
    }
    const auto archive = open(in_memory(out.take()));
    EXPECT_TRUE(archive) << format(archive.error());
}

TEST(ArchiveLimits, a_name_is_as_long_as_is_accepted) {
    for (const std::size_t over : {0U, 1U}) {
        const auto archive =
            open(in_memory(test::made_zip({{"", std::string(4096 + over, 'n'), bytes_of("x")}})));
        EXPECT_EQ(archive.has_value(), over == 0);
        if (!archive) EXPECT_EQ(archive.error().message, "a name in the archive is longer than 4096 bytes");
    }
}

TEST(ArchiveLimits, a_tank_may_hold_as_much_as_is_accepted) {
    const auto bytes = test::made_tank("a.skrit", "x");
    EXPECT_TRUE(open(in_memory(bytes), {.members = 1}));
    EXPECT_FALSE(open(in_memory(bytes), {.members = 0}));
}

TEST(ArchiveLimits, nobody_knows_how_long_a_member_is_that_is_not_there) {
    std::vector<std::byte> bytes = test::made_lgp({{"", "wm0.ev", bytes_of("code")}});
    bytes.resize(load_u32(&bytes[16 + 20]) + 10); // inside the member's own header
    const auto archive = open(in_memory(bytes));
    ASSERT_TRUE(archive) << format(archive.error());
    const Member& member = (*archive)->members().front();
    EXPECT_TRUE(member.cut_off);
    EXPECT_EQ(member.size, 0U);
    EXPECT_EQ(member.stored, 0U);
}

TEST(ArchiveLimits, what_is_changed_in_a_tank_is_younger_than_the_rest) {
    constexpr std::uint64_t before = 0x01D9500000000000, second = 10'000'000;
    const auto archive = open(in_memory(test::made_tank("a.skrit", "x")));
    const std::vector<Change> changes{{"a.skrit", bytes_of("y")}};
    const auto changed = (*archive)->change(changes);
    ASSERT_TRUE(changed);
    const std::vector<std::byte> bytes = all_of(**changed);
    ByteWriter time;
    time.u64(before + second);
    const auto wanted = time.take();
    EXPECT_NE(std::ranges::search(bytes, wanted).begin(), bytes.end());
}

} // namespace
} // namespace vellum::archives
