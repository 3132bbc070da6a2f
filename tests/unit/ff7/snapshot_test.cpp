// Every field of the world goes through a snapshot, and what contradicts itself is refused; no snapshot from
// inside a native.
#include "support.hpp"

namespace vellum::ff7::test {
namespace {

// A field that is added to one of these belongs into `filled` below, and into the snapshot.
static_assert(sizeof(Position) == 12 && sizeof(CallFrame) == 4 && sizeof(StackSlot) == 8);
static_assert(sizeof(Point) == 32 && sizeof(Camera) == 56 && sizeof(Window) == 32 && sizeof(Layer) == 3);
static_assert(sizeof(MapState) == 72 && sizeof(GameInputs) == 52 && sizeof(Entity) == 84);

/// A state in which no field has the value it has from the start, and none the value of its neighbour.
WorldState filled() {
    WorldState state;
    std::uint32_t next = 0;
    const auto number = [&next](auto& field) {
        field = static_cast<std::remove_reference_t<decltype(field)>>(++next % 100 + 20);
    };
    const auto position = [&](Position& field) {
        number(field.x);
        number(field.y);
        number(field.z);
    };
    for (EntityId id = 0; id < entity_count; ++id) {
        Entity& entity = state.entities[id];
        entity.used = entity.walk = entity.once = entity.flying = entity.hidden = true;
        entity.scripts_off = entity.moved = entity.height_set = entity.changed = true;
        position(entity.position);
        position(entity.previous);
        number(entity.model);
        number(entity.facing);
        number(entity.shown_facing);
        number(entity.slide);
        number(entity.move_direction);
        number(entity.speed);
        number(entity.rise1);
        number(entity.rise2);
        number(entity.y_offset);
        number(entity.animation);
        number(entity.terrain);
        number(entity.ground);
        number(entity.ip);
        number(entity.wait);
        number(entity.priority);
        number(entity.called);
        entity.frame_count = 3;
        for (CallFrame& frame : entity.frames) {
            number(frame.ip);
            number(frame.wait);
            number(frame.priority);
        }
        entity.touched = 3;
        entity.rider = 4;
        entity.next = id + 1 < pool_size ? static_cast<EntityId>(id + 1) : no_entity;
    }
    state.head = 0;
    state.active = 2;
    state.player = 5;
    state.leaving = state.wait_done = state.removed = true;
    number(state.last_trigger);
    number(state.frame);
    for (StackSlot& slot : state.stack) {
        number(slot.value);
        number(slot.tag);
    }
    state.depth = 7;
    for (std::uint8_t& byte : state.temporary) number(byte);
    for (std::uint8_t& byte : state.save) number(byte);
    for (Point& point : state.points) {
        position(point.position);
        number(point.type);
        for (Color* const color : {&point.color, &point.sky_top, &point.sky_bottom})
            for (std::uint8_t& part : *color) number(part);
        number(point.outer);
        number(point.inner);
    }
    state.active_point = 9;
    for (Position& stored : state.stored) position(stored);
    for (std::uint8_t& model : state.ride_stack) number(model);
    state.ride_depth = 6;
    state.alighting = 2;
    position(state.spot);

    Camera& camera = state.camera;
    for (std::int32_t* field :
         {&camera.mode, &camera.view_before, &camera.angle, &camera.wanted_angle, &camera.rotation_speed,
          &camera.steering, &camera.tilt, &camera.tilt_speed, &camera.distance, &camera.zoom_speed,
          &camera.shown_tilt, &camera.shown_distance, &camera.height})
        number(*field);
    camera.shaking = true;

    Window& window = state.window;
    window.open = window.is_prompt = window.closing = true;
    for (std::int16_t* field : {&window.x, &window.y, &window.width, &window.height, &window.text,
                                &window.first_line, &window.last_line})
        number(*field);
    number(window.style);
    number(window.fixed);
    for (std::int32_t* field : {&window.frames_left, &window.answer, &window.result}) number(*field);

    MapState& map = state.map;
    for (std::int32_t* field :
         {&map.map_options, &map.map_state_kept, &map.progress, &map.encounters, &map.battle_timer,
          &map.chocobo_type, &map.submarine_tint, &map.bronco_fly, &map.meteor, &map.fade_in, &map.fade_out,
          &map.music, &map.music_volume, &map.destination, &map.scenario})
        number(*field);
    for (Layer& layer : map.layers) {
        number(layer.effect);
        number(layer.interval);
        number(layer.model);
    }
    map.controls = false;
    number(map.controls_owner);
    map.departure = Departure::battle;

    GameInputs& given = state.given;
    given.vehicles = given.confirm = true;
    for (std::int32_t* field :
         {&given.last_module, &given.entry_field, &given.map_number, &given.battle_escaped, &given.marsh_side,
          &given.party_leader, &given.window_frames})
        number(*field);
    for (std::int32_t& change : given.party_change) number(change);
    number(given.random_state);
    return state;
}

TEST(Snapshots, HoldEveryField) {
    WorldRun from(".function system 0\n RETURN\n"), to(".function system 0\n RETURN\n");
    from.state() = filled();
    const auto bytes = from.world->snapshot();
    ASSERT_TRUE(bytes.has_value());
    ASSERT_TRUE(to.world->restore(*bytes).has_value());
    EXPECT_EQ(to.state(), from.state());
    EXPECT_EQ(*to.world->snapshot(), *bytes);
}

TEST(Snapshots, HoldTheMachinesOptionsAndItsInstructions) {
    using Settings = std::vector<std::pair<std::string, std::string>>;
    for (const Settings& settings : {Settings{{"stack", "6"}}, Settings{{"clean", "1"}}}) {
        WorldRun plain(".function system 0\n RETURN\n"), from(".function system 0\n RETURN\n", settings);
        plain.world->start();
        from.world->start();
        const auto bytes = from.world->snapshot();
        EXPECT_NE(*plain.world->snapshot(), *bytes) << settings[0].first;
        ASSERT_TRUE(plain.world->restore(*bytes).has_value());
        EXPECT_EQ(*plain.world->snapshot(), *bytes) << settings[0].first;
        WorldRun fresh(".function system 0\n RETURN\n");
        ASSERT_TRUE(fresh.world->restore(*bytes).has_value());
        EXPECT_EQ(fresh.world->instructions(), from.world->instructions());
        EXPECT_NE(fresh.world->instructions(), 0U);
    }
}

TEST(Snapshots, LeaveNoMoreThanTheBudgetOfTheWorldThatGoesOn) {
    const char* const endless = ".function system 0\nagain:\n GOTO again\n";
    WorldRun from(endless), to(endless);
    from.world->pause_after(10);
    from.world->start();
    ASSERT_TRUE(from.world->paused());
    const auto bytes = from.world->snapshot();
    ASSERT_TRUE(bytes.has_value());
    Budget budget;
    budget.instructions = 1000;
    to.world->set_budget(budget);
    ASSERT_TRUE(to.world->restore(*bytes).has_value());
    to.world->resume();
    EXPECT_FALSE(to.world->paused());
    EXPECT_EQ(to.world->instructions(), 1010U);
    ASSERT_EQ(to.world->faults().size(), 1U);
    EXPECT_EQ(to.world->faults()[0].code->id, "ff7.budget");
    from.world->resume();
    EXPECT_EQ(from.world->instructions(), 100'000U) << "its own world knows what is left";
}

TEST(Snapshots, ThatContradictThemselvesAreRefused) {
    const auto refused = [](const char* what, auto spoil) {
        WorldRun run(".function system 0\n RETURN\n");
        run.world->start();
        const WorldState before = run.state();
        spoil(run.state());
        const auto bytes = run.world->snapshot();
        run.state() = before;
        ASSERT_TRUE(bytes.has_value()) << what;
        const auto restored = run.world->restore(*bytes);
        ASSERT_FALSE(restored.has_value()) << what;
        EXPECT_EQ(restored.error().code->id, "snapshot.corrupt") << what;
        EXPECT_EQ(run.state(), before) << what;
    };
    refused("depth", [](WorldState& state) { state.depth = 9; });
    refused("ride depth", [](WorldState& state) { state.ride_depth = 9; });
    refused("head", [](WorldState& state) { state.head = entity_count; });
    refused("active", [](WorldState& state) { state.active = entity_count; });
    refused("player", [](WorldState& state) { state.player = entity_count; });
    refused("running", [](WorldState& state) { state.running = 0; });
    refused("point", [](WorldState& state) { state.active_point = 16; });
    refused("alighting", [](WorldState& state) { state.alighting = 3; });
    refused("no point", [](WorldState& state) { state.active_point = -2; });
    refused("departure", [](WorldState& state) { state.map.departure = static_cast<Departure>(5); });
    refused("next", [](WorldState& state) { state.entities[3].next = entity_count; });
    refused("rider", [](WorldState& state) { state.entities[3].rider = entity_count; });
    refused("touched", [](WorldState& state) { state.entities[3].touched = entity_count; });
    refused("frames", [](WorldState& state) { state.entities[3].frame_count = 5; });
    refused("ring", [](WorldState& state) { state.head = state.entities[3].next = 3; });
}

TEST(Snapshots, AreBusyInsideANative) {
    struct Asking final : Game {
        void command(World& world, Command, std::span<const std::int32_t>) override {
            const auto bytes = world.snapshot();
            if (!bytes) taken = bytes.error().code->id;
            const auto restored = world.restore({});
            if (!restored) put_back = restored.error().code->id;
        }
        std::string taken, put_back;
    };
    Asking game;
    WorldRun run(".function system 0\n RESET\n PUSH_CONST 4\n PLAY_SFX\n RETURN\n", {}, &game);
    run.world->start();
    EXPECT_EQ(game.taken, "snapshot.busy");
    EXPECT_EQ(game.put_back, "snapshot.busy");
    EXPECT_TRUE(run.world->snapshot().has_value());
}

} // namespace
} // namespace vellum::ff7::test
