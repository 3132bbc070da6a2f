// Pauses on equal terms in every engine: from outside, from inside of natives and of what natives set going,
// in events and calls. What a paused run then does is held to the straight one by `vellum-cases --paused`.
#include "unit/engines/support.hpp"

namespace vellum::test {
namespace {

/// The subjects' start with more behind the native, and an event in which it is not called.
std::string_view long_text(std::string_view engine) {
    if (engine == "toy")
        return R"(.native "Probe"
.event "tick", tick
    Call "Probe", 0
    Push 1
    Push 2
    Add
    Halt
tick:
    Push 1
    Push 2
    Halt
)";
    if (engine == "pathologic")
        return R"(.numbering hd
.run task0, run
.task task0, 0
.global_event 7, timer, int
run:
    Func    Probe/0
    PushI   1
    PushI   2
    PushI   3
    Pop     3
    Func    Wait/0
    Return  0
timer:
    PushI   1
    Pop     1
    Return  0
)";
    if (engine == "ags")
        return R"(.import "Probe^0"
.export func "game_start$0", start
.export func "on_event$2", event
start:
    NUMFUNCARGS 0
    LITTOREG AX, import "Probe^0"
    CALLEXT AX
    LITTOREG AX, 1
    LITTOREG BX, 2
    ADDREG AX, BX
    RET
event:
    LITTOREG AX, 1
    RET
)";
    if (engine == "ff7")
        return R"(    RETURN
.function system 0
    RESET
    PUSH_CONST 1
    PLAY_SFX
    RESET
    PUSH_CONST 1
    PUSH_CONST 2
    ADD
    RETURN
.function system 7
    RESET
    RETURN
)";
    return R"(startup state Begin$ {
    event OnEnterState$ { Probe(); int one$ = 1; int two$ = one$ + 2; one$ = two$ + 3; }
    event OnUse$ { int one$ = 1; one$ += 2; }
}
)";
}

class Pauses : public testing::TestWithParam<Subject> {
  protected:
    void make(std::function<void(Call&)> probe, std::string_view text = GetParam().text) {
        host_ = std::make_unique<ProbeHost>(GetParam().native, std::move(probe));
        world_ = world_of(GetParam(), text, *host_);
        ASSERT_NE(world_, nullptr);
    }
    /// Starts and runs frames until the first native was called.
    void run() {
        world_->start();
        for (int i = 0; i < 2 && !world_->paused(); ++i) world_->frame(0.1F);
    }
    std::unique_ptr<ProbeHost> host_;
    std::unique_ptr<Scheduler> world_;
};

TEST_P(Pauses, InANativeCountFromBehindItsInstruction) {
    std::uint64_t behind[3] = {};
    for (std::uint64_t n = 0; n < 3; ++n) {
        bool asked = false;
        make(
            [&](Call&) {
                if (!std::exchange(asked, true)) world_->pause_after(n);
            },
            long_text(GetParam().engine));
        run();
        ASSERT_TRUE(asked);
        ASSERT_TRUE(world_->paused()) << n;
        behind[n] = world_->instructions();
        EXPECT_EQ(behind[n], behind[0] + n);
        world_->resume();
        EXPECT_FALSE(world_->paused());
    }
}

TEST_P(Pauses, AreTakenBackAndReplaced) {
    make([](Call&) {});
    world_->pause_after(1);
    world_->pause_after(Scheduler::no_pause);
    run();
    EXPECT_FALSE(world_->paused());
    make([](Call&) {});
    world_->pause_after(1'000'000);
    world_->pause_after(1);
    run();
    EXPECT_TRUE(world_->paused());
    EXPECT_EQ(world_->instructions(), 1U);
}

/// What a native sends runs to its end, however near the pause is; it counts, and the pause is right behind.
TEST_P(Pauses, FollowBehindWhatANativeSends) {
    const auto stopped = [&](std::uint64_t after, bool sends) {
        bool asked = false;
        make(
            [&](Call& call) {
                if (std::exchange(asked, true)) return;
                world_->pause_after(after);
                if (sends) static_cast<void>(call.scheduler->send(GetParam().event));
                EXPECT_FALSE(world_->paused());
            },
            long_text(GetParam().engine));
        run();
        EXPECT_TRUE(world_->paused());
        return world_->instructions();
    };
    // AGS and FF7 run it when the machine has come to its end, the others at once.
    const std::uint64_t alone = stopped(0, false);
    const std::uint64_t both = stopped(0, true);
    EXPECT_GE(both, alone);
    EXPECT_EQ(both > alone, GetParam().engine != "ags" && GetParam().engine != "ff7") << alone << " " << both;
    if (GetParam().engine != "skrit") // which counts from the native on
        EXPECT_EQ(stopped(1, true), both + 1);
}

TEST_P(Pauses, InAnEventAreToldAndHoldBackTheNext) {
    make([](Call&) {}, long_text(GetParam().engine));
    run();
    world_->pause_after(1);
    const std::uint64_t before = world_->instructions();
    const EventResult sent = world_->send(GetParam().event);
    if (!world_->paused()) world_->frame(0.1F); // FF7: it has its turn then
    ASSERT_TRUE(world_->paused());
    EXPECT_TRUE(sent.has_value());
    EXPECT_EQ(sent.outcome, EventOutcome::begun);
    EXPECT_EQ(world_->instructions(), before + 1);
    EXPECT_FALSE(world_->finished());
    static_cast<void>(world_->send(GetParam().event)); // brings the first to its end
    EXPECT_FALSE(world_->paused());
    EXPECT_GT(world_->instructions(), before + 1);
}

TEST_P(Pauses, InACallGoOnToItsEnd) {
    if (GetParam().function.empty() || GetParam().engine == "skrit")
        return; // Skrit gives a call's value first
    int probes = 0;
    make([&](Call&) { ++probes; });
    run();
    probes = 0;
    world_->pause_after(0);
    const CallResult called = world_->call(GetParam().function, {});
    ASSERT_TRUE(world_->paused());
    EXPECT_EQ(called.outcome, CallOutcome::unfinished);
    const auto bytes = world_->snapshot();
    ASSERT_TRUE(bytes.has_value()) << format(bytes.error());
    world_->resume();
    EXPECT_FALSE(world_->paused());
    EXPECT_EQ(probes, 1);
    ASSERT_TRUE(world_->restore(*bytes).has_value());
    EXPECT_TRUE(world_->paused());
    world_->resume();
    EXPECT_EQ(probes, 2);
    EXPECT_TRUE(world_->call(GetParam().function, {}).has_value());
}

TEST_P(Pauses, HoldAgainstInterruptionsUntilBothAreOver) {
    make([](Call&) {});
    world_->pause_after(1);
    run();
    ASSERT_TRUE(world_->paused());
    world_->interrupt();
    world_->frame(0.1F); // nothing runs
    EXPECT_TRUE(world_->paused());
    EXPECT_EQ(world_->instructions(), 1U);
    world_->resume();
    EXPECT_FALSE(world_->paused());
    EXPECT_FALSE(world_->interrupted());
}

TEST_P(Pauses, ScopesComeInPagesAndOfWhatThereIs) {
    make([](Call&) {});
    world_->pause_after(1);
    run();
    ASSERT_TRUE(world_->paused());
    const auto all = world_->scopes(0, 0, {});
    ASSERT_TRUE(all.has_value()) << format(all.error());
    ASSERT_FALSE(all->empty());
    for (const std::size_t first : {std::size_t{0}, std::size_t{1}, ~std::size_t{0}}) {
        const auto page = world_->scopes(0, 0, {first, 1});
        ASSERT_TRUE(page.has_value());
        ASSERT_EQ(page->size(), all->size());
        for (std::size_t i = 0; i < page->size(); ++i) {
            const Scope& scope = (*page)[i];
            EXPECT_EQ(scope.count, (*all)[i].count);
            EXPECT_EQ(scope.first, std::min(first, scope.count));
            EXPECT_EQ(scope.variables.size(), scope.first < scope.count ? 1U : 0U);
            if (!scope.variables.empty() && scope.first < (*all)[i].variables.size())
                EXPECT_EQ(scope.variables[0].name, (*all)[i].variables[scope.first].name);
        }
    }
    EXPECT_EQ(world_->scopes(world_->machine_count(), 0, {}).error().code, &codes::engine_unsupported);
    EXPECT_EQ(world_->scopes(0, world_->machine(0).frames.size(), {}).error().code,
              &codes::engine_unsupported);
}

/// FF7 executes a whole `if` at once where nobody watches. What it asks the game may ask for a pause.
TEST(PausesOfFf7, InAConditionFallInFrontOfItsJump) {
    constexpr std::string_view comparison = R"(    RETURN
.function system 0
    RESET
    PUSH_SPECIAL_BYTE 16
    PUSH_CONST 1
    LT
    GOTO_IF_FALSE end
    RESET
end:
    RETURN
)";
    // The same behind something else than a RESET, which is executed in another way.
    const std::string plain =
        std::string(comparison).insert(comparison.find("    PUSH_SPECIAL"), "    PUSH_CONST 5\n");
    const auto* const subject = std::ranges::find(subjects, "ff7", &Subject::engine);
    for (const std::string_view text : {comparison, std::string_view(plain)}) {
        Scheduler* world = nullptr;
        ProbeHost host("random_byte", [&](Call& call) {
            call.result = Value(0);
            world->pause_after(0);
        });
        const auto owner = world_of(*subject, text, host);
        ASSERT_NE(owner, nullptr);
        world = owner.get();
        world->start();
        ASSERT_TRUE(world->paused());
        EXPECT_EQ(world->instructions(), text == comparison ? 4U : 5U);
        world->resume();
        EXPECT_FALSE(world->paused());
        EXPECT_EQ(world->instructions(), text == comparison ? 7U : 8U);
        EXPECT_TRUE(world->faults().empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, Pauses, testing::ValuesIn(subjects),
                         [](const auto& instance) { return std::string(instance.param.engine); });

} // namespace
} // namespace vellum::test
