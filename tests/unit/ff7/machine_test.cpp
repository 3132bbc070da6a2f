// Execution rule by rule, on scripts written here: values and stack, quirks, calls and priorities, waiting,
// leaving, faults, budgets and entities.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "support.hpp"

namespace vellum::ff7::test {
namespace {

TEST(Values, SpecialsFollowTheActiveEntity) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 5
    LOAD_MODEL
    RESET
    PUSH_CONST 3
    PUSH_CONST 4
    SET_MESH_POS
    RESET
    PUSH_CONST 77
    PUSH_CONST 99
    SET_LOCAL_POS
    RESET
    PUSH_TEMP_BYTE 0
    PUSH_SPECIAL_BYTE mesh_x
    WRITE
    RESET
    PUSH_TEMP_BYTE 1
    PUSH_SPECIAL_BYTE local_z
    WRITE
    RESET
    PUSH_TEMP_BYTE 2
    PUSH_SPECIAL_BYTE active_model
    WRITE
    RESET
    PUSH_TEMP_BYTE 3
    PUSH_SPECIAL_BYTE player_model
    WRITE
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.state().temporary[0], 3);
    EXPECT_EQ(run.state().temporary[1], 99);
    EXPECT_EQ(run.state().temporary[2], 5);
    EXPECT_EQ(run.state().temporary[3], 0);
}

TEST(Stack, IsSharedByAllContexts) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 0
    LOAD_MODEL
    PUSH_CONST 6
    RETURN
.function model 0 0
    SET_CAM_LOCK
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.state().camera.mode, 6) << "the model takes what the system left";
}

TEST(Contexts, NewestFirstAndSameFrameWhenTheSystemLoads) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
    RESET
    PUSH_CONST 5
    LOAD_MODEL
    RETURN
.function model 4 0
.function model 5 0
    RESET
    PUSH_TEMP_BYTE 0
    PUSH_TEMP_BYTE 0
    PUSH_CONST 10
    MUL
    PUSH_SPECIAL_BYTE active_model
    ADD
    WRITE
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.state().temporary[0], 54);
}

TEST(Contexts, ALoadByAnEntityRunsInTheNextFrame) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
    RETURN
.function model 4 0
    RESET
    PUSH_CONST 5
    LOAD_MODEL
    RETURN
.function model 5 0
    RESET
    PUSH_CONST 1
    SET_CAM_LOCK
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.state().camera.mode, 0);
    run.frames(1);
    EXPECT_EQ(run.state().camera.mode, 1);
}

TEST(Contexts, TickFollowsEveryEndAndNeedsNoRegistration) {
    WorldRun run(R"(.function system 0
    RETURN
.function system 2
    RESET
    PUSH_TEMP_BYTE 0
    PUSH_TEMP_BYTE 0
    PUSH_CONST 1
    ADD
    WRITE
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.state().temporary[0], 0);
    run.frames(5);
    EXPECT_EQ(run.state().temporary[0], 5);
}

TEST(Contexts, PrioritiesDecideAndInterruptedFunctionsGoOn) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
    RETURN
.function model 4 3
    RESET
    PUSH_CONST 10
    WAIT_FRAMES
    WAIT
    RESET
    PUSH_CONST 3
    SET_CAM_LOCK
    RETURN
.function model 4 4
    RESET
    PUSH_CONST 4
    SET_CAM_LOCK
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.world->model_event(4, 3), Delivery::started);
    EXPECT_EQ(run.world->model_event(4, 3), Delivery::lost) << "same priority below 3";
    run.frames(2);
    EXPECT_EQ(run.world->model_event(4, 9), Delivery::missing);
    EXPECT_EQ(run.model(4).priority, 1) << "a missing function changes nothing";
    EXPECT_EQ(run.world->model_event(4, 4), Delivery::interrupting);
    EXPECT_EQ(run.model(4).frame_count, 1);
    run.frames(1);
    EXPECT_EQ(run.state().camera.mode, 4);
    EXPECT_EQ(run.model(4).frame_count, 0);
    run.frames(8);
    EXPECT_EQ(run.state().camera.mode, 3);
    EXPECT_EQ(run.world->model_event(9, 3), Delivery::no_model);
    EXPECT_EQ(run.world->mesh_event(36, 0, 0), Delivery::missing);
}

TEST(Contexts, CallsSuspendAndRunOnTheirEntity) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
    RESET
    PUSH_CONST 4
    CALL 20
    RESET
    PUSH_CONST 2
    SET_CAM_LOCK
    RETURN
.function model 4 20
    RESET
    PUSH_TEMP_BYTE 0
    PUSH_SPECIAL_BYTE active_model
    WRITE
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.state().temporary[0], 4);
    EXPECT_EQ(run.state().camera.mode, 0);
    EXPECT_EQ(run.state().entity(system_entity).called, 4);
    run.frames(1);
    EXPECT_EQ(run.state().camera.mode, 2);
}

TEST(Contexts, CallOfAnAbsentModelRunsOnTheActiveEntity) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
    RESET
    PUSH_CONST 9
    CALL 3
    RETURN
.function model 9 3
    RESET
    PUSH_TEMP_BYTE 0
    PUSH_SPECIAL_BYTE active_model
    WRITE
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.state().temporary[0], 4);
    EXPECT_EQ(run.world->warnings().all().at(0).code->id, "ff7.not-loaded");
}

TEST(Waiting, MovesOneStepAFrameAndCompletesOncePerTurn) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
    RESET
    PUSH_CONST 64
    SET_DIR
    RESET
    PUSH_CONST 10
    SET_SPEED
    RESET
    PUSH_CONST 3
    CALL 3
    RETURN
.function model 4 3
    RESET
    PUSH_CONST 2
    SET_VERT_SPEED2
    RESET
    PUSH_CONST 3
    WAIT_FRAMES
    WAIT
    RESET
    PUSH_CONST 5
    SET_CAM_LOCK
    RETURN
)");
    run.world->start();
    run.world->model_event(4, 3);
    run.frames(2);
    EXPECT_EQ(run.model(4).position.x, 20);
    EXPECT_EQ(run.model(4).position.y, 4);
    EXPECT_EQ(run.state().camera.mode, 0);
    run.frames(1);
    EXPECT_EQ(run.model(4).position.x, 30);
    EXPECT_EQ(run.state().camera.mode, 5);
    run.frames(5);
    EXPECT_EQ(run.model(4).position.x, 30) << "nothing moves by itself";
}

TEST(Waiting, StepsWrapAroundTheWorld) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
    RESET
    PUSH_CONST 192
    SET_DIR
    RESET
    PUSH_CONST 1
    SET_WALK_SPEED
    RESET
    PUSH_CONST 1
    WAIT_FRAMES
    WAIT
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.model(4).position.x, world_width - 16);
}

TEST(Waiting, WindowsCloseByThemselvesAndPromptsAnswer) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 23
    SET_MESSAGE
    WAIT_DISMISS
    RESET
    PUSH_CONST 24
    PUSH_CONST 2
    PUSH_CONST 4
    SET_PROMPT
    WAIT_PROMPT
    RESET
    PUSH_TEMP_BYTE 0
    PUSH_SPECIAL_BYTE prompt_result
    WRITE
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.state().window.text, 23);
    run.frames(2);
    EXPECT_FALSE(run.state().window.open);
    run.frames(1);
    EXPECT_EQ(run.state().window.text, 24);
    EXPECT_EQ(run.state().window.result, -1);
    run.frames(3);
    EXPECT_EQ(run.state().temporary[0], 2);
}

TEST(Waiting, AWaitThatRewindsAnotherEntityWarns) {
    const std::string text = R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
    RESET
    PUSH_CONST 1
    SET_MESSAGE
    WAIT_DISMISS
    RESET
    PUSH_CONST 9
    SET_CAM_LOCK
    RETURN
)";
    WorldRun exact(text);
    exact.world->start();
    EXPECT_EQ(exact.world->warnings().all().at(0).code->id, "ff7.rewind-other");
    exact.frames(1);
    EXPECT_EQ(exact.state().camera.mode, 9)
        << "the waiting context was not stepped back, so it goes on at once";
    WorldRun clean(text, {{"clean", "1"}});
    clean.world->start();
    clean.frames(1);
    EXPECT_EQ(clean.state().camera.mode, 0);
    clean.frames(3);
    EXPECT_EQ(clean.state().camera.mode, 9);
}

TEST(Leaving, StopsTicksAndStartsTheExits) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 4
    LOAD_MODEL
    RETURN
.function system 1
    RETURN
.function model 4 1
    RESET
    PUSH_CONST 8
    SET_CAM_LOCK
    RETURN
)");
    run.world->start();
    run.frames(2);
    const Result<std::string> sent = run.world->send({"leave", {}});
    ASSERT_TRUE(sent.has_value());
    EXPECT_EQ(*sent, "started");
    run.frames(2);
    EXPECT_EQ(run.state().camera.mode, 8);
    EXPECT_TRUE(run.world->finished());
}

TEST(Entities, UnloadMountAndSplitKeepTheListWhole) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 1
    LOAD_MODEL
    RESET
    PUSH_CONST 2
    LOAD_MODEL
    RESET
    PUSH_CONST 19
    MOUNT_MODEL               ; 2 rides 19
    SET_PLAYER
    SPLIT_RIDER               ; 2 is back and the player
    RESET
    PUSH_CONST 1
    SET_ENTITY
    UNLOAD_MODEL
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.state().entity(run.state().player).model, 2);
    EXPECT_EQ(run.state().find(1), no_entity);
    EXPECT_NE(run.state().find(19), no_entity);
    EXPECT_EQ(run.model(19).rider, no_entity);
    EXPECT_EQ(run.state().head, run.state().find(2));
}

TEST(Entities, AnEntityThatUnloadsItselfRunsOnToItsSuspension) {
    WorldRun run(R"(.function system 0
    RESET
    PUSH_CONST 1
    LOAD_MODEL
    RESET
    PUSH_CONST 2
    LOAD_MODEL
    RETURN
.function model 2 0
    UNLOAD_MODEL
    RESET
    PUSH_CONST 6
    SET_CAM_LOCK
    RETURN
)");
    run.world->start();
    EXPECT_EQ(run.state().camera.mode, 6);
    EXPECT_EQ(run.state().find(2), no_entity);
    EXPECT_NE(run.state().find(1), no_entity);
    run.frames(3);
    EXPECT_TRUE(run.world->faults().empty());
}

TEST(Entities, AreDrawnWithWhereTheyFace) {
    WorldRun run(".function system 0\n RESET\n PUSH_CONST 13\n LOAD_MODEL\n RETURN\n");
    run.world->start();
    run.model(13).position = {0, 0, 0}; // at whole numbers on the map
    const auto tenths = [](double value) { return std::lround(value * 10); };
    for (const std::int16_t facing : {0, 1024, 1247, 1991, 2048, 4095}) {
        run.model(13).facing = facing;
        const std::string map = draw_map(*run.program, run.world.get());
        const std::size_t at = map.rfind("<line x1=");
        ASSERT_NE(at, std::string::npos);
        double x = 0, y = 0, to_x = 0, to_y = 0;
        ASSERT_EQ(std::sscanf(map.c_str() + at, "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf\"", &x, &y,
                              &to_x, &to_y),
                  4);
        const double angle = facing * std::numbers::pi / 2048;
        EXPECT_EQ(tenths(to_x), tenths(x + 13 * std::sin(angle))) << facing;
        EXPECT_EQ(tenths(to_y), tenths(y + 13 * std::cos(angle))) << facing;
    }
}

TEST(Entities, PositionsComeFromAndGoToTheSaveBlock) {
    WorldRun run(".function system 0\n RESET\n PUSH_CONST 13\n LOAD_MODEL\n RETURN\n",
                 {{"save", "F7C=0x39 F7D=0x30 F7E=0x68 F7F=0x40 F80=0x05 F81=0x00 F82=0x04 F83=0x00"}});
    run.world->start();
    EXPECT_EQ(run.model(13).position, (Position{0x3039, 1, 5}));
    EXPECT_EQ(run.model(13).facing, 0x400);
    run.model(13).position = {1, 1, 1};
    run.model(13).previous = {0x12345, -2, 0x2345}; // what is kept is the place of the frame before
    run.world->store_positions();
    WorldRun again(".function system 0\n RESET\n PUSH_CONST 13\n LOAD_MODEL\n RETURN\n");
    again.state().save = run.state().save;
    again.world->start();
    EXPECT_EQ(again.model(13).position, (Position{0x12345, -2, 0x2345}));
}

} // namespace
} // namespace vellum::ff7::test
