// Scripts of another length put back into rooms, main data and packed games of every version.
#include <gtest/gtest.h>

#include <cstdlib>

#include "archives/source.hpp"
#include "base/file.hpp"
#include "engines/ags/format/container.hpp"
#include "support/ags_containers.hpp"

namespace vellum::ags {
namespace {

std::vector<std::byte> content(std::span<const std::byte> bytes, const Member& member) {
    const auto part =
        bytes.subspan(static_cast<std::size_t>(member.offset), static_cast<std::size_t>(member.size));
    return {part.begin(), part.end()};
}

/// Gives every script of a file the bytes of a longer and of a shorter one, and back again.
void comes_back(const std::vector<std::byte>& bytes, const std::string& name,
                const std::vector<std::vector<std::byte>>& others) {
    const auto members = members_of(bytes, name);
    ASSERT_TRUE(members) << name;
    for (std::size_t i = 0; i < members->size(); ++i) {
        const Member& member = (*members)[i];
        if (member.kind != "script") continue;
        for (const auto& other : others) {
            const std::vector<archives::Change> changes{{member.name, other}};
            const auto changed = replaced(bytes, name, changes);
            ASSERT_TRUE(changed) << name << "!" << member.name << ": " << format(changed.error());
            EXPECT_EQ(changed->size(), bytes.size() - member.size + other.size());
            const auto now = members_of(*changed, name);
            ASSERT_TRUE(now);
            ASSERT_EQ(now->size(), members->size()) << name << "!" << member.name;
            for (std::size_t k = 0; k < members->size(); ++k) {
                if ((*members)[k].kind != "script") continue;
                // Only the last section's name tells a module's.
                if (k != i) {
                    EXPECT_EQ((*now)[k].name, (*members)[k].name);
                }
                EXPECT_EQ(content(*changed, (*now)[k]), k == i ? other : content(bytes, (*members)[k]))
                    << name << "!" << (*members)[k].name;
            }
            const std::vector<archives::Change> back{{(*now)[i].name, content(bytes, member)}};
            const auto again = replaced(*changed, name, back);
            ASSERT_TRUE(again);
            EXPECT_EQ(*again, bytes) << name << "!" << member.name;
        }
    }
}

std::vector<std::byte> sample(const char* name) {
    return *read_file(std::string(VELLUM_SOURCE_DIR "/samples/ags/") + name);
}

TEST(AgsReplace, rooms_of_both_length_forms) {
    const auto script = sample("s01_int_arith.o"), longer = sample("s54_containers.o");
    for (const std::uint16_t version : {29, 33})
        comes_back(test::room_file(version, script), "room12.crm", {longer});
}

TEST(AgsReplace, packages_of_every_version) {
    const auto script = sample("s27_struct.o"), longer = sample("s54_containers.o"),
               shorter = sample("s10_switch.o");
    for (const int version : {6, 10, 11, 20, 21, 30})
        for (const std::size_t stub : {0, 100}) {
            if (stub != 0 && version == 6) continue;
            std::vector<std::byte> bytes = test::package(version,
                                                         {{"before.txt", {std::byte{'a'}}},
                                                          {"room1.crm", test::room_file(29, script)},
                                                          {"room22.crm", test::room_file(33, script)},
                                                          {"loose.o", script},
                                                          {"after.txt", {std::byte{'z'}}}},
                                                         stub);
            SCOPED_TRACE(version);
            comes_back(bytes, "game.ags", {longer, shorter});
            // The only file stands right behind the list of files.
            comes_back(test::package(version, {{"loose.o", script}}, stub), "game.ags", {longer, shorter});
        }
}

TEST(AgsReplace, main_data_keeps_its_extensions) {
    const auto script = sample("s27_struct.o"), longer = sample("s54_containers.o"),
               shorter = sample("s10_switch.o");
    for (const bool custom : {false, true}) {
        const auto data = test::game_data_with_extensions({script, shorter, script}, custom);
        comes_back(data, "game28.dta", {longer, shorter});
        comes_back(test::package(30, {{"game28.dta", data}, {"room1.crm", test::room_file(33, script)}}),
                   "game.ags", {longer});
        // Two scripts at once move the extensions by both.
        const std::vector<archives::Change> both{{"GlobalScript", longer}, {"__DialogScripts", longer}};
        const auto changed = replaced(data, "game28.dta", both);
        ASSERT_TRUE(changed) << format(changed.error());
        const std::size_t at = test::extension_offset_at(custom);
        EXPECT_EQ(load_u32(&(*changed)[at]), load_u32(&data[at]) + changed->size() - data.size());
        // A number that points nowhere is not guessed at.
        std::vector<std::byte> wrong = data;
        store_u32(&wrong[at], load_u32(&data[at]) - 1);
        EXPECT_FALSE(replaced(wrong, "game28.dta", both));
        store_u32(&wrong[at], 0);
        EXPECT_TRUE(replaced(wrong, "game28.dta", both));
    }
}

TEST(AgsReplace, only_scripts_become_scripts) {
    const auto room = test::room_file(33, sample("s27_struct.o"));
    const auto refused = [&](const archives::Change& change) {
        return !replaced(room, "room1.crm", std::span(&change, 1));
    };
    EXPECT_TRUE(refused({"room1", std::vector<std::byte>(3)}));
    EXPECT_TRUE(refused({"room2", sample("s27_struct.o")}));
    EXPECT_TRUE(refused({"room1", std::nullopt}));
    EXPECT_FALSE(refused({"ROOM1", sample("s10_switch.o")}));
}

/// A package of two rooms, the second of which begins so many bytes behind the beginning of the first; what
/// stands there are the bytes of both rooms, or as much of them as there is room for.
std::vector<std::byte> overlapping(int version, std::uint32_t distance, const std::vector<std::byte>& first,
                                   const std::vector<std::byte>& second,
                                   const std::vector<std::byte>& third) {
    const std::vector<test::PackedFile> files{
        {"room1.crm", first}, {"room2.crm", second}, {"room3.crm", third}};
    const auto table = test::package_table(version, files, {0, 0, 0});
    const auto begin = static_cast<std::uint32_t>(table.size());
    const std::size_t both = std::max(first.size(), distance + second.size());
    auto bytes = test::package_table(version, files,
                                     {begin, begin + distance, begin + static_cast<std::uint32_t>(both)});
    std::vector<std::byte> contents(both);
    std::ranges::copy(first, contents.begin());
    std::ranges::copy(second, contents.begin() + distance);
    bytes.insert(bytes.end(), contents.begin(), contents.end());
    bytes.insert(bytes.end(), third.begin(), third.end());
    return bytes;
}

TEST(AgsReplace, members_that_lie_over_each_other_keep_their_bytes) {
    const auto room = [](const char* name) { return test::room_file(29, sample(name)); };
    const auto first = room("s27_struct.o"), second = room("s10_switch.o"), third = room("s01_int_arith.o");
    const auto last = static_cast<std::uint32_t>(first.size() - 1);
    for (const int version : {10, 21, 30})
        // At the same place, one byte behind it, in the middle, in the last byte: what lies there is in both.
        for (const std::uint32_t distance : {0U, 1U, static_cast<std::uint32_t>(first.size() / 2), last}) {
            SCOPED_TRACE(testing::Message() << version << ", " << distance);
            const auto bytes = overlapping(version, distance, first, second, third);
            const auto members = members_of(bytes, "game.ags");
            ASSERT_TRUE(members) << format(members.error());
            std::size_t scripts = 0;
            for (const Member& member : *members) {
                EXPECT_TRUE(lies_inside(member.offset, member.size, bytes.size()));
                if (member.kind != "script") continue;
                const std::vector<archives::Change> changes{{member.name, sample("s54_containers.o")}};
                const auto changed = replaced(bytes, "game.ags", changes);
                if (member.name != "room3") {
                    // Its script may lie in front of what both have.
                    if (!changed) continue;
                } else {
                    ++scripts;
                    ASSERT_TRUE(changed) << format(changed.error());
                }
                const auto now = members_of(*changed, "game.ags");
                ASSERT_TRUE(now) << format(now.error());
                ASSERT_EQ(now->size(), members->size());
                for (std::size_t i = 0; i < now->size(); ++i) {
                    const Member& other = (*members)[i];
                    const bool around = other.offset <= member.offset &&
                                        other.offset + other.size >= member.offset + member.size;
                    if (!around) {
                        EXPECT_EQ(content(*changed, (*now)[i]), content(bytes, other)) << other.name;
                    } else if (other.name == member.name) {
                        EXPECT_EQ(content(*changed, (*now)[i]), sample("s54_containers.o"));
                    }
                }
            }
            EXPECT_EQ(scripts, 1U);
            // What both have is in neither's gift.
            if (distance != 0) continue;
            const std::vector<archives::Change> taken{{"room2", sample("s54_containers.o")}};
            const auto refused = replaced(bytes, "game.ags", taken);
            ASSERT_FALSE(refused);
            EXPECT_EQ(refused.error().code->id, "archive.change");
            EXPECT_NE(refused.error().message.find("also belong to another file"), std::string::npos);
        }
}

TEST(AgsReplace, real_files) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    const auto longer = sample("s54_containers.o"), shorter = sample("s10_switch.o");
    for (const char* name : {"TestTouchStuff.ags", "v6.dat", "v21.exe", "v30.ags"}) {
        const auto bytes = read_file(std::string(corpus) + "/archives/" + name);
        ASSERT_TRUE(bytes);
        comes_back(*bytes, name, {longer, shorter});
    }
}

} // namespace
} // namespace vellum::ags
