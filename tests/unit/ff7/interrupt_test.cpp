// Budgets and interruptions: what natives charge comes off the context's instructions, and a world that is
// interrupted stops soon, wherever it is.
#include "support.hpp"
#include "vellum/host.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ff7::test {
namespace {

constexpr const char* endless = ".function system 0\nagain:\n RESET\n PUSH_CONST 1\n PLAY_SFX\n GOTO again\n";

std::vector<std::string_view> codes_of(const Scheduler& world) {
    std::vector<std::string_view> codes;
    for (const Fault& fault : world.faults()) codes.push_back(fault.code->id);
    return codes;
}

std::unique_ptr<Scheduler> world_of(const ProgramPtr& program, Host& host, const RunOptions& options = {}) {
    Diagnostics diagnostics;
    auto made = engine().runtime().instantiate(std::span(&program, 1), host, options, diagnostics);
    EXPECT_TRUE(made.has_value());
    return std::move(*made);
}

TEST(Charges, ComeOffTheBudgetAndAreNoInstructions) {
    Library library("game");
    std::uint64_t calls = 0;
    library.function("sfx", [&](Call& call, std::int32_t) {
        ++calls;
        call.charge(16 * 1000);
    });
    const ProgramPtr program = assemble(std::string("    RETURN\n") + endless);
    const auto world = world_of(program, library);
    world->start();
    EXPECT_EQ(codes_of(*world), std::vector<std::string_view>{"ff7.budget"});
    EXPECT_EQ(calls, 100U) << "1,003 each of 100,000: the last one is bought on credit";
    EXPECT_LE(world->instructions(), 400U);
}

TEST(Charges, OfValuesAskedForCountToo) {
    Library library("game");
    std::uint64_t calls = 0;
    library.function("random_byte", [&](Call& call) {
        ++calls;
        call.charge(16 * 20'000);
        return std::int32_t{1};
    });
    const ProgramPtr program =
        assemble("    RETURN\n.function system 0\nagain:\n RESET\n PUSH_SPECIAL_BYTE random_byte\n"
                 " GOTO_IF_FALSE again\n GOTO again\n");
    const auto world = world_of(program, library);
    world->start();
    EXPECT_EQ(codes_of(*world), std::vector<std::string_view>{"ff7.budget"});
    EXPECT_EQ(calls, 5U);
}

TEST(Charges, OutsideOfATurnAreNobodys) {
    Library library("game");
    library.function("frame", [](Call& call, std::int32_t) { call.charge(~std::uint64_t{0}); });
    const ProgramPtr program =
        assemble("    RETURN\n.function system 0\n RETURN\n.function system 2\n RETURN\n");
    const auto world = world_of(program, library);
    world->start();
    for (int i = 0; i < 3; ++i) world->frame(0);
    EXPECT_TRUE(world->faults().empty());
}

TEST(Interruptions, EndTheFunctionThatRunsAndKeepTheOthers) {
    struct Stopping final : Game {
        void command(World& world, Command command, std::span<const std::int32_t>) override {
            if (command == Command::sfx && ++sounds == 3) world.interrupt();
        }
        int sounds = 0;
    };
    for (const bool watched : {false, true}) {
        StepCounter watcher;
        Stopping game;
        WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
again:
    RESET
    PUSH_CONST 1
    PLAY_SFX
    GOTO again
.function model 4 0
    RESET
    PUSH_TEMP_BYTE 0
    PUSH_CONST 1
    WRITE
    RETURN
)",
                     {}, &game);
        if (watched) run.world->add_observer(watcher);
        run.world->start();
        EXPECT_EQ(codes_of(*run.world), std::vector<std::string_view>{"run.interrupted"});
        EXPECT_EQ(game.sounds, 3);
        EXPECT_LE(run.world->instructions(), 20U);
        EXPECT_EQ(run.state().temporary[0], 0) << "the model had no turn";
        run.frames(2);
        EXPECT_EQ(run.state().frame, 0U) << "nothing runs before resume";
        const auto sent = run.world->send({"system 7", {}});
        ASSERT_FALSE(sent.has_value());
        EXPECT_EQ(sent.error().code->id, "run.interrupted");
        run.world->resume();
        run.frames(1);
        EXPECT_EQ(run.state().temporary[0], 1) << "the model goes on";
        EXPECT_EQ(run.world->faults().size(), 1U);
    }
}

TEST(Interruptions, OfANativeAreToldOnce) {
    Library library("game");
    Scheduler* running = nullptr;
    library.function("sfx", [&running](Call& call, std::int32_t) {
        running->interrupt(); // as another thread would
        EXPECT_FALSE(call.charge(1));
        call.fail("interrupted");
    });
    const ProgramPtr program = assemble(std::string("    RETURN\n") + endless);
    const auto world = world_of(program, library);
    running = world.get();
    world->start();
    EXPECT_EQ(codes_of(*world), std::vector<std::string_view>{"run.interrupted"});
}

TEST(Interruptions, AreSeenInALoopThatAsksNothing) {
    // With a budget that would last for hours, the loop looks up after every million instructions.
    struct Interrupted final : Game {
        std::int32_t random_byte(World& world) override {
            world.interrupt();
            return 0;
        }
    };
    Interrupted game;
    WorldRun run(".function system 0\n RESET\n PUSH_SPECIAL_BYTE random_byte\n GOTO_IF_FALSE again\nagain:\n"
                 " GOTO again\n",
                 {}, &game);
    Budget budget;
    budget.instructions = ~std::uint64_t{0};
    run.world->set_budget(budget);
    run.world->start();
    EXPECT_EQ(codes_of(*run.world), std::vector<std::string_view>{"run.interrupted"});
    EXPECT_LE(run.world->instructions(), 1'000'000U);
}

TEST(Budgets, BeyondAMillionAreKeptToTheInstruction) {
    for (const std::uint64_t budget : {999'999U, 1'000'000U, 1'000'001U, 2'500'000U}) {
        WorldRun run(".function system 0\nagain:\n GOTO again\n");
        Budget set;
        set.instructions = budget;
        run.world->set_budget(set);
        run.world->start();
        EXPECT_EQ(run.world->instructions(), budget);
        EXPECT_EQ(codes_of(*run.world), std::vector<std::string_view>{"ff7.budget"});
    }
}

} // namespace
} // namespace vellum::ff7::test
