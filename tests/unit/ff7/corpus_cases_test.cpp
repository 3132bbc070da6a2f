// The focused golden cases: small listings with a plan of what the game does, and the parts of the state that
// must come of them, under the names of the reference interpreter.
#include <filesystem>
#include <set>

#include "base/json.hpp"
#include "golden.hpp"
#include "support.hpp"

namespace vellum::ff7::test {
namespace {

template <class List> Json list(const List& numbers) {
    Json made = Json::array();
    for (const auto number : numbers) made.push_back(Json(static_cast<std::int64_t>(number)));
    return made;
}

/// What the reference calls host calls: instructions that it hands on.
struct Calls final : TraceText {
    Json calls = Json::array();
    void step_values(const StepValues& values) override {
        TraceText::step_values(values);
        const std::string name(table().find(opcode)->mnemonic);
        if (name != "PLAY_SFX" && name != "ENTER_VEHICLE" && name != "EXIT_VEHICLE") return;
        Json call = Json::array();
        call.push_back(Json(static_cast<std::int64_t>(values.scheduler.frames())));
        call.push_back(Json(name));
        for (const Value& value : values.taken) call.push_back(Json(std::int64_t{value.integer()}));
        calls.push_back(std::move(call));
    }
};

Json model_of(const WorldState& state, EntityId id) {
    return id == no_entity ? Json() : Json(std::int64_t{state.entity(id).model});
}

Json entity_json(const WorldState& state, const Entity& entity) {
    Json made = Json::object();
    const std::pair<const char*, std::int64_t> numbers[] = {{"x", entity.position.x},
                                                            {"y", entity.position.y},
                                                            {"z", entity.position.z},
                                                            {"facing", entity.facing},
                                                            {"shown", entity.shown_facing},
                                                            {"extra", entity.slide},
                                                            {"move_dir", entity.move_direction},
                                                            {"anim", entity.animation},
                                                            {"wait", entity.wait},
                                                            {"priority", entity.priority},
                                                            {"called", entity.called},
                                                            {"terrain", entity.terrain & 0x1F}};
    for (const auto& [name, number] : numbers) made.set(name, Json(number));
    made.set("moved", Json(entity.moved));
    made.set("fly", Json(entity.flying));
    made.set("hidden", Json(entity.hidden));
    made.set("scripts_off", Json(entity.scripts_off));
    made.set("height_set", Json(entity.height_set));
    made.set("rider", model_of(state, entity.rider));
    made.set("touch", model_of(state, entity.touched));
    return made;
}

Json state_json(const WorldState& state) {
    Json made = Json::object(), entities = Json::object(), models = Json::array();
    for (EntityId id = state.head; id != no_entity; id = state.entity(id).next) {
        const Entity& entity = state.entity(id);
        models.push_back(Json(std::int64_t{entity.model}));
        entities.set(std::to_string(entity.model), entity_json(state, entity));
    }
    made.set("models", std::move(models));
    made.set("entities", std::move(entities));
    made.set("player", model_of(state, state.player));
    made.set("active_point", state.active_point < 0 ? Json() : Json(std::int64_t{state.active_point}));
    made.set("last_trigger", Json(std::int64_t{state.last_trigger}));
    made.set("stack_pointer", Json(std::int64_t{state.depth}));
    made.set("leaving_vehicle", Json(std::int64_t{state.alighting}));
    made.set("temp_bytes", list(state.temporary));
    made.set("controls", list(std::vector<int>{state.map.controls, state.map.controls_owner}));
    made.set("ride_stack", list(std::span(state.ride_stack).first(state.ride_depth)));
    Json colors = Json::array(), skies = Json::array(), radii = Json::array(), slots = Json::array();
    for (const Point& point : state.points) {
        colors.push_back(list(point.color));
        Json sky = Json::array();
        sky.push_back(list(point.sky_top));
        sky.push_back(list(point.sky_bottom));
        skies.push_back(std::move(sky));
        radii.push_back(list(std::vector<std::int32_t>{point.outer, point.inner}));
    }
    made.set("point_colors", std::move(colors));
    made.set("point_sky", std::move(skies));
    made.set("point_radius", std::move(radii));
    for (std::size_t i = 0; i < 4; ++i) {
        char tag[8];
        std::snprintf(tag, sizeof tag, "%04x", state.stack[i].tag);
        Json slot = Json::array();
        slot.push_back(Json(tag));
        slot.push_back(Json(std::int64_t{state.stack[i].value}));
        slots.push_back(std::move(slot));
    }
    made.set("slots", std::move(slots));
    const Camera& camera = state.camera;
    Json seen = Json::object();
    const std::pair<const char*, std::int64_t> numbers[] = {{"mode", camera.mode},
                                                            {"view", state.view()},
                                                            {"view_before", camera.view_before},
                                                            {"map_state", state.map.map_options >> 2},
                                                            {"angle", camera.angle},
                                                            {"wanted", camera.wanted_angle},
                                                            {"rotation", camera.rotation_speed},
                                                            {"tilt_speed", camera.tilt_speed},
                                                            {"zoom_speed", camera.zoom_speed},
                                                            {"script_tilt", camera.tilt},
                                                            {"script_distance", camera.distance},
                                                            {"shown_tilt", camera.shown_tilt},
                                                            {"shown_distance", camera.shown_distance},
                                                            {"steering", camera.steering}};
    for (const auto& [name, number] : numbers) seen.set(name, Json(number));
    made.set("camera", std::move(seen));
    return made;
}

void expect_part(const Json& wanted, const Json& got, const std::string& where) {
    if (!wanted.is_object()) {
        EXPECT_EQ(wanted, got) << where << ": " << got.to_text() << ", wanted " << wanted.to_text();
        return;
    }
    for (const JsonMember& member : wanted.members()) {
        if (member.key == "active" || member.key == "trace_has") continue; // nothing is active between frames
        const Json* const found = got.find(member.key);
        ASSERT_NE(found, nullptr) << where << "." << member.key;
        expect_part(member.value, *found, where + "." + member.key);
    }
}

std::vector<std::pair<std::string, std::string>> settings_of(const Json& json) {
    const Json& host = json["host"];
    const auto number = [&](const char* name, std::int64_t otherwise) {
        return std::to_string(host[name].as_int(otherwise));
    };
    std::string save;
    for (const JsonMember& byte : json["save"].members())
        save += byte.key + "=" + std::to_string(byte.value.as_int()) + " ";
    return {{"strict", "1"},
            {"window_frames", number("window_frames", 3)},
            {"last_module", number("special5", 0)},
            {"entry_field", number("special6", 0)},
            {"map_number", number("map_id", 0)},
            {"party_leader", number("leader", 0)},
            {"vehicles", host["vehicles"].as_bool() ? "1" : "0"},
            {"save", save},
            {"plan", json["plan"].is_null() ? "[]" : json["plan"].to_text()}};
}

TEST(Golden, FocusedCasesComeOutAsInTheReference) {
    VELLUM_NEEDS_GOLDEN();
    std::set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(golden_folder() + "cases"))
        if (file.path().extension() == ".json") names.insert(file.path().stem().string());
    EXPECT_FALSE(names.empty());
    for (const std::string& name : names) {
        SCOPED_TRACE(name);
        const std::string base = golden_folder() + "cases/" + name;
        const Result<Json> json = parse_json(read_text(base + ".json"));
        ASSERT_TRUE(json.has_value());
        RunOptions options;
        options.settings = settings_of(*json);
        Game game;
        Diagnostics diagnostics;
        auto world = make_world(assemble(read_text(base + ".vasm")), game, options, diagnostics);
        ASSERT_TRUE(world.has_value()) << world.error().message;
        Calls watcher;
        (*world)->add_observer(watcher);
        (*world)->start();
        for (std::int64_t i = 1; i < (*json)["frames"].as_int(); ++i) (*world)->frame(1.0F / 30);
        Json got = state_json((*world)->state());
        got.set("host_calls", watcher.calls);
        got.set("fault", Json(!(*world)->faults().empty()));
        expect_part((*json)["expect"], got, name);
        EXPECT_EQ((*json)["expect"]["fault"].as_bool(), !(*world)->faults().empty());
    }
}

} // namespace
} // namespace vellum::ff7::test
