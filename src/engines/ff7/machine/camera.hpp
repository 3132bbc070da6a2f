// The camera's rules: how the view mode, the wanted angle and what scripts say of tilt and distance become
// what is shown. Functions of the state alone.
#pragma once

#include <cstdint>

#include "vellum/ff7_state.hpp"

namespace vellum::ff7 {

/// Chooses a view mode; 0 and 1 turn the camera back to 0, except on the snow field.
void set_view(WorldState& state, std::int32_t view) noexcept;
/// Chooses 0 a small, 1 a big, 2 no map.
void set_map_state(WorldState& state, std::int32_t map_state) noexcept;
/// The heading that steering keeps, from where the player faces.
void steer(WorldState& state, std::int32_t facing) noexcept;
/// SET_CAM_LOCK.
void set_camera_mode(WorldState& state, std::int32_t mode) noexcept;

/// The angle goes a sixteenth of the shorter way to the wanted one, which views 2 and 3 bring back by a turn.
void ease_camera(WorldState& state) noexcept;
/// What a frame does to the camera before its scripts: height, angle, then what scripts said of it.
void move_camera(WorldState& state) noexcept;
/// What it does after them: the shown tilt and distance go a quarter of their way.
void show_camera(WorldState& state) noexcept;

/// True if another frame, in which no script runs, would show the same.
[[nodiscard]] bool is_at_rest(const WorldState& state) noexcept;

} // namespace vellum::ff7
