// Packages in several files: as one, and changed.
#include <gtest/gtest.h>

#include "base/file.hpp"
#include "engines/ags/format/container.hpp"
#include "support/ags_containers.hpp"

namespace vellum::ags {
namespace {

std::vector<std::byte> sample(const char* name) {
    return *read_file(std::string(VELLUM_SOURCE_DIR "/samples/ags/") + name);
}

std::vector<std::byte> text(std::string_view words) {
    return {as_bytes(words).begin(), as_bytes(words).end()};
}

/// Scripts and other files in three parts, not in the order of the parts.
std::vector<test::PackedFile> game() {
    const auto script = sample("s01_int_arith.o"), other = sample("s05_compare_logic.o");
    return {{"game28.dta", test::game_data_with_extensions({script, other, script}, false)},
            {"room1.crm", test::room_file(33, script), 1},
            {"music.ogg", text("la la la"), 2},
            {"room2.crm", test::room_file(33, other), 2},
            {"room3.crm", test::room_file(33, script), 1},
            {"sprites.spr", text("pictures")}};
}

constexpr int versions_in_parts[] = {10, 11, 20, 21, 30};

std::vector<std::byte> content(std::span<const std::byte> bytes, const Member& member) {
    const auto part =
        bytes.subspan(static_cast<std::size_t>(member.offset), static_cast<std::size_t>(member.size));
    return {part.begin(), part.end()};
}

TEST(AgsParts, are_one_package) {
    for (const int version : versions_in_parts)
        for (const std::size_t before : {0U, 100U}) {
            const std::vector<test::PackedFile> files = game();
            const Parts parts = test::package_parts(version, files, version < 20 ? 0 : before);
            ASSERT_EQ(parts.size(), 3U);
            const auto opened = open_parts(parts);
            ASSERT_TRUE(opened && *opened) << version;
            const auto members = (*opened)->members();
            const auto whole = all_of((*opened)->source());
            for (const test::PackedFile& file : files) {
                const auto member = std::ranges::find_if(
                    members, [&](const Member& one) { return one.name == file.name && one.kind == "asset"; });
                ASSERT_NE(member, members.end()) << version << " " << file.name;
                EXPECT_EQ(content(whole, *member), file.content) << version << " " << file.name;
            }
            const auto room = std::ranges::find(members, "room2", &Member::name);
            ASSERT_NE(room, members.end()) << version;
            EXPECT_EQ(content(whole, *room), sample("s05_compare_logic.o"));
        }
}

TEST(AgsParts, change_where_the_script_lies) {
    const auto longer = sample("s54_containers.o");
    for (const int version : versions_in_parts)
        for (const std::size_t before : {0U, 100U}) {
            const Parts parts = test::package_parts(version, game(), version < 20 ? 0 : before);
            const auto was = open_parts(parts);
            ASSERT_TRUE(was && *was);
            struct Case {
                const char* member;
                std::size_t part;
            };
            for (const Case& one : {Case{"GlobalScript", 0}, {"room1", 1}, {"room3", 1}, {"room2", 2}}) {
                const archives::Change change{one.member, longer};
                const auto changed = replaced_parts(parts, std::span(&change, 1));
                ASSERT_TRUE(changed) << version << " " << one.member << ": " << format(changed.error());
                ASSERT_EQ(changed->size(), parts.size());
                for (std::size_t i = 1; i < parts.size(); ++i)
                    EXPECT_EQ((*changed)[i] == parts[i], i != one.part) << version << " " << one.member << i;
                EXPECT_NE((*changed)[0], parts[0]) << version << " " << one.member;
                const auto now = open_parts(*changed);
                ASSERT_TRUE(now && *now);
                EXPECT_EQ(*(*now)->read((*now)->find(one.member)), longer) << version << " " << one.member;
                const archives::Change back{one.member, *(*was)->read((*was)->find(one.member))};
                const auto again = replaced_parts(*changed, std::span(&back, 1));
                ASSERT_TRUE(again);
                EXPECT_EQ(*again, parts) << version << " " << one.member;
            }
        }
}

TEST(AgsParts, that_are_not_there_stay_elsewhere) {
    const Parts parts = test::package_parts(30, game());
    Parts broken[] = {parts, parts, parts, parts};
    broken[0][1] = {};               // not there
    broken[1][1] = parts[2];         // another part
    broken[2][1][5] = std::byte{21}; // of another version
    broken[3][1].resize(20);         // cut off
    const archives::Change change{"room1.crm", text("new")};
    for (const Parts& some : broken) {
        const auto opened = open_parts(some);
        ASSERT_TRUE(opened && *opened);
        const auto kind = [&](std::string_view name) {
            return (*opened)->members()[(*opened)->find(name)].kind;
        };
        EXPECT_EQ(kind("room1.crm"), "asset elsewhere");
        EXPECT_EQ(kind("room2.crm"), "asset");
        EXPECT_FALSE(replaced_parts(some, std::span(&change, 1)));
    }
    EXPECT_EQ(open_parts({text("no package")}).value_or(nullptr), nullptr);
}

} // namespace
} // namespace vellum::ags
