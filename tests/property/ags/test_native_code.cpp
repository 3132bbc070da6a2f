// Machine code is never writable and executable at once, and it goes with its world.
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "code/compile.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/machine/native/native.hpp"
#include "engines/ags/world/world.hpp"
#include "support/mappings.hpp"
#include "support/perf_map.hpp"
#include "vellum/ags.hpp"

// What debuggers read: the interface of gdb's manual.
struct JitEntry {
    JitEntry* next;
    JitEntry* previous;
    const char* file;
    std::uint64_t size;
};
struct JitDescriptor {
    std::uint32_t version;
    std::uint32_t action;
    JitEntry* relevant;
    JitEntry* first;
};
// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
extern "C" [[gnu::weak]] JitDescriptor __jit_debug_descriptor; // absent where no machine code is made

namespace vellum::test {
namespace {

constexpr std::string_view source = R"(
import void Look(int number);
int sum(int n) { if (n == 0) return 0; return n + sum(n - 1); }
int main(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) total = total + sum(i % 20);
  Look(total);
  return total;
}
)";

class NativeCodeTest : public testing::Test {
  protected:
    void SetUp() override {
        if (!code::makes_machine_code()) GTEST_SKIP() << "this build makes no machine code";
        game.function("Look", [this](std::int32_t) { seen = mappings(); });
    }
    std::unique_ptr<Scheduler> world(const char* tier, const char* perf_map = "no") {
        Diagnostics diagnostics;
        const auto program = ags::engine().language()->compile(source, {"main.asc", {}}, diagnostics);
        EXPECT_TRUE(program.has_value());
        RunOptions options({{"tier", tier}, {"native_after", "1"}, {"perf_map", perf_map}}, {});
        auto made = ags::engine().runtime().instantiate({&*program, 1}, game, options, diagnostics);
        EXPECT_TRUE(made.has_value());
        return std::move(*made);
    }
    ags::GameLibrary game;
    Mappings seen;
};

TEST_F(NativeCodeTest, IsNeverWritableAndExecutable) {
    const auto one = world("native");
    const auto result = one->call("main", std::vector<Value>{Value(1000)});
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(result->integer(), 66500);
    EXPECT_EQ(seen.both, 0);
    EXPECT_GE(seen.executable, 2U << 16U) << "64 KiB for the function that enters code, and 64 for the code";
}

TEST_F(NativeCodeTest, GoesWithItsWorld) {
    {
        static_cast<void>(world("native")->call("main", std::vector<Value>{Value(10)}));
    }
    const std::uint64_t before = mappings().executable;
    for (int i = 0; i < 10; ++i)
        static_cast<void>(world("native")->call("main", std::vector<Value>{Value(10)}));
    EXPECT_EQ(mappings().executable, before);
}

TEST_F(NativeCodeTest, IsMadeOfWhatIsUsedOften) {
    const auto functions_with_code = [](Scheduler& made) {
        const ags::Instance& script = static_cast<ags::World&>(made).environment().instances()[0];
        int count = 0;
        for (const void* const code : script.fast->native->table) count += code != nullptr ? 1 : 0;
        return count;
    };
    const auto one = world("native");
    EXPECT_EQ(functions_with_code(*one), 0);
    ASSERT_TRUE(one->call("main", std::vector<Value>{Value(100)}).has_value());
    EXPECT_EQ(functions_with_code(*one), 2);
    const auto other = world("fast");
    ASSERT_TRUE(other->call("main", std::vector<Value>{Value(100)}).has_value());
    EXPECT_EQ(static_cast<ags::World&>(*other).environment().instances()[0].fast->native, nullptr);
}

TEST_F(NativeCodeTest, IsNamedForPerfWhereThatIsWanted) {
    const auto map_of = [&](const char* perf_map) {
        return test::perf_map_of([&] {
            static_cast<void>(world("native", perf_map)->call("main", std::vector<Value>{Value(100)}));
        });
    };
    EXPECT_EQ(map_of("no"), "");
    const std::string text = map_of("yes");
    EXPECT_NE(text.find(" main.asc:main\n"), std::string::npos) << text;
    EXPECT_NE(text.find(" main.asc:sum\n"), std::string::npos) << text;
}

TEST_F(NativeCodeTest, IsNamedForDebuggersWhileItIsThere) {
    const auto named = [](const std::string& name) {
        std::size_t count = 0;
        for (const JitEntry* entry = __jit_debug_descriptor.first; entry != nullptr; entry = entry->next) {
            const std::string_view file(entry->file, entry->size);
            EXPECT_EQ(file.substr(0, 4), "\x7f"
                                         "ELF");
            if (file.ends_with(name + '\0')) ++count;
        }
        return count;
    };
    {
        const auto one = world("native");
        const auto other = world("native");
        for (const auto& each : {&one, &other})
            static_cast<void>((*each)->call("main", std::vector<Value>{Value(100)}));
        EXPECT_EQ(named("main.asc:main"), 2U);
        EXPECT_EQ(named("main.asc:sum"), 2U);
    }
    EXPECT_EQ(named("main.asc:main"), 0U);
    EXPECT_EQ(named("vellum::enter"), 1U);
}

/// An index that was checked is not checked again until something else is in its place.
TEST(NativeBounds, AreCheckedAgainForAnotherIndex) {
    if (!code::makes_machine_code()) GTEST_SKIP() << "this build makes no machine code";
    constexpr std::string_view source = R"(
struct Point { int x; int y; };
Point points[5];
int set(int i, int more) {
  points[i].x = 1; points[i].y = 2;
  i = i + more;
  points[i].x = 3; points[i].y = 4;
  return points[0].y + points[4].y;
}
)";
    Diagnostics diagnostics;
    const auto program = ags::engine().language()->compile(source, {"main.asc", {}}, diagnostics);
    ASSERT_TRUE(program.has_value());
    ags::GameLibrary game;
    RunOptions options({{"tier", "native"}, {"native_after", "1"}}, {});
    const auto made = ags::engine().runtime().instantiate({&*program, 1}, game, options, diagnostics);
    ASSERT_TRUE(made.has_value());
    const auto set = [&](int i, int more) {
        return (*made)->call("set", std::vector<Value>{Value(i), Value(more)});
    };
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(set(0, i).has_value()) << i;
    EXPECT_EQ(set(0, 4)->integer(), 6);
    EXPECT_NE(static_cast<ags::World&>(**made).environment().instances()[0].fast->native->table[0], nullptr);
    EXPECT_FALSE(set(4, 1).has_value());
    EXPECT_FALSE(set(0, -1).has_value());
    EXPECT_FALSE(set(5, 0).has_value());
    EXPECT_EQ(set(0, 4)->integer(), 6);
}

/// Wants to stop nowhere, and counts how often it was asked.
struct StopsNowhere final : Stopper {
    bool stops(const Step&) override { return ++times == 0; }
    std::uint64_t times = 0;
};

/// Code calls natives of numbers and functions that only compute itself; whoever looks meanwhile sees where
/// the script stands, and what a native changes is noticed.
TEST(NativeCalls, ShowWhereTheScriptStands) {
    constexpr std::string_view source = R"(
import float Half(int number, int odd);
import void Look(int number);
import int FloatToInt(float value, int direction = 0);
import float IntToFloat(int value);
int inner(int n) {
  int before = n * 2;
  float half = Half(n, n % 4);
  Look(before);
  half = half + IntToFloat(before);
  return FloatToInt(half, n % 2);
}
int main(int n) {
  int total = 0;
  int list[] = new int[8];
  for (int i = 0; i < n; i++) {
    Look(list[5]);
    list[5] = list[5] + i;
    total = total + inner(i);
  }
  return total + list[5];
}
)";
    Diagnostics diagnostics;
    const auto program = ags::engine().language()->compile(source, {"main.asc", {}}, diagnostics);
    ASSERT_TRUE(program.has_value());
    struct End {
        const char* what;
        int at;
    };
    for (const End end : {End{"nothing", -1}, End{"fail", 60}, End{"abort", 60}, End{"pause", 60},
                          End{"interrupt", 60}, End{"array", 60}, End{"stop", 60}}) {
        std::string seen[2];
        for (const bool machine_code : {false, true}) {
            std::string& text = seen[machine_code ? 1 : 0];
            StopsNowhere stopper;
            Scheduler* world = nullptr;
            ags::GameLibrary game;
            game.function("Half", [](std::int32_t number, bool odd) {
                return static_cast<float>(number) / 2 + (odd ? 0.25F : 0.0F);
            });
            int calls = 0;
            game.function("Look", [&](std::int32_t number) {
                text += std::to_string(number) + " " + std::to_string(world->instructions());
                for (const Frame& frame : world->machine(0).frames)
                    text += " " + frame.function + ":" + std::to_string(frame.line);
                text += "\n";
                ++calls;
                const std::string_view what = end.what;
                if (calls != end.at) return;
                if (what == "array") { // another one, with one element, has its place
                    ags::Pool& pool = static_cast<ags::World&>(*world).environment().pool();
                    for (std::uint32_t handle = 1; handle < pool.table_size(); ++handle) {
                        if (pool[handle].kind != ags::ObjectKind::array) continue;
                        while (pool.exists(handle)) pool.release(handle);
                        EXPECT_EQ(pool.make_array(1, 4, false), handle);
                        pool.add_reference(handle);
                    }
                }
                if (what == "fail") throw std::runtime_error("refused");
                if (what == "abort") throw std::runtime_error("");
                if (what == "interrupt") world->interrupt();
                if (what == "pause") world->pause_after(0);
                if (what == "stop") world->set_stopper(&stopper, {{program->get(), 0, 1U << 20U}});
            });
            RunOptions options({{"tier", machine_code ? "native" : "precise"}, {"native_after", "1"}}, {});
            const auto made = ags::engine().runtime().instantiate({&*program, 1}, game, options, diagnostics);
            ASSERT_TRUE(made.has_value());
            world = made->get();
            const auto result = world->call("main", std::vector<Value>{Value(100)});
            text += result ? std::to_string(result->integer()) : result.error().message;
            for (const Fault& fault : world->take_faults()) text += format(fault);
            text += " " + std::to_string(world->instructions()) + " " + std::to_string(stopper.times);
        }
        EXPECT_EQ(seen[0], seen[1]) << end.what;
    }
}

/// Calls of other scripts make no run until somebody wants to see it: frames, results, counts and faults are
/// as if they did, with arguments that cross, deep calls and calls back, and natives of all kinds in the
/// callee.
TEST(NativeCalls, OfOtherScriptsLookAsIfTheyMadeRuns) {
    constexpr std::string_view library = R"(
import int Look(int number);
import int Any(int number, ...);
import int back(int n, int m);
import int FloatToInt(float value, int direction = 0);
int shared;
export shared;
int ten(int a, int b) { a = a * 10; return a + b; }
int mixed(float x, int n, float y) { return FloatToInt((x - y) * 100.0) + n; }
int deep(int n, int m) {
  if (n <= 0) return Look(m);
  int got = back(n - 1, m + n);
  shared = shared + got;
  shared = shared ^ Any(n > 1 && m > 2, shared, m || n);
  return got + Any(n, shared, m);
}
int loop(int n) { int i = 0; while (i < n) i++; return i; }
int none() { return Look(7); }
)";
    constexpr std::string_view program = R"(
import int ten(int a, int b);
import int mixed(float x, int n, float y);
import int deep(int n, int m);
import int loop(int n);
import int none();
import int shared;
import int Look(int number);
import float IntToFloat(int value);
import int Any(int number, ...);
int back(int n, int m) {
  int more = ten(m, n) % 1000;
  return deep(n, more) + n;
}
int main(int n, int depth, int turns) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    total = total + ten(ten(i, 1), ten(2, i));
    total = total ^ mixed(IntToFloat(i), i * 3, IntToFloat(ten(i, i)));
    total = total + deep(depth, Any(i, ten(3, i), 4));
    total = total + none() + ten(i && n, i);
    total = (total + loop(turns)) & 0xFFFFFF;
  }
  return total + shared;
}
)";
    std::vector<ProgramPtr> programs;
    Diagnostics diagnostics;
    for (const std::string_view text : {library, program}) {
        auto made = ags::engine().language()->compile(text, {std::to_string(programs.size()) + ".asc", {}},
                                                      diagnostics);
        ASSERT_TRUE(made.has_value()) << format(made.error());
        programs.push_back(std::move(*made));
    }
    int in_code = 0;
    struct Case {
        std::int32_t depth, turns;
        std::uint64_t budget;
        std::uint64_t pause;
        const char* loop_limit;
    };
    for (const Case& each :
         {Case{3, 4, 1U << 30U, 0, "1000"}, Case{30, 4, 1U << 30U, 0, "1000"},
          Case{70, 4, 1U << 30U, 0, "1000"}, Case{3, 40, 1U << 30U, 0, "39"}, Case{3, 4, 7001, 0, "1000"},
          Case{1, 4, 1U << 30U, 0, "15"}, Case{2, 4, 101, 0, "15"}, Case{6, 4, 1U << 30U, 317, "1000"}}) {
        std::string seen[2];
        for (const bool machine_code : {false, true}) {
            std::string& text = seen[machine_code ? 1 : 0];
            ags::World* world = nullptr;
            ags::GameLibrary game;
            const auto look = [&] {
                text += std::to_string(world->instructions());
                for (const Frame& frame : world->machine(0).frames)
                    text += " " + frame.function + ":" + std::to_string(frame.line);
                text += "\n";
                const ags::Machine* const current = world->environment().current;
                const ags::FastState* const state = current == nullptr ? nullptr : current->fast_state;
                if (state != nullptr && state->native != nullptr) ++in_code;
            };
            game.function("Look", [&](std::int32_t number) { return look(), number * 2; });
            game.variadic("Any", [&](Call& call) {
                look();
                std::int32_t sum = 0;
                for (std::size_t i = 0; i < call.size(); ++i) sum = sum * 3 + call[i].integer() % 1000;
                call.result = Value(sum);
            });
            RunOptions options({{"tier", machine_code ? "native" : "precise"},
                                {"native_after", "1"},
                                {"loop_limit", each.loop_limit}},
                               {});
            options.budget.instructions = each.budget;
            const auto made = ags::engine().runtime().instantiate(programs, game, options, diagnostics);
            ASSERT_TRUE(made.has_value());
            world = static_cast<ags::World*>(made->get());
            if (each.pause != 0) world->pause_after(each.pause);
            const auto sent = world->send({"main", {Value(20), Value(each.depth), Value(each.turns)}});
            EXPECT_TRUE(sent.has_value());
            for (int more = 0;
                 more < 1000 && (world->paused() || world->machine(0).state == MachineState::exhausted);
                 ++more) {
                look();
                if (each.pause != 0) world->pause_after(each.pause);
                if (world->paused())
                    world->resume();
                else
                    world->frame(0.0F);
            }
            for (const Fault& fault : world->take_faults()) text += format(fault);
            text += " " + std::to_string(world->instructions());
            for (const ags::Instance& script : world->environment().instances())
                for (const std::byte byte : script.data)
                    text += " " + std::to_string(std::to_integer<int>(byte));
        }
        EXPECT_EQ(seen[0], seen[1]) << each.depth << " " << each.turns << " " << each.budget;
    }
    EXPECT_TRUE(!code::makes_machine_code() || in_code > 500) << in_code;
}

/// Code that called another script's code is still there while that one calls a native.
TEST(NativeCalls, OfOtherScriptsStayInCode) {
    if (!code::makes_machine_code()) GTEST_SKIP() << "this build makes no machine code";
    constexpr std::string_view library = R"(
import int Look(int number);
int shared;
export shared;
int twice(int n, int m) { shared = shared + m; int got = Look(n); return got + n; }
)";
    constexpr std::string_view program = R"(
import int twice(int n, int m);
int again(int n) { int total = 1; total = total + twice(n, 3); return total; }
int main(int n) { int total = 0; for (int i = 0; i < n; i++) total = total + again(i); return total; }
)";
    std::vector<ProgramPtr> programs;
    Diagnostics diagnostics;
    for (const std::string_view text : {library, program}) {
        auto made = ags::engine().language()->compile(text, {std::to_string(programs.size()) + ".asc", {}},
                                                      diagnostics);
        ASSERT_TRUE(made.has_value());
        programs.push_back(std::move(*made));
    }
    ags::Environment* environment = nullptr;
    int inside = 0;
    ags::GameLibrary game;
    game.function("Look", [&](std::int32_t number) {
        const ags::FastState* const state = environment->current->fast_state;
        if (state != nullptr && state->native != nullptr) state->native->follow();
        if (state != nullptr && state->native != nullptr && state->native->first_code != state->code)
            ++inside;
        return number;
    });
    RunOptions options({{"tier", "native"}, {"native_after", "1"}}, {});
    const auto made = ags::engine().runtime().instantiate(programs, game, options, diagnostics);
    ASSERT_TRUE(made.has_value());
    environment = &static_cast<ags::World&>(**made).environment();
    const auto result = (*made)->call("main", std::vector<Value>{Value(100)});
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(result->integer(), 100 + 2 * 4950);
    EXPECT_GT(inside, 90);
}

} // namespace
} // namespace vellum::test
