// The real surface script against the reference interpreter: 384 golden runs by the hash of their traces, and
// the values seen in a console's memory.
#include <map>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "golden.hpp"
#include "support.hpp"

namespace vellum::ff7::test {
namespace {

std::string hex_of(const Color& color) {
    char hex[8];
    std::snprintf(hex, sizeof hex, "%02x%02x%02x", color[0], color[1], color[2]);
    return hex;
}

/// What the newer table tells: camera, sky, shown facings, who rides.
void expect_look(const GoldenRun& run, const WorldState& state, const FrameLines& lines) {
    SCOPED_TRACE(run.save + " " + run.last_module + " " + run.entry_field);
    EXPECT_EQ(sha256_hex(as_bytes(lines.camera)), run.camera_hash);
    EXPECT_EQ(sha256_hex(as_bytes(lines.shown)), run.shown_hash);
    const Camera& camera = state.camera;
    EXPECT_EQ(joined({camera.mode, state.view(), camera.angle, camera.wanted_angle, camera.shown_tilt,
                      camera.shown_distance, camera.steering},
                     ':'),
              run.camera);
    std::string shown, ridden;
    for (EntityId id = state.head; id != no_entity; id = state.entity(id).next) {
        const Entity& entity = state.entity(id);
        shown += (shown.empty() ? "" : " ") +
                 joined({entity.model, entity.facing, entity.shown_facing, entity.position.y}, ':');
    }
    EXPECT_EQ(shown, run.shown);
    std::string sky = state.active_point < 0 ? "-" : std::to_string(state.active_point);
    for (std::size_t i = 0; i < state.points.size(); ++i) {
        const Point& point = state.points[i];
        if (point.sky_top == Color{} && point.sky_bottom == Color{} && point.color == Color{} &&
            point.outer == 0 && point.inner == 0)
            continue;
        sky += " " + std::to_string(i) + ":" + hex_of(point.sky_top) + ":" + hex_of(point.sky_bottom) + ":" +
               hex_of(point.color) + ":" + joined({point.outer, point.inner}, ':');
    }
    EXPECT_EQ(sky, run.sky);
    for (std::size_t i = 0; i < state.ride_depth; ++i)
        ridden += (i == 0 ? "" : " ") + std::to_string(state.ride_stack[i]);
    EXPECT_EQ(ridden, run.ride_stack);
}

TEST(Golden, RunsOfTheRealScriptHaveTheReferenceHashes) {
    VELLUM_NEEDS_CORPUS();
    const ProgramPtr program = load_file(corpus() + "wm0.ev");
    std::size_t equal = 0, runs = 0;
    std::map<std::string, std::pair<int, int>> by_save;
    for (const GoldenRun& run : golden_runs()) {
        if (!golden_save(run.save)) continue;
        Game game;
        auto world = golden_world(program, game, run);
        ASSERT_NE(world, nullptr);
        TraceText trace;
        world->add_observer(trace);
        FrameLines lines;
        world->start();
        lines.add(world->state());
        for (int frame = 1; frame < run.frames; ++frame) {
            world->frame(1.0F / 30);
            lines.add(world->state());
        }
        if (!run.camera.empty()) expect_look(run, world->state(), lines);
        ++runs;
        auto& [good, all] = by_save[run.save];
        ++all;
        if (sha256_hex(as_bytes(trace.text)) == run.hash && entities_of(world->state()) == run.entities) {
            ++equal;
            ++good;
        }
        EXPECT_TRUE(world->faults().empty());
    }
    for (const auto& [save, counts] : by_save)
        EXPECT_EQ(counts.first, counts.second) << "save block '" << save << "'";
    EXPECT_EQ(equal, runs);
    EXPECT_EQ(runs, 384U);
}

TEST(Golden, ConsoleSnapshotIsReproduced) {
    VELLUM_NEEDS_CORPUS();
    const Result<Json> json = parse_json(read_text(corpus() + "wm0-console-snapshot.json"));
    ASSERT_TRUE(json.has_value());
    const Json& start = (*json)["start"];
    const Json& seen = (*json)["observed"];
    const ProgramPtr program = load_file(corpus() + "wm0.ev");
    std::string save;
    for (const JsonMember& byte : start["save_bytes_nonzero_before"].members())
        save += byte.key + "=" + std::to_string(byte.value.as_int()) + " ";
    RunOptions options;
    options.settings = {{"last_module", std::to_string(start["special_5_last_module"].as_int())},
                        {"entry_field", std::to_string(start["special_6_entry_field"].as_int())},
                        {"window_frames", "0"},
                        {"save", save}};
    Game game;
    Diagnostics diagnostics;
    auto made = make_world(program, game, options, diagnostics);
    ASSERT_TRUE(made.has_value()) << made.error().message;
    World& world = **made;
    world.start();
    for (int frame = 0; frame < 200; ++frame) world.frame(1.0F / 30);
    const WorldState& state = world.state();

    std::size_t compared = 0, equal = 0;
    auto same = [&](std::int64_t got, std::int64_t wanted, const std::string& what) {
        ++compared;
        if (got == wanted)
            ++equal;
        else
            ADD_FAILURE() << what << ": " << got << ", on the console " << wanted;
    };
    auto ip_of = [](const Json& entity) {
        return static_cast<std::int64_t>(
            std::strtol(std::string(entity["pc"].as_string()).c_str(), nullptr, 16));
    };
    auto check = [&](const Entity& entity, const Json& wanted, bool player, const std::string& who) {
        same(entity.model, wanted["model"].as_int(), who + " model");
        same(entity.position.x, wanted["x"].as_int(), who + " x");
        if (!player)
            same(entity.position.y, wanted["y"].as_int(),
                 who + " y"); // the ground under the party is the game's
        same(entity.position.z, wanted["z"].as_int(), who + " z");
        same(entity.previous.x, wanted["prev_x"].as_int(), who + " previous x");
        same(entity.previous.z, wanted["prev_z"].as_int(), who + " previous z");
        same(entity.facing, wanted["facing_target"].as_int(), who + " facing");
        same(entity.shown_facing, wanted["facing_now"].as_int(), who + " shown facing");
        same(entity.move_direction, wanted["move_dir"].as_int(), who + " direction");
        same(entity.y_offset, wanted["y_offset"].as_int(), who + " y offset");
        same(entity.ip, ip_of(wanted), who + " ip");
        same(entity.called, wanted["called"].as_int(), who + " called");
        same(entity.frame_count, wanted["call_frames"].as_int(), who + " call frames");
        same(entity.speed, wanted["speed"].as_int(), who + " speed");
        same(entity.wait, wanted["wait"].as_int(), who + " wait");
        same(entity.priority, wanted["priority"].as_int(), who + " priority");
        same(entity.rise1, wanted["rise1"].as_int(), who + " rise1");
        same(entity.animation, wanted["anim"].as_int(), who + " animation");
        same(entity.rise2, wanted["rise2"].as_int(), who + " rise2");
    };
    EntityId id = state.head;
    bool first = true;
    for (const Json& wanted : seen["entities_newest_first"].elements()) {
        ASSERT_NE(id, no_entity);
        check(state.entity(id), wanted, first, "model " + std::to_string(wanted["model"].as_int()));
        first = false;
        id = state.entity(id).next;
    }
    same(id == no_entity ? 1 : 0, 1, "end of the list");
    check(state.entity(system_entity), seen["system"], false, "system");
    same(state.entity(state.player).model, seen["player_model"].as_int(), "player");
    same(state.depth, seen["stack_pointer_index"].as_int(), "stack pointer");
    for (std::size_t i = 0; i < 4; ++i) {
        const Json& slot = seen["stack_slots"].at(i);
        same(state.stack[i].tag, std::strtol(std::string(slot["tag"].as_string()).c_str(), nullptr, 16),
             "slot tag");
        same(state.stack[i].value, slot["value"].as_int(), "slot value");
    }
    same(state.leaving ? 1 : 0, seen["exiting"].as_int(), "leaving");
    same(state.last_trigger, seen["last_trigger"].as_int(), "last trigger");
    std::string temporary;
    for (const std::uint8_t byte : state.temporary) {
        char hex[4];
        std::snprintf(hex, sizeof hex, "%02x", byte);
        temporary += hex;
    }
    same(temporary == seen["temp_bank_hex"].as_string() ? 1 : 0, 1, "temporary bank");
    std::map<std::string, std::int64_t> nonzero;
    for (std::size_t i = 0; i < save_size; ++i)
        if (state.save[i] != 0) {
            char hex[8];
            std::snprintf(hex, sizeof hex, "%x", static_cast<unsigned>(save_base + i));
            nonzero[hex] = state.save[i];
        }
    for (const JsonMember& byte : seen["save_bytes_nonzero"].members()) {
        same(nonzero[byte.key], byte.value.as_int(), "save byte " + byte.key);
        nonzero.erase(byte.key);
    }
    std::erase_if(nonzero, [](const auto& byte) { return byte.second == 0; });
    EXPECT_TRUE(nonzero.empty()) << "a save byte was written that the console has at 0";
    EXPECT_EQ(equal, compared);
    EXPECT_GE(compared, 180U);
    if (golden_folder().empty()) return;

    const Result<Json> whole = parse_json(read_text(golden_folder() + "wm0-console-snapshot-2.json"));
    ASSERT_TRUE(whole.has_value());
    const Json& seen_camera = (*whole)["camera"];
    const Camera& camera = state.camera;
    const std::pair<const char*, std::int64_t> numbers[] = {{"view", state.view()},
                                                            {"view_before", camera.view_before},
                                                            {"wanted", camera.wanted_angle},
                                                            {"angle", camera.angle},
                                                            {"mode", camera.mode},
                                                            {"rotation", camera.rotation_speed},
                                                            {"tilt_speed", camera.tilt_speed},
                                                            {"zoom_speed", camera.zoom_speed},
                                                            {"script_tilt", camera.tilt},
                                                            {"script_distance", camera.distance},
                                                            {"shown_tilt", camera.shown_tilt},
                                                            {"shown_distance", camera.shown_distance},
                                                            {"steering", camera.steering},
                                                            {"map_state", state.map.map_options >> 2}};
    for (const auto& [name, number] : numbers) EXPECT_EQ(number, seen_camera[name].as_int()) << name;
    EXPECT_EQ(state.map.controls ? 1 : 0, (*whole)["controls"].at(0).as_int());
    EXPECT_EQ(state.map.controls_owner, (*whole)["controls"].at(1).as_int());
    EXPECT_EQ(state.active_point, (*whole)["active_point"].as_int());
    for (std::size_t i = 0; i < state.points.size(); ++i) {
        const Json& wanted = (*whole)["points"].at(i);
        const Point& point = state.points[i];
        EXPECT_EQ(point.position.x, wanted["x"].as_int()) << i;
        EXPECT_EQ(point.position.z, wanted["z"].as_int()) << i;
        EXPECT_EQ(point.type, wanted["type"].as_int()) << i;
        EXPECT_EQ(point.outer, wanted["outer"].as_int()) << i;
        EXPECT_EQ(point.inner, wanted["inner"].as_int()) << i;
        for (std::size_t part = 0; part < 3; ++part) {
            EXPECT_EQ(point.color[part], wanted["light"].at(part).as_int()) << i;
            EXPECT_EQ(point.sky_top[part], wanted["top"].at(part).as_int()) << i;
            EXPECT_EQ(point.sky_bottom[part], wanted["bottom"].at(part).as_int()) << i;
        }
    }
}

} // namespace
} // namespace vellum::ff7::test
