// World instructions of camera, picture, sound and windows. Each changes the state first and tells the game
// afterwards; none of them ends a turn.
#include <cassert>

#include "engines/ff7/geometry.hpp"
#include "engines/ff7/isa_rows.hpp"
#include "engines/ff7/machine.hpp"

namespace vellum::ff7 {

namespace {

template <std::uint16_t Code> consteval std::uint8_t row() { return table_rows::number_of(Code); }

std::array<std::uint8_t, 3> color_of(std::span<const std::int32_t> a) noexcept {
    return {static_cast<std::uint8_t>(a[0]), static_cast<std::uint8_t>(a[1]),
            static_cast<std::uint8_t>(a[2])};
}

} // namespace

Machine::After Machine::picture_instruction(const Word& word, std::span<const std::int32_t> a) {
    Surroundings& map = state.surroundings;
    Camera& camera = state.camera;
    Window& window = state.window;
    auto light = [&] {
        const Point* point = chosen_point();
        if (point != nullptr)
            order(Order::point_light, {state.active_point, point->color[0], point->color[1], point->color[2],
                                       point->outer, point->inner});
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
    switch (word.row) {
    case row<0x31C>():
        camera.mode = a[0];
        order(Order::cam_mode, a);
        break;
    case row<0x31E>():
        camera.wanted_angle = direction_from(a[0]);
        order(Order::cam_turn, a);
        break;
    case row<0x32F>():
        camera.angle = camera.wanted_angle = direction_from(a[0]);
        order(Order::cam_set, a);
        break;
    case row<0x31F>():
        camera.rotation_speed = a[0];
        order(Order::cam_rotation_speed, a);
        break;
    case row<0x329>():
        camera.tilt_speed = a[0];
        order(Order::cam_tilt_speed, a);
        break;
    case row<0x32A>():
        camera.zoom_speed = a[0];
        order(Order::cam_zoom_speed, a);
        break;
    case row<0x352>():
        camera.shaking = a[0] != 0;
        order(Order::cam_shake, a);
        break;
    case row<0x350>():
        map.meteor = a[0];
        order(Order::show_meteor, a);
        break;
    case row<0x348>():
        map.fade_in = a[0];
        order(Order::fade_in, a);
        break;
    case row<0x33B>():
        map.fade_out = a[0];
        order(Order::fade_out, a);
        break;
    case row<0x34A>(): order(Order::play_effect, {a[0], active().model}); break;
    case row<0x34D>():
        if (a[0] >= 0 && static_cast<std::size_t>(a[0]) < map.layers.size())
            map.layers[static_cast<std::size_t>(a[0])] = {static_cast<std::uint8_t>(a[1]),
                                                          static_cast<std::uint8_t>(a[2]), active().model};
        order(Order::layer_start, {a[0], a[1], a[2], active().model});
        break;
    case row<0x34E>():
        if (a[0] >= 0 && static_cast<std::size_t>(a[0]) < map.layers.size())
            map.layers[static_cast<std::size_t>(a[0])].interval = 0;
        order(Order::layer_stop, a);
        break;
    case row<0x313>():
        if (Point* point = chosen_point(); point != nullptr) point->color = color_of(a);
        light();
        break;
    case row<0x314>():
        if (Point* point = chosen_point(); point != nullptr) {
            point->outer = a[0];
            point->inner = a[1];
        }
        light();
        break;
    case row<0x315>():
        map.sky_top = color_of(a);
        order(Order::sky_top, a);
        break;
    case row<0x316>():
        map.sky_bottom = color_of(a);
        order(Order::sky_bottom, a);
        break;
    case row<0x31D>(): order(Order::sfx, a); break;
    case row<0x33E>():
        map.music = a[0];
        order(Order::music, {a[0], a[0] != 0 ? 1 : 0});
        break;
    case row<0x351>():
        map.music_volume = a[0];
        order(Order::music_volume, a);
        break;
    case row<0x324>():
        window.x = static_cast<std::int16_t>(a[0]);
        window.y = static_cast<std::int16_t>(a[1]);
        window.width = static_cast<std::int16_t>(a[2]);
        window.height = static_cast<std::int16_t>(a[3]);
        order(Order::window_layout, a);
        break;
    case row<0x32C>():
        window.style = static_cast<std::uint8_t>(a[0]);
        window.fixed = static_cast<std::uint8_t>(a[1]);
        order(Order::window_style, a);
        break;
    case row<0x325>():
        if (game_.window_message(world_, a[0])) open(false, 0, 0);
        break;
    case row<0x326>():
        if (game_.window_prompt(world_, a[0], a[1], a[2])) open(true, a[1], a[2]);
        break;
    default:
        // 31B and every code that the game does not know. Whatever else comes here was forgotten above.
        assert(table().rows[word.row].mnemonic.starts_with("NOP_"));
        break;
    }
    return After::go_on;
}

} // namespace vellum::ff7
