// Linking, calling from outside, host types, waiting natives, the game loop, snapshots: what an embedder
// meets.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "base/file.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/world/world.hpp"
#include "support/ags_packages.hpp"
#include "vellum/ags.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ags {
namespace {

ProgramPtr assemble(const std::string& text, const std::string& name = "script.o") {
    Diagnostics diagnostics;
    LoadOptions options;
    options.name = name;
    auto program = engine().format().assemble(text, options, diagnostics);
    EXPECT_TRUE(program) << (program ? "" : format(program.error()));
    return program ? *program : nullptr;
}

Result<std::unique_ptr<Scheduler>> link(const std::vector<ProgramPtr>& programs, Host& host,
                                        std::vector<std::pair<std::string, std::string>> settings = {}) {
    Diagnostics diagnostics;
    return engine().runtime().instantiate(programs, host, {std::move(settings), {}}, diagnostics);
}

/// A function that returns what one import gives for these integer arguments.
std::string caller(const std::string& import, const std::vector<int>& arguments,
                   const std::string& name = "main") {
    std::string text = ".import \"" + import + "\"\n.export func \"" + name + "$0\", " + name + "\n" + name +
                       ":\n    LINENUM 3\n";
    for (std::size_t i = arguments.size(); i-- > 0;)
        text += "    LITTOREG AX, " + std::to_string(arguments[i]) + "\n    PUSHREAL AX\n";
    text += "    NUMFUNCARGS " + std::to_string(arguments.size()) + "\n    LITTOREG AX, import \"" + import +
            "\"\n    CALLEXT AX\n";
    if (!arguments.empty()) text += "    SUBREALSTACK " + std::to_string(arguments.size()) + "\n";
    return text + "    RET\n";
}

std::string giver(const std::string& exported, int value) {
    return ".export func \"" + exported + "\", here\nhere:\n    LITTOREG AX, " + std::to_string(value) +
           "\n    RET\n";
}

std::int32_t call_main(const std::vector<ProgramPtr>& programs, Host& host) {
    auto world = link(programs, host);
    EXPECT_TRUE(world) << (world ? "" : world.error().message);
    if (!world) return -1;
    const Result<Value> result = (*world)->call("main", {});
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? result->integer() : -1;
}

TEST(Linking, ImportsFindExportsInTheEnginesOrder) {
    GameLibrary host;
    host.function("Thing", [](std::int32_t a) { return a + 1000; });
    const ProgramPtr main = assemble(caller("Thing^1", {5}));
    EXPECT_EQ(call_main({main}, host), 1005) << "nobody else has it: the host's";
    EXPECT_EQ(call_main({assemble(giver("Thing$1", 1)), main}, host), 1) << "a script's Thing$1 is nearer";
    EXPECT_EQ(call_main({assemble(giver("Thing$2", 2)), main}, host), 1005)
        << "another arity is another function";
    EXPECT_EQ(call_main({assemble(giver("Thing$1", 3)), assemble(giver("Thing$1", 4)), main}, host), 3)
        << "the first definition wins";
    EXPECT_EQ(call_main({assemble(giver("Thing$7", 8)), assemble(caller("Thing", {}))}, host), 8)
        << "without ^N any arity serves";
}

TEST(Linking, UnresolvedImportsAreReportedAsTheEngineDoes) {
    GameLibrary host;
    const auto world = link(
        {assemble(".section \"room1.asc\", 0\n.import \"A::set_B\"\n.import \"Gone^2\"\n    RET\n")}, host);
    ASSERT_FALSE(world);
    EXPECT_EQ(world.error().code->id, "ags.unresolved-import");
    EXPECT_EQ(world.error().message, "in 'room1.asc': 2 unresolved imports (last: 'Gone^2')");
    StandInHost lenient(&host, nullptr);
    EXPECT_TRUE(link({assemble(caller("Gone^2", {1, 2}))}, lenient));
}

TEST(Linking, VariablesAreSharedBetweenScripts) {
    const ProgramPtr owner = assemble(".zero 8\n.export data \"count\", 4\n");
    const ProgramPtr user =
        assemble(".import \"count\"\n.export func \"main$0\", main\nmain:\n    LITTOREG AX, 41\n"
                 "    LITTOREG MAR, import \"count\"\n    MEMWRITE AX\n    LITTOREG MAR, import \"count\"\n"
                 "    MEMREAD AX\n    ADD AX, 1\n    RET\n");
    GameLibrary host;
    EXPECT_EQ(call_main({owner, user}, host), 42);
}

TEST(Calling, CountsParametersAsTheEngineDoes) {
    GameLibrary host;
    auto world = link({assemble(".export func \"sub$2\", sub\nsub:\n    LOADSPOFFS 8\n    MEMREAD AX\n    "
                                "LOADSPOFFS 12\n    MEMREAD BX\n"
                                "    SUBREG AX, BX\n    RET\n")},
                      host);
    ASSERT_TRUE(world);
    const Value arguments[] = {Value(std::int32_t{50}), Value(std::int32_t{8}), Value(std::int32_t{99})};
    EXPECT_EQ((*world)->call("sub", std::span(arguments).first(2))->integer(), 42);
    EXPECT_EQ((*world)->call("sub", arguments)->integer(), 42) << "more than declared are dropped";
    const auto few = (*world)->call("sub", std::span(arguments).first(1));
    ASSERT_FALSE(few);
    EXPECT_EQ(few.error().code->id, "ags.parameters");
    EXPECT_EQ((*world)->call("missing", {}).error().code->id, "engine.function");
}

TEST(Hosts, TypesComeAndGoWithTheirReferences) {
    GameLibrary host;
    std::vector<std::uint64_t> gone;
    class Named : public GameLibrary {
      public:
        std::string_view object_class(ObjectId) const override { return "Door"; }
    } types;
    types.method("Door", "Create", [] { return ObjectId{77}; });
    types.property(
        "Door", "Open", [](Call& call) { return static_cast<std::int32_t>(call.receiver.id) + 1; },
        [](Call&, std::int32_t) {});
    types.on_dispose("Door", [&](Call& call) { gone.push_back(call.receiver.id); });
    const ProgramPtr program =
        assemble(".import \"Door::Create^0\"\n.import \"Door::get_Open\"\n.import "
                 "\"Door::set_Open\"\n.export func \"main$0\", main\nmain:\n"
                 "    NUMFUNCARGS 0\n    LITTOREG AX, import \"Door::Create^0\"\n    CALLEXT AX\n"
                 "    REGTOREG SP, MAR\n    MEMINITPTR AX\n    ADD SP, 4\n"
                 "    LOADSPOFFS 4\n    MEMREADPTR AX\n    PUSHREG OP\n    CALLOBJ AX\n    NUMFUNCARGS 0\n"
                 "    LITTOREG AX, import \"Door::get_Open\"\n    CALLEXT AX\n    POPREG OP\n"
                 "    LOADSPOFFS 4\n    MEMZEROPTRND\n    SUB SP, 4\n    RET\n");
    EXPECT_EQ(call_main({program}, types), 78);
    EXPECT_EQ(gone, std::vector<std::uint64_t>{77});
}

TEST(Hosts, WaitingNativesAreAskedAgainAndSurviveSnapshots) {
    class Waiting : public GameLibrary {
      public:
        Waiting() {
            function("Wait", [this](Call& call, std::int32_t frames) -> std::int32_t {
                ++asked;
                const std::int32_t left = call.resumed ? call.state->integer() - 1 : frames;
                *call.state = Value(left);
                if (left > 0) call.suspend();
                return 7;
            });
        }
        int asked = 0;
    };
    for (const char* tier : {"fast", "precise"}) {
        Waiting host;
        const std::vector<ProgramPtr> programs = {
            assemble(caller("Wait^1", {3}, "game_start") + "    ADD AX, 1\n")};
        auto world = link(programs, host, {{"tier", tier}});
        ASSERT_TRUE(world);
        (*world)->start();
        EXPECT_EQ((*world)->machine(0).state, MachineState::waiting);
        ASSERT_FALSE((*world)->machine(0).frames.empty());
        EXPECT_EQ((*world)->machine(0).frames[0].line, 3U);
        (*world)->frame(0.02F);
        const auto state = (*world)->snapshot();
        ASSERT_TRUE(state);
        auto second = link(programs, host, {{"tier", tier}});
        ASSERT_TRUE((*second)->restore(*state));
        EXPECT_EQ((*second)->machine(0).state, MachineState::waiting);
        host.asked = 0;
        for (int i = 0; i < 4; ++i) (*second)->frame(0.02F);
        EXPECT_EQ((*second)->machine(0).state, MachineState::idle);
        EXPECT_EQ(host.asked, 2);
        EXPECT_TRUE((*second)->finished());
    }
}

TEST(Hosts, NativesMayCallScripts) {
    GameLibrary host;
    host.function("Twice", [](Call& call, std::int32_t value) -> std::int32_t {
        const Value argument(value);
        const Result<Value> result = call.scheduler.call("helper", {&argument, 1});
        return result ? result->integer() * 2 : -1;
    });
    const ProgramPtr helper = assemble(
        ".export func \"helper$1\", here\nhere:\n    LOADSPOFFS 8\n    MEMREAD AX\n    ADD AX, 1\n    RET\n");
    EXPECT_EQ(call_main({helper, assemble(caller("Twice^1", {20}))}, host), 42);
}

TEST(Faults, CarryTheEnginesTextAndStack) {
    GameLibrary host;
    host.function("Fail", [](Call& call) -> std::int32_t {
        call.fail("it is broken");
        return 0;
    });
    for (const char* tier : {"fast", "precise"}) {
        auto world =
            link({assemble(".section \"Global.asc\", 0\n" + caller("Fail^0", {}))}, host, {{"tier", tier}});
        ASSERT_TRUE(world);
        EXPECT_FALSE((*world)->call("main", {}));
        const std::vector<Fault> faults = (*world)->take_faults();
        ASSERT_EQ(faults.size(), 1U);
        EXPECT_TRUE(is_user_error(faults[0]));
        EXPECT_EQ(error_text(faults[0]), "Error (line 3): it is broken");
        EXPECT_EQ(call_stack_text(faults[0]), "in the active script:\nin \"Global.asc\", line 3\n");
        EXPECT_EQ(faults[0].frames[0].function, "main");
    }
}

TEST(Faults, BudgetsEndCallsAndPauseFrames) {
    GameLibrary host;
    const std::string loop = "    LOOPCHECKOFF\nagain:\n    LITTOREG AX, 1\n    JMP again\n";
    Diagnostics diagnostics;
    RunOptions options;
    options.budget.instructions = 1000;
    const ProgramPtr program =
        assemble(".export func \"main$0\", main\n.export func \"game_start$0\", main\nmain:\n" + loop);
    auto world = engine().runtime().instantiate({&program, 1}, host, options, diagnostics);
    ASSERT_TRUE(world);
    const auto result = (*world)->call("main", {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code->id, "ags.budget");
    EXPECT_LE((*world)->instructions(), 1010U);
    (*world)->start();
    EXPECT_EQ((*world)->machine(0).state, MachineState::exhausted);
    (*world)->frame(0.0F);
    EXPECT_EQ((*world)->machine(0).state, MachineState::exhausted);
    EXPECT_FALSE((*world)->finished());
}

TEST(Faults, BudgetsNameTheLineInBothForms) {
    // The line stands in the loop, and nothing in it but the budget can ask for it.
    for (const char* jump : {"JMP again", "JNZ again"}) {
        const ProgramPtr program = assemble(
            std::string(".section \"loop.asc\", 0\n.export func \"main$0\", main\nmain:\n    LINENUM 3\n"
                        "    LOOPCHECKOFF\nagain:\n    LINENUM 6\n    LITTOREG AX, 1\n    LINENUM 7\n    ") +
            jump + "\n    RET\n");
        std::string told[2];
        for (const bool fast : {false, true}) {
            GameLibrary host;
            Diagnostics diagnostics;
            RunOptions options;
            options.settings = {{"tier", fast ? "fast" : "precise"}};
            options.budget.instructions = 1000;
            auto world = engine().runtime().instantiate({&program, 1}, host, options, diagnostics);
            ASSERT_TRUE(world);
            ASSERT_FALSE((*world)->call("main", {}));
            for (const Fault& fault : (*world)->take_faults()) told[fast ? 1 : 0] += format(fault);
        }
        EXPECT_NE(told[0].find(":7)"), std::string::npos) << told[0];
        EXPECT_EQ(told[0], told[1]) << jump;
    }
}

TEST(Settings, UnknownOnesAreRefused) {
    GameLibrary host;
    const auto world = link({assemble("    RET\n")}, host, {{"speed", "11"}});
    ASSERT_FALSE(world);
    EXPECT_EQ(world.error().code->id, "engine.option");
    EXPECT_TRUE(link({assemble("    RET\n")}, host,
                     {{"loop_limit", "10"}, {"seed", "3"}, {"room", "2"}, {"tier", "precise"}}));
}

/// A game of one module, a global script and two rooms whose functions tell that they were started.
class Told : public GameLibrary {
  public:
    Told() {
        function("Tell", [this](std::int32_t what) { told.push_back(what); });
    }
    std::vector<std::int32_t> told;
};

std::string teller(const std::string& section, const std::vector<std::pair<std::string, int>>& functions) {
    std::string text = ".section \"" + section + "\", 0\n.import \"Tell^1\"\n";
    for (const auto& [name, value] : functions)
        text += ".export func \"" + name + "\", f" + std::to_string(value) + "\n";
    for (const auto& [name, value] : functions)
        text += "f" + std::to_string(value) + ":\n    LITTOREG AX, " + std::to_string(value) +
                "\n    PUSHREAL AX\n    NUMFUNCARGS 1\n    LITTOREG AX, import \"Tell^1\"\n    CALLEXT AX\n  "
                "  SUBREALSTACK 1\n    RET\n";
    return text;
}

std::vector<std::byte> bytes_of(const std::string& text) { return *assemble(text)->save(); }

TEST(GameLoop, StartsWhatTheEngineStarts) {
    const auto package = test::package(
        30,
        {{"game28.dta",
          test::game_data(
              {bytes_of(teller("GlobalScript.asc",
                               {{"game_start$0", 20}, {"repeatedly_execute$0", 21}, {"on_event$2", 22}})),
               bytes_of(teller("__DialogScripts.asc", {})),
               bytes_of(teller("Module.asc", {{"game_start$0", 10}, {"repeatedly_execute_always$0", 11}}))})},
         {"room1.crm", test::room_file(33, bytes_of(teller("room1.asc", {{"room_Load$0", 31},
                                                                         {"room_RepExec$0", 32},
                                                                         {"room_Leave$0", 33}})))},
         {"room2.crm", test::room_file(33, bytes_of(teller("room2.asc", {{"room_Load$0", 41},
                                                                         {"room_FirstLoad$0", 42}})))}});
    Diagnostics diagnostics;
    const auto game = engine().format().load(package, {}, diagnostics);
    ASSERT_TRUE(game);
    Told host;
    auto world = link({*game}, host, {{"room", "1"}});
    ASSERT_TRUE(world) << world.error().message;
    (*world)->start();
    EXPECT_EQ(host.told, (std::vector<std::int32_t>{10, 20, 31, 22}));
    host.told.clear();
    (*world)->frame(0.025F);
    EXPECT_EQ(host.told, (std::vector<std::int32_t>{11, 21, 32}));
    host.told.clear();
    EXPECT_EQ(*(*world)->send({"room 2", {}}), "handled");
    EXPECT_EQ(host.told, (std::vector<std::int32_t>{33, 22, 41, 22, 42}));
    host.told.clear();
    EXPECT_EQ(*(*world)->send({"on_key_press", {Value(std::int32_t{65})}}), "no handler");
    EXPECT_FALSE((*world)->send({"room 9", {}}));
    const auto state = (*world)->snapshot();
    ASSERT_TRUE(state);
    auto second = link({*game}, host, {{"room", "1"}});
    ASSERT_TRUE((*second)->restore(*state)) << "rooms are linked as they were";
    EXPECT_EQ(*(*second)->snapshot(), *state);
}

/// Stops once, in front of an address.
class StopAt final : public Stopper {
  public:
    explicit StopAt(std::uint32_t address) : address_(address) {}
    bool stops(const vellum::Step& step) override {
        ++asked;
        return step.address == address_ && std::exchange(waits_, false);
    }
    int asked = 0;

  private:
    std::uint32_t address_;
    bool waits_ = true;
};

TEST(GameLoop, StopsInARoomThatIsLinkedWhenItIsEntered) {
    const ProgramPtr global =
        assemble(teller("GlobalScript.asc", {{"game_start$0", 20}, {"on_event$2", 22}}), "GlobalScript.o");
    const ProgramPtr first = assemble(teller("room1.asc", {{"room_Load$0", 31}}), "room1.o");
    const ProgramPtr second =
        assemble(teller("room2.asc", {{"room_Load$0", 41}, {"room_FirstLoad$0", 42}}), "room2.o");
    Told host;
    auto world = link({global, first, second}, host, {{"room", "1"}});
    ASSERT_TRUE(world) << world.error().message;
    (*world)->start();
    const auto functions = second->functions();
    const auto place = std::ranges::find_if(
        functions, [](const Function& one) { return one.name.starts_with("room_FirstLoad"); });
    ASSERT_NE(place, functions.end());
    StopAt stopper(place->address);
    (*world)->set_stopper(&stopper, {{second.get(), place->address, place->address + 1}});
    host.told.clear();
    EXPECT_EQ((*world)->send({"room 2", {}}).outcome, EventOutcome::begun);
    ASSERT_TRUE((*world)->paused());
    EXPECT_EQ(host.told, (std::vector<std::int32_t>{22, 41, 22}));
    EXPECT_EQ(stopper.asked, 1) << "nobody is asked about what holds no stop";
    (*world)->resume();
    EXPECT_EQ(host.told.back(), 42);
    (*world)->set_stopper(nullptr);
}

TEST(Snapshots, BelongToTheirScripts) {
    GameLibrary host;
    auto one = link({assemble(giver("main$0", 1))}, host);
    auto other = link({assemble(giver("main$0", 2))}, host);
    const auto state = (*one)->snapshot();
    ASSERT_TRUE(state);
    const auto refused = (*other)->restore(*state);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code->id, "snapshot.version");
    EXPECT_FALSE((*one)->restore(std::span(*state).first(state->size() - 1)));
    EXPECT_FALSE((*one)->restore({}));
}

TEST(Snapshots, KeepTheRoomOfAnEntryWhoseSizeChanged) {
    // A write of two bytes makes the first local smaller; the second stays where it is.
    const ProgramPtr program = assemble(R"(.zero 4
.export func "main$0", main
main:
    LITTOREG AX, 7
    REGTOREG SP, MAR
    MEMWRITE AX
    ADD SP, 4
    REGTOREG SP, MAR
    MEMWRITE AX
    ADD SP, 4
    LOADSPOFFS 8
    MEMWRITEW AX
    LITTOREG AX, func idle
    CALL AX
    LOADSPOFFS 8
    MEMREADW AX
    LITTOREG MAR, data 0
    MEMWRITE AX
    SUB SP, 6
    RET
idle:
    RET
)");
    GameLibrary host;
    auto world = link({program}, host);
    Budget budget;
    budget.instructions = 5;
    (*world)->set_budget(budget);
    ASSERT_TRUE((*world)->send({"main", {}}));
    ASSERT_EQ((*world)->machine(0).state, MachineState::exhausted);
    const auto state = (*world)->snapshot();
    ASSERT_TRUE(state);
    auto fresh = link({program}, host);
    ASSERT_TRUE((*fresh)->restore(*state));
    EXPECT_EQ(*(*fresh)->snapshot(), *state);
    (*fresh)->frame(0.025F);
    EXPECT_TRUE((*fresh)->take_faults().empty());
    EXPECT_EQ(static_cast<World&>(**fresh).environment().instances()[0].data[0], std::byte{7});
}

TEST(Snapshots, AFlippedByteIsRefusedWhereverItStands) {
    GameLibrary host;
    auto world = link({assemble(giver("main$0", 1))}, host);
    const auto state = (*world)->snapshot();
    ASSERT_TRUE(state);
    std::vector<std::byte> hurt = *state;
    for (std::byte& byte : hurt) {
        byte ^= std::byte{0x10};
        EXPECT_FALSE((*world)->restore(hurt));
        byte ^= std::byte{0x10};
    }
    EXPECT_TRUE((*world)->restore(hurt));
    const auto again = (*world)->snapshot();
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *state);
}

TEST(Files, StayInsideTheSandbox) {
    GameLibrary host;
    const auto open = [&](const std::string& name, const std::string& folder) {
        const ProgramPtr program =
            assemble(".import \"File::Open^2\"\n.string \"" + name +
                     "\"\n.export func \"main$0\", main\nmain:\n"
                     "    LITTOREG AX, 2\n    PUSHREAL AX\n    LITTOREG AX, string \"" +
                     name +
                     "\"\n    PUSHREAL AX\n"
                     "    NUMFUNCARGS 2\n    LITTOREG AX, import \"File::Open^2\"\n    CALLEXT AX\n    "
                     "SUBREALSTACK 2\n    RET\n");
        std::vector<std::pair<std::string, std::string>> settings;
        if (!folder.empty()) settings.push_back({"files", folder});
        auto world = link({program}, host, settings);
        const Result<Value> result = (*world)->call("main", {});
        EXPECT_TRUE(result);
        return result && result->is(Type::object) && result->object();
    };
    const std::string folder = ::testing::TempDir();
    EXPECT_TRUE(open("save.txt", folder));
    EXPECT_TRUE(open("$SAVEGAMEDIR$/save.txt", folder));
    EXPECT_FALSE(open("save.txt", "")) << "no directory, no files";
    for (const char* outside : {"../save.txt", "/etc/passwd", "$X$/../y", "a/b", "c:x", ".hidden", ""})
        EXPECT_FALSE(open(outside, folder)) << outside;
}

} // namespace
} // namespace vellum::ags
