// Machine code of Pathologic scripts: it is made, it does what the loops do to the last instruction, and
// whoever looks meanwhile sees where the script stands.
#include <gtest/gtest.h>

#include "base/concat.hpp"
#include "code/compile.hpp"
#include "engines/pathologic/machine/native/native.hpp"
#include "engines/pathologic/machine/operations.hpp"
#include "support/pathologic_judge.hpp"
#include "support/perf_map.hpp"

namespace vellum::test {
namespace {

using pathologic::NativeCode;

ProgramPtr program_of(std::string_view code) {
    std::string error;
    const ProgramPtr program =
        assemble_pathologic(concat(".numbering hd\n.run Main, start\n.task Main, 0\n", code), &error);
    EXPECT_NE(program, nullptr) << error;
    return program;
}

/// A script in a world, and what it has shown: values, or where it stood.
class Shown {
  public:
    Shown(const ProgramPtr& program, const pathologic::WorldOptions& options) {
        own_.variadic("show", [this](Call& call) {
            for (std::size_t i = 0; i < call.size(); ++i) {
                pathologic::append_text(text, call[i], pathologic::known_natives());
                text += ' ';
                if (call[i].is(Type::integer))
                    EXPECT_EQ(call[i], Value(call[i].integer()))
                        << "nothing is left of what was there before";
            }
        });
        own_.variadic("where", [this](Call&) {
            for (const Frame& frame : world->machine(0).frames) text += concat(frame.address, "<");
            text += ' ';
        });
        own_.variadic("work", [](Call& call) { call.work += 100 * work_per_instruction; });
        own_.variadic("tell", [this](Call& call) {
            text += "(";
            static_cast<void>(call.scheduler->send({"7", {Value(call[0].integer())}}));
            text += ") ";
        });
        chain_.push_back(own_);
        chain_.push_back(pathologic::known_natives());
        world = pathologic::make_world(chain_, options);
        EXPECT_TRUE(world->add(program, "script").has_value());
        world->start();
    }
    std::string run(int frames = 1) {
        for (int i = 0; i < frames; ++i) {
            world->frame(0.1F);
            text += concat("[", world->instructions(), "]");
        }
        for (const Fault& fault : world->faults()) {
            text += format(fault);
            for (const Frame& frame : fault.frames) text += concat(" ", frame.address);
        }
        return text;
    }
    std::string text;
    std::unique_ptr<pathologic::World> world;

  private:
    Library own_{"own"};
    HostChain chain_;
};

/// What it shows, the same in all forms.
std::string shown(std::string_view code, const pathologic::WorldOptions& more = {}, int frames = 1) {
    const ProgramPtr program = program_of(code);
    std::string result;
    for (const Form form : all_forms) {
        pathologic::WorldOptions options = options_of(form);
        options.budget = more.budget;
        options.stack_limit = more.stack_limit;
        const std::string now = Shown(program, options).run(frames);
        if (form == Form::checked)
            result = now;
        else
            EXPECT_EQ(now, result) << static_cast<int>(form);
    }
    return result;
}

constexpr std::string_view fibonacci = R"(
start:
    PushV   int, int
    MovI    S[1], 12
    Call    fib
    Pop     1
    Func    show/1, S[1]
    Func    where/0
    Return  1
fib:
    PushI   2
    LT      S[2], S[1], 1
    JumpB   S[1], deeper, false, 1
    Mov     S[1], S[2]
    Return  0
deeper:
    PushV   int, int
    PushI   1
    Sub2    S[4], S[1], S[2], 1
    Call    fib
    Pop     1
    PushV   int, int
    PushI   2
    Sub2    S[5], S[1], S[2], 1
    Call    fib
    Pop     1
    Add2    S[2], S[1], S[4], 2
    Return  0
)";

TEST(PathologicNative, IsMadeOfFunctionsThatArePassedOften) {
    if (!code::makes_machine_code()) GTEST_SKIP() << "this build makes no machine code";
    const auto script = std::static_pointer_cast<const pathologic::Script>(program_of(fibonacci));
    const pathologic::Prepared prepared(script);
    ASSERT_NE(prepared.fast, nullptr);
    NativeCode native(prepared, 3, false);
    const std::uint32_t fib = script->verification().functions[1].address;
    EXPECT_EQ(native.ops()[fib].op, pathologic::Fast::hot);
    EXPECT_EQ(native.entry(fib), nullptr);
    EXPECT_EQ(native.entry(fib), nullptr);
    const std::span functions(native.table(), script->verification().functions.size());
    EXPECT_EQ(std::ranges::count(functions, nullptr), 2) << "start and fib";
    EXPECT_NE(native.entry(fib), nullptr);
    EXPECT_EQ(std::ranges::count(functions, nullptr), 1);
    EXPECT_EQ(native.depth(fib), 2U) << "its result and its parameter";
}

TEST(PathologicNative, OfTwoSettingsTheLastCounts) {
    const auto read = [](std::vector<std::pair<std::string, std::string>> settings) {
        const auto options = pathologic::world_options(RunOptions(std::move(settings), {}));
        EXPECT_TRUE(options.has_value());
        return options.value_or(pathologic::WorldOptions());
    };
    EXPECT_TRUE(read({{"tier", "fast"}, {"checked", "1"}}).checked);
    EXPECT_FALSE(read({{"checked", "1"}, {"tier", "native"}}).checked);
    EXPECT_TRUE(read({{"checked", "1"}, {"tier", "native"}}).native);
    EXPECT_TRUE(read({{"checked", "1"}, {"native_after", "5"}}).checked);
    EXPECT_EQ(read({{"checked", "1"}, {"native_after", "5"}}).native_after, 5U);
}

TEST(PathologicNative, IsNamedForPerfWhereThatIsWanted) {
    if (!code::makes_machine_code()) GTEST_SKIP() << "this build makes no machine code";
    const auto map_of = [program = program_of(fibonacci)](const char* perf_map) {
        return perf_map_of([&] {
            Library host{"own"};
            host.variadic("show", [](Call&) {});
            host.variadic("where", [](Call&) {});
            const RunOptions options({{"tier", "native"}, {"native_after", "1"}, {"perf_map", perf_map}}, {});
            Diagnostics diagnostics;
            const auto world =
                pathologic::engine().runtime().instantiate({&program, 1}, host, options, diagnostics);
            ASSERT_TRUE(world.has_value()) << format(world.error());
            (*world)->start();
            static_cast<void>((*world)->frame(0.1F));
        });
    };
    EXPECT_EQ(map_of("no"), "");
    EXPECT_NE(map_of("yes").find(" test.vasm:f_0007\n"), std::string::npos) << map_of("yes");
}

TEST(PathologicNative, StopsAfterAnyNumberOfInstructions) {
    const ProgramPtr program = program_of(fibonacci);
    for (const std::uint64_t budget : {40U, 97U, 1'000U, 4'321U}) {
        pathologic::WorldOptions more;
        more.budget.instructions = budget;
        EXPECT_EQ(shown(fibonacci, more, 200).substr(0, 3), "[" + std::to_string(budget).substr(0, 2))
            << budget;
    }
    for (std::uint64_t pause = 50; pause < 400; pause += 7) {
        std::uint64_t state = 0;
        for (const Form form : all_forms) {
            PathologicRun run(program, options_of(form));
            run.world->start();
            run.world->pause_after(pause);
            run.world->frame(0.1F);
            EXPECT_EQ(run.world->instructions(), pause);
            const std::uint64_t now = state_of(*run.world);
            if (form != Form::checked) EXPECT_EQ(now, state) << pause;
            state = now;
        }
    }
}

TEST(PathologicNative, ShowsWhoIsCalling) {
    const std::string seen = shown(R"(
start:
    PushI   3
    Call    outer
    Return  1
outer:
    PushI   0
    Eq      S[2], S[1], 1
    JumpB   S[1], bottom, true, 1
    PushI   1
    Sub     S[2], S[1], 1
    Call    outer
    Func    where/0
    Return  1
bottom:
    Func    where/0
    Return  0
)");
    EXPECT_EQ(std::ranges::count(seen, '<'), 5 + 4 + 3 + 2) << seen;
}

TEST(PathologicNative, CallsAsDeeplyAsTheLoops) {
    constexpr std::string_view sum = R"(
start:
    PushV   int, int
    MovI    S[1], 1000
    Call    sum
    Pop     1
    Func    show/1, S[1]
    Return  1
sum:
    MovI    S[2], 0
    PushI   0
    Eq      S[2], S[1], 1
    JumpB   S[1], end, true, 1
    PushV   int, int
    PushI   1
    Sub2    S[4], S[1], S[2], 1
    Call    sum
    Pop     1
    Add2    S[1], S[2], S[3], 1
    Return  0
end:
    Return  0
)";
    EXPECT_NE(shown(sum).find("500500 "), std::string::npos);
    for (const std::uint32_t depth : {5U, 63U, 64U, 65U, 200U, 999U}) {
        pathologic::WorldOptions more;
        more.budget.call_depth = depth;
        EXPECT_NE(shown(sum, more).find("pathologic.fault"), std::string::npos) << depth;
    }
    pathologic::WorldOptions more;
    more.stack_limit = 500;
    EXPECT_NE(shown(sum, more).find("pathologic.fault"), std::string::npos);
}

TEST(PathologicNative, LeavesDivisionsThatFail) {
    EXPECT_NE(shown("start:\n PushI 7\n PushI 3\nagain:\n PushI 1\n Sub2 S[2], S[1], S[2], 1\n"
                    " Div S[2], S[1], 0\n Func show/1, S[1]\n Pop 1\n Jump again\n")
                  .find("3 7 [" /* by 2, by 1, by 0 */),
              std::string::npos);
    shown(
        "start:\n PushI -2147483648\n PushI -1\n Mod S[2], S[1], 0\n Func show/1, S[1]\n Div S[3], S[2], 0\n"
        " Func show/1, S[1]\n Return 4\n");
}

TEST(PathologicNative, ComparesAndComputesRealsAsTheLoops) {
    for (const std::string_view number : {"0.0", "-0.0", "1.5", "-3.0e38", "1.0e-40"})
        for (const char* const compare : {"Eq", "Neq", "LT", "GT", "LE", "GE"})
            shown(concat("start:\n PushF 0.0\n PushF 0.0\n Div S[2], S[1], 0\n PushF ", number, "\n ",
                         compare, " S[2], S[1], 0\n Func show/1, S[1]\n Pop 1\n ", compare,
                         " S[2], S[1], 0\n JumpB S[1], yes, true, 1\n Func show/1, S[1]\nyes:\n ", compare,
                         " S[1], S[1], 0\n JumpB S[1], no, false, 1\n Func show/1, S[2]\nno:\n"
                         " Sqrt S[1], 0\n Neg S[1], 0\n Func show/2, S[1], S[2]\n Return 6\n"));
}

TEST(PathologicNative, GoesOnBehindTextsAndNatives) {
    EXPECT_NE(shown(R"(
start:
    PushV   string, int
again:
    PushI   1
    Add2    S[2], S[1], S[2], 1
    PushS   "ab"
    Add2    S[3], S[1], S[3], 1
    Func    where/0
    PushI   40
    LT      S[2], S[1], 1
    JumpB   S[1], again, true, 1
    Func    show/2, S[2], S[1]
    Return  2
)")
                  .find("abababab"),
              std::string::npos);
}

TEST(PathologicNative, AppendsConstantTexts) {
    constexpr std::string_view grows = R"(
start:
    PushV   string, int
    MovS    S[2], "-"
    MovI    S[1], 0
more:
    PushS   "lamp "
    Add2    S[3], S[1], S[3], 1
    PushI   1
    Add2    S[2], S[1], S[2], 1
    PushI   9
    LT      S[2], S[1], 1
    JumpB   S[1], more, true, 1
    Func    show/2, S[1], S[2]
    PushS   "of "
    PushS   "oil"
    Add2    S[2], S[1], S[2], 1
    Add2    S[3], S[1], S[3], 1
    Func    show/1, S[2]
    Return  2
)";
    EXPECT_TRUE(shown(grows).contains("9 -lamp lamp lamp lamp lamp lamp lamp lamp lamp  -lamp"));
    EXPECT_TRUE(shown(grows).contains("lamp of oil "));
    for (std::uint64_t budget = 1; budget < 70; ++budget) {
        pathologic::WorldOptions options;
        options.budget.instructions = budget;
        static_cast<void>(shown(grows, options, 3));
    }
    // Up to the longest text that is allowed, and one letter more.
    constexpr std::string_view too_long = R"(
start:
    PushV   string, int
    MovS    S[2], "12345678"
    MovI    S[1], 0
more:
    Add2    S[2], S[2], S[2], 0
    PushI   1
    Add2    S[2], S[1], S[2], 1
    PushI   17
    LT      S[2], S[1], 1
    JumpB   S[1], more, true, 1
    Func    show/1, S[1]
    PushS   "9"
    Add2    S[3], S[1], S[3], 1
    Func    show/1, S[1]
    Return  2
)";
    const std::string refused = shown(too_long);
    EXPECT_TRUE(refused.contains("17 [") && !refused.contains("17 17")) << refused;
}

TEST(PathologicNative, RunsEventsThatANativeSends) {
    const std::string seen = shown(R"(
.global_event 7, told, int
start:
    PushI   4
again:
    Func    tell/1, S[1]
    PushI   1
    Sub2    S[2], S[1], S[2], 1
    PushI   0
    GT      S[2], S[1], 1
    JumpB   S[1], again, true, 1
    Return  1
told:
    PushI   0
    Eq      S[2], S[1], 1
    JumpB   S[1], end, true, 1
    PushI   1
    Sub     S[2], S[1], 1
    Func    show/1, S[1]
    Func    tell/1, S[1]
    Pop     1
end:
    Return  0
)");
    EXPECT_NE(seen.find("(3 (2 (1 (0 () ) ) ) )"), std::string::npos) << seen;
}

/// What a native has worked costs instructions at once.
TEST(PathologicNative, PaysForTheWorkOfNatives) {
    pathologic::WorldOptions more;
    more.budget.instructions = 900;
    EXPECT_NE(shown(R"(
start:
    PushV   int
again:
    Func    work/0
    PushI   1
    Add2    S[2], S[1], S[2], 1
    PushI   40
    LT      S[2], S[1], 1
    JumpB   S[1], again, true, 1
    Func    show/1, S[1]
    Return  1
)",
                    more, 20)
                  .find("40 ["),
              std::string::npos);
}

TEST(PathologicNative, SlotsChangeTheirTypes) {
    EXPECT_NE(shown(R"(
start:
    PushI   0
again:
    PushV   cvector, object, int
    MovV    S[3], (1.0, 2.0, 3.0)
    PushE   S[3], y
    PushE   S[4], z
    Add     S[1], S[2], 2
    PopE    S[4], x, pop
    Func    show/3, S[1], S[2], S[3]
    Pop     3
    PushI   5
    PushF   0.25
    PushB   true
    Func    show/3, S[1], S[2], S[3]
    Pop     3
    PushV   object, cvector, float
    NullEq  S[3], 0
    Func    show/4, S[1], S[2], S[3], S[4]
    Pop     4
    PushI   1
    Add2    S[2], S[1], S[2], 1
    PushI   3
    LT      S[2], S[1], 1
    JumpB   S[1], again, true, 1
    Return  1
)")
                  .find("true 0.25"),
              std::string::npos);
}

} // namespace
} // namespace vellum::test
