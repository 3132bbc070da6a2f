// Several observers of one world, in every engine: each is told what it would be told alone.
#include "unit/engines/support.hpp"

namespace vellum::test {
namespace {

/// Counts what it is told.
class Counter final : public Observer {
  public:
    explicit Counter(bool steps) : steps_(steps) {}
    [[nodiscard]] bool wants_steps() const override { return steps_; }
    void step(const Step&) override { ++steps; }
    void native(const NativeStep&) override { ++natives; }
    void event(const Scheduler&, std::uint32_t, std::string_view, std::span<const Value>,
               std::string_view) override {
        ++events;
    }

    std::size_t steps = 0, natives = 0, events = 0;

  private:
    bool steps_;
};

class Observers : public testing::TestWithParam<Subject> {
  protected:
    void play(Scheduler& world) {
        world.start();
        EXPECT_TRUE(world.send(GetParam().event));
        world.frame(0.1F);
    }
};

TEST_P(Observers, HearTheSameTogetherAsAlone) {
    ProbeHost host(GetParam().native, [](Call&) {});
    Counter alone(true);
    const auto watched = world_of(GetParam(), GetParam().text, host);
    ASSERT_NE(watched, nullptr);
    watched->add_observer(alone);
    play(*watched);
    EXPECT_GT(alone.steps, 0U);
    EXPECT_GE(alone.natives, 2U);

    Counter all(true), natives_only(false);
    const auto world = world_of(GetParam(), GetParam().text, host);
    ASSERT_NE(world, nullptr);
    world->add_observer(natives_only);
    world->add_observer(all);
    world->add_observer(all);
    play(*world);
    EXPECT_EQ(all.steps, alone.steps);
    EXPECT_EQ(all.natives, alone.natives);
    EXPECT_EQ(all.events, alone.events);
    EXPECT_EQ(natives_only.steps, 0U);
    EXPECT_EQ(natives_only.natives, alone.natives);
    EXPECT_EQ(natives_only.events, alone.events);
}

TEST_P(Observers, HearNothingOnceRemoved) {
    ProbeHost host(GetParam().native, [](Call&) {});
    Counter first(true), second(false);
    const auto world = world_of(GetParam(), GetParam().text, host);
    ASSERT_NE(world, nullptr);
    world->add_observer(first);
    world->add_observer(second);
    world->remove_observer(first);
    play(*world);
    EXPECT_EQ(first.natives, 0U);
    EXPECT_GE(second.natives, 2U);
    world->remove_observer(second);
    EXPECT_EQ(world->observer(), nullptr);
    const std::size_t natives = second.natives;
    EXPECT_TRUE(world->send(GetParam().event));
    world->frame(0.1F);
    EXPECT_EQ(second.natives, natives);
}

INSTANTIATE_TEST_SUITE_P(Engines, Observers, testing::ValuesIn(subjects),
                         [](const auto& instance) { return std::string(instance.param.engine); });

} // namespace
} // namespace vellum::test
