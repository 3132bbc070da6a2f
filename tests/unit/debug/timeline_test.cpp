// What a debugger keeps of the past, and where it stands after a stop.
#include <algorithm>

#include "debug/stops.hpp"
#include "unit/debug/session.hpp"
#include "unit/toy/toy_helper.hpp"
#include "vellum/hosts.hpp"

namespace vellum::test {
namespace {

using debug::Timeline;

class Kept : public testing::TestWithParam<Debugged> {};

void run(Timeline& timeline) {
    while (timeline.advance(10) != Timeline::Ran::nothing) {
    }
}

TEST_P(Kept, AForgottenFutureTakesNoMemory) {
    DebugSession session(GetParam(), {.interval = 10});
    ASSERT_NE(session.world, nullptr);
    Timeline& timeline = session.debugger->timeline();
    const std::uint64_t first = timeline.bytes();
    EXPECT_EQ(first, session.state().size());
    const std::size_t answers = session.log.entries.size();
    const debug::Position beginning = timeline.here();
    for (int round = 0; round < 3; ++round) {
        run(timeline);
        EXPECT_GT(timeline.landmarks().size(), 1U);
        EXPECT_GT(timeline.bytes(), first);
        ASSERT_TRUE(timeline.go(beginning));
        timeline.insert({debug::Action::Kind::frame, 0.1F, {}});
        EXPECT_EQ(timeline.landmarks().size(), 1U);
        EXPECT_EQ(timeline.bytes(), first);
        EXPECT_EQ(session.log.entries.size(), answers);
        EXPECT_EQ(timeline.latest(), beginning);
    }
}

TEST_P(Kept, WhatIsChangedTwiceIsKeptOnce) {
    DebugSession session(GetParam());
    ASSERT_NE(session.world, nullptr);
    Timeline& timeline = session.debugger->timeline();
    for (int i = 0; i < 5; ++i) timeline.advance(3);
    ASSERT_TRUE(timeline.changed());
    const std::size_t landmarks = timeline.landmarks().size();
    const std::uint64_t bytes = timeline.bytes();
    ASSERT_TRUE(timeline.changed());
    EXPECT_EQ(timeline.landmarks().size(), landmarks);
    EXPECT_EQ(timeline.bytes(), bytes);
    EXPECT_EQ(timeline.landmarks().back(), timeline.here());
}

TEST_P(Kept, WhatWasChangedByHandIsNotGivenUpForRoom) {
    const std::size_t one = DebugSession(GetParam()).state().size();
    DebugSession session(GetParam(), {.memory = 6 * one, .interval = 1});
    Timeline& timeline = session.debugger->timeline();
    for (int i = 0; i < 3; ++i) timeline.advance(3);
    ASSERT_TRUE(timeline.changed());
    const debug::Position changed = timeline.here();
    while (timeline.advance(3) != Timeline::Ran::nothing) {
    }
    const std::vector<debug::Position> kept = timeline.landmarks();
    EXPECT_GT(kept.back(), changed);
    EXPECT_NE(std::ranges::find(kept, changed), kept.end());
}

TEST_P(Kept, StaysWithinItsMemory) {
    const std::size_t one = DebugSession(GetParam()).state().size();
    DebugSession session(GetParam(), {.memory = 6 * one, .interval = 1});
    Timeline& timeline = session.debugger->timeline();
    while (timeline.advance(3) != Timeline::Ran::nothing) EXPECT_LE(timeline.bytes(), 8 * one);
    const std::vector<debug::Position> kept = timeline.landmarks();
    EXPECT_GE(kept.size(), 2U) << "the beginning and the latest, however long they have become";
    EXPECT_TRUE(std::ranges::is_sorted(kept));
    EXPECT_EQ(kept.front().action, 0U);
}

TEST_P(Kept, AStopIsLookedAtWhereItIs) {
    DebugSession session(GetParam());
    ASSERT_NE(session.world, nullptr);
    debug::Debugger& debugger = *session.debugger;
    std::vector<std::uint32_t> starts;
    for (const Function& one : session.program->functions()) {
        debug::StopRequest request;
        request.number = one.address;
        if (debugger.stops().add(std::move(request))) starts.push_back(one.address);
    }
    ASSERT_FALSE(starts.empty());
    std::size_t deep = 0;
    for (int i = 0; i < 30 && debugger.go_on().reason == debug::Reason::stop; ++i) {
        EXPECT_EQ(debugger.frame(), 0U);
        const auto place = debugger.place(debugger.machine(), 0);
        ASSERT_TRUE(place);
        EXPECT_NE(std::ranges::find(starts, place->address), starts.end()) << place->address;
        if (debugger.select(debugger.machine(), 1)) ++deep;
    }
    if (GetParam().engine == "ags" || GetParam().engine == "skrit") {
        EXPECT_GT(deep, 0U);
    }
    EXPECT_FALSE(debugger.select(session.world->machine_count(), 0));
}

INSTANTIATE_TEST_SUITE_P(, Kept, testing::ValuesIn(debugged),
                         [](const auto& instance) { return std::string(instance.param.engine); });

TEST(Stops, AFunctionWithoutAnEndEndsAtTheNext) {
    const ProgramPtr program = toy_program(R"(
.event "bell", bell
    Push 1
    Drop
    Halt
bell:
    Push 2
    Drop
    Halt
)");
    ASSERT_NE(program, nullptr);
    const std::vector<Function> all = program->functions();
    ASSERT_EQ(all.size(), 2U);
    ASSERT_EQ(all[0].end, 0U);
    StandInHost host(nullptr, nullptr);
    const auto world = toy_world(program, host);
    const debug::Stops stops(*world, std::span(&program, 1));
    EXPECT_EQ(stops.function_at(*program, all[0].address)->end, all[1].address);
    EXPECT_EQ(stops.function_at(*program, all[1].address)->end, program->code()->end_address());
    EXPECT_EQ(stops.function_at(*program, program->code()->end_address()), nullptr);
}

} // namespace
} // namespace vellum::test
