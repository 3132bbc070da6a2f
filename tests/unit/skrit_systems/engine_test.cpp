// What an engine keeps and owes its host: implementations, objects, machines, commands, errors, retail,
// reload.
#include "game.hpp"

#include <chrono>
#include <fstream>
#include <thread>

#include <unistd.h>

#include "engines/skrit/systems/log.hpp"

namespace vellum::skrit::test {
namespace {

TEST(SkritEngineTest, objects_share_an_implementation_that_is_compiled_once) {
    SKRIT_FEATURE(15, 20, 21, 22, 23);
    Game game;
    game.add("a.skrit", "shared int all$; int mine$; property int p$;\n"
                        "int Count$() { all$ += 1; mine$ += 1; return all$ * 10 + mine$; }");
    SkritEngine& engine = game.engine();
    EXPECT_EQ(engine.compilations(), 0U); // nothing before somebody asks
    const ObjectId first = *engine.create("a?p=1");
    const ObjectId second = *engine.create("a?p=2");
    EXPECT_EQ(engine.compilations(), 1U);
    EXPECT_EQ(engine.implementation_count(), 1U);
    EXPECT_EQ(game.world().find(first.id)->implementation.get(),
              game.world().find(second.id)->implementation.get());
    EXPECT_EQ(engine.call(first, "Count$")->integer(), 11);
    EXPECT_EQ(engine.call(second, "Count$")->integer(), 21); // the shared counter goes on, the own one begins
    EXPECT_EQ(engine.get(first, "p$")->integer(), 1);
    EXPECT_EQ(engine.get(second, "p$")->integer(), 2);
}

TEST(SkritEngineTest, handles_are_counted_and_the_last_release_frees) {
    SKRIT_FEATURE(25, 26, 27);
    Game game;
    game.add("a.skrit", "event OnDestroy$ { Report.Generic( \"gone \" ); } event OnDestroyShared$ { "
                        "Report.Generic( \"all gone\" ); }");
    SkritEngine& engine = game.engine();
    const ObjectId a = *engine.create("a");
    const ObjectId b = *engine.create("a");
    engine.retain(a);
    engine.release(b);
    EXPECT_EQ(game.take(), "gone ");
    engine.release(a);
    EXPECT_EQ(game.take(), ""); // one reference is left
    EXPECT_TRUE(engine.exists(a));
    engine.release(a);
    EXPECT_EQ(game.take(), "gone all gone");
    EXPECT_EQ(engine.implementation_count(), 0U);
    engine.release(a); // a stale handle does no harm
    EXPECT_FALSE(engine.call(a, "X$"));
}

TEST(SkritEngineTest, machines_are_pooled_and_nested_calls_get_their_own) {
    SKRIT_FEATURE(10, 11, 12);
    Game game;
    SkritEngine* engine = nullptr;
    std::vector<std::size_t> seen;
    ASSERT_TRUE(game.host.declare("singleton class Nest;"));
    ASSERT_TRUE(game.host.function("void Nest.Call( int depth )", [&](std::int32_t depth) {
        seen.push_back(engine->machines());
        const Value arguments[] = {Value(depth)};
        static_cast<void>(engine->call(engine->running(), "Down$", arguments));
    }));
    game.add("a.skrit", "Down$( int n$ ) { if( n$ > 0 ) { Nest.Call( n$ - 1 ); } }");
    engine = &game.engine();
    const ObjectId object = *engine->create("a");
    const auto down = [&](std::int32_t depth) {
        const Value arguments[] = {Value(depth)};
        ASSERT_TRUE(engine->call(object, "Down$", arguments));
    };
    down(0);
    down(0);
    EXPECT_EQ(engine->machines(), 1U); // two calls, one machine
    down(2);
    EXPECT_EQ(engine->machines(), 3U); // a machine for each level …
    EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2}));
    down(2);
    EXPECT_EQ(engine->machines(), 3U); // … that goes back to the pool
}

TEST(SkritEngineTest, events_nobody_handles_and_the_rest_of_the_interface) {
    SKRIT_FEATURE(14, 24, 28);
    Game game;
    game.add("a.skrit", "int n$; event OnUpdate$( float s$ ) { n$ += 1; } int Get$() { return n$; }");
    SkritEngine& engine = game.engine();
    const ObjectId object = *engine.create("a");
    const std::uint64_t before = engine.instructions();
    EXPECT_FALSE(engine.send(object, "OnGoDraw"));
    EXPECT_FALSE(engine.interested(object, engine.event("OnGoDraw")));
    EXPECT_EQ(engine.instructions(), before);
    engine.update(0.1F);
    EXPECT_GT(engine.instructions(), before);
    EXPECT_EQ(engine.call(object, "Get$")->integer(), 1);
    EXPECT_EQ(engine.command("#int X$() { return 7; }")->integer(), 7);
    const Result<std::vector<std::byte>> saved = engine.save();
    ASSERT_TRUE(saved);
    engine.update(0.1F);
    ASSERT_TRUE(engine.load(*saved));
    EXPECT_EQ(engine.call(object, "Get$")->integer(), 1);
    EXPECT_EQ(engine.object_count(), 1U);
}

TEST(SkritEngineTest, commands_are_compiled_once_and_may_come_from_scripts) {
    SKRIT_FEATURE(42, 59, 61, 62, 63);
    Game game;
    game.add("store.skrit", "property string action$ = \"\";\nstring Get$() { return action$; }")
        .add("runner.skrit",
             "Build$( string who$, int times$ )\n{\n\tstring text$ = \"int i$ = 0; while( i$ < \";\n"
             "\ttext$ += MakeStringF( \"%d\", times$ );\n"
             "\ttext$ += \" ) { Report.Generic( \\\"\" + who$ + \" \\\" ); i$ += 1; }\";\n"
             "\tSkrit.Command( text$ );\n}\nRun$( string text$ ) { Skrit.Command( text$ ); }");
    SkritEngine& engine = game.engine();
    ASSERT_TRUE(engine.command("Report.Generic( \"x\" )"));
    const std::uint64_t compiled = engine.compilations();
    ASSERT_TRUE(engine.command("Report.Generic( \"x\" )"));
    EXPECT_EQ(engine.compilations(), compiled);
    EXPECT_EQ(game.take(), "xx");
    EXPECT_EQ(engine.object_count(), 0U); // the wrapped unit is nobody's object
    const ObjectId runner = *engine.create("runner");
    const Value build[] = {Value(String("ho")), Value(3)};
    ASSERT_TRUE(engine.call(runner, "Build$", build)); // code made by a script
    EXPECT_EQ(game.take(), "ho ho ho ");
    const ObjectId store = *engine.create("store?action=Report.Generic( \"stored\" )");
    const Value stored[] = {*engine.call(store, "Get$")};
    ASSERT_TRUE(engine.call(runner, "Run$", stored)); // kept in a property of another skrit
    EXPECT_EQ(game.take(), "stored");
}

TEST(SkritEngineTest, failing_host_calls_are_caught_and_located) {
    SKRIT_FEATURE(34, 143, 144, 174, 175);
    Game game;
    ASSERT_TRUE(game.host.declare("singleton class Door;"));
    ASSERT_TRUE(game.host.function("void Door.Open()", [](Call& call) { call.fail("the door is stuck"); }));
    game.add("a.skrit",
             "int n$;\nTry$()\n{\n\tn$ += 1;\n\tDoor.Open();\n\tn$ += 100;\n}\nint Get$() { return n$; }\n"
             "event OnGoDraw$ { Door.Open(); }\nevent OnGoDraw$ { n$ += 1000; }");
    SkritEngine& engine = game.engine();
    std::vector<std::uint32_t> lines;
    engine.on_error([&](const Fault& fault, std::string_view box) {
        lines.push_back(fault.frames.empty() ? 0 : fault.frames.front().line);
        game.errors.push_back(fault.message);
        game.boxes.emplace_back(box);
    });
    const ObjectId object = *engine.create("a");
    EXPECT_FALSE(engine.call(object, "Try$"));
    EXPECT_FALSE(engine.call(object, "Try$")); // the same error at the next call
    ASSERT_EQ(lines, (std::vector<std::uint32_t>{5, 5}));
    EXPECT_EQ(game.errors[0], "the door is stuck");
    EXPECT_NE(game.boxes[0].find("5: \tDoor.Open();"), std::string::npos) << game.boxes[0];
    EXPECT_NE(game.boxes[0].find(" -> CALLSINGLETON Door.Open()"), std::string::npos) << game.boxes[0];
    EXPECT_EQ(engine.call(object, "Get$")->integer(), 2); // what ran before stays, the rest did not run
    EXPECT_TRUE(engine.send(object, "OnGoDraw"));         // the second handler runs all the same
    EXPECT_EQ(engine.call(object, "Get$")->integer(), 1002);
}

TEST(SkritEngineTest, retail_says_and_logs_nothing) {
    SKRIT_FEATURE(18, 35, 155, 177);
    const std::string text = "Bad$() { int z$ = 0; z$ = 1 / z$; }\nint Good$() { return 3; }\n"
                             "event OnGoDump$( bool b$, ReportContext c$ ) { Report.Generic( \"dump\" ); }\n"
                             "event OnGoDraw$ { Report.Generic( \"draw\" ); }\n";
    for (const bool retail : {false, true}) {
        SkritOptions options;
        options.retail = retail;
        if (retail) options.defines = {"game", "retail"};
        Game game(options);
        game.add("a.skrit", text);
        std::string log;
        keep_log(
            game.world(), [&](std::string_view line) { log += line; }, [] { return std::string("NOW"); });
        const ObjectId object = *game.engine().create("a");
        EXPECT_FALSE(game.engine().call(object, "Bad$"));
        EXPECT_EQ(game.errors.size(), retail ? 0U : 1U);
        EXPECT_EQ(log, retail ? "" : "NOW error: division by zero in a.skrit:1\n");
        EXPECT_EQ(game.engine().call(object, "Good$")->integer(), 3); // the game goes on
        static_cast<void>(game.engine().command("Skrit.Command( \"nonsense here\" )"));
        EXPECT_EQ(game.take().empty(), retail);
        const Value values[] = {Value(true), Value(ObjectId{})};
        EXPECT_EQ(game.engine().send(object, "OnGoDump", values), !retail); // development events are gone
        EXPECT_EQ(game.take(), retail ? "" : "dump");
        EXPECT_EQ(game.engine().interested(object, game.engine().event("OnGoDump")), !retail);
        EXPECT_TRUE(game.engine().send(object, "OnGoDraw"));
        EXPECT_EQ(game.take(), "draw");
    }
}

TEST(SkritEngineTest, errors_warnings_and_fatals_are_logged_with_the_time) {
    SKRIT_FEATURE(176);
    Game game;
    game.engine();
    std::string log;
    keep_log(
        game.world(), [&](std::string_view line) { log += line; },
        [] { return std::string("2026-01-02 03:04:05"); });
    ASSERT_TRUE(game.engine().command(
        "Report.Warning( \"odd\" ); Report.ErrorF( \"bad %d\", 5 ); Report.Fatal( \"over\" ); "
        "Report.ErrorBox( \"box\" ); Report.Generic( \"plain\\n\" )"));
    EXPECT_FALSE(game.engine().command("int z$ = 0; z$ = 1 % z$"));
    EXPECT_EQ(log, "2026-01-02 03:04:05 warning: odd\n2026-01-02 03:04:05 error: bad 5\n"
                   "2026-01-02 03:04:05 fatal: over\n2026-01-02 03:04:05 errorbox: box\n"
                   "2026-01-02 03:04:05 error: division by zero in command.skrit:3\n");
    EXPECT_EQ(game.take(), "[warning] odd\n[error] bad 5\n[fatal] over\n[errorbox] box\nplain\n");
    const std::string now = time_of_day(); // the usual clock: "2026-01-02 03:04:05"
    ASSERT_EQ(now.size(), 19U);
    EXPECT_EQ(now[4], '-');
    EXPECT_EQ(now[10], ' ');
    EXPECT_EQ(now[16], ':');
}

TEST(SkritEngineTest, failed_compilations_are_told_and_tried_again_after_a_fix) {
    SKRIT_FEATURE(16, 17);
    Game game;
    game.add("a.skrit", "int F$() { return 1 }\nint G$() { return nothing$; }");
    const Result<ObjectId> refused = game.engine().create("a");
    ASSERT_FALSE(refused);
    EXPECT_GE(game.engine().diagnostics().errors(), 2U); // all of them, not only the first
    int asked = 0;
    game.engine().on_retry([&](const Diagnostics& problems) {
        EXPECT_FALSE(problems.ok());
        if (++asked == 2) game.files->set("a.skrit", "int F$() { return 1; }");
        return asked <= 2;
    });
    const Result<ObjectId> made = game.engine().create("a");
    ASSERT_TRUE(made);
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(game.engine().call(*made, "F$")->integer(), 1);
    // the same when a running skrit is reloaded
    game.files->set("a.skrit", "int F$() { return ; }");
    game.engine().on_retry([&](const Diagnostics&) {
        game.files->set("a.skrit", "int F$() { return 2; }");
        return ++asked < 10;
    });
    EXPECT_TRUE(game.engine().reload("a"));
    EXPECT_EQ(game.engine().call(*made, "F$")->integer(), 2);
}

TEST(SkritEngineTest, skrits_are_reloaded_while_they_run) {
    SKRIT_FEATURE(178);
    Game game;
    game.add("a.skrit", "int n$ = 1; shared int s$ = 5; property string p$ = \"x\";\n"
                        "startup state A$ { transition -> B$: OnTimer( 1 ) and OnTimer( 2 ); } state B$;\n"
                        "Go$() { n$ = 7; s$ = 8; p$ = \"kept\"; this.CreateTimer( 9, 4.0 ); }");
    SkritEngine& engine = game.engine();
    const ObjectId object = *engine.create("a");
    ASSERT_TRUE(engine.call(object, "Go$"));
    const Value one[] = {Value(1), Value(0.0F)};
    engine.send(object, "OnTimer", one); // the first half of the transition
    game.files->set("a.skrit", "this is no skrit");
    EXPECT_FALSE(engine.reload("a"));
    EXPECT_EQ(engine.state(object), "A$"); // the old one stays
    game.files->set("a.skrit",
                    "float more$ = 2; property string p$ = \"y\"; shared int s$ = 0; int n$ = 0;\n"
                    "startup state A$ { transition -> B$: OnTimer( 1 ) and OnTimer( 2 ); } state B$;\n"
                    "string Tell$() { return MakeStringF( \"%d %d %s %.0f\", n$, s$, p$, more$ ); }");
    ASSERT_TRUE(engine.reload("a"));
    EXPECT_EQ(engine.call(object, "Tell$")->text(), "7 8 kept 2");
    EXPECT_EQ(game.world().find(object.id)->timers.size(), 1U);
    const Value two[] = {Value(2), Value(0.0F)};
    engine.send(object, "OnTimer", two); // what was remembered still counts
    EXPECT_EQ(engine.state(object), "B$");
    EXPECT_TRUE(engine.reload("a"));
    EXPECT_EQ(engine.state(object), "B$");
}

TEST(SkritEngineTest, traces_are_switched_by_scripts) {
    SKRIT_FEATURE(187);
    Game game;
    game.add(
        "a.skrit",
        "Trace$( bool e$, bool o$, bool c$, bool s$, bool n$ )\n{\n"
        "\tthis.TraceEvents = e$; this.TraceOpCodes = o$; this.TraceSkritCalls = c$; this.TraceStateChanges "
        "= s$; "
        "this.TraceSysCalls = n$;\n}\n"
        "event OnGoDraw$ { Help$(); }\nHelp$() { float f$ = Math.Sqrt( 4.0 ); }\nGo$() { SetState B$; }\n"
        "startup state A$; state B$;");
    SkritEngine& engine = game.engine();
    const ObjectId object = *engine.create("a");
    const auto trace = [&](int which) {
        std::vector<Value> values;
        for (int i = 0; i < 5; ++i) values.emplace_back(i == which);
        ASSERT_TRUE(engine.call(object, "Trace$", values));
        game.take();
    };
    engine.send(object, "OnGoDraw");
    EXPECT_EQ(game.take(), ""); // nothing is traced by itself
    trace(0);
    engine.send(object, "OnGoDraw");
    EXPECT_EQ(game.take(), "[skrit] event OnGoDraw\n");
    trace(1);
    engine.send(object, "OnGoDraw");
    const std::string opcodes = game.take();
    EXPECT_NE(opcodes.find("[skrit] 5: CALLSKRIT"), std::string::npos) << opcodes;
    EXPECT_NE(opcodes.find("[skrit] 6: CALL "), std::string::npos) << opcodes;
    trace(2);
    ASSERT_TRUE(engine.call(object, "Help$"));
    EXPECT_EQ(game.take(), "[skrit] call Help$\n");
    trace(4);
    engine.send(object, "OnGoDraw");
    EXPECT_EQ(game.take(), "[skrit] host Math.Sqrt\n");
    trace(3);
    ASSERT_TRUE(engine.call(object, "Go$"));
    EXPECT_EQ(game.take(), "[skrit] state A$ -> B$\n");
    trace(-1);
    engine.send(object, "OnGoDraw");
    EXPECT_EQ(game.take(), "");
}

TEST(SkritEngineTest, host_calls_cost_little) {
    SKRIT_FEATURE(31);
    SkritOptions options;
    options.budget.instructions = 100'000'000;
    Game game(options);
    std::int64_t sum = 0;
    ASSERT_TRUE(game.host.declare("singleton class Sink;"));
    ASSERT_TRUE(game.host.function("void Sink.Take( int n )", [&](std::int32_t n) { sum += n; }));
    game.add("a.skrit", "Run$( int n$ ) { int i$ = 0; while( i$ < n$ ) { Sink.Take( i$ ); i$ += 1; } }");
    const ObjectId object = *game.engine().create("a");
    constexpr std::int32_t calls = 200'000;
    const Value count[] = {Value(calls)};
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(game.engine().call(object, "Run$", count));
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(sum, std::int64_t{calls} * (calls - 1) / 2);
    // generous, for builds that are watched over: bench/ has the exact figures
    EXPECT_LT(spent.count() / calls, 20e-6);
}

TEST(SkritEngineTest, objects_may_be_made_on_another_thread) {
    SKRIT_FEATURE(154);
    // the creation event is sent while another thread runs skrits of its own engine over the same host tables
    const std::string text =
        "int n$; bool OnUnused$() { return false; }\n"
        "event OnGoCommitCreation$ { int i$ = 0; while( i$ < 1000 ) { n$ += i$; i$ += 1; } return true; }\n"
        "int Get$() { return n$; }";
    SkritHost host(true);
    const auto work = [&](int* result) {
        SkritEngine engine(host);
        const Result<ObjectId> made = engine.create_from_text(text, "worker.skrit");
        if (!made) return;
        Value done;
        if (!engine.send(*made, "OnGoCommitCreation", {}, &done) || !done.boolean()) return;
        *result = engine.call(*made, "Get$")->integer();
    };
    int results[4] = {};
    {
        std::vector<std::jthread> threads;
        for (int& result : results) threads.emplace_back([&work, &result] { work(&result); });
    }
    for (const int result : results) EXPECT_EQ(result, 499500);
    // and on a second thread for an engine of the first one, which waits meanwhile
    SkritEngine engine(host);
    const ObjectId object = *engine.create_from_text(text, "main.skrit");
    std::jthread([&] { engine.send(object, "OnGoCommitCreation"); }).join();
    EXPECT_EQ(engine.call(object, "Get$")->integer(), 499500);
}

} // namespace
} // namespace vellum::skrit::test
