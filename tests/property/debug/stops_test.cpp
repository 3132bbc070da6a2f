// A stop is met as often where only its function leaves the fast form as where every instruction is asked
// about, and the run stays the same.
#include <map>

#include "debug/stops.hpp"
#include "unit/debug/session.hpp"

namespace vellum::test {
namespace {

/// Counts what it is asked about, between two addresses.
class Counter final : public Stopper {
  public:
    Counter(std::uint32_t begin, std::uint32_t end) : begin_(begin), end_(end) {}
    bool stops(const Step& step) override {
        ++all;
        if (step.address >= begin_ && step.address < end_) ++met[step.address];
        return false;
    }
    std::map<std::uint32_t, std::uint64_t> met;
    std::uint64_t all = 0;

  private:
    std::uint32_t begin_, end_;
};

class Stopping : public testing::TestWithParam<Debugged> {};

TEST_P(Stopping, AFunctionIsAskedAboutAndNothingElseNeeds) {
    const ProgramPtr program = DebugSession::load(GetParam());
    ASSERT_NE(program, nullptr);
    std::size_t reached = 0;
    const DebugSession known(program, GetParam().actions, {}, 8);
    for (const Function& one : program->functions()) {
        const Function* const whole = known.debugger->stops().function_at(*program, one.address);
        if (whole == nullptr) continue;
        DebugSession straight(program, GetParam().actions, {}, 8),
            everywhere(program, GetParam().actions, {}, 8), there(program, GetParam().actions, {}, 8);
        Counter all(whole->address, whole->end), some(whole->address, whole->end);
        everywhere.world->set_stopper(&all);
        there.world->set_stopper(&some, {{program.get(), whole->address, whole->end}});
        for (DebugSession* const session : {&straight, &everywhere, &there})
            while (session->debugger->timeline().advance() != debug::Timeline::Ran::nothing) {
            }
        EXPECT_EQ(some.met, all.met) << one.name;
        EXPECT_EQ(everywhere.state(), straight.state()) << one.name;
        EXPECT_EQ(there.state(), straight.state()) << one.name;
        reached += all.met.empty() ? 0 : 1;
        EXPECT_LE(some.all, all.all);
        everywhere.world->set_stopper(nullptr);
        there.world->set_stopper(nullptr);
    }
    EXPECT_GT(reached, 0U);
}

TEST_P(Stopping, BreakpointsAndTheWayBackAgree) {
    DebugSession session(GetParam());
    ASSERT_NE(session.world, nullptr);
    debug::Debugger& debugger = *session.debugger;
    for (const Function& one : session.program->functions()) {
        debug::StopRequest request;
        request.number = one.address;
        static_cast<void>(debugger.stops().add(std::move(request)));
    }
    std::vector<debug::Position> stops;
    while (stops.size() < 40 && debugger.go_on().reason == debug::Reason::stop)
        stops.push_back(debugger.timeline().here());
    ASSERT_GT(stops.size(), 1U);
    ASSERT_TRUE(debugger.timeline().go(stops.back()));
    for (std::size_t i = stops.size() - 1; i-- > 0;) {
        const debug::Report report = debugger.back_to_stop();
        ASSERT_EQ(report.reason, debug::Reason::stop) << i << ": " << report.text;
        ASSERT_EQ(debugger.timeline().here(), stops[i]) << i;
    }
    EXPECT_EQ(debugger.back_to_stop().reason, debug::Reason::beginning);
}

INSTANTIATE_TEST_SUITE_P(, Stopping, testing::ValuesIn(debugged),
                         [](const auto& instance) { return std::string(instance.param.engine); });

} // namespace
} // namespace vellum::test
