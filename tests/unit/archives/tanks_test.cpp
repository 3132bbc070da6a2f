// Tanks whose members come and go. What comes out is looked up as the game does it, from the root folder on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/ascii.hpp"
#include "base/file.hpp"
#include "support/archive_oracle.hpp"
#include "support/made_archives.hpp"

namespace vellum::archives {
namespace {

using test::all_of;
using test::bytes_of;
using test::in_memory;

/// Walks the directory set, and holds it to what the makers' builder writes.
class Walk {
  public:
    explicit Walk(const std::vector<std::byte>& tank)
        : tank_(tank), directories_(load_u32(&tank[12])), files_(load_u32(&tank[16])) {
        EXPECT_EQ(load_u32(&tank[20]), tank.size() - directories_);
        EXPECT_EQ(load_u32(&tank[80]), test::crc(std::span(tank).subspan(directories_)));
        folder(number(directories_ + 4), 0, "");
        EXPECT_EQ(folders_, number(directories_)) << "folders in no folder";
        EXPECT_EQ(paths.size(), number(files_)) << "files in no folder";
    }
    std::vector<std::string> paths; ///< Of files, in their order.

  private:
    [[nodiscard]] std::uint32_t number(std::size_t at) const { return load_u32(&tank_[at]); }
    [[nodiscard]] std::string name(std::size_t at) const {
        return std::string(as_text(std::span(tank_).subspan(at + 2, load_u16(&tank_[at]))));
    }
    void folder(std::uint32_t offset, std::uint32_t parent, const std::string& path) {
        EXPECT_EQ(number(directories_ + 4 + 4 * folders_), offset) << "depth first";
        ++folders_;
        const std::size_t at = directories_ + offset;
        EXPECT_EQ(number(at), parent) << path;
        const std::uint32_t children = number(at + 4);
        EXPECT_TRUE(parent == 0 || children != 0) << path << " is empty";
        std::string before;
        for (std::uint32_t i = 0; i < children; ++i) {
            const std::uint32_t child = number(at + 16 + ((name(at + 16).size() + 6) & ~3U) + 4 * i);
            const bool file = child >= files_ - directories_;
            const std::size_t entry = directories_ + child;
            const std::string own = name(file ? entry + 28 : entry + 16);
            EXPECT_LT(before, lower_case(own)) << path;
            before = lower_case(own);
            if (!file) {
                folder(child, offset, path + own + "/");
                continue;
            }
            EXPECT_EQ(number(files_ + 4 + 4 * paths.size()), entry - files_) << "depth first";
            EXPECT_TRUE(number(entry) == offset || (path.empty() && number(entry) == 0)) << path << own;
            paths.push_back(path + own);
        }
    }

    const std::vector<std::byte>& tank_;
    std::size_t directories_, files_;
    std::size_t folders_ = 0;
};

std::uint32_t crc_of_contents(const Archive& tank) {
    std::vector<std::byte> all;
    for (std::size_t i = 0; i < tank.members().size(); ++i) {
        const auto bytes = tank.read(i);
        all.insert(all.end(), bytes->begin(), bytes->end());
    }
    return test::crc(all);
}

std::vector<std::byte> tank() {
    const std::vector<Change> members{{"art/a.gas", bytes_of("[a]{}")},
                                      {"world/ai/Jobs/guard.skrit", bytes_of(std::string(40000, 'g'))},
                                      {"world/ai/walk.skrit", bytes_of("w")},
                                      {"World/empty", bytes_of("")},
                                      {"zzz.txt", bytes_of("last")}};
    auto made = *create("tank", members);
    made[100] = std::byte{0x77}; // what nobody knows stays
    return made;
}

/// The tank with those changes, held to all that must hold.
std::vector<std::byte> changed(const std::vector<std::byte>& before, const std::vector<Change>& changes) {
    const auto archive = open(in_memory(before));
    const auto result = (*archive)->change(changes);
    EXPECT_TRUE(result) << (result ? "" : format(result.error()));
    if (!result) return {};
    const auto same = compare(**archive, changes, *result);
    EXPECT_TRUE(same) << (same ? "" : format(same.error()));
    const auto again = open(*result);
    EXPECT_TRUE((*again)->remarks().empty());
    std::vector<std::byte> bytes = all_of(**result);
    EXPECT_EQ(load_u32(&bytes[84]), crc_of_contents(**again));
    EXPECT_EQ(bytes[100], before[100]);
    const Walk walk(bytes);
    std::vector<std::string> names;
    for (const Member& member : (*again)->members()) names.push_back(member.name);
    EXPECT_EQ(walk.paths, names);
    for (const Member& member : (*again)->members()) EXPECT_EQ((member.offset - 804) % 8, 0U) << member.name;
    return bytes;
}

std::string refused(const std::vector<std::byte>& before, const std::vector<Change>& changes) {
    const auto archive = open(in_memory(before));
    const auto result = (*archive)->change(changes);
    EXPECT_FALSE(result);
    return result ? std::string() : result.error().message;
}

using Paths = std::vector<std::string>;

TEST(Tanks, members_are_added_where_the_builder_would_have_them) {
    const auto more = changed(tank(), {{"world/ai/jobs/attack.skrit", bytes_of(std::string(50000, 'a'))},
                                       {"WORLD/AI/Voices/hum.skrit", bytes_of("hum")},
                                       {"new/er/est.skrit", bytes_of("")}});
    EXPECT_EQ(Walk(more).paths, (Paths{"art/a.gas", "new/er/est.skrit", "world/ai/Jobs/attack.skrit",
                                       "world/ai/Jobs/guard.skrit", "world/ai/Voices/hum.skrit",
                                       "world/ai/walk.skrit", "world/empty", "zzz.txt"}));
    // With everything at once.
    const auto other = changed(more, {{"world/ai/walk.skrit", bytes_of(std::string(20000, 'w'))},
                                      {"world/empty", bytes_of("no more")},
                                      {"new/er/est.skrit", std::nullopt},
                                      {"art/b.gas", bytes_of("[b]{}")}});
    EXPECT_EQ(Walk(other).paths,
              (Paths{"art/a.gas", "art/b.gas", "world/ai/Jobs/attack.skrit", "world/ai/Jobs/guard.skrit",
                     "world/ai/Voices/hum.skrit", "world/ai/walk.skrit", "world/empty", "zzz.txt"}));
}

TEST(Tanks, what_is_removed_takes_its_empty_folders_along) {
    const auto less =
        changed(tank(), {{"World/ai/jobs/guard.skrit", std::nullopt}, {"art/a.gas", std::nullopt}});
    EXPECT_EQ(Walk(less).paths, (Paths{"world/ai/walk.skrit", "world/empty", "zzz.txt"}));
    EXPECT_LT(less.size() + 100, tank().size()) << "its bytes go, too";
    const auto archive = open(in_memory(less));
    EXPECT_EQ(as_text(*(*archive)->read((*archive)->find("zzz.txt"))), "last");
}

TEST(Tanks, every_folder_finds_its_files_when_entries_get_longer) {
    // More chunks make the first entry longer, so that all others move, those of the last folder too.
    const auto more = changed(tank(), {{"art/a.gas", bytes_of(std::string(100'000, 'a'))}});
    EXPECT_EQ(Walk(more).paths, Walk(tank()).paths);
}

TEST(Tanks, what_was_added_is_removed_again) {
    const auto back = changed(changed(tank(), {{"a.skrit", bytes_of("new")}, {"x/y", bytes_of("other")}}),
                              {{"a.skrit", std::nullopt}, {"x/y", std::nullopt}});
    const auto before = open(in_memory(tank())), after = open(in_memory(back));
    ASSERT_EQ((*before)->members().size(), (*after)->members().size());
    for (std::size_t i = 0; i < (*before)->members().size(); ++i)
        EXPECT_EQ(*(*before)->read(i), *(*after)->read(i));
}

TEST(Tanks, members_of_a_raw_tank_come_and_go) {
    const auto two = changed(test::made_tank("a.skrit", "x"), {{"B.skrit", bytes_of("y")}});
    EXPECT_EQ(Walk(two).paths, (Paths{"a.skrit", "B.skrit"}));
    EXPECT_EQ(Walk(changed(two, {{"a.skrit", std::nullopt}})).paths, (Paths{"B.skrit"}));
}

TEST(Tanks, the_root_is_named_by_0_as_in_the_game_or_by_its_offset) {
    auto bytes = *create("tank", std::vector<Change>{{"a.skrit", bytes_of("x")}});
    const std::size_t entry = load_u32(&bytes[16]) + load_u32(&bytes[load_u32(&bytes[16]) + 4]);
    EXPECT_EQ(load_u32(&bytes[entry]), 0U);
    EXPECT_TRUE((*open(in_memory(bytes)))->remarks().empty());
    // As other tools write it; what is added beside it is named alike.
    store_u32(&bytes[entry], load_u32(&bytes[load_u32(&bytes[12]) + 4]));
    store_u32(&bytes[80], test::crc(std::span(bytes).subspan(load_u32(&bytes[12]))));
    const auto more = changed(bytes, {{"b.skrit", bytes_of("y")}});
    EXPECT_EQ(Walk(more).paths, (Paths{"a.skrit", "b.skrit"}));
    const std::size_t last = load_u32(&more[16]) + load_u32(&more[load_u32(&more[16]) + 8]);
    EXPECT_EQ(load_u32(&more[last]), load_u32(&more[load_u32(&more[12]) + 4]));
}

TEST(Tanks, what_is_not_certain_is_refused) {
    EXPECT_NE(refused(tank(), {{"world/caf\xC3\xA9.skrit", bytes_of("x")}}).find("not a valid file name"),
              std::string::npos);
    EXPECT_NE(refused(tank(), {{"zzz.txt/a", bytes_of("x")}}).find("a file and a folder"), std::string::npos);
    EXPECT_NE(refused(tank(), {{"world/ai", bytes_of("x")}}).find("twice"), std::string::npos);
    EXPECT_NE(refused(tank(), {{"world/../x", bytes_of("x")}}).find("not a valid file name"),
              std::string::npos);
    std::string deep;
    for (int i = 0; i < 65; ++i) deep += "d/";
    EXPECT_NE(refused(tank(), {{deep + "x", bytes_of("x")}}).find("not a valid file name"),
              std::string::npos);
    EXPECT_NE(refused(test::made_tank("a.skrit", "x"), {{"a.skrit", std::nullopt}}).find("would be empty"),
              std::string::npos);
    auto second = tank();
    second[3] = std::byte{'2'};
    second[2] = std::byte{'g'};
    if (const auto archive = open(in_memory(second)); archive)
        EXPECT_NE(refused(second, {{"a", bytes_of("x")}}).find("only be read"), std::string::npos);

    // Tables in another order than the builder's, though nothing else is wrong with them.
    auto other = tank();
    const std::size_t files = load_u32(&other[16]);
    const std::uint32_t first = load_u32(&other[files + 4]);
    store_u32(&other[files + 4], load_u32(&other[files + 8]));
    store_u32(&other[files + 8], first);
    store_u32(&other[80], 0);
    EXPECT_NE(refused(other, {{"a", bytes_of("x")}}).find("tables are not laid out"), std::string::npos);
}

TEST(Tanks, a_folder_that_is_listed_twice_does_no_harm) {
    std::vector<Change> members;
    std::string path;
    for (int i = 0; i < 40; ++i) {
        path += "a/";
        members.push_back({path + "b/x", bytes_of("")});
    }
    auto bytes = *create("tank", members);
    const std::size_t directories = load_u32(&bytes[12]);
    // "a" is the first child of every folder: the second one becomes the same.
    const std::uint32_t count = load_u32(&bytes[directories]);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t at = directories + load_u32(&bytes[directories + 4 + 4 * i]);
        const std::size_t children = at + 16 + ((load_u16(&bytes[at + 16]) + 6U) & ~3U);
        if (load_u32(&bytes[at + 4]) == 2) store_u32(&bytes[children + 4], load_u32(&bytes[children]));
    }
    EXPECT_NE(refused(bytes, {{"new", bytes_of("x")}}).find("tables are not laid out"), std::string::npos);
}

TEST(Tanks, a_compiled_cache_goes_with_what_it_was_made_of) {
    const std::vector<Change> members{
        {"t/a.gas", bytes_of("[a]{}")}, {"t/a.skrit", bytes_of("x")}, {"t/dir.lqd20", bytes_of("cache")}};
    const auto with_cache = *create("tank", members);
    EXPECT_NE(refused(with_cache, {{"t/b.gas", bytes_of("[b]{}")}}).find("dir.lqd20"), std::string::npos);
    EXPECT_NE(refused(with_cache, {{"t/a.gas", std::nullopt}}).find("dir.lqd20"), std::string::npos);
    changed(with_cache, {{"t/b.skrit", bytes_of("x")}});
    changed(with_cache, {{"t/b.gas", bytes_of("[b]{}")}, {"t/dir.lqd20", std::nullopt}});
}

TEST(Tanks, a_real_one_takes_members_in_and_gives_them_back) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    const auto bytes = *read_file(std::string(corpus) + "/archives/Pumpkin.dsmap");
    const auto more = changed(bytes, {{"world/maps/minibits-demo-pumpkin/a.skrit", bytes_of("x")}});
    EXPECT_EQ(Walk(more).paths.size(), Walk(bytes).paths.size() + 1);
    const auto less = changed(bytes, {{"world/maps/minibits-demo-pumpkin/main.gas", std::nullopt}});
    EXPECT_EQ(Walk(less).paths.size() + 1, Walk(bytes).paths.size());
}

} // namespace
} // namespace vellum::archives
