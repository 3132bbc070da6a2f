// What natives do to the scheduler while they are called, in records and replays: events and calls, to any
// depth, with the arguments as they were, and what becomes of a record that says something else.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "unit/host/call_helper.hpp"
#include "unit/toy/toy_helper.hpp"
#include "vellum/hosts.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {
namespace {

using test::toy_world;

constexpr std::string_view script = R"(
    .native "ask"
    .native "dice"
    .event "tick", on_tick
    .event "deep", on_deep
        Push 7
        Call "ask", 1
        Store 1
        Drop
        Halt
    on_tick:
        Call "dice", 0
        Add
        Halt
    on_deep:
        Push 8
        Call "ask", 1
        Store 2
        Drop
        Call "dice", 0
        Add
        Halt
)";

/// `ask` calls a function of the script, sends it an event, and calls one that asks again, once.
class Game : public Library {
  public:
    Game() {
        function("dice", [this] { return ++dice_; });
        function("ask", [this](Call& call, std::int32_t& value) {
            value += 100;
            call[0] = Value(value); // visible to whoever runs inside
            const Value arguments[] = {Value(value)};
            std::int32_t sum = 0;
            if (const auto called = call.scheduler->call("tick", arguments)) sum += called->integer();
            static_cast<void>(call.scheduler->send({"tick", {Value(5)}}));
            if (depth_ == 0) {
                ++depth_;
                if (const auto called = call.scheduler->call("deep", arguments)) sum += called->integer();
                --depth_;
            }
            value = sum;
            return sum;
        });
    }

  private:
    std::int32_t dice_ = 0;
    int depth_ = 0;
};

HostLog recorded() {
    Game game;
    HostLog log;
    RecordingHost recorder(game, log);
    const auto world = toy_world(script, recorder);
    recorder.start(*world);
    for (int frame = 0; frame < 3; ++frame) recorder.frame(*world, 0.1F);
    EXPECT_TRUE(world->faults().empty()) << format(world->faults().front());
    return log;
}

/// "same", or where the replay of that record diverged.
std::string replayed(const HostLog& log) {
    ReplayHost replay(log);
    const auto world = toy_world(script, replay);
    return replay.run(*world) ? std::string("same") : replay.divergence();
}

std::size_t first_of(const HostLog& log, LogStep step, std::uint32_t depth) {
    for (std::size_t i = 0; i < log.entries.size(); ++i)
        if (log.entries[i].step == step && log.entries[i].depth == depth) return i;
    ADD_FAILURE() << "the record has no such entry";
    return 0;
}

TEST(NestedReplay, DoesAgainWhatNativesDid) {
    const HostLog log = recorded();
    EXPECT_NE(first_of(log, LogStep::call, 2), 0U);
    EXPECT_NE(first_of(log, LogStep::send, 2), 0U);
    EXPECT_NE(first_of(log, LogStep::call, 4), 0U) << "a call in a call";
    EXPECT_EQ(replayed(log), "same");
    const auto back = HostLog::from_jsonl(log.to_jsonl());
    ASSERT_TRUE(back.has_value()) << format(back.error());
    EXPECT_EQ(back->to_jsonl(), log.to_jsonl());
    EXPECT_EQ(replayed(*back), "same");
}

TEST(NestedReplay, NoticesWhatIsDifferent) {
    const HostLog log = recorded();
    const auto changed = [&](LogStep step, std::uint32_t depth,
                             const std::function<void(HostLogEntry&)>& change) {
        HostLog other = log;
        change(other.entries[first_of(other, step, depth)]);
        return replayed(other);
    };
    for (const std::uint32_t depth : {2U, 4U}) {
        EXPECT_NE(changed(LogStep::call, depth, [](HostLogEntry& entry) { entry.result = Value(-9); })
                      .find("instead of -9"),
                  std::string::npos);
        EXPECT_NE(
            changed(LogStep::send, depth, [](HostLogEntry& entry) { entry.result = Value("no handler"); })
                .find("instead of \"no handler\""),
            std::string::npos);
        for (const LogStep step : {LogStep::call, LogStep::send}) {
            const std::string_view impossible = "the log has an action that the native cannot do here";
            EXPECT_NE(changed(step, depth, [](HostLogEntry& entry) { entry.step = LogStep::frame; })
                          .find(impossible),
                      std::string::npos);
            EXPECT_NE(changed(step, depth, [](HostLogEntry& entry) { ++entry.depth; }).find("diverged"),
                      std::string::npos);
            EXPECT_NE(changed(step, depth, [](HostLogEntry& entry) { entry.outer_arguments.clear(); })
                          .find(impossible),
                      std::string::npos);
            EXPECT_NE(
                changed(step, depth, [](HostLogEntry& entry) { entry.name = "nobody"; }).find("diverged"),
                std::string::npos);
        }
    }
    HostLog shorter = log; // the call of `dice` that the called function made
    const std::size_t inner = first_of(shorter, LogStep::native, 3);
    EXPECT_EQ(shorter.entries[inner].name, "dice");
    shorter.entries.erase(shorter.entries.begin() + static_cast<std::ptrdiff_t>(inner));
    EXPECT_NE(replayed(shorter), "same");
}

TEST(NestedReplay, NativesAreToldApartByAllOfTheirName) {
    const HostLog log = recorded();
    const auto changed = [&](const std::function<void(HostLogEntry&)>& change) {
        HostLog other = log;
        change(other.entries[first_of(other, LogStep::native, 3)]);
        return replayed(other);
    };
    const std::string_view instead = "native dice was called instead";
    EXPECT_NE(changed([](HostLogEntry& entry) { entry.kind = NativeKind::method; }).find(instead),
              std::string::npos);
    EXPECT_NE(changed([](HostLogEntry& entry) { entry.name = "die"; }).find(instead), std::string::npos);
    EXPECT_NE(changed([](HostLogEntry& entry) { entry.owner = "game"; }).find(instead), std::string::npos);
    EXPECT_NE(changed([](HostLogEntry& entry) { entry.step = LogStep::send; }).find(instead),
              std::string::npos);
}

TEST(HostLogLines, WhatIsMissingIsTold) {
    const auto told = [](std::string_view text) {
        const auto log = HostLog::from_jsonl(text);
        return log ? std::string("read") : format(log.error());
    };
    const std::string text = recorded().to_jsonl();
    EXPECT_EQ(told(text), "read");
    EXPECT_EQ(told(text.substr(0, text.size() - 1)), "read") << "the last line needs no end";
    const std::size_t end = text.rfind("{\"line\":\"end\"");
    const auto lines = std::to_string(std::ranges::count(text.substr(0, end), '\n'));
    EXPECT_EQ(told(text.substr(0, end)),
              lines + ": error: the record is cut off after this line: its end mark is missing [host.log]\n"
                      "    hint: recording was interrupted");
    EXPECT_NE(told("").find("the record is empty"), std::string::npos);
    EXPECT_NE(told(text + "{\"line\":\"frame\"}\n").find("the record continues after its end mark"),
              std::string::npos);
}

TEST(HostLogLines, TheRunMustBeWhole) {
    const std::string text = recorded().to_jsonl();
    for (const std::string_view part : {"\"programs\":[]", "\"settings\":[]",
                                        "\"budget\":{\"instructions\":0,\"memory\":0,\"call_depth\":0}"}) {
        std::string broken = text;
        const std::size_t at = broken.find(part);
        ASSERT_NE(at, std::string::npos) << text;
        broken.replace(at, part.size(), std::string(part.substr(0, part.find(':'))) + ":7");
        const auto log = HostLog::from_jsonl(broken);
        ASSERT_FALSE(log.has_value()) << part;
        EXPECT_NE(format(log.error()).find("this is not a line of a record"), std::string::npos);
    }
}

TEST(ReplayedMemory, MayChangeToItsEndAndNoFurther) {
    Library game;
    game.function("fill", [](MemoryView memory) { memory.data[memory.size - 1] = std::byte{1}; });
    HostLog log;
    RecordingHost recorder(game, log);
    std::array<std::byte, 8> bytes{};
    test::CallHelper recorded({Value(MemoryView{bytes.data(), 8})});
    recorded(recorder.resolve(test::key("fill", 1)));
    ASSERT_EQ(log.entries.at(0).memory.size(), 1U);
    EXPECT_EQ(log.entries[0].memory[0].offset + log.entries[0].memory[0].bytes.size(), 8U);
    const auto outcome = [&](std::uint32_t more) {
        HostLog other = log;
        other.entries[0].memory[0].offset += more;
        bytes = {};
        ReplayHost replay(other);
        test::CallHelper replayed({Value(MemoryView{bytes.data(), 8})});
        return replayed(replay.resolve(test::key("fill", 1))).outcome;
    };
    EXPECT_EQ(outcome(0), Outcome::done);
    EXPECT_EQ(bytes[7], std::byte{1});
    EXPECT_EQ(outcome(1), Outcome::failed);
    EXPECT_EQ(outcome(100), Outcome::failed);
}

TEST(StandInSignatures, AreVariadicOnlyIfTheNumberOfArgumentsIsUnknown) {
    Library game;
    StandInHost host(&game, nullptr);
    for (const int arity : {-1, 0, 1, 300}) {
        const Native native = host.resolve(test::key("unknown", arity));
        ASSERT_TRUE(native);
        EXPECT_EQ(native.signature->variadic, arity < 0) << arity;
        EXPECT_EQ(native.signature->parameters.size(), static_cast<std::size_t>(std::clamp(arity, 0, 256)));
    }
}

TEST(ReplayedSteps, OfNativesAreNotDrivenByHand) {
    HostLog log = recorded();
    log.entries[0].depth = 1;
    EXPECT_NE(replayed(log).find("the world did not make this call"), std::string::npos);
    log = recorded();
    log.entries.insert(log.entries.begin(), log.entries[1]);
    log.entries[0].depth = 0;
    EXPECT_NE(replayed(log).find("the world did not make this call"), std::string::npos);
}

} // namespace
} // namespace vellum
