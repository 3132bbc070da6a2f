// Every field of a snapshot counts: worlds that differ in one thing have different snapshots, and each world
// comes back with the same bytes. Which field stands where is nobody's business here.
#include <array>
#include <memory>

#include "game.hpp"

namespace vellum::skrit::test {
namespace {

constexpr std::string_view text =
    "property int i$ = 1; float f$ = 2.0; string s$ = \"three\"; bool b$ = true; shared int k$ = 4;\n"
    "shared string t$ = \"five\"; Nothing$() { }\n"
    "Run$( string text$ ) { Skrit.Command( text$ ); }\n"
    "Ask$() { bool found$ = Skrit.CheckFile( \"l.skrit\" ); }\n"
    "startup state A$ {\n"
    "    transition -> B$: OnTimer( 1 ) and OnTimer( 2 );\n"
    "    transition -> C$: OnTimer( 1 ) and OnTimer( 2 );\n"
    "    Step$ at ( 1 seconds ) { } Other$ at ( 1 seconds ) { } Step$ at ( 1 seconds ) { }\n"
    "}\n"
    "state B$ { transition -> C$: OnTimer( 1 ) and OnTimer( 2 ); Step$ at ( 1 seconds ) { } int i$ = 1; }\n"
    "state C$ { int j$ = 1; }\n";

struct Subject {
    Game game;
    World* world = nullptr;
    Object* object = nullptr;

    Subject() {
        game.add("l.skrit", std::string(text)).add("m.skrit", std::string(text));
        const ObjectId made = *game.engine().create("l");
        world = &game.world();
        object = world->find(made.id);
        object->timers.push_back({7, 1.5, 2.5, 3, false, false, 1});
    }
    [[nodiscard]] std::vector<std::byte> saved() const { return *world->snapshot(); }
    void set(std::string_view name, const Value& value) {
        EXPECT_TRUE(game.engine().set({object->id}, name, value));
    }
};

struct Change {
    std::string_view what;
    void (*make)(Subject&);
};

const Change changes[] = {
    {"nothing", [](Subject&) {}},
    {"the next object's number", [](Subject& s) { s.game.engine().release(*s.game.engine().create("l")); }},
    {"chance", [](Subject& s) { s.world->random = 77; }},
    {"instructions", [](Subject& s) { EXPECT_TRUE(s.game.engine().call({s.object->id}, "Nothing$")); }},
    {"whether it started", [](Subject& s) { s.world->start(); }},
    {"whether it is paused", [](Subject& s) { s.world->game_paused = true; }},
    {"a bot", [](Subject& s) { s.world->bots.restore({{"bot", s.object->id}}); }},
    {"a bot's name", [](Subject& s) { s.world->bots.restore({{"tob", s.object->id}}); }},
    {"a stream", [](Subject& s) { s.world->reports.write("x", "text"); }},
    {"whether a stream is let through", [](Subject& s) { s.world->reports.enable("x", false); }},
    {"a stream that scripts may hold", [](Subject& s) { static_cast<void>(s.world->reports.context("x")); }},
    {"how far in a stream stands", [](Subject& s) { s.world->reports.indent("x", 1); }},
    {"a report that has begun", [](Subject& s) { s.world->reports.begin_report("x", true); }},
    {"a compiled command", [](Subject& s) { EXPECT_TRUE(s.world->command("sitnspin")); }},
    {"a compiled formula", [](Subject& s) { EXPECT_TRUE(s.world->formula("1", {})); }},
    {"a value of the stand-in", [](Subject& s) { s.world->stand_in.set("aspect:life", Value(7)); }},
    {"another value of it", [](Subject& s) { s.world->stand_in.set("aspect:life", Value(8)); }},
    {"a shared integer", [](Subject& s) { s.set("k$", Value(5)); }},
    {"a shared text", [](Subject& s) { s.set("t$", Value(String("six"))); }},
    {"whether shared variables are made", [](Subject& s) { s.object->implementation->made = false; }},
    {"an integer", [](Subject& s) { s.set("i$", Value(2)); }},
    {"a float", [](Subject& s) { s.set("f$", Value(3.0F)); }},
    {"a text", [](Subject& s) { s.set("s$", Value(String("four"))); }},
    {"a bool", [](Subject& s) { s.set("b$", Value(false)); }},
    {"parameters", [](Subject& s) { s.object->parameters = "i$=9"; }},
    {"the owner", [](Subject& s) { s.object->owner = 99; }},
    {"references", [](Subject& s) { s.world->retain_object(s.object->id); }},
    {"the state", [](Subject& s) { s.object->state = s.object->unit().find_state("B$"); }},
    {"the state to come", [](Subject& s) { s.object->pending = s.object->unit().find_state("B$"); }},
    {"the next timer's number", [](Subject& s) { s.object->next_timer = 1001; }},
    {"how often it polls", [](Subject& s) { s.object->poll_period = 0.5; }},
    {"when it polls", [](Subject& s) { s.object->poll_clock = 0.5; }},
    {"what polls count", [](Subject& s) { s.object->poll_frames = true; }},
    {"no timer", [](Subject& s) { s.object->timers.clear(); }},
    {"a timer's number", [](Subject& s) { s.object->timers[0].id = 8; }},
    {"a timer's rest", [](Subject& s) { s.object->timers[0].left = 1.25; }},
    {"a timer's period", [](Subject& s) { s.object->timers[0].period = 2.25; }},
    {"a timer's repeats", [](Subject& s) { s.object->timers[0].repeats = -1; }},
    {"whom a timer tells", [](Subject& s) { s.object->timers[0].global = true; }},
    {"what a timer counts", [](Subject& s) { s.object->timers[0].frames = true; }},
    {"a timer's place in the order", [](Subject& s) { s.object->timers[0].serial = 9; }},
    {"what is traced", [](Subject& s) { s.object->trace.calls = true; }},
    {"what else is traced", [](Subject& s) { s.object->trace.states = true; }},
    {"nothing that waits", [](Subject& s) { s.object->waiting.clear(); }},
    {"what waits", [](Subject& s) { s.object->waiting = {{0, 1.0, 1}}; }},
    {"what else waits", [](Subject& s) { s.object->waiting = {{1, 1.0, 1}}; }},
    {"what waits under the same name", [](Subject& s) { s.object->waiting = {{2, 1.0, 1}}; }},
    {"what waits in another state", [](Subject& s) { s.object->waiting = {{3, 1.0, 1}}; }},
    {"in which order it waits", [](Subject& s) { s.object->waiting = {{0, 1.0, 2}}; }},
    {"how long it waits", [](Subject& s) { s.object->waiting = {{0, 0.5, 1}}; }},
    {"term 1 of 6", [](Subject& s) { s.object->remembered[0] = true; }},
    {"term 2 of 6", [](Subject& s) { s.object->remembered[1] = true; }},
    {"term 3 of 6", [](Subject& s) { s.object->remembered[2] = true; }},
    {"term 4 of 6", [](Subject& s) { s.object->remembered[3] = true; }},
    {"term 5 of 6", [](Subject& s) { s.object->remembered[4] = true; }},
    {"term 6 of 6", [](Subject& s) { s.object->remembered[5] = true; }},
    {"another object", [](Subject& s) { EXPECT_TRUE(s.game.engine().create("l")); }},
    {"another object's skrit", [](Subject& s) { EXPECT_TRUE(s.game.engine().create("m")); }},
};

TEST(SkritSnapshotFields, what_differs_is_saved_and_comes_back) {
    std::map<std::vector<std::byte>, std::string_view> seen;
    for (const Change& change : changes) {
        SCOPED_TRACE(change.what);
        Subject subject;
        change.make(subject);
        const std::vector<std::byte> bytes = subject.saved();
        const auto [other, fresh] = seen.emplace(bytes, change.what);
        EXPECT_TRUE(fresh) << "the same as " << other->second;
        Subject later;
        const Result<void> restored = later.world->restore(bytes);
        ASSERT_TRUE(restored) << format(restored.error());
        EXPECT_TRUE(later.saved() == bytes);
    }
}

/// Looking for a skrit costs instructions once for each name: a world that goes on from a snapshot pays what
/// the other would have paid.
TEST(SkritSnapshotFields, names_that_were_looked_up_cost_nothing_again) {
    const auto look_up = [](Subject& subject) {
        const std::uint64_t before = subject.world->instructions();
        EXPECT_TRUE(subject.game.engine().call({subject.object->id}, "Ask$"));
        return subject.world->instructions() - before;
    };
    Subject first;
    const std::uint64_t dear = look_up(first);
    const std::vector<std::byte> bytes = first.saved();
    const std::uint64_t cheap = look_up(first);
    EXPECT_LT(cheap, dear);
    Subject second;
    ASSERT_TRUE(second.world->restore(bytes));
    EXPECT_EQ(second.saved(), bytes);
    second.object = second.world->find(first.object->id);
    EXPECT_EQ(look_up(second), cheap);
}

TEST(SkritSnapshotFields, names_of_scripts_survive_an_exchange) {
    Subject subject;
    subject.game.add("l.skrit", std::string(text) + "// edited\n");
    ASSERT_TRUE(subject.game.engine().reload("l"));
    const std::vector<std::byte> bytes = subject.saved();
    Subject later;
    const Result<void> restored = later.world->restore(bytes);
    ASSERT_TRUE(restored) << format(restored.error());
    EXPECT_TRUE(later.saved() == bytes);
    // and by that name what nobody uses any more is found and given up
    EXPECT_EQ(subject.game.engine().implementation_count(), 1U);
    subject.game.engine().release({subject.object->id});
    EXPECT_EQ(subject.game.engine().implementation_count(), 0U);
}

/// Compiling costs instructions: whoever comes back has compiled what was compiled, and nothing else.
TEST(SkritSnapshotFields, commands_cost_the_same_afterwards) {
    const auto cost = [](Subject& subject, std::string_view command) {
        const std::uint64_t before = subject.world->instructions();
        EXPECT_TRUE(
            subject.game.engine().call({subject.object->id}, "Run$", std::array{Value(String(command))}));
        return subject.world->instructions() - before;
    };
    const auto make = [] { return std::make_unique<Subject>(); };
    const auto one = make(), other = make();
    static_cast<void>(cost(*one, "int known$;"));
    static_cast<void>(cost(*other, "int stale$;"));
    const std::vector<std::byte> saved = one->saved();
    ASSERT_TRUE(other->world->restore(saved));
    other->object = other->world->find(one->object->id);
    EXPECT_EQ(other->world->compiled, one->world->compiled);
    for (const std::string_view command : {"int known$;", "int stale$;", "int fresh$;"})
        EXPECT_EQ(cost(*other, command), cost(*one, command)) << command;
    EXPECT_EQ(other->saved(), one->saved());
}

} // namespace
} // namespace vellum::skrit::test
