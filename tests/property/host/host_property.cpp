// Random toy programs: a run that is restored from a snapshot at any instruction equals the straight one, a
// replay from the log equals the recorded run, and damaged snapshots and logs are refused or harmless.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "toy/engine.hpp"
#include "vellum/vellum.hpp"

namespace vellum {
namespace {

/// Any mixture of instructions: most of it runs for a while, some faults, loops end by budget.
rc::Gen<std::string> programs() {
    const auto line = rc::gen::element<std::string>(
        "Push 1", "Push -5", "Add", "Load 0", "Load 1", "Store 0", "Store 1", "Branch there", "Branch middle",
        "Call \"dice\", 0", "Call \"wait\", 1", "Call \"send\", 1", "Call \"other\", 2", "Yield", "Drop",
        "Push 7", "Load 2", "Call \"dice\", 0", "Halt");
    return rc::gen::map(rc::gen::tuple(rc::gen::container<std::vector<std::string>>(line),
                                       rc::gen::container<std::vector<std::string>>(line)),
                        [](const auto& parts) {
                            std::string text =
                                ".native \"dice\"\n.native \"wait\"\n.native \"send\"\n.native \"other\"\n"
                                ".event \"poke\", there\nPush 3\nPush 4\n";
                            for (const std::string& one : std::get<0>(parts)) text += one + "\n";
                            text += "middle:\nPush 2\nPush 1\n";
                            for (const std::string& one : std::get<1>(parts)) text += one + "\n";
                            text += "Halt\nthere:\nPush 9\nCall \"dice\", 1\nStore 2\nHalt\n";
                            return text;
                        });
}

ProgramPtr assemble(const std::string& text) {
    Diagnostics diagnostics;
    auto program = toy::engine().format().assemble(text, {"random.toy", {}}, diagnostics);
    RC_ASSERT(program.has_value());
    return *program;
}

std::unique_ptr<Scheduler> make_world(const ProgramPtr& program, Host& host, std::uint64_t budget) {
    Diagnostics diagnostics;
    RunOptions options;
    options.budget.instructions = budget;
    auto world = toy::engine().runtime().instantiate(std::span(&program, 1), host, options, diagnostics);
    RC_ASSERT(world.has_value());
    return std::move(*world);
}

/// A game whose state is one number, so that a test can put it back.
class Game : public Library {
  public:
    explicit Game(std::uint32_t seed) : state(seed) {
        variadic("dice", [this](Call& call) {
            state = state * 1664525U + 1013904223U;
            call.result = Value(static_cast<std::int32_t>(state >> 28U) - 7);
        });
        variadic("wait", [](Call& call) {
            const std::int32_t waited = call.resumed ? call.state->integer() + 1 : 0;
            *call.state = Value(waited);
            if (waited < 2) call.suspend();
        });
        variadic("send", [](Call& call) {
            if (call.size() != 0) call[0] = Value("changed");
            auto outcome = call.scheduler->send({"poke", {Value(3)}});
            call.result = Value(std::string_view(outcome.value_or("")));
        });
    }
    std::uint32_t state;
};

std::vector<std::byte> state_of(const Scheduler& world) {
    auto bytes = world.snapshot();
    RC_ASSERT(bytes.has_value());
    return std::move(*bytes);
}

RC_GTEST_PROP(HostProperty, RestoredRunsEqualStraightOnes, (std::uint32_t seed)) {
    const ProgramPtr program = assemble(*programs());
    const auto stop_at = *rc::gen::inRange(0, 60);
    const auto run = [&](bool restores) {
        Game game(seed);
        StandInHost host(&game, nullptr);
        auto world = make_world(program, host, 3);
        world->start();
        for (int frame = 0; frame < 60; ++frame) {
            if (frame == 20) static_cast<void>(world->send({"poke", {Value(1)}}));
            if (restores && frame >= stop_at) {
                const auto bytes = state_of(*world);
                auto next = make_world(program, host, 3);
                RC_ASSERT(next->restore(bytes).has_value());
                const bool same = state_of(*next) == bytes;
                RC_ASSERT(same);
                world = std::move(next);
            }
            world->frame(0.05F);
        }
        return state_of(*world);
    };
    const bool equal = run(true) == run(false); // compared first: the bytes would flood the report
    RC_ASSERT(equal);
}

RC_GTEST_PROP(HostProperty, ReplaysEqualRecordedRuns, (std::uint32_t seed)) {
    const ProgramPtr program = assemble(*programs());
    Game game(seed);
    StandInHost host(&game, nullptr);
    HostLog log;
    RecordingHost recorder(host, log);
    const auto world = make_world(program, recorder, 50);
    recorder.start(*world);
    for (int frame = 0; frame < 10; ++frame) {
        if (frame % 3 == 1) static_cast<void>(recorder.send(*world, {"poke", {Value(frame)}}));
        if (frame == 5) static_cast<void>(recorder.call(*world, "poke", {}));
        recorder.frame(*world, 0.05F);
    }
    const auto back = HostLog::from_jsonl(log.to_jsonl());
    RC_ASSERT(back.has_value());
    ReplayHost replay(*back);
    const auto again = make_world(program, replay, 50);
    const bool equal = replay.run(*again);
    RC_ASSERT(replay.divergence() == "");
    RC_ASSERT(equal);
    const bool same_end = state_of(*again) == state_of(*world);
    RC_ASSERT(same_end);
}

RC_GTEST_PROP(HostProperty, DamagedSnapshotsDoNoHarm,
              (std::uint32_t seed, std::vector<std::pair<std::uint16_t, std::uint8_t>> changes)) {
    const ProgramPtr program = assemble(*programs());
    Game game(seed);
    StandInHost host(&game, nullptr);
    const auto world = make_world(program, host, 20);
    world->start();
    world->frame(0.1F);
    auto bytes = state_of(*world);
    for (const auto& [place, value] : changes)
        bytes[place % (bytes.size() - 8)] = static_cast<std::byte>(value);
    if (*rc::gen::arbitrary<bool>()) { // a forger would also mend the checksum
        const auto content = std::span(bytes).first(bytes.size() - 8);
        store_u64(bytes.data() + content.size(), hash64(content));
    }
    const auto other = make_world(program, host, 20);
    const auto fresh = state_of(*other);
    if (other->restore(bytes)) {
        for (int frame = 0; frame < 5; ++frame) other->frame(0.1F);
    } else {
        const bool untouched = state_of(*other) == fresh;
        RC_ASSERT(untouched);
    }
}

RC_GTEST_PROP(HostProperty, DamagedLogsAreReadOrRefused,
              (std::uint32_t seed, std::vector<std::pair<std::uint16_t, char>> changes)) {
    const ProgramPtr program = assemble(*programs());
    Game game(seed);
    StandInHost host(&game, nullptr);
    HostLog log;
    RecordingHost recorder(host, log);
    const auto world = make_world(program, recorder, 50);
    recorder.start(*world);
    recorder.frame(*world, 0.1F);
    std::string text = log.to_jsonl();
    for (const auto& [place, value] : changes) text[place % text.size()] = value;
    const auto back = HostLog::from_jsonl(text);
    if (!back) return;
    ReplayHost replay(*back);
    const auto again = make_world(program, replay, 50);
    const bool equal = replay.run(*again);
    RC_ASSERT(equal == replay.divergence().empty());
}

} // namespace
} // namespace vellum
