// Every field of a snapshot counts: worlds that differ in one thing have different snapshots, and each world
// comes back with the same bytes. And a pause in an event goes on after it was restored.
#include <gtest/gtest.h>

#include <map>

#include "engines/pathologic/world/world.hpp"
#include "support/pathologic_driver.hpp"

namespace vellum::test {
namespace {

using pathologic::Machine;

constexpr std::string_view tasks = R"(.numbering hd
.global int Health
.run Outer, start
.task Outer, 0, int, string
.task Counter, 2, int
.global_event 7, slow, int
start:
    PushV   int, int
    EventDisable 5
    TaskCall Counter
    Call    count
    TaskReturn
    Pop     1
    Return  1
count:
    EventDisable 6
    Func    sync/0
    Return  0
slow:
    Func    Sleep/1, S[1]
    Return  0
)";

/// A world in which a handler waits above a task that waits.
struct Waiting {
    Waiting() : program(assemble_pathologic(tasks, &error)) {
        EXPECT_NE(program, nullptr) << error;
        EXPECT_TRUE(world.add(program, "run", nullptr).has_value());
        world.start();
        world.frame(0.1F);
        const auto sent = world.send({"7", {Value(9)}});
        EXPECT_TRUE(sent && *sent == "handler waits");
    }
    [[nodiscard]] Machine& machine() { return world.machine_at(0); }
    std::string error;
    ProgramPtr program;
    pathologic::RunningWorld world{pathologic::known_natives(), {}};
};

struct Change {
    std::string_view what;
    void (*make)(Waiting&);
};

const Change changes[] = {
    {"nothing", [](Waiting&) {}},
    {"chance", [](Waiting& w) { static_cast<void>(w.world.random()); }},
    {"instructions of the world", [](Waiting& w) { w.world.count_instructions(1); }},
    {"the name", [](Waiting& w) { w.machine().name = "nur"; }},
    {"the actor", [](Waiting& w) { w.machine().owner = {77}; }},
    {"the state", [](Waiting& w) { w.machine().state = MachineState::exhausted; }},
    {"the place", [](Waiting& w) { ++w.machine().ip; }},
    {"instructions", [](Waiting& w) { ++w.machine().instructions; }},
    {"a global", [](Waiting& w) { w.machine().globals[0] = Value(3); }},
    {"a variable", [](Waiting& w) { w.machine().stack.from_top(1) = Value(3); }},
    {"the deepest variable", [](Waiting& w) { w.machine().stack[0] = Value(3); }},
    {"a return address", [](Waiting& w) { ++w.machine().calls[1].return_address; }},
    {"what a call pops", [](Waiting& w) { ++w.machine().calls[1].extra_pop; }},
    {"whose native waits below", [](Waiting& w) { w.machine().calls.back().saved = 0; }},
    {"whether the host called", [](Waiting& w) { w.machine().calls.back().marker = pathologic::host_call; }},
    {"a task", [](Waiting& w) { w.machine().tasks[1].task = 0; }},
    {"a task's variables", [](Waiting& w) { ++w.machine().tasks[1].base; }},
    {"a task's calls", [](Waiting& w) { w.machine().tasks[1].first_call = 0; }},
    {"a disabled event", [](Waiting& w) { w.machine().tasks[0].disabled[0].first = 8; }},
    {"how often it is disabled", [](Waiting& w) { w.machine().tasks[0].disabled[0].second = 2; }},
    {"no disabled event", [](Waiting& w) { w.machine().tasks[1].disabled.clear(); }},
    {"nothing that waits", [](Waiting& w) { w.machine().pending = {}; }},
    {"that it is stopped", [](Waiting& w) { w.machine().pending.stopped = true; }},
    {"the receiver", [](Waiting& w) { w.machine().pending.receiver = {8}; }},
    {"what the native keeps", [](Waiting& w) { w.machine().pending.state = Value(0.25F); }},
    {"that the one below is stopped", [](Waiting& w) { w.machine().saved[0].stopped = true; }},
    {"the receiver below", [](Waiting& w) { w.machine().saved[0].receiver = {8}; }},
    {"what the native below keeps", [](Waiting& w) { w.machine().saved[0].state = Value(7); }},
    {"a stand-in object", [](Waiting& w) { static_cast<void>(w.world.objects().create("set")); }},
};

TEST(PathologicSnapshotFields, what_differs_is_saved_and_comes_back) {
    std::map<std::vector<std::byte>, std::string_view> seen;
    for (const Change& change : changes) {
        SCOPED_TRACE(change.what);
        Waiting first;
        ASSERT_EQ(first.machine().saved.size(), 1U);
        ASSERT_EQ(first.machine().tasks.size(), 2U);
        change.make(first);
        const std::vector<std::byte> bytes = *first.world.snapshot();
        const auto [other, fresh] = seen.emplace(bytes, change.what);
        EXPECT_TRUE(fresh) << "the same as " << other->second;
        Waiting second;
        const Result<void> restored = second.world.restore(bytes);
        ASSERT_TRUE(restored.has_value()) << format(restored.error());
        EXPECT_TRUE(*second.world.snapshot() == bytes);
    }
}

/// Two runs of a script that answers three events, one of them longer.
struct Told {
    Told() {
        own.variadic("tell", [this](Call& call) {
            told += std::to_string(call.machine) + ":" + std::string(call[0].text()) + " ";
        });
        own.variadic("number", [this](Call& call) { told += std::to_string(call[0].integer()) + " "; });
        chain.push_back(own);
        chain.push_back(pathologic::known_natives());
        world = pathologic::make_world(chain);
        const ProgramPtr program = assemble_pathologic(
            ".numbering hd\n.run M, start\n.task M, 0\n .event 2, two, int\n .event 3, three, int\n"
            "start:\n Func sync/0\n PushI 1\n Pop 1\n Jump start\n"
            "two:\n PushS \"two\"\n Func tell/1, S[1]\n Pop 1\n Func number/1, S[1]\n Return 0\n"
            "three:\n PushS \"three\"\n Func tell/1, S[1]\n Pop 1\n Func number/1, S[1]\n Return 0\n");
        for (const char* const name : {"one", "other"}) EXPECT_TRUE(world->add(program, name).has_value());
    }
    Library own{"own"};
    HostChain chain;
    std::unique_ptr<pathologic::World> world;
    std::string told;
};

struct Pause {
    std::string_view event;
    std::int32_t value;
    std::uint64_t after;
};

TEST(PathologicSnapshotFields, a_pause_in_an_event_goes_on_with_all_who_are_to_get_it) {
    const auto story = [](const Pause& pause, std::string_view all) {
        std::string text = std::string(pause.event.substr(0, 1)) == "2" ? "two " : "three ";
        std::string result;
        for (const char run : all)
            result += std::string(1, run) + ":" + text + std::to_string(pause.value) + " ";
        return result;
    };
    std::map<std::vector<std::byte>, std::string_view> seen;
    for (const Pause& pause : {Pause{"2", 5, 1}, Pause{"2", 5, 3}, Pause{"2", 6, 1}, Pause{"3", 5, 1},
                               Pause{"2@0", 5, 1}, Pause{"2@other", 5, 1}, Pause{"2", 5, 7}}) {
        SCOPED_TRACE(std::string(pause.event) + " " + std::to_string(pause.after));
        Told first;
        first.world->start();
        first.world->frame(0.1F);
        first.world->pause_after(pause.after);
        ASSERT_TRUE(first.world->send({std::string(pause.event), {Value(pause.value)}}).has_value());
        ASSERT_TRUE(first.world->paused());
        const std::vector<std::byte> bytes = *first.world->snapshot();
        EXPECT_TRUE(seen.emplace(bytes, pause.event).second);
        Told second;
        ASSERT_TRUE(second.world->restore(bytes).has_value());
        EXPECT_TRUE(*second.world->snapshot() == bytes);
        EXPECT_TRUE(second.world->paused());
        second.world->resume();
        EXPECT_FALSE(second.world->paused());
        const std::string_view all = pause.event == "2@0" ? "0" : pause.event == "2@other" ? "1" : "01";
        EXPECT_EQ(first.told + second.told, story(pause, all));
    }
}

TEST(PathologicSnapshotFields, a_pause_in_a_frame_goes_on_with_the_runs_that_are_left) {
    std::map<std::vector<std::byte>, std::uint64_t> seen;
    for (const float seconds : {0.25F, 0.5F})
        for (std::uint64_t after = 1; after <= 6; ++after) {
            Told first;
            first.world->start();
            first.world->frame(0.1F); // both wait in sync
            first.world->pause_after(after);
            first.world->frame(seconds);
            ASSERT_TRUE(first.world->paused()) << after;
            const std::vector<std::byte> bytes = *first.world->snapshot();
            EXPECT_TRUE(seen.emplace(bytes, after).second) << after << " as " << seen[bytes];
            Told second;
            ASSERT_TRUE(second.world->restore(bytes).has_value());
            EXPECT_TRUE(*second.world->snapshot() == bytes);
            second.world->resume();
            first.world->resume();
            EXPECT_EQ(second.world->instructions(), first.world->instructions());
            EXPECT_TRUE(*second.world->snapshot() == *first.world->snapshot());
        }
}

/// Reading and writing go through the same lines, so that only the bytes show when their order changes.
TEST(PathologicSnapshotFields, stand_where_the_version_of_the_format_has_them) {
    Waiting waiting;
    waiting.machine().owner = {77};
    pathologic::ObjectStore& objects = waiting.world.objects();
    const ObjectId set = objects.create("set");
    EXPECT_TRUE(objects.add_element(*objects.find(set), Value(ObjectId{7})));
    EXPECT_TRUE(objects.set_property(set, "a", Value(1)));
    EXPECT_TRUE(objects.set_property({5}, "b", Value(2)));
    EXPECT_TRUE(objects.set_variable("c", Value("three")));
    EXPECT_TRUE(objects.named("actor", "nur"));
    StateHash hash;
    hash.update(*waiting.world.snapshot());
    Told in_event, in_frame;
    for (Told* told : {&in_event, &in_frame}) {
        told->world->start();
        told->world->frame(0.1F);
        told->world->pause_after(told == &in_event ? 7 : 6);
        if (told == &in_event)
            EXPECT_TRUE(told->world->send({"2", {Value(5)}}).has_value());
        else
            told->world->frame(0.25F);
        ASSERT_TRUE(told->world->paused());
        hash.update(*told->world->snapshot());
    }
    EXPECT_EQ(hash.digest(), 13244005121611331943U)
        << "another layout wants another format_version in snapshot.cpp; then put the new number here";
}

/// What stands below a call from outside is not proved by that call's end.
TEST(PathologicSnapshotFields, a_call_that_ends_in_a_restored_run_proves_nothing) {
    const ProgramPtr program = assemble_pathologic(R"(.numbering hd
.run Main, start
.task Main, 0, int
start:
    Func    sync/0
    Call    helper
    Jump    start
helper:
    PushI   5
    Pop     1
    Return  0
)");
    ASSERT_NE(program, nullptr);
    pathologic::RunningWorld first(pathologic::known_natives(), {}), second(pathologic::known_natives(), {});
    for (pathologic::RunningWorld* world : {&first, &second})
        ASSERT_TRUE(world->add(program, "run", nullptr).has_value());
    first.start();
    first.frame(0.1F);
    first.pause_after(1);
    const CallResult called = first.call("3", {});
    ASSERT_TRUE(first.paused()) << called.error().message;
    Machine& machine = first.machine_at(0);
    for (const bool fits : {true, false}) {
        if (!fits) machine.stack[0] = Value("no number");
        const auto bytes = first.snapshot();
        ASSERT_TRUE(bytes.has_value());
        ASSERT_TRUE(second.restore(*bytes).has_value());
        EXPECT_EQ(second.machine_at(0).verified, fits);
        second.resume();
        EXPECT_FALSE(second.paused());
        EXPECT_EQ(second.machine_at(0).calls.size(), 1U);
        EXPECT_EQ(second.machine_at(0).verified, fits);
        EXPECT_EQ(second.machine_at(0).state, MachineState::waiting);
    }
}

TEST(PathologicInterrupt, no_way_to_send_an_event_gets_past_it) {
    Told told;
    told.world->start();
    told.world->frame(0.1F);
    told.world->interrupt();
    for (const char* const event : {"2", "2@0", "2@other", "3@one"}) {
        const auto sent = told.world->send({event, {Value(1)}});
        ASSERT_FALSE(sent.has_value()) << event;
        EXPECT_EQ(sent.error().code->id, "run.interrupted") << event;
    }
    const Value values[] = {Value(1)};
    const auto sent = told.world->send_to(1, 2, values);
    ASSERT_FALSE(sent.has_value());
    EXPECT_EQ(sent.error().code->id, "run.interrupted");
    EXPECT_EQ(told.told, "");
    told.world->resume();
    EXPECT_TRUE(told.world->send({"2@other", {Value(1)}}).has_value());
    EXPECT_EQ(told.told, "1:two 1 ");
}

TEST(PathologicEventNames, mean_the_number_that_some_run_handles) {
    // OnKeyDown is 24 for objects and 101 for windows
    const auto program = [](std::uint32_t event, std::string file) {
        const ProgramPtr made =
            assemble_pathologic(".numbering hd\n.run M, a\n.task M, 0\n .event " + std::to_string(event) +
                                ", b\na:\n PushF 100.0\n Func GameSleep/1, S[1]\n Pop 1\n Return 0\n"
                                "b:\n Func tell/0\n Return 0\n");
        EXPECT_NE(made, nullptr);
        return load_pathologic(*made->save(), std::move(file));
    };
    struct Case {
        std::uint32_t first, second;
        const char *first_file, *second_file;
        std::string_view told;
    };
    for (const Case& each :
         {Case{7, 101, "door.bin", "ui_map.bin", "1"}, Case{101, 7, "ui_map.bin", "door.bin", "0"},
          Case{24, 101, "door.bin", "ui_map.bin", "0"}, Case{7, 24, "ui_map.bin", "door.bin", "1"},
          Case{24, 7, "ui_map.bin", "door.bin", "0"}, Case{7, 7, "ui_map.bin", "door.bin", ""}}) {
        std::string told;
        Library own("own");
        own.variadic("tell", [&](Call& call) { told += std::to_string(call.machine); });
        HostChain chain;
        chain.push_back(own);
        chain.push_back(pathologic::known_natives());
        const auto world = pathologic::make_world(chain);
        ASSERT_TRUE(world->add(program(each.first, each.first_file), "one").has_value());
        ASSERT_TRUE(world->add(program(each.second, each.second_file), "two").has_value());
        world->start();
        world->frame(0.1F);
        ASSERT_TRUE(world->send({"OnKeyDown", {}}).has_value());
        EXPECT_EQ(told, each.told) << each.first << " " << each.second << " " << each.first_file;
    }
    EXPECT_FALSE(pathologic::make_world(pathologic::known_natives())->send({"OnNothing", {}}).has_value());
}

} // namespace
} // namespace vellum::test
