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
        engine->compile("int n$ = 0; Count$() { n$ += 1; } int Get$() { return n$; }\n"
                        "startup state A$ { event OnEnterState$ { this.CreateTimer( 1, 1.0 ); }\n"
                        "transition -> B$: OnTimer( 1 ); } state B$;",
                        {.name = "timer.skrit", .variant = {}}, diagnostics);
    ASSERT_TRUE(program);
    StandInHost host(nullptr, nullptr);
    const ProgramPtr programs[] = {*program};
    auto world = engine->instantiate(programs, host, {}, diagnostics);
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

} // namespace
} // namespace vellum
