// Machine code is never writable and executable at once, and it goes with its world.
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "engines/ags/engine.hpp"
#include "engines/ags/machine/native/native.hpp"
#include "engines/ags/world.hpp"
#include "vellum/ags.hpp"

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

struct Mappings {
    std::uint64_t executable = 0; ///< Bytes of no file: code that was made here. The system joins neighbours.
    int both = 0;
};

Mappings mappings() {
    Mappings found;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const std::string rights = line.substr(line.find(' ') + 1, 4);
        const bool runs = rights[2] == 'x';
        if (runs && rights[1] == 'w') ++found.both;
        if (runs && line.find('/') == std::string::npos && line.find('[') == std::string::npos)
            found.executable +=
                std::stoull(line.substr(line.find('-') + 1), nullptr, 16) - std::stoull(line, nullptr, 16);
    }
    return found;
}

class NativeCodeTest : public testing::Test {
  protected:
    void SetUp() override {
        if (!ags::makes_machine_code()) GTEST_SKIP() << "this build makes no machine code";
        game.function("Look", [this](std::int32_t) { seen = mappings(); });
    }
    std::unique_ptr<Scheduler> world(const char* tier) {
        Diagnostics diagnostics;
        const auto program = ags::engine().language()->compile(source, {"main.asc", {}}, diagnostics);
        EXPECT_TRUE(program.has_value());
        RunOptions options({{"tier", tier}, {"native_after", "1"}}, {});
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

} // namespace
} // namespace vellum::test
