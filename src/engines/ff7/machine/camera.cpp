#include "engines/ff7/machine/camera.hpp"

#include <algorithm>
#include <cstdlib>

#include "engines/ff7/machine/geometry.hpp"
#include "engines/ff7/machine/listed.hpp"

namespace vellum::ff7 {

namespace {

/// By view mode.
constexpr std::int32_t tilt_of_view[] = {1500, 1800, 1800, 1800};
constexpr std::int32_t distance_of_view[] = {10000, 7000, 7000, 4000};

std::int32_t added(std::int32_t value, std::int32_t speed, std::int32_t low, std::int32_t high) noexcept {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(std::int64_t{value} + speed, low, high));
}

/// The height it looks at follows the player's: a jump by an eighth, a step at most 50.
void follow_height(WorldState& state) noexcept {
    if (state.player >= no_entity) return;
    std::int32_t& height = state.camera.height;
    const std::int64_t wanted = state.entity(state.player).position.y;
    const std::int64_t way = wanted - height;
    if (std::abs(way) > 200)
        height = static_cast<std::int32_t>((std::int64_t{7} * height + wanted) >> 3);
    else
        height += static_cast<std::int32_t>(std::clamp<std::int64_t>(way, -50, 50));
}

} // namespace

void set_view(WorldState& state, std::int32_t view) noexcept {
    constexpr std::int32_t snow_field = 3;
    state.camera.view_before = state.view();
    state.map.map_options = (state.map.map_options & ~3) | (view & 3);
    if (state.view() <= 1 && state.given.map_number != snow_field) state.camera.wanted_angle = 0;
}

void set_map_state(WorldState& state, std::int32_t map_state) noexcept {
    constexpr std::uint8_t highwind = 3;
    state.map.map_options = (state.map.map_options & ~12) | (map_state & 3) << 2;
    if (state.player == no_entity || state.entity(state.player).model != highwind)
        state.map.map_state_kept = map_state & 3;
}

void steer(WorldState& state, std::int32_t facing) noexcept {
    state.camera.steering = wrapping_sub(wrapping_add(facing, state.camera.wanted_angle), 0x800);
}

void set_camera_mode(WorldState& state, std::int32_t mode) noexcept {
    state.camera.mode = mode;
    if (mode != 1) return;
    state.camera.tilt = tilt_of_view[state.view()];
    state.camera.distance = distance_of_view[state.view()];
}

void ease_camera(WorldState& state) noexcept {
    Camera& camera = state.camera;
    if (state.view() >= 2) { // behind somebody, steering keeps it inside one turn
        if (camera.wanted_angle < 0) camera.wanted_angle += 0x1000;
        if (camera.wanted_angle > 0xFFF) camera.wanted_angle -= 0x1000;
    }
    std::int64_t angle = camera.angle;
    if (angle < std::int64_t{camera.wanted_angle} - 0x800)
        angle += 0x1000;
    else if (angle > std::int64_t{camera.wanted_angle} + 0x800)
        angle -= 0x1000;
    camera.angle = static_cast<std::int32_t>((15 * angle + camera.wanted_angle) >> 4);
}

void move_camera(WorldState& state) noexcept {
    Camera& camera = state.camera;
    if (camera.mode != 2) follow_height(state);
    ease_camera(state);
    if (camera.mode == 0 || camera.mode == 1)
        camera.wanted_angle = wrapping_add(camera.wanted_angle, camera.rotation_speed);
    if (camera.mode == 0) {
        camera.tilt = camera.distance = 0;
    } else if (camera.mode == 1) {
        camera.distance = added(camera.distance, camera.zoom_speed, 1000, 15000);
        camera.tilt = added(camera.tilt, camera.tilt_speed, 1152, 1920);
    }
}

void show_camera(WorldState& state) noexcept {
    Camera& camera = state.camera;
    const auto nearer = [](std::int32_t shown, std::int32_t scripted, std::int32_t usual) {
        return static_cast<std::int32_t>((std::int64_t{3} * shown + (scripted != 0 ? scripted : usual)) >> 2);
    };
    camera.shown_tilt = nearer(camera.shown_tilt, camera.tilt, tilt_of_view[state.view()]);
    camera.shown_distance = nearer(camera.shown_distance, camera.distance, distance_of_view[state.view()]);
}

bool is_at_rest(const WorldState& state) noexcept {
    WorldState next = state;
    move_camera(next);
    show_camera(next);
    bool rests = next.camera == state.camera;
    each_listed(state, [&](EntityId, const Entity& entity) {
        rests = rests && eased_facing(entity.shown_facing, entity.facing) == entity.shown_facing;
    });
    return rests;
}

} // namespace vellum::ff7
