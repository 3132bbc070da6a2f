// Snapshots inside of natives and calls: an engine can do it, or refuses with the one code that all engines
// have. Whichever it is, nothing breaks.
#include "unit/engines/support.hpp"

namespace vellum::test {
namespace {

class Busy : public testing::TestWithParam<Subject> {};

TEST_P(Busy, SnapshotsInsideWorkOrAreRefusedAsBusy) {
    const Subject& subject = GetParam();
    Scheduler* world = nullptr;
    std::vector<std::byte> at_rest;
    int probes = 0;
    const auto check = [](const auto& result) {
        if (!result) EXPECT_EQ(result.error().code->id, codes::snapshot_busy.id) << format(result.error());
    };
    ProbeHost host(subject.native, [&](Call&) {
        ++probes;
        check(world->snapshot());
        check(world->restore(at_rest));
    });
    const auto owner = world_of(subject, subject.text, host);
    ASSERT_NE(owner, nullptr);
    world = owner.get();
    const auto saved = world->snapshot();
    ASSERT_TRUE(saved.has_value()) << format(saved.error());
    at_rest = *saved;

    const auto expect_probe = [&](std::string_view where, auto act) {
        const int before = probes;
        act();
        EXPECT_GT(probes, before) << "no native was called inside " << where;
        EXPECT_TRUE(world->faults().empty()) << format(world->take_faults().front());
        const auto now = world->snapshot(); // at rest again
        EXPECT_TRUE(now.has_value()) << where << ": " << format(now.error());
    };
    expect_probe("start and frames", [&] {
        world->start();
        for (int i = 0; i < 3; ++i) world->frame(0.1F);
    });
    expect_probe("an event", [&] {
        EXPECT_TRUE(world->send(subject.event).has_value());
        world->frame(0.1F); // where it has its turn only then
    });
    if (!subject.function.empty())
        expect_probe("a call", [&] {
            const auto result = world->call(subject.function, {});
            EXPECT_TRUE(result.has_value()) << format(result.error());
        });
    EXPECT_TRUE(world->restore(at_rest).has_value());
}

INSTANTIATE_TEST_SUITE_P(Engines, Busy, testing::ValuesIn(subjects),
                         [](const auto& instance) { return std::string(instance.param.engine); });

} // namespace
} // namespace vellum::test
