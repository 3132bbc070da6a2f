// Limits at their edges: shifts, what snapshots may hold, and functions called in a task they were not
// verified for.
#include <gtest/gtest.h>

#include "engines/pathologic/world/objects.hpp"
#include "engines/pathologic/world/world.hpp"
#include "runtime/archive.hpp"
#include "support/pathologic_driver.hpp"
#include "unit/pathologic_machine/native_calls.hpp"

namespace vellum::test {
namespace {

using Variable = NativeCalls::Variable;
using pathologic::ObjectStore;

/// What a store says of objects and foreign objects with so many properties each.
std::string read(std::size_t objects, std::size_t foreign, std::uint32_t properties) {
    SnapshotWriter out("pathologic", 1, {});
    const auto map = [&] {
        out.out().u32(properties);
        for (std::uint32_t i = 0; i < properties; ++i) {
            out.text(std::to_string(i));
            out.value(Value(1));
        }
    };
    out.begin("OBJS");
    out.out().u32(static_cast<std::uint32_t>(objects));
    for (std::size_t i = 0; i < objects; ++i) {
        out.text("actor");
        out.text(std::to_string(i));
        out.out().u8(0);
        out.values({});
        map();
    }
    out.out().u32(0);
    out.out().u32(static_cast<std::uint32_t>(foreign));
    for (std::size_t i = 0; i < foreign; ++i) {
        out.out().u64(i + 1);
        map();
    }
    out.out().u32(0);
    out.end();
    const auto bytes = *out.take();
    auto in = SnapshotReader::open(bytes, "pathologic", 1, {});
    EXPECT_TRUE(in.has_value());
    ObjectStore store;
    store.set_room(std::uint64_t{1} << 40U);
    ArchiveReader archive(*in);
    in->begin("OBJS");
    store.read(archive);
    const auto finished = in->finish();
    return finished ? "read" : finished.error().message;
}

TEST(PathologicObjectStore, holds_only_so_much_from_snapshots) {
    const std::string_view too_much = "the stand-in objects hold too much";
    EXPECT_EQ(read(2, 0, 30'000), "read");
    EXPECT_EQ(read(2, 0, 60'000), too_much);
    EXPECT_EQ(read(0, 2, 30'000), "read");
    EXPECT_EQ(read(0, 2, 60'000), too_much);
    EXPECT_EQ(read(1, 1, 60'000), too_much) << "together";
}

TEST(PathologicSnapshotLimits, of_disabled_events) {
    const ProgramPtr program =
        assemble_pathologic(".numbering hd\n.run M, a\n.task M, 0\na:\n Func Hold/0\n Return 0\n");
    ASSERT_NE(program, nullptr);
    const auto restored = [&](std::size_t events) {
        pathologic::RunningWorld world(pathologic::known_natives(), {});
        EXPECT_TRUE(world.add(program, "run", nullptr).has_value());
        world.start();
        world.frame(0.1F);
        world.machine_at(0).tasks[0].disabled.resize(events);
        const auto bytes = world.snapshot();
        EXPECT_TRUE(bytes.has_value());
        const auto result = world.restore(*bytes);
        return result ? "restored" : result.error().message;
    };
    EXPECT_EQ(restored(1U << 20U), "restored");
    EXPECT_EQ(restored((1U << 20U) + 1), "there are more disabled events than allowed: 1048577");
}

TEST(PathologicTrust, a_function_called_in_another_task_is_checked) {
    // `show` is only called in the task whose variable is an int; the host calls it where it is a text
    const ProgramPtr program = assemble_pathologic(
        ".numbering hd\n.run Numbers, start\n.task Numbers, 0, int\n.task Texts, 0, string\n"
        "start:\n TMovI T[0], 5\n Call show\n TaskCall Texts\n Call texts\n TaskReturn\n Return 0\n"
        "show:\n PushT T[0]\n Func tell/1, S[1]\n Return 1\n"
        "texts:\n TMovS T[0], \"a text\"\n Func Hold/0\n Return 0\n");
    ASSERT_NE(program, nullptr);
    std::uint32_t show = 0;
    const auto& script = static_cast<const pathologic::Script&>(*program);
    for (const isa::Instruction& each : script.instructions.instructions)
        if (script.instructions.row(each).mnemonic == "PushT") show = each.address;
    for (const bool checked : {false, true}) {
        std::string told;
        Library own("own");
        own.variadic("tell", [&](Call& call) {
            told += call[0].is(Type::integer)  ? std::to_string(call[0].integer()) + " "
                    : call[0].is(Type::string) ? std::string(call[0].text())
                                               : std::string("neither");
        });
        HostChain chain;
        chain.push_back(own);
        chain.push_back(pathologic::known_natives());
        pathologic::WorldOptions options;
        options.checked = checked;
        const auto world = pathologic::make_world(chain, options);
        ASSERT_TRUE(world->add(program, "test").has_value());
        world->start();
        world->frame(0.1F);
        static_cast<void>(world->call(std::to_string(show), {}));
        EXPECT_EQ(told, "5 a text") << checked;
    }
}

TEST(PathologicObjectNames, say_what_a_stand_in_is) {
    NativeCalls calls;
    const Variable vector = calls.object(), set = calls.object(), iterator = calls.object(),
                   actor = calls.object();
    calls.call("CreateIntVector", {vector}).call("CreateObjectSet", {set}).on(set, "iterator", {iterator});
    calls.call("FindActor", {actor, calls.text("Klara")}).call("Hold", {});
    calls.world().start();
    calls.world().frame(0.1F);
    std::string names;
    for (std::uint64_t i = 1; i <= 4; ++i)
        names += calls.world().object_name(ObjectId{ObjectStore::id_mark | i}) + ", ";
    EXPECT_EQ(names, "actor test, vector 2, set 3, iterator 4, ");
}

TEST(PathologicCalls, go_by_name_or_by_address) {
    const ProgramPtr program = assemble_pathologic(".numbering hd\n.run M, start\n.task M, 0\nstart:\n Func "
                                                   "Hold/0\n PushV int\n Call one\n Call two\n Call three\n"
                                                   " Return 1\none:\n MovI S[1], 1\n Return 0\ntwo:\n MovI "
                                                   "S[1], 2\n Return 0\nthree:\n MovI S[1], 3\n Return 0\n");
    ASSERT_NE(program, nullptr);
    const auto world = pathologic::make_world(pathologic::known_natives());
    ASSERT_TRUE(world->add(program, "test").has_value());
    world->start();
    world->frame(0.1F);
    const Value slot[] = {Value(0)};
    std::string seen;
    for (const Function& function : static_cast<const pathologic::Script&>(*program).functions()) {
        if (function.address == 0) continue; // runs for ever
        const auto by_name = world->call(function.name, slot);
        const auto by_address = world->call(std::to_string(function.address), slot);
        ASSERT_TRUE(by_name && by_address) << function.name;
        EXPECT_EQ(*by_name, *by_address) << function.name;
        seen += std::to_string(by_name->integer());
    }
    EXPECT_EQ(seen, "123");
    EXPECT_FALSE(world->call("nobody", slot));
}

} // namespace
} // namespace vellum::test
