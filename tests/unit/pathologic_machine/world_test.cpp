// Worlds: events, latent natives, contexts, properties, calls, snapshots and the script manager.
#include <gtest/gtest.h>

#include "support/pathologic_driver.hpp"

namespace vellum::test {
namespace {

/// A world whose hosts are a test library in front of the known natives.
class TestWorld {
  public:
    explicit TestWorld(std::string_view text, Library* first = nullptr) {
        std::string error;
        program = assemble_pathologic(text, &error);
        EXPECT_NE(program, nullptr) << error;
        own.variadic("out", [this](Call& call) {
            lines += lines.empty() ? "" : " ";
            lines += call[0].is(Type::integer)   ? std::to_string(call[0].integer())
                     : call[0].is(Type::boolean) ? std::string(call[0].boolean() ? "true" : "false")
                                                 : std::string(call[0].text());
        });
        if (first != nullptr) chain.push_back(*first);
        chain.push_back(own);
        chain.push_back(pathologic::known_natives());
        world = pathologic::make_world(chain);
        if (program != nullptr) EXPECT_TRUE(world->add(program, "test").has_value());
        world->start();
    }
    std::string send(std::string name, std::vector<Value> values = {}) {
        const Result<std::string> outcome = world->send({std::move(name), std::move(values)});
        return outcome ? *outcome : outcome.error().message;
    }
    std::string take() { return std::exchange(lines, {}); }

    ProgramPtr program;
    Library own{"own"};
    HostChain chain;
    std::unique_ptr<pathologic::World> world;
    std::string lines;
};

constexpr std::string_view sleeper = R"(.numbering hd
.run Main, start
.task Main, 0, int
    .event 1, on_one, int
    .event 3, on_three
.global_event 1, global_one, int
.global_event 2, global_two, int, float
start:
    PushV   bool
    PushI   1
    Func    out/1, S[1]
    Pop     1
    PushF   1.0
    Func    Sleep/2, S[1], S[2]
    Pop     1
    Func    out/1, S[1]
    Return  1
on_one:
    PushV
    Func    out/1, S[1]
    Return  0
on_three:
    Func    StopGroup0/0
    Return  0
global_one:
    PushS   "global"
    Func    out/1, S[1]
    Return  1
global_two:
    PushV   int, int
    Mov     S[3], S[1]
    Func    out/1, S[1]
    Return  2
)";

TEST(PathologicEvents, run_at_once_and_the_interrupted_native_goes_on) {
    TestWorld test(sleeper);
    test.world->frame(0.5F);
    EXPECT_EQ(test.take(), "1");
    EXPECT_EQ(test.world->machine(0).state, MachineState::waiting);
    EXPECT_EQ(test.send("1", {Value(33)}), "handled");
    EXPECT_EQ(test.take(), "33") << "the task's handler comes before the global one";
    test.world->frame(0.5F);
    EXPECT_EQ(test.take(), "");
    test.world->frame(0.5F);
    EXPECT_EQ(test.take(), "true") << "it slept one second in spite of the event";
    EXPECT_TRUE(test.world->finished());
    EXPECT_EQ(test.send("1", {Value(1)}), "script has ended");
}

TEST(PathologicEvents, values_are_checked_and_converted) {
    TestWorld test(sleeper);
    test.world->frame(0.1F);
    test.take();
    const auto none = test.world->send({"1", {}});
    ASSERT_FALSE(none.has_value());
    EXPECT_EQ(none.error().message, "event 1: wrong number of values; the handler wants 1 value (int)");
    const auto text = test.world->send({"1@0", {Value(std::string_view("x"))}});
    ASSERT_FALSE(text.has_value());
    EXPECT_EQ(text.error().message, "event 1: values do not fit; the handler wants 1 value (int)");
    EXPECT_EQ(test.send("77"), "no handler");
    EXPECT_EQ(test.send("2", {Value(5), Value(6.75F)}), "handled");
    EXPECT_EQ(test.take(), "6") << "global handler; the last value is on top";
    EXPECT_EQ(test.send("OnNothing"), "there is no event named 'OnNothing'");
    EXPECT_EQ(test.send("OnSee@test", {Value(4.5F)}), "handled") << "OnSee is 1; the float becomes an int";
    EXPECT_EQ(test.take(), "4");
    EXPECT_EQ(test.send("1@0", {Value(8)}), "handled");
    EXPECT_EQ(test.send("1@nobody", {Value(8)}), "there is no machine 'nobody'");
}

TEST(PathologicEvents, stop_group_ends_what_waits) {
    TestWorld test(sleeper);
    test.world->frame(0.1F);
    test.take();
    EXPECT_EQ(test.send("3"), "handled");
    EXPECT_EQ(test.take(), "false")
        << "the run that the event began asks the stopped native at once; its result is false";
}

TEST(PathologicEvents, are_disabled_by_counters_of_the_current_task) {
    TestWorld test(R"(.numbering hd
.run Main, start
.task Main, 0
.global_event 1, on_one
.global_event 2, enable
.global_event 3, disable
start:
    Func    Hold/0
    Return  0
on_one:
    PushI   1
    Func    out/1, S[1]
    Return  1
enable:
    EventEnable 1
    Return  0
disable:
    EventDisable 1
    Return  0
)");
    test.world->frame(0.1F);
    EXPECT_EQ(test.send("2"), "handled");
    EXPECT_EQ(test.send("1"), "handled") << "enabling what is not disabled does nothing";
    test.send("3");
    test.send("3");
    EXPECT_EQ(test.send("1"), "disabled");
    test.send("2");
    EXPECT_EQ(test.send("1"), "disabled") << "disabled twice";
    test.send("2");
    EXPECT_EQ(test.send("1"), "handled");
}

TEST(PathologicEvents, a_handler_may_wait_and_events_may_nest) {
    TestWorld test(R"(.numbering hd
.run Main, start
.task Main, 0
.global_event 1, slow, int
.global_event 2, quick
start:
    Func    sync/0
    PushI   100
    Func    out/1, S[1]
    Return  1
slow:
    PushF   0.3
    Func    Sleep/1, S[1]
    Pop     1
    Func    out/1, S[1]
    Return  0
quick:
    PushI   2
    Func    out/1, S[1]
    Return  1
)");
    test.world->frame(0.1F);
    EXPECT_EQ(test.send("1", {Value(11)}), "handler waits");
    EXPECT_EQ(test.send("2"), "handled");
    EXPECT_EQ(test.take(), "2");
    test.world->frame(0.2F);
    EXPECT_EQ(test.take(), "");
    test.world->frame(0.2F);
    EXPECT_EQ(test.take(), "11 100") << "the handler ends, then the interrupted sync is asked again";
}

TEST(PathologicEvents, natives_may_send_them_to_the_script_that_calls) {
    Library first("first");
    first.variadic("poke", [](Call& call) {
        const Result<std::string> outcome = call.scheduler->send({"1", {Value(call[0].integer() + 1)}});
        call[0] = Value(std::string_view(outcome ? *outcome : "failed"));
    });
    first.variadic("poke_then_wait", [](Call& call) {
        if (call.resumed) return;
        static_cast<void>(call.scheduler->send({"2", {}}));
        call.suspend();
    });
    TestWorld test(R"(.numbering hd
.run Main, start
.task Main, 0
.global_event 1, deeper, int
.global_event 2, waits
start:
    PushV   string
    PushI   5
    Func    poke/1, S[1]
    Func    out/1, S[1]
    Pop     1
    Func    poke_then_wait/0
    PushI   9
    Func    out/1, S[1]
    Return  2
deeper:
    PushV   int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int
    Func    out/1, S[81]
    Return  80
waits:
    Func    sync/0
    PushI   7
    Func    out/1, S[1]
    Return  1
)",
                   &first);
    test.world->frame(0.1F);
    EXPECT_EQ(test.take(), "6 0") << "the event ran inside the native; a text is no int";
    test.world->frame(0.1F);
    EXPECT_EQ(test.take(), "7 9") << "first the handler that waits, then the native that was interrupted";
    EXPECT_TRUE(test.world->faults().empty());
}

TEST(PathologicEvents, that_cause_each_other_end) {
    Library first("first");
    first.variadic("again", [](Call& call) { static_cast<void>(call.scheduler->send({"1", {}})); });
    TestWorld test(R"(.numbering hd
.run Main, start
.task Main, 0
.global_event 1, again_and_again
start:
    Func    again/0
    Return  0
again_and_again:
    Func    again/0
    Jump    again_and_again
)",
                   &first);
    test.world->frame(0.1F);
    EXPECT_LE(test.world->instructions(), 2'100'000U);
}

TEST(PathologicContexts, the_first_library_that_knows_a_name_and_count_wins) {
    Library actor("actor");
    Library player("player");
    Library standard("standard");
    std::string asked;
    actor.variadic("where", [&](Call&) { asked += "actor "; });
    player.variadic("where", [&](Call&) { asked += "player "; });
    player.function("count", [&](std::int32_t) { asked += "player/1 "; });
    standard.function("count", [&](std::int32_t, std::int32_t) { asked += "standard/2 "; });
    HostChain context({&actor, &player, &standard});
    HostChain other({&standard});
    other.push_back(player);
    const ProgramPtr program =
        assemble_pathologic(".numbering hd\n.run M, start\n.task M, 0\nstart:\n PushI 1\n"
                            " Func where/0\n Func count/1, S[1]\n Func count/2, S[1], S[1]\n"
                            " Return 1\n");
    ASSERT_NE(program, nullptr);
    const auto world = pathologic::make_world(context);
    ASSERT_TRUE(world->add(program, "a").has_value());
    ASSERT_TRUE(world->add(program, "b", &other).has_value());
    world->start();
    world->frame(0.1F);
    EXPECT_EQ(asked, "actor player/1 standard/2 player player/1 standard/2 ");
    EXPECT_TRUE(world->faults().empty());
}

TEST(PathologicNatives, methods_are_found_by_class_and_queried) {
    class Actors final : public Host {
      public:
        Library library{"actors"};
        Actors() {
            library.method("door", "Open", [this](Call& call) { opened = call.receiver.id; });
            library.inherit("gate", "door");
        }
        Native resolve(const NativeKey& key) override { return library.resolve(key); }
        std::string_view object_class(ObjectId object) const override {
            return object.id == 5 ? "gate" : "bush";
        }
        std::uint64_t opened = 0;
    } actors;
    HostChain chain({&actors});
    std::string found;
    Library out("out");
    out.variadic("out", [&](Call& call) { found += call[0].boolean() ? "yes " : "no "; });
    chain.push_back(out);
    const ProgramPtr program = assemble_pathologic(R"(.numbering hd
.run M, start
.task M, 0
.global_event 1, use, object
start:
    Func    hold/0
    Return  0
use:
    PushV   bool
    PushS   "@Open"
    PushI   0
    FuncExist S[4], S[2], S[1], 2
    Func    out/1, S[1]
    JumpB   S[1], done, false, 1
    ObjFunc S[2], Open
done:
    Return  1
)");
    ASSERT_NE(program, nullptr);
    out.variadic("hold", [](Call& call) { call.suspend(); });
    const auto world = pathologic::make_world(chain);
    ASSERT_TRUE(world->add(program, "a").has_value());
    world->start();
    world->frame(0.1F);
    ASSERT_TRUE(world->send({"1", {Value(ObjectId{6})}}).has_value());
    EXPECT_EQ(actors.opened, 0U);
    ASSERT_TRUE(world->send({"1", {Value(ObjectId{5})}}).has_value());
    EXPECT_EQ(actors.opened, 5U);
    ASSERT_TRUE(world->send({"1", {Value(ObjectId{})}}).has_value());
    EXPECT_EQ(found, "no yes no ");
}

TEST(PathologicNatives, a_method_on_null_can_be_ignored) {
    const ProgramPtr program =
        assemble_pathologic(".numbering hd\n.run M, start\n.task M, 0\nstart:\n PushV object\n"
                            " ObjFunc S[1], Remove\n Return 1\n");
    ASSERT_NE(program, nullptr);
    pathologic::WorldOptions options;
    options.ignore_null_receiver = true;
    PathologicRun run(program, options);
    run.world->start();
    run.world->frame(0.1F);
    EXPECT_TRUE(run.world->faults().empty());
    EXPECT_TRUE(run.world->finished());
}

TEST(PathologicWorld, script_properties_are_named_globals) {
    TestWorld test(
        ".numbering hd\n.global int Health\n.global float\n.run M, start\n.task M, 0\n.global_event 1, tell\n"
        "start:\n PushV object\n Func self/1, S[1]\n PushS \"Health\"\n PushF 7.5\n"
        " ObjFunc S[3], SetScriptProperty, S[2], S[1]\n Pop 2\n Func Hold/0\n Return 1\n"
        "tell:\n PushGE Health\n Func out/1, S[1]\n Return 1\n");
    test.world->frame(0.1F);
    EXPECT_EQ(test.world->property(0, "Health"), Value(7));
    EXPECT_FALSE(test.world->property(0, "Mana").has_value());
    EXPECT_TRUE(test.world->set_property(0, "Health", Value(3.9F)));
    EXPECT_FALSE(test.world->set_property(0, "Health", Value(Vector3{})));
    test.send("1");
    EXPECT_EQ(test.take(), "3");
}

constexpr std::string_view adder =
    ".numbering hd\n.run M, start\n.task M, 0\nstart:\n Call add\n Return 0\n"
    "add:\n Add2 S[1], S[2], S[3], 0\n Return 0\nwait:\n Func sync/0\n Return 0\n";

TEST(PathologicWorld, the_host_calls_functions_and_gets_the_deepest_argument) {
    TestWorld test(
        ".numbering hd\n.run M, start\n.task M, 0\nstart:\n Func Hold/0\n PushV int, int, int\n Call add\n"
        " Call wait\n Pop 3\n Return 0\n"
        "add:\n Add2 S[1], S[2], S[3], 0\n Return 0\nwait:\n Func sync/0\n Return 0\n");
    test.world->frame(0.1F);
    const Value integers[] = {Value(0), Value(4), Value(5)};
    const Result<Value> sum = test.world->call("0x6", integers);
    ASSERT_TRUE(sum.has_value()) << sum.error().message;
    EXPECT_EQ(*sum, Value(9));
    const Value texts[] = {Value(std::string_view("")), Value(1), Value(std::string_view("st"))};
    const Result<Value> joined = test.world->call("0x6", texts);
    ASSERT_TRUE(joined.has_value()) << joined.error().message;
    EXPECT_EQ(*joined, Value(std::string_view("st1")))
        << "verification does not cover texts, the checked loop does";
}

TEST(PathologicWorld, a_called_function_that_waits_goes_on_with_the_frames) {
    TestWorld test(".numbering hd\n.run M, start\n.task M, 0\nstart:\n Func Hold/0\n Call wait\n Return 0\n"
                   "wait:\n Func sync/0\n PushI 1\n Func out/1, S[1]\n Return 1\n");
    test.world->frame(0.1F);
    const Result<Value> result = test.world->call("3", {});
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(test.take(), "");
    test.world->frame(0.1F);
    EXPECT_EQ(test.take(), "1");
    EXPECT_EQ(test.world->machine(0).state, MachineState::waiting) << "back in Hold";
    EXPECT_FALSE(test.world->call("0x77", {}).has_value());
}

TEST(PathologicWorld, a_snapshot_taken_in_a_nested_wait_goes_on_elsewhere) {
    TestWorld test(sleeper);
    test.world->frame(0.4F);
    test.send("1", {Value(3)});
    const Result<std::vector<std::byte>> saved = test.world->snapshot();
    ASSERT_TRUE(saved.has_value());
    TestWorld other(sleeper);
    ASSERT_TRUE(other.world->restore(*saved).has_value());
    other.take();
    other.world->frame(0.5F);
    other.world->frame(0.5F);
    EXPECT_EQ(other.take(), "true");
    TestWorld foreign(adder);
    const Result<void> refused = foreign.world->restore(*saved);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code->id, "snapshot.version");
}

TEST(PathologicManager, loads_once_by_name_and_many_runs_share_a_script) {
    pathologic::MemoryFileSystem files;
    const ProgramPtr source = assemble_pathologic(adder);
    ASSERT_NE(source, nullptr);
    files.add("add.bin", *source->save());
    files.add("empty.bin", {});
    pathologic::ScriptManager manager(pathologic::engine(), files);
    const Result<ProgramPtr> first = manager.load("add.bin");
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(*first, *manager.load("add.bin"));
    EXPECT_EQ(*first, *manager.load("ADD.Bin"));
    EXPECT_TRUE(manager.load("empty.bin").has_value());
    EXPECT_EQ(manager.size(), 2U);
    EXPECT_FALSE(manager.load("none.bin").has_value());
    manager.forget("add.bin");
    EXPECT_NE(*first, *manager.load("add.bin"));

    class Listener final : public Observer {
      public:
        void started(const Scheduler&, std::uint32_t machine) override {
            told += "+" + std::to_string(machine);
        }
        void stopped(const Scheduler&, std::uint32_t machine, bool failed) override {
            told += (failed ? "!" : "-") + std::to_string(machine);
        }
        std::string told;
    } listener, another;
    Library none;
    const auto world = pathologic::make_world(none);
    world->add_observer(listener);
    world->add_observer(another);
    ASSERT_TRUE(world->add(*first, "a").has_value());
    world->start();
    ASSERT_TRUE(world->add(*first, "b").has_value());
    world->stop(1);
    world->stop(1);
    world->frame(0.1F);
    EXPECT_EQ(listener.told, "+0+1-1!0") << "the first uses variables that are not there";
    EXPECT_EQ(another.told, listener.told);
}

TEST(PathologicManager, names_may_not_leave_the_folder) {
    const pathologic::FolderFileSystem files("tests/data/pathologic");
    EXPECT_TRUE(files.read("fibonacci.bin").has_value());
    EXPECT_TRUE(files.read("FIBONACCI.BIN").has_value()) << "case does not matter";
    EXPECT_FALSE(files.read("../pathologic/fibonacci.bin").has_value());
    EXPECT_FALSE(files.read("/etc/passwd").has_value());
    EXPECT_FALSE(files.read("").has_value());
}

TEST(PathologicOptions, settings_in_text) {
    RunOptions options;
    options.settings = {{"limit-is-fatal", "1"}, {"seed", "77"}, {"stack", "1000"}};
    const Result<pathologic::WorldOptions> good = pathologic::world_options(options);
    ASSERT_TRUE(good.has_value());
    EXPECT_TRUE(good->limit_is_fatal);
    EXPECT_EQ(good->seed, 77U);
    EXPECT_EQ(good->stack_limit, 1000U);
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
             {"speed", "1"}, {"checked", "yes"}, {"stack", "0"}, {"seed", ""}, {"seed", "1x"}}) {
        options.settings = {{name, value}};
        EXPECT_FALSE(pathologic::world_options(options).has_value()) << name << "=" << value;
    }
}

} // namespace
} // namespace vellum::test
