// Skritbots: started by name or at run time, told of everything, also during the pause.
#include "game.hpp"

namespace vellum::skrit::test {
namespace {

constexpr const char* bot =
    "property int players$ = 0;\n"
    "event OnConstruct$ { Report.GenericF( \"players %d\\n\", players$ ); }\n"
    "event OnBotHandleMessage$( eWorldEvent e$, WorldMessage m$ ) { Report.Generic( \"message\\n\" ); }\n"
    "event OnBotHandleUiAction$( UI_ACTION a$, string s$, UIWindow w$ ) { Report.GenericF( \"action %s\\n\", "
    "s$ ); }\n"
    "event OnBotHandleUiWindowMessage$( eUIMessage k$, UIMessage m$, UIWindow w$ ) { Report.Generic( "
    "\"window\\n\" ); }\n"
    "event OnBotHandleUiInterfaceMessage$( eUIMessage k$, UIMessage m$, string s$ ) { Report.GenericF( "
    "\"interface %s\\n\", s$ ); }\n"
    "event OnBotUpdate$( float s$ ) { Report.GenericF( \"update %.1f\\n\", s$ ); }\n"
    "event OnBotSysUpdate$( float s$ ) { Report.GenericF( \"sys %.1f\\n\", s$ ); }\n"
    "event OnBotDraw$ { Report.Generic( \"draw\\n\" ); }\n"
    "event OnUpdate$( float s$ ) { Report.Generic( \"world goes on\\n\" ); }\n";

TEST(SkritBots, are_started_by_name_with_parameters) {
    SKRIT_FEATURE(64);
    Game game;
    game.add("auto/mp.skrit", bot);
    Diagnostics diagnostics;
    const std::uint64_t made = game.world().bots.add({}, "auto/mp?players=3", diagnostics);
    ASSERT_NE(made, 0U);
    EXPECT_EQ(game.take(), "players 3\n");
    EXPECT_EQ(game.engine().get({made}, "players$")->integer(), 3);
    EXPECT_EQ(game.world().bots.find("mp"), made);
    EXPECT_EQ(game.world().bots.add({}, "auto/none", diagnostics), 0U);
    EXPECT_FALSE(diagnostics.ok());
}

TEST(SkritBots, are_added_and_removed_by_scripts) {
    SKRIT_FEATURE(65);
    Game game;
    game.add("auto/mp.skrit", bot);
    ASSERT_TRUE(game.engine().command("SkritBotMgr.AddSkritBot( \"host\", \"auto/mp?players=2\" )"));
    EXPECT_EQ(game.take(), "players 2\n");
    EXPECT_EQ(game.world().bots.size(), 1U);
    const Result<Value> missing =
        game.engine().command("#bool X$() { return SkritBotMgr.AddSkritBot( \"x\", \"auto/none\" ); }");
    ASSERT_TRUE(missing);
    EXPECT_FALSE(missing->boolean());
    EXPECT_NE(game.take().find("[error] there is no skrit 'auto/none'"), std::string::npos);
    ASSERT_TRUE(game.engine().command("SkritBotMgr.RemoveSkritBot( \"HOST\" )"));
    EXPECT_EQ(game.world().bots.size(), 0U);
    EXPECT_EQ(game.engine().object_count(), 0U);
}

TEST(SkritBots, receive_all_seven_events) {
    SKRIT_FEATURE(66, 156);
    Game game;
    game.add("auto/mp.skrit", bot);
    Diagnostics diagnostics;
    ASSERT_NE(game.world().bots.add("one", "auto/mp", diagnostics), 0U);
    ASSERT_NE(game.world().bots.add("two", "auto/mp", diagnostics), 0U);
    game.take();
    const Value message[] = {Value(1), Value(ObjectId{9})};
    const Value action[] = {Value(2), Value(String("press")), Value(ObjectId{4})};
    const Value window[] = {Value(3), Value(ObjectId{5}), Value(ObjectId{4})};
    const Value interface[] = {Value(3), Value(ObjectId{5}), Value(String("main"))};
    EXPECT_EQ(game.world().bots.send("OnBotHandleMessage", message), 2U);
    EXPECT_EQ(game.take(), "message\nmessage\n");
    EXPECT_EQ(game.world().bots.send("OnBotHandleUiAction", action), 2U);
    EXPECT_EQ(game.take(), "action press\naction press\n");
    EXPECT_EQ(game.world().bots.send("OnBotHandleUiWindowMessage", window), 2U);
    EXPECT_EQ(game.take(), "window\nwindow\n");
    EXPECT_EQ(game.world().bots.send("OnBotHandleUiInterfaceMessage", interface), 2U);
    EXPECT_EQ(game.take(), "interface main\ninterface main\n");
    EXPECT_EQ(game.world().bots.send("OnBotDraw", {}), 2U);
    EXPECT_EQ(game.take(), "draw\ndraw\n");
    game.engine().update(0.5F);
    EXPECT_EQ(game.take(),
              "sys 0.5\nsys 0.5\nupdate 0.5\nupdate 0.5\nworld goes on\nworld goes on\ndraw\ndraw\n");
}

TEST(SkritBots, system_updates_ignore_the_pause) {
    SKRIT_FEATURE(157);
    Game game;
    game.add("auto/mp.skrit", bot);
    Diagnostics diagnostics;
    ASSERT_NE(game.world().bots.add({}, "auto/mp", diagnostics), 0U);
    game.take();
    game.engine().update(0.5F);
    EXPECT_EQ(game.take(), "sys 0.5\nupdate 0.5\nworld goes on\ndraw\n");
    game.world().game_paused = true;
    game.engine().update(0.5F);
    EXPECT_EQ(game.take(), "sys 0.5\ndraw\n");
    game.world().game_paused = false;
    game.engine().update(0.5F);
    EXPECT_EQ(game.take(), "sys 0.5\nupdate 0.5\nworld goes on\ndraw\n");
}

TEST(SkritBots, are_bots_again_when_a_game_is_loaded) {
    Game game;
    game.add("auto/mp.skrit", bot);
    Diagnostics diagnostics;
    const std::uint64_t one = game.world().bots.add("one", "auto/mp?players=4", diagnostics);
    ASSERT_NE(one, 0U);
    ASSERT_NE(game.world().bots.add("two", "auto/mp", diagnostics), 0U);
    game.world().game_paused = true;
    const Result<std::vector<std::byte>> saved = game.engine().save();
    ASSERT_TRUE(saved);

    Game later;
    later.add("auto/mp.skrit", bot);
    ASSERT_NE(later.world().bots.add("stale", "auto/mp", diagnostics), 0U);
    ASSERT_TRUE(later.engine().load(*saved));
    later.take();
    EXPECT_EQ(later.world().bots.size(), 2U);
    EXPECT_EQ(later.world().bots.find("one"), one);
    EXPECT_EQ(later.world().bots.find("stale"), 0U);
    EXPECT_TRUE(later.world().game_paused);
    later.engine().update(0.5F);
    EXPECT_EQ(later.take(), "sys 0.5\nsys 0.5\ndraw\ndraw\n");
    later.world().game_paused = false;
    EXPECT_EQ(later.engine().get({one}, "players$")->integer(), 4);
    ASSERT_TRUE(later.world().bots.remove("TWO"));
    later.engine().update(0.5F);
    EXPECT_EQ(later.take(), "sys 0.5\nupdate 0.5\nworld goes on\ndraw\n");
    EXPECT_EQ(later.engine().object_count(), 1U);
}

TEST(SkritBots, may_remove_themselves) {
    Game game;
    game.add("auto/once.skrit", "event OnBotUpdate$( float s$ ) { SkritBotMgr.RemoveSkritBot( \"once\" ); }\n"
                                "event OnDestroy$ { Report.Generic( \"gone\\n\" ); }");
    Diagnostics diagnostics;
    ASSERT_NE(game.world().bots.add({}, "auto/once", diagnostics), 0U);
    game.engine().update(0.1F);
    EXPECT_EQ(game.take(), "gone\n");
    EXPECT_EQ(game.world().bots.size(), 0U);
    EXPECT_TRUE(game.errors.empty());
}

} // namespace
} // namespace vellum::skrit::test
