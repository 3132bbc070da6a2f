// World instructions of camera, picture, sound and windows. Each changes the state first and tells the game
// afterwards; none of them ends a turn.
#include "engines/ff7/codes.hpp"
#include "engines/ff7/machine/camera.hpp"
#include "engines/ff7/machine/geometry.hpp"
#include "engines/ff7/machine/interpreter.hpp"

namespace vellum::ff7 {

namespace {

Color color_of(std::span<const std::int32_t> a) noexcept {
    return {static_cast<std::uint8_t>(a[0]), static_cast<std::uint8_t>(a[1]),
            static_cast<std::uint8_t>(a[2])};
}

} // namespace

void Interpreter::picture_instruction(PictureOp op, std::span<const std::int32_t> a) {
    MapState& map = state.map;
    Camera& camera = state.camera;
    Window& window = state.window;
    auto light = [&] {
        const Point* point = chosen_point();
        if (point != nullptr)
            command(Command::point_light, {state.active_point, point->color[0], point->color[1],
                                           point->color[2], point->outer, point->inner});
    };
    auto sky = [&](Color Point::* part, Command told) {
        Point* point = chosen_point();
        if (point == nullptr) return;
        point->*part = color_of(a);
        const Color& now = point->*part;
        command(told, {state.active_point, now[0], now[1], now[2]});
    };
    auto layer = [&]() -> Layer* {
        if (a[0] >= 0 && static_cast<std::size_t>(a[0]) < map.layers.size())
            return &map.layers[static_cast<std::size_t>(a[0])];
        warn(codes::layer_range, 7, "effect layers are 0 and 1: ignored");
        return nullptr;
    };
    auto open = [&](bool prompt, std::int32_t first, std::int32_t last) {
        window.open = true;
        window.closing = false;
        window.is_prompt = prompt;
        window.text = static_cast<std::int16_t>(a[0]);
        window.first_line = static_cast<std::int16_t>(first);
        window.last_line = static_cast<std::int16_t>(last);
        window.frames_left = state.given.window_frames;
        window.answer = first;
        window.result = -1;
    };
    switch (op) {
    case PictureOp::SET_CAM_LOCK:
        set_camera_mode(state, a[0]);
        command(Command::cam_mode, a);
        break;
    case PictureOp::TURN_CAM:
        camera.wanted_angle = direction_from(a[0]);
        command(Command::cam_turn, a);
        break;
    case PictureOp::SET_CAM_DIR:
        camera.angle = camera.wanted_angle = direction_from(a[0]);
        command(Command::cam_set, a);
        break;
    case PictureOp::SET_CAM_SPEED:
        camera.rotation_speed = a[0];
        command(Command::cam_rotation_speed, a);
        break;
    case PictureOp::SET_CAM_TILT:
        camera.tilt_speed = a[0];
        command(Command::cam_tilt_speed, a);
        break;
    case PictureOp::SET_CAM_ZOOM:
        camera.zoom_speed = a[0];
        command(Command::cam_zoom_speed, a);
        break;
    case PictureOp::SHAKE_CAM:
        camera.shaking = a[0] != 0;
        command(Command::cam_shake, a);
        break;
    case PictureOp::SHOW_METEOR:
        map.meteor = a[0];
        command(Command::show_meteor, a);
        break;
    case PictureOp::FADE_IN:
        map.fade_in = a[0];
        command(Command::fade_in, a);
        break;
    case PictureOp::FADE_OUT:
        map.fade_out = a[0];
        command(Command::fade_out, a);
        break;
    case PictureOp::PLAY_LAYER_ANIM: command(Command::play_effect, {a[0], active().model}); break;
    case PictureOp::SHOW_LAYER:
        if (Layer* const found = layer(); found != nullptr) {
            *found = {static_cast<std::uint8_t>(a[1]), static_cast<std::uint8_t>(a[2]), active().model};
            command(Command::layer_start, {a[0], a[1], a[2], active().model});
        }
        break;
    case PictureOp::HIDE_LAYER:
        if (Layer* const found = layer(); found != nullptr) {
            found->interval = 0;
            command(Command::layer_stop, a);
        }
        break;
    case PictureOp::SET_TERRAIN_COLOR:
        if (Point* point = chosen_point(); point != nullptr) point->color = color_of(a);
        light();
        break;
    case PictureOp::SET_RADIUS:
        if (Point* point = chosen_point(); point != nullptr) {
            point->outer = a[0];
            point->inner = a[1];
        }
        light();
        break;
    case PictureOp::SET_SKY_TOP: sky(&Point::sky_top, Command::sky_top); break;
    case PictureOp::SET_SKY_BOTTOM: sky(&Point::sky_bottom, Command::sky_bottom); break;
    case PictureOp::PLAY_SFX: command(Command::sfx, a); break;
    case PictureOp::PLAY_MUSIC:
        map.music = a[0];
        command(Command::music, {a[0], a[0] != 0 ? 1 : 0});
        break;
    case PictureOp::SET_MUSIC_VOL:
        map.music_volume = a[0];
        command(Command::music_volume, a);
        break;
    case PictureOp::SET_WINDOW_SIZE:
        window.x = static_cast<std::int16_t>(a[0]);
        window.y = static_cast<std::int16_t>(a[1]);
        window.width = static_cast<std::int16_t>(a[2]);
        window.height = static_cast<std::int16_t>(a[3]);
        command(Command::window_layout, a);
        break;
    case PictureOp::SET_WINDOW_STYLE:
        window.style = static_cast<std::uint8_t>(a[0]);
        window.fixed = static_cast<std::uint8_t>(a[1]);
        command(Command::window_style, a);
        break;
    case PictureOp::SET_MESSAGE:
        if (game_.window_message(world_, a[0])) open(false, 0, 0);
        break;
    case PictureOp::SET_PROMPT:
        if (game_.window_prompt(world_, a[0], a[1], a[2])) open(true, a[1], a[2]);
        break;
    }
}

} // namespace vellum::ff7
