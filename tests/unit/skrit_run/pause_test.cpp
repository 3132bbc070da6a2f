// A pause before any instruction of whatever runs: nobody notices it, and the machine can be looked at.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "support/skrit_judge.hpp"
#include "vellum/skrit.hpp"

namespace vellum {
namespace {

std::shared_ptr<skrit::Unit> compiled(std::string_view text, std::string_view name = "paused.skrit") {
    skrit::CompileOptions options;
    options.name = name;
    options.exports = &skrit::siege_exports();
    skrit::Exports inferred(options.exports);
    options.inferred = &inferred;
    Diagnostics diagnostics;
    return compile_unit(text, options, diagnostics);
}

/// Everything that can be under way: initialisers, state functions, events, triggers, conditions,
/// transitions, timers, at functions, polls, computed delays, calls in calls, texts, a division that fails.
constexpr std::string_view everything = R"(
property int needed$ = 2;
int made$ = Twice$( 4 );
shared int all$ = Twice$( 1 );
string said$ = "begun ";
int Twice$( int n$ ) { int r$ = n$; r$ += Plus$( n$, 0 ); return r$; }
int Plus$( int a$, int b$ ) { string t$ = "x"; t$ += "y"; return a$ + b$; }
bool Ready$( int n$ ) { said$ += "?"; return n$ >= needed$; }
float Later$() { return 0.5 * 1.0; }
event OnConstructShared$ { all$ += 1; }
event OnConstruct$ { this.CreateTimer( 1, 0.25 ); this.SetTimerRepeatCount( 1, -1 ); this.SetTimerGlobal( 1, true ); }
event OnTimer$( int id$, float late$ ) { made$ += id$; said$ += "t"; Report.GenericF( "%d %s\n", made$, said$ ); }
trigger OnTimer$( 1 ) { int zero$ = made$ - made$; if( made$ % 5 == 0 ) { made$ = made$ / zero$; } }
event OnUpdate$( float s$ ) { said$ += "u"; }
Soon$ at ( 300 msec ) { said$ += "at"; this.CreateTimer( 3, 0 ); }
startup state Waiting$ poll( Later$() )
{
	event OnEnterState$ { said$ += "W"; made$ += Twice$( 1 ); }
	event OnExitState$ { said$ += "w"; }
	event OnTransitionPoll$ { said$ += "p"; }
	Inner$ at ( 1 frames ) { said$ += "i"; }
	transition -> Done$: if( Ready$( made$ ) ) and if( Ready$( 3 ) ) = { said$ += "!"; Twice$( 2 ); }
}
state Done$
{
	event OnEnterState$ { SetState Last$; }
	event OnTimer$ { said$ += "d"; }
}
state Last$
{
	Back$ at ( 2 frames ) { said$ += "b"; SetState Waiting$; }
	transition -> Waiting$: OnTimer( 3 ) and if( Ready$( 9 ) ) = { said$ += "#"; }
}
)";

TEST(SkritPauses, AreNoticedByNobodyWhereverTheyFall) {
    const auto unit = compiled(everything);
    ASSERT_NE(unit, nullptr);
    for (const bool steps : {false, true})
        for (std::uint64_t every = 1; every < 60; every += every < 12 ? 1 : 7) {
            test::SkritJudge judge(unit, 20'000);
            EXPECT_EQ(judge.run_paused(8, every, steps), "") << every << (steps ? " watched" : "");
            EXPECT_GT(judge.seen().pauses, every < 30 ? 20U : 5U) << every;
        }
}

// The fast loop charges where control leaves a straight run, and near a pause it has less left than one may
// be long.
TEST(SkritPauses, HideNoInstructionOfARunThatFaults) {
    const auto unit =
        compiled("int zero$ = 0; int b$ = 0; int Plus$( int n$ ) { return n$ + 1; }\n"
                 "event OnTimer$( int id$, float late$ ) { int x$ = Plus$( id$ ); int y$ = x$ * 3 - id$; "
                 "int w$ = y$ + x$ * 2; b$ = w$ + y$; b$ = b$ / zero$; }");
    ASSERT_NE(unit, nullptr);
    for (std::uint64_t every = 1; every < 90; ++every) {
        test::SkritJudge judge(unit, 20'000);
        EXPECT_EQ(judge.run_paused(2, every), "") << every;
    }
}

TEST(SkritPauses, ChangeNothingNearABudget) {
    const auto unit = compiled(everything);
    ASSERT_NE(unit, nullptr);
    for (std::uint64_t budget = 3; budget < 60; budget += 4)
        for (const std::uint64_t every : {1U, 2U, 5U}) {
            test::SkritJudge judge(unit, budget);
            EXPECT_EQ(judge.run_paused(3, every), "") << budget << " " << every;
        }
}

/// The skrits of the text cases that compile.
template <class Visit> void each_text_case(const Visit& visit) {
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(VELLUM_SOURCE_DIR) /
                                                                 "tests/cases/skrit/statements")) {
        std::ifstream stream(entry.path(), std::ios::binary);
        std::string text;
        for (std::string line; std::getline(stream, line) && !line.starts_with(";; expect");)
            if (!line.starts_with(";;")) text += line + "\n";
        if (const auto unit = compiled(text, entry.path().filename().string()))
            visit(unit, entry.path().string()); // else its mistakes are the case
    }
}

TEST(SkritPauses, AreNoticedByNoTextCase) {
    std::size_t count = 0;
    each_text_case([&](const auto& unit, const std::string& name) {
        ++count;
        for (const std::uint64_t every : {1U, 7U, 100U}) {
            test::SkritJudge judge(unit, 5000);
            EXPECT_EQ(judge.run_paused(3, every), "") << name << " " << every;
        }
    });
    EXPECT_GE(count, 18U);
}

/// "Plus$ a$:int=3 b$:int=4 | int=3 string=xy"
std::string shown(const skrit::InspectedFrame& frame) {
    const auto text = [](const skrit::Inspected& one) {
        std::string value = one.value.is(Type::string)    ? std::string(one.value.text())
                            : one.value.is(Type::real)    ? "real"
                            : one.value.is(Type::boolean) ? (one.value.boolean() ? "true" : "false")
                            : one.value.is(Type::object)  ? std::to_string(one.value.object().id)
                                                          : std::to_string(one.value.integer());
        return " " + one.name + (one.name.empty() ? "" : ":") + one.type + "=" + value;
    };
    std::string line = frame.place.function + ":" + std::to_string(frame.place.line);
    for (const skrit::Inspected& local : frame.locals) line += text(local);
    line += " |";
    for (const skrit::Inspected& cell : frame.stack) line += text(cell);
    return line;
}

/// The address of the last instruction with that mnemonic in the function.
std::uint32_t address_of(const skrit::Unit& unit, std::string_view function, std::string_view mnemonic) {
    const skrit::UnitFunction& row = unit.functions_table[unit.find_function(function)];
    std::uint32_t found = row.address;
    for (const isa::Instruction& one : unit.instructions.instructions)
        if (one.address >= row.address && one.address < row.end &&
            unit.instructions.row(one).mnemonic == mnemonic)
            found = one.address;
    return found;
}

constexpr std::string_view nested_calls = R"(int sum$ = 0;
string Join$( string a$, int n$, bool odd$ )
{
	string all$ = a$ + "-";
	int twice$ = n$ * 2;
	Games.Poke();
	return all$ + a$;
}
event OnGo$( int n$ )
{
	string said$ = "begun " + Join$( "text", n$, n$ % 2 != 0 );
	Report.Generic( said$ );
	sum$ += n$;
}
)";

struct Game {
    explicit Game() {
        EXPECT_TRUE(host.declare("static class Games { void Poke(); }; managed class Torch; Torch Light();"));
        EXPECT_TRUE(host.event("OnGo( int n )"));
        EXPECT_TRUE(host.function("void Games.Poke()", [this] {
            if (poked) poked();
        }));
        EXPECT_TRUE(host.function("Torch Light()", [] { return ObjectId{7}; }));
        host.managed([this](ObjectId) { ++references; }, [this](ObjectId) { --references; });
        engine = std::make_unique<SkritEngine>(host);
        engine->on_report([this](std::string_view, std::string_view text) { said += text; });
    }
    ObjectId make(std::string_view text, std::string_view name = "it.skrit") {
        const auto made = engine->create_from_text(text, name);
        EXPECT_TRUE(made) << format(made.error());
        return made.value_or(ObjectId{});
    }
    skrit::World& world() { return engine->world(); }
    const skrit::Unit& unit(ObjectId object) { return world().find(object.id)->unit(); }

    SkritHost host;
    std::function<void()> poked;
    std::string said;
    int references = 0;
    std::unique_ptr<SkritEngine> engine;
};

TEST(SkritPauses, FallBeforeAnAddressAndShowWhatThereIs) {
    Game game;
    const ObjectId object = game.make(nested_calls);
    const skrit::Unit& unit = game.unit(object);
    game.world().pause_at(unit, address_of(unit, "Join$", "CALL"));
    game.world().pause_at(unit, address_of(unit, "Join$", "ADDSS"));
    const Value values[] = {Value(21)};
    game.engine->send(object, "OnGo", values);
    ASSERT_TRUE(game.world().paused());
    std::vector<skrit::InspectedFrame> frames = game.world().inspect();
    ASSERT_EQ(frames.size(), 2U);
    EXPECT_EQ(shown(frames[0]),
              "Join$:6 a$:string=text n$:int=21 odd$:bool=true all$:string=text- twice$:int=42 |");
    EXPECT_EQ(shown(frames[1]), "OnGo$:11 n$:int=21 said$:string= | string=begun ");
    EXPECT_EQ(game.world().machine(0).frames.size(), 2U);
    EXPECT_EQ(game.world().machine(0).state, MachineState::ready);
    EXPECT_FALSE(game.world().finished());
    game.world().resume();
    ASSERT_TRUE(game.world().paused()); // not at the same one again
    frames = game.world().inspect();
    EXPECT_EQ(shown(frames[0]).substr(shown(frames[0]).find('|')), "| string=text- string=text");
    game.world().pause_after(1);
    game.world().resume();
    ASSERT_TRUE(game.world().paused());
    frames = game.world().inspect();
    EXPECT_EQ(shown(frames[0]).substr(shown(frames[0]).find('|')), "| string=text-text");
    game.world().clear_pauses();
    EXPECT_TRUE(game.world().paused());
    game.world().resume();
    EXPECT_FALSE(game.world().paused());
    EXPECT_TRUE(game.world().inspect().empty());
    EXPECT_EQ(game.said, "begun text-text");
    EXPECT_EQ(game.engine->get(object, "sum$")->integer(), 21);
}

TEST(SkritPauses, FallBehindANativeAndWhatItSetsGoing) {
    Game game;
    const ObjectId object = game.make(nested_calls);
    const ObjectId other = game.make("int n$ = 0; event OnGo$ { n$ += 1; n$ += 1; n$ += 1; }", "other.skrit");
    game.poked = [&] {
        game.world().pause_after(2);
        const Value values[] = {Value(1)};
        EXPECT_TRUE(game.engine->send(other, "OnGo", values));
        EXPECT_FALSE(game.world().paused());
        EXPECT_EQ(game.engine->get(other, "n$")->integer(), 3);
    };
    const Value values[] = {Value(21)};
    game.engine->send(object, "OnGo", values);
    ASSERT_TRUE(game.world().paused());
    const auto frames = game.world().inspect();
    const std::int64_t call =
        game.unit(object).instructions.at(address_of(game.unit(object), "Join$", "CALL"));
    EXPECT_EQ(frames.front().instruction, call + 1);
    // What is called for its value while the world is paused runs to its end …
    EXPECT_EQ(game.engine->formula("1 + 1")->integer(), 2);
    EXPECT_TRUE(game.world().paused());
    // … and an event begins when what is paused has ended.
    game.poked = nullptr;
    EXPECT_TRUE(game.engine->send(object, "OnGo", values));
    EXPECT_FALSE(game.world().paused());
    EXPECT_EQ(game.said, "begun text-textbegun text-text");
}

TEST(SkritPauses, AreExactInThePresenceOfNatives) {
    Game game;
    const ObjectId object = game.make(nested_calls);
    std::uint64_t at_native = 0;
    game.poked = [&] { game.world().pause_after(0); };
    const Value values[] = {Value(1)};
    const std::uint64_t before = game.world().instructions();
    game.engine->send(object, "OnGo", values);
    ASSERT_TRUE(game.world().paused());
    at_native = game.world().instructions() - before;
    game.poked = nullptr;
    game.world().resume();
    game.world().pause_after(at_native);
    const std::uint64_t again = game.world().instructions();
    game.engine->send(object, "OnGo", values);
    ASSERT_TRUE(game.world().paused());
    EXPECT_EQ(game.world().instructions() - again, at_native);
    const std::int64_t call =
        game.unit(object).instructions.at(address_of(game.unit(object), "Join$", "CALL"));
    EXPECT_EQ(game.world().inspect().front().instruction, call + 1);
}

TEST(SkritPauses, AreTakenUpByAnotherWorldWhereverTheyFall) {
    const auto unit = compiled(everything);
    ASSERT_NE(unit, nullptr);
    for (const std::uint64_t every : {1U, 2U, 5U, 11U, 40U}) {
        test::SkritJudge judge(unit, 20'000);
        EXPECT_EQ(judge.run_paused(8, every, every == 2, true), "") << every;
        EXPECT_GT(judge.seen().pauses, every < 30 ? 20U : 5U) << every;
    }
}

TEST(SkritPauses, AreTakenUpInEveryTextCase) {
    std::size_t count = 0;
    each_text_case([&](const auto& unit, const std::string& name) {
        ++count;
        for (const std::uint64_t every : {1U, 7U, 100U}) {
            test::SkritJudge judge(unit, 5000);
            EXPECT_EQ(judge.run_paused(3, every, false, true), "") << name << " " << every;
        }
    });
    EXPECT_GE(count, 18U);
}

TEST(SkritPauses, RefuseSavedGamesAndGiveWayToOlderSnapshots) {
    Game game;
    const ObjectId object = game.make(nested_calls);
    const auto begun = game.world().snapshot();
    ASSERT_TRUE(begun);
    const Value values[] = {Value(21)};
    for (std::uint64_t stop = 1; stop < 25; ++stop) {
        game.world().pause_after(stop);
        game.engine->send(object, "OnGo", values);
        ASSERT_TRUE(game.world().paused());
        const auto refused = game.world().save();
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code->id, "snapshot.busy");
        EXPECT_FALSE(game.engine->reload("it.skrit"));
        EXPECT_FALSE(game.world().restore({}));
        const auto paused = game.world().snapshot();
        ASSERT_TRUE(paused);
        EXPECT_EQ(game.world().load(*paused).error().code->id, "snapshot.busy");
        EXPECT_TRUE(game.world().paused());
        ASSERT_TRUE(game.world().restore(*begun)) << stop;
        EXPECT_FALSE(game.world().paused());
        EXPECT_EQ(*game.world().snapshot(), *begun);
        game.said.clear();
        game.engine->send(object, "OnGo", values);
        EXPECT_EQ(game.said, "begun text-text");
        ASSERT_TRUE(game.world().restore(*begun));
    }
    EXPECT_EQ(game.world().machines_made(), 1U);
}

TEST(SkritPauses, LeaveNothingBehindWhenTheWorldGoes) {
    for (std::uint64_t stop = 1; stop < 30; ++stop) {
        Game game;
        const ObjectId object =
            game.make("Torch t$; string Name$( Torch a$ ) { Torch b$ = a$; return \"x\" + \"y\"; }\n"
                      "event OnGo$ { t$ = Light(); string s$ = \"a\" + Name$( t$ ); }");
        game.world().pause_after(stop);
        const Value values[] = {Value(1)};
        game.engine->send(object, "OnGo", values);
        game.engine.reset();
        EXPECT_EQ(game.references, 0) << stop;
    }
}

} // namespace
} // namespace vellum
