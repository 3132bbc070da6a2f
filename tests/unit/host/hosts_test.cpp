// Stand-in, recorder and replay, on scripts of the toy engine.
#include "host/scheduler_access.hpp"
#include "vellum/hosts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "unit/host/call_helper.hpp"
#include "unit/toy/toy_helper.hpp"

namespace vellum {
namespace {

using test::CallHelper;
using test::key;
using test::toy_program;
using test::toy_world;

// --- Stand-ins
// -------------------------------------------------------------------------------------------------------

TEST(RecordingHost, StopsWritingDownWhatHasBecomeTooLong) {
    const Value text(std::string(std::size_t{64} << 20U, 'x'));
    Library game;
    int calls = 0;
    game.variadic("read", [&](Call& call) {
        ++calls;
        call.result = text;
    });
    HostLog log;
    RecordingHost recorder(game, log);
    const Native read = recorder.resolve(test::key("read", 0));
    for (int i = 0; i < 30; ++i) {
        test::CallHelper call;
        EXPECT_EQ(call(read).result.text().size(), text.text().size());
    }
    EXPECT_EQ(calls, 30);
    EXPECT_TRUE(recorder.full());
    EXPECT_LT(log.entries.size(), 20U);
}

TEST(StandInHost, AsksInnerThenKnownThenStandsIn) {
    Library inner;
    inner.function("own", [] { return 1; });
    Library known;
    known.function("pure", [] { return 2; });
    Signature described;
    described.name = "described";
    described.result = Type::string;
    described.parameters = {{"target", Type::object, Direction::in}};
    known.describe(described);
    StandInHost host(&inner, &known);
    std::vector<std::string> unknown;
    host.on_unknown([&](const NativeKey& native) { unknown.emplace_back(native.name); });

    CallHelper helper;
    EXPECT_EQ(helper(host.resolve(key("own", 0))).result, Value(1));
    EXPECT_EQ(helper(host.resolve(key("pure", 0))).result, Value(2));
    EXPECT_FALSE(host.is_stand_in(host.resolve(key("pure", 0))));
    EXPECT_TRUE(unknown.empty());

    CallHelper one({Value(ObjectId{3})});
    const Native stand_in = host.resolve(key("described", 1));
    EXPECT_TRUE(stand_in.stand_in);
    EXPECT_TRUE(host.is_stand_in(stand_in));
    EXPECT_EQ(stand_in.signature->parameters[0].name, "target");
    EXPECT_TRUE(host.stood_in().empty());
    EXPECT_EQ(one(stand_in).result, Value(""));
    EXPECT_EQ(one(host.resolve(key("described", 1))).result, Value(""));
    EXPECT_TRUE(helper(host.resolve(key("nowhere", 0))).result.is(Type::none));
    EXPECT_EQ(unknown, (std::vector<std::string>{"described", "nowhere"}));
    const auto used = host.stood_in();
    ASSERT_EQ(used.size(), 2U);
    EXPECT_EQ(used[0].first->name, "described");
    EXPECT_EQ(used[0].second, 2U);
}

TEST(StandInHost, KeepsOutArgumentsAndWaitsOneFrame) {
    Library known;
    Signature sleep;
    sleep.name = "sleep";
    sleep.latent = true;
    sleep.result = Type::boolean;
    sleep.parameters = {{"out", Type::integer, Direction::out}};
    known.describe(sleep);
    StandInHost host(nullptr, &known);
    CallHelper helper({Value(77)});
    const Native native = host.resolve(key("sleep", 1));
    EXPECT_EQ(helper(native).outcome, Outcome::pending);
    EXPECT_EQ(helper(native).outcome, Outcome::done);
    EXPECT_EQ(helper.call.result, Value(false));
    EXPECT_EQ(helper.values[0], Value(77));
}

TEST(StandInHost, AbsurdArityCostsNothing) {
    StandInHost host(nullptr, nullptr);
    const Native native = host.resolve(key("x", 2'000'000'000));
    EXPECT_LE(native.signature->parameters.size(), 256U);
    CallHelper helper;
    EXPECT_EQ(helper(native).outcome, Outcome::done);
}

// --- Links: what a native does to the world past its link would be missing from records, so it must not
// compile.
template <class Link>
concept Bypassable = requires(Link link, const Event& event) { link.get()->send(event); } ||
                     requires(Link link) { link.get()->start(); } || std::is_convertible_v<Link, Scheduler*>;
static_assert(!Bypassable<SchedulerLink>);
static_assert(!Bypassable<const SchedulerLink&>);
static_assert(std::is_same_v<decltype(SchedulerLink().get()), const Scheduler*>);
static_assert(requires(const SchedulerLink& link, const Event& event) { link->send(event); });

// --- Record and replay
// -----------------------------------------------------------------------------------------------

constexpr std::string_view script = R"(
    .native "dice"
    .native "wait"
    .native "trigger"
    .native "missing"
    .event "tick", on_tick
    again:
        Call "dice", 0
        Store 0
        Push 2
        Call "wait", 1
        Drop
        Drop
        Load 0
        Call "trigger", 1
        Store 2
        Store 3
        Load 1
        Branch again
        Halt
    on_tick:
        Call "dice", 0
        Add
        Store 1
        Halt
)";

/// A game with chance, waiting, and a native that sends an event in the middle of its call.
class Game : public Library {
  public:
    explicit Game(std::uint32_t seed) : state_(seed) {
        function("dice", [this] {
            state_ = state_ * 1664525U + 1013904223U;
            return static_cast<std::int32_t>(state_ >> 29U) - 3;
        });
        function("wait", [](Call& call, std::int32_t frames) {
            const std::int32_t waited = call.resumed ? call.state->integer() + 1 : 0;
            *call.state = Value(waited);
            if (waited < frames) call.suspend();
        });
        function("trigger", [this](Call& call, std::int32_t& value) {
            call[0] = Value(1000); // visible to whoever runs inside
            static_cast<void>(
                call.scheduler->send({"tick", {Value(static_cast<std::int32_t>(state_ >> 30U))}}));
            value = static_cast<std::int32_t>(state_ >> 28U);
            return 0.1F * static_cast<float>(value);
        });
        function("missing", [] {});
    }

  private:
    std::uint32_t state_;
};

std::vector<std::byte> final_state(const Scheduler& world) {
    auto bytes = world.snapshot();
    EXPECT_TRUE(bytes.has_value());
    return bytes.value_or(std::vector<std::byte>{});
}

/// Records sixty frames and an event from outside.
std::vector<std::byte> record(std::uint32_t seed, HostLog& log) {
    Game game(seed);
    RecordingHost recorder(game, log);
    const auto world = toy_world(script, recorder);
    recorder.start(*world);
    for (int frame = 0; frame < 60; ++frame) {
        if (frame == 30) static_cast<void>(recorder.send(*world, {"tick", {Value(5)}}));
        recorder.frame(*world, 0.1F);
    }
    return final_state(*world);
}

TEST(Replay, EqualsTheRecordedRun) {
    for (const std::uint32_t seed : {1U, 2U, 3U, 77U}) {
        HostLog log;
        const auto expected = record(seed, log);
        const auto nested =
            std::count_if(log.entries.begin(), log.entries.end(), [](const HostLogEntry& entry) {
                return entry.step == LogStep::send && entry.depth > 0;
            });
        EXPECT_GT(nested, 0) << "the test would prove nothing";
        ReplayHost replay(log);
        const auto world = toy_world(script, replay);
        EXPECT_TRUE(replay.run(*world)) << replay.divergence();
        EXPECT_EQ(replay.position(), log.entries.size());
        EXPECT_EQ(final_state(*world), expected);
    }
}

TEST(Replay, SurvivesTheFile) {
    HostLog log;
    const auto expected = record(9, log);
    const std::string text = log.to_jsonl();
    const auto back = HostLog::from_jsonl(text);
    ASSERT_TRUE(back.has_value()) << format(back.error());
    EXPECT_EQ(back->to_jsonl(), text);
    ReplayHost replay(*back);
    const auto world = toy_world(script, replay);
    EXPECT_TRUE(replay.run(*world)) << replay.divergence();
    EXPECT_EQ(final_state(*world), expected);
}

TEST(Replay, WorldsMayBeDrivenByHand) {
    HostLog log;
    const auto expected = record(4, log);
    ReplayHost replay(log);
    const auto world = toy_world(script, replay);
    world->start();
    for (int frame = 0; frame < 60; ++frame) {
        if (frame == 30) static_cast<void>(world->send({"tick", {Value(5)}}));
        world->frame(0.1F);
    }
    EXPECT_EQ(replay.divergence(), "");
    EXPECT_EQ(final_state(*world), expected);
}

TEST(Replay, NamesTheFirstDivergence) {
    HostLog log;
    static_cast<void>(record(5, log));
    ReplayHost replay(log);
    const auto world = toy_world(script, replay);
    world->start();
    world->frame(0.25F); // another frame time than recorded reaches the poll of `wait`
    EXPECT_EQ(replay.divergence(),
              "the replay diverged at entry 5 of " + std::to_string(log.entries.size()) +
                  " (native wait): the native was called with other arguments, on another "
                  "object or at another time");
    EXPECT_EQ(world->faults().size(), 1U);
    EXPECT_NE(world->faults()[0].message.find("entry 5"), std::string::npos);
    replay.seek(0); // from there nothing is known to diverge
    EXPECT_EQ(replay.divergence(), "");
    EXPECT_EQ(replay.position(), 0U);
}

TEST(Replay, OtherScriptDiverges) {
    HostLog log;
    static_cast<void>(record(5, log));
    ReplayHost replay(log);
    const auto world =
        toy_world(".native \"dice\"\n.native \"new\"\nCall \"dice\", 0\nCall \"new\", 0\nHalt\n", replay);
    EXPECT_FALSE(replay.run(*world));
    EXPECT_NE(replay.divergence().find("native new was called instead"), std::string::npos)
        << replay.divergence();
    ReplayHost longer(log);
    const auto endless = toy_world(".native \"dice\"\nHalt\n", longer);
    EXPECT_FALSE(longer.run(*endless));
    EXPECT_NE(longer.divergence().find("the world did not make this call"), std::string::npos);
}

TEST(Replay, UnknownNativesStayUnknown) {
    Library game;
    HostLog log;
    RecordingHost recorder(game, log);
    EXPECT_FALSE(recorder.resolve(key("nothing", 0)));
    ReplayHost replay(log);
    EXPECT_FALSE(replay.resolve(key("nothing", 0)));
    EXPECT_TRUE(replay.resolve(key("never asked", 0)));
    CallHelper helper;
    EXPECT_EQ(helper(replay.resolve(key("never asked", 0))).outcome, Outcome::failed);
}

TEST(Replay, StandInsAndSignaturesAreRemembered) {
    StandInHost game(nullptr, nullptr);
    HostLog log;
    RecordingHost recorder(game, log);
    CallHelper helper;
    const Native native = recorder.resolve(key("something", 0));
    EXPECT_TRUE(native.stand_in);
    helper(native);
    const auto back = HostLog::from_jsonl(log.to_jsonl());
    ASSERT_TRUE(back.has_value());
    ReplayHost replay(*back);
    const Native again = replay.resolve(key("something", 0));
    EXPECT_TRUE(again.stand_in);
    ASSERT_NE(again.signature, nullptr);
    EXPECT_EQ(again.signature->name, "something");
    CallHelper other;
    EXPECT_EQ(other(again).outcome, Outcome::done);
    EXPECT_EQ(replay.position(), 1U);
}

TEST(Replay, MemoryChangesComeBack) {
    Library game;
    game.function("fill", [](MemoryView memory) {
        for (std::uint32_t i = 2; i < 5; ++i) memory.data[i] = std::byte{0xFE};
    });
    constexpr auto before =
        std::to_array<std::byte>({std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{5},
                                  std::byte{6}, std::byte{7}, std::byte{8}});
    auto bytes = before;
    HostLog log;
    RecordingHost recorder(game, log);
    CallHelper recorded({Value(MemoryView{bytes.data(), 8})});
    recorded(recorder.resolve(key("fill", 1)));
    const auto expected = bytes;
    EXPECT_EQ(bytes[2], std::byte{0xFE});
    ASSERT_EQ(log.entries.size(), 1U);
    ASSERT_EQ(log.entries[0].memory.size(), 1U);
    EXPECT_EQ(log.entries[0].memory[0].offset, 2U);
    EXPECT_EQ(log.entries[0].memory[0].bytes.size(), 3U);

    const auto back = HostLog::from_jsonl(log.to_jsonl());
    ASSERT_TRUE(back.has_value());
    bytes = before;
    ReplayHost replay(*back);
    CallHelper replayed({Value(MemoryView{bytes.data(), 8})});
    EXPECT_EQ(replayed(replay.resolve(key("fill", 1))).outcome, Outcome::done);
    EXPECT_EQ(bytes, expected);

    HostLog forged = *back;
    forged.entries[0].memory[0].offset = 7;
    bytes = before;
    ReplayHost refused(forged);
    CallHelper harmless({Value(MemoryView{bytes.data(), 8})});
    EXPECT_EQ(harmless(refused.resolve(key("fill", 1))).outcome, Outcome::failed);
}

TEST(Replay, ObjectsKeepNameAndClass) {
    class Named : public Library {
      public:
        [[nodiscard]] std::string object_name(ObjectId object) const override {
            return object.id == 7 ? "Burah" : std::string();
        }
        [[nodiscard]] std::string_view object_class(ObjectId) const override { return "Actor"; }
    } game;
    HostLog log;
    const RecordingHost recorder(game, log);
    EXPECT_EQ(recorder.object_name({7}), "Burah");
    EXPECT_EQ(recorder.object_class({7}), "Actor");
    const auto back = HostLog::from_jsonl(log.to_jsonl());
    ASSERT_TRUE(back.has_value());
    const ReplayHost replay(*back);
    EXPECT_EQ(replay.object_name({7}), "Burah");
    EXPECT_EQ(replay.object_class({7}), "Actor");
    EXPECT_EQ(replay.object_name({8}), "");
}

TEST(Replay, SharedNativesAreCalledAgainAndNotWrittenDown) {
    // The engine's own native works on the world itself, which no log could replay.
    Library known;
    known.function("poke", [](Call& call, std::int32_t value) {
        static_cast<void>(SchedulerAccess::of(call.scheduler)->send({"poked", {Value(value)}}));
    });
    constexpr std::string_view text = R"(
        .native "poke"
        .native "dice"
        .event "poked", on_poked
            Push 4
            Call "poke", 1
            Halt
        on_poked:
            Call "dice", 0
            Add
            Store 0
            Halt
    )";
    Game game(3);
    StandInHost stand_in(&game, &known);
    HostLog log;
    RecordingHost recorder(stand_in, log);
    const auto world = toy_world(text, recorder);
    recorder.start(*world);
    EXPECT_EQ(log.entries.size(), 2U); // the start and the dice
    const auto back = HostLog::from_jsonl(log.to_jsonl());
    ASSERT_TRUE(back.has_value());
    ReplayHost replay(*back, &known);
    const auto again = toy_world(text, replay);
    EXPECT_TRUE(replay.run(*again)) << replay.divergence();
    EXPECT_EQ(final_state(*again), final_state(*world));
    ReplayHost without(*back);
    const auto lost = toy_world(text, without);
    EXPECT_FALSE(without.run(*lost));
}

TEST(Replay, EventsFromOutsideThroughALinkAreWrittenDown) {
    Game game(3);
    HostLog log;
    RecordingHost recorder(game, log);
    const auto world = toy_world(script, recorder);
    recorder.start(*world);
    static_cast<void>(recorder.link(*world)->send({"tick", {Value(5)}}));
    ReplayHost replay(log);
    const auto again = toy_world(script, replay);
    EXPECT_TRUE(replay.run(*again)) << replay.divergence();
    EXPECT_EQ(final_state(*again), final_state(*world));
}

TEST(HostLog, ValuesAreExact) {
    HostLog log;
    HostLogEntry entry;
    entry.name = std::string("na\xff me\n", 7);
    entry.arguments = {Value(),
                       Value(true),
                       Value(-2147483647 - 1),
                       Value(std::bit_cast<float>(0x00000001U)),
                       Value(-0.0F),
                       Value(Vector3{1e-40F, 3e38F, -1}),
                       Value(ObjectId{~std::uint64_t{0}}),
                       Value("text \xED\xA0\x80"),
                       Value(std::string_view("a\0b", 3)),
                       Value("")};
    entry.input_hash = ~std::uint64_t{0};
    entry.seconds = 0.1F;
    entry.step = LogStep::frame;
    log.entries.push_back(entry);
    const auto back = HostLog::from_jsonl(log.to_jsonl());
    ASSERT_TRUE(back.has_value()) << format(back.error());
    ASSERT_EQ(back->entries.size(), 1U);
    const HostLogEntry& read = back->entries[0];
    EXPECT_EQ(read.name, entry.name);
    EXPECT_EQ(read.arguments, entry.arguments);
    EXPECT_EQ(read.input_hash, entry.input_hash);
    EXPECT_EQ(read.seconds, entry.seconds);
}

TEST(HostLog, ThereIsOneNaN) {
    const auto odd = std::bit_cast<float>(0xFFA00001U);
    Library game;
    game.function("number", [odd](Call& call, float& out, Vector3& vector) {
        out = odd;
        vector = {odd, 1, odd};
        *call.state = Value(odd);
        call.result = Value(odd);
    });
    HostLog log;
    RecordingHost recorder(game, log);
    const auto is_canonical = [](const Value& value) {
        Value copy = value;
        copy.make_canonical();
        return copy == value;
    };
    CallHelper canonical_call({Value(canonical(odd)), Value(Vector3{})});
    CallHelper odd_call({Value(odd), Value(Vector3{})});
    const Native native = recorder.resolve(key("number", 2));
    canonical_call(native);
    odd_call(native);
    ASSERT_EQ(log.entries.size(), 2U);
    EXPECT_EQ(log.entries[0].input_hash, log.entries[1].input_hash);
    // The script gets the same as the log.
    EXPECT_TRUE(is_canonical(odd_call.values[0]) && is_canonical(odd_call.values[1]));
    EXPECT_TRUE(is_canonical(odd_call.call.result));
    for (const HostLogEntry& entry : log.entries) {
        for (const Value& value : entry.arguments) EXPECT_TRUE(is_canonical(value));
        EXPECT_TRUE(is_canonical(entry.result) && is_canonical(entry.state));
    }
    log.entries[0].result = Value(odd); // a log made by hand
    EXPECT_EQ(log.to_jsonl().find(std::to_string(0xFFA00001U)), std::string::npos);
}

TEST(HostLog, TheRunItIsOfComesBack) {
    HostLog log;
    log.run.engine = "toy";
    log.run.programs = {{"one", ~std::uint64_t{0}}, {"t\xff", 1}};
    log.run.settings = {{"seed", "4"}, {"table", std::string("a\0\xff", 3)}};
    log.run.budget = {500, ~std::uint64_t{0}, 7};
    log.run.host_script = "my.lua";
    log.run.host_script_hash = 12;
    log.run.snapshot = 99;
    const auto back = HostLog::from_jsonl(log.to_jsonl());
    ASSERT_TRUE(back.has_value()) << format(back.error());
    EXPECT_EQ(back->to_jsonl(), log.to_jsonl());
    EXPECT_EQ(back->run.difference(log.run), "");
    EXPECT_EQ(back->run.budget.memory, ~std::uint64_t{0});
    EXPECT_EQ(back->run.host_script, "my.lua");

    const auto difference = [&log](auto change) {
        HostLogRun other = log.run;
        change(other);
        return log.run.difference(other);
    };
    EXPECT_EQ(difference([](HostLogRun& run) { run.programs[1].name = "elsewhere"; }), "");
    EXPECT_EQ(difference([](HostLogRun& run) { run.programs[0].hash = 5; }),
              "program 1, one, is not the one that was recorded (one)");
    EXPECT_EQ(difference([](HostLogRun& run) { run.programs.pop_back(); }),
              "the record needs 2 programs, here are 1");
    EXPECT_EQ(difference([](HostLogRun& run) { run.engine = "ff7"; }),
              "the record needs toy scripts, these are for ff7");
    EXPECT_EQ(difference([](HostLogRun& run) { run.settings[0].second = "5"; }),
              "the setting seed was '4', here it is '5'");
    EXPECT_EQ(difference([](HostLogRun& run) { run.settings.erase(run.settings.begin()); }),
              "the setting seed was '4', here it is not set");
    EXPECT_EQ(difference([](HostLogRun& run) { run.settings.emplace_back("more", "1"); }),
              "the setting more was not set, here it is '1'");
    EXPECT_EQ(difference([](HostLogRun& run) { run.budget.instructions = 0; }),
              "the budget of instructions was 500, here it is the engine's own");
    EXPECT_EQ(difference([](HostLogRun& run) { run.budget.memory = 1; }).substr(0, 20),
              "the budget of memory");
    EXPECT_EQ(difference([](HostLogRun& run) { run.budget.call_depth = 1; }),
              "the budget of nested calls was 7, here it is 1");
    EXPECT_EQ(difference([](HostLogRun& run) { run.snapshot = 0; }),
              "the recorded run continued from a snapshot, this one starts afresh");
    EXPECT_EQ(HostLogRun{}.difference(log.run), ""); // nobody said
}

TEST(HostLogRun, KnowsProgramsByTheirContent) {
    const auto one = toy_program(script);
    const auto other = toy_program("Halt\n");
    RunOptions options;
    options.settings.emplace_back("seed", "3");
    options.budget.memory = 5;
    const HostLogRun run = HostLogRun::of(std::span(&one, 1), options);
    EXPECT_EQ(run.engine, "toy");
    EXPECT_EQ(run.settings, options.settings);
    EXPECT_EQ(run.budget.memory, 5U);
    const auto again = toy_program(script);
    EXPECT_EQ(run.difference(HostLogRun::of(std::span(&again, 1), options)), "");
    EXPECT_NE(run.difference(HostLogRun::of(std::span(&other, 1), options)), "");
}

TEST(Replay, NoticesAnotherOutcomeAndAnotherLength) {
    constexpr std::string_view small = ".event \"tick\", on_tick\nHalt\non_tick:\nPush 2\nAdd\nHalt\n";
    Library game;
    HostLog log;
    {
        RecordingHost recorder(game, log);
        const auto world = toy_world(small, recorder);
        recorder.start(*world);
        static_cast<void>(recorder.send(*world, {"tick", {Value(5)}}));
        static_cast<void>(recorder.call(*world, "tick", std::array{Value(40)}));
        EXPECT_FALSE(recorder.call(*world, "nothing", {}));
        recorder.frame(*world, 0.1F);
    }
    const auto verdict = [](const HostLog& record, std::string_view text) {
        ReplayHost replay(record);
        const auto world = toy_world(text, replay);
        return replay.run(*world) ? std::string("same") : replay.divergence();
    };
    EXPECT_EQ(verdict(log, small), "same");
    EXPECT_EQ(verdict(log, ".event \"tick\", on_tick\nHalt\non_tick:\nPush 3\nAdd\nHalt\n"),
              "the replay diverged at entry 3 of 5 (call of tick): it ended with 43 instead of 42");
    EXPECT_EQ(verdict(log, ".event \"tick\", on_tick\nPush 1\nHalt\non_tick:\nPush 2\nAdd\nHalt\n"),
              "the replay diverged at entry 1 of 5 (start): the world had executed 2 instructions after it "
              "instead of 1");
    HostLog other = log;
    other.entries[1].result = Value("no handler");
    EXPECT_EQ(verdict(other, small), "the replay diverged at entry 2 of 5 (event tick): it ended with "
                                     "\"handled\" instead of \"no handler\"");
    other = log;
    other.entries[3].error = "it was closed";
    EXPECT_NE(verdict(other, small).find("instead of refused (it was closed)"), std::string::npos);
}

TEST(HostLog, BadLinesAreNamed) {
    const auto error = [](std::string_view text) {
        const auto log = HostLog::from_jsonl(text);
        return log ? std::string("read") : format(log.error());
    };
    HostLog empty;
    const std::string whole = empty.to_jsonl();
    const std::string head = whole.substr(0, whole.find('\n') + 1);
    const std::string end = whole.substr(head.size());
    EXPECT_EQ(error(whole), "read");
    EXPECT_EQ(error("\n" + head + "\n" + end + "\n\n"), "read");
    EXPECT_NE(error("").find("the record is empty"), std::string::npos);
    EXPECT_NE(error("\n\n").find("the record is empty"), std::string::npos);
    EXPECT_NE(error(head).find("cut off"), std::string::npos);
    EXPECT_NE(error(end).find("does not begin"), std::string::npos);
    EXPECT_NE(error(head + head + end).find("2"), std::string::npos);
    EXPECT_NE(error(whole + end).find("continues after its end mark"), std::string::npos);
    EXPECT_NE(error(head + "{\"line\":\"frame\",\"input\":1}\n" + end).find("lines are missing"),
              std::string::npos);
    EXPECT_NE(error(head + "{\"line\":\"frame\",\"depth\":1,\"input\":1}\n" + end).find("deeper"),
              std::string::npos);
    EXPECT_NE(error("{\"line\":\"run\",\"format\":2}\n" + end).find("format"), std::string::npos);
    EXPECT_NE(error("{\"line\":\"run\",\"format\":1}\n" + end).find("not a line of a record"),
              std::string::npos);
    EXPECT_NE(error(head + "{\"line\":\"frame\",\"input\":1}\nnot json\n").find("3:"), std::string::npos);
    for (const std::string_view line :
         {"{\"line\":\"dance\",\"input\":1}", "{\"line\":\"frame\"}", "{\"line\":\"frame\",\"input\":-1}",
          "{\"line\":\"frame\",\"input\":1,\"seconds\":\"long\"}",
          "{\"line\":\"frame\",\"input\":1,\"instructions\":1.5}",
          "{\"line\":\"native\",\"kind\":\"function\",\"input\":1,\"depth\":4294967296}",
          "{\"line\":\"native\",\"kind\":\"function\",\"input\":1,\"depth\":-4294967296}",
          "{\"line\":\"native\",\"kind\":\"function\",\"input\":1,\"depth\":\"0\"}",
          "{\"line\":\"native\",\"kind\":\"function\",\"input\":1,\"arguments\":[[]]}", "[1,2]"}) {
        const std::string why = error(head + std::string(line) + "\n" + end);
        EXPECT_NE(why.find("host.log"), std::string::npos) << line;
        EXPECT_EQ(why.find("lines are missing"), std::string::npos) << line << ": it is the line that is bad";
    }
}

TEST(Replay, RepeatsTheCallsAndEventsOfNatives) {
    constexpr std::string_view asks = R"(.native "ask"
.native "tell"
.event "more", more
.event "note", note
        Call "ask", 0
        Call "tell", 0
        Halt
    more:
        Push 1
        Add
        Halt
    note:
        Store 0
        Halt
)";
    Library game("game");
    game.function("ask", [](Call& call) {
        const Value four[] = {Value(4)};
        const Result<Value> result = call.scheduler->call("more", four);
        return result ? result->integer() : -1;
    });
    game.function("tell", [](Call& call) {
        static_cast<void>(call.scheduler->send({"note", {Value(9)}}));
        static_cast<void>(call.scheduler->call("nothing", {}));
    });
    HostLog log;
    RecordingHost recorder(game, log);
    const auto recorded = toy_world(asks, recorder);
    recorder.start(*recorded);
    std::string steps;
    for (const HostLogEntry& entry : log.entries) {
        if (entry.step == LogStep::call) steps += "call ";
        if (entry.step == LogStep::send) steps += "send ";
        steps += entry.name + " ";
    }
    EXPECT_EQ(steps, " ask call more tell send note call nothing ");
    const std::string text = log.to_jsonl();
    for (const bool from_file : {false, true}) {
        const auto back = HostLog::from_jsonl(text);
        ASSERT_TRUE(back.has_value()) << format(back.error());
        const HostLog& used = from_file ? *back : log;
        ReplayHost replay(used);
        const auto world = toy_world(asks, replay);
        EXPECT_TRUE(replay.run(*world)) << replay.divergence();
        EXPECT_EQ(replay.position(), used.entries.size());
        EXPECT_EQ(final_state(*world), final_state(*recorded));
    }
    // A start or a frame is nothing that a native does.
    for (const LogStep step : {LogStep::start, LogStep::frame, LogStep::native}) {
        HostLog wrong = log;
        for (HostLogEntry& entry : wrong.entries)
            if (entry.depth != 0 && entry.name == "more") entry.step = step;
        ReplayHost replay(wrong);
        const auto world = toy_world(asks, replay);
        EXPECT_FALSE(replay.run(*world));
        EXPECT_NE(replay.divergence().find("cannot do here"), std::string::npos) << replay.divergence();
    }
}

TEST(Replay, ANativeIsKnownByItsKindOwnerAndName) {
    HostLog log;
    static_cast<void>(record(5, log));
    const auto refuses = [&](const std::function<void(HostLogEntry&)>& change) {
        HostLog wrong = log;
        for (HostLogEntry& entry : wrong.entries)
            if (entry.step == LogStep::native && entry.name == "dice") change(entry);
        ReplayHost replay(wrong);
        const auto world = toy_world(script, replay);
        return !replay.run(*world) && replay.divergence().find("was called instead") != std::string::npos;
    };
    EXPECT_TRUE(refuses([](HostLogEntry& entry) { entry.kind = NativeKind::method; }));
    EXPECT_TRUE(refuses([](HostLogEntry& entry) { entry.owner = "table"; }));
    EXPECT_TRUE(refuses([](HostLogEntry& entry) { entry.name = "card"; }));
    EXPECT_FALSE(refuses([](HostLogEntry&) {}));
}

} // namespace
} // namespace vellum
