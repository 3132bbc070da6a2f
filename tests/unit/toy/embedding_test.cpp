// The snippets of docs/embedding.md as a program: what the page shows must compile and do what it says.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/toy/toy_helper.hpp"
#include "vellum/vellum.hpp"

namespace vellum {
namespace {

constexpr std::string_view script = R"(
    .native "irand"
    .native "Sleep"
    .native "trigger"
    .event "OnUse", on_use
        Push 10
        Call "irand", 1
        Store 0
        Push 1
        Call "Sleep", 1
        Call "trigger", 0
        Halt
    on_use:
        Load 0
        Add
        Store 1
        Load 1
        Halt
)";

Result<std::unique_ptr<Scheduler>> open(std::span<const std::byte> bytes, std::string name, Host& host,
                                        Diagnostics& diagnostics) {
    const Engine* engine = &toy::engine(); // the page asks detect_engine, which does not know the toy
    auto program = engine->format().load(bytes, {std::move(name), {}}, diagnostics);
    if (!program) return std::unexpected(program.error());
    return engine->runtime().instantiate(std::span(&*program, 1), host, RunOptions{}, diagnostics);
}

void fill(Library& game) {
    game.function("irand", [](std::int32_t limit) { return limit / 2; }, "A number below the limit.");
    game.function("GetPosition", [](ObjectId, Vector3& out) { out = {1, 2, 3}; });
    game.method("Actor", "Say", [](Call& call, std::string_view text) {
        if (!call.receiver || text.empty()) call.fail("the door is locked");
    });
    game.variadic("print", [](Call& call) { call.result = Value(static_cast<std::int32_t>(call.size())); });
    game.function("Sleep",
                  [](Call& call, float seconds) {
                      const float left = call.resumed ? call.state->real() - call.delta_time : seconds;
                      if (left <= 0) return;
                      *call.state = Value(left);
                      call.suspend();
                  })
        .latent("Sleep");
    game.function("trigger",
                  [](Call& call) { static_cast<void>(call.scheduler->send({"OnUse", {Value(1)}})); });
}

TEST(Embedding, FromBytesToASavedAndReplayedGame) {
    const auto saved_file = test::toy_program(script)->save();
    ASSERT_TRUE(saved_file.has_value());
    const std::vector<std::byte>& bytes = *saved_file;
    Library game("game");
    fill(game);
    Diagnostics diagnostics;
    HostLog log;
    RecordingHost recorder(game, log);
    auto world = open(bytes, "script.toy", recorder, diagnostics);
    ASSERT_TRUE(world.has_value());
    recorder.start(**world);
    int frames = 0;
    while (!(*world)->finished()) {
        recorder.frame(**world, 0.25F);
        ++frames;
    }
    EXPECT_EQ(frames, 4);
    EXPECT_TRUE((*world)->take_faults().empty());
    EXPECT_EQ((*world)->call("OnUse", std::vector{Value(37)}).value_or(Value()), Value(42));

    const auto saved = (*world)->snapshot();
    ASSERT_TRUE(saved.has_value());
    auto other = open(bytes, "script.toy", game, diagnostics);
    ASSERT_TRUE(other.has_value());
    EXPECT_TRUE((*other)->restore(*saved).has_value());
    EXPECT_EQ(*(*other)->snapshot(), *saved);

    ReplayHost replay(log, toy::engine().runtime().known_natives());
    auto again = open(bytes, "script.toy", replay, diagnostics);
    ASSERT_TRUE(again.has_value());
    EXPECT_TRUE(replay.run(**again)) << replay.divergence();
}

} // namespace
} // namespace vellum
