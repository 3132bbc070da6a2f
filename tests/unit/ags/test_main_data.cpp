// Main data and rooms of every version: names and texts are read, other texts are put in and taken out again
// without another byte changing, and what is damaged is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engines/ags/format/data_texts.hpp"
#include "engines/ags/format/main_data.hpp"
#include "engines/ags/format/room_data.hpp"
#include "support/ags_containers.hpp"
#include "support/ags_main_data.hpp"
#include "support/corpus.hpp"
#include "support/random.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {
namespace {

std::vector<std::byte> script_of(const std::string& text) {
    Diagnostics diagnostics;
    const auto program = engine().language()->compile(text, {.name = "s.asc"}, diagnostics);
    if (!program) return {};
    return (*program)->save().value_or(std::vector<std::byte>());
}

const std::vector<std::byte>& some_script() {
    static const auto made =
        script_of("import void Display(const string s, ...); void f() { Display(\"Ahoy\"); }");
    return made;
}

std::map<std::string, std::string> texts_by_id(std::span<const std::byte> bytes) {
    std::map<std::string, std::string> by_id;
    const auto texts = data_texts(bytes);
    EXPECT_TRUE(texts) << (texts ? "" : format(texts.error()));
    if (texts)
        for (const GameText& text : *texts) EXPECT_TRUE(by_id.emplace(text.id, text.text).second) << text.id;
    return by_id;
}

TEST(MainData, every_version_gives_names_texts_and_events) {
    for (const test::MadeVersion& version : test::made_versions)
        for (const bool custom : {false, true})
            for (const bool scripts : {false, true}) {
                SCOPED_TRACE(version.editor);
                test::MadeGame game = test::made_game(version);
                game.custom_resolution = custom;
                if (scripts) game.scripts = {some_script(), some_script(), some_script()};
                const auto bytes = test::main_data(game);
                const auto data = read_main_data(bytes);
                ASSERT_TRUE(data) << format(data.error());
                EXPECT_EQ(data->version, version.version);
                EXPECT_EQ(data->editor, version.editor);
                EXPECT_EQ(data->name.text(), "Lighthouse");
                EXPECT_EQ(data->unique_id, 123456789U);
                EXPECT_EQ(data->player, 1U);
                EXPECT_TRUE(data->is_utf8());
                ASSERT_EQ(data->characters.size(), 2U);
                EXPECT_EQ(data->characters[0].script_name.text(), "cCharacter0");
                EXPECT_EQ(data->characters[1].room, 4);
                EXPECT_EQ(data->characters[1].x, 160);
                EXPECT_EQ(data->characters[1].y, 101);
                EXPECT_EQ(data->characters[0].events[1], "c_Interact");
                ASSERT_EQ(data->items.size(), 3U);
                EXPECT_EQ(data->items[2].script_name, "iItem2");
                EXPECT_EQ(data->items[1].events[version.version >= 3060200 ? 1 : 0],
                          version.version >= 3060200 ? "i_Interact" : "i_Look");
                ASSERT_EQ(data->cursors.size(), 1U);
                EXPECT_EQ(data->cursors[0].name, "Look at");
                EXPECT_EQ(data->cursors[0].script_name, version.version >= 3060100 ? "eModeLookat" : "");
                EXPECT_EQ(data->views, std::vector<std::string>{"VWALK"});
                ASSERT_EQ(data->dialogs.size(), 1U);
                EXPECT_EQ(data->dialogs[0].script_name, "dTalk");
                ASSERT_EQ(data->guis.size(), 1U);
                EXPECT_EQ(data->guis[0].name, "gMain");
                EXPECT_EQ(data->guis[0].on_click, "gMain_OnClick");
                ASSERT_EQ(data->guis[0].controls.size(), 6U);
                const MainData::Control* slider = data->control(data->guis[0].controls[3]);
                ASSERT_NE(slider, nullptr);
                EXPECT_EQ(slider->script_name, "sldVolume");
                EXPECT_EQ(slider->events, EventHandlers{"sldVolume_Change"});
                ASSERT_EQ(data->properties.size(), 2U);
                EXPECT_EQ(data->properties[1].name, "Weight");
                ASSERT_EQ(data->rooms.size(), 1U);
                EXPECT_EQ(data->rooms[0].name, "The cliff");
                if (version.version >= 41) {
                    ASSERT_EQ(data->clips.size(), 1U);
                    EXPECT_EQ(data->clips[0].script_name.text(), "aWaves");
                }
                const std::map<std::string, std::string> wanted{
                    {"dialog 0 option 1", "Hello?"},
                    {"dialog 0 option 2", "Goodbye."},
                    {"label 0", "Score: @SCORE@"},
                    {"button 0", "Quit"},
                    {"list box 0 item 0", "First slot"},
                    {"text box 0", "name"},
                    {"character 0", "Keeper"},
                    {"character 1", "Gull"},
                    {"item 1", "lamp oil"},
                    {"item 2", "key"},
                    {"message 583", "You cannot do that."},
                    {"word 0 meaning 7", "lamp"},
                    {"property Story", "nothing"},
                    {"character 0 property Story", "old"},
                };
                EXPECT_EQ(texts_by_id(bytes), wanted);
            }
}

/// Every text of a file changed alone, to something longer, and back: only it is another then.
void changes_and_comes_back(const std::vector<std::byte>& bytes) {
    const auto before = texts_by_id(bytes);
    const auto none = change_data_texts(bytes, {});
    ASSERT_TRUE(none);
    EXPECT_EQ(*none, bytes);
    for (const auto& [id, text] : before) {
        SCOPED_TRACE(id);
        const TextChange change{id, text, text + " and m\xC3\xB6re"};
        const auto changed = change_data_texts(bytes, std::span(&change, 1));
        ASSERT_TRUE(changed) << format(changed.error());
        auto wanted = before;
        wanted[id] = change.after;
        EXPECT_EQ(texts_by_id(*changed), wanted);
        const TextChange back{id, change.after, text};
        const auto again = change_data_texts(*changed, std::span(&back, 1));
        ASSERT_TRUE(again) << format(again.error());
        EXPECT_EQ(*again, bytes);
    }
}

TEST(MainData, texts_change_alone_and_come_back) {
    for (const test::MadeVersion& version : test::made_versions) {
        SCOPED_TRACE(version.editor);
        test::MadeGame game = test::made_game(version);
        game.scripts = {some_script(), some_script(), some_script()};
        changes_and_comes_back(test::main_data(game));
    }
}

TEST(MainData, a_name_that_stands_twice_is_cut_between_characters) {
    test::MadeGame game = test::made_game({3060114, "3.6.1.10", 119, true});
    const auto bytes = test::main_data(game);
    // 23 bytes and a character of two: the short form has 24.
    const TextChange change{"item 1", "lamp oil", std::string(23, 'x') + "\xC3\xA9" + "tail"};
    const auto changed = change_data_texts(bytes, std::span(&change, 1));
    ASSERT_TRUE(changed) << format(changed.error());
    const auto data = read_main_data(*changed);
    ASSERT_TRUE(data) << format(data.error());
    EXPECT_EQ(data->items[1].description.text(), change.after);
    EXPECT_EQ(data->items[1].description.cut.text, std::string(23, 'x'));
}

TEST(MainData, a_text_that_is_too_long_for_its_place_is_refused) {
    const auto bytes = test::main_data(test::made_game({50, "3.5.0.24", 119, false}));
    const TextChange fits{"character 0", "Keeper", std::string(39, 'x')};
    EXPECT_TRUE(change_data_texts(bytes, std::span(&fits, 1)));
    for (const TextChange& change :
         {TextChange{"character 0", "Keeper", std::string(40, 'x')},
          TextChange{"label 0", "Score: @SCORE@", std::string("a\0b", 3)},
          TextChange{"label 0", "another", "x"}, TextChange{"label 9", "x", "y"}}) {
        const auto changed = change_data_texts(bytes, std::span(&change, 1));
        ASSERT_FALSE(changed) << change.id;
        EXPECT_EQ(changed.error().code, &vellum::codes::text_change);
    }
}

TEST(MainData, other_versions_and_contradictions_are_refused) {
    test::MadeGame game;
    const auto good = test::main_data(game);
    const auto refused = [&](std::vector<std::byte> bytes, std::string_view what) {
        const auto data = read_main_data(bytes);
        ASSERT_FALSE(data) << what;
        EXPECT_NE(data.error().message.find(what), std::string::npos) << data.error().message;
    };
    for (const std::uint32_t version : {27U, 32U, 39U, 4000003U}) {
        auto bytes = good;
        store_u32(bytes.data() + 30, version);
        refused(bytes, "data version");
    }
    auto bytes = good;
    bytes.push_back(std::byte{0});
    refused(bytes, "after the last extension");
    bytes = good;
    const std::size_t at = 30 + 4 + 4 + game.editor.size() + 4 + 4 + 12 + 1868;
    store_u32(bytes.data() + at, load_u32(bytes.data() + at) + 1);
    refused(bytes, "extensions are said to begin");
    game.scripts = {some_script(), some_script()};
    bytes = test::main_data(game);
    const auto name = as_text(bytes).find("SCOM");
    bytes[name] = std::byte{'X'};
    refused(bytes, "compiled script was expected");
}

/// Cut off anywhere, and with any byte another: refused with a reason, or read.
void survives_damage(const std::vector<std::byte>& bytes) {
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 64) {
        const auto texts = data_texts(std::span(bytes).first(size));
        if (!texts) {
            EXPECT_FALSE(texts.error().message.empty());
        }
    }
    test::Random random(7);
    for (int round = 0; round < 2000; ++round) {
        auto damaged = bytes;
        for (int i = 0; i < 3; ++i)
            damaged[random.below(damaged.size())] =
                static_cast<std::byte>(random.below(3) == 0 ? 0xFF : random.next());
        const auto texts = data_texts(damaged);
        if (!texts || texts->empty()) continue;
        const GameText& text = (*texts)[random.below(texts->size())];
        const TextChange change{text.id, text.text, "x"};
        static_cast<void>(change_data_texts(damaged, std::span(&change, 1)));
    }
}

TEST(MainData, damage_does_no_harm) {
    for (const test::MadeVersion& version : {test::made_versions[2], test::made_versions[11]}) {
        test::MadeGame game = test::made_game(version);
        game.scripts = {some_script(), some_script()};
        survives_damage(test::main_data(game));
    }
    survives_damage(test::room_with_texts({}));
    test::MadeRoom with_shapes;
    with_shapes.shapes = true;
    with_shapes.story = "wild";
    survives_damage(test::room_with_texts(with_shapes));
}

TEST(RoomData, every_version_gives_names_texts_and_events) {
    for (const std::uint16_t version : test::made_room_versions) {
        SCOPED_TRACE(version);
        test::MadeRoom room;
        room.version = version;
        room.script = some_script();
        const auto bytes = test::room_with_texts(room);
        const auto data = read_room_data(bytes);
        ASSERT_TRUE(data) << format(data.error());
        ASSERT_EQ(data->hotspots.size(), 2U);
        EXPECT_EQ(data->hotspots[1].script_name, "hHotspot1");
        EXPECT_EQ(data->hotspots[1].events[1], "hotspot_Look");
        ASSERT_EQ(data->objects.size(), 1U);
        EXPECT_EQ(data->objects[0].script_name, "oRope");
        EXPECT_EQ(data->objects[0].x, 30);
        EXPECT_EQ(data->objects[0].y, 140);
        EXPECT_TRUE(data->objects[0].visible);
        EXPECT_EQ(data->objects[0].events[1], "object_Interact");
        EXPECT_EQ(data->events[1], "room_Leave");
        ASSERT_EQ(data->regions.size(), 1U);
        EXPECT_EQ(data->regions[0][1], "region_WalksOnto");
        const std::map<std::string, std::string> wanted{
            {"message 0", "The sea is rough."}, {"hotspot 1", "the lamp"}, {"object 0", "a rope"}};
        EXPECT_EQ(texts_by_id(bytes), wanted);
        changes_and_comes_back(bytes);
    }
}

TEST(RoomData, shapes_are_where_the_editor_drew_them) {
    if (test::corpus() == nullptr) GTEST_SKIP();
    const std::string bytes = test::content(std::string(test::corpus()) + "/ags/rooms/auto-test-room3.crm");
    const auto room = read_room_data(as_bytes(bytes));
    ASSERT_TRUE(room);
    EXPECT_EQ(room->region_mask.at(16, 86), 0);
    EXPECT_EQ(room->region_mask.at(17, 86), 1);
    EXPECT_EQ(room->region_mask.at(613, 282), 2);
    EXPECT_EQ(room->hotspot_mask.at(41, 32), 1);
    EXPECT_EQ(room->hotspot_mask.at(562, 346), 2);
    EXPECT_EQ(room->hotspot_mask.at(640, 346), 0);
}

TEST(RoomData, other_versions_are_refused) {
    for (const std::uint16_t version : {0, 25, 34, 40, 65535}) {
        test::MadeRoom room;
        room.version = version;
        EXPECT_FALSE(read_room_data(test::room_with_texts(room))) << version;
    }
}

TEST(DataTexts, a_script_and_the_asset_around_it_change_together) {
    test::MadeGame game;
    game.scripts = {some_script(), some_script(), some_script()};
    const auto other = script_of("import void Display(const string s, ...); void f() { Display(\"Ahoy, all "
                                 "of you there!\"); }");
    test::MadeRoom room;
    room.script = some_script();
    const auto data = test::main_data(game);
    const TextChange text{"label 0", game.label, "Points: @SCORE@ of many"};
    const auto data_changed = change_data_texts(data, std::span(&text, 1));
    ASSERT_TRUE(data_changed);
    for (const int version : {6, 10, 11, 20, 21, 30}) {
        SCOPED_TRACE(version);
        const auto package =
            test::package(version, {{"game28.dta", data}, {"room1.crm", test::room_with_texts(room)}});
        const auto opened = open_file(package, "game.ags");
        ASSERT_TRUE(opened) << format(opened.error());
        const std::vector<archives::Change> changes{
            {"game28.dta", *data_changed}, {"GlobalScript", other}, {"room1", other}};
        const auto files = (*opened)->put_back(changes);
        ASSERT_TRUE(files) << format(files.error());
        const auto bytes = all_of(*files->back().bytes);
        const auto again = open_file(bytes, "game.ags");
        ASSERT_TRUE(again) << format(again.error());
        const auto read = [&](std::string_view name) {
            return (*again)->read((*again)->find(name)).value_or(std::vector<std::byte>());
        };
        EXPECT_EQ(read("GlobalScript"), other);
        EXPECT_EQ(read("room1"), other);
        EXPECT_EQ(read("__DialogScripts"), some_script());
        auto wanted = texts_by_id(data);
        wanted["label 0"] = text.after;
        EXPECT_EQ(texts_by_id(read("game28.dta")), wanted);
    }
}

TEST(DataTexts, an_asset_with_other_scripts_takes_no_script) {
    test::MadeGame game;
    game.scripts = {some_script(), some_script()};
    const auto package = test::package(30, {{"game28.dta", test::main_data(game)}});
    const auto opened = open_file(package, "game.ags");
    ASSERT_TRUE(opened);
    game.scripts.push_back(some_script());
    const std::vector<archives::Change> changes{{"game28.dta", test::main_data(game)},
                                                {"GlobalScript", some_script()}};
    const auto files = (*opened)->put_back(changes);
    ASSERT_FALSE(files);
    EXPECT_NE(files.error().message.find("other scripts"), std::string::npos) << files.error().message;
}

} // namespace
} // namespace vellum::ags
