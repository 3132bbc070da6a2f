// Stops that stop once or are switched off; what is told once; natives of a recording.
#include "debug/debugger.hpp"
#include "session.hpp"

namespace vellum::debug {
namespace {

constexpr std::string_view bell = R"(main task TMain {
    void init() {
        for (;;) {
            @Hold();
        }
    }

    event OnUse(object user) {
        @Trace("ding");
    }
}
)";

test::Debugged rung_twice() {
    const Action use = test::an_event("OnUse", {Value(ObjectId{})});
    return {.engine = "pathologic", .file = "bell.patho", .actions = {use, use}, .text = bell};
}

StopRequest stop_at(StopKind kind, std::string what) {
    StopRequest request;
    request.kind = kind;
    request.what = std::move(what);
    return request;
}

TEST(Stops, ForOneTimeAreGoneAfterIt) {
    for (const bool once : {false, true}) {
        test::DebugSession session(rung_twice());
        StopRequest request = stop_at(StopKind::function, "OnUse");
        request.once = once;
        ASSERT_TRUE(session.debugger->stops().add(std::move(request)));
        EXPECT_EQ(session.debugger->go_on().reason, Reason::stop);
        EXPECT_EQ(session.debugger->stops().all().size(), once ? 0U : 1U);
        EXPECT_EQ(session.debugger->go_on().reason, once ? Reason::end : Reason::stop);
    }
}

TEST(Stops, ThatOnlyLogDoNotStopOnTheWayBackEither) {
    for (const bool logs : {true, false}) {
        test::DebugSession session(rung_twice());
        StopRequest request = stop_at(StopKind::function, "OnUse");
        if (logs) request.log = "rung";
        ASSERT_TRUE(session.debugger->stops().add(std::move(request)));
        while (session.debugger->go_on().reason != Reason::end) {
        }
        EXPECT_EQ(session.debugger->back_to_stop().reason, logs ? Reason::beginning : Reason::stop);
    }
}

TEST(Stops, APlaceIsWaitedForWhileTheMachineSleeps) {
    test::DebugSession session({"pathologic", {}, {}, false, R"(main task TMain {
    void init() {
        bool finished;
        @Sleep(0.5, finished);
        @Trace("awake");
    }
}
)"});
    ASSERT_NE(session.world, nullptr);
    Stops& stops = session.debugger->stops();
    const auto begin = stops.add(stop_at(StopKind::function, "init"));
    ASSERT_TRUE(begin) << format(begin.error());
    const auto traced = stops.add(stop_at(StopKind::native, "Trace"));
    ASSERT_TRUE(traced) << format(traced.error());
    const CodePlace place = (*traced)->places.front();
    stops.remove((*traced)->number);
    ASSERT_EQ(session.debugger->go_on().reason, Reason::stop);
    const std::uint64_t before = session.world->frames();
    EXPECT_EQ(session.debugger->until(place).reason, Reason::step);
    EXPECT_GT(session.world->frames(), before);
}

TEST(Stops, ThatAreSwitchedOffDoNotStop) {
    for (const auto& [kind, what] :
         {std::pair(StopKind::function, "OnUse"), std::pair(StopKind::native, "Trace"),
          std::pair(StopKind::answer, "Trace")}) {
        test::DebugSession session(rung_twice());
        const auto off = session.debugger->stops().add(stop_at(kind, what));
        ASSERT_TRUE(off);
        const auto on = session.debugger->stops().add(stop_at(kind, what));
        ASSERT_TRUE(on);
        session.debugger->stops().find((*off)->number)->enabled = false;
        const Report report = session.debugger->go_on();
        EXPECT_EQ(report.reason, Reason::stop) << what;
        EXPECT_EQ(report.stops, std::vector<std::uint32_t>{(*on)->number}) << what;
    }
}

TEST(Timelines, TellARefusalOnceHoweverOftenItIsPassed) {
    const Action unknown = test::an_event("OnNothing");
    test::DebugSession session(
        {.engine = "pathologic", .file = "bell.patho", .actions = {unknown}, .text = bell});
    Timeline& timeline = session.debugger->timeline();
    std::size_t refusals = 0;
    timeline.on_refusal([&](const Action&, const Diagnostic&) { ++refusals; });
    EXPECT_EQ(session.debugger->go_on().reason, Reason::end);
    EXPECT_EQ(refusals, 1U);
    ASSERT_TRUE(timeline.go({}));
    EXPECT_EQ(session.debugger->go_on().reason, Reason::end);
    EXPECT_EQ(refusals, 1U);
}

TEST(Tapes, KnowNativesByTheirNumberOfArgumentsToo) {
    StandInHost game(nullptr, nullptr);
    HostLog log;
    HostLogNative recorded;
    recorded.kind = NativeKind::function;
    recorded.name = "Ask";
    recorded.arity = 1;
    recorded.known = true;
    log.natives.push_back(recorded);
    Tape tape(game, log, nullptr);
    EXPECT_FALSE(tape.resolve({NativeKind::function, {}, "Ask", 1}).stand_in); // as it was in the game
    EXPECT_TRUE(tape.resolve({NativeKind::function, {}, "Ask", 2}).stand_in);  // as it is here
}

} // namespace
} // namespace vellum::debug
