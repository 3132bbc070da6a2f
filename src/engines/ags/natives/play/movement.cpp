// Walking, which takes the straight way and arrives, and animations, which take as long as their frames.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "engines/ags/natives/play/played.hpp"

namespace vellum::ags {

namespace {

constexpr std::string_view loop_name = "Loop";

/// Names of coordinates: characters have small ones.
struct Axes {
    std::string_view x, y;
};
Axes axes_of(std::uint64_t thing) {
    return thing_of(thing).kind == ThingKind::character ? Axes{"x", "y"} : Axes{"X", "Y"};
}

/// A loop of a view shows one direction: down, left, right, up.
std::int32_t loop_towards(float across, float down) {
    constexpr std::int32_t to_down = 0, to_left = 1, to_right = 2, to_up = 3;
    if (std::abs(across) > std::abs(down)) return across < 0 ? to_left : to_right;
    return down < 0 ? to_up : to_down;
}

/// No room is so large; a float has every such number.
std::int32_t inside(std::int32_t coordinate) {
    constexpr std::int32_t farthest = 1'000'000;
    return std::clamp(coordinate, -farthest, farthest);
}

Word begin_walk(BuiltinCall& call, std::uint64_t thing, std::int32_t x, std::int32_t y, float speed,
                bool block) {
    const Axes axes = axes_of(thing);
    const Environment& environment = call.environment;
    const auto from_x = static_cast<float>(inside(number_of_thing(environment, thing, axes.x)));
    const auto from_y = static_cast<float>(inside(number_of_thing(environment, thing, axes.y)));
    x = inside(x);
    y = inside(y);
    call.charge(BuiltinCall::object_work + play_of(call).state.walks.size());
    const float across = static_cast<float>(x) - from_x, down = static_cast<float>(y) - from_y;
    play_of(call).walk({thing, from_x, from_y, x, y, speed});
    if (across != 0 || down != 0) call.keep(thing, loop_name, 0, integer_word(loop_towards(across, down)));
    return wait_while(call, block && play_of(call).walks(thing));
}

/// Pixels a frame: negative numbers are frames a pixel.
float speed_of(std::int32_t speed) {
    if (speed < 0) return 1.0F / static_cast<float>(-static_cast<std::int64_t>(speed));
    return static_cast<float>(std::max(speed, 1));
}

Word walk(BuiltinCall& call) {
    const std::uint64_t self = self_of(call);
    if (call.resumed) return wait_while(call, play_of(call).walks(self));
    if (!play_of(call).exists(self)) return 0;
    const float speed = speed_of(number_of_thing(call.environment, self, "WalkSpeedX"));
    return begin_walk(call, self, integer_at(call, 0), integer_at(call, 1), speed, blocks(call, 2, false));
}

/// Where it goes on to from the last place it is on the way to; a walk of its own if it stands.
Word add_waypoint(BuiltinCall& call) {
    auto& walks = play_of(call).state.walks;
    const std::uint64_t self = self_of(call);
    call.charge(walks.size());
    const auto last = std::ranges::find(walks.rbegin(), walks.rend(), self, &Walk::thing);
    if (last == walks.rend()) return walk(call);
    if (walks.size() >= PlayFields::most_moving) return 0;
    const Walk next{self,
                    static_cast<float>(last->to_x),
                    static_cast<float>(last->to_y),
                    inside(integer_at(call, 0)),
                    inside(integer_at(call, 1)),
                    last->speed};
    walks.insert(last.base(), next);
    return 0;
}

Word move_object(BuiltinCall& call) {
    const std::uint64_t self = self_of(call);
    if (call.resumed) return wait_while(call, play_of(call).walks(self));
    if (!play_of(call).exists(self)) return 0;
    return begin_walk(call, self, integer_at(call, 0), integer_at(call, 1), speed_of(integer_at(call, 2, 1)),
                      blocks(call, 3, false));
}

Word stop(BuiltinCall& call) {
    call.charge(play_of(call).state.walks.size());
    play_of(call).stop(self_of(call));
    return 0;
}

/// FollowCharacter(other, distance, eagerness); null ends it.
Word follow(BuiltinCall& call) {
    constexpr std::int32_t usual = 10, farthest = 255;
    Play& play = play_of(call);
    const std::uint64_t self = self_of(call), other = call.environment.host_id(call.arguments[0]);
    const auto is_character = [&](std::uint64_t id) {
        return play.exists(id) && thing_of(id).kind == ThingKind::character;
    };
    auto& all = play.state.followers;
    call.charge(all.size());
    std::erase_if(all, [&](const Follower& each) { return each.thing == self; });
    if (is_character(self) && is_character(other) && self != other && all.size() < PlayFields::most_moving)
        all.push_back({self, other, std::clamp(integer_at(call, 1, usual), 0, farthest)});
    return 0;
}

Word moves(BuiltinCall& call) {
    call.charge(play_of(call).state.walks.size());
    return integer_word(play_of(call).walks(self_of(call)));
}

Word face_place(BuiltinCall& call, std::int32_t x, std::int32_t y) {
    const std::uint64_t self = self_of(call);
    if (!play_of(call).exists(self)) return 0;
    const Axes axes = axes_of(self);
    const auto across =
        static_cast<float>(x) - static_cast<float>(number_of_thing(call.environment, self, axes.x));
    const auto down =
        static_cast<float>(y) - static_cast<float>(number_of_thing(call.environment, self, axes.y));
    if (across != 0 || down != 0) call.keep(self, loop_name, 0, integer_word(loop_towards(across, down)));
    return 0;
}

Word face_location(BuiltinCall& call) { return face_place(call, integer_at(call, 0), integer_at(call, 1)); }

Word face_thing(BuiltinCall& call) {
    const std::uint64_t other = call.environment.host_id(call.arguments[0]);
    if (!play_of(call).exists(other)) return 0;
    const Axes axes = axes_of(other);
    return face_place(call, number_of_thing(call.environment, other, axes.x),
                      number_of_thing(call.environment, other, axes.y));
}

Word face_direction(BuiltinCall& call) {
    call.keep(self_of(call), loop_name, 0, integer_word(integer_at(call, 0)));
    return 0;
}

/// Frames of loops are pictures, which are not read: an animation is taken to have ten of them.
template <std::size_t Loop> Word animate(BuiltinCall& call) {
    constexpr std::int32_t pictures = 10, longest_delay = 1000;
    const std::uint64_t self = self_of(call);
    Play& play = play_of(call);
    if (call.resumed) return wait_while(call, play.animates(self));
    const std::int32_t delay = std::clamp(integer_at(call, Loop + 1), 0, longest_delay);
    const bool again = integer_at(call, Loop + 2) != 0;
    const bool block = blocks(call, Loop + 3, true);
    call.charge(play.state.animations.size());
    call.keep(self, loop_name, 0, integer_word(integer_at(call, Loop)));
    if (!play.animate({self, again && !block ? -1 : pictures * (delay + 1)})) return 0;
    return wait_while(call, block);
}

Word animates(BuiltinCall& call) {
    call.charge(play_of(call).state.animations.size());
    return integer_word(play_of(call).animates(self_of(call)));
}

Word stop_animating(BuiltinCall& call) {
    call.charge(play_of(call).state.animations.size());
    play_of(call).animate({self_of(call), 0});
    return 0;
}

/// Fades are as long as the engine makes them.
Word fade(BuiltinCall& call) {
    constexpr std::int32_t steps = 64;
    const std::int32_t left =
        call.resumed ? call.state->integer() - 1 : steps / std::clamp(integer_at(call, 0), 1, steps);
    if (left <= 0) return 0;
    *call.state = Value(left);
    return call.suspend();
}

constexpr BuiltinEntry movement_entries[] = {
    {"Character::Walk", 4, walk, true},
    {"Character::Walk", 2, walk, true},
    {"Character::WalkStraight", 3, walk, true},
    {"Character::Move", 4, walk, true},
    {"Character::MoveStraight", 3, walk, true},
    {"Character::AddWaypoint", 2, add_waypoint, true},
    {"Character::FollowCharacter", 3, follow, true},
    {"Character::FollowCharacter", 1, follow, true},
    {"Character::StopMoving", 0, stop, true},
    {"Character::get_Moving", 0, moves, true},
    {"Character::get_Walking", 0, moves, true},
    {"Character::FaceLocation", 3, face_location, true},
    {"Character::FaceCharacter", 2, face_thing, true},
    {"Character::FaceObject", 2, face_thing, true},
    {"Character::FaceDirection", 2, face_direction, true},
    {"Character::Animate", 5, animate<0>, true},
    {"Character::Animate", 6, animate<0>, true},
    {"Character::Animate", 7, animate<0>, true},
    {"Character::get_Animating", 0, animates, true},
    {"Object::Move", 5, move_object, true},
    {"Object::StopMoving", 0, stop, true},
    {"Object::get_Moving", 0, moves, true},
    {"Object::Animate", 5, animate<0>, true},
    {"Object::Animate", 6, animate<0>, true},
    {"Object::Animate", 7, animate<0>, true},
    {"Object::get_Animating", 0, animates, true},
    {"Object::StopAnimating", 0, stop_animating, true},
    {"Button::Animate", 4, animate<1>, true},
    {"Button::Animate", 7, animate<1>, true},
    {"Button::Animate", 8, animate<1>, true},
    {"Button::get_Animating", 0, animates, true},
    {"FadeIn", 1, fade, true},
    {"FadeOut", 1, fade, true},
};

} // namespace

std::span<const BuiltinEntry> movement_natives() noexcept { return movement_entries; }

void stand_on_region(Environment& environment) {
    constexpr std::size_t stands = 0, walks_onto = 1, walks_off = 2;
    Play& play = *environment.play;
    const std::uint64_t player = id_of(play.player());
    const auto is_on = [&](Thing region) { // until a script says otherwise
        const Word* const set = environment.properties().find(id_of(region), "Enabled");
        return set == nullptr || !is_null(*set);
    };
    const auto ask = [&](std::int32_t number, std::size_t event) {
        const Thing region{ThingKind::region, play.state.room, static_cast<std::uint32_t>(number)};
        const EventHandlers& events = play.events(region);
        if (number > 0 && event < events.size() && !events[event].empty())
            play.ask({.where = PlayAction::Where::room,
                      .function = events[event],
                      .arguments = {Value(ObjectId{id_of(region)})}});
    };
    const auto found = play.shape_at(ThingKind::region, number_of_thing(environment, player, "x"),
                                     number_of_thing(environment, player, "y"));
    const std::int32_t now = found && is_on(*found) ? static_cast<std::int32_t>(found->index) : 0;
    if (now != play.state.region) {
        ask(play.state.region, walks_off);
        ask(now, walks_onto);
        play.state.region = now;
    }
    ask(now, stands);
}

namespace {

/// One that follows goes where the other one is: to its room at once, inside of the room when it is far.
void follow_on(Environment& environment, const Follower& follower) {
    constexpr std::int32_t patience = 30; // pixels more than the distance
    Play& play = *environment.play;
    const auto number = [&](std::uint64_t thing, std::string_view property) {
        return number_of_thing(environment, thing, property);
    };
    const std::int32_t room = number(follower.other, "Room");
    const std::int32_t x = inside(number(follower.other, "x")), y = inside(number(follower.other, "y"));
    if (number(follower.thing, "Room") != room) {
        play.stop(follower.thing);
        set_number_of_thing(environment, follower.thing, "PreviousRoom", number(follower.thing, "Room"));
        set_number_of_thing(environment, follower.thing, "Room", room);
        set_number_of_thing(environment, follower.thing, "x", x);
        set_number_of_thing(environment, follower.thing, "y", y);
    }
    const std::int32_t from_x = inside(number(follower.thing, "x")),
                       from_y = inside(number(follower.thing, "y"));
    const std::int32_t far = follower.distance + patience;
    if (room != play.state.room || (std::abs(from_x - x) <= far && std::abs(from_y - y) <= far)) return;
    const std::int32_t to_x = from_x < x ? x - follower.distance : x + follower.distance;
    play.walk({follower.thing, static_cast<float>(from_x), static_cast<float>(from_y), to_x, y,
               speed_of(number(follower.thing, "WalkSpeedX"))});
    set_number_of_thing(environment, follower.thing, loop_name,
                        loop_towards(static_cast<float>(to_x - from_x), static_cast<float>(y - from_y)));
}

} // namespace

void move_things(Environment& environment) {
    Play& play = *environment.play;
    for (const Follower& each : play.state.followers)
        if (!play.walks(each.thing)) follow_on(environment, each);
    std::vector<Walk>& walks = play.state.walks;
    for (auto at = walks.begin(); at != walks.end(); ++at) {
        Walk& each = *at;
        if (at != walks.begin() && std::prev(at)->thing == each.thing) continue; // a waypoint of that walk
        const float across = static_cast<float>(each.to_x) - each.x,
                    down = static_cast<float>(each.to_y) - each.y;
        const float distance = std::sqrt(across * across + down * down);
        if (!(distance > each.speed)) { // there, and whatever is no distance
            each.x = static_cast<float>(each.to_x);
            each.y = static_cast<float>(each.to_y);
            each.speed = 0;
            if (const auto next = std::next(at); next != walks.end() && next->thing == each.thing)
                set_number_of_thing(environment, each.thing, loop_name,
                                    loop_towards(static_cast<float>(next->to_x) - next->x,
                                                 static_cast<float>(next->to_y) - next->y));
        } else {
            each.x += across / distance * each.speed;
            each.y += down / distance * each.speed;
        }
        const Axes axes = axes_of(each.thing);
        set_number_of_thing(environment, each.thing, axes.x,
                            each.speed == 0 ? each.to_x : static_cast<std::int32_t>(each.x));
        set_number_of_thing(environment, each.thing, axes.y,
                            each.speed == 0 ? each.to_y : static_cast<std::int32_t>(each.y));
    }
    std::erase_if(walks, [](const Walk& each) { return each.speed == 0; });
    for (Busy& each : play.state.animations)
        if (each.frames > 0) --each.frames;
    std::erase_if(play.state.animations, [](const Busy& each) { return each.frames == 0; });
}

} // namespace vellum::ags
