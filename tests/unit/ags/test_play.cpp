// Games that are played: the sample game by its project, snapshots wherever it may stand, hostile data, and
// how much of what real rooms ask for is answered.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "engines/ags/api/index.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/format/game.hpp"
#include "engines/ags/natives/describe.hpp"
#include "engines/ags/natives/play/played.hpp"
#include "engines/ags/world/world.hpp"
#include "played_game.hpp"
#include "support/ags_containers.hpp"
#include "support/ags_main_data.hpp"
#include "support/corpus.hpp"
#include "vellum/game_project.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ags {
namespace {

using test::Heard, test::played_world, test::small_game;

/// The sample game's programs.
std::vector<ProgramPtr> harbour() {
    const DiskFileSystem disk;
    const std::string file = VELLUM_SOURCE_DIR "/samples/ags/harbour/Game.agf";
    std::vector<ProgramPtr> programs;
    Diagnostics said;
    const auto built = engine().projects()->build(file, disk, {}, [&](BuiltScript script) {
        EXPECT_TRUE(script.program) << script.name;
        programs.push_back(std::move(script.program));
        return true;
    });
    EXPECT_TRUE(built);
    programs.push_back(engine().projects()->data(file, disk, said));
    EXPECT_TRUE(said.all().empty()) << format(said.all().front());
    EXPECT_TRUE(programs.back());
    return programs;
}

/// What is to be seen of a world.
std::string seen(const Scheduler& world) {
    std::string text;
    for (const char* const place :
         {"room", "score", "dialog", "inventory", "player.x", "player.y", "oGull.X", "oRope.Visible",
          "dKeeper.OptionState(1)", "cKeeper inventory", "lblTide.Text"})
        text += std::string(place) + "=" + world.place_value(place).value_or("?") + " ";
    return text;
}

constexpr const char* story[] = {"look cKeeper", "interact hDoor",         "interact oRope",
                                 "look iKey",    "use iKey on hDoor",      "talk cKeeper",
                                 "choose 1",     "choose \"Good night.\"", "interact hDoor",
                                 "click hLight", "interact hLight",        "interact hStairs"};

/// Takes the steps from `step` on, one where the world is ready for it, and all frames between.
void play_on(Scheduler& world, std::size_t& step, std::size_t frames) {
    for (std::size_t frame = 0; frame < frames; ++frame) {
        if (step < std::size(story) && world.place_value(std::string("ready for ") + story[step]) ==
                                           std::optional<std::string>("true")) {
            const auto sent = world.send({story[step], {}});
            EXPECT_TRUE(sent) << story[step] << ": " << (sent ? "" : sent.error().message);
            ++step;
        }
        world.frame(1.0F / 40);
    }
}

constexpr std::size_t whole_story = 2500;

TEST(Play, the_sample_game_is_played_to_its_end) {
    StandInHost host(nullptr, &known_natives());
    const auto programs = harbour();
    const auto world = played_world(programs, host);
    ASSERT_TRUE(world);
    Heard heard;
    world->add_observer(heard);
    world->start();
    EXPECT_EQ(world->place_value("room"), "1");
    EXPECT_EQ(world->place_value("inventory"), "iLamp");
    const DiskFileSystem disk;
    const auto room = read_room_data(*disk.read(VELLUM_SOURCE_DIR "/samples/ags/harbour/room1.crm"));
    ASSERT_TRUE(room);
    EXPECT_EQ(room->width, 320);
    EXPECT_EQ(room->height, 200);
    std::size_t step = 0;
    play_on(*world, step, whole_story);
    EXPECT_EQ(step, std::size(story)) << heard.notes;
    EXPECT_EQ(world->place_value("room"), "1") << heard.notes;
    EXPECT_EQ(world->place_value("score"), "5");
    EXPECT_EQ(world->place_value("inventory"), "iLamp, iKey");
    EXPECT_EQ(world->place_value("oGull.X"), "300");
    EXPECT_EQ(world->place_value("oRope.Visible"), "1"); // the room puts it there again
    EXPECT_EQ(world->place_value("lblTide.Text"), "\"The light is on\"");
    EXPECT_NE(heard.notes.find("said cEgo \"It is locked.\""), std::string::npos) << heard.notes;
    EXPECT_NE(heard.notes.find("displayed \"A key with a tag: not for children.\""), std::string::npos);
    EXPECT_NE(heard.notes.find("options of dKeeper: 1 \"May I have the lamp?\", 2 \"Good night.\""),
              std::string::npos);
    EXPECT_EQ(heard.notes.find("fault"), std::string::npos) << heard.notes;
    const auto state = world->state_json();
    ASSERT_TRUE(state);
    EXPECT_TRUE(state->starts_with(
        R"({"room":1,"player":"cEgo","score":5,"dialog":"none","choosing":false,"ended":false,"inventory":["iLamp","iKey"],)"))
        << *state;
    EXPECT_NE(state->find(R"({"name":"oGull","X":300,)"), std::string::npos) << *state;
}

TEST(Play, custom_properties_of_rooms_and_what_is_in_them_are_their_files) {
    StandInHost host(nullptr, &known_natives());
    const auto programs = small_game(R"(
String tell() {
  return String.Format("%s %d %d %d %d", Room.GetTextProperty("story"), Room.GetProperty("Weight"), hotspot[0].GetProperty("Weight"),
          hotspot[1].GetProperty("Weight"), object[0].GetProperty("Weight"));
}
function change() { Room.SetTextProperty("Story", "told"); Room.SetProperty("Weight", 3); }
)");
    const auto world = played_world(programs, host);
    ASSERT_TRUE(world);
    world->start();
    const auto tell = [&] {
        const auto told = world->call("tell", {});
        return told && told->is(Type::string) ? std::string(told->text()) : std::string("?");
    };
    EXPECT_EQ(tell(), "wild 10 10 5 7");
    EXPECT_TRUE(world->call("change", {}));
    EXPECT_EQ(tell(), "told 3 10 5 7");
}

TEST(Play, natives_that_it_answers_say_so) {
    std::map<std::string, bool> said;
    each_known_native([&](const NativeRow& row) {
        said[row.signature.owner + "." + row.signature.name] = row.implemented || row.played;
    });
    for (const char* const played : {"Character.Say", "Character.FollowCharacter", "Room.GetProperty",
                                     "Hotspot.Name", "Speech.SkipStyle", ".NewRoom", "Game.CharacterCount"})
        EXPECT_TRUE(said.at(played)) << played;
    for (const char* const asked : {"DynamicSprite.CreateFromSaveGame", "Game.SpriteWidth"})
        EXPECT_FALSE(said.at(asked)) << asked;
}

TEST(Play, regions_and_hotspots_are_where_the_pictures_of_the_room_say) {
    StandInHost host(nullptr, &known_natives());
    const auto programs = small_game(R"(
function go(int x, int y) { cEgo.Walk(x, y, eNoBlock); }
String what(int x, int y) {
  Hotspot *shape = Hotspot.GetAtRoomXY(x, y); Region *below = Region.GetAtRoomXY(x, y);
  return String.Format("%d %d", shape.ID, below.ID);
}
)",
                                     "function region_WalksOnto() { cDog.x += 100; }");
    const auto world = played_world(programs, host);
    ASSERT_TRUE(world);
    world->start();
    const auto what = [&](int x, int y) {
        const auto told = world->call("what", std::vector{Value(x), Value(y)});
        return told && told->is(Type::string) ? std::string(told->text()) : std::string("?");
    };
    EXPECT_EQ(what(5, 1), "0 0");
    EXPECT_EQ(what(5, 2), "1 1");
    EXPECT_EQ(what(199, 3), "1 1");
    EXPECT_EQ(what(200, 3), "0 0");
    EXPECT_EQ(what(5, 4), "0 0");
    EXPECT_EQ(what(-1, 2), "0 0");
    const auto after = [&](int x, int y) {
        EXPECT_TRUE(world->call("go", std::vector{Value(x), Value(y)}));
        for (int frame = 0; frame < 100; ++frame) world->frame(1.0F / 40);
        return world->place_value("cDog.x").value_or("?");
    };
    EXPECT_EQ(after(9, 0), "0");
    EXPECT_EQ(after(9, 3), "100"); // once
    EXPECT_EQ(after(90, 3), "100");
    EXPECT_EQ(after(90, 0), "100");
    EXPECT_EQ(after(90, 2), "200");
}

TEST(Play, a_waypoint_is_gone_to_after_the_place_before_it) {
    StandInHost host(nullptr, &known_natives());
    const auto programs = small_game(R"(
function go() {
  cEgo.x = 0; cEgo.y = 0;
  cEgo.Walk(50, 0, eNoBlock); cDog.Walk(1, 1, eNoBlock); cEgo.AddWaypoint(50, 60); cEgo.AddWaypoint(20, 60);
}
function alone() { cEgo.AddWaypoint(90, 60); }
function halt() { cEgo.StopMoving(); }
)");
    const auto world = played_world(programs, host);
    ASSERT_TRUE(world);
    world->start();
    const auto place = [&] {
        return world->place_value("cEgo.x").value_or("?") + " " + world->place_value("cEgo.y").value_or("?");
    };
    const auto frames = [&](int count) {
        for (int frame = 0; frame < count; ++frame) world->frame(1.0F / 40);
    };
    EXPECT_TRUE(world->call("go", {}));
    std::vector<std::string> corners;
    for (int frame = 0; frame < 400; ++frame) {
        frames(1);
        for (const char* const corner : {"50 0", "50 60", "20 60"})
            if (place() == corner && (corners.empty() || corners.back() != corner))
                corners.emplace_back(corner);
    }
    EXPECT_EQ(corners, (std::vector<std::string>{"50 0", "50 60", "20 60"}));
    EXPECT_TRUE(world->call("alone", {}));
    frames(200);
    EXPECT_EQ(place(), "90 60");
    EXPECT_TRUE(world->call("go", {}));
    frames(2);
    EXPECT_TRUE(world->call("halt", {}));
    const std::string halted = place();
    frames(200);
    EXPECT_EQ(place(), halted);
}

TEST(Play, one_that_follows_walks_after_the_other_and_changes_rooms_with_it) {
    StandInHost host(nullptr, &known_natives());
    const auto programs = small_game(R"(
function follow() { cDog.FollowCharacter(cEgo, 20); cEgo.Walk(200, 90, eNoBlock); }
function leave() { cEgo.ChangeRoom(5, 7, 8); }
function stay() { cDog.FollowCharacter(null); cEgo.Walk(300, 8, eNoBlock); }
)");
    const auto world = played_world(programs, host);
    ASSERT_TRUE(world);
    world->start();
    const auto after = [&](const char* function) {
        EXPECT_TRUE(world->call(function, {}));
        for (int frame = 0; frame < 200; ++frame) world->frame(1.0F / 40);
        std::string at;
        for (const char* const place : {"cDog.Room", "cDog.x", "cDog.y"})
            at += world->place_value(place).value_or("?") + " ";
        return at;
    };
    EXPECT_EQ(after("follow"), "4 180 90 ");
    EXPECT_EQ(after("leave"), "5 7 8 ");
    EXPECT_EQ(after("stay"), "5 7 8 ");
}

TEST(Play, a_character_has_what_was_given_and_not_lost_again) {
    StandInHost host(nullptr, &known_natives());
    const auto programs = small_game(R"(
import InventoryItem iKey; import InventoryItem iRope;
function tell() {
  cEgo.x = cEgo.HasInventory(iKey) * 10 + cEgo.HasInventory(iRope);
  cDog.x = cDog.HasInventory(iKey) * 10 + cDog.HasInventory(iRope);
}
function key() { cEgo.AddInventory(iKey); }
function ropes() { cEgo.AddInventory(iRope); cEgo.AddInventory(iRope); cDog.AddInventory(iRope); }
function lose() { cEgo.LoseInventory(iKey); cEgo.LoseInventory(iRope); }
)");
    const auto world = played_world(programs, host);
    ASSERT_TRUE(world);
    world->start();
    const auto after = [&](const char* function) {
        EXPECT_TRUE(world->call(function, {}));
        EXPECT_TRUE(world->call("tell", {}));
        return world->place_value("cEgo.x").value_or("?") + " " + world->place_value("cDog.x").value_or("?");
    };
    EXPECT_EQ(after("tell"), "0 0");
    EXPECT_EQ(after("key"), "10 0");
    EXPECT_EQ(after("ropes"), "11 1");
    EXPECT_EQ(after("lose"), "1 1"); // of two ropes one is left
    EXPECT_EQ(after("lose"), "0 1");
    EXPECT_EQ(after("lose"), "0 1");
}

TEST(Play, a_snapshot_taken_anywhere_goes_on_as_the_game_did) {
    StandInHost host(nullptr, &known_natives());
    const auto programs = harbour();
    const auto world = played_world(programs, host);
    ASSERT_TRUE(world);
    world->start();
    std::size_t step = 0;
    constexpr std::size_t apart = 37;
    std::vector<std::vector<std::byte>> taken;
    std::vector<std::size_t> steps;
    std::vector<std::string> views;
    for (std::size_t frame = 0; frame < whole_story; frame += apart) {
        const auto snapshot = world->snapshot();
        ASSERT_TRUE(snapshot);
        taken.push_back(*snapshot);
        steps.push_back(step);
        views.push_back(seen(*world));
        play_on(*world, step, apart);
    }
    const auto end = world->snapshot();
    ASSERT_TRUE(end);
    for (std::size_t i = 0; i < taken.size(); i += 3) {
        StandInHost other(nullptr, &known_natives());
        const auto again = played_world(programs, other);
        ASSERT_TRUE(again);
        const auto restored = again->restore(taken[i]);
        ASSERT_TRUE(restored) << format(restored.error());
        EXPECT_EQ(seen(*again), views[i]);
        std::size_t at = steps[i];
        play_on(*again, at, whole_story - i * apart + (apart - whole_story % apart) % apart);
        EXPECT_EQ(seen(*again), seen(*world)) << i;
        EXPECT_TRUE(again->snapshot().value_or(std::vector<std::byte>()) == *end) << i;
    }
}

TEST(Play, steps_that_cannot_be_taken_say_why) {
    StandInHost host(nullptr, &known_natives());
    const auto programs = harbour();
    const auto world = played_world(programs, host);
    ASSERT_TRUE(world);
    world->start();
    const auto why = [&](const char* step) {
        const auto sent = world->send({step, {}});
        return sent ? *sent : sent.error().message;
    };
    EXPECT_EQ(why("look hDor"), "there is no 'hDor' in room 1. Did you mean 'hDoor'?");
    EXPECT_EQ(why("look hLight"), "there is no 'hLight' in room 1.");
    EXPECT_EQ(why("use iKey on hDoor"), "the player does not have iKey");
    EXPECT_EQ(why("use iKey hDoor"), "write 'use iKey on oDoor'");
    EXPECT_EQ(why("choose 1"), "busy");
    EXPECT_EQ(why("button btnLamps"), "there is no control 'btnLamps'");
    EXPECT_EQ(why("button btnLamp"), "handled");
    EXPECT_EQ(why("button btnLamp"), "gBar, which btnLamp is on, is not visible");
}

/// Data that names what is not there: nothing outside is read, whatever scripts and steps ask.
TEST(Play, hostile_data_is_survived) {
    auto parts = std::make_shared<GameParts>();
    parts->main.player = 77;
    parts->main.characters.resize(1);
    parts->main.characters[0].script_name.cut.text = "cEgo";
    parts->main.characters[0].room = -5;
    parts->main.characters[0].items = {{9999, 3}};
    parts->main.guis.resize(1);
    parts->main.guis[0].name = "gBar";
    parts->main.guis[0].controls = {0, 0x70000000, 1U << 16U | 5, 0xFFFFFFFF};
    parts->main.dialogs.resize(1);
    parts->main.dialogs[0].options.resize(3); // and no flags
    parts->rooms[1].hotspots.resize(1);
    Play play(parts);
    EXPECT_EQ(play.state.player, 0U);
    for (std::uint32_t kind = 0; kind < 20; ++kind)
        for (const std::uint32_t index : {0U, 1U, 2U, 3U, 4U, 0xFFFFFFU})
            for (const std::int32_t room : {0, 1, -1, 0xFFFFFF})
                for (const char* const property :
                     {"ID", "Name", "x", "Items", "Controls", "OwningGUI", "GetOptionText", "OptionState",
                      "Text", "InventoryQuantity", "property none"})
                    for (const std::int32_t at : {-1, 0, 1, 3, 4, 2'000'000'000}) {
                        const Thing thing{static_cast<ThingKind>(kind), room, index};
                        if (!play.exists(thing)) {
                            EXPECT_TRUE(play.initial(thing, property, at).is(Type::none));
                        }
                        static_cast<void>(play.initial(thing, property, at));
                        static_cast<void>(play.name(thing));
                        static_cast<void>(play.events(thing));
                    }
    EXPECT_FALSE(play.find("character[1]"));
    EXPECT_FALSE(play.find("character[99999999999999]"));
    EXPECT_FALSE(play.find("gui[x]"));
    EXPECT_FALSE(play.variable("character", 12));
    EXPECT_TRUE(play.variable("character", 0));
}

/// Snapshots of it, changed byte by byte, are refused or run on.
TEST(Play, changed_snapshots_do_no_harm) {
    StandInHost host(nullptr, &known_natives());
    const auto programs = harbour();
    const auto world = played_world(programs, host);
    ASSERT_TRUE(world);
    world->start();
    std::size_t step = 0;
    play_on(*world, step, 900);
    const auto good = world->snapshot();
    ASSERT_TRUE(good);
    for (std::size_t at = 0; at < good->size(); at += 29) {
        std::vector<std::byte> bytes = *good;
        bytes[at] ^= std::byte{0x81};
        const auto other = played_world(programs, host);
        if (!other->restore(bytes)) continue;
        std::size_t from = step;
        for (int frame = 0; frame < 5; ++frame) other->frame(1.0F / 40);
        static_cast<void>(other->send({story[from % std::size(story)], {}}));
        static_cast<void>(seen(*other));
    }
}

struct Share {
    std::uint64_t all = 0, stood_in = 0;
    [[nodiscard]] double percent() const {
        return all == 0 ? 0 : 100.0 * static_cast<double>(stood_in) / static_cast<double>(all);
    }
};

/// Uses of natives in the rooms of the corpus, and those that a stand-in answers, with the data of a game or
/// without.
Share share(bool played, std::map<std::string, std::uint64_t>& left) {
    auto parts = std::make_shared<GameParts>();
    parts->main.characters.resize(1);
    const ProgramPtr data = std::make_shared<const Game>(engine(), "data", parts);
    Share result;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::string(test::corpus()) + "/ags")) {
        if (entry.path().extension() != ".crm") continue;
        const std::string bytes = test::content(entry.path().string());
        Diagnostics diagnostics;
        const auto room =
            engine().format().load(as_bytes(bytes), {.name = entry.path().filename().string()}, diagnostics);
        if (!room) continue;
        StandInHost host(nullptr, &known_natives());
        std::vector<ProgramPtr> programs{*room};
        if (played) programs.push_back(data);
        auto world = World::make(engine(), programs, host, {});
        if (!world) continue;
        std::map<std::string, bool> stands_in;
        for (const Callee& callee : static_cast<World&>(**world).environment().callees())
            if (callee.kind != CalleeKind::script &&
                !api::Index::all().find(callee.owner, callee.name).empty())
                stands_in[callee.import.substr(0, callee.import.find('^'))] =
                    callee.kind == CalleeKind::native;
        for (const Reference& each : (*room)->references()) {
            const auto found = stands_in.find(each.name.substr(0, each.name.find('^')));
            if (each.kind != ReferenceKind::import || found == stands_in.end()) continue;
            ++result.all;
            if (found->second) {
                ++result.stood_in;
                ++left[each.name];
            }
        }
    }
    return result;
}

TEST(Play, most_of_what_real_rooms_ask_for_is_answered) {
    if (test::corpus() == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    std::map<std::string, std::uint64_t> left;
    const Share before = share(false, left);
    left.clear();
    const Share after = share(true, left);
    ASSERT_GT(before.all, 100U);
    std::vector<std::pair<std::uint64_t, std::string>> most;
    for (const auto& [name, uses] : left) most.emplace_back(uses, name);
    std::ranges::sort(most, std::greater());
    std::string list;
    for (std::size_t i = 0; i < std::min<std::size_t>(most.size(), 40); ++i)
        list += "\n" + std::to_string(most[i].first) + " " + most[i].second;
    std::printf("%llu uses; stood in: %.1f %%, of games that are played %.1f %%%s\n",
                static_cast<unsigned long long>(before.all), before.percent(), after.percent(), list.c_str());
    EXPECT_LT(after.percent(), 20.0);
}

} // namespace
} // namespace vellum::ags
