// Rules of a running world that one number decides: who is touched, in which order a plan is done, how much
// of an order a host is told.
#include "engines/ff7/machine/geometry.hpp"
#include "engines/ff7/world/host_game.hpp"
#include "engines/ff7/world/world.hpp"
#include "support.hpp"
#include "support/settings.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ff7::test {
namespace {

struct Touching final : Game {
    bool has_touch() override { return true; }
    std::int32_t touching(World&, std::int32_t model) override { return model == 5 ? touched : -1; }
    bool confirm_held(World&) override { return held; }
    void command(World&, Command command, std::span<const std::int32_t> arguments) override {
        if (command == Command::sfx) sounds.push_back(arguments[0]);
    }
    std::int32_t touched = -1;
    bool held = false;
    std::vector<std::int32_t> sounds;
};

TEST(Touch, CallsTheTouchedModelTheFirstToo) {
    std::string text = ".function system 0\n";
    for (const char* const model : {"0", "5", "7"})
        text += std::string(" RESET\n PUSH_CONST ") + model + "\n LOAD_MODEL\n";
    text += " RETURN\n";
    for (const char* const function : {"0 3", "0 4", "7 3", "7 4"}) {
        const std::string sound = std::string(1, function[0]) + std::string(1, function[2]);
        text += std::string(".function model ") + function + "\n RESET\n PUSH_CONST " + sound +
                "\n PLAY_SFX\n RETURN\n";
    }
    for (const auto& [touched, held, sound] :
         {std::tuple(0, false, 3), std::tuple(0, true, 4), std::tuple(7, false, 73), std::tuple(7, true, 74),
          std::tuple(-1, false, -1), std::tuple(6, true, -1), std::tuple(5, true, -1)}) {
        Touching game;
        WorldRun run(text, {}, &game);
        run.world->start();
        run.frames(1);
        EXPECT_TRUE(game.sounds.empty());
        game.touched = touched;
        game.held = held;
        run.frames(2);
        const EntityId found = run.state().find(touched < 0 ? 99U : static_cast<std::uint32_t>(touched));
        EXPECT_EQ(run.model(5).touched, found) << touched;
        if (sound < 0)
            EXPECT_TRUE(game.sounds.empty()) << touched;
        else
            EXPECT_EQ(game.sounds.at(0), sound) << touched;
    }
}

/// What still turns is still to come, also when no script runs.
TEST(Rest, ComesWhenTheCameraAndTheModelsStandStill) {
    const std::string enter =
        ".function system 0\n RESET\n PUSH_CONST 0\n LOAD_MODEL\n SET_PLAYER\n RESET\n ";
    const struct {
        const char* what;
        std::string text;
        std::int64_t least, most; ///< Frames.
    } runs[] = {
        {"nothing turns", enter + "RETURN\n", 0, 0},
        {"the camera turns", enter + "PUSH_CONST 64\n TURN_CAM\n RETURN\n", 20, 200},
        {"the view is another", enter + "PUSH_CONST 2\n SET_MAP_OPTIONS\n RETURN\n", 10, 100},
        {"the model turns", enter + "PUSH_CONST 128\n SET_DIR\n RETURN\n", 10, 60},
        {"it turns for ever", enter + "PUSH_CONST 9\n SET_CAM_SPEED\n RETURN\n", 300, 300},
    };
    for (const auto& one : runs) {
        WorldRun run(one.text);
        run.world->start();
        std::int64_t frames = 0;
        for (; frames < 300 && !run.world->finished(); ++frames) run.frames(1);
        EXPECT_GE(frames, one.least) << one.what;
        EXPECT_LE(frames, one.most) << one.what;
        const Camera before = run.state().camera;
        const std::int16_t shown = run.model(0).shown_facing;
        if (one.most == 300) continue;
        run.frames(3);
        EXPECT_EQ(run.state().camera, before) << one.what;
        EXPECT_EQ(run.model(0).shown_facing, shown) << one.what;
    }
}

TEST(Events, HaveAsManyWordsAndAsLargeNumbersAsTheirKind) {
    using Kind = GameEvent::Kind;
    struct {
        const char* text;
        Kind kind;
        unsigned model, mesh_x, mesh_z, number;
    } const known[] = {
        {"leave", Kind::leave, 0, 0, 0, 0},
        {"System 255", Kind::system, 0, 0, 0, 255},
        {"system midgar-zolom", Kind::system, 0, 0, 0, 7},
        {"model 63 0xff", Kind::model, 63, 0, 0, 255},
        {"model tiny-bronco ACTION", Kind::model, 5, 0, 0, 4},
        {"model diamond_weapon touch", Kind::model, 10, 0, 0, 3},
        {"system zolom", Kind::system, 0, 0, 0, 7},
        {"mesh 35,27,15", Kind::mesh, 0, 35, 27, 15},
        {"mesh\t0 , 1, 2", Kind::mesh, 0, 0, 1, 2},
        {"script 63 7", Kind::script, 63, 0, 0, 7},
        {"trigger 3 0", Kind::script, 3, 0, 0, 0},
    };
    for (const auto& each : known) {
        const auto event = parse_event({each.text, {}});
        ASSERT_TRUE(event.has_value()) << each.text << ": " << event.error().message;
        EXPECT_EQ(event->kind, each.kind) << each.text;
        EXPECT_EQ(event->model, each.model) << each.text;
        EXPECT_EQ(event->mesh_x, each.mesh_x) << each.text;
        EXPECT_EQ(event->mesh_z, each.mesh_z) << each.text;
        EXPECT_EQ(event->number, each.number) << each.text;
    }
    for (const char* const text : {"",
                                   " ",
                                   "leave 1",
                                   "system",
                                   "system 1 2",
                                   "system 256",
                                   "system -1",
                                   "system 1x",
                                   "system 0x",
                                   "model 1",
                                   "model 1 2 3",
                                   "model 64 1",
                                   "model 1 256",
                                   "model 5 nobody",
                                   "mesh 1 2",
                                   "mesh 1 2 3 4",
                                   "mesh 36 0 0",
                                   "mesh 0 28 0",
                                   "mesh 0 0 16",
                                   "script 5",
                                   "script 1 2 3",
                                   "script 64 1",
                                   "script 5 8",
                                   "trigger 5 8"}) {
        const auto event = parse_event({text, {}});
        ASSERT_FALSE(event.has_value()) << text;
        EXPECT_EQ(event.error().code->id, "engine.event") << text;
    }
}

TEST(Plans, AreDoneByFrameAndThenAsTheyStand) {
    const auto plan = parse_plan(R"([[9, "system", 1], [2, "system", 2], [0, "system", 3], [2, "model", 4, 5],
        [40, "system", 6], [1, "mesh", 1, 2, 3], [0, "system", 7], [2, "system", 8], [9, "system", 9]])");
    ASSERT_TRUE(plan.has_value());
    std::string order;
    for (const auto& [frame, event] : *plan)
        order += std::to_string(frame) + "/" + std::to_string(event.number) + " ";
    EXPECT_EQ(order, "0/3 0/7 1/3 2/2 2/5 2/8 9/1 9/9 40/6 ");
}

TEST(Plans, SayWhatIsWrongWithAnEvent) {
    const auto refused = [](const std::string& event) {
        const auto plan = parse_plan("[[1, \"system\", 2], " + event + "]");
        return plan ? std::string() : plan.error().message;
    };
    const std::string start = "event 1 of the plan: ";
    EXPECT_EQ(refused("[0, \"system\", 1]"), "");
    EXPECT_EQ(refused("[2147483646, \"system\", 1]"), "");
    for (const char* const event : {"7", "[]", "[1]"})
        EXPECT_EQ(refused(event), start + "it is not a list of a frame, a kind and numbers") << event;
    for (const char* const event :
         {"[1, 2, 3]", "[1, null, 3]", "[\"1\", \"system\", 1]", "[-1, \"system\", 1]",
          "[1.5, \"system\", 1]", "[2147483647, \"system\", 1]"})
        EXPECT_EQ(refused(event), start + "the frame is a number and the kind a text") << event;
    for (const char* const event :
         {"[1, \"system\", \"1\"]", "[1, \"height\", 1.5]", "[1, \"height\", 2147483648]"})
        EXPECT_EQ(refused(event), start + "expected a number") << event;
    EXPECT_EQ(refused("[1, \"system\", 256]"), start + "there is no system function '256'");
    EXPECT_EQ(refused("[1, \"model\", 1, -1]"), start + "there is no model function '-1'");
    EXPECT_EQ(refused("[1, \"leave\"]"), "");
    EXPECT_EQ(refused("[1, \"terrain\", 13, 3, 7, -500]"), "");
    EXPECT_EQ(refused("[1, \"terrain\", 13, 3, 8, 0]"), start + "'8' is not a number for 'terrain'");
    EXPECT_EQ(refused("[1, \"leave\", 0]"), start + "'leave' is not an event of the world map");
}

TEST(Plans, GoOnInARestoredWorld) {
    const char* const text = ".function system 0\n RETURN\n.function system 5\n RESET\n PUSH_TEMP_BYTE 0\n"
                             " PUSH_TEMP_BYTE 0\n PUSH_CONST 1\n ADD\n WRITE\n RETURN\n";
    const std::vector<std::pair<std::string, std::string>> plan = {
        {"plan",
         R"([[0, "system", 5], [2, "system", 5], [4, "system", 5], [4, "system", 9], [5, "system", 5]])"}};
    WorldRun from(text, plan), to(text, plan);
    from.world->start();
    EXPECT_EQ(from.state().temporary[0], 1);
    from.frames(2);
    EXPECT_EQ(from.state().temporary[0], 2);
    const auto bytes = from.world->snapshot();
    ASSERT_TRUE(bytes.has_value());
    ASSERT_TRUE(to.world->restore(*bytes).has_value());
    for (WorldRun* const run : {&from, &to}) {
        run->frames(2);
        EXPECT_EQ(run->state().temporary[0], 3);
        EXPECT_FALSE(run->world->finished());
        run->frames(1);
        EXPECT_EQ(run->state().temporary[0], 4);
        EXPECT_TRUE(run->world->finished());
        run->frames(2);
        EXPECT_EQ(run->state().temporary[0], 4);
    }
}

TEST(Geometry, PlacesAreInsideOfTheWorldOnceWrapped) {
    const auto wrapped = [](std::int32_t x, std::int32_t z) {
        Position position{x, 7, z};
        wrap_into_world(position);
        EXPECT_EQ(position.y, 7);
        return std::pair(position.x, position.z);
    };
    EXPECT_EQ(wrapped(0, 0), std::pair(0, 0));
    EXPECT_EQ(wrapped(world_width - 1, world_depth - 1), std::pair(world_width - 1, world_depth - 1));
    EXPECT_EQ(wrapped(world_width, world_depth), std::pair(0, 0));
    EXPECT_EQ(wrapped(-1, -1), std::pair(world_width - 1, world_depth - 1));
    EXPECT_EQ(wrapped(-world_width, -world_depth), std::pair(0, 0));
    EXPECT_EQ(wrapped(3 * world_width + 5, -3 * world_depth - 5), std::pair(5, world_depth - 5));
}

TEST(Orders, OfMoreNumbersThanAnyHasAreCutOff) {
    WorldRun run("");
    Library game("game");
    std::size_t size = 0;
    std::int32_t last = 0;
    game.variadic(to_string(Command::point_light), [&](Call& call) {
        size = call.size();
        last = call[call.size() - 1].integer();
    });
    HostGame host(game);
    const std::int32_t numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    for (const std::size_t count : {std::size_t{1}, std::size_t{5}, std::size_t{6}}) {
        host.command(*run.world, Command::point_light, std::span(numbers).first(count));
        EXPECT_EQ(size, count);
        EXPECT_EQ(last, numbers[count - 1]);
    }
    for (const std::size_t count : {std::size_t{7}, std::size_t{10}}) {
        host.command(*run.world, Command::point_light, std::span(numbers).first(count));
        EXPECT_EQ(size, 6U);
        EXPECT_EQ(last, 6);
    }
}

TEST(Lists, ThatAGameTiedIntoALoopAreWalkedOnce) {
    // A game may write anything into the state.
    const auto tied = [] {
        auto run =
            std::make_unique<WorldRun>(".function system 0\n RESET\n PUSH_CONST 5\n LOAD_MODEL\n RESET\n"
                                       " PUSH_CONST 7\n LOAD_MODEL\n RETURN\n.function model 5 0\n RETURN\n",
                                       std::vector<std::pair<std::string, std::string>>{{"map", "1"}});
        run->world->start();
        run->frames(1);
        const EntityId first = run->state().find(5), second = run->state().find(7);
        run->state().entity(first).next = second;
        run->state().entity(second).next = first;
        run->model(5).changed = run->model(7).changed = true;
        return run;
    };
    const auto run = tied();
    EXPECT_EQ(run->state().find(9), no_entity);
    const auto picture = run->program->picture(run->world.get());
    ASSERT_TRUE(picture.has_value());
    std::size_t circles = 0;
    for (std::size_t at = 0; (at = picture->find("<circle r=\"5\"", at)) != std::string::npos; ++at)
        ++circles;
    EXPECT_EQ(circles, entity_count);
    run->frames(2);
    static_cast<void>(run->world->send({"leave battle", {}}));
    EXPECT_LE(run->world->instructions(), 1000U);
}

TEST(Lists, EndBeforeTheSlotThatStandsForNobody) {
    WorldRun run(
        ".function system 0\n RESET\n PUSH_CONST 5\n LOAD_MODEL\n RETURN\n.function system 1\n RETURN\n"
        ".function model 0 1\n RETURN\n.function model 5 1\n RETURN\n",
        {{"map", "1"}});
    run.world->start();
    run.state().entities[no_entity].position = {9, 9, 9};
    ASSERT_TRUE(run.world->send({"leave", {}}).has_value());
    run.frames(1);
    EXPECT_EQ(run.state().entities[no_entity].ip, 0U) << "nobody has no exit";
    EXPECT_EQ(run.state().entities[no_entity].previous.x, 0) << "and does not move";
    const auto told = run.world->state_json();
    ASSERT_TRUE(told.has_value());
    EXPECT_NE(told->find("Tiny Bronco"), std::string::npos);
    EXPECT_EQ(told->find("Cloud"), std::string::npos);
}

TEST(Charges, OfWhatIsAskedBetweenTurnsAreNobodys) {
    Library game("game");
    int sounds = 0;
    game.variadic("frame", [](Call& call) { call.charge(std::uint64_t{1} << 40U); });
    game.variadic(to_string(Command::sfx), [&](Call&) { ++sounds; });
    const ProgramPtr program =
        assemble("    RETURN\n.function system 0\n RETURN\n.function system 2\n RESET\n"
                 " PUSH_CONST 1\n PLAY_SFX\n RETURN\n");
    Diagnostics diagnostics;
    const auto world = engine().runtime().instantiate(std::span(&program, 1), game, {}, diagnostics);
    ASSERT_TRUE(world.has_value());
    (*world)->start();
    for (int frame = 0; frame < 3; ++frame) (*world)->frame(0.1F);
    EXPECT_TRUE((*world)->faults().empty()) << format((*world)->faults().front());
    EXPECT_EQ(sounds, 3);
}

TEST(Files, MayEndWithTheirTable) {
    for (const auto& [layout, size] : {std::pair("256", 1024), std::pair("128", 512)})
        for (const int more : {-1, 0, 1, 2}) {
            Diagnostics diagnostics;
            const auto program = engine().format().load(
                bytes_of(std::string(static_cast<std::size_t>(size + more), '\0')),
                {"table.ev", vellum::test::settings_from(engine(), layout)}, diagnostics);
            EXPECT_EQ(program.has_value(), more >= 0) << layout << " " << more;
            if (program) EXPECT_EQ(script_of(*program).words.size(), static_cast<std::size_t>(more / 2));
        }
}

} // namespace
} // namespace vellum::ff7::test
