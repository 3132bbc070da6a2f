// "A fifth engine by one folder and one line": the toy engine through the same interface as the real ones.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "engines/registry.hpp"
#include "unit/toy/toy_helper.hpp"
#include "vellum/vellum.hpp"

namespace vellum {
namespace {

using test::toy_program;
using test::toy_world;

constexpr std::string_view counting = R"(
    .native "tell"
    .event "poke", on_poke
        Push -3
        Store 0
    again:
        Load 0
        Call "tell", 1
        Drop
        Push 1
        Add
        Store 0
        Load 0
        Branch again
        Halt
    on_poke:
        Add
        Call "tell", 1
        Halt
)";

/// The registry's list with one more line.
std::vector<const Engine*> engines_and_toy() {
    std::vector<const Engine*> all(engines().begin(), engines().end());
    all.push_back(&toy::engine());
    return all;
}

TEST(Toy, IsFoundByNameAndByBytes) {
    const auto all = engines_and_toy();
    EXPECT_EQ(find_engine(all, "toy"), &toy::engine());
    EXPECT_EQ(find_engine(all, "no such engine"), nullptr);
    const auto bytes = toy_program(counting)->save();
    ASSERT_TRUE(bytes.has_value());
    EXPECT_EQ(detect_engine(all, *bytes, "unnamed"), &toy::engine());
    EXPECT_EQ(detect_engine(all, as_bytes("XXXX"), "x.unknown"), nullptr);
}

/// Wants to stop in front of one address, once each time.
class AtAddress final : public Stopper {
  public:
    explicit AtAddress(std::uint32_t address) : address_(address) {}
    bool stops(const Step& step) override {
        if (step.address != address_) return false;
        met_ = !met_; // asked again when the world goes on
        return met_;
    }

  private:
    std::uint32_t address_;
    bool met_ = false;
};

TEST(Toy, StopsWhereItIsAskedTo) {
    const auto program = toy_program(counting);
    ASSERT_NE(program, nullptr);
    StandInHost host(nullptr, nullptr);
    const auto world = toy_world(program, host), straight = toy_world(program, host);
    const isa::Code& code = *program->code();
    AtAddress again(code.instructions[2].address);
    world->set_stopper(&again);
    world->start();
    int stops = 0;
    for (; world->paused(); ++stops) {
        EXPECT_EQ(world->machine(0).frames.front().address, code.instructions[2].address);
        world->resume();
    }
    EXPECT_EQ(stops, 3);
    straight->start();
    EXPECT_EQ(world->instructions(), straight->instructions());
    EXPECT_EQ(*world->snapshot(), *straight->snapshot());
    world->set_stopper(nullptr);
}

TEST(Toy, EngineIdsAreUnique) {
    const auto all = engines_and_toy();
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j) EXPECT_NE(all[i]->id(), all[j]->id());
}

TEST(Toy, FileAndListingRoundTrip) {
    const ProgramPtr program = toy_program(counting);
    const auto bytes = program->save();
    ASSERT_TRUE(bytes.has_value());
    Diagnostics diagnostics;
    const auto loaded = toy::engine().format().load(*bytes, {}, diagnostics);
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(*(*loaded)->save(), *bytes);
    const ProgramPtr again = toy_program((*loaded)->disassemble({}));
    EXPECT_EQ(*again->save(), *bytes);
    (*loaded)->check(diagnostics);
    EXPECT_EQ(diagnostics.errors(),
              1U); // the handler takes its operands from the event, which the check cannot know
}

TEST(Toy, RunsAndHearsEvents) {
    std::vector<std::int32_t> told;
    Library library;
    library.function("tell", [&](std::int32_t value) { told.push_back(value); });
    const auto world = toy_world(counting, library);
    world->start();
    EXPECT_EQ(told, (std::vector<std::int32_t>{-3, -2, -1}));
    EXPECT_TRUE(world->finished());
    EXPECT_EQ(world->send({"poke", {Value(40), Value(2)}}).value_or(""), "handled");
    EXPECT_EQ(told.back(), 42);
    EXPECT_EQ(world->send({"shout", {}}).value_or(""), "no handler");
    EXPECT_EQ(world->call("poke", std::array{Value(1), Value(2)}).value_or(Value(-1)), Value());
    EXPECT_FALSE(world->call("shout", {}).has_value());
}

TEST(Toy, FaultsAreDataAndCounted) {
    Library library;
    const auto world = toy_world("Add\nHalt\n", library);
    world->start();
    ASSERT_EQ(world->faults().size(), 1U);
    EXPECT_EQ(format(world->faults()[0]),
              "main: the stack is too short or too long for this instruction [toy.stack]\n"
              "    at main, address 0x0000");
    EXPECT_EQ(world->machine(0).state, MachineState::faulted);
    for (std::size_t i = 0; i < 2 * Scheduler::kept_faults; ++i) world->start();
    EXPECT_EQ(world->take_faults().size(), Scheduler::kept_faults);
    EXPECT_TRUE(world->faults().empty());
}

TEST(Toy, BudgetsEndSlicesNotScripts) {
    Library library;
    Budget budget;
    budget.instructions = 10;
    const auto world = toy_world("again: Push 1\nBranch again\n", library, budget);
    world->start();
    EXPECT_EQ(world->machine(0).state, MachineState::exhausted);
    EXPECT_EQ(world->instructions(), 10U);
    world->frame(0);
    EXPECT_EQ(world->instructions(), 20U);
    EXPECT_FALSE(world->finished());
}

TEST(Toy, UnsupportedOperationsSaySo) {
    const auto compiled = toy::engine().require(toy::engine().language());
    ASSERT_FALSE(compiled.has_value());
    EXPECT_EQ(compiled.error().code->id, "engine.unsupported");
    EXPECT_EQ(compiled.error().message, "Toy machine (tests): cannot compile source text");
    const auto bytes = std::make_shared<MemorySource>(std::vector<std::byte>(4));
    EXPECT_EQ(toy::engine().format().open_container(bytes, "x", {}).value(), nullptr);
    EXPECT_EQ(toy::engine().runtime().known_natives(), nullptr);
}

TEST(Toy, SnapshotsRestoreExactly) {
    std::vector<std::int32_t> told;
    Library library;
    library.function("tell", [&](std::int32_t value) { told.push_back(value); });
    Budget budget;
    budget.instructions = 1; // a frame is an instruction, so that every place can be saved
    const ProgramPtr program = toy_program(counting);
    const auto straight = toy_world(program, library, budget);
    straight->start();
    while (!straight->finished()) straight->frame(0);
    const std::vector<std::int32_t> expected = told;
    const auto end_state = straight->snapshot();

    told.clear();
    auto world = toy_world(program, library, budget);
    world->start();
    while (!world->finished()) {
        const auto bytes = world->snapshot();
        ASSERT_TRUE(bytes.has_value());
        auto next = toy_world(program, library, budget);
        ASSERT_TRUE(next->restore(*bytes).has_value());
        EXPECT_EQ(*next->snapshot(), *bytes);
        world = std::move(next);
        world->frame(0);
    }
    EXPECT_EQ(told, expected);
    EXPECT_EQ(*world->snapshot(), *end_state);

    const auto other = toy_world("Halt\n", library);
    EXPECT_FALSE(other->restore(*end_state).has_value());
}

TEST(Toy, StatesHaveNames) {
    EXPECT_EQ(to_string(MachineState::idle), "idle");
    EXPECT_EQ(to_string(MachineState::ready), "ready");
    EXPECT_EQ(to_string(MachineState::waiting), "waiting");
    EXPECT_EQ(to_string(MachineState::exhausted), "exhausted");
    EXPECT_EQ(to_string(MachineState::finished), "finished");
    EXPECT_EQ(to_string(MachineState::faulted), "faulted");
}

} // namespace
} // namespace vellum
