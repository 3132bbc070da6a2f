// Skrits that were edited between saving and loading, or under running objects: what is found again is found
// by name, and what is gone is told.
#include "game.hpp"

namespace vellum::skrit::test {
namespace {

/// Makes an object of `before`, sends OnTimer for each of `first`, exchanges the text and sends `then`; its
/// state afterwards. `saved`: through a saved game, else by reload.
std::string after_edit(const std::string& before, const std::string& after, std::initializer_list<int> first,
                       std::initializer_list<int> then, bool saved, std::string* warnings = nullptr) {
    Game game;
    game.add("l.skrit", before);
    const ObjectId object = *game.engine().create("l");
    const auto send = [object](SkritEngine& engine, std::initializer_list<int> timers) {
        for (const int timer : timers) {
            const Value values[] = {Value(timer), Value(0.0F)};
            engine.send(object, "OnTimer", values);
        }
    };
    send(game.engine(), first);
    const auto bytes = game.engine().save();
    EXPECT_TRUE(bytes);
    Game later;
    Game& edited = saved ? later : game;
    edited.add("l.skrit", after);
    const Result<void> moved = saved ? edited.engine().load(*bytes) : edited.engine().reload("l");
    EXPECT_TRUE(moved) << (moved ? std::string() : format(moved.error()));
    send(edited.engine(), then);
    if (warnings != nullptr)
        for (const std::string& each : edited.warnings) *warnings += each + "\n";
    return edited.engine().state(object);
}

TEST(SkritEdited, what_transitions_remember_goes_by_states_and_event) {
    const std::string plain =
        "startup state A$ { transition -> B$: OnTimer( 1 ) and OnTimer( 2 ); } state B$;";
    const std::string other =
        "startup state A$ { transition -> B$: OnTimer( 5 ) and OnTimer( 2 ); } state B$;";
    const std::string swapped =
        "startup state A$ { transition -> B$: OnTimer( 2 ) and OnTimer( 1 ); } state B$;";
    const std::string inserted =
        "startup state A$ { transition -> C$: OnTimer( 9 ); transition -> B$: OnTimer( 1 ) "
        "and OnTimer( 2 ); } state B$; state C$;";
    const std::string beside =
        "startup state A$ { transition -> B$: OnTimer( 9 ) and OnTimer( 8 ); transition -> "
        "B$: OnTimer( 1 ) and OnTimer( 2 ); } state B$;";
    for (const bool saved : {true, false}) {
        SCOPED_TRACE(saved ? "load" : "reload");
        EXPECT_EQ(after_edit(plain, plain, {1}, {2}, saved), "B$");
        EXPECT_EQ(after_edit(plain, other, {1}, {2}, saved), "A$"); // the 5 did not happen
        EXPECT_EQ(after_edit(plain, swapped, {1}, {2}, saved), "B$");
        EXPECT_EQ(after_edit(plain, swapped, {1}, {1}, saved), "A$");
        EXPECT_EQ(after_edit(plain, inserted, {1}, {2}, saved), "B$");
        EXPECT_EQ(after_edit(plain, beside, {1}, {2}, saved), "B$");
        EXPECT_EQ(after_edit(plain, beside, {1}, {8}, saved), "A$");
    }
}

TEST(SkritEdited, at_functions_go_by_state_and_name) {
    const std::string text =
        "startup state A$ { trigger OnTimer$( 1 ) { SetState B$; } Step$ at ( 1 seconds ) { "
        "Report.Generic( \"A-step \" ); } } state B$ { Step$ at ( 1 seconds ) { Report.Generic( \"B-step \" "
        "); } }";
    for (const bool saved : {true, false}) {
        Game game;
        game.add("w.skrit", text);
        const ObjectId object = *game.engine().create("w");
        const Value values[] = {Value(1), Value(0.0F)};
        game.engine().send(object, "OnTimer", values);
        const auto bytes = game.engine().save();
        Game later;
        Game& edited = saved ? later : game;
        // one more of the name in front, in a state of its own
        edited.add("w.skrit",
                   "state Z$ { Step$ at ( 1 seconds ) { Report.Generic( \"Z-step \" ); } }\n" + text);
        ASSERT_TRUE(saved ? edited.engine().load(*bytes) : edited.engine().reload("w"));
        edited.engine().update(1.5F);
        EXPECT_EQ(edited.take(), "B-step ");
    }
}

TEST(SkritEdited, a_vanished_state_is_told) {
    const std::string before = "startup state A$ { transition -> B$: OnTimer( 1 ); } state B$;";
    const std::string after = "startup state A$ { } state C$;";
    for (const bool saved : {true, false}) {
        std::string warnings;
        EXPECT_EQ(after_edit(before, after, {1}, {}, saved, &warnings), "A$");
        EXPECT_EQ(warnings, "state B$ of l no longer exists; it is in its startup state now\n");
    }
}

TEST(SkritEdited, a_vanished_state_takes_its_poll_along) {
    const std::string begin =
        "int n$; startup state A$ poll( 1 seconds ) { event OnTransitionPoll$ { n$ += 1; } "
        "transition -> C$: if( n$ < 0 );";
    const std::string end = "} state C$;";
    for (const bool saved : {true, false}) {
        Game game;
        game.add("p.skrit", begin + "trigger OnTimer$( 1 ) { SetState B$; }" + end +
                                "state B$ poll( 10 seconds ) { transition -> C$: if( n$ < 0 ); }");
        const ObjectId object = *game.engine().create("p");
        const Value values[] = {Value(1), Value(0.0F)};
        game.engine().send(object, "OnTimer", values);
        const auto bytes = game.engine().save();
        Game later;
        Game& edited = saved ? later : game;
        edited.add("p.skrit", begin + end);
        ASSERT_TRUE(saved ? edited.engine().load(*bytes) : edited.engine().reload("p"));
        EXPECT_EQ(edited.engine().state(object), "A$");
        for (int i = 0; i < 4; ++i) edited.engine().update(object, 0.5F);
        EXPECT_EQ(edited.engine().get(object, "n$")->integer(), 2);
    }
}

TEST(SkritEdited, a_changed_poll_counts_at_once_and_a_chosen_period_stays) {
    const auto text = [](const std::string& period, const std::string& more) {
        return "int n$; property bool custom$; startup state A$ poll( " + period +
               " seconds ) { event OnTransitionPoll$ { n$ += 1; } event OnEnterState$ { if( custom$ ) { "
               "this.SetPollPeriod( 2.0 ); } } transition -> B$: if( n$ < 0 ); } state B$;" +
               more;
    };
    for (const bool custom : {false, true}) {
        Game game;
        game.add("p.skrit", text("10", ""));
        const ObjectId object = *game.engine().create(custom ? "p?custom=1" : "p");
        game.add("p.skrit", text(custom ? "10" : "1", " "));
        ASSERT_TRUE(game.engine().reload("p"));
        for (int i = 0; i < 8; ++i) game.engine().update(object, 0.5F);
        EXPECT_EQ(game.engine().get(object, "n$")->integer(), custom ? 2 : 4);
    }
}

TEST(SkritEdited, timers_of_frames_and_references_survive_a_saved_game) {
    Game game;
    game.add("t.skrit",
             "int n$; event OnConstruct$() { this.CreateFrameTimer( 1, 3 ); this.CreateTimer( 2, 3.0 ); } "
             "event OnTimer$( int id$, float late$ ) { n$ = n$ * 10 + id$; }");
    const ObjectId object = *game.engine().create("t");
    game.engine().retain(object);
    game.engine().update(0.25F);
    const auto bytes = game.engine().save();
    Game later;
    later.add("t.skrit", *game.files->read("t.skrit"));
    ASSERT_TRUE(later.engine().load(*bytes));
    later.engine().update(0.25F);
    EXPECT_EQ(later.engine().get(object, "n$")->integer(), 0);
    later.engine().update(0.25F); // the third update, long before three seconds
    EXPECT_EQ(later.engine().get(object, "n$")->integer(), 1);
    later.engine().release(object);
    EXPECT_TRUE(later.engine().exists(object)); // there were two references
    later.engine().release(object);
    EXPECT_FALSE(later.engine().exists(object));
}

TEST(SkritEdited, variables_of_states_are_seen_and_set_by_name) {
    Game game;
    game.add("s.skrit",
             "startup state A$ { int n$ = 5; trigger OnTimer$( 1 ) { SetState B$; } } state B$ { int only$ "
             "= 7; }");
    const ObjectId object = *game.engine().create("s");
    EXPECT_EQ(game.engine().get(object, "n$")->integer(), 5);
    EXPECT_EQ(game.engine().get(object, "only")->integer(), 7);
    const Value values[] = {Value(1), Value(0.0F)};
    game.engine().send(object, "OnTimer", values);
    ASSERT_TRUE(game.engine().set_text(object, "n$", "60"));
    EXPECT_EQ(game.engine().get(object, "n$")->integer(), 60);
}

TEST(SkritEdited, a_reloaded_skrit_is_saved_under_its_name) {
    const std::string text = "int n$ = 1; Go$() { n$ += 1; } int Tell$() { return n$; }";
    Game game;
    game.add("l.skrit", text).add("m.skrit", text);
    const ObjectId object = *game.engine().create("l");
    const ObjectId other = *game.engine().create("m");
    ASSERT_TRUE(game.engine().call(object, "Go$"));
    ASSERT_TRUE(game.engine().reload("l"));
    ASSERT_TRUE(game.engine().call(object, "Go$"));
    const auto bytes = game.engine().save();
    ASSERT_TRUE(bytes);
    Game later;
    later.add("l.skrit", text).add("m.skrit", text);
    const Result<void> loaded = later.engine().load(*bytes);
    ASSERT_TRUE(loaded) << format(loaded.error());
    EXPECT_TRUE(later.warnings.empty()) << later.warnings.front();
    EXPECT_EQ(later.engine().call(object, "Tell$")->integer(), 3);
    EXPECT_EQ(later.engine().call(other, "Tell$")->integer(), 1);
}

} // namespace
} // namespace vellum::skrit::test
