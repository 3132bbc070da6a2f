// Archives: what is read from them, and that nothing is changed that was not meant.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "archives/names.hpp"
#include "base/file.hpp"
#include "support/archive_oracle.hpp"
#include "support/made_archives.hpp"
#include "support/random.hpp"

namespace vellum::archives {
namespace {

using test::all_of;
using test::bytes_of;
using test::in_memory;

std::unique_ptr<Archive> opened(std::shared_ptr<const ByteSource> source) {
    auto archive = open(std::move(source));
    EXPECT_TRUE(archive) << (archive ? std::string() : format(archive.error()));
    return archive ? std::move(*archive) : nullptr;
}

std::vector<std::byte> random_bytes(std::size_t count, std::uint64_t seed) {
    test::Random random(seed);
    std::vector<std::byte> bytes(count);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next());
    return bytes;
}

std::vector<std::byte> lgp() {
    return test::made_lgp({{"", "wm0.ev", random_bytes(300, 1)},
                           {"", "wm2.ev", random_bytes(300, 2)},
                           {"", "mes", bytes_of("texts")},
                           {"magic", "a_1.x", bytes_of("first")},
                           {"battle/more", "a_1.x", bytes_of("second")},
                           {"", "9z.x", {}},
                           {"", "m.tex", bytes_of("picture")}});
}

std::vector<std::byte> vfs() {
    return test::made_vfs({{"", "a.bin", bytes_of("AAA")}, {"", "b.bin", random_bytes(200, 3)}}, "UI",
                          {{"", "x.tex", bytes_of("xx")}, {"", "empty", {}}});
}

/// The length and the bytes of a file as the game finds it: bucket, name, then folder.
std::string found_by_the_game(const std::vector<std::byte>& archive, std::string_view folder,
                              std::string_view name) {
    const std::uint32_t count = load_u32(&archive[12]);
    const std::byte* bucket =
        &archive[16 + 27 * count + 4 * static_cast<std::size_t>(test::lgp_bucket(name))];
    const std::uint16_t first = load_u16(bucket);
    for (std::uint16_t i = 0; i < load_u16(bucket + 2); ++i) {
        const std::byte* entry = &archive[16 + 27 * (first - 1U + i)];
        const std::string_view found(reinterpret_cast<const char*>(entry));
        if (found != name) continue;
        if (const std::uint16_t conflict = load_u16(entry + 25); conflict != 0) {
            const std::byte* at = &archive[16 + 27 * count + 3600 + 2];
            for (std::uint16_t skip = 1; skip < conflict; ++skip) at += 2 + 130 * load_u16(at);
            entry = nullptr;
            for (std::uint16_t k = 0; k < load_u16(at); ++k)
                if (std::string_view(reinterpret_cast<const char*>(at + 2 + 130 * k)) == folder)
                    entry = &archive[16 + 27 * load_u16(at + 2 + 130 * k + 128)];
            if (entry == nullptr) return "no such folder";
        }
        const std::uint32_t offset = load_u32(entry + 20);
        return std::string(as_text(std::span(archive).subspan(offset + 24, load_u32(&archive[offset + 20]))));
    }
    return "nothing";
}

/// A tank's checksum: bit by bit, of all contents in their order.
std::uint32_t data_crc(const Archive& tank) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (std::size_t i = 0; i < tank.members().size(); ++i) {
        const auto bytes = tank.read(i);
        for (const std::byte byte : *bytes) {
            crc ^= std::to_integer<std::uint32_t>(byte);
            for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320 : 0);
        }
    }
    return ~crc;
}

/// What every archive must keep: members come back, each can be made longer, shorter or empty and back again.
void keeps_what_it_must(const std::vector<std::byte>& bytes) {
    const auto archive = opened(in_memory(bytes));
    ASSERT_NE(archive, nullptr);
    for (std::size_t i = 0; i < archive->members().size(); ++i) {
        const Member& member = archive->members()[i];
        const auto content = archive->read(i);
        if (!content) continue;
        EXPECT_EQ(content->size(), member.size) << member.name;
        const std::vector<Change> same{{member.name, *content}};
        const auto unchanged = archive->change(same);
        ASSERT_TRUE(unchanged) << member.name;
        EXPECT_EQ(all_of(**unchanged), bytes) << member.name;
        for (const std::size_t length : {std::size_t{0}, content->size(), content->size() + 1000}) {
            const std::vector<Change> changes{{member.name, random_bytes(length, i + 7)}};
            const auto changed = archive->change(changes);
            ASSERT_TRUE(changed) << member.name << ": " << format(changed.error());
            const auto done = compare(*archive, changes, *changed);
            EXPECT_TRUE(done) << format(done.error());
            const auto again = opened(*changed);
            ASSERT_NE(again, nullptr);
            EXPECT_TRUE(again->remarks().empty()) << member.name << ": " << format(again->remarks().front());
            if (archive->format() == "tank") {
                EXPECT_EQ(data_crc(*again), load_u32(&all_of(**changed)[84])) << member.name;
            }
            const std::vector<Change> back{{member.name, *content}};
            const auto restored = again->change(back);
            ASSERT_TRUE(restored) << member.name;
            EXPECT_TRUE(compare(*again, back, *restored));
        }
    }
}

TEST(Archives, lgp_is_read) {
    const auto archive = opened(in_memory(lgp()));
    ASSERT_NE(archive, nullptr);
    EXPECT_EQ(archive->format(), "lgp");
    EXPECT_EQ(archive->members().size(), 7U);
    EXPECT_TRUE(archive->remarks().empty());
    EXPECT_EQ(as_text(*archive->read(archive->find("battle\\more\\A_1.x"))), "second");
    EXPECT_EQ(archive->find("a_1.x"), Archive::none);
    EXPECT_EQ(as_text(*archive->read(archive->find("MES"))), "texts");
}

TEST(Archives, lgp_keeps_what_it_must) { keeps_what_it_must(lgp()); }
TEST(Archives, vfs_keeps_what_it_must) { keeps_what_it_must(vfs()); }

TEST(Archives, tank_keeps_what_it_must) { keeps_what_it_must(test::made_tank("a.skrit", "x")); }

TEST(Archives, zip_keeps_what_it_must) {
    const std::vector<test::MadeFile> files{
        {"", "a.txt", bytes_of("AAA")}, {"", "b/c.txt", random_bytes(300, 4)}, {"", "empty", {}}};
    keeps_what_it_must(test::made_zip(files));
    keeps_what_it_must(test::made_zip(files, "MZ, a program in front"));
}

TEST(Archives, zip_has_its_numbers_in_all_their_places) {
    const std::vector<test::MadeFile> files{{"", "a", bytes_of("AAA")}, {"", "b", random_bytes(30, 4)}};
    const auto archive = opened(in_memory(test::made_zip(files)));
    ASSERT_NE(archive, nullptr);
    const std::vector<Change> changes{{"a", random_bytes(40, 5)}, {"b", random_bytes(50, 6)}};
    const auto changed = archive->change(changes);
    ASSERT_TRUE(changed) << format(changed.error());
    const std::vector<std::byte> bytes = all_of(**changed);
    const auto again = opened(*changed);
    ASSERT_NE(again, nullptr);
    const auto sizes_at = [&](std::uint64_t at) {
        return std::pair(load_u32(&bytes[at]), load_u32(&bytes[at + 4]));
    };
    constexpr std::uint64_t behind_the_sum = 18; // of the first header
    EXPECT_EQ(sizes_at(behind_the_sum), std::pair(40U, 40U));
    const Member& second = again->members()[1];
    // Its header says that they stand behind the data.
    const std::uint64_t behind = second.offset + second.stored;
    const bool marked = as_text(std::span(bytes).subspan(behind, 4)) == "PK\7\10";
    EXPECT_EQ(sizes_at(behind + (marked ? 4 : 0) + 4), std::pair(50U, 50U));
}

TEST(Archives, members_that_lie_over_each_other_both_share) {
    const auto member = [](std::uint64_t offset, std::uint64_t stored) {
        return Member{"m", offset, stored, stored, Storage::raw};
    };
    const std::vector<Member> inside{member(120, 10), member(100, 50), member(150, 5), member(155, 5)};
    EXPECT_EQ(shared_members(inside, 0), (std::vector{true, true, false, false}));
    EXPECT_EQ(shared_members(inside, 1), (std::vector{true, true, true, true}));
}

/// An archive that says something else of its first member.
class Claiming final : public Archive {
  public:
    Claiming(const Archive& real, const std::function<void(Member&)>& claim)
        : real_(real), members_(real.members().begin(), real.members().end()) {
        claim(members_.front());
    }
    [[nodiscard]] std::string_view format() const noexcept override { return real_.format(); }
    [[nodiscard]] std::span<const Member> members() const noexcept override { return members_; }
    [[nodiscard]] std::span<const Diagnostic> remarks() const noexcept override { return real_.remarks(); }
    [[nodiscard]] const ByteSource& source() const noexcept override { return real_.source(); }
    [[nodiscard]] Result<std::vector<std::byte>> read(std::size_t member) const override {
        return real_.read(member);
    }
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>>
    change(std::span<const Change> changes) const override {
        return real_.change(changes);
    }

  private:
    const Archive& real_;
    std::vector<Member> members_;
};

TEST(Archives, members_that_are_stored_otherwise_are_noticed) {
    const auto bytes = vfs();
    const auto archive = opened(in_memory(bytes));
    ASSERT_NE(archive, nullptr);
    using Claim = void (*)(Member&);
    EXPECT_TRUE(compare(Claiming(*archive, [](Member&) {}), {}, in_memory(bytes)));
    for (const Claim claim :
         {Claim([](Member& m) { ++m.size; }), Claim([](Member& m) { ++m.stored; }),
          Claim([](Member& m) { m.storage = Storage::zlib; }), Claim([](Member& m) { m.cut_off = true; }),
          Claim([](Member& m) { m.name += 'x'; })}) {
        EXPECT_FALSE(compare(Claiming(*archive, claim), {}, in_memory(bytes)));
        EXPECT_FALSE(Claiming(*archive, claim).put_back({})) << "nothing is handed out that was not compared";
    }
}

TEST(Archives, members_of_one_name_are_compared_each_with_its_own) {
    const auto archive = opened(
        in_memory(test::made_zip({{"", "a", bytes_of("1")}, {"", "a", bytes_of("22")}, {"", "b", {}}})));
    ASSERT_NE(archive, nullptr);
    const std::vector<Change> change{{"b", bytes_of("new")}};
    const auto files = archive->put_back(change);
    EXPECT_TRUE(files) << format(files.error());
    const auto other =
        test::made_zip({{"", "a", bytes_of("1")}, {"", "a", bytes_of("23")}, {"", "b", bytes_of("new")}});
    EXPECT_FALSE(compare(*archive, change, in_memory(other)));
}

TEST(Archives, what_nobody_asked_for_is_noticed) {
    for (const auto& bytes : {vfs(), lgp(), test::made_zip({{"", "a", bytes_of("AAA")}})}) {
        const auto archive = opened(in_memory(bytes));
        ASSERT_NE(archive, nullptr);
        const std::vector<Change> one{{"ab.new", bytes_of("1")}};
        const auto more = archive->change(one);
        ASSERT_TRUE(more) << format(more.error());
        EXPECT_TRUE(compare(*archive, one, *more));
        EXPECT_FALSE(compare(*archive, {}, *more)) << archive->format();
    }
}

TEST(Archives, zip_takes_and_drops_members) {
    const auto bytes = test::made_zip({{"", "a", bytes_of("AAA")}, {"", "b", bytes_of("BB")}}, "MZ front");
    const auto archive = opened(in_memory(bytes));
    ASSERT_NE(archive, nullptr);
    const std::vector<Change> changes{{"a", std::nullopt}, {"c/d", random_bytes(50, 1)}, {"b", bytes_of("")}};
    const auto changed = archive->change(changes);
    ASSERT_TRUE(changed) << format(changed.error());
    const auto done = compare(*archive, changes, *changed);
    EXPECT_TRUE(done) << format(done.error());
    EXPECT_TRUE(as_text(all_of(**changed)).starts_with("MZ front"));
    EXPECT_TRUE(as_text(all_of(**changed)).ends_with("hi"));
}

TEST(Archives, zip_keeps_and_refuses_what_it_does_not_know) {
    auto bytes = test::made_zip({{"", "a", bytes_of("AAA")}, {"", "b", bytes_of("BB")}});
    const std::size_t entry = bytes.size() - 24 - 2 * (46 + 1 + 4 + 3);
    bytes[entry + 10] = std::byte{12}; // another method
    const auto archive = opened(in_memory(bytes));
    ASSERT_NE(archive, nullptr);
    EXPECT_FALSE(archive->read(0));
    EXPECT_TRUE(archive->read(1));
    EXPECT_FALSE(archive->change(std::vector<Change>{{"a", bytes_of("other")}}));
    const auto changed = archive->change(std::vector<Change>{{"b", bytes_of("other")}});
    ASSERT_TRUE(changed);
    EXPECT_EQ(as_text(all_of(**changed)).substr(0, 38), as_text(bytes).substr(0, 38));
    bytes[entry + 16] ^= std::byte{1};
    bytes[entry + 10] = std::byte{0};
    EXPECT_FALSE(opened(in_memory(bytes))->read(0)) << "its checksum is wrong";
    bytes[entry + 16] ^= std::byte{1};
    EXPECT_TRUE(opened(in_memory(bytes))->read(0));
    bytes[entry + 8] |= std::byte{1};
    EXPECT_FALSE(opened(in_memory(bytes))->read(0)) << "it is encrypted";
}

TEST(Archives, the_game_finds_what_was_changed_added_and_left) {
    const auto archive = opened(in_memory(lgp()));
    const std::vector<Change> changes{{"wm0.ev", bytes_of("longer or shorter")},
                                      {"wm2.ev", std::nullopt},
                                      {"wm3.ev", bytes_of("new")},
                                      {"third/folder/a_1.x", bytes_of("third")},
                                      {"magic/a_1.x", bytes_of("first, longer than it was")}};
    const auto changed = archive->change(changes);
    ASSERT_TRUE(changed) << format(changed.error());
    ASSERT_TRUE(compare(*archive, changes, *changed)) << format(compare(*archive, changes, *changed).error());
    const std::vector<std::byte> bytes = all_of(**changed);
    EXPECT_EQ(found_by_the_game(bytes, "", "wm0.ev"), "longer or shorter");
    EXPECT_EQ(found_by_the_game(bytes, "", "wm2.ev"), "nothing");
    EXPECT_EQ(found_by_the_game(bytes, "", "wm3.ev"), "new");
    EXPECT_EQ(found_by_the_game(bytes, "magic", "a_1.x"), "first, longer than it was");
    EXPECT_EQ(found_by_the_game(bytes, "battle/more", "a_1.x"), "second");
    EXPECT_EQ(found_by_the_game(bytes, "third/folder", "a_1.x"), "third");
    EXPECT_EQ(found_by_the_game(bytes, "", "mes"), "texts");
    EXPECT_EQ(as_text(bytes).substr(bytes.size() - 14), "FINAL FANTASY7");
}

TEST(Archives, lgp_takes_one_name_into_several_folders) {
    const auto archive = opened(in_memory(lgp()));
    const std::vector<Change> changes{{"magic/b-2.x", bytes_of("one")},    {"battle\\b-2.x", bytes_of("two")},
                                      {"magic/wm9.ev", bytes_of("three")}, {"field/WM9.ev", bytes_of("four")},
                                      {"field/a_1.x", bytes_of("third")},  {"mes", std::nullopt},
                                      {"x/mes", bytes_of("of x")},         {"y/mes", bytes_of("of y")}};
    const auto changed = archive->change(changes);
    ASSERT_TRUE(changed) << format(changed.error());
    const auto done = compare(*archive, changes, *changed);
    EXPECT_TRUE(done) << format(done.error());
    const auto bytes = all_of(**changed);
    EXPECT_EQ(found_by_the_game(bytes, "magic", "b-2.x"), "one");
    EXPECT_EQ(found_by_the_game(bytes, "battle", "b-2.x"), "two");
    EXPECT_EQ(found_by_the_game(bytes, "magic", "wm9.ev"), "three");
    EXPECT_EQ(found_by_the_game(bytes, "magic", "a_1.x"), "first");
    EXPECT_EQ(found_by_the_game(bytes, "field", "a_1.x"), "third");
    EXPECT_EQ(found_by_the_game(bytes, "y", "mes"), "of y");
    EXPECT_EQ(found_by_the_game(bytes, "z", "mes"), "no such folder");

    // Where a file without a folder is, nobody knows.
    const auto refused = [&](const std::vector<Change>& wrong) {
        const auto result = archive->change(wrong);
        return result ? std::string() : result.error().message + result.error().hint;
    };
    EXPECT_NE(refused({{"x/mes", bytes_of("x")}, {"y/mes", bytes_of("y")}}).find("without a folder"),
              std::string::npos);
    EXPECT_NE(refused({{"x/new", bytes_of("x")}}).find("leave the folder out"), std::string::npos);
    EXPECT_NE(refused({{"x/new", bytes_of("x")}, {"new", bytes_of("y")}}).find("give the folder of each"),
              std::string::npos);
    const auto made =
        create("lgp", std::vector<Change>{{"x/ab.c", bytes_of("1")}, {"y/ab.c", bytes_of("2")}});
    ASSERT_TRUE(made) << format(made.error());
    EXPECT_EQ(found_by_the_game(*made, "x", "ab.c"), "1");
    EXPECT_EQ(found_by_the_game(*made, "y", "ab.c"), "2");
}

TEST(Archives, lgp_refuses_what_the_game_would_not_find) {
    const auto archive = opened(in_memory(lgp()));
    for (const char* name : {"a name.ev", "sixteen_letters.x", "x", ".ev", "folder/new.ev", "mes2/mes"}) {
        const std::vector<Change> changes{{name, bytes_of("x")}};
        EXPECT_FALSE(archive->change(changes)) << name;
    }
    const std::vector<Change> gone{{"nothing.ev", std::nullopt}};
    EXPECT_FALSE(archive->change(gone));
    const std::vector<Change> twice{{"mes", bytes_of("1")}, {"MES", bytes_of("2")}};
    EXPECT_FALSE(archive->change(twice));
}

TEST(Archives, bytes_of_two_members_are_not_overwritten) {
    std::vector<std::byte> bytes = lgp();
    // m.tex lies where mes does.
    const auto at = [&](std::string_view name) {
        for (std::size_t i = 0;; ++i)
            if (std::string_view(reinterpret_cast<const char*>(&bytes[16 + 27 * i])) == name)
                return &bytes[16 + 27 * i + 20];
    };
    store_u32(at("m.tex"), load_u32(at("mes")));
    const auto archive = opened(in_memory(bytes));
    const std::vector<Change> changes{{"mes", bytes_of("other")}};
    const auto changed = archive->change(changes);
    ASSERT_TRUE(changed);
    EXPECT_TRUE(compare(*archive, changes, *changed));
    EXPECT_EQ(found_by_the_game(all_of(**changed), "", "m.tex"), "texts");
    EXPECT_EQ(found_by_the_game(all_of(**changed), "", "mes"), "other");
}

TEST(Archives, vfs_vector) {
    // {a.bin: "AAA", UI/x.tex: "xx"}
    const std::vector<std::byte> bytes =
        test::made_vfs({{"", "a.bin", bytes_of("AAA")}}, "UI", {{"", "x.tex", bytes_of("xx")}});
    const auto archive = opened(in_memory(bytes));
    EXPECT_EQ(bytes.size(), 0x48U);
    EXPECT_EQ(as_text(*archive->read(archive->find("ui/X.TEX"))), "xx");
}

TEST(Archives, vfs_takes_and_drops_members) {
    const auto archive = opened(in_memory(vfs()));
    const std::vector<Change> changes{{"a.bin", std::nullopt},
                                      {"c.bin", bytes_of("new")},
                                      {"UI/y.tex", bytes_of("another")},
                                      {"UI/z.tex", bytes_of("third")},
                                      {"b.bin", bytes_of("short")}};
    const auto changed = archive->change(changes);
    ASSERT_TRUE(changed) << format(changed.error());
    const auto done = compare(*archive, changes, *changed);
    EXPECT_TRUE(done) << format(done.error());
    EXPECT_EQ(opened(*changed)->members().size(), 6U);
    const std::vector<Change> nowhere{{"Other/y.tex", bytes_of("x")}};
    EXPECT_FALSE(archive->change(nowhere));
    const std::vector<Change> otherwise{{"ui/y.tex", bytes_of("x")}};
    EXPECT_FALSE(archive->change(otherwise)) << "the folder is spelled differently";
    const std::vector<Change> twice{{"new.bin", bytes_of("x")}, {"NEW.bin", bytes_of("y")}};
    EXPECT_FALSE(archive->change(twice)) << "the game would find one of them";
}

TEST(Archives, vfs_names_are_read_with_either_length_and_written_up_to_127_bytes) {
    const std::string longest(127, 'n'), longer(134, 'n');
    for (const bool in_folder : {false, true}) {
        const auto named = [&](const std::string& name) { return in_folder ? name + "/a.bin" : name; };
        const std::vector<Change> fits{{named(longest), bytes_of("A")}},
            too_long{{named(longer), bytes_of("A")}};
        ASSERT_TRUE(create("vfs", fits));
        EXPECT_FALSE(create("vfs", too_long));
    }
    for (const bool grouped : {false, true}) {
        ByteWriter out;
        out.bytes(as_bytes("LP1C"));
        out.u32(0);
        out.u32(1);
        out.u8(134);
        if (grouped) out.u8(1);
        out.bytes(as_bytes(longer));
        out.u32(1);
        out.u32(static_cast<std::uint32_t>(out.size() + 12));
        out.u64(0);
        out.u8('A');
        const auto archive = opened(in_memory(out.take()));
        ASSERT_EQ(archive->members().size(), 1U) << grouped;
        EXPECT_EQ(archive->members()[0].name, longer) << grouped;
        EXPECT_EQ(archive->remarks().size(), 1U) << "that it could be read otherwise";
        EXPECT_EQ(as_text(*archive->read(0)), "A");
    }
}

TEST(Archives, what_is_cut_off_is_marked_and_the_rest_stays) {
    std::vector<std::byte> bytes = vfs();
    bytes.resize(bytes.size() - 1);
    const auto archive = opened(in_memory(bytes));
    ASSERT_EQ(archive->remarks().size(), 1U);
    EXPECT_TRUE(archive->members()[archive->find("UI/x.tex")].cut_off);
    EXPECT_FALSE(archive->read(archive->find("UI/x.tex")));
    EXPECT_EQ(as_text(*archive->read(archive->find("a.bin"))), "AAA");
}

TEST(Archives, folders_inside_folders_end_somewhere) {
    std::vector<std::byte> bytes = bytes_of("LP1C");
    for (int i = 0; i < 100000; ++i) {
        ByteWriter level;
        level.u32(1);
        level.u32(0);
        level.u8(0);
        const auto one = level.take();
        bytes.insert(bytes.end(), one.begin(), one.end());
    }
    EXPECT_FALSE(open(in_memory(bytes)));
}

TEST(Archives, new_ones_hold_what_they_were_given) {
    const std::vector<Change> flat{{"wm0.ev", bytes_of("code")}, {"mes", {}}, {"9z.x", bytes_of("")}};
    const std::vector<Change> deep{{"b/c/d.skrit", random_bytes(40000, 5)},
                                   {"b/C/e.skrit", bytes_of(std::string(60000, 'x'))},
                                   {"a.gas", bytes_of("[t]{}")},
                                   {"b.txt", {}},
                                   {"b/empty", bytes_of("")}};
    for (const auto& [format, members] : {std::pair{"lgp", &flat}, std::pair{"vfs", &deep},
                                          std::pair{"tank", &deep}, std::pair{"zip", &deep}}) {
        SCOPED_TRACE(format);
        std::vector<Change> given = *members;
        std::erase_if(given, [](const Change& one) { return !one.bytes; });
        const auto made = create(format, given);
        ASSERT_TRUE(made) << vellum::format(made.error());
        const auto archive = opened(in_memory(*made));
        ASSERT_NE(archive, nullptr);
        EXPECT_TRUE(archive->remarks().empty());
        ASSERT_EQ(archive->members().size(), given.size());
        for (const Change& one : given) EXPECT_EQ(*archive->read(archive->find(one.name)), *one.bytes);
        keeps_what_it_must(*made);
        given.push_back(given.front());
        EXPECT_FALSE(create(format, given));
        EXPECT_FALSE(create(format, *members)) << "there is nothing to remove";
    }
}

TEST(Archives, a_tank_is_built_as_its_makers_did) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    const auto bytes = read_file(std::string(corpus) + "/archives/Pumpkin.dsmap");
    const auto archive = opened(in_memory(*bytes));
    std::vector<Change> members;
    for (std::size_t i = 0; i < archive->members().size(); ++i)
        members.push_back({archive->members()[i].name, *archive->read(i)});
    std::ranges::reverse(members);
    const auto made = create("tank", members);
    ASSERT_TRUE(made);
    ASSERT_EQ(made->size(), bytes->size());
    const std::uint32_t tables = load_u32(&(*bytes)[12]);
    EXPECT_EQ(load_u32(&(*made)[12]), tables);
    EXPECT_EQ(load_u32(&(*made)[84]), load_u32(&(*bytes)[84])) << "the checksum of all contents";
    EXPECT_TRUE(std::equal(made->begin() + 804, made->begin() + tables, bytes->begin() + 804));
}

TEST(Archives, a_tank_whose_tables_jump_about_is_read_in_proportion) {
    std::vector<Change> members;
    for (int i = 0; i < 5000; ++i)
        members.push_back({"a_rather_long_name_" + std::to_string(i) + ".skrit", bytes_of("")});
    auto bytes = *create("tank", members);
    const std::size_t files = load_u32(&bytes[16]);
    ASSERT_EQ(load_u32(&bytes[files]), members.size());
    const std::uint32_t last = load_u32(&bytes[files + 4 * members.size()]);
    for (std::size_t i = 1; i < members.size(); i += 2) store_u32(&bytes[files + 4 + 4 * i], last);
    EXPECT_TRUE(test::archive_holds(bytes));
}

TEST(Archives, folders_of_a_disc_that_lie_over_each_other_are_read_in_proportion) {
    auto bytes = test::made_disc({}, "WORLD", {});
    // Every folder begins a sector later and ends with the disc.
    constexpr std::size_t sector = 2048, folders = 1000;
    bytes.resize(20 * sector);
    const std::vector<std::byte> one(bytes.begin() + 18 * sector + 68, bytes.begin() + 18 * sector + 68 + 38);
    for (std::size_t i = 0; i < folders; ++i) {
        std::vector<std::byte> next(sector);
        std::ranges::copy(one, next.begin());
        store_u32(&next[2], static_cast<std::uint32_t>(21 + i));
        store_u32(&next[10], static_cast<std::uint32_t>((folders - i) * sector));
        bytes.insert(bytes.end(), next.begin(), next.end());
    }
    store_u32(&bytes[18 * sector + 68 + 2], 20);
    store_u32(&bytes[18 * sector + 68 + 10], folders * sector);
    EXPECT_TRUE(test::archive_holds(bytes));
}

TEST(Archives, real_ones_keep_what_they_must) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    for (const char* name : {"small.lgp", "small.vfs", "small.dsres", "small2.dsres", "Pumpkin.dsmap"}) {
        const auto bytes = read_file(std::string(corpus) + "/archives/" + name);
        ASSERT_TRUE(bytes);
        SCOPED_TRACE(name);
        keeps_what_it_must(*bytes);
    }
}

TEST(Archives, the_first_counts_of_names_that_differ_in_case) {
    const auto archive = opened(in_memory(
        test::made_zip({{"", "A.txt", bytes_of("1")}, {"", "a.TXT", bytes_of("2")}, {"", "b", {}}})));
    ASSERT_NE(archive, nullptr);
    EXPECT_EQ(archive->find("a.txt"), 0U);
    EXPECT_EQ(archive->find("a.TXT"), 1U);
    EXPECT_EQ(archive->find("B"), 2U);
}

TEST(Archives, new_ones_say_what_their_games_and_tools_ask) {
    const std::vector<Change> one{{"aa", bytes_of("x")}};
    const auto lgp = *create("lgp", one);
    EXPECT_EQ(std::to_integer<int>(lgp[16 + 24]), 14) << "the check of a line";
    const auto zip = *create("zip", one);
    EXPECT_EQ(load_u16(&zip[12]), 0x21) << "1 January 1980; day 0 is none";
    const auto tank = opened(in_memory(*create("tank", one)));
    ASSERT_NE(tank, nullptr);
    EXPECT_EQ(tank->priority(), 0x4000U) << "above the game's own";
}

TEST(Archives, a_tank_may_have_no_checksum) {
    auto bytes = test::made_tank("a.skrit", "x");
    store_u32(&bytes[80], 0);
    EXPECT_TRUE(opened(in_memory(bytes))->remarks().empty());
    store_u32(&bytes[80], 1);
    EXPECT_EQ(opened(in_memory(bytes))->remarks().size(), 1U);
}

TEST(Archives, files_of_one_are_listed_by_name_and_read_up_to_a_limit) {
    const ArchiveFileSystem files(
        opened(in_memory(test::made_vfs({{"", "b", bytes_of("12")}, {"", "a", {}}}, "UI", {}))));
    EXPECT_EQ(files.list(""), (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(files.read_at_most("b", 2));
    const auto refused = files.read_at_most("b", 1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code->id, "io.read");
}

} // namespace
} // namespace vellum::archives
