// What scripts order of a game, a row each: the order, the name of its native, the names of its arguments and
// what it means. Everything that lists orders reads this.
#pragma once

#include <iterator>
#include <string_view>

#include "vellum/ff7.hpp"

namespace vellum::ff7 {

struct OrderRow {
    Order order;
    std::string_view name;
    std::string_view parameters; ///< Names divided by blanks.
    std::string_view documentation;
};

// clang-format off
inline constexpr OrderRow order_rows[] = {
    {Order::set_controls, "set_controls", "on owner", "Takes or gives back the controls; owner 3 is a script."},
    {Order::window_layout, "window_layout", "x y width height", "Place and size of the window."},
    {Order::window_style, "window_style", "style fixed", "Style of the window."},
    {Order::window_close, "window_close", "", "Asks the window to close."},
    {Order::enter_field, "enter_field", "record scenario", "Leaves the map to a field."},
    {Order::reenter_world, "reenter_world", "field", "Enters the map again as from a field."},
    {Order::start_battle, "start_battle", "scene", "Starts a battle."},
    {Order::leave_underwater, "leave_underwater", "", "Surfaces from under water."},
    {Order::adjust_position, "adjust_position", "", "Puts the player where the vehicle was left."},
    {Order::chocobo_run, "chocobo_run", "model", "The chocobo runs away."},
    {Order::chocobo_state, "chocobo_state", "state model", "State of a farm chocobo."},
    {Order::farm_start, "farm_start", "", "Starts loading the chocobo farm."},
    {Order::set_bronco_fly, "set_bronco_fly", "on", "The Tiny Bronco may fly."},
    {Order::set_chocobo_type, "set_chocobo_type", "type", "Kind of chocobo."},
    {Order::set_submarine_tint, "set_submarine_tint", "tint", "Tint of the submarine."},
    {Order::reset_zolom, "reset_zolom", "", "Places the Midgar Zolom again."},
    {Order::set_map_options, "set_map_options", "bits", "View mode and map state."},
    {Order::set_progress, "set_progress", "progress", "How far the world has changed."},
    {Order::set_encounters, "set_encounters", "on", "Random battles are possible."},
    {Order::set_battle_timer, "set_battle_timer", "seconds", "Starts and shows a countdown."},
    {Order::cam_mode, "cam_mode", "mode", "Camera mode."},
    {Order::cam_turn, "cam_turn", "direction", "Direction the camera turns to."},
    {Order::cam_set, "cam_set", "direction", "Turns the camera at once."},
    {Order::cam_rotation_speed, "cam_rotation_speed", "speed", "Rotation of the camera per frame."},
    {Order::cam_tilt_speed, "cam_tilt_speed", "speed", "Tilt of the camera per frame."},
    {Order::cam_zoom_speed, "cam_zoom_speed", "speed", "Zoom of the camera per frame."},
    {Order::cam_shake, "cam_shake", "on", "Earthquake."},
    {Order::cam_follow, "cam_follow", "angle", "The camera turns behind the player."},
    {Order::fade_in, "fade_in", "step unused", "The picture comes back."},
    {Order::fade_out, "fade_out", "step unused", "The picture fades."},
    {Order::show_meteor, "show_meteor", "on", "Shows the meteor."},
    {Order::play_effect, "play_effect", "effect model", "Plays an effect at a model."},
    {Order::layer_start, "layer_start", "layer effect interval model", "Repeats an effect at a model."},
    {Order::layer_stop, "layer_stop", "layer", "Stops a repeated effect."},
    {Order::point_light, "point_light", "point red green blue outer inner", "Light at a point."},
    {Order::sky_top, "sky_top", "red green blue", "Upper colour of the sky."},
    {Order::sky_bottom, "sky_bottom", "red green blue", "Lower colour of the sky."},
    {Order::sfx, "sfx", "sound", "Plays a sound."},
    {Order::music, "music", "song hold", "Plays a song."},
    {Order::music_volume, "music_volume", "volume", "Volume of the music."},
    {Order::model_loaded, "model_loaded", "model", "A model appeared."},
    {Order::model_unloaded, "model_unloaded", "model", "A model went."},
    {Order::model_moved, "model_moved", "model x y z facing", "Where a model is, once a frame if it changed."},
    {Order::animation, "animation", "model animation loop", "A model plays an animation."},
    {Order::visible, "visible", "model shown", "A model is shown or hidden."},
    {Order::y_offset, "y_offset", "model offset", "Height of a drawn model."},
};
// clang-format on

consteval bool orders_stand_in_order() {
    if (std::size(order_rows) != order_count) return false;
    for (std::size_t i = 0; i < order_count; ++i)
        if (order_rows[i].order != static_cast<Order>(i)) return false;
    return true;
}
static_assert(orders_stand_in_order(), "a row for every order, in the order of Order");

} // namespace vellum::ff7
