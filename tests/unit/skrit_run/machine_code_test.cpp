// Machine code: of what runs often, and nobody notices it. Whatever ends a run ends it at the same
// instruction.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engines/skrit/engine.hpp"
#include "engines/skrit/machine/native/native.hpp"
#include "engines/skrit/world/world.hpp"
#include "runtime/value_text.hpp"
#include "support/mappings.hpp"
#include "support/perf_map.hpp"
#include "vellum/host_binding.hpp"

namespace vellum {
namespace {

constexpr std::string_view source =
    R"(int total$ = 0; float half$ = 0.5; SkritObject last$; bool odd$ = false;
int Sum$( int n$, int by$ )
{
	if( n$ <= 0 ) { return 0; }
	return n$ / by$ + Sum$( n$ - 1, by$ );
}
float Mean$( float a$, int n$ ) { return ( a$ + float( n$ ) ) * half$; }
SkritObject Me$( SkritObject other$, int n$ )
{
	SkritObject mine$;
	if( n$ > 2 ) { mine$ = this; } else { mine$ = other$; }
	return mine$;
}
Work$( int n$, int by$ )
{
	int i$ = 0;
	string told$ = "";
	while( i$ < n$ )
	{
		total$ += Sum$( i$ % 9, by$ ) * 2;
		if( i$ % 3 == 1 ) { half$ = Mean$( half$, i$ ); } else { odd$ = !odd$; }
		last$ = Me$( last$, i$ );
		if( last$ == null ) { total$ += 1; }
		if( i$ % 7 == 0 ) { told$ += "more text than fits into a cell of the stack"; }
		total$ = Look( total$ );
		i$ += 1;
	}
}
Fill$( SkritObject p$ ) { SkritObject a$ = p$; SkritObject b$ = p$; SkritObject c$ = p$; SkritObject d$ = a$; last$ = d$; }
int Mix$( int n$ )
{
	int a$ = n$ + 1;
	int b$ = a$ * 2;
	string told$ = "x";
	if( a$ == 5 ) { b$ += 1; }
	if( b$ == 11 ) { return a$; }
	return 0;
}
Halves$( int n$, int by$ )
{
	int i$ = 0;
	while( i$ < n$ ) { Fill$( this ); total$ += Mix$( by$ ); i$ += 1; }
}
Grow$( int n$, int by$ )
{
	int i$ = 0;
	string told$ = "0123456789abcdef0123456789abcdef0123456789abcdef";
	while( i$ < n$ )
	{
		if( i$ % by$ == 0 ) { total$ += 1; half$ = half$ + 1.0; total$ -= 3; odd$ = total$ > 4; }
		told$ = told$ + told$;
		i$ += 1;
	}
}
)";

class SkritMachineCode : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!code::makes_machine_code()) GTEST_SKIP() << "this build makes no machine code";
        Diagnostics diagnostics;
        auto made = skrit::engine().language()->compile(source, {"main.skrit", {}}, diagnostics);
        ASSERT_TRUE(made.has_value()) << format(made.error());
        program = *made;
        host.function("Look", [this](std::int32_t number) {
            seen = test::mappings();
            if (looks) looks();
            return number + 1;
        });
    }
    std::unique_ptr<Scheduler> world(const char* tier, const Budget& budget = {},
                                     const char* perf_map = "no") {
        RunOptions options({{"tier", tier}, {"native_after", "1"}, {"perf_map", perf_map}}, {});
        options.budget = budget;
        Diagnostics diagnostics;
        auto made = skrit::engine().runtime().instantiate({&program, 1}, host, options, diagnostics);
        EXPECT_TRUE(made.has_value());
        if (!made) return nullptr;
        (*made)->start();
        return std::move(*made);
    }
    static CallResult work(Scheduler& world, int n, int by = 3) {
        return world.call("Work$", std::vector<Value>{Value(n), Value(by)});
    }
    static int functions_with_code(Scheduler& world) {
        const auto& object = *static_cast<skrit::World&>(world).objects()[0];
        const auto& native = object.implementation->code.native;
        if (native == nullptr) return -1;
        int count = 0;
        for (const void* const code : native->table) count += code != nullptr ? 1 : 0;
        return count;
    }
    /// What a run with that budget leaves behind, and how it failed.
    std::string end(const char* tier, const Budget& budget, int n, int by,
                    std::string_view function = "Work$") {
        const auto one = world(tier, budget);
        const CallResult done = one->call(function, std::vector<Value>{Value(n), Value(by)});
        std::string text = done ? "done" : format(done.error());
        for (const Fault& fault : one->faults()) text += "\n" + format(fault);
        const auto bytes = one->snapshot();
        EXPECT_TRUE(bytes.has_value());
        if (bytes) text += "\n" + std::to_string(one->instructions()) + "\n" + std::string(as_text(*bytes));
        return text;
    }

    Library host;
    ProgramPtr program;
    test::Mappings seen;
    std::function<void()> looks;
};

TEST_F(SkritMachineCode, IsMadeOfWhatIsUsedOften) {
    const auto one = world("native");
    EXPECT_EQ(functions_with_code(*one), 0);
    ASSERT_TRUE(work(*one, 50).has_value());
    EXPECT_EQ(functions_with_code(*one), 4); // those that Work$ needs
    for (const char* const tier : {"fast", "precise"}) {
        const auto other = world(tier);
        ASSERT_TRUE(work(*other, 50).has_value());
        EXPECT_EQ(functions_with_code(*other), -1) << tier;
    }
}

TEST_F(SkritMachineCode, IsNeverWritableAndExecutable) {
    const auto one = world("native");
    ASSERT_TRUE(work(*one, 50).has_value());
    EXPECT_EQ(seen.both, 0);
    EXPECT_GE(seen.executable, 2U << 16U) << "64 KiB for the function that enters code, and 64 for the code";
}

TEST_F(SkritMachineCode, IsNamedForPerfWhereThatIsWanted) {
    const auto map_of = [&](const char* perf_map) {
        return test::perf_map_of([&] { EXPECT_TRUE(work(*world("native", {}, perf_map), 100).has_value()); });
    };
    EXPECT_EQ(map_of("no"), "");
    const std::string map = map_of("yes");
    EXPECT_NE(map.find(" main.skrit:Work$\n"), std::string::npos) << map;
}

TEST_F(SkritMachineCode, GoesWithItsWorld) {
    static_cast<void>(work(*world("native"), 50));
    const std::uint64_t before = test::mappings().executable;
    for (int i = 0; i < 10; ++i) static_cast<void>(work(*world("native"), 50));
    EXPECT_EQ(test::mappings().executable, before);
}

TEST_F(SkritMachineCode, EndsWhereTheLoopDoes) {
    for (const int by : {3, 0}) // 0 divides by it
        for (std::uint64_t limit = 1; limit < 2500; limit += limit < 700 ? 1 : 7) {
            Budget budget;
            budget.instructions = limit;
            ASSERT_EQ(end("native", budget, 12, by), end("fast", budget, 12, by)) << limit << " and " << by;
        }
}

/// Texts are charged for by their length, before the instructions that led to them are.
TEST_F(SkritMachineCode, EndsWhereTheLoopDoesBetweenTexts) {
    for (std::uint64_t limit = 1; limit < 2000; ++limit) {
        Budget budget;
        budget.instructions = limit;
        ASSERT_EQ(end("native", budget, 13, 2, "Grow$"), end("fast", budget, 13, 2, "Grow$")) << limit;
    }
}

/// Where references stood, code writes numbers of half the width.
TEST_F(SkritMachineCode, LeavesWholeCells) {
    for (const char* const tier : {"native", "fast"}) {
        const auto one = world(tier);
        ASSERT_TRUE(one->call("Halves$", std::vector<Value>{Value(200), Value(4)}).has_value());
        EXPECT_EQ(static_cast<skrit::World&>(*one).objects()[0]->cells[0].bits(), 1000U) << tier;
    }
}

TEST_F(SkritMachineCode, EndsAtTheSameDepth) {
    for (std::uint32_t depth = 1; depth < 16; ++depth) {
        Budget budget;
        budget.call_depth = depth;
        ASSERT_EQ(end("native", budget, 12, 2), end("fast", budget, 12, 2)) << depth;
    }
}

TEST_F(SkritMachineCode, ShowsItsFramesToTheHost) {
    std::string told[2];
    for (const bool native : {false, true}) {
        const auto one = world(native ? "native" : "fast");
        looks = [&] {
            for (const skrit::InspectedFrame& frame : static_cast<skrit::World&>(*one).inspect()) {
                told[native] += place_text(frame.place);
                for (const skrit::Inspected& local : frame.locals)
                    told[native] += " " + local.name + " " + to_plain(local.value);
                told[native] += "\n";
            }
        };
        ASSERT_TRUE(work(*one, 30).has_value());
        looks = nullptr;
    }
    EXPECT_EQ(told[0], told[1]);
    EXPECT_NE(told[1].find("i$ 29"), std::string::npos);
}

/// A stop that somebody sets while the host is called is met by what runs behind it.
TEST_F(SkritMachineCode, GivesWayToStops) {
    std::string left[2];
    for (const bool native : {false, true}) {
        const auto one = world(native ? "native" : "fast");
        int calls = 0;
        looks = [&] {
            if (++calls == 20) static_cast<skrit::World&>(*one).pause_after(33);
        };
        static_cast<void>(work(*one, 100));
        looks = nullptr;
        left[native] = std::to_string(one->instructions()) + " " + std::to_string(calls) +
                       (one->paused() ? " paused" : "");
    }
    EXPECT_EQ(left[0], left[1]);
}

} // namespace
} // namespace vellum
