// What the precise form alone can hold: a call or declaration that is under way where a block ends, or where
// a native waits and a snapshot is taken.
#include <gtest/gtest.h>

#include "engines/ags/engine.hpp"
#include "engines/ags/machine/fast/code.hpp"
#include "engines/ags/world/world.hpp"
#include "runtime/report.hpp"
#include "vellum/ags.hpp"

namespace vellum::ags {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

std::vector<ProgramPtr> assembled(const std::vector<std::string>& texts) {
    std::vector<ProgramPtr> programs;
    for (const std::string& text : texts) {
        Diagnostics diagnostics;
        const auto program = engine().format().assemble(
            text, {"script" + std::to_string(programs.size()) + ".o", {}}, diagnostics);
        EXPECT_TRUE(program) << (program ? "" : format(program.error())) << text;
        if (program) programs.push_back(*program);
    }
    return programs;
}

std::unique_ptr<World> world_of(const std::vector<ProgramPtr>& programs, Host& host, Settings settings = {}) {
    Diagnostics diagnostics;
    auto world = engine().runtime().instantiate(programs, host, {std::move(settings), {}}, diagnostics);
    EXPECT_TRUE(world) << (world ? "" : world.error().message);
    return std::unique_ptr<World>(static_cast<World*>(world ? world->release() : nullptr));
}

std::string outcome_of(const Result<Value>& result) {
    return result ? std::to_string(result->integer()) : std::string(result.error().code->id);
}

/// A script whose function is this body, with a text, data and a function `other`.
std::string function_of(const std::string& body) {
    return ".zero 8\n.import \"Native^0\"\n.string \"a\"\n.export func \"main$0\", main\n.export func "
           "\"other$0\", other\nmain:\n    LITTOREG AX, 1\n" +
           body + "other:\n    LITTOREG AX, 1\n    RET\n";
}

TEST(LoweredBlocks, EndOutsideOfCallsAndDeclarations) {
    const char* const begun[] = {
        "    NUMFUNCARGS 0\n",
        "    NUMFUNCARGS 1\n",
        "    LITTOREG AX, data 0\n    CALLOBJ AX\n",
        "    REGTOREG SP, MAR\n    ZEROMEMORY 8\n",
        "    LITTOREG AX, 1\n    REGTOREG SP, MAR\n    MEMWRITE AX\n",
    };
    const char* const ends[] = {
        "    RET\n",
        "    JMP on\non:\n    RET\n",
        "on:\n    RET\n",
        "    LITTOREG MAR, data 0\n    MEMREAD AX\n    JZ on\non:\n    RET\n",
        "    LITTOREG MAR, data 0\n    MEMREAD AX\n    JNZ on\non:\n    RET\n",
        "    LITTOREG AX, func other\n    CALL AX\n    RET\n",
    };
    GameLibrary host;
    host.function("Native", [] { return 1; });
    for (const char* const end : ends) {
        // A declaration is begun, but all is well when it is a whole one.
        const std::string whole = "    REGTOREG SP, MAR\n    ZEROMEMORY 8\n    ADD SP, 8\n    SUB SP, 8\n";
        const std::string jumped = std::string(end).starts_with("on:") ? "    JMP on\n" : "";
        const auto plain = world_of(assembled({function_of(whole + jumped + end)}), host);
        EXPECT_TRUE(plain->environment().slow().empty()) << end << plain->environment().slow()[0].reason;
        for (const char* const begin : begun) {
            // A method of a struct of the same script is called so, with its object in OP.
            if (std::string_view(begin).find("CALLOBJ") != std::string_view::npos &&
                std::string_view(end).find("CALL AX") != std::string_view::npos)
                continue;
            const std::string body =
                jumped.empty()
                    ? std::string(begin) + end
                    : "    LITTOREG MAR, data 0\n    MEMREAD AX\n    JZ on\n" + std::string(begin) + end;
            const auto world = world_of(assembled({function_of(body)}), host);
            EXPECT_EQ(world->environment().slow().size(), 1U) << begin << end;
        }
    }
}

TEST(LoweredBlocks, ReachWholeValuesAndAnyPlaceOfRawMemory) {
    GameLibrary host;
    host.function("Native", [] { return 1; });
    const std::string raw = "    REGTOREG SP, MAR\n    ZEROMEMORY 8\n    ADD SP, 8\n";
    const std::string end = "    SUB SP, 8\n    RET\n";
    for (const char* const offset : {"4", "8"})
        for (const bool whole : {false, true}) {
            const std::string read = "    LOADSPOFFS " + std::string(offset) + "\n    MEMREAD AX\n";
            const std::string values = "    PUSHREG AX\n    PUSHREG AX\n";
            const auto world = world_of(assembled({function_of((whole ? values : raw) + read + end)}), host);
            EXPECT_TRUE(world->environment().slow().empty()) << offset;
        }
    for (const char* const offset : {"1", "2", "3", "5", "6", "7"}) {
        const std::string read = "    LOADSPOFFS " + std::string(offset) + "\n    MEMREADB AX\n";
        const auto inside = world_of(assembled({function_of(raw + read + end)}), host);
        EXPECT_TRUE(inside->environment().slow().empty()) << offset;
        const auto torn =
            world_of(assembled({function_of("    PUSHREG AX\n    PUSHREG AX\n" + read + end)}), host);
        EXPECT_EQ(torn->environment().slow().size(), 1U) << offset;
        EXPECT_EQ(outcome_of(torn->call("main", {})), "ags.memory") << offset;
    }
}

TEST(LoweredBlocks, AddressTheMiddleOfAValueAsTheInterpreterDoes) {
    GameLibrary host;
    host.function("Native", [] { return 1; });
    const std::string values = "    LITTOREG AX, 7\n    PUSHREG AX\n    LITTOREG AX, 8\n    PUSHREG AX\n";
    struct {
        const char* body;
        const char* outcome;
        bool fast;
    } const cases[] = {
        {"    LOADSPOFFS 6\n    SUB MAR, 2\n    MEMREAD AX\n", "7", true}, // back at its beginning
        {"    LOADSPOFFS 2\n    SUB MAR, 2\n    MEMREAD AX\n", "8", true},
        {"    LOADSPOFFS 6\n    LITTOREG AX, 5\n", "5", true}, // never used
        {"    LOADSPOFFS 6\n    MEMREADW AX\n", "ags.memory", false},
        {"    LOADSPOFFS 6\n    ADD MAR, 2\n    MEMREAD AX\n", "ags.memory", false},
        {"    LOADSPOFFS 6\n    MEMWRITEW AX\n", "ags.memory", false},
        {"    LOADSPOFFS 6\n    MEMREADPTR AX\n", "ags.memory", false},
        {"    LOADSPOFFS 6\n    LITTOREG AX, 0\n    MEMWRITEPTR AX\n", "ags.memory", false},
        {"    LOADSPOFFS 6\n    MEMZEROPTR\n", "ags.memory", false},
    };
    for (const auto& each : cases) {
        const std::vector<ProgramPtr> programs =
            assembled({function_of(values + each.body + "    SUB SP, 8\n    RET\n")});
        for (const char* const tier : {"precise", "fast"}) {
            const auto world = world_of(programs, host, {{"tier", tier}});
            EXPECT_EQ(outcome_of(world->call("main", {})), each.outcome) << tier << each.body;
            if (tier == std::string_view("fast"))
                EXPECT_EQ(world->environment().slow().empty(), each.fast) << each.body;
        }
    }
}

TEST(LoweredBlocks, TellWhereAnIndexLeavesItsMemory) {
    GameLibrary host;
    host.function("Native", [] { return 1; });
    const std::string index = "    REGTOREG SP, MAR\n    ZEROMEMORY 8\n    ADD SP, 8\n    NUMFUNCARGS 0\n"
                              "    LITTOREG AX, import \"Native^0\"\n    CALLEXT AX\n    REGTOREG AX, BX\n";
    struct {
        const char* instruction;
        const char* bytes;
        unsigned width;
    } const accesses[] = {
        {"MEMREADB AX", "1 byte", 1},  {"MEMREADW AX", "2 bytes", 2},  {"MEMREAD AX", "4 bytes", 4},
        {"MEMWRITEB AX", "1 byte", 1}, {"MEMWRITEW AX", "2 bytes", 2}, {"MEMWRITE AX", "4 bytes", 4},
    };
    for (const std::string place : {"    LOADSPOFFS 8\n", "    LITTOREG MAR, data 0\n"})
        for (const auto& access : accesses)
            for (const unsigned beyond : {0U, 1U}) {
                const unsigned offset = 8 - access.width + beyond;
                const std::string body = index + place + "    ADD MAR, " + std::to_string(offset - 1) +
                                         "\n    ADDREG MAR, BX\n    " + access.instruction +
                                         "\n    SUB SP, 8\n    RET\n";
                for (const char* const tier : {"precise", "fast"}) {
                    const auto world = world_of(assembled({function_of(body)}), host, {{"tier", tier}});
                    EXPECT_TRUE(world->environment().slow().empty()) << body;
                    const Result<Value> result = world->call("main", {});
                    if (beyond == 0)
                        EXPECT_TRUE(result) << tier << body;
                    else
                        EXPECT_EQ(result ? "" : result.error().message,
                                  std::string("an access of ") + access.bytes + " at offset " +
                                      std::to_string(offset) + " is outside its object")
                            << tier << body;
                }
            }
}

TEST(LoweredBlocks, KeepNumbersInTheirInstructions) {
    // Only other constants, addresses for instance, need a table.
    GameLibrary host;
    host.function("Native", [] { return 1; });
    const auto constants = [&](const char* operand) {
        const std::string body = "    LITTOREG BX, " + std::string(operand) + "\n    LITTOREG OP, " +
                                 operand +
                                 "\n    NUMFUNCARGS 0\n    LITTOREG AX, import "
                                 "\"Native^0\"\n    CALLEXT AX\n    RET\n";
        const auto world = world_of(assembled({function_of(body)}), host);
        const auto& code = world->environment().instances()[0].fast;
        EXPECT_TRUE(code != nullptr) << world->environment().slow()[0].reason;
        return code != nullptr ? code->constants.size() : 0;
    };
    const std::size_t numbers = constants("7");
    EXPECT_EQ(constants("0"), numbers);
    EXPECT_GT(constants("data 4"), numbers);
}

TEST(PreciseForm, UncheckedLoopsStayUncheckedBehindACall) {
    const std::string loop = "    LITTOREG AX, 0\n    PUSHREG AX\nagain%:\n    LOADSPOFFS 4\n    MEMREAD AX\n"
                             "    ADD AX, 1\n    MEMWRITE AX\n    LITTOREG BX, 20\n    LESSTHAN AX, BX\n"
                             "    JZ out%\n    JMP again%\nout%:\n    POPREG AX\n";
    const auto loop_named = [&](const std::string& name) {
        std::string text = loop;
        for (std::size_t at; (at = text.find('%')) != std::string::npos;) text.replace(at, 1, name);
        return text;
    };
    const std::string called = "    LITTOREG AX, func inner\n    CALL AX\n";
    const std::string text = ".export func \"before$0\", before\n.export func \"behind$0\", behind\n.export "
                             "func \"checked$0\", checked\n"
                             "before:\n    LOOPCHECKOFF\n" +
                             loop_named("a") + called + "    RET\nbehind:\n    LOOPCHECKOFF\n" + called +
                             called + loop_named("b") + "    RET\nchecked:\n" + loop_named("c") +
                             "    RET\ninner:\n    LITTOREG AX, func innermost\n    CALL AX\n" +
                             loop_named("d") + "    RET\ninnermost:\n" + loop_named("e") + "    RET\n";
    for (const char* tier : {"precise", "fast"}) {
        GameLibrary host;
        const auto world = world_of(assembled({text}), host, {{"tier", tier}, {"loop_limit", "10"}});
        EXPECT_EQ(outcome_of(world->call("before", {})), "20") << tier;
        EXPECT_EQ(outcome_of(world->call("behind", {})), "20") << tier;
        EXPECT_EQ(outcome_of(world->call("checked", {})), "ags.hung") << tier;
    }
}

/// Two scripts; the game starts in the second, calls `outer` of the first, which calls `inner`. There a
/// native waits, with something in every place a context has.
std::vector<ProgramPtr> deep_programs(const std::string& rest, bool checked) {
    const std::string deep =
        ".import \"Wait^0\"\n.import \"Sum^3\"\n.import \"Tell^1\"\n.export func \"outer$2\", outer\n"
        "pad:\n    RET\n"
        "outer:\n    THISBASE 1\n    LINENUM 11\n" +
        std::string(checked ? "" : "    LOOPCHECKOFF\n") +
        "    LITTOREG CX, 5\n    PUSHREG CX\n"
        "    LITTOREG AX, func inner\n    CALL AX\n    LINENUM 12\n    PUSHREG AX\n    LITTOREG AX, func "
        "last\n"
        "    CALL AX\n    POPREG BX\n    ADDREG AX, BX\n    POPREG BX\n    ADDREG AX, BX\n"
        "    LOADSPOFFS 12\n    MEMREAD BX\n    ADDREG AX, BX\n    RET\n"
        "last:\n    LINENUM 13\n    LITTOREG AX, 1\n    RET\n"
        "inner:\n    LINENUM 14\n    LITTOREG AX, 0\n    PUSHREG AX\nround:\n    LOADSPOFFS 4\n    MEMREAD "
        "AX\n"
        "    ADD AX, 1\n    MEMWRITE AX\n    LITTOREG BX, 6\n    LESSTHAN AX, BX\n    JZ out\n    JMP "
        "round\nout:\n"
        "    REGTOREG SP, MAR\n    ZEROMEMORY 6\n    ADD SP, 6\n    LOADSPOFFS 6\n    LITTOREG AX, 258\n"
        "    MEMWRITEW AX\n"
        "    LITTOREG AX, 1000\n    PUSHREAL AX\n    LITTOREG AX, 2000\n    PUSHREAL AX\n    LITTOREG AX, "
        "4000\n"
        "    PUSHREAL AX\n    LITTOREG BX, 7\n    LITTOREG CX, 9\n    LITTOREG DX, 11\n"
        "    REGTOREG SP, MAR\n" +
        rest +
        "    LINENUM 16\n    LOADSPOFFS 4\n    MEMREAD AX\n    LOADSPOFFS 10\n    MEMREADW BX\n    ADDREG "
        "AX, BX\n"
        "    SUB SP, 10\n    POPREG BX\n    ADDREG AX, BX\n    RET\n";
    const std::string start =
        ".import \"outer$2\"\n.import \"Tell^1\"\n.export func \"game_start$0\", start\nstart:\n    LINENUM "
        "21\n"
        "    LITTOREG AX, 300\n    PUSHREAL AX\n    LITTOREG AX, 40\n    PUSHREAL AX\n    NUMFUNCARGS 2\n"
        "    LITTOREG AX, import \"outer$2\"\n    CALLEXT AX\n    SUBREALSTACK 2\n    PUSHREAL AX\n"
        "    NUMFUNCARGS 1\n    LITTOREG AX, import \"Tell^1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n    "
        "RET\n";
    return assembled({deep, start});
}

const std::string wait =
    "    LINENUM 15\n    NUMFUNCARGS 0\n    LITTOREG AX, import \"Wait^0\"\n    CALLEXT AX\n";
const std::string sum =
    "    NUMFUNCARGS 3\n    LITTOREG AX, import \"Sum^3\"\n    CALLEXT AX\n    SUBREALSTACK 3\n"
    "    PUSHREAL AX\n    NUMFUNCARGS 1\n    LITTOREG AX, import \"Tell^1\"\n    CALLEXT AX\n"
    "    SUBREALSTACK 1\n";
const std::string registers = "    ADDREG BX, CX\n    ADDREG BX, DX\n    PUSHREAL BX\n    NUMFUNCARGS 1\n"
                              "    LITTOREG AX, import \"Tell^1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n";

class Told : public GameLibrary {
  public:
    Told() {
        function("Wait", [](Call& call) {
            if (call.resumed && call.state->integer() == 0) return;
            *call.state = Value(call.resumed ? call.state->integer() - 1 : std::int32_t{1});
            call.suspend();
        });
        function("Sum", [](std::int32_t a, std::int32_t b, std::int32_t c) { return a + 2 * b + 4 * c; });
        function("Tell", [this](std::int32_t value) { told += std::to_string(value) + "\n"; });
    }
    std::string told;
};

std::string position(const World& world) {
    std::string text;
    const MachineInfo machine = world.machine(0);
    text += std::to_string(static_cast<int>(machine.state)) + "\n";
    for (const Frame& frame : machine.frames)
        text += std::to_string(frame.address) + " line " + std::to_string(frame.line) + "\n";
    return text;
}

/// What is told until everything is idle, if the game goes on in a restored world or in its own.
std::string ending_of(const std::vector<ProgramPtr>& programs, const Settings& settings, bool restored) {
    Told host;
    auto world = world_of(programs, host, settings);
    world->start();
    EXPECT_EQ(world->machine(0).state, MachineState::waiting);
    std::string told = position(*world);
    if (restored) {
        const auto state = world->snapshot();
        EXPECT_TRUE(state);
        auto fresh = world_of(programs, host, settings);
        const auto done = fresh->restore(*state);
        EXPECT_TRUE(done) << (done ? "" : done.error().message);
        EXPECT_EQ(*fresh->snapshot(), *state);
        world = std::move(fresh);
        told = position(*world);
    }
    host.told.clear();
    for (int i = 0; i < 4; ++i) world->frame(0.02F);
    for (const Fault& fault : world->take_faults()) told += fault.message + "\n";
    return told + host.told + std::to_string(world->instructions());
}

TEST(PreciseForm, ASnapshotHasEverythingThatIsUnderWay) {
    const struct {
        const char* what;
        std::string rest;
        int loop_limit; ///< 0: loops are not limited
        bool checked;
        const char* told;
    } cases[] = {
        {"parameters", wait + "    ADD SP, 4\n" + sum, 0, false, "12000"},
        {"registers", wait + registers + "    ADD SP, 4\n", 0, false, "27"},
        {"a raw tail", "    ZEROMEMORY 4\n    LITTOREG AX, 77\n    MEMWRITE AX\n" + wait + "    ADD SP, 4\n",
         0, false, "647"},
        {"a tail that was written", "    LITTOREG AX, 99\n    MEMWRITE AX\n" + wait + "    ADD SP, 4\n", 0,
         false, "669"},
        {"the same and more of it", "    LITTOREG AX, 99\n    MEMWRITE AX\n" + wait + "    ADD SP, 4\n" + sum,
         0, false, "669"},
        {"loops that are not checked",
         wait + "    ADD SP, 4\n    JMP over\nback:\n    JMP on\nover:\n    JMP "
                "back\non:\n",
         5, false, "570"},
        {"loops that are",
         wait + "    ADD SP, 4\n    JMP over\nback:\n    JMP on\nover:\n    JMP back\non:\n", 5, true,
         "hung"},
    };
    for (const auto& one : cases) {
        const auto programs = deep_programs(one.rest, one.checked);
        Settings settings{{"tier", "precise"}};
        if (one.loop_limit != 0) settings.push_back({"loop_limit", std::to_string(one.loop_limit)});
        const std::string straight = ending_of(programs, settings, false);
        EXPECT_EQ(ending_of(programs, settings, true), straight) << one.what;
        EXPECT_NE(straight.find(one.told), std::string::npos) << one.what << "\n" << straight;
    }
}

/// Two scripts whose functions call each other; with `by_way`, by way of one of their own.
std::vector<ProgramPtr> mutual_programs(bool by_way, int locals) {
    const auto script = [&](const std::string& own, const std::string& other, const std::string& more) {
        const std::string call = "    LINENUM 7\n    LITTOREG AX, 1\n    PUSHREAL AX\n    NUMFUNCARGS 1\n"
                                 "    LITTOREG AX, import \"" +
                                 other + "$1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n";
        const std::string room = std::to_string(locals);
        const std::string space =
            locals == 0 ? ""
                        : "    REGTOREG SP, MAR\n    ZEROMEMORY " + room + "\n    ADD SP, " + room + "\n";
        const std::string drop = locals == 0 ? "" : "    SUB SP, " + room + "\n";
        return ".import \"" + other + "$1\"\n.export func \"" + own + "$1\", " + own + "\n" + more + own +
               ":\n    LINENUM 5\n" + space + (by_way ? "    LITTOREG AX, func inner\n    CALL AX\n" : call) +
               drop + "    RET\ninner:\n" + call + "    RET\n";
    };
    return assembled(
        {script("ping", "pong", ""),
         script("pong", "ping",
                ".export func \"main$0\", main\nmain:\n    LINENUM 3\n    LITTOREG AX, 9\n    PUSHREAL AX\n"
                "    NUMFUNCARGS 1\n    LITTOREG AX, import \"ping$1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n "
                "   RET\n")});
}

TEST(CallsOfOtherScripts, EndWhereTheLimitsAre) {
    for (const bool by_way : {false, true})
        for (const int locals : {0, 64, 500}) {
            std::string found[2];
            for (const bool fast : {false, true}) {
                GameLibrary host;
                const auto world =
                    world_of(mutual_programs(by_way, locals), host, {{"tier", fast ? "fast" : "precise"}});
                EXPECT_TRUE(world->environment().slow().empty());
                const Result<Value> result = world->call("main", {});
                EXPECT_FALSE(result);
                std::string& text = found[fast ? 1 : 0];
                for (const Fault& fault : world->take_faults()) text += format(fault) + "\n";
                text += std::to_string(world->instructions());
            }
            EXPECT_EQ(found[0], found[1]) << by_way << " " << locals;
            EXPECT_NE(found[0].find("overflow"), std::string::npos) << found[0];
        }
}

TEST(Queues, TellOfAFunctionThatCannotBegin) {
    // It wants two values and gets one; what stands behind it in the queue runs.
    const std::string text =
        ".import \"Wait^0\"\n.import \"Tell^1\"\n.export func \"game_start$0\", start\n"
        ".export func \"on_key_press$2\", key\n.export func \"on_mouse_click$1\", click\n"
        "start:\n    NUMFUNCARGS 0\n    LITTOREG AX, import \"Wait^0\"\n    CALLEXT AX\n    RET\n"
        "key:\n    LOADSPOFFS 12\n    MEMREAD AX\n    RET\n"
        "click:\n    LOADSPOFFS 8\n    MEMREAD AX\n    PUSHREAL AX\n    NUMFUNCARGS 1\n"
        "    LITTOREG AX, import \"Tell^1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n    RET\n";
    Told host;
    const auto world = world_of(assembled({text}), host);
    world->start();
    EXPECT_EQ(world->machine(0).state, MachineState::waiting);
    static_cast<void>(world->send({"on_key_press", {Value(std::int32_t{65})}}));
    static_cast<void>(world->send({"on_mouse_click", {Value(std::int32_t{3})}}));
    EXPECT_TRUE(world->faults().empty());
    for (int frame = 0; frame < 4; ++frame) world->frame(0.1F);
    ASSERT_EQ(world->faults().size(), 1U);
    EXPECT_EQ(world->faults()[0].code->id, "ags.parameters");
    EXPECT_EQ(world->faults()[0].machine_name, "main");
    EXPECT_EQ(host.told, "3\n");
}

TEST(Snapshots, HoldAsManyObjectsAsThereWere) {
    const auto programs =
        assembled({".string \"a\"\n.zero 4\n.export func \"main$0\", main\nmain:\n"
                   "    LITTOREG AX, string \"a\"\n    CREATESTRING AX\n"
                   "    LITTOREG MAR, data 0\n    MEMWRITEPTR AX\n    LITTOREG AX, 0\n    RET\n"});
    GameLibrary host;
    const auto world = world_of(programs, host);
    const auto empty = world->snapshot();
    ASSERT_TRUE(empty);
    ASSERT_TRUE(world->call("main", {}));
    EXPECT_EQ(world->environment().pool().live(), 1U);
    const auto one = world->snapshot();
    ASSERT_TRUE(one);
    for (int time = 0; time < 2; ++time) {
        ASSERT_TRUE(world->restore(*empty));
        EXPECT_EQ(world->environment().pool().live(), 0U);
        ASSERT_TRUE(world->restore(*one));
        EXPECT_EQ(world->environment().pool().live(), 1U);
    }
}

/// What runs of a script say of its natives, with a line for each call or without.
std::string uses_of(std::string_view source, const char* tier, bool lines) {
    Diagnostics diagnostics;
    const auto program = engine().language()->compile(source, {"main.asc", {}}, diagnostics);
    EXPECT_TRUE(program) << (program ? "" : format(program.error()));
    GameLibrary host;
    World* made = nullptr;
    host.function("Back", [&](std::int32_t about) {
        return made->call("back", {{Value(about)}}).value_or(Value(-1)).integer();
    });
    const auto world = world_of({*program}, host, {{"tier", tier}, {"native_after", "1"}});
    made = world.get();
    static_cast<void>(world->call("main", {})); // nobody counts these
    ReportObserver report(lines ? TextSink([](std::string_view) {}) : TextSink());
    world->add_observer(report);
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(world->call("main", {}));
    EXPECT_FALSE(world->call("fails", {}));
    world->remove_observer(report);
    std::vector<std::string> uses;
    for (const NativeUse& use : report.natives())
        uses.push_back(use.name + " " + std::to_string(use.calls) + " " + std::to_string(use.failures));
    std::ranges::sort(uses);
    std::string text;
    for (const std::string& use : uses) text += use + "\n";
    return text;
}

TEST(Natives, AreCountedWhereNobodyReadsOfThem) {
    constexpr std::string_view source =
        "import int Back(int about);\n"
        "import int FloatToInt(float value, int direction = 0);\n"
        "import float IntToFloat(int value);\n"
        "internalstring autoptr builtin managed struct String { import String Append(const string text); };\n"
        "int back(int about) { return FloatToInt(IntToFloat(about) + 0.5); }\n"
        "int fails() { return FloatToInt(1.0, 77); }\n"
        "int main() {\n"
        "  int sum = 0; int i = 0; String text = \"a\";\n"
        "  while (i < 10) { sum += FloatToInt(IntToFloat(i)) + Back(i); text = text.Append(\"b\"); i++; }\n"
        "  return sum;\n"
        "}\n";
    for (const char* const tier : {"precise", "fast", "native"}) {
        const std::string uses = uses_of(source, tier, true);
        EXPECT_EQ(uses_of(source, tier, false), uses) << tier;
        EXPECT_NE(uses.find("FloatToInt 4"), std::string::npos) << uses;
    }
}

} // namespace
} // namespace vellum::ags
