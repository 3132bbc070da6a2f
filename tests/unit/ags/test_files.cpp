// Script blocks, and the files they are found in.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/file.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/format/container.hpp"
#include "engines/ags/format/game.hpp"
#include "engines/ags/format/scom.hpp"
#include "support/ags_containers.hpp"
#include "support/ags_oracle.hpp"

namespace vellum::ags {
namespace {

using test::PackedFile;

std::vector<std::byte> script(const std::string& text) {
    Diagnostics diagnostics;
    const auto program = engine().format().assemble(text, {}, diagnostics);
    EXPECT_TRUE(program) << (program ? "" : format(program.error()));
    return *(*program)->save();
}

std::vector<std::byte> named(const std::string& name) {
    return script(".section \"" + name + ".asc\", 0\n.export func \"" + name +
                  "_main$0\", here\nhere:\n    LITTOREG AX, 1\n    RET\n");
}

std::vector<std::string> names_of(const std::vector<Member>& members, std::string_view kind) {
    std::vector<std::string> names;
    for (const Member& member : members)
        if (member.kind == kind) names.push_back(member.name);
    return names;
}

std::vector<PackedFile> game_files() {
    return {{"game28.dta", test::game_data({named("GlobalScript"), named("__DialogScripts"), named("Tools"),
                                            named("Music")})},
            {"room12.crm", test::room_file(33, named("room12"))},
            {"room3.crm", test::room_file(29, named("room3"))},
            {"acsprset.spr", std::vector<std::byte>(40)}};
}

TEST(Scom, SamplesComeBackUnchanged) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(VELLUM_SOURCE_DIR "/samples/ags")) {
        if (entry.path().extension() != ".o") continue;
        const auto bytes = read_file(entry.path().string());
        ASSERT_TRUE(bytes);
        EXPECT_NE(oracle::holds_for_bytes(*bytes), nullptr) << entry.path();
        ++count;
    }
    EXPECT_GE(count, 20);
}

TEST(Scom, OldVersionsHaveNoSections) {
    const auto bytes = script(".version 82\n    RET\n");
    std::size_t consumed = 0;
    const auto block = read_scom(bytes, consumed);
    ASSERT_TRUE(block);
    EXPECT_EQ(consumed, bytes.size());
    EXPECT_EQ(block->version, 82);
    EXPECT_EQ(write_scom(*block), bytes);
    Diagnostics diagnostics;
    EXPECT_FALSE(engine().format().assemble(".version 82\n.section \"x\", 0\n    RET\n", {}, diagnostics));
}

TEST(Scom, EveryCutIsRefusedWithAPlace) {
    const auto bytes = read_file(VELLUM_SOURCE_DIR "/samples/ags/s27_struct.o");
    ASSERT_TRUE(bytes);
    for (std::size_t size = 0; size < bytes->size(); ++size) {
        std::size_t consumed = 0;
        const auto block = read_scom(std::span(*bytes).first(size), consumed, 100);
        ASSERT_FALSE(block) << size;
        EXPECT_NE(block.error().place.offset, Place::unknown) << size;
        EXPECT_GE(block.error().place.offset, 100U);
    }
}

TEST(Scom, HugeCountsAreRefusedAndNotReserved) {
    auto bytes = script("    RET\n");
    // Behind 20 bytes of header and one word of code stands the number of fixups.
    for (const std::uint32_t count : {0x7FFFFFFFU, 0xFFFFFFFFU, 0x10000000U}) {
        store_u32(bytes.data() + 24, count);
        std::size_t consumed = 0;
        EXPECT_FALSE(read_scom(bytes, consumed));
    }
}

TEST(Scom, OddFixupsSurviveTheListing) {
    auto bytes =
        script(".import \"a\"\n.zero 8\n    LITTOREG AX, import \"a\"\n    LITTOREG AX, data 4\n    RET\n");
    std::size_t consumed = 0;
    auto block = read_scom(bytes, consumed);
    ASSERT_TRUE(block);
    // The other way round, twice the same word, on an opcode, outside, of a type that does not exist, a data
    // pointer.
    std::swap(block->fixups[0], block->fixups[1]);
    for (const Fixup odd :
         {Fixup{4, 2}, Fixup{3, 0}, Fixup{2, -7}, Fixup{1, 1000}, Fixup{200, 5}, Fixup{5, 4}})
        block->fixups.push_back(odd);
    EXPECT_NE(oracle::holds_for_bytes(write_scom(*block)), nullptr);
}

TEST(Files, RoomsOfBothKindsAreFoundAndSavedUnchanged) {
    for (const std::uint16_t version : {29, 31, 32, 33, 36306}) {
        const auto bytes = test::room_file(version, named("room9"));
        EXPECT_EQ(recognise(bytes, "room9.crm"), FileKind::room) << version;
        const auto program = oracle::holds_for_bytes(bytes, "room9.crm");
        ASSERT_NE(program, nullptr) << version;
        EXPECT_EQ(program->functions().at(0).name, "room9_main");
        const auto members = members_of(bytes, "some/room9.crm");
        ASSERT_TRUE(members);
        EXPECT_EQ(names_of(*members, "script"), std::vector<std::string>{"room9"});
    }
}

TEST(Files, RoomsWithoutAScriptSaySo) {
    ByteWriter out;
    out.u16(33);
    out.u8(0xFF);
    const auto members = members_of(out.view(), "room1.crm");
    ASSERT_FALSE(members);
    EXPECT_EQ(members.error().code->id, "ags.container-empty");
}

TEST(Files, PackagesOfEveryVersionListTheirScripts) {
    for (const int version : {6, 10, 11, 20, 21, 30})
        for (const std::size_t before : {std::size_t{0}, std::size_t{1000}}) {
            const auto bytes = test::package(version, game_files(), before);
            const auto members = members_of(bytes, "game.exe");
            ASSERT_TRUE(members) << version << ": " << format(members.error());
            EXPECT_EQ(names_of(*members, "script"),
                      (std::vector<std::string>{"Tools", "Music", "GlobalScript", "__DialogScripts", "room3",
                                                "room12"}))
                << version << " behind " << before;
            EXPECT_EQ(names_of(*members, "asset"),
                      (std::vector<std::string>{"game28.dta", "room12.crm", "room3.crm", "acsprset.spr"}));
            for (const Member& member : *members)
                if (member.kind == "script") {
                    std::size_t consumed = 0;
                    EXPECT_TRUE(read_scom(std::span(bytes).subspan(member.offset, member.size), consumed))
                        << member.name;
                    EXPECT_EQ(consumed, member.size);
                }
            const auto program = oracle::holds_for_bytes(bytes, "game.exe");
            ASSERT_NE(program, nullptr);
            EXPECT_EQ(program->code(), nullptr);
            EXPECT_EQ(static_cast<const Game&>(*program).scripts().size(), 6U);
        }
}

TEST(Files, ANameThatBreaksItsLineStaysInTheCommentOfTheListing) {
    std::vector<PackedFile> files = game_files();
    files[1].name = "room1\n2.crm";
    const auto bytes = test::package(30, files, 0);
    ASSERT_NE(oracle::holds_for_bytes(bytes, "game.exe"), nullptr); // assembles every listing
    Diagnostics diagnostics;
    LoadOptions options;
    options.name = "one\ntwo";
    const auto loaded = engine().format().assemble(".version 90\n    RET\n", options, diagnostics);
    ASSERT_TRUE(loaded);
    EXPECT_TRUE((*loaded)->disassemble({}).starts_with("; one\\x0atwo\n"));
}

TEST(Files, LooseScriptsReplaceEmbeddedOnes) {
    std::vector<PackedFile> files = game_files();
    files.push_back({"GlobalScript.o", script(".export func \"newer$0\", x\nx:\n    RET\n")});
    files.push_back({"room3.o", script(".export func \"newer_room$0\", x\nx:\n    RET\n")});
    const auto bytes = test::package(30, files);
    const auto members = members_of(bytes, "game.ags");
    ASSERT_TRUE(members);
    EXPECT_EQ(names_of(*members, "script"), (std::vector<std::string>{"Tools", "Music", "GlobalScript",
                                                                      "__DialogScripts", "room3", "room12"}));
    Diagnostics diagnostics;
    const auto program = engine().format().load(bytes, {}, diagnostics);
    ASSERT_TRUE(program);
    EXPECT_EQ(static_cast<const Game&>(**program).scripts()[2].script->functions().at(0).name, "newer");
    EXPECT_EQ(static_cast<const Game&>(**program).scripts()[4].script->functions().at(0).name, "newer_room");
}

TEST(Files, LooseModulesFollowTheirList) {
    std::vector<PackedFile> files = game_files();
    files.push_back({"Zebra.o", named("Zebra")});
    files.push_back({"Ant.o", named("Ant")});
    const std::string list = "Ant.o\r\nMusic.o\r\n\r\nZebra.o\nNoSuchModule.o";
    files.push_back({"ScriptModules.lst", {as_bytes(list).begin(), as_bytes(list).end()}});
    const auto members = members_of(test::package(30, files), "game.ags");
    ASSERT_TRUE(members);
    EXPECT_EQ(names_of(*members, "script"),
              (std::vector<std::string>{"Ant", "Music", "Zebra", "Tools", "GlobalScript", "__DialogScripts",
                                        "room3", "room12"}));
}

TEST(Files, OtherPartsAreNamedAndNotRead) {
    auto bytes = test::package(30, game_files());
    // The part number of the first asset follows its name.
    const std::string_view text = as_text(bytes);
    bytes[text.find("game28.dta") + 11] = std::byte{1};
    const auto members = members_of(bytes, "game.ags");
    ASSERT_TRUE(members);
    EXPECT_EQ(names_of(*members, "asset elsewhere"), std::vector<std::string>{"game28.dta"});
    EXPECT_EQ(names_of(*members, "script"), (std::vector<std::string>{"room3", "room12"}));
}

TEST(Files, PackagesThatAreCutOffSaySo) {
    const auto whole = test::package(30, game_files());
    const auto members = members_of(whole, "game.ags");
    ASSERT_TRUE(members);
    const auto asset = [&](std::string_view name) {
        return *std::ranges::find_if(*members, [&](const Member& member) { return member.name == name; });
    };
    const Member last = asset("acsprset.spr"), data = asset("game28.dta");
    ASSERT_GT(last.offset, data.offset);
    const auto shorter = members_of(std::span(whole).first(last.offset), "game.ags");
    ASSERT_TRUE(shorter);
    std::vector<std::string> cut;
    for (const Member& member : *shorter)
        if (member.cut_off)
            cut.push_back(member.name + " " + member.kind + " " + std::to_string(member.size));
    EXPECT_EQ(cut, std::vector<std::string>{"acsprset.spr asset 0"});
    EXPECT_EQ(names_of(*shorter, "script"), names_of(*members, "script"));
    const auto refused = members_of(std::span(whole).first(data.offset + 10), "game.ags");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code->id, "ags.container");
    EXPECT_NE(refused.error().message.find("game28.dta"), std::string::npos) << refused.error().message;
}

TEST(Files, TheDialogScriptIsTheOneRightBehindTheGlobalScript) {
    // As real games have it: the dialogs' sections are called after the dialogs, a count stands before the
    // modules.
    const auto data = [](bool dialogs) {
        ByteWriter out;
        test::put(out, "Adventure Creator Game File v2");
        out.bytes(script(".section \"Global script\", 0\n    RET\n"));
        if (dialogs) out.bytes(script(".section \"Dialog 0\", 0\n    RET\n.section \"Dialog 1\", 1\n"));
        out.u32(2);
        for (const char* name : {"First.asc", "Second.asc"})
            out.bytes(script(".section \"" + std::string(name) + "\", 0\n    RET\n"));
        return out.take();
    };
    const auto names = [](const std::vector<std::byte>& bytes) {
        const auto members = members_of(bytes, "game28.dta");
        return members ? names_of(*members, "script") : std::vector<std::string>{"refused"};
    };
    EXPECT_EQ(names(data(true)),
              (std::vector<std::string>{"First", "Second", "GlobalScript", "__DialogScripts"}));
    EXPECT_EQ(names(data(false)), (std::vector<std::string>{"First", "Second", "GlobalScript"}));
}

TEST(Files, AGameSaysWhetherItsTextsAreUtf8) {
    const auto data = [](std::uint32_t version, std::uint32_t encoding) {
        constexpr std::size_t options = 100;
        constexpr std::size_t text_encoding = 49;
        ByteWriter out;
        test::put(out, "Adventure Creator Game File v2");
        out.u32(version);
        if (version >= 12) out.u32(8), test::put(out, "3.6.0.43");
        if (version >= 48) out.u32(2), out.u32(3), test::put(out, "cap"), out.u32(0);
        test::put(out, std::string(52, 'n')); // the game's name
        for (std::size_t option = 0; option < options; ++option)
            out.u32(option == text_encoding ? encoding : 9);
        out.bytes(
            script(".import \"String::get_Length\"\n.export func \"main$0\", main\nmain:\n    PUSHREG OP\n"
                   "    LITTOREG AX, string \"\xC3\xA4\"\n    CREATESTRING AX\n    CALLOBJ AX\n"
                   "    NUMFUNCARGS 0\n    LITTOREG AX, import \"String::get_Length\"\n    CALLEXT AX\n"
                   "    POPREG OP\n    RET\n"));
        return out.take();
    };
    const auto length = [](const std::vector<std::byte>& bytes, std::string_view setting) {
        Diagnostics diagnostics;
        const auto game = engine().format().load(bytes, {"game.ags", {}}, diagnostics);
        Library host;
        RunOptions options;
        if (!setting.empty()) options.settings.push_back({"text", std::string(setting)});
        const auto world = engine().runtime().instantiate(std::span(&*game, 1), host, options, diagnostics);
        const Result<Value> result = (*world)->call("main", {});
        return result ? result->integer() : -1;
    };
    for (const std::uint32_t version : {11U, 47U, 3060021U}) {
        EXPECT_EQ(length(data(version, 65001), ""), 1) << version;
        EXPECT_EQ(length(data(version, 65001), "8-bit"), 2) << version;
        EXPECT_EQ(length(data(version, 1252), ""), 2) << version;
        EXPECT_EQ(length(data(version, 1252), "utf-8"), 1) << version;
    }
    const auto packed = test::package(30, {{"game28.dta", data(3060021, 65001)}});
    EXPECT_EQ(length(packed, ""), 1);
    // Cut off anywhere before the option there is nothing to say it.
    const auto whole = data(3060021, 65001);
    for (std::size_t size = 0; size < 300; ++size) EXPECT_FALSE(has_utf8_texts(std::span(whole).first(size)));
}

TEST(Files, AHeadMayEndWithNul) {
    auto bytes = test::package(21, game_files());
    bytes[4] = std::byte{0};
    const auto members = members_of(bytes, "game.ags");
    ASSERT_TRUE(members);
    EXPECT_FALSE(names_of(*members, "script").empty());
}

TEST(Files, WhatLiesOverEachOtherIsRefused) {
    const std::vector<test::PackedFile> files(20, {"a.dta", std::vector<std::byte>(1000)});
    std::vector<std::uint32_t> offsets(files.size(), 0);
    const auto start = static_cast<std::uint32_t>(test::package_table(30, files, offsets).size());
    const auto overlapping = [&](std::size_t count) {
        const std::vector<test::PackedFile> some(files.begin(),
                                                 files.begin() + static_cast<std::ptrdiff_t>(count));
        auto bytes = test::package_table(30, some, std::vector<std::uint32_t>(count, start));
        bytes.resize(start + 1000);
        return members_of(bytes, "game.ags");
    };
    EXPECT_TRUE(overlapping(3)) << "a few over each other are only odd";
    const auto refused = overlapping(20);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code->id, "ags.container");
}

TEST(Scom, EveryVersionUpTo90IsTaken) {
    for (const char* version : {"0", "1", "81", "82"}) {
        const auto bytes = script(std::string(".version ") + version + "\n    RET\n");
        Diagnostics diagnostics;
        EXPECT_TRUE(engine().format().load(bytes, {"x.o", {}}, diagnostics)) << version;
    }
}

TEST(Files, TablesThatLieAreRefused) {
    for (const int version : {10, 11, 20, 30}) {
        auto bytes = test::package(version, game_files());
        for (std::size_t size = 0; size < 120; ++size) {
            const auto cut = std::span(bytes).first(size);
            static_cast<void>(oracle::holds_for_bytes(cut, "game.ags"));
        }
    }
    auto later_part = test::package(30, game_files());
    later_part[6] = std::byte{1};
    const auto refused = members_of(later_part, "game.001");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code->id, "ags.container");
}

TEST(Files, DetectionKnowsWhatItSees) {
    EXPECT_EQ(engine().format().detect(named("x"), "x"), Confidence::certain);
    EXPECT_EQ(engine().format().detect(test::package(21, game_files(), 64), "game.exe"), Confidence::certain);
    EXPECT_EQ(engine().format().detect(test::game_data({}), "ac2game.dta"), Confidence::certain);
    EXPECT_EQ(engine().format().detect(test::room_file(33, named("x")), "x"), Confidence::likely);
    EXPECT_EQ(engine().format().detect(as_bytes("plain text"), "readme.txt"), Confidence::no);
    EXPECT_EQ(engine().format().detect({}, "EMPTY.O"), Confidence::maybe); // damaged, so its name must tell
    EXPECT_EQ(engine().format().detect(as_bytes("MZ"), "setup.exe"), Confidence::no);
}

TEST(Files, RoomNames) {
    EXPECT_EQ(room_number("room12"), 12);
    EXPECT_EQ(room_number("C:\\games\\x.ags!room7"), 7);
    EXPECT_EQ(room_number("demo-room301.crm"), 301);
    EXPECT_EQ(room_number("Bathroom2"), -1);
    EXPECT_EQ(room_number("room"), -1);
    EXPECT_EQ(room_number("room12b"), -1);
}

} // namespace
} // namespace vellum::ags
