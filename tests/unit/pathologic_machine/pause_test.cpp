// A pause anywhere in an event or a frame of several runs: what a snapshot taken there is restored to goes on
// as if there had been no pause.
#include <gtest/gtest.h>

#include "engines/pathologic/machine/operations.hpp"
#include "support/pathologic_driver.hpp"

namespace vellum::test {
namespace {

constexpr std::string_view program_text = R"(.numbering hd
.run Main, start
.task Main, 0, int
.global_event 7, tell, int, string
start:
    PushF   0.0
    Func    sync/1, S[1]
    Func    log/1, S[1]
    Pop     1
    PushI   0
again:
    PushI   1
    Add2    S[2], S[1], S[2], 1
    Func    log/1, S[1]
    PushI   12
    LT      S[2], S[1], 1
    JumpB   S[1], again, true, 1
    Pop     1
    Jump    start
tell:
    PushI   3
    Add2    S[3], S[1], S[3], 1
    Func    log/2, S[2], S[1]
    Return  0
)";

struct Paused {
    explicit Paused(std::uint64_t budget) : budget_(budget) {
        host_.variadic("log", [this](Call& call) {
            for (std::size_t i = 0; i < call.size(); ++i) {
                pathologic::append_text(told, call[i], pathologic::known_natives());
                told += i + 1 == call.size() ? '\n' : ' ';
            }
        });
        chain_.push_back(host_);
        chain_.push_back(pathologic::known_natives());
        program_ = assemble_pathologic(program_text);
        fresh();
        world->start();
    }
    void fresh() {
        pathologic::WorldOptions options;
        options.budget.instructions = budget_;
        world = pathologic::make_world(chain_, options);
        for (const char* const name : {"one", "two", "three"})
            EXPECT_TRUE(world->add(program_, name).has_value());
    }
    /// If the world is paused, another takes over.
    void move() {
        if (!world->paused()) return;
        moved = true;
        const auto bytes = world->snapshot();
        ASSERT_TRUE(bytes.has_value());
        fresh();
        const auto restored = world->restore(*bytes);
        ASSERT_TRUE(restored.has_value()) << restored.error().message;
        EXPECT_TRUE(world->paused());
        EXPECT_EQ(*world->snapshot(), *bytes);
    }
    std::unique_ptr<pathologic::World> world;
    std::string told;
    bool moved = false;

  private:
    std::uint64_t budget_;
    Library host_{"own"};
    HostChain chain_;
    ProgramPtr program_;
};

/// What three runs tell in two frames with an event between, paused after so many instructions of the event
/// (`in_event`) or of the frame behind it; 0: not at all.
std::string told_by(std::uint64_t stop, bool in_event, std::uint64_t budget, bool& moved) {
    Paused run(budget);
    run.world->frame(0.25F);
    if (stop != 0 && in_event) run.world->pause_after(stop);
    const Value values[] = {Value(39), Value("text")};
    EXPECT_TRUE(run.world->send({"7", {values[0], values[1]}}).has_value());
    run.move();
    if (in_event && run.moved) {
        run.world->resume();
        EXPECT_FALSE(run.world->paused());
    }
    if (stop != 0 && !in_event) run.world->pause_after(stop);
    run.world->frame(0.5F);
    if (!in_event) run.move();
    run.world->frame(0.75F);
    moved = run.moved;
    for (const Fault& fault : run.world->take_faults()) run.told += format(fault);
    return run.told + std::to_string(run.world->instructions());
}

TEST(PathologicPauses, in_an_event_or_a_frame_survive_a_snapshot) {
    for (const std::uint64_t budget : {10'000, 40}) {
        bool moved = false;
        const std::string straight = told_by(0, true, budget, moved);
        EXPECT_NE(straight.find("42 text"), std::string::npos) << straight;
        for (const bool in_event : {true, false}) {
            std::uint64_t moves = 0;
            for (std::uint64_t stop = 1; stop < 120; ++stop) {
                EXPECT_EQ(told_by(stop, in_event, budget, moved), straight) << stop << " " << in_event;
                if (moved) ++moves;
            }
            EXPECT_GE(moves, in_event ? 10U : 100U);
        }
    }
}

} // namespace
} // namespace vellum::test
