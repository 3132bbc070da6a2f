// Budgets that a host gives when it makes a world, for every engine: they are the world's, all three numbers,
// and the first is what endless scripts may use.
#include "unit/engines/support.hpp"

namespace vellum::test {
namespace {

std::unique_ptr<Scheduler> skrit_world(std::string_view text, Host& host, const RunOptions& options) {
    const Engine& engine = *find_engine("skrit");
    Diagnostics diagnostics;
    const auto program = engine.compile(text, {"test.skrit", {}}, diagnostics);
    EXPECT_TRUE(program.has_value());
    if (!program) return nullptr;
    auto world = engine.instantiate(std::span(&*program, 1), host, options, diagnostics);
    EXPECT_TRUE(world.has_value()) << format(world.error());
    return world ? std::move(*world) : nullptr;
}

constexpr Budget small{.instructions = 3000, .memory = 9U << 20U, .call_depth = 77};

void expect_small(const Scheduler& world) {
    EXPECT_EQ(world.budget().instructions, small.instructions);
    EXPECT_EQ(world.budget().memory, small.memory);
    EXPECT_EQ(world.budget().call_depth, small.call_depth);
}

class Budgets : public testing::TestWithParam<Subject> {};

TEST_P(Budgets, GivenToAWorldAreItsOwn) {
    ProbeHost host(GetParam().native, [](Call&) {});
    RunOptions options;
    options.budget = small;
    const auto world = world_of(GetParam(), GetParam().endless, host, options);
    ASSERT_NE(world, nullptr);
    expect_small(*world);
    world->start();
    world->frame(0.1F);
    EXPECT_GE(world->instructions(), small.instructions / 2);
    EXPECT_LE(world->instructions(), 2 * small.instructions) << "the start and a frame";
    world->set_budget({.instructions = 5000, .memory = 0, .call_depth = 0});
    EXPECT_EQ(world->budget().instructions, 5000U);
}

INSTANTIATE_TEST_SUITE_P(Engines, Budgets,
                         testing::ValuesIn(subjects + 1, std::end(subjects)), // the toy has none
                         [](const auto& info) { return std::string(info.param.engine); });

TEST(SkritBudgets, GivenToAWorldAreItsOwn) {
    Library nobody;
    RunOptions options;
    options.budget = small;
    const auto world = skrit_world("int n$; int Depth$() { n$ += 1; return Depth$(); }\n"
                                   "int Count$() { return n$; } Endless$() { forever { } }",
                                   nobody, options);
    ASSERT_NE(world, nullptr);
    expect_small(*world);
    world->start();
    EXPECT_FALSE(world->call("Depth$", {}));
    EXPECT_EQ(world->call("Count$", {})->integer(), 77);
    const std::uint64_t before = world->instructions();
    EXPECT_FALSE(world->call("Endless$", {}));
    EXPECT_EQ(world->instructions() - before, small.instructions);
}

} // namespace
} // namespace vellum::test
