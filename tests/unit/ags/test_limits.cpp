// What a script may use up: the worst frame at the default budgets, counted in charged work; budgets that
// natives and functions share; interruptions.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <thread>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/world/world.hpp"
#include "imports.hpp"
#include "vellum/ags.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ags {
namespace {

std::unique_ptr<Scheduler> start(const std::string& text, Host& host, Budget budget = {},
                                 const char* tier = "fast", const char* text_mode = "8-bit") {
    Diagnostics diagnostics;
    const auto program = engine().format().assemble(text, {"limits.o", {}}, diagnostics);
    EXPECT_TRUE(program) << (program ? "" : format(program.error())) << text;
    if (!program) return nullptr;
    const ProgramPtr programs[] = {*program};
    auto world = engine().runtime().instantiate(programs, host,
                                                {{{"tier", tier}, {"text", text_mode}}, budget}, diagnostics);
    EXPECT_TRUE(world) << (world ? "" : world.error().message);
    return world ? std::move(*world) : nullptr;
}

std::string code_of(const Result<Value>& result) {
    return result ? "" : std::string(result.error().code->id);
}

/// A second of the precise form: 5 ns an instruction, which is what docs/security.md counts with.
constexpr std::uint64_t instructions_of_a_second = 200'000'000;

/// main: doubles the text in data 0 until `length`, fills a dictionary in data 4 with texts of it, calls the
/// import for ever. Arguments: the text where the native takes any.
std::string hammer(const std::string& import, std::size_t arguments, bool on_container, int length) {
    std::string text =
        ".zero 212\n.import \"" + import +
        "\"\n.import \"String::Append^1\"\n.import \"String::get_Length\"\n"
        ".import \"Dictionary::Create^2\"\n.import \"Dictionary::Set^2\"\n.import \"Set::Create^2\"\n"
        ".import \"Set::Add^1\"\n.import \"File::Open^2\"\n.string \"aaaaaaaaaaaaaaab\"\n"
        ".export func \"main$0\", main\nmain:\n    LOOPCHECKOFF\n"
        "    LITTOREG AX, string \"aaaaaaaaaaaaaaab\"\n    CREATESTRING AX\n"
        "    LITTOREG MAR, data 0\n    MEMWRITEPTR AX\ngrow:\n    PUSHREG OP\n"
        "    LITTOREG MAR, data 0\n    MEMREADPTR AX\n    PUSHREAL AX\n    CALLOBJ AX\n    NUMFUNCARGS 1\n"
        "    LITTOREG AX, import \"String::Append^1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n"
        "    POPREG OP\n    LITTOREG MAR, data 0\n    MEMWRITEPTR AX\n    PUSHREG OP\n    CALLOBJ AX\n"
        "    NUMFUNCARGS 0\n    LITTOREG AX, import \"String::get_Length\"\n    CALLEXT AX\n"
        "    POPREG OP\n    LITTOREG BX, " +
        std::to_string(length) +
        "\n    LESSTHAN AX, BX\n"
        "    JNZ grow\n";
    const bool set = import.starts_with("Set::");
    if (on_container) {
        const std::string type = set ? "Set" : "Dictionary";
        text += "    LITTOREG AX, 0\n    PUSHREAL AX\n    PUSHREAL AX\n    NUMFUNCARGS 2\n    LITTOREG AX, "
                "import \"" +
                type +
                "::Create^2\"\n    CALLEXT AX\n    SUBREALSTACK 2\n    LITTOREG MAR, data 4\n    MEMWRITEPTR "
                "AX\n";
        text += "    PUSHREG OP\n";
        for (int i = 0; i < (set ? 1 : 2); ++i)
            text += "    LITTOREG MAR, data 0\n    MEMREADPTR AX\n    PUSHREAL AX\n";
        text += "    LITTOREG MAR, data 4\n    MEMREADPTR AX\n    CALLOBJ AX\n    NUMFUNCARGS " +
                std::string(set ? "1" : "2") + "\n    LITTOREG AX, import \"" +
                (set ? "Set::Add^1" : "Dictionary::Set^2") + "\"\n    CALLEXT AX\n    SUBREALSTACK " +
                (set ? "1" : "2") + "\n    POPREG OP\n";
    }
    text += "again:\n    PUSHREG OP\n";
    for (std::size_t i = 0; i < arguments; ++i)
        text += "    LITTOREG MAR, data 0\n    MEMREADPTR AX\n    PUSHREAL AX\n";
    text += std::string("    LITTOREG MAR, data ") + (on_container ? "4" : "0") +
            "\n    MEMREADPTR AX\n    CALLOBJ AX\n";
    text += "    NUMFUNCARGS " + std::to_string(arguments) + "\n    LITTOREG AX, import \"" + import +
            "\"\n    CALLEXT AX\n";
    if (arguments != 0) text += "    SUBREALSTACK " + std::to_string(arguments) + "\n";
    return text + "    POPREG OP\n    JMP again\n";
}

class WorstFrame : public testing::TestWithParam<const char*> {};

TEST_P(WorstFrame, EveryNativeStaysUnderASecondOfChargedWork) {
    // A frame ends with the call that spends its budget: the default one and that call together must stay
    // below a second. Every built-in is called for ever with a text as receiver and in every argument, and
    // with containers that hold it; what the last call goes past the budget is brought up to the longest text
    // that the default memory has room for while it is built, or, where it must be there several times, to
    // what that leaves.
    constexpr std::uint64_t length = 1U << 16U;
    const auto longest_of = [](const Signature& native) -> std::uint64_t {
        const bool copied = GetParam() == std::string_view("utf-8");
        for (const char* name : {"IndexOf", "Contains", "StrContains"})
            if (copied && native.name == name && native.owner != "Dictionary" && native.owner != "Set")
                return (std::uint64_t{256} << 20U) / 3;
        return copied && native.name == "Replace" ? std::uint64_t{64} << 20U : std::uint64_t{160} << 20U;
    };
    constexpr std::uint64_t default_budget = World::default_instructions;
    std::vector<Signature> natives;
    each_row([&](const NativeRow& row) {
        if (row.implemented) natives.push_back(row.signature);
    });
    ASSERT_GE(natives.size(), 80U);
    for (const Signature& native : natives) {
        const std::string import = test::import_of(native);
        const std::size_t count = native.variadic ? native.parameters.size() + 3 : native.parameters.size();
        const bool container = native.owner == "Dictionary" || native.owner == "Set";
        GameLibrary host;
        Budget budget;
        budget.instructions = 75'000;
        const auto world = start(hammer(import, count, container, static_cast<int>(length)), host, budget,
                                 "fast", GetParam());
        ASSERT_TRUE(world);
        const Result<Value> result = world->call("main", {});
        ASSERT_FALSE(result) << import << " came to an end";
        const std::uint64_t charged = static_cast<World&>(*world).charged();
        const std::uint64_t past = charged > budget.instructions ? charged - budget.instructions : 0;
        EXPECT_LE(default_budget + past * (longest_of(native) / length), instructions_of_a_second)
            << import << " " << past;
    }
}

INSTANTIATE_TEST_SUITE_P(TextModes, WorstFrame, testing::Values("8-bit", "utf-8"), [](const auto& mode) {
    return std::string(mode.param == std::string_view("utf-8") ? "utf8" : "bytes");
});

TEST(Costs, ACharacterPaysForTheWalkToIt) {
    // Chars[50000] of a text of 64 KiB: letters of several bytes are counted from its beginning.
    constexpr int length = 1 << 16, index = 50'000;
    std::string text = hammer("String::geti_Chars", 1, false, length);
    const std::size_t again = text.find("again:");
    const std::string pushed = "    LITTOREG MAR, data 0\n    MEMREADPTR AX\n    PUSHREAL AX\n";
    text.replace(text.find(pushed, again), pushed.size(),
                 "    LITTOREG AX, " + std::to_string(index) + "\n    PUSHREAL AX\n");
    const auto executed = [&](const char* mode) {
        GameLibrary host;
        Budget budget;
        budget.instructions = 1'000'000;
        const auto world = start(text, host, budget, "fast", mode);
        EXPECT_EQ(code_of(world->call("main", {})), "ags.budget") << mode;
        return world->instructions();
    };
    EXPECT_GE(executed("8-bit"), 500'000U);
    EXPECT_LE(executed("utf-8"), 10'000U);
}

TEST(Frames, AllFunctionsOfAFrameShareItsBudget) {
    const std::string endless = "    LOOPCHECKOFF\nagain%:\n    LITTOREG AX, 1\n    JMP again%\n";
    std::string text =
        ".export func \"repeatedly_execute_always$0\", one\n.export func \"repeatedly_execute$0\", two\n"
        ".export func \"late_repeatedly_execute_always$0\", three\n";
    for (const char* name : {"one", "two", "three"}) {
        std::string body = std::string(name) + ":\n" + endless;
        for (std::size_t at; (at = body.find('%')) != std::string::npos;) body.replace(at, 1, name);
        text += body;
    }
    for (const char* tier : {"fast", "precise"}) {
        GameLibrary host;
        Budget budget;
        budget.instructions = 10000;
        const auto world = start(text, host, budget, tier);
        world->frame(0.1F);
        EXPECT_LE(world->instructions(), 10010U) << tier;
        EXPECT_GE(world->take_faults().size(), 1U);
    }
}

TEST(Limits, TheStackHas255EntriesAnd4095Bytes) {
    // Counted from inside a function, whose return address is the first entry.
    const auto fault = [](const std::string& body) {
        GameLibrary host;
        const auto world = start(".export func \"main$0\", main\nmain:\n    LOOPCHECKOFF\n" + body, host);
        const Result<Value> result = world->call("main", {});
        return result ? std::string("none") : result.error().message;
    };
    EXPECT_EQ(fault("again:\n    PUSHREG AX\n    JMP again\n"),
              "stack overflow, attempted to grow from 1020 by 4 bytes");
    EXPECT_EQ(fault("    ADD SP, 4091\n    SUB SP, 4091\n    RET\n"), "none");
    EXPECT_EQ(fault("    ADD SP, 4092\n    SUB SP, 4092\n    RET\n"),
              "stack overflow, attempted to grow from 4 by 4092 bytes");
}

TEST(Limits, LoopcheckoffHoldsForCalledFunctionsAndEndsWithItsOwn) {
    const std::string text =
        ".export func \"quiet$0\", quiet\n.export func \"loud$0\", loud\n"
        "quiet:\n    THISBASE quiet\n    LOOPCHECKOFF\n    LITTOREG AX, func loop\n    CALL AX\n    RET\n"
        "loud:\n    THISBASE loud\n    LITTOREG AX, func quiet\n    CALL AX\n    LITTOREG AX, func loop\n    "
        "CALL AX\n    RET\n"
        "loop:\n    THISBASE loop\n    LITTOREG AX, 0\n    PUSHREG AX\nagain:\n    LOADSPOFFS 4\n    MEMREAD "
        "AX\n    ADD AX, 1\n"
        "    MEMWRITE AX\n    LITTOREG BX, 20\n    LESSTHAN AX, BX\n    JZ out\n    JMP again\n"
        "out:\n    POPREG AX\n    RET\n";
    for (const char* tier : {"fast", "precise"}) {
        Diagnostics diagnostics;
        std::string listing = text;
        for (const char* name : {"quiet", "loud", "loop"}) { // THISBASE wants the address
            const std::size_t at = listing.find(std::string("THISBASE ") + name);
            listing.replace(at, std::string("THISBASE ").size() + std::string(name).size(),
                            std::string("THISBASE ") + (name == std::string("quiet")  ? "0"
                                                        : name == std::string("loud") ? "9"
                                                                                      : "22"));
        }
        const auto program = engine().format().assemble(listing, {"loops.o", {}}, diagnostics);
        ASSERT_TRUE(program) << format(program.error());
        const ProgramPtr programs[] = {*program};
        GameLibrary host;
        auto world = engine().runtime().instantiate(
            programs, host, {{{"tier", tier}, {"loop_limit", "10"}}, {}}, diagnostics);
        ASSERT_TRUE(world);
        EXPECT_EQ(code_of((*world)->call("quiet", {})), "") << tier;
        EXPECT_EQ(code_of((*world)->call("loud", {})), "ags.hung") << tier << ": it is over when quiet is";
    }
}

TEST(Forms, AreChosenScriptByScript) {
    // The odd script calls into the other one; its stack has two shapes at one place, which no compiler
    // makes.
    const std::string odd =
        ".zero 4\n.import \"twice$1\"\n.export func \"main$0\", main\nmain:\n    LITTOREG MAR, data 0\n"
        "    MEMREAD AX\n    JZ two\n"
        "    PUSHREG AX\n    JMP both\ntwo:\n    PUSHREG AX\n    PUSHREG AX\nboth:\n    POPREG AX\n"
        "    POPREG AX\n    LITTOREG AX, 21\n    PUSHREAL AX\n    NUMFUNCARGS 1\n"
        "    LITTOREG AX, import \"twice$1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n    RET\n";
    const std::string plain =
        ".export func \"twice$1\", twice\ntwice:\n    LOADSPOFFS 8\n    MEMREAD AX\n    REGTOREG AX, BX\n"
        "    ADDREG AX, BX\n    RET\n";
    const std::string nosy =
        ".import \"twice$1\"\n.export func \"main$0\", main\nmain:\n    LITTOREG AX, 21\n    PUSHREAL AX\n"
        "    NUMFUNCARGS 1\n    LITTOREG AX, import \"twice$1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n"
        "    REGTOREG BX, AX\n    RET\n";
    for (const auto& [text, slow_alone] : {std::pair(odd, true), std::pair(nosy, false)}) {
        std::string told[2];
        for (const bool fast : {false, true}) {
            Diagnostics diagnostics;
            const auto library = engine().format().assemble(plain, {"plain.o", {}}, diagnostics);
            const auto main = engine().format().assemble(text, {"main.o", {}}, diagnostics);
            ASSERT_TRUE(library && main);
            const ProgramPtr programs[] = {*library, *main};
            GameLibrary host;
            auto made = engine().runtime().instantiate(
                programs, host, {{{"tier", fast ? "fast" : "precise"}}, {}}, diagnostics);
            ASSERT_TRUE(made);
            auto& game = static_cast<World&>(**made);
            const Result<Value> result = game.call("main", {});
            told[fast ? 1 : 0] = (result ? std::to_string(result->integer()) : result.error().message) + " " +
                                 std::to_string(game.instructions());
            if (!fast) continue;
            ASSERT_EQ(game.environment().slow().size(), 1U);
            EXPECT_EQ(game.environment().slow()[0].instance, 1U);
            EXPECT_EQ(game.environment().may_run_fast(), slow_alone) << game.environment().slow()[0].reason;
            bool said = false;
            for (const Fact& fact : (*main)->facts()) said = said || fact.name == "slow form";
            EXPECT_TRUE(said) << "info says it, too";
        }
        EXPECT_EQ(told[0], told[1]);
    }
}

TEST(Forms, ALongBlockEndsAndGoesOn) {
    std::string text = ".zero 4\n.export func \"main$0\", main\nmain:\n";
    for (int i = 0; i < 30000; ++i)
        text += "    LITTOREG MAR, data 0\n    MEMREAD AX\n    ADD AX, 1\n    MEMWRITE AX\n";
    text += "    RET\n";
    std::string told[2];
    for (const bool fast : {false, true}) {
        GameLibrary host;
        const auto world = start(text, host, {}, fast ? "fast" : "precise");
        auto& game = static_cast<World&>(*world);
        EXPECT_TRUE(!fast || game.environment().fast());
        const Result<Value> result = world->call("main", {});
        told[fast ? 1 : 0] = (result ? std::to_string(result->integer()) : result.error().message) + " " +
                             std::to_string(world->instructions());
    }
    EXPECT_EQ(told[0], "30000 120001");
    EXPECT_EQ(told[1], told[0]);
}

TEST(Interruption, EndsWhatRunsAndLetsItGoOn) {
    const std::string text =
        ".import \"Now^0\"\n.export func \"game_start$0\", main\n.export func \"main$0\", main\nmain:\n"
        "    LOOPCHECKOFF\nagain:\n    LITTOREG MAR, data 0\n    MEMREAD AX\n    ADD AX, 1\n"
        "    MEMWRITE AX\n    LITTOREG BX, 500\n    ISEQUAL AX, BX\n    JZ again\n"
        "    NUMFUNCARGS 0\n    LITTOREG AX, import \"Now^0\"\n    CALLEXT AX\n    LITTOREG AX, 7\n    RET\n"
        ".zero 4\n";
    for (const char* tier : {"fast", "precise"}) {
        GameLibrary host;
        Scheduler* interrupted = nullptr;
        host.function("Now", [&](Call& call) {
            interrupted->interrupt();
            EXPECT_FALSE(call.charge(16)) << "told so";
        });
        const auto world = start(text, host, {}, tier);
        interrupted = world.get();
        world->start();
        EXPECT_EQ(world->machine(0).state, MachineState::exhausted);
        world->frame(0.1F);
        EXPECT_EQ(world->machine(0).state, MachineState::exhausted) << "nothing runs meanwhile";
        EXPECT_EQ(code_of(world->call("main", {})), "run.interrupted");
        world->resume();
        world->frame(0.1F);
        EXPECT_EQ(world->machine(0).state, MachineState::idle);
        EXPECT_TRUE(world->take_faults().empty());
    }
}

TEST(Interruption, OfAnotherThreadIsNoticedBehindTheTextFunctionThatRuns) {
    // A text of 4 MiB, then searched in small pieces of time for ever.
    const std::string text =
        ".import \"Probe^0\"\n.import \"String::Append^1\"\n.import \"String::IndexOf^1\"\n.zero 4\n"
        ".export func \"main$0\", main\nmain:\n    LOOPCHECKOFF\n"
        "    LITTOREG AX, string \"0123456789abcdef\"\n    CREATESTRING AX\n    LITTOREG MAR, data 0\n"
        "    MEMWRITEPTR AX\n    LITTOREG AX, 18\ngrow:\n    PUSHREG AX\n    PUSHREG OP\n"
        "    LITTOREG MAR, data 0\n    MEMREADPTR AX\n    PUSHREAL AX\n    CALLOBJ AX\n    NUMFUNCARGS 1\n"
        "    LITTOREG AX, import \"String::Append^1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n    POPREG OP\n"
        "    LITTOREG MAR, data 0\n    MEMWRITEPTR AX\n    POPREG AX\n    SUB AX, 1\n    JNZ grow\n"
        "again:\n    NUMFUNCARGS 0\n    LITTOREG AX, import \"Probe^0\"\n    CALLEXT AX\n    PUSHREG OP\n"
        "    LITTOREG AX, string \"nowhere\"\n    PUSHREAL AX\n    LITTOREG MAR, data 0\n    MEMREADPTR AX\n"
        "    CALLOBJ AX\n    NUMFUNCARGS 1\n    LITTOREG AX, import \"String::IndexOf^1\"\n    CALLEXT AX\n"
        "    SUBREALSTACK 1\n    POPREG OP\n    JMP again\n";
    for (const char* mode : {"8-bit", "utf-8"})
        for (const char* tier : {"fast", "precise"}) {
            GameLibrary host;
            Scheduler* running = nullptr;
            std::atomic<bool> go = false;
            int late = 0;
            host.function("Probe", [&] {
                late += running->interrupted() ? 1 : 0;
                go = true;
            });
            Budget budget;
            budget.instructions = std::uint64_t{1} << 60U;
            const auto world = start(text, host, budget, tier, mode);
            running = world.get();
            std::thread other([&] {
                while (!go) std::this_thread::yield();
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                running->interrupt();
            });
            EXPECT_EQ(code_of(world->call("main", {})), "run.interrupted") << mode << tier;
            other.join();
            EXPECT_LE(late, 1) << mode << tier;
        }
}

TEST(Interruption, FaultsACallThatIsUnderWay) {
    const std::string text =
        ".import \"Now^0\"\n.export func \"main$0\", main\nmain:\n    LOOPCHECKOFF\nagain:\n"
        "    NUMFUNCARGS 0\n    LITTOREG AX, import \"Now^0\"\n    CALLEXT AX\n    JMP again\n";
    GameLibrary host;
    Scheduler* interrupted = nullptr;
    int asked = 0;
    host.function("Now", [&] {
        if (++asked == 3) interrupted->interrupt();
    });
    const auto world = start(text, host);
    interrupted = world.get();
    EXPECT_EQ(code_of(world->call("main", {})), "run.interrupted");
    EXPECT_LE(world->instructions(), 5'000'000U);
}

TEST(Snapshots, InsideANativeAreRefusedWithTheCommonCode) {
    GameLibrary host;
    std::string taken;
    host.function("Save", [&](Call& call) {
        const auto state = call.scheduler.get()->snapshot();
        taken = state ? "" : std::string(state.error().code->id);
    });
    const auto world = start(".import \"Save^0\"\n.export func \"main$0\", main\nmain:\n    NUMFUNCARGS 0\n"
                             "    LITTOREG AX, import \"Save^0\"\n    CALLEXT AX\n    RET\n",
                             host);
    EXPECT_TRUE(world->call("main", {}));
    EXPECT_EQ(taken, "snapshot.busy");
}

/// A world whose `game_start` waits, which its first script has or its second.
std::unique_ptr<Scheduler> waiting_world(Host& host, const std::string& call, bool in_second = false) {
    const std::string script = "import void Wait(int loops);\n"
                               "void f(int n) { if (n == 0) Wait(1000); else f(n - 1); }\n"
                               "void game_start() { " +
                               call + "; }\n";
    const std::string other = "int unused() { return 1; }\nint more() { return unused() + 1; }\n";
    std::vector<ProgramPtr> programs;
    Diagnostics said;
    for (const bool second : {false, true})
        programs.push_back(
            engine()
                .language()
                ->compile(second == in_second ? script : other, {second ? "b.asc" : "a.asc", {}}, said)
                .value_or(nullptr));
    auto world = engine().runtime().instantiate(programs, host, {}, said);
    EXPECT_TRUE(world) << (world ? "" : world.error().message);
    return world ? std::move(*world) : nullptr;
}

TEST(Snapshots, OfTheDeepestCallAreRestored) {
    StandInHost host(nullptr, engine().runtime().known_natives());
    for (const int depth : {47, 48, 49}) {
        const std::string call = "f(" + std::to_string(depth) + ")";
        const auto world = waiting_world(host, call);
        world->start();
        const bool waits = world->machine(0).state == MachineState::waiting;
        EXPECT_EQ(waits, depth < 49) << depth;
        if (!waits) continue;
        const auto state = world->snapshot();
        ASSERT_TRUE(state);
        const auto other = waiting_world(host, call);
        EXPECT_TRUE(other->restore(*state)) << depth;
        EXPECT_EQ(other->machine(0).frames.size(), world->machine(0).frames.size());
    }
}

TEST(Snapshots, OfScriptsThatAreNotThereAreRefused) {
    StandInHost host(nullptr, engine().runtime().known_natives());
    const auto first = waiting_world(host, "Wait(1000)"), second = waiting_world(host, "Wait(1000)", true);
    first->start();
    second->start();
    const auto a = first->snapshot(), b = second->snapshot();
    ASSERT_TRUE(a && b);
    ASSERT_EQ(a->size(), b->size());
    std::vector<std::size_t> numbers; // of the script
    const std::size_t sum = a->size() - 8;
    for (std::size_t i = 0; i < sum; ++i)
        if ((*a)[i] == std::byte{0} && (*b)[i] == std::byte{1}) numbers.push_back(i);
    ASSERT_GE(numbers.size(), 2U);
    ASSERT_LE(numbers.size(), 8U);
    for (std::uint32_t some = 1; some < 1U << numbers.size(); ++some)
        for (const std::byte script : {std::byte{2}, std::byte{200}}) {
            auto state = *a;
            for (std::size_t i = 0; i < numbers.size(); ++i)
                if ((some >> i & 1U) != 0) state[numbers[i]] = script;
            store_u64(&state[sum], hash64(as_text(std::span(state).first(sum))));
            EXPECT_FALSE(waiting_world(host, "Wait(1000)")->restore(state)) << some;
        }
}

TEST(Memory, OfWhatABuiltinPutsTogetherIsGivenBack) {
    // Formats and searches a text of 64 KiB for 300 times: nothing of it stays but the last result.
    const std::string text =
        ".import \"String::Append^1\"\n.import \"String::IndexOf^1\"\n.import \"String::Format^101\"\n.zero "
        "8\n"
        ".export func \"main$0\", main\nmain:\n    LOOPCHECKOFF\n"
        "    LITTOREG AX, string \"0123456789abcdef\"\n    CREATESTRING AX\n    LITTOREG MAR, data 0\n"
        "    MEMWRITEPTR AX\n    LITTOREG AX, 12\ngrow:\n    PUSHREG AX\n    PUSHREG OP\n"
        "    LITTOREG MAR, data 0\n    MEMREADPTR AX\n    PUSHREAL AX\n    CALLOBJ AX\n    NUMFUNCARGS 1\n"
        "    LITTOREG AX, import \"String::Append^1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n    POPREG OP\n"
        "    LITTOREG MAR, data 0\n    MEMWRITEPTR AX\n    POPREG AX\n    SUB AX, 1\n    JNZ grow\n"
        "    LITTOREG AX, 300\nagain:\n    PUSHREG AX\n    PUSHREG OP\n    LITTOREG AX, string \"nowhere\"\n"
        "    PUSHREAL AX\n    LITTOREG MAR, data 0\n    MEMREADPTR AX\n    CALLOBJ AX\n    NUMFUNCARGS 1\n"
        "    LITTOREG AX, import \"String::IndexOf^1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n    POPREG OP\n"
        "    LITTOREG MAR, data 0\n    MEMREADPTR AX\n    PUSHREAL AX\n    LITTOREG AX, string \"%s!\"\n"
        "    PUSHREAL AX\n    NUMFUNCARGS 2\n    LITTOREG AX, import \"String::Format^101\"\n    CALLEXT AX\n"
        "    SUBREALSTACK 2\n    LITTOREG MAR, data 4\n    MEMWRITEPTR AX\n    POPREG AX\n    SUB AX, 1\n"
        "    JNZ again\n    RET\n";
    for (const char* mode : {"8-bit", "utf-8"}) {
        GameLibrary host;
        Budget budget;
        budget.memory = std::uint64_t{1} << 20U;
        const auto world = start(text, host, budget, "fast", mode);
        EXPECT_EQ(code_of(world->call("main", {})), "") << mode;
    }
}

TEST(Numbers, OneNaNLeavesTheMachine) {
    // ArcCos(2) is a NaN of whatever sign the system gives; as a float argument and as one of any type.
    GameLibrary host;
    std::vector<std::uint32_t> seen;
    host.function("Float", [&](float value) { seen.push_back(std::bit_cast<std::uint32_t>(value)); });
    host.function("Any", [&](Value value) { seen.push_back(std::bit_cast<std::uint32_t>(value.real())); });
    const auto world = start(".import \"Float^1\"\n.import \"Any^1\"\n.export func \"main$0\", main\nmain:\n"
                             "    LITTOREG AX, -4194304\n    PUSHREAL AX\n    NUMFUNCARGS 1\n"
                             "    LITTOREG AX, import \"Float^1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n"
                             "    LITTOREG AX, -4194304\n    FADD AX, 1\n    PUSHREAL AX\n    NUMFUNCARGS 1\n"
                             "    LITTOREG AX, import \"Any^1\"\n    CALLEXT AX\n    SUBREALSTACK 1\n"
                             "    LITTOREG AX, -4194304\n    FADD AX, 1\n    RET\n",
                             host);
    const Result<Value> result = world->call("main", {});
    ASSERT_TRUE(result);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(result->real()), 0x7FC00000U);
    EXPECT_EQ(seen, (std::vector<std::uint32_t>{0x7FC00000U, 0x7FC00000U}));
}

} // namespace
} // namespace vellum::ags
