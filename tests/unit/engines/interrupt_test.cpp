// Interruptions from another thread, for every engine: what runs ends, nothing runs until `resume`, and
// nothing else than the interruption is told.
#include <atomic>
#include <chrono>
#include <thread>

#include "unit/engines/support.hpp"

namespace vellum::test {
namespace {

RunOptions boundless() {
    RunOptions options;
    options.budget.instructions = std::uint64_t{1} << 62U;
    return options;
}

/// Interrupts the world a moment after `go` was set.
class Interrupter {
  public:
    explicit Interrupter(Scheduler& world)
        : thread_([this, &world] {
              while (!go.load()) std::this_thread::yield();
              std::this_thread::sleep_for(std::chrono::milliseconds(20));
              world.interrupt();
          }) {}
    ~Interrupter() {
        go = true;
        thread_.join();
    }
    Interrupter(const Interrupter&) = delete;
    Interrupter& operator=(const Interrupter&) = delete;

    std::atomic<bool> go = false;

  private:
    std::thread thread_;
};

void expect_only_interruptions(Scheduler& world) {
    for (const Fault& fault : world.take_faults())
        EXPECT_EQ(fault.code->id, codes::run_interrupted.id) << format(fault);
}

class Interrupted : public testing::TestWithParam<Subject> {};

TEST_P(Interrupted, EndlessScriptsEnd) {
    ProbeHost host(GetParam().native, [](Call&) {});
    const auto world = world_of(GetParam(), GetParam().endless, host, boundless());
    ASSERT_NE(world, nullptr);
    {
        Interrupter interrupter(*world);
        interrupter.go = true;
        world->start();
        while (!world->interrupted()) world->frame(0.1F);
    }
    expect_only_interruptions(*world);
    const std::uint64_t executed = world->instructions();
    EXPECT_GT(executed, 0U);
    for (int i = 0; i < 3; ++i) world->frame(0.1F);
    EXPECT_EQ(world->instructions(), executed) << "nothing runs before resume";
    EXPECT_TRUE(world->snapshot().has_value());
    world->resume();
    {
        Interrupter interrupter(*world);
        interrupter.go = true;
        while (!world->interrupted()) world->frame(0.1F);
    }
    expect_only_interruptions(*world);
}

TEST_P(Interrupted, NativesThatAskEnd) {
    const Subject& subject = GetParam();
    std::atomic<bool>* running = nullptr;
    int calls = 0;
    ProbeHost host(subject.native, [&](Call& call) {
        ++calls;
        if (running != nullptr) *running = true;
        while (!call.interrupted()) std::this_thread::yield();
    });
    const auto world = world_of(subject, subject.text, host, boundless());
    ASSERT_NE(world, nullptr);
    {
        Interrupter interrupter(*world);
        running = &interrupter.go;
        world->start();
        for (int i = 0; i < 3; ++i) world->frame(0.1F);
        running = nullptr;
    }
    EXPECT_EQ(calls, 1);
    expect_only_interruptions(*world);
    if (!subject.function.empty()) {
        const auto result = world->call(subject.function, {});
        EXPECT_FALSE(result.has_value()) << "a call cannot go on later";
        EXPECT_EQ(calls, 1);
        expect_only_interruptions(*world);
    }
    world->resume();
    EXPECT_FALSE(world->interrupted());
}

INSTANTIATE_TEST_SUITE_P(Engines, Interrupted, testing::ValuesIn(subjects),
                         [](const auto& instance) { return std::string(instance.param.engine); });

} // namespace
} // namespace vellum::test
