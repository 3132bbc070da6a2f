// Every way to run away ends in a clear error of its own that stops only the fragment: the object stays, its
// next fragment runs.
#include <gtest/gtest.h>

#include "engines/skrit/world/world.hpp"
#include "vellum/skrit.hpp"

namespace vellum {
namespace {

/// An engine with one object of a text, and the faults it had.
struct Case {
    explicit Case(std::string_view text, SkritOptions options = {}) : engine(host, std::move(options)) {
        engine.on_error([this](const Fault& fault, std::string_view) {
            codes.emplace_back(fault.code->id);
            messages.push_back(fault.message);
        });
        const Result<ObjectId> made = engine.create_from_text(text, "case");
        EXPECT_TRUE(made) << (made ? std::string() : format(made.error()));
        if (made) object = *made;
    }
    /// Calls a function that must fail with that code, then one that must work.
    void fails(std::string_view function, std::string_view code) {
        codes.clear();
        EXPECT_FALSE(engine.call(object, function));
        ASSERT_FALSE(codes.empty());
        EXPECT_EQ(codes[0], code) << messages.back();
        const Result<Value> after = engine.call(object, "After$");
        ASSERT_TRUE(after);
        EXPECT_EQ(after->integer(), 7);
    }

    SkritHost host;
    SkritEngine engine;
    ObjectId object;
    std::vector<std::string> codes, messages;
};

constexpr std::string_view after = "int After$() { return 7; }\n";

TEST(SkritLimits, InstructionsOfAnEndlessLoop) {
    SkritOptions options;
    options.budget.instructions = 10'000;
    Case scene(std::string(after) + "Go$() { forever { } } Deep$() { forever { Step$(); } } Step$() { }",
               options);
    const std::uint64_t before = scene.engine.instructions();
    scene.fails("Go$", "skrit.instruction-limit");
    EXPECT_LE(scene.engine.instructions() - before, 10'100U);
    scene.fails("Deep$", "skrit.instruction-limit");
}

TEST(SkritLimits, CallDepth) {
    SkritOptions options;
    options.budget.call_depth = 40;
    Case scene(std::string(after) +
                   "int n$; Go$() { n$ += 1; Go$(); }\n"
                   "Nested$() { n$ += 1; Skrit.Command( \"Report.Generic( \\\"x\\\" )\" ); Nested$(); }",
               options);
    scene.fails("Go$", "skrit.depth-limit");
    EXPECT_EQ(scene.engine.get(scene.object, "n$")->integer(), 40);
    scene.fails("Nested$", "skrit.depth-limit");
}

TEST(SkritLimits, FramesThatNeedTheWholeStack) {
    SkritOptions options;
    options.budget.call_depth = 100'000;
    options.budget.instructions = 1'000'000;
    Case scene(std::string(after) +
                   "int Go$( int a$, int b$ ) { int c$ = a$ + b$; return Go$( c$, a$ ) + 1; }"
                   " int Run$() { return Go$( 1, 2 ); }",
               options);
    scene.fails("Run$", "skrit.depth-limit");
}

TEST(SkritLimits, BytesOfOneText) {
    SkritOptions options;
    options.text_bytes = 5000;
    Case scene(
        std::string(after) +
            "string kept$ = \"x\";\n"
            "Append$() { string s$; forever { s$ += \"xyz\"; } }\n"
            "Double$() { forever { kept$ += kept$; } }\n"
            "Native$() { string s$ = \"xyz\"; forever { StringTool.AppendF( s$, \"%s%s\", s$, s$ ); } }\n"
            "int Size$() { return StringTool.GetLength( kept$ ); }",
        options);
    scene.fails("Append$", "skrit.text-limit");
    scene.fails("Double$", "skrit.text-limit");
    EXPECT_EQ(scene.engine.get(scene.object, "kept$")->text().size(), 4096U); // the last that fitted
    scene.fails("Native$", "skrit.text-limit");
}

TEST(SkritLimits, MemoryOfAWorld) {
    SkritOptions options;
    options.budget.memory = 1U << 20U; // the machine's stack takes 128 KB of it
    options.text_bytes = 200'000;
    Case scene(std::string(after) +
                   "string a$; string b$; string c$; string d$; string e$; string f$; string g$; string h$;\n"
                   "string Big$( string seed$ ) { string s$ = seed$; int i$ = 0; while( i$ < 17 ) "
                   "{ s$ = s$ + s$; i$ += 1; } return s$; }\n"
                   "Fill$() { a$ = Big$( \"1\" ); b$ = Big$( \"2\" ); c$ = Big$( \"3\" ); d$ = Big$( \"4\" );"
                   " e$ = Big$( \"5\" ); f$ = Big$( \"6\" ); g$ = Big$( \"7\" ); h$ = Big$( \"8\" ); }\n"
                   "Share$() { a$ = Big$( \"1\" ); b$ = a$; c$ = a$; d$ = a$; e$ = a$; f$ = a$; g$ = a$; h$ "
                   "= a$; }\n"
                   "Clear$() { a$ = \"\"; b$ = \"\"; c$ = \"\"; d$ = \"\"; e$ = \"\"; f$ = \"\"; g$ = \"\"; "
                   "h$ = \"\"; }\n"
                   "Recurse$( string s$ ) { string t$ = s$ + \"x\"; Recurse$( t$ ); }\n"
                   "Deep$() { Recurse$( Big$( \"1\" ) ); }",
               options);
    scene.fails("Fill$", "skrit.memory-limit");
    scene.fails("Fill$", "skrit.memory-limit"); // what variables keep still counts
    ASSERT_TRUE(scene.engine.call(scene.object, "Clear$"));
    EXPECT_TRUE(scene.engine.call(scene.object, "Share$")); // one text, however many names it has
    ASSERT_TRUE(scene.engine.call(scene.object, "Clear$"));
    scene.fails("Deep$", "skrit.memory-limit"); // locals of frames count, too
    EXPECT_TRUE(scene.engine.call(scene.object, "Share$"));
}

TEST(SkritLimits, MemoryOfManyObjects) {
    SkritOptions options;
    options.budget.memory = 1U << 20U;
    SkritHost host;
    SkritEngine engine(host, options);
    std::size_t made = 0;
    while (made < 100'000 &&
           engine.create_from_text("int a$; int b$; event OnConstruct$ { a$ = 1; }", "many"))
        ++made;
    EXPECT_GT(made, 100U);
    EXPECT_LT(made, 10'000U);
    EXPECT_EQ(engine.diagnostics().all().back().code->id, "skrit.memory-limit");
}

TEST(SkritLimits, NumberOfObjects) {
    SkritOptions options;
    options.objects = 3;
    SkritHost host;
    SkritEngine engine(host, options);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(engine.create_from_text("int a$;", "few"));
    const Result<ObjectId> refused = engine.create_from_text("int a$;", "few");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code->id, "skrit.object-limit");
}

TEST(SkritLimits, BudgetOfACommonWorld) {
    skrit::WorldSettings settings;
    HostChain nothing;
    skrit::World world(nothing, settings);
    world.set_budget({.instructions = 1000, .memory = 1U << 20U, .call_depth = 9});
    EXPECT_EQ(world.bounds().instructions, 1000U);
    EXPECT_EQ(world.bounds().memory, 1U << 20U);
    EXPECT_EQ(world.bounds().depth, 9U);
    EXPECT_FALSE(world.command("forever { }"));
}

TEST(SkritLimits, StateChangesInARow) {
    SkritOptions options;
    options.state_changes = 10;
    Case scene(std::string(after) +
                   "int n$; startup state Rest$; state A$ { event OnEnterState$ { n$ += 1; SetState B$; } }\n"
                   "state B$ { event OnEnterState$ { SetState A$; } } Go$() { SetState A$; }",
               options);
    EXPECT_TRUE(scene.engine.call(scene.object, "Go$"));
    ASSERT_EQ(scene.codes.size(), 1U);
    EXPECT_EQ(scene.codes[0], "skrit.state-limit");
    EXPECT_EQ(scene.engine.get(scene.object, "n$")->integer(), 5);
    EXPECT_EQ(scene.engine.call(scene.object, "After$")->integer(), 7);
}

TEST(SkritLimits, TimersOfOneObject) {
    SkritOptions options;
    options.timers = 20;
    Case scene(std::string(after) +
                   "int n$; Go$() { forever { this.CreateTimer( 1.0 ); n$ += 1; } }\n"
                   "Same$() { int i$ = 0; while( i$ < 100 ) { this.CreateTimer( 5, 1.0 ); i$ += 1; } }",
               options);
    scene.fails("Go$", "skrit.timer-limit");
    EXPECT_EQ(scene.engine.get(scene.object, "n$")->integer(), 20);
}

TEST(SkritLimits, LongTextsCostInstructions) {
    SkritOptions options;
    options.budget.instructions = 1'000'000;
    Case scene(std::string(after) +
                   "string big$ = \"0123456789abcdef\";\n"
                   "event OnConstruct$() { int i$ = 0; while( i$ < 15 ) { big$ += big$; i$ += 1; } }\n"
                   "Copy$() { forever { string s$ = big$ + \"x\"; } }\n"
                   "Compare$() { string s$ = big$ + \"\"; forever { if( s$ == big$ ) { } } }",
               options);
    const std::uint64_t before = scene.engine.instructions();
    scene.fails("Copy$", "skrit.instruction-limit");
    scene.fails("Compare$", "skrit.instruction-limit");
    EXPECT_LE(scene.engine.instructions() - before, 2'100'000U);
}

TEST(SkritObjects, MayBeReleasedByTheirOwnStateChange) {
    SkritHost host;
    SkritEngine* engine = nullptr;
    ObjectId self;
    ASSERT_TRUE(host.function("void LetGo()", [&] { engine->release(self); }));
    SkritEngine made(host);
    engine = &made;
    std::string output;
    made.on_report([&](std::string_view, std::string_view text) { output += text; });
    self = *made.create_from_text("startup state A$; state B$ { event OnEnterState$ { LetGo(); } }\n"
                                  "event OnDestroy$ { Report.Generic( \"gone\" ); } Go$() { SetState B$; }",
                                  "going");
    EXPECT_TRUE(made.call(self, "Go$"));
    EXPECT_FALSE(made.exists(self));
    EXPECT_EQ(output, "gone");
    EXPECT_EQ(made.object_count(), 0U);
}

} // namespace
} // namespace vellum
