// The world as JSON, for tests of mods and for tools: what scripts changed, under names a reader of the page
// docs/engines/ff7.md knows. Numbers are those of ff7_state.hpp; bytes that are 0 and points never used are
// left out.
#include "base/json_writer.hpp"
#include "base/text_writer.hpp"
#include "engines/ff7/machine/listed.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/world/world.hpp"

namespace vellum::ff7 {

namespace {

/// {"F25": 30, …}: offsets as the setting `save` takes them.
void write_bytes(JsonWriter& json, std::span<const std::uint8_t> bytes, std::uint32_t base) {
    json.begin_object();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] == 0) continue;
        TextWriter name;
        for (std::uint32_t shift = base + i >= 0x1000 ? 16 : base == 0 ? 8 : 12; shift != 0; shift -= 4)
            name.ch("0123456789ABCDEF"[(base + i) >> (shift - 4) & 0xFU]);
        json.member(name.view(), bytes[i]);
    }
    json.end_object();
}

void write_color(JsonWriter& json, std::string_view name, const Color& color) { json.list(name, color); }

void write_position(JsonWriter& json, const Position& position) {
    json.member("x", position.x);
    json.member("y", position.y);
    json.member("z", position.z);
}

std::string_view to_string(Departure departure) {
    constexpr std::string_view names[] = {"none", "field", "world", "battle", "surface"};
    const auto index = static_cast<std::size_t>(departure);
    return index < std::size(names) ? names[index] : names[0];
}

class StateJson {
  public:
    StateJson(const WorldState& state, const Script& script, TextWriter& out)
        : state_(state), script_(script), json_(out) {}

    void write(bool own_save, const Diagnostics& warnings) {
        json_.begin_object();
        json_.member("frame", state_.frame);
        json_.member("leaving", state_.leaving);
        if (own_save) { // else the game has it
            json_.key("save");
            write_bytes(json_, state_.save, save_base);
        }
        json_.key("temporary");
        write_bytes(json_, state_.temporary, 0);
        model("player", state_.player);
        json_.begin_object("system");
        running(state_.entity(system_entity));
        json_.end_object();
        json_.begin_array("entities");
        each_listed(state_, [this](EntityId, const Entity& listed) { entity(listed); });
        json_.end_array();
        points();
        camera();
        window();
        map();
        json_.begin_array("stack");
        for (std::size_t i = 0; i < state_.depth && i < stack_limit; ++i) {
            json_.begin_object();
            json_.member("code", state_.stack[i].tag);
            json_.member("operand", state_.stack[i].value);
            json_.end_object();
        }
        json_.end_array();
        json_.list("warnings", warnings.all(),
                   [&](const Diagnostic& warning) { json_.value(format(warning)); });
        json_.end_object();
    }

  private:
    void model(std::string_view name, EntityId id) {
        if (id >= no_entity) return;
        json_.member(name, state_.entity(id).model);
    }

    void running(const Entity& entity) {
        json_.member("ip", entity.ip);
        if (entity.ip != 0) json_.member("function", script_.function_at(entity.ip));
        json_.member("wait", entity.wait);
        json_.member("priority", entity.priority);
        json_.member("interrupted", entity.frame_count);
        json_.member("scripts_off", entity.scripts_off);
    }

    void entity(const Entity& entity) {
        json_.begin_object();
        json_.member("model", entity.model);
        json_.member("name", model_name(entity.model));
        write_position(json_, entity.position);
        json_.begin_object("previous");
        write_position(json_, entity.previous);
        json_.end_object();
        json_.member("mesh_x", entity.position.x >> 13);
        json_.member("mesh_z", entity.position.z >> 13);
        json_.member("facing", entity.facing);
        json_.member("shown_facing", entity.shown_facing);
        json_.member("slide", entity.slide);
        json_.member("move_direction", entity.move_direction);
        json_.member("speed", entity.speed);
        json_.member("walk", entity.walk);
        json_.member("rise1", entity.rise1);
        json_.member("rise2", entity.rise2);
        json_.member("y_offset", entity.y_offset);
        json_.member("animation", entity.animation);
        json_.member("once", entity.once);
        json_.member("flying", entity.flying);
        json_.member("hidden", entity.hidden);
        json_.member("moved", entity.moved);
        json_.member("height_set", entity.height_set);
        json_.member("terrain", entity.terrain & 0x1F);
        json_.member("triangle_script", entity.terrain >> 5 & 7);
        json_.member("ground", entity.ground);
        model("rider", entity.rider);
        model("touched", entity.touched);
        running(entity);
        json_.end_object();
    }

    void points() {
        json_.member("active_point", state_.active_point);
        json_.begin_array("points");
        for (std::size_t i = 0; i < state_.points.size(); ++i) {
            const Point& point = state_.points[i];
            if (point == Point{}) continue;
            json_.begin_object();
            json_.member("number", i);
            json_.member("type", point.type);
            write_position(json_, point.position);
            write_color(json_, "color", point.color);
            write_color(json_, "sky_top", point.sky_top);
            write_color(json_, "sky_bottom", point.sky_bottom);
            json_.member("outer", point.outer);
            json_.member("inner", point.inner);
            json_.end_object();
        }
        json_.end_array();
        json_.objects("stored", state_.stored,
                      [&](const Position& position) { write_position(json_, position); });
        json_.begin_array("ride_stack");
        for (std::size_t i = 0; i < state_.ride_depth && i < state_.ride_stack.size(); ++i)
            json_.value(state_.ride_stack[i]);
        json_.end_array();
        json_.member("alighting", state_.alighting);
        json_.begin_object("spot");
        write_position(json_, state_.spot);
        json_.end_object();
        json_.member("last_trigger", state_.last_trigger);
    }

    void camera() {
        const Camera& camera = state_.camera;
        json_.begin_object("camera");
        json_.member("mode", camera.mode);
        json_.member("view", state_.view());
        json_.member("view_before", camera.view_before);
        json_.member("map_state", state_.map.map_options >> 2 & 3);
        json_.member("angle", camera.angle);
        json_.member("wanted_angle", camera.wanted_angle);
        json_.member("rotation_speed", camera.rotation_speed);
        json_.member("steering", camera.steering);
        json_.member("tilt", camera.tilt);
        json_.member("tilt_speed", camera.tilt_speed);
        json_.member("distance", camera.distance);
        json_.member("zoom_speed", camera.zoom_speed);
        json_.member("shown_tilt", camera.shown_tilt);
        json_.member("shown_distance", camera.shown_distance);
        json_.member("height", camera.height);
        json_.member("shaking", camera.shaking);
        json_.end_object();
    }

    void window() {
        const Window& window = state_.window;
        json_.begin_object("window");
        json_.member("open", window.open);
        json_.member("is_prompt", window.is_prompt);
        json_.member("closing", window.closing);
        json_.member("x", window.x);
        json_.member("y", window.y);
        json_.member("width", window.width);
        json_.member("height", window.height);
        json_.member("style", window.style);
        json_.member("fixed", window.fixed);
        json_.member("text", window.text);
        json_.member("first_line", window.first_line);
        json_.member("last_line", window.last_line);
        json_.member("result", window.result);
        json_.end_object();
    }

    void map() {
        const MapState& map = state_.map;
        json_.begin_object("map");
        json_.member("options", map.map_options);
        json_.member("progress", map.progress);
        json_.member("encounters", map.encounters);
        json_.member("battle_timer", map.battle_timer);
        json_.member("chocobo_type", map.chocobo_type);
        json_.member("submarine_tint", map.submarine_tint);
        json_.member("bronco_fly", map.bronco_fly);
        json_.member("meteor", map.meteor);
        json_.member("fade_in", map.fade_in);
        json_.member("fade_out", map.fade_out);
        json_.member("music", map.music);
        json_.member("music_volume", map.music_volume);
        json_.objects("layers", map.layers, [&](const Layer& layer) {
            json_.member("effect", layer.effect);
            json_.member("interval", layer.interval);
            json_.member("model", layer.model);
        });
        json_.member("controls", map.controls);
        json_.member("controls_owner", map.controls_owner);
        json_.member("departure", to_string(map.departure));
        json_.member("destination", map.destination);
        json_.member("scenario", map.scenario);
        json_.end_object();
    }

    const WorldState& state_;
    const Script& script_;
    JsonWriter json_;
};

} // namespace

Result<std::string> RunningWorld::state_json() const {
    TextWriter out;
    StateJson(interpreter_.state, *script_, out).write(interpreter_.own_save(), warnings_);
    return out.take();
}

} // namespace vellum::ff7
