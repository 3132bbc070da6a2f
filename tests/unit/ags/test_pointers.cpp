// Pointer variables of the game, such as `player`: however the host says what they point to, scripts read
// them as pointers, and write them where the host lets them.
#include <gtest/gtest.h>

#include "engines/ags/codes.hpp"
#include "engines/ags/engine.hpp"
#include "vellum/ags.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ags {
namespace {

constexpr ObjectId roger{1};
constexpr ObjectId sam{2};

/// Two characters that know their numbers.
class Cast : public GameLibrary {
  public:
    Cast() {
        getter("Character", "ID", [](Call& call) { return static_cast<std::int32_t>(call.receiver.id); });
        function("Same", [](ObjectId a, ObjectId b) { return a == b; });
        object("cSam", sam);
    }
    std::string_view object_class(ObjectId) const override { return "Character"; }
};

// who(): player.ID   swap(): player = cSam;   clear(): player = null;   same(): Same(player, cSam)
constexpr const char* code = R"(
.import "player"
.import "cSam"
.import "Character::get_ID"
.import "Same^2"
.export func "who$0", who
.export func "swap$0", swap
.export func "clear$0", clear
.export func "same$0", same
who:
    LINENUM 1
    PUSHREG OP
    LITTOREG MAR, import "player"
    MEMREADPTR AX
    CALLOBJ AX
    NUMFUNCARGS 0
    LITTOREG AX, import "Character::get_ID"
    CALLEXT AX
    POPREG OP
    RET
swap:
    LINENUM 2
    LITTOREG AX, import "cSam"
    LITTOREG MAR, import "player"
    MEMWRITEPTR AX
    LITTOREG AX, 0
    RET
clear:
    LINENUM 3
    LITTOREG MAR, import "player"
    MEMZEROPTR
    LITTOREG AX, 0
    RET
same:
    LINENUM 4
    LITTOREG AX, import "cSam"
    PUSHREAL AX
    LITTOREG MAR, import "player"
    MEMREADPTR AX
    PUSHREAL AX
    NUMFUNCARGS 2
    LITTOREG AX, import "Same^2"
    CALLEXT AX
    SUBREALSTACK 2
    RET
)";

std::unique_ptr<Scheduler> world_of(Host& host, const char* tier) {
    Diagnostics diagnostics;
    const auto program = engine().format().assemble(code, {}, diagnostics);
    EXPECT_TRUE(program) << (program ? "" : format(program.error()));
    const ProgramPtr programs[] = {*program};
    auto world = engine().runtime().instantiate(programs, host, {{{"tier", tier}}, {}}, diagnostics);
    EXPECT_TRUE(world) << (world ? "" : world.error().message);
    return world ? std::move(*world) : nullptr;
}

std::string ask(Scheduler& world, const char* function) {
    const Result<Value> result = world.call(function, {});
    return result ? std::to_string(result->integer()) : result.error().message;
}

TEST(Pointers, AreReadAndWrittenThroughTheHost) {
    for (const char* tier : {"fast", "precise"}) {
        Cast host;
        ObjectId current = roger;
        host.pointer("player", [&] { return current; }, [&](ObjectId next) { current = next; });
        const auto world = world_of(host, tier);
        EXPECT_EQ(ask(*world, "who"), "1");
        EXPECT_EQ(ask(*world, "same"), "0");
        EXPECT_EQ(ask(*world, "swap"), "0");
        EXPECT_EQ(current, sam);
        EXPECT_EQ(ask(*world, "who"), "2");
        EXPECT_EQ(ask(*world, "same"), "1");
        current = roger; // the game changes its mind
        EXPECT_EQ(ask(*world, "who"), "1");
        const auto state = world->snapshot();
        ASSERT_TRUE(state);
        EXPECT_EQ(ask(*world, "clear"), "0");
        EXPECT_FALSE(current);
        EXPECT_EQ(ask(*world, "who"), "Null pointer referenced");
        ASSERT_TRUE(world->restore(*state));
        EXPECT_EQ(ask(*world, "who"), "Null pointer referenced") << "what it points to is the host's";
    }
}

TEST(Pointers, EveryWayToNameOneServes) {
    for (const int way : {0, 1, 2}) {
        Cast host;
        if (way == 0) host.pointer("player", [] { return roger; });
        if (way == 1) host.object("player", roger);
        if (way == 2) host.getter("", "player", [](Call&) { return roger; });
        const auto world = world_of(host, "fast");
        EXPECT_EQ(ask(*world, "who"), "1") << way;
        EXPECT_EQ(ask(*world, "swap"), "'player' cannot be written to") << way;
        EXPECT_EQ(ask(*world, "who"), "1") << way;
    }
}

TEST(Pointers, AHostMayRefuse) {
    Cast host;
    host.pointer("player", [] { return roger; }, [](Call& call, ObjectId) { call.fail("not now"); });
    const auto world = world_of(host, "precise");
    EXPECT_EQ(ask(*world, "swap"), "not now");
}

TEST(Pointers, StandInsAreCalledWhatTheScriptCallsThem) {
    StandInHost host(nullptr, nullptr);
    const auto world = world_of(host, "fast");
    class Names : public Observer {
      public:
        void native(const NativeStep& step) override {
            name = step.scheduler.object_name(step.call.receiver);
        }
        std::string name;
    } names;
    world->add_observer(names);
    EXPECT_EQ(ask(*world, "who"), "1"); // its number
    EXPECT_EQ(names.name, "player");
    constexpr std::uint64_t stand_in = std::uint64_t{1} << 63U;
    EXPECT_EQ(world->object_name({stand_in}), "player");
    EXPECT_EQ(world->object_name({stand_in | 8}), "player + 8");
    EXPECT_EQ(world->object_name({stand_in | std::uint64_t{1} << 32U}), "cSam");
    EXPECT_EQ(world->object_name({stand_in | std::uint64_t{2} << 32U}), "") << "there is no third variable";
    for (const ObjectId own : {ObjectId{}, roger, ObjectId{std::uint64_t{1} << 32U}})
        EXPECT_EQ(world->object_name(own), "") << "the host's objects are not its to name";
    EXPECT_EQ(world->object_name({script_object | 7}), "script object 7");
}

// Functions that read or write so many bytes at an offset of what `player` points to or of `cSam` itself.
TEST(Pointers, FieldsThatTheHostDoesNotKnowAreOutside) {
    const std::string object =
        "    LITTOREG MAR, import \"player\"\n    MEMREADPTR AX\n    REGTOREG AX, MAR\n";
    const std::string variable = "    LITTOREG MAR, import \"cSam\"\n";
    struct {
        const char* instruction;
        const char* bytes;
    } const accesses[] = {
        {"MEMREAD BX", "4 bytes"},  {"MEMREADW BX", "2 bytes"},  {"MEMREADB BX", "1 byte"},
        {"MEMWRITE BX", "4 bytes"}, {"MEMWRITEW BX", "2 bytes"}, {"MEMWRITEB BX", "1 byte"},
    };
    for (const std::string& place : {object, variable})
        for (const auto& access : accesses)
            for (const char* tier : {"fast", "precise"}) {
                Cast host;
                host.pointer("player", [] { return roger; });
                Diagnostics diagnostics;
                const auto program = engine().format().assemble(
                    ".import \"player\"\n.import \"cSam\"\n.export func \"main$0\", main\nmain:\n"
                    "    LITTOREG BX, 0\n" +
                        place + "    ADD MAR, 24\n    " + access.instruction + "\n    RET\n",
                    {}, diagnostics);
                ASSERT_TRUE(program) << format(program.error());
                const ProgramPtr programs[] = {*program};
                const auto world =
                    engine().runtime().instantiate(programs, host, {{{"tier", tier}}, {}}, diagnostics);
                ASSERT_TRUE(world);
                EXPECT_EQ(ask(**world, "main"),
                          std::string("an access of ") + access.bytes + " at offset 24 is outside its object")
                    << tier << place << access.instruction;
            }
}

} // namespace
} // namespace vellum::ags
