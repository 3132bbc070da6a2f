// Stops that stop once or are switched off; what is told once; natives of a recording.
#include "debug/debugger.hpp"
#include "debug/source_text.hpp"
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

TEST(Stops, PassSoManyHits) {
    for (const std::uint64_t ignored : {0U, 1U, 2U}) {
        test::DebugSession session(rung_twice());
        StopRequest request = stop_at(StopKind::function, "OnUse");
        request.ignore = ignored;
        const auto stop = session.debugger->stops().add(std::move(request));
        ASSERT_TRUE(stop);
        EXPECT_EQ(session.debugger->go_on().reason, ignored < 2 ? Reason::stop : Reason::end);
        EXPECT_EQ((*stop)->hits, std::min<std::uint64_t>(ignored + 1, 2));
    }
}

TEST(Stops, WhoseConditionHasNoValueStopBothWays) {
    test::DebugSession session(rung_twice());
    StopRequest request = stop_at(StopKind::function, "OnUse");
    request.condition = "nowhere == 1";
    ASSERT_TRUE(session.debugger->stops().add(std::move(request)));
    const Report forward = session.debugger->go_on();
    EXPECT_EQ(forward.reason, Reason::stop);
    EXPECT_EQ(forward.text, "the condition of 1 has no value here: there is no 'nowhere' here");
    EXPECT_EQ(session.debugger->go_on().reason, Reason::stop);
    EXPECT_EQ(session.debugger->back_to_stop().reason, Reason::stop);
}

TEST(Stops, AnswersAreNamedInAnyCase) {
    test::DebugSession session(rung_twice());
    ASSERT_TRUE(session.debugger->stops().add(stop_at(StopKind::answer, "trace")));
    EXPECT_EQ(session.debugger->go_on().reason, Reason::stop);
}

TEST(Stops, APlaceThatIsNotReachedIsWaitedForUntilTheFunctionEnds) {
    const Action use = test::an_event("OnUse", {Value(ObjectId{})});
    const std::string with_another = std::string(bell.substr(0, bell.rfind('}'))) +
                                     "    event OnUnload() {\n        @Trace(\"never\");\n    }\n}\n";
    test::DebugSession session(
        {.engine = "pathologic", .file = "bell.patho", .actions = {use, use}, .text = with_another});
    Stops& stops = session.debugger->stops();
    ASSERT_TRUE(stops.add(stop_at(StopKind::function, "OnUse")));
    ASSERT_EQ(session.debugger->go_on().reason, Reason::stop);
    const auto never = stops.add(stop_at(StopKind::function, "OnUnload"));
    ASSERT_TRUE(never);
    const CodePlace place = (*never)->places.front();
    EXPECT_EQ(session.debugger->until(place).reason, Reason::rested);
}

TEST(Stops, NativesAreMethodsOfObjectsToo) {
    test::DebugSession session({.engine = "pathologic", .file = "key.patho", .text = R"(main task TMain {
    void init() {
        @Hold();
    }

    event OnUse(object user) {
        user->RemoveProperty("key");
    }
}
)"});
    const auto stop = session.debugger->stops().add(stop_at(StopKind::native, "RemoveProperty"));
    ASSERT_TRUE(stop) << format(stop.error());
    EXPECT_EQ((*stop)->places.size(), 1U);
}

TEST(Sources, OfListingsAreTheFilesThemselves) {
    const std::string text = test::content(VELLUM_SOURCE_DIR "/tests/data/pathologic/lantern.vasm");
    LoadOptions options;
    options.name = "folder/lantern.vasm";
    Diagnostics diagnostics;
    const auto program = find_engine("pathologic")->format().assemble(text, options, diagnostics);
    ASSERT_TRUE(program) << format(program.error());
    MemoryFileSystem files;
    for (const auto* const name : {"folder/lantern.vasm", "folder/lantern.patho"})
        files.add(name, {std::byte{'x'}});
    EXPECT_EQ(find_source(files, **program, "lantern.vasm").path, "folder/lantern.vasm");
    EXPECT_EQ(find_source(files, **program, "else.vasm").path, "");
}

TEST(Visits, AreTheLastOfManyInTheirOrder) {
    const Action use = test::an_event("OnUse", {Value(ObjectId{})});
    test::DebugSession session(
        {.engine = "pathologic", .file = "bell.patho", .actions = {use, use, use}, .text = bell});
    while (session.debugger->go_on().reason != Reason::end) {
    }
    std::uint64_t count = 0;
    const auto visits = session.debugger->visits(stop_at(StopKind::function, "OnUse"), 2, count);
    ASSERT_TRUE(visits) << format(visits.error());
    EXPECT_EQ(count, 3U);
    ASSERT_EQ(visits->size(), 2U);
    EXPECT_LT(visits->front().position, visits->back().position);
    const auto all = session.debugger->visits(stop_at(StopKind::function, "OnUse"), 3, count);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->at(1).position, visits->front().position);
}

TEST(Frames, AreGoneToFromWithinThem) {
    test::DebugSession session(test::debugged[2]);
    ASSERT_TRUE(session.debugger->stops().add(stop_at(StopKind::function, "Twice$")));
    do ASSERT_EQ(session.debugger->go_on().reason, Reason::stop);
    while (session.world->frames() < 2);
    ASSERT_TRUE(session.world->paused());
    const std::uint64_t frame = session.world->frames();
    EXPECT_EQ(session.debugger->go_to_frame(frame).reason, Reason::rested);
    EXPECT_EQ(session.world->frames(), frame);
    EXPECT_FALSE(session.world->paused());
    EXPECT_EQ(session.debugger->go_to_frame(frame - 1).reason, Reason::rested);
    EXPECT_EQ(session.world->frames(), frame - 1);
}

TEST(Timelines, KeepIdleFramesToo) {
    test::DebugSession session({.engine = "pathologic", .file = "bell.patho", .text = bell}, {}, 600);
    EXPECT_EQ(session.debugger->go_on().reason, Reason::end);
    EXPECT_GE(session.debugger->timeline().landmarks().size(), 3U) << "one for 256 actions";
}

TEST(Watches, DoNotReportWhatWasSetByHand) {
    const Action use = test::an_event("OnUse", {Value(ObjectId{})});
    test::DebugSession session({.engine = "pathologic",
                                .file = "count.patho",
                                .actions = {use, use},
                                .text =
                                    R"(main task TMain {
    int m_n;
    void init() {
        for (;;) {
            @Hold();
        }
    }
    event OnUse(object user) {
        @Trace("ding");
    }
}
)"});
    ASSERT_TRUE(session.debugger->stops().add(stop_at(StopKind::function, "OnUse")));
    ASSERT_EQ(session.debugger->go_on().reason, Reason::stop);
    ASSERT_TRUE(session.debugger->watch(stop_at(StopKind::watch, "m_n")));
    ASSERT_TRUE(session.debugger->set("m_n", "m_n + 4"));
    EXPECT_EQ(session.debugger->evaluate("m_n")->text, "4");
    EXPECT_EQ(session.debugger->go_on().reason, Reason::stop);
}

TEST(Watches, OfAParameterAreOfTheirFrame) {
    test::DebugSession session({.engine = "ags",
                                .file = "sum.asc",
                                .actions = {test::a_call("main")},
                                .text =
                                    "int sum(int n) {\n  if (n <= 0) return 0;\n  return n + sum(n - 1);\n}\n"
                                    "int main() {\n  return sum(3);\n}\n"});
    ASSERT_NE(session.world, nullptr);
    const auto begin = session.debugger->stops().add(stop_at(StopKind::function, "sum"));
    ASSERT_TRUE(begin) << format(begin.error());
    ASSERT_EQ(session.debugger->go_on().reason, Reason::stop);
    session.debugger->stops().remove((*begin)->number);
    const auto watched = session.debugger->watch(stop_at(StopKind::watch, "n"));
    ASSERT_TRUE(watched) << format(watched.error());
    const Report report = session.debugger->go_on(); // deeper calls have an n of their own
    ASSERT_EQ(report.reason, Reason::watch);
    EXPECT_TRUE(report.changes.front().gone);
}

TEST(Machines, BehindTheLastAreNone) {
    test::DebugSession session(rung_twice());
    const std::size_t count = session.world->machine_count();
    EXPECT_FALSE(session.debugger->place(count, 0));
    EXPECT_TRUE(session.debugger->places(count).empty());
    EXPECT_FALSE(session.debugger->select(count, 0));
}

TEST(Watches, SeeSoManyBytes) {
    test::DebugSession session(
        {.engine = "ags", .file = "long.asc", .text = "char all[5000];\nint f() { return all[0]; }\n"});
    ASSERT_NE(session.world, nullptr);
    std::string block;
    for (const MemoryBlock& one : session.world->memory_blocks())
        if (one.size >= 5000) block = one.name;
    for (const std::uint32_t over : {0U, 1U}) {
        StopRequest request;
        request.block = block;
        request.bytes = StopRequest::most_bytes + over;
        const auto made = session.debugger->watch(std::move(request));
        EXPECT_EQ(made.has_value(), over == 0) << (made ? std::string() : format(made.error()));
    }
}

} // namespace
} // namespace vellum::debug
