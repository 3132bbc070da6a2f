// What stands between scripts and game: the calls of a Game and of a Host by name, events, settings,
// snapshots.
#include "support.hpp"
#include "vellum/host.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ff7::test {
namespace {

TEST(Games, AStartWhileAValueIsAskedForTakesEffectAfterTheInstruction) {
    struct Interrupting final : Game {
        std::int32_t random_byte(World& world) override {
            deliveries.push_back(world.system_event(3));
            return 5;
        }
        std::vector<Delivery> deliveries;
    };
    for (const bool watched : {false, true}) {
        Interrupting game;
        StepCounter watcher;
        WorldRun run(R"(.function system 0
 RESET
 PUSH_SPECIAL_BYTE random_byte
 GOTO_IF_FALSE L_never
 RESET
 PUSH_TEMP_WORD 4
 PUSH_TEMP_WORD 2
 WRITE
L_never:
 RETURN
.function system 3
 RESET
 PUSH_TEMP_WORD 2
 PUSH_CONST 7
 WRITE
 RETURN
)",
                     {}, &game);
        if (watched) run.world->add_observer(watcher);
        run.world->start();
        EXPECT_EQ(game.deliveries, std::vector{Delivery::interrupting});
        EXPECT_TRUE(run.world->faults().empty());
        EXPECT_EQ(run.state().temporary[2], 7);
        EXPECT_EQ(run.state().temporary[4], 7) << "the jump was finished first, what follows it came later";
    }
}

TEST(Games, AChocoboThatRunsAwayTakesNoFunctionsAnyMore) {
    WorldRun run(".function system 0\n RESET\n PUSH_CONST 4\n LOAD_MODEL\n CHOCOBO_RUN\n RETURN\n"
                 ".function model 4 4\n RETURN\n");
    run.world->start();
    EXPECT_TRUE(run.model(4).scripts_off);
    EXPECT_EQ(run.world->model_event(4, 4), Delivery::scripts_off);
}

struct Terrain final : Game {
    bool has_terrain() override { return true; }
    Ground terrain_info(World&, std::int32_t x, std::int32_t, std::int32_t) override {
        return {1, x > 100 ? 7 : 0, 12};
    }
    bool has_touch() override { return true; }
    std::int32_t touching(World&, std::int32_t model) override { return model == 0 ? 4 : -1; }
    void command(World&, Command command, std::span<const std::int32_t> arguments) override {
        if (command == Command::start_battle) battle = arguments[0];
        if (command == Command::model_moved) ++moved;
    }
    int battle = 0, moved = 0;
};

TEST(Games, MeshAndTouchRulesFollowTheGame) {
    Terrain game;
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
    RESET
    PUSH_CONST 0
    LOAD_MODEL
    SET_PLAYER
    RETURN
.function model 4 3
    RESET
    PUSH_CONST 44
    BATTLE
    RETURN
.function mesh 0,0,4
    RESET
    PUSH_CONST 2
    SET_CAM_LOCK
    RETURN
)",
                 {}, &game);
    run.world->start();
    run.frames(2);
    EXPECT_EQ(game.battle, 44);
    EXPECT_EQ(run.state().camera.mode, 0);
    EXPECT_EQ(run.model(0).position.y, 12);
    run.model(0).position.x = 200;
    run.frames(1);
    EXPECT_EQ(run.state().last_trigger, 7);
    run.frames(1);
    EXPECT_EQ(run.state().camera.mode, 2);
    EXPECT_GT(game.moved, 0);
}

TEST(Hosts, NativesAnswerByNameAndAFailureEndsTheFunction) {
    Library library("game");
    int opened = 0;
    library.function("window_message", [&](std::int32_t text) { return ++opened, text == 5; });
    library.function("entry_field", [] { return std::int32_t{33}; });
    library.function("start_battle", [](Call& call, std::int32_t) { call.fail("no battles today"); });
    const ProgramPtr program = assemble(R"(    RETURN
.function system 0
    RESET
    PUSH_CONST 5
    SET_MESSAGE
    RESET
    PUSH_TEMP_BYTE 0
    PUSH_SPECIAL_BYTE entry_field
    WRITE
    RESET
    PUSH_CONST 1
    BATTLE
    RETURN
.function system 2
    RETURN
)");
    Diagnostics diagnostics;
    const ProgramPtr programs[] = {program};
    auto scheduler = engine().runtime().instantiate(programs, library, {}, diagnostics);
    ASSERT_TRUE(scheduler.has_value());
    (*scheduler)->start();
    World* world = as_world(**scheduler);
    ASSERT_NE(world, nullptr);
    EXPECT_EQ(opened, 1);
    EXPECT_TRUE(world->state().window.open);
    EXPECT_EQ(world->state().temporary[0], 33);
    ASSERT_EQ(world->faults().size(), 1U);
    EXPECT_EQ(world->faults()[0].message, "no battles today");
}

TEST(Hosts, EveryNativeIsDescribed) {
    int count = 0;
    ASSERT_NE(engine().runtime().known_natives(), nullptr);
    engine().runtime().known_natives()->each_signature([&](const Signature& signature) {
        ++count;
        EXPECT_FALSE(signature.documentation.empty()) << signature.name;
    });
    EXPECT_EQ(count, 22 + static_cast<int>(command_count));
}

TEST(Snapshots, GoOnAsIfNothingHappenedAndRefuseDamage) {
    const std::string text = read_text("samples/ff7/island.vasm");
    const ProgramPtr program = assemble(text);
    Game game;
    RunOptions options;
    options.settings = {{"plan", R"([[3, "mesh", 12, 7, 0], [12, "mesh", 12, 8, 3], [29, "model", 6, 4]])"}};
    Diagnostics diagnostics;
    auto straight = make_world(program, game, options, diagnostics);
    ASSERT_TRUE(straight.has_value());
    (*straight)->start();
    std::vector<std::vector<std::byte>> states;
    for (int i = 0; i < 40; ++i) {
        states.push_back(*(*straight)->snapshot());
        (*straight)->frame(0);
    }
    const auto end = *(*straight)->snapshot();
    for (std::size_t i = 0; i < states.size(); i += 7) {
        auto other = make_world(program, game, options, diagnostics);
        ASSERT_TRUE((*other)->restore(states[i]).has_value());
        for (std::size_t k = i; k < 40; ++k) (*other)->frame(0);
        EXPECT_EQ(*(*other)->snapshot(), end) << "from frame " << i;
    }
    auto damaged = states[5];
    for (std::size_t at = 0; at < damaged.size(); at += 13) {
        damaged[at] ^= std::byte{0x55};
        auto other = make_world(program, game, options, diagnostics);
        EXPECT_FALSE((*other)->restore(damaged).has_value()) << at;
        damaged[at] ^= std::byte{0x55};
    }
    damaged.resize(damaged.size() / 2);
    EXPECT_FALSE((*straight)->restore(damaged).has_value());
}

TEST(Events, MakeSenseOrAreRefused) {
    WorldRun run(".function system 0\n RETURN\n.function system 7\n RETURN\n");
    run.world->start();
    EXPECT_EQ(*run.world->send({"system 7", {}}), "started");
    EXPECT_EQ(*run.world->send({"system midgar-zolom", {}}), "started, interrupting");
    EXPECT_EQ(*run.world->send({"mesh", {Value(21), Value(10), Value(3)}}), "no such function: ignored");
    EXPECT_EQ(*run.world->send({"model tiny-bronco action", {}}), "no such model on the map");
    for (const char* bad : {"", "dance", "system", "system 300", "model 3", "model Sephiroth action",
                            "mesh 36,0,1", "mesh 1,2", "system 7 8", "script 3 9", "leave now"})
        EXPECT_FALSE(run.world->send({bad, {}}).has_value()) << bad;
}

TEST(Settings, AreCheckedOneByOne) {
    const ProgramPtr program = assemble("    RETURN\n");
    Game game;
    Diagnostics diagnostics;
    auto accepts = [&](const char* name, const std::string& value) {
        RunOptions options;
        options.settings = {{name, value}};
        return make_world(program, game, options, diagnostics).has_value();
    };
    EXPECT_TRUE(accepts("stack", "16"));
    EXPECT_FALSE(accepts("stack", "17"));
    EXPECT_FALSE(accepts("stack", "0"));
    EXPECT_FALSE(accepts("entry_field", "many"));
    EXPECT_TRUE(accepts("save", "ba4=1, 10f3=0xff"));
    EXPECT_FALSE(accepts("save", "ba3=1"));
    EXPECT_FALSE(accepts("save", "ba4"));
    EXPECT_TRUE(accepts("save_block", std::string(save_slot_size, '\1')));
    EXPECT_FALSE(accepts("save_block", "short"));
    EXPECT_FALSE(accepts("plan", "{}"));
    EXPECT_FALSE(accepts("plan", "[[1, \"system\"]]"));
    EXPECT_FALSE(accepts("plan", "[[1, 2, 3]]"));
    EXPECT_FALSE(accepts("plan", "not json"));
    EXPECT_FALSE(accepts("colour", "red"));
}

} // namespace
} // namespace vellum::ff7::test
