// The world behind the common interfaces, and what embedders rely on beyond the conformance programs.
#include <gtest/gtest.h>

#include "engines/skrit/engine.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"
#include "vellum/skrit.hpp"

namespace vellum {
namespace {

SkritOptions from(std::string& text) {
    SkritOptions options;
    options.find = [&text](std::string_view name, SkritSource& source) {
        source = {std::string(name) + ".skrit", text};
        return !text.empty();
    };
    return options;
}

TEST(SkritScheduler, RunsAndRestoresASnapshot) {
    const Engine* engine = &skrit::engine();
    Diagnostics diagnostics;
    const auto program =
        engine->language()->compile("int n$ = 0; Count$() { n$ += 1; } int Get$() { return n$; }\n"
                                    "startup state A$ { event OnEnterState$ { this.CreateTimer( 1, 1.0 ); }\n"
                                    "transition -> B$: OnTimer( 1 ); } state B$;",
                                    {.name = "timer.skrit"}, diagnostics);
    ASSERT_TRUE(program);
    StandInHost host(nullptr, nullptr);
    const ProgramPtr programs[] = {*program};
    auto world = engine->runtime().instantiate(programs, host, {}, diagnostics);
    ASSERT_TRUE(world);
    (*world)->start();
    ASSERT_EQ((*world)->machine_count(), 1U);
    EXPECT_FALSE((*world)->finished());
    ASSERT_TRUE((*world)->call("Count$", {}));
    (*world)->frame(0.6F);
    const auto saved = (*world)->snapshot();
    ASSERT_TRUE(saved);
    (*world)->frame(0.6F);
    ASSERT_TRUE((*world)->call("Count$", {}));
    EXPECT_TRUE((*world)->finished());
    const auto restored = (*world)->restore(*saved);
    ASSERT_TRUE(restored) << format(restored.error());
    EXPECT_FALSE((*world)->finished());
    EXPECT_EQ((*world)->call("Get$", {})->integer(), 1);
    const auto again = (*world)->snapshot();
    ASSERT_TRUE(again);
    (*world)->frame(0.6F);
    EXPECT_TRUE((*world)->finished());
    EXPECT_TRUE((*world)->faults().empty());
}

TEST(SkritScheduler, RefusesDamagedSnapshots) {
    std::string text = "property string s$ = \"x\"; startup state A$ { T$ at ( 5 frames ) { } }";
    SkritHost host;
    SkritEngine engine(host, from(text));
    ASSERT_TRUE(engine.create("a"));
    std::vector<std::byte> saved = *engine.save();
    for (std::size_t i = 0; i < saved.size(); ++i) {
        std::vector<std::byte> damaged = saved;
        damaged[i] ^= std::byte{0x41};
        EXPECT_FALSE(engine.load(damaged)) << i;
        damaged = saved;
        damaged.resize(i);
        EXPECT_FALSE(engine.load(damaged)) << i;
    }
    EXPECT_EQ(engine.object_count(), 1U);
    EXPECT_TRUE(engine.load(saved));
}

TEST(SkritObjects, EventsNobodyHandlesNeverEnterAMachine) {
    std::string text = "event OnUpdate$( float t$ ) { }";
    SkritHost host;
    ASSERT_TRUE(host.event("OnUpdate( float seconds )"));
    ASSERT_TRUE(host.event("OnStartChore( int a, int b )"));
    SkritEngine engine(host, from(text));
    const ObjectId object = *engine.create("a");
    const std::uint64_t before = engine.instructions();
    const Value values[] = {Value(1), Value(2)};
    EXPECT_FALSE(engine.send(object, "OnStartChore", values));
    EXPECT_EQ(engine.instructions(), before);
    EXPECT_FALSE(engine.interested(object, engine.event("OnStartChore")));
    EXPECT_TRUE(engine.send(object, "OnUpdate", std::vector<Value>{Value(0.5F)}));
    EXPECT_GT(engine.instructions(), before);
    EXPECT_EQ(engine.machines(), 1U); // two calls, one machine
}

/// What observers are told became of the events sent.
struct Outcomes final : Observer {
    std::vector<std::string> seen;
    void event(const Scheduler&, std::uint32_t, std::string_view name, std::span<const Value>,
               std::string_view outcome) override {
        if (name == "OnKick" || name == "OnPush") seen.emplace_back(outcome);
    }
};

TEST(SkritObjects, ObserversHearWhatTookAnEvent) {
    const Engine* engine = &skrit::engine();
    Diagnostics diagnostics;
    const auto program =
        engine->language()->compile("startup state A$ { transition -> B$: OnKick( 1 ) and OnPush(); }\n"
                                    "state B$ { event OnKick$( int n$ ) { }\n"
                                    "transition -> A$: OnKick( 2 ); }",
                                    {.name = "kicks.skrit"}, diagnostics);
    ASSERT_TRUE(program);
    StandInHost host(nullptr, nullptr);
    const ProgramPtr programs[] = {*program};
    auto world = engine->runtime().instantiate(programs, host, {}, diagnostics);
    ASSERT_TRUE(world);
    Outcomes outcomes;
    (*world)->add_observer(outcomes);
    (*world)->start();
    for (const Event& event : {Event{"OnKick", {Value(3)}},
                               {"OnKick", {Value(1)}},
                               {"OnPush", {}},
                               {"OnKick", {Value(1)}},
                               {"OnKick", {Value(2)}}})
        ASSERT_TRUE((*world)->send(event));
    const std::vector<std::string> expected = {
        "no handler in this state", "a transition recorded it and waits for more", "a transition took it",
        "handled", "handled, and a transition took it"};
    EXPECT_EQ(outcomes.seen, expected);
    (*world)->remove_observer(outcomes);
}

TEST(SkritObjects, LastReleaseFreesObjectAndImplementation) {
    std::string text = "event OnDestroy$ { Report.Generic( \"gone\\n\" ); }";
    SkritHost host;
    SkritEngine engine(host, from(text));
    std::string output;
    engine.on_report([&](std::string_view, std::string_view line) { output += line; });
    const ObjectId a = *engine.create("x");
    const ObjectId b = *engine.create("x");
    EXPECT_EQ(engine.implementation_count(), 1U);
    EXPECT_EQ(engine.compilations(), 1U);
    engine.retain(a);
    engine.release(a);
    EXPECT_EQ(output, "");
    engine.release(a);
    EXPECT_EQ(output, "gone\n");
    EXPECT_FALSE(engine.exists(a));
    engine.release(b);
    EXPECT_EQ(engine.implementation_count(), 0U);
}

TEST(SkritObjects, StateChangesWithoutEndAreStopped) {
    std::string text = "state A$ { event OnEnterState$ { SetState A$; } }";
    SkritHost host;
    SkritEngine engine(host, from(text));
    std::string message;
    engine.on_error([&](const Fault& fault, std::string_view) { message = fault.message; });
    ASSERT_TRUE(engine.create("a"));
    EXPECT_EQ(message, "too many state changes");
}

TEST(SkritObjects, ErrorsShowSourceAndOpcodes) {
    std::string text = "int Bad$( int a$ )\n{\n\treturn 1 / a$;\n}\n";
    SkritHost host;
    SkritEngine engine(host, from(text));
    std::string box;
    engine.on_error([&](const Fault&, std::string_view listing) { box = listing; });
    const Value zero[] = {Value(0)};
    EXPECT_FALSE(engine.call(*engine.create("a"), "Bad$", zero));
    EXPECT_NE(box.find("3: \treturn 1 / a$;"), std::string::npos) << box;
    EXPECT_NE(box.find(" -> DIVIDEI"), std::string::npos) << box;
}

TEST(SkritObjects, ReloadKeepsStateAndVariables) {
    std::string text = "int n$ = 1; startup state A$; state B$; Go$() { n$ = 5; SetState B$; }";
    SkritHost host;
    SkritEngine engine(host, from(text));
    const ObjectId object = *engine.create("a");
    ASSERT_TRUE(engine.call(object, "Go$"));
    text = "broken";
    EXPECT_FALSE(engine.reload("a"));
    EXPECT_EQ(engine.state(object), "B$");
    text = "int other$ = 7; int n$ = 1; startup state A$; state B$; int Sum$() { return n$ + other$; }";
    ASSERT_TRUE(engine.reload("a"));
    EXPECT_EQ(engine.state(object), "B$");
    EXPECT_EQ(engine.call(object, "Sum$")->integer(), 12);
}

TEST(SkritObjects, RetryCompilesAgain) {
    std::string text = "int F$() { return 1 }";
    SkritHost host;
    SkritEngine engine(host, from(text));
    int asked = 0;
    engine.on_retry([&](const Diagnostics& problems) {
        EXPECT_FALSE(problems.ok());
        text = "int F$() { return 1; }";
        return ++asked == 1;
    });
    EXPECT_TRUE(engine.create("a"));
    EXPECT_EQ(asked, 1);
}

TEST(SkritCommands, AreCompiledOnceAndPrintfNeverReadsTooMuch) {
    SkritHost host;
    SkritEngine engine(host);
    const std::uint64_t before = engine.compilations();
    ASSERT_TRUE(engine.command("Report.Generic( \"x\" )"));
    ASSERT_TRUE(engine.command("Report.Generic( \"x\" )"));
    EXPECT_EQ(engine.compilations(), before + 1);
    for (const char* bad :
         {"Report.GenericF( \"%d\" )", "Report.GenericF( \"%s\", 5 )", "Report.GenericF( \"%n\", 5 )",
          "Report.GenericF( \"%\" )", "Report.GenericF( \"%99999d\", 5 )", "Report.GenericF( \"%f\", 5 )"})
        EXPECT_FALSE(engine.command(bad)) << bad;
}

TEST(SkritLimits, TextsDoNotGrowWithoutEnd) {
    SkritHost host;
    SkritOptions options;
    options.text_bytes = 1000;
    SkritEngine engine(host, options);
    EXPECT_FALSE(engine.command("string s$ = \"x\"; forever { s$ = s$ + s$; }"));
    EXPECT_FALSE(engine.command("string s$; forever { s$ += \"xyz\"; }"));
    EXPECT_FALSE(
        engine.command("string s$ = \"x\"; forever { StringTool.AppendF( s$, \"%s%s\", s$, s$ ); }"));
    EXPECT_TRUE(engine.command("Report.Generic( \"still here\" )"));
}

TEST(SkritRetail, ErrorsAreCaughtAndSaidToNobody) {
    SkritHost host;
    SkritOptions options;
    options.retail = true;
    SkritEngine engine(host, options);
    int told = 0;
    engine.on_error([&](const Fault&, std::string_view) { ++told; });
    EXPECT_FALSE(engine.command("int a$; Report.GenericF( \"%d\", 1 / a$ )"));
    EXPECT_EQ(told, 0);
}

/// A host with counted things, and an engine on it.
struct Things {
    Things() {
        EXPECT_TRUE(host.declare("managed class Thing { int Size(); int Add( int more ); Thing Self(); };"));
        EXPECT_TRUE(host.function("int Thing.Size()", [this](Call& call) {
            lowest = std::min(lowest, references);
            return static_cast<std::int32_t>(call.receiver.id);
        }));
        EXPECT_TRUE(host.function("int Thing.Add( int more )", [this](Call& call, std::int32_t more) {
            lowest = std::min(lowest, references);
            return static_cast<std::int32_t>(call.receiver.id) + more;
        }));
        EXPECT_TRUE(host.function("Thing Thing.Self()", [](Call& call) { return call.receiver; }));
        EXPECT_TRUE(host.function("Thing MakeThing()", [] { return ObjectId{5}; }));
        EXPECT_TRUE(host.function("Thing Pass( Thing thing )", [](ObjectId thing) { return thing; }));
        host.managed([this](ObjectId) { most = std::max(most, ++references); },
                     [this](ObjectId) { zero += --references == 0 ? 1 : 0; });
    }
    SkritHost host;
    int references = 0, most = 0, lowest = 1'000'000, zero = 0;
};

TEST(SkritHandles, LiveUntilTheCallThatUsesThemAndNoLonger) {
    Things things;
    SkritEngine engine(things.host);
    const ObjectId object = *engine.create_from_text(
        "int Three$() { Report.Generic( \"\" ); return MakeThing().Size - 2; }\n"
        "int Outer$() { return MakeThing().Add( Three$() ); }\n"
        "int Loop$() { int i$ = 0; int sum$ = 0; Thing t$ = MakeThing();\n"
        " while( i$ < 1000 ) { sum$ = sum$ + t$.Self().Size(); i$ += 1; } return sum$; }\n"
        "int Passed$() { return Pass( MakeThing() ).Size; }\n"
        "Thing kept$; Keep$() { kept$ = MakeThing(); } Drop$() { kept$ = null; }",
        "things");
    EXPECT_EQ(engine.call(object, "Outer$")->integer(), 8);
    EXPECT_GE(things.lowest, 1); // every receiver was held while it was asked
    EXPECT_EQ(things.references, 0);
    things.lowest = 1'000'000;
    things.zero = 0;
    EXPECT_EQ(engine.call(object, "Passed$")->integer(), 5);
    EXPECT_EQ(things.zero, 1); // only at the end
    EXPECT_EQ(engine.call(object, "Loop$")->integer(), 5000);
    EXPECT_LE(things.most, 6); // nothing piles up
    EXPECT_EQ(things.references, 0);
    EXPECT_TRUE(engine.call(object, "Keep$"));
    EXPECT_EQ(things.references, 1);
    EXPECT_TRUE(engine.call(object, "Drop$"));
    EXPECT_EQ(things.references, 0);
    EXPECT_TRUE(engine.call(object, "Keep$"));
    engine.release(object);
    EXPECT_EQ(things.references, 0); // the object's variables give back what they hold
}

TEST(SkritObjects, TimersOfTheConstructionOutliveTheEntryOfTheStartupState) {
    std::string text = "event OnConstruct$ { this.CreateTimer( 1, 0.5 ); }\n"
                       "event OnTimer$( int id$, float late$ ) { Report.Generic( \"timer\" ); }\n"
                       "startup state A$; state B$; Leave$() { this.CreateTimer( 2, 0.5 ); SetState B$; }";
    SkritHost host;
    SkritEngine engine(host, from(text));
    std::string output;
    engine.on_report([&](std::string_view, std::string_view line) { output += line; });
    const ObjectId object = *engine.create("a");
    engine.update(1);
    EXPECT_EQ(output, "timer");
    EXPECT_TRUE(engine.call(object, "Leave$"));
    engine.update(1);
    EXPECT_EQ(output, "timer"); // local to the state that was left
}

TEST(SkritObjects, OverdueAtFunctionsRunInTheOrderOfTheirTimes) {
    std::string text = "startup state A$ { Late$ at ( 300 msec ) { Report.Generic( \"late \" ); }\n"
                       "Early$ at ( 100 msec ) { Report.Generic( \"early \" ); } }";
    SkritHost host;
    SkritEngine engine(host, from(text));
    std::string output;
    engine.on_report([&](std::string_view, std::string_view line) { output += line; });
    ASSERT_TRUE(engine.create("a"));
    engine.update(1);
    EXPECT_EQ(output, "early late ");
}

TEST(SkritObjects, VariablesOfStatesAreSavedAsThoseOfTheObject) {
    std::string text =
        "startup state A$ { int n$ = 1; event OnEnterState$ { n$ = 11; SetState B$; } }\n"
        "state B$ { int m$ = 2; event OnEnterState$ { m$ = n$ + 11; } event OnTimer$( int i$, float f$ )"
        " { Report.GenericF( \"%d\", m$ ); } }\n"
        "Arm$() { this.CreateTimer( 1, 0 ); }";
    SkritHost host;
    SkritEngine engine(host, from(text));
    std::string output;
    engine.on_report([&](std::string_view, std::string_view line) { output += line; });
    const ObjectId object = *engine.create("a");
    const auto saved = engine.save();
    ASSERT_TRUE(saved);
    ASSERT_TRUE(engine.load(*saved));
    ASSERT_TRUE(engine.call(object, "Arm$"));
    engine.update(1);
    EXPECT_EQ(output, "22");
    ASSERT_TRUE(engine.reload("a"));
    ASSERT_TRUE(engine.call(object, "Arm$"));
    engine.update(1);
    EXPECT_EQ(output, "2222");
}

TEST(SkritObjects, OneNameStandsForOneText) {
    SkritHost host;
    SkritEngine engine(host);
    const auto first = engine.create_from_text("int F$() { return 1; }", "x");
    ASSERT_TRUE(first);
    EXPECT_TRUE(engine.create_from_text("int F$() { return 1; }", "X"));
    EXPECT_EQ(engine.implementation_count(), 1U);
    const auto other = engine.create_from_text("startup state A$; state B$; int F$() { return 2; }", "x");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code->id, "skrit.other-text");
}

} // namespace
} // namespace vellum
