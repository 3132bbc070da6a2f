// Any moment reached backwards is the moment that was reached forwards: the same bytes, whatever was kept.
#include <algorithm>
#include <filesystem>

#include "support/random.hpp"
#include "unit/debug/session.hpp"

namespace vellum::test {
namespace {

class Time : public testing::TestWithParam<Debugged> {};

struct Moment {
    debug::Position position;
    std::vector<std::byte> state;
};

/// Runs to the end with pauses at random places and keeps what the world was there.
std::vector<Moment> run(DebugSession& session, Random& random, std::size_t longest) {
    std::vector<Moment> moments;
    debug::Timeline& timeline = session.debugger->timeline();
    moments.push_back({timeline.here(), session.state()});
    while (timeline.advance(1 + random.below(longest)) != debug::Timeline::Ran::nothing &&
           moments.size() < 3000)
        if (timeline.here() > moments.back().position) moments.push_back({timeline.here(), session.state()});
    return moments;
}

TEST_P(Time, AMomentIsTheSameFromBehind) {
    Random random(setting("VELLUM_SEED", 1));
    const std::uint64_t rounds = setting("VELLUM_DEBUG_ROUNDS", 4);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        // Little memory and short distances, so that what is thinned out is asked for, too.
        DebugSession session(GetParam(),
                             {.memory = 1U + random.below(200'000), .interval = 1 + random.below(50)});
        ASSERT_NE(session.world, nullptr);
        const std::vector<Moment> moments = run(session, random, 1 + random.below(40));
        ASSERT_GT(moments.size(), 20U) << "the sample does too little";
        for (int i = 0; i < 60; ++i) {
            const Moment& moment = moments[random.below(moments.size())];
            const auto went = session.debugger->timeline().go(moment.position);
            ASSERT_TRUE(went) << went.error().message;
            ASSERT_EQ(session.debugger->timeline().here(), moment.position);
            const std::vector<std::byte> now = session.state();
            const auto at = std::ranges::mismatch(now, moment.state).in1 - now.begin();
            ASSERT_TRUE(now == moment.state)
                << "from byte " << at << " of " << now.size() << ", round " << round << ", moment "
                << &moment - moments.data() << " of " << moments.size();
        }
        // And the run goes on from there as it went.
        const auto last = session.debugger->timeline().go(moments.front().position);
        ASSERT_TRUE(last);
        while (session.debugger->timeline().advance() != debug::Timeline::Ran::nothing) {
        }
        EXPECT_EQ(session.state(), moments.back().state);
    }
}

TEST_P(Time, AStepBackUndoesAStep) {
    Random random(setting("VELLUM_SEED", 2));
    DebugSession session(GetParam(), {.interval = 20});
    ASSERT_NE(session.world, nullptr);
    debug::Debugger& debugger = *session.debugger;
    std::vector<Moment> moments;
    for (int i = 0; i < 150; ++i) {
        const debug::Report report = debugger.step_on(debug::StepKind::into, debug::Granularity::instruction);
        if (report.reason == debug::Reason::end) break;
        if (session.world->paused()) moments.push_back({debugger.timeline().here(), session.state()});
    }
    ASSERT_GT(moments.size(), 10U);
    ASSERT_TRUE(debugger.timeline().go(moments.back().position));
    for (std::size_t i = moments.size() - 1; i-- > 0;) {
        const debug::Report report =
            debugger.step_back(debug::StepKind::into, debug::Granularity::instruction);
        ASSERT_EQ(report.reason, debug::Reason::step) << i << " " << report.text;
        ASSERT_EQ(debugger.timeline().here(), moments[i].position) << i;
        ASSERT_EQ(session.state(), moments[i].state) << i;
    }
}

TEST_P(Time, LookingChangesNothing) {
    DebugSession straight(GetParam()), looked(GetParam());
    ASSERT_NE(straight.world, nullptr);
    while (straight.debugger->timeline().advance() != debug::Timeline::Ran::nothing) {
    }
    std::size_t seen = 0;
    while (looked.debugger->timeline().advance(7) != debug::Timeline::Ran::nothing)
        for (std::size_t machine = 0; machine < looked.world->machine_count(); ++machine) {
            const std::size_t frames = std::max<std::size_t>(1, looked.world->machine(machine).frames.size());
            for (std::size_t frame = 0; frame < frames; ++frame)
                if (const auto scopes = looked.world->scopes(machine, frame, {}))
                    for (const Scope& scope : *scopes) seen += scope.variables.size();
        }
    EXPECT_GT(seen, 10U);
    EXPECT_EQ(looked.state(), straight.state());
}

TEST(RealScripts, AMomentIsTheSameFromBehind) {
    if (corpus() == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    Random random(setting("VELLUM_SEED", 3));
    const std::uint64_t share = setting("VELLUM_DEBUG_SHARE", 12); // one of so many scripts
    std::size_t scripts = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus())) {
        const std::string ending = entry.path().extension().string();
        const std::string_view engine_id = ending == ".bin"  ? "pathologic"
                                           : ending == ".o"  ? "ags"
                                           : ending == ".ev" ? "ff7"
                                                             : "";
        if (engine_id.empty() || random.below(share) != 0) continue;
        const Engine& engine = *find_engine(engine_id);
        const std::string bytes = content(entry.path().string());
        Diagnostics diagnostics;
        LoadOptions options;
        options.name = entry.path().filename().string();
        const auto program = engine.format().load(std::as_bytes(std::span(bytes)), options, diagnostics);
        if (!program) continue;
        StandInHost unused(nullptr, engine.runtime().known_natives());
        if (!engine.runtime().instantiate(std::span(&*program, 1), unused, RunOptions(), diagnostics))
            continue;
        DebugSession session(*program, {}, {.memory = 1U << 20U, .interval = 500}, 6);
        ASSERT_NE(session.world, nullptr);
        const std::vector<Moment> moments = run(session, random, 300);
        for (int i = 0; i < 20; ++i) {
            const Moment& moment = moments[random.below(moments.size())];
            const auto went = session.debugger->timeline().go(moment.position);
            ASSERT_TRUE(went) << entry.path() << ": " << went.error().message;
            ASSERT_TRUE(session.state() == moment.state)
                << entry.path() << ", moment " << &moment - moments.data();
        }
        ++scripts;
    }
    EXPECT_GT(scripts, 5U);
}

INSTANTIATE_TEST_SUITE_P(, Time, testing::ValuesIn(debugged),
                         [](const auto& instance) { return std::string(instance.param.engine); });

} // namespace
} // namespace vellum::test
