// An embedder's engine as the scheduler it is: watched, interrupted, recorded, replayed.
#include <string>

#include <gtest/gtest.h>

#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"
#include "vellum/skrit.hpp"

namespace vellum {
namespace {

constexpr std::string_view text = R"(int sum$ = 0;
event OnPay$( int n$ )
{
	string said$ = Bank.Name( n$ ) + Bank.Name( "x" );
	Bank.Double( n$ );
	sum$ += n$ + Rain();
	Report.GenericF( "%s %d\n", said$, sum$ );
}
event OnAsk$ { Bank.Ask(); }
int Total$() { return sum$; }
Bad$() { sum$ = 1 / ( sum$ - sum$ ); }
)";

struct Bank {
    explicit Bank(bool works) : works(works) {
        EXPECT_TRUE(host.event("OnPay( int n )"));
        EXPECT_TRUE(host.event("OnAsk()"));
        const auto asked = [this] {
            EXPECT_TRUE(this->works) << "a replay asks nobody";
            return ++calls;
        };
        EXPECT_TRUE(host.function("string Bank.Name( int n )", [asked](std::int32_t n) {
            return String("int " + std::to_string(n + asked()));
        }));
        EXPECT_TRUE(host.function("string Bank.Name( string s )", [asked](std::string_view s) {
            return String(" string " + std::string(s) + std::to_string(asked()));
        }));
        EXPECT_TRUE(
            host.function("void Bank.Double( int& n )", [asked](std::int32_t& n) { n = 2 * n + asked(); }));
        EXPECT_TRUE(host.function("void Bank.Ask()", [asked](Call& call) {
            asked();
            EXPECT_TRUE(call.scheduler->send({"OnPay", {Value(5)}}));
        }));
        rain.function("Rain", [asked] { return asked() * 1000; });
        host.set_fallback(&rain);
        options.open = true;
        options.find = [](std::string_view name, SkritSource& source) {
            source = {std::string(name) + ".skrit", std::string(text)};
            return name == "pay";
        };
    }
    bool works;
    int calls = 0;
    Library rain{"rain"};
    SkritHost host;
    SkritOptions options;
};

TEST(SkritEngineScheduler, IsRecordedAndReplayedWithItsOverloads) {
    HostLog log;
    std::string straight, said;
    std::vector<std::byte> end;
    std::uint64_t instructions = 0;
    {
        Bank bank(true);
        RecordingHost recorder(bank.host.natives(), log);
        bank.options.between = &recorder;
        SkritEngine engine(bank.host, bank.options);
        engine.on_report([&](std::string_view, std::string_view report) { straight += report; });
        const Result<void> added = engine.add("pay");
        ASSERT_TRUE(added) << format(added.error());
        EXPECT_FALSE(engine.add("nothing"));
        ASSERT_EQ(engine.programs().size(), 1U);
        log.run = HostLogRun::of(engine.programs(), {});
        recorder.start(engine.scheduler());
        ASSERT_TRUE(recorder.send(engine.scheduler(), {"OnPay", {Value(20)}}));
        ASSERT_TRUE(recorder.send(engine.scheduler(), {"OnAsk", {}}));
        EXPECT_EQ(recorder.call(engine.scheduler(), "Total$", {})->integer(), 13061);
        recorder.frame(engine.scheduler(), 0.5F);
        end = *engine.scheduler().snapshot();
        instructions = engine.instructions();
    }
    EXPECT_EQ(straight, "int 21 string x2 4043\nint 11 string x7 13061\n");
    const auto read = HostLog::from_jsonl(log.to_jsonl());
    ASSERT_TRUE(read) << format(read.error());
    Bank bank(false);
    ReplayHost replay(*read);
    bank.options.between = &replay;
    SkritEngine engine(bank.host, bank.options);
    engine.on_report([&](std::string_view, std::string_view report) { said += report; });
    ASSERT_TRUE(engine.add("pay"));
    EXPECT_EQ(read->run.difference(HostLogRun::of(engine.programs(), {})), "");
    EXPECT_TRUE(replay.run(engine.scheduler())) << replay.divergence();
    EXPECT_EQ(said, straight);
    EXPECT_EQ(*engine.scheduler().snapshot(), end);
    EXPECT_EQ(engine.instructions(), instructions);
}

TEST(SkritEngineScheduler, IsWatchedBudgetedAndInterrupted) {
    struct Watcher final : Observer {
        [[nodiscard]] bool wants_steps() const override { return true; }
        void step(const Step&) override { ++steps; }
        void native(const NativeStep& step) override { seen += std::string(step.key.name) + " "; }
        void event(const Scheduler&, std::uint32_t, std::string_view name, std::span<const Value>,
                   std::string_view outcome) override {
            seen += std::string(name) + ": " + std::string(outcome) + "\n";
        }
        void fault(const Scheduler&, const Fault& fault) override { seen += fault.message + "\n"; }
        std::string seen;
        std::uint64_t steps = 0;
    } watcher;
    Bank bank(true);
    SkritEngine engine(bank.host, bank.options);
    const auto object = engine.create("pay");
    ASSERT_TRUE(object);
    Scheduler& world = engine.scheduler();
    world.add_observer(watcher);
    const Value values[] = {Value(20)};
    engine.send(*object, "OnPay", values);
    EXPECT_EQ(watcher.seen, "Name Name Double Rain GenericF OnPay: handled\n");
    EXPECT_GT(watcher.steps, 15U);
    watcher.seen.clear();
    Budget budget;
    budget.instructions = 5;
    world.set_budget(budget);
    engine.send(*object, "OnPay", values);
    EXPECT_NE(watcher.seen.find("instruction limit exceeded\n"), std::string::npos) << watcher.seen;
    ASSERT_EQ(world.faults().size(), 1U);
    EXPECT_EQ(world.take_faults().front().frames.front().function, "OnPay$");
    world.interrupt();
    const auto refused = engine.call(*object, "Total$");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code->id, "run.interrupted");
    world.resume();
    EXPECT_TRUE(engine.call(*object, "Total$"));
    engine.release(*object);
    EXPECT_EQ(world.machine_count(), 0U);
}

} // namespace
} // namespace vellum
