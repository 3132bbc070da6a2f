// The game that is not there: what it keeps counts for the world's memory and its budget, and goes with the
// objects it belongs to.
#include <gtest/gtest.h>

#include "engines/ags/engine.hpp"
#include "engines/ags/world/world.hpp"
#include "vellum/ags.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ags {
namespace {

constexpr const char* declarations = R"(
internalstring autoptr builtin managed struct String {
  import static String Format(const string pattern, ...);
};
builtin managed struct DynamicSprite {
  import static DynamicSprite* Create(int width, int height);
  import attribute int Tag;
  import attribute DynamicSprite* Next;
};
builtin managed struct Character {
  import attribute int InventoryQuantity[];
  import attribute int x;
  import int SetProperty(const string name, int value);
  import int GetProperty(const string name);
};
import Character cEgo;
import int numbers[1000000];
)";

class StandIn : public ::testing::Test {
  protected:
    /// What `main` gives, or the code of its fault.
    std::string run(const std::string& body, Budget budget = {}) {
        Diagnostics diagnostics;
        const std::string source = std::string(declarations) + "int noloopcheck main() {\n" + body + "\n}\n";
        const auto program = engine().language()->compile(source, {"main.asc", {}}, diagnostics);
        EXPECT_TRUE(program) << (program ? "" : format(program.error()));
        if (!program) return {};
        const ProgramPtr programs[] = {*program};
        auto made = engine().runtime().instantiate(programs, host_, {{}, budget}, diagnostics);
        EXPECT_TRUE(made) << (made ? "" : made.error().message);
        world_ = std::move(*made);
        const auto result = world_->call("main", {});
        return result ? std::to_string(result->integer()) : std::string(result.error().code->id);
    }
    const Environment& environment() { return static_cast<World&>(*world_).environment(); }

    StandInHost host_{nullptr, nullptr};
    std::unique_ptr<Scheduler> world_;
};

TEST_F(StandIn, ObjectsThatNobodyHoldsGoWithWhatWasSet) {
    Budget budget;
    budget.memory = std::uint64_t{4} << 20U;
    EXPECT_EQ(run("DynamicSprite* last; int i = 0; while (i < 3000) { last = DynamicSprite.Create(8, 8);"
                  " last.Tag = i; i++; } return last.Tag;",
                  budget),
              "2999");
    EXPECT_LE(environment().properties().all().size(), 20U);
}

TEST_F(StandIn, AChainOfThemGoesToo) {
    EXPECT_EQ(run("DynamicSprite* last; DynamicSprite* next; int i = 0; while (i < 3000) {"
                  " next = DynamicSprite.Create(8, 8); next.Next = last; last = next; i++; }"
                  " next = null; last = null; return 1;"),
              "1");
    EXPECT_LE(environment().properties().all().size(), 20U);
}

TEST_F(StandIn, WhatIsKeptCountsForTheMemory) {
    Budget budget;
    budget.memory = 200'000;
    for (const char* body :
         {"cEgo.InventoryQuantity[i] = 1;", "cEgo.SetProperty(String.Format(\"p%d\", i), 1);",
          "DynamicSprite* last = DynamicSprite.Create(8, 8); last.Next = last;", "numbers[i] = i;"})
        EXPECT_EQ(run(std::string("int i = 0; while (i < 3000) { ") + body + " i++; } return i;", budget),
                  "ags.memory-limit")
            << body;
}

TEST_F(StandIn, AnswersAreChargedFor) {
    Budget budget;
    budget.instructions = 100'000;
    for (const char* body : {"cEgo.x = i;", "i = cEgo.x;", "i = cEgo.GetProperty(\"Weight\");",
                             "numbers[3] = i;", "i = numbers[3];"}) {
        EXPECT_EQ(run(std::string("int i = 0; while (1) { ") + body + " } return i;", budget), "ags.budget")
            << body;
        EXPECT_LE(world_->instructions(), 70'000U) << body << ": the rest is what was looked up and kept";
    }
}

TEST_F(StandIn, AHostThatAnswersIsNotOverruled) {
    GameLibrary game;
    game.getter("Character", "x", [] { return 7; });
    StandInHost host(&game, nullptr);
    Diagnostics diagnostics;
    const std::string source = std::string(declarations) + "int main() { cEgo.x = 3; return cEgo.x; }\n";
    const auto program = engine().language()->compile(source, {"main.asc", {}}, diagnostics);
    ASSERT_TRUE(program);
    const ProgramPtr programs[] = {*program};
    const auto world = engine().runtime().instantiate(programs, host, {}, diagnostics);
    ASSERT_TRUE(world);
    const auto result = (*world)->call("main", {});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->integer(), 7);
}

} // namespace
} // namespace vellum::ags
