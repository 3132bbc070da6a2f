// A budget is the world's from the beginning and from `set_budget` on, in every engine, and can be asked for.
#include "unit/engines/support.hpp"

namespace vellum::test {
namespace {

bool operator==(const Budget& a, const Budget& b) {
    return a.instructions == b.instructions && a.memory == b.memory && a.call_depth == b.call_depth;
}

/// The most that the start or one of two frames executes.
std::uint64_t longest_slice(Scheduler& world) {
    std::uint64_t longest = 0, before = 0;
    for (int slice = 0; slice < 3; ++slice) {
        if (slice == 0)
            world.start();
        else
            world.frame(0.1F);
        longest = std::max(longest, world.instructions() - before);
        before = world.instructions();
    }
    return longest;
}

class Budgets : public testing::TestWithParam<Subject> {};

TEST_P(Budgets, AreTheWorldsFromTheBeginning) {
    for (const std::uint64_t instructions : {5000U, 9000U}) {
        ProbeHost host({}, [](Call&) {});
        RunOptions options;
        options.budget = {instructions, std::uint64_t{8} << 20U, 60};
        const auto world = world_of(GetParam(), GetParam().endless, host, options);
        ASSERT_NE(world, nullptr);
        EXPECT_TRUE(world->budget() == options.budget);
        const std::uint64_t executed = longest_slice(*world);
        EXPECT_GE(executed, instructions - 10);
        EXPECT_LE(executed, instructions + 10);
    }
}

TEST_P(Budgets, CanBeSetLater) {
    ProbeHost host({}, [](Call&) {});
    const auto world = world_of(GetParam(), GetParam().endless, host, {});
    ASSERT_NE(world, nullptr);
    EXPECT_TRUE(world->budget() == Budget{});
    const Budget set{7000, std::uint64_t{9} << 20U, 70};
    world->set_budget(set);
    EXPECT_TRUE(world->budget() == set);
    const std::uint64_t executed = longest_slice(*world);
    EXPECT_GE(executed, 6990U);
    EXPECT_LE(executed, 7010U);
}

INSTANTIATE_TEST_SUITE_P(Engines, Budgets, testing::ValuesIn(subjects),
                         [](const auto& instance) { return std::string(instance.param.engine); });

} // namespace
} // namespace vellum::test
