// World map scripts while they run: no instruction costs more than a few steps, so a frame is bounded by the
// instructions of its contexts; and a world asks for no memory however long it runs.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "isa/table.hpp"
#include "proportion/counter.hpp"
#include "vellum/ff7.hpp"

namespace vellum::proportion {
namespace {

ProgramPtr assembled(const std::string& text) {
    Diagnostics diagnostics;
    const auto program =
        find_engine("ff7")->format().assemble("    RETURN\n" + text, {"x.vasm", {}}, diagnostics);
    EXPECT_TRUE(program.has_value()) << (program ? "" : program.error().message);
    return program ? *program : nullptr;
}

std::unique_ptr<ff7::World> world_of(const ProgramPtr& program, ff7::Game& game, std::uint64_t budget = 0) {
    RunOptions options;
    options.budget.instructions = budget;
    options.settings = {{"save", "F25=200"}};
    Diagnostics diagnostics;
    auto world = ff7::make_world(program, game, options, diagnostics);
    EXPECT_TRUE(world.has_value());
    return std::move(*world);
}

/// Sixteen models and the system, each in an endless loop over `body`.
std::string loops(const std::string& body) {
    std::string text = ".function system 0\n";
    for (int model = 40; model < 56; ++model)
        text += "    RESET\n    PUSH_CONST " + std::to_string(model) + "\n    LOAD_MODEL\n";
    text += "again:\n" + body + "    GOTO again\n";
    for (int model = 40; model < 56; ++model)
        text += ".function model " + std::to_string(model) + " 0\n    GOTO again\n";
    return text;
}

constexpr std::uint64_t contexts = 17;
constexpr std::uint64_t usual_budget = 100'000;
/// A computer takes some hundreds of millions a second.
constexpr std::uint64_t most_steps = usual_budget * contexts * 120;

TEST(Ff7Run, NoInstructionMakesAFrameLong) {
    constexpr std::uint64_t budget = 500; // a frame in small
    const isa::Table& table = *find_engine("ff7")->format().tables()[0];
    std::uint64_t worst = 0;
    for (const isa::Row& row : table.rows) {
        if (row.flow != isa::Flow::next || !row.operands.empty() || row.opcode == 0x31A) continue;
        std::string body = "    RESET\n";
        for (unsigned i = 0; i < row.stack.pops.fixed; ++i) body += "    PUSH_SPECIAL_BYTE random_byte\n";
        body += "    " + std::string(row.mnemonic) + "\n";
        const ProgramPtr program = assembled(loops(body));
        ff7::Game game;
        const auto world = world_of(program, game, budget);
        const Counter counter;
        world->start();
        const std::uint64_t work = counter.stop().work();
        EXPECT_LE(world->instructions(), budget * contexts) << row.mnemonic;
        EXPECT_LE(work * usual_budget / budget, most_steps) << row.mnemonic;
        worst = std::max(worst, work);
    }
    EXPECT_GT(worst, 0U);
}

TEST(Ff7Run, ContextsThatComeAndGoAreStillNoMoreThanTheirSlots) {
    const ProgramPtr program =
        assembled(loops("    RESET\n    PUSH_SPECIAL_BYTE random_byte\n    LOAD_MODEL\n"
                        "    UNLOAD_MODEL\n"));
    ff7::Game game;
    const auto world = world_of(program, game, 500);
    for (int frame = 0; frame < 20; ++frame) {
        const std::uint64_t before = world->instructions();
        if (frame == 0)
            world->start();
        else
            world->frame(0);
        EXPECT_LE(world->instructions() - before, 500 * (contexts + 1)) << frame;
    }
}

TEST(Ff7Run, AsksForNoMemoryHoweverLong) {
    const ProgramPtr program = assembled(R"(
.function system 0
    RESET
    PUSH_CONST 0
    LOAD_MODEL
    SET_PLAYER
    RESET
    PUSH_CONST 20
    SET_SPEED
    RETURN
.function system 2
    RESET
    PUSH_CONST 5
    LOAD_MODEL
    RESET
    PUSH_TEMP_WORD 3              ; an odd address: a warning, told once
    PUSH_SPECIAL_BYTE random_byte
    WRITE
    RESET
    PUSH_CONST 23
    SET_MESSAGE
    RESET
    PUSH_CONST 0xFFFF
    CALL 20
    RETURN
.function system 20
    RESET
    PUSH_CONST 5
    SET_ENTITY
    UNLOAD_MODEL
    RETURN
.function model 0 2
    RESET
    PUSH_CONST 3
    WAIT_FRAMES
    WAIT
    RETURN
.function model 5 0
    RESET
    PUSH_CONST 0
    WRITE
    RETURN
)");
    ff7::Game game;
    const auto world = world_of(program, game);
    world->start();
    for (int frame = 0; frame < 2000; ++frame) world->frame(0); // every warning and more faults than are kept
    const Counter counter;
    for (int frame = 0; frame < 20'000; ++frame) world->frame(0);
    const Cost cost = counter.stop();
    EXPECT_GT(world->instructions(), 200'000U);
    EXPECT_GE(world->faults().size(), 1U) << "WRITE takes two";
    EXPECT_LE(cost.peak, 4096U) << "a fault that nobody keeps is made and thrown away";
    static_cast<void>(world->take_faults());
}

TEST(Ff7Run, AsksForNothingAtAllWithoutFaults) {
    const ProgramPtr program = assembled(R"(
.function system 0
    RESET
    PUSH_CONST 0
    LOAD_MODEL
    SET_PLAYER
    RETURN
.function system 2
    RESET
    PUSH_TEMP_WORD 2
    PUSH_TEMP_WORD 2
    PUSH_CONST 1
    ADD
    WRITE
    RESET
    PUSH_CONST 23
    SET_MESSAGE
    WAIT_WINDOW                   ; with the own entity active, or the game would go astray
    RESET
    PUSH_CONST 5
    LOAD_MODEL
    UNLOAD_MODEL
    RETURN
.function model 0 2
    RESET
    PUSH_CONST 3
    WAIT_FRAMES
    WAIT
    RETURN
)");
    ff7::Game game;
    const auto world = world_of(program, game);
    world->start();
    for (int frame = 0; frame < 10; ++frame) world->frame(0);
    const Counter counter;
    for (int frame = 0; frame < 20'000; ++frame) world->frame(0);
    const Cost cost = counter.stop();
    EXPECT_EQ(cost.asked, 0U);
    EXPECT_TRUE(world->faults().empty());
}

} // namespace
} // namespace vellum::proportion
