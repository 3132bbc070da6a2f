// The fast form and machine code against the precise interpreter on random programs: same prints, results,
// faults, instruction counts and global data, also when the run is cut into slices and saved and restored
// between them. Builds without machine code compare the fast form twice.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/bytes.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/world/world.hpp"
#include "program_generator.hpp"
#include "vellum/ags.hpp"

namespace vellum::test {
namespace {

class Asked : public ags::GameLibrary {
  public:
    Asked() {
        variadic("Note", [this](Call& call) {
            for (std::size_t i = 0; i < call.size(); ++i)
                log += std::string(to_string(call[i].type())) + std::to_string(call[i].object().id) + " ";
            log += "\n";
            call.result = Value(static_cast<std::int32_t>(call.size()));
        });
        function("Ask", [this](std::int32_t about) { return about % 7 + ++asked; });
    }
    std::string log;
    std::int32_t asked = 0;
};

using Programs = std::vector<ProgramPtr>;

Programs assemble(const std::vector<std::string>& texts) {
    Programs programs;
    for (const std::string& text : texts) {
        Diagnostics diagnostics;
        LoadOptions options;
        options.name = "random" + std::to_string(programs.size()) + ".o";
        auto program = ags::engine().format().assemble(text, options, diagnostics);
        RC_ASSERT(program.has_value());
        programs.push_back(*program);
    }
    return programs;
}

std::unique_ptr<Scheduler> world_of(const Programs& programs, Host& host, const char* tier,
                                    std::uint64_t budget) {
    RunOptions options;
    // Machine code from the first time on, so that short programs have some.
    options.settings = {{"tier", tier}, {"native_after", "1"}};
    options.budget.instructions = budget;
    options.budget.memory = 1U << 24U;
    Diagnostics diagnostics;
    auto world = ags::engine().runtime().instantiate(programs, host, options, diagnostics);
    RC_ASSERT(world.has_value());
    return std::move(*world);
}

std::string describe(Scheduler& world) {
    std::string text;
    for (const Fault& fault : world.take_faults()) text += format(fault) + "\n";
    text += std::to_string(world.instructions()) + "\n";
    for (const ags::Instance& script : static_cast<ags::World&>(world).environment().instances())
        for (const std::byte byte : script.data)
            text += std::to_string(std::to_integer<unsigned>(byte)) + " ";
    return text;
}

std::string run_whole(const Programs& programs, const char* tier) {
    Asked host;
    const auto world = world_of(programs, host, tier, 5'000'000);
    std::string text;
    for (int i = 0; i < 2; ++i) {
        const Result<Value> result = world->call("main", {});
        text += result ? std::to_string(result->object().id) + "\n" : result.error().message + "\n";
    }
    return host.log + text + describe(*world);
}

/// A slice costs a world and its machine code, a thousand times what its instructions cost.
constexpr std::uint64_t most_slices = 400;

/// In slices of `budget` instructions, each in a world of its own that starts from the last one's snapshot.
/// The form changes from slice to slice if there is another one.
std::string run_sliced(const Programs& programs, const char* tier, std::uint64_t budget,
                       const char* other = nullptr) {
    Asked host;
    auto world = world_of(programs, host, tier, budget);
    RC_ASSERT(world->send({"main", {}}).has_value());
    for (std::uint64_t slices = 0; slices < most_slices && world->machine(0).state == MachineState::exhausted;
         ++slices) {
        const auto state = world->snapshot();
        RC_ASSERT(state.has_value());
        auto next = world_of(programs, host, other != nullptr && slices % 2 == 0 ? other : tier, budget);
        RC_ASSERT(next->restore(*state).has_value());
        world = std::move(next);
        world->frame(0.0F);
    }
    return host.log + describe(*world);
}

std::string position(const Scheduler& world) {
    std::string text;
    for (const Frame& frame : world.machine(0).frames)
        text +=
            frame.function + " " + std::to_string(frame.address) + " " + std::to_string(frame.line) + "\n";
    return text + std::to_string(world.instructions()) + "\n";
}

/// Where it stands after each slice of `budget` instructions: they go on in the same world, so the fast form
/// is entered again.
std::string run_interrupted(const Programs& programs, const char* tier, std::uint64_t budget) {
    Asked host;
    const auto world = world_of(programs, host, tier, budget);
    RC_ASSERT(world->send({"main", {}}).has_value());
    std::string text;
    for (std::uint64_t slices = 0; slices < 200 && world->machine(0).state == MachineState::exhausted;
         ++slices) {
        text += position(*world);
        world->frame(0.0F);
    }
    return text + host.log + describe(*world);
}

/// Paused after that many instructions, again and again.
std::string run_paused(const Programs& programs, const char* tier, std::uint64_t every) {
    Asked host;
    const auto world = world_of(programs, host, tier, 5'000'000);
    world->pause_after(every);
    RC_ASSERT(world->send({"main", {}}).has_value());
    std::string text;
    for (int pauses = 0; pauses < 200 && world->paused(); ++pauses) {
        text += position(*world);
        world->pause_after(every);
        world->resume();
    }
    world->pause_after(Scheduler::no_pause);
    if (world->paused()) world->resume();
    return text + host.log + describe(*world);
}

/// How often each instruction was executed, in slices of `budget` instructions; all of them are the world's.
std::string counts_of(const Programs& programs, const char* tier, std::uint64_t budget) {
    Asked host;
    const auto world = world_of(programs, host, tier, budget);
    RC_ASSERT(world->count_executions(true));
    RC_ASSERT(world->send({"main", {}}).has_value());
    for (int slices = 0; slices < 200 && world->machine(0).state == MachineState::exhausted; ++slices)
        world->frame(0.0F);
    std::string text;
    std::uint64_t sum = 0;
    for (const ExecutionCounts& program : world->execution_counts()) {
        RC_ASSERT(program.times.size() == program.program->code()->instructions.size());
        for (const std::uint64_t times : program.times) {
            text += std::to_string(times) + " ";
            sum += times;
        }
        text += "\n";
    }
    RC_ASSERT(sum == world->instructions());
    return text;
}

TEST(Forms, CountTheSameInstructions) {
    EXPECT_TRUE(rc::check("both forms count the same", [](std::uint32_t seed, std::uint8_t slice) {
        const std::vector<std::string> texts = ProgramGenerator(seed).make_modules();
        for (const std::string& text : texts) RC_LOG() << text << "\n";
        const Programs programs = assemble(texts);
        RC_ASSERT(counts_of(programs, "fast", 5'000'000) == counts_of(programs, "precise", 5'000'000));
        const std::uint64_t budget = 50 + slice;
        const std::string counts = counts_of(programs, "precise", budget);
        RC_ASSERT(counts_of(programs, "fast", budget) == counts);
        RC_ASSERT(counts_of(programs, "native", budget) == counts);
    }));
}

TEST(Forms, DoTheSame) {
    std::size_t fast = 0;
    std::size_t all = 0;
    EXPECT_TRUE(rc::check("both forms do the same", [&](std::uint32_t seed) {
        const std::string text = ProgramGenerator(seed).make();
        RC_LOG() << text;
        const Programs program = assemble({text});
        const std::string whole = run_whole(program, "precise");
        RC_ASSERT(run_whole(program, "fast") == whole);
        RC_ASSERT(run_whole(program, "native") == whole);
        Asked host;
        ++all;
        if (static_cast<ags::World&>(*world_of(program, host, "fast", 1)).environment().fast()) ++fast;
    }));
    EXPECT_EQ(fast, all) << "compiled shapes always have a fast form";
}

TEST(Forms, CanBeCutAnywhere) {
    EXPECT_TRUE(rc::check("slices give the same as a straight run", [](std::uint32_t seed,
                                                                       std::uint8_t slice) {
        const Programs program = assemble({ProgramGenerator(seed).make()});
        const std::string whole = run_sliced(program, "fast", 5'000'000);
        // Long programs get long slices, so that all of them come to their end.
        Asked host;
        const auto world = world_of(program, host, "fast", 5'000'000);
        RC_ASSERT(world->send({"main", {}}).has_value());
        const std::uint64_t budget = 50 + slice + world->instructions() / (most_slices / 2);
        const bool same = run_sliced(program, "fast", budget) == whole;
        const bool same_precise = run_sliced(program, "precise", budget) == whole;
        RC_ASSERT(run_sliced(program, "native", budget) == whole);
        RC_ASSERT(run_sliced(program, "native", budget, "precise") == whole);
        RC_ASSERT(run_interrupted(program, "native", budget) == run_interrupted(program, "precise", budget));
        RC_ASSERT(run_paused(program, "native", budget) == run_paused(program, "precise", budget));
        RC_ASSERT(same);
        RC_ASSERT(same_precise);
    }));
}

/// Code ends before a division that it has no operation for, while two values are open.
TEST(Forms, KeepWhatIsOpenWhereCodeEnds) {
    const Programs program = assemble({R"(.zero 8
.export func "main$0", main
main:
    LINENUM 1
again:
    LITTOREG AX, 1
    PUSHREG AX
    LITTOREG MAR, data 0
    MEMREAD AX
    LITTOREG BX, 7
    SUBREG BX, AX
    REGTOREG BX, AX
    PUSHREG AX
    LITTOREG AX, 100
    PUSHREG AX
    LITTOREG AX, -1
    POPREG BX
    MODREG BX, AX
    REGTOREG BX, AX
    POPREG BX
    ADDREG BX, AX
    REGTOREG BX, AX
    POPREG BX
    ADDREG BX, AX
    REGTOREG BX, AX
    LITTOREG MAR, data 4
    MEMWRITE AX
    LITTOREG MAR, data 0
    MEMREAD AX
    ADD AX, 1
    MEMWRITE AX
    PUSHREG AX
    LITTOREG AX, 5
    POPREG BX
    LESSTHAN BX, AX
    REGTOREG BX, AX
    JNZ again
    LITTOREG AX, 0
    RET
)"});
    EXPECT_EQ(run_whole(program, "native"), run_whole(program, "precise"));
    EXPECT_NE(run_whole(program, "precise").find("6 0 0 0 3 0 0 0"), std::string::npos);
}

/// Machine code remembers arrays; one that takes a dead one's handle is another.
TEST(Forms, KnowWhenAnArrayIsAnotherOne) {
    constexpr std::string_view source = R"(
int get(int a[], int i) { return a[i]; }
int main() {
  int a[] = new int[1];
  int total = get(a, 1073741824);
  a = null;
  for (int i = 0; i < 50; i++) {
    a = new int[8];
    a[7] = i;
    total = total + get(a, 7);
    a = null;
    a = new int[1];
    total = total + get(a, 0);
    a = null;
  }
  a = new int[8];
  total = total + get(a, 7);
  a = null;
  a = new int[1];
  return total + get(a, 7);
}
)";
    Diagnostics diagnostics;
    const auto program = ags::engine().language()->compile(source, {"main.asc", {}}, diagnostics);
    ASSERT_TRUE(program.has_value());
    const std::string whole = run_whole({*program}, "precise");
    EXPECT_EQ(run_whole({*program}, "native"), whole);
    EXPECT_NE(whole.find("bounds: 0..0"), std::string::npos) << whole;
}

/// The run of a call of another script is made when a native asks for the list of parameters; a call within
/// the script that has ended since does not count as one.
TEST(Forms, EndTheRunsThatWereMade) {
    Programs programs;
    for (const auto& [name, source] :
         {std::pair("low.asc", "import int Note(int, int);\nint low(int x) { return Note(x || x, 1); }\n"
                               "int less(int x, int y) { return x - y; }\n"),
          std::pair("mid.asc",
                    "import int Note(int, int);\nimport int low(int);\nimport int less(int, int);\n"
                    "int near(int x) { return Note(x || x, 2); }\n"
                    "int middle(int x, int y) { near(x); return low(less(less(y, 2), x)); }\n"),
          // A call of another script is machine code where that script has some already.
          std::pair("top.asc",
                    "import int low(int);\nimport int middle(int, int);\n"
                    "int many() { int sum = 0; int i = 0;\n"
                    "while (i < 50) { sum += middle(i, sum); i++; } return sum; }\n"
                    "int main() { low(0); low(0); middle(0, 0); middle(0, 0); return many(); }\n")}) {
        Diagnostics diagnostics;
        const auto program = ags::engine().language()->compile(source, {name, {}}, diagnostics);
        ASSERT_TRUE(program.has_value());
        programs.push_back(*program);
    }
    const std::string whole = run_whole(programs, "precise");
    EXPECT_EQ(run_whole(programs, "native"), whole);
    EXPECT_EQ(run_whole(programs, "fast"), whole);
    EXPECT_NE(whole.find("int1 int2"), std::string::npos) << whole;
}

TEST(Forms, DoTheSameInSeveralScripts) {
    std::size_t fast = 0;
    std::size_t all = 0;
    EXPECT_TRUE(rc::check("both forms do the same in several scripts", [&](std::uint32_t seed) {
        const std::vector<std::string> texts = ProgramGenerator(seed).make_modules();
        for (const std::string& text : texts) RC_LOG() << text << "\n";
        const Programs programs = assemble(texts);
        const std::string whole = run_whole(programs, "precise");
        RC_ASSERT(run_whole(programs, "fast") == whole);
        RC_ASSERT(run_whole(programs, "native") == whole);
        Asked host;
        ++all;
        if (static_cast<ags::World&>(*world_of(programs, host, "fast", 1)).environment().fast()) ++fast;
    }));
    EXPECT_EQ(fast, all) << "compiled shapes always have a fast form";
}

TEST(Forms, CanBeCutAnywhereInSeveralScripts) {
    EXPECT_TRUE(rc::check("slices and pauses give the same", [](std::uint32_t seed, std::uint8_t slice) {
        const std::vector<std::string> texts = ProgramGenerator(seed).make_modules();
        for (const std::string& text : texts) RC_LOG() << text << "\n";
        const Programs programs = assemble(texts);
        Asked host;
        const auto world = world_of(programs, host, "fast", 5'000'000);
        RC_ASSERT(world->send({"main", {}}).has_value());
        const std::uint64_t budget = 20 + slice + world->instructions() / (most_slices / 2);
        const std::string whole = run_sliced(programs, "fast", 5'000'000);
        RC_ASSERT(run_sliced(programs, "fast", budget) == whole);
        RC_ASSERT(run_sliced(programs, "precise", budget) == whole);
        RC_ASSERT(run_sliced(programs, "native", budget, "fast") == whole);
        const std::string interrupted = run_interrupted(programs, "precise", budget);
        RC_ASSERT(run_interrupted(programs, "fast", budget) == interrupted);
        RC_ASSERT(run_interrupted(programs, "native", budget) == interrupted);
        const std::string paused = run_paused(programs, "precise", budget);
        RC_ASSERT(run_paused(programs, "fast", budget) == paused);
        RC_ASSERT(run_paused(programs, "native", budget) == paused);
    }));
}

} // namespace
} // namespace vellum::test
