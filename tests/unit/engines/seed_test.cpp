// The seed of WorldOptions is the engine's setting of that name, and a record says it.
#include "unit/engines/support.hpp"
#include "vellum/hosts.hpp"

namespace vellum::test {
namespace {

class Seeds : public testing::TestWithParam<Subject> {};

TEST_P(Seeds, AreTheSettingOfThatName) {
    if (GetParam().engine == "toy") GTEST_SKIP() << "the toy knows no chance";
    ProbeHost host({}, [](Call&) {});
    const auto state = [&](const RunOptions& options) {
        const auto world = world_of(GetParam(), GetParam().endless, host, options);
        return world == nullptr ? std::vector<std::byte>{} : world->snapshot().value();
    };
    RunOptions typed, named, none;
    typed.seed = 5;
    named.settings = {{"seed", "5"}};
    EXPECT_EQ(state(typed), state(named));
    EXPECT_NE(state(typed), state(none));
    typed.settings = {{"seed", "6"}};
    EXPECT_NE(state(typed), state(named)) << "what is named counts";
    EXPECT_EQ(HostLogRun::of({}, typed).settings,
              (std::vector<std::pair<std::string, std::string>>{{"seed", "5"}, {"seed", "6"}}));
}

INSTANTIATE_TEST_SUITE_P(Engines, Seeds, testing::ValuesIn(subjects),
                         [](const auto& instance) { return std::string(instance.param.engine); });

} // namespace
} // namespace vellum::test
