// What the cursor does to things: which of their functions answers, and what is under it. Without pictures
// there are no shapes: a thing is where a player says that it was clicked.
#include <algorithm>
#include <array>
#include <iterator>

#include "engines/ags/codes.hpp"
#include "engines/ags/natives/play/played.hpp"

namespace vellum::ags {

namespace {

constexpr std::size_t mode_count = 10;
constexpr std::int32_t mode_walk = 0, mode_item = 4;

/// Numbers of events by the cursor's mode (walk, look, interact, talk, use an item, pick up, pointer, wait,
/// two of the game's own), that of any mode, and what unhandled_event calls the kind; -1: there is none.
struct Uses {
    ThingKind kind;
    std::array<std::int8_t, mode_count> by_mode;
    std::int8_t any;
    std::int32_t unhandled;
};
constexpr Uses uses[] = {
    {ThingKind::hotspot, {0, 1, 2, 4, 3, 7, -1, -1, 8, 9}, 5, 1},
    {ThingKind::object, {-1, 0, 1, 2, 3, 5, -1, -1, 6, 7}, 4, 2},
    {ThingKind::character, {-1, 0, 1, 2, 3, 5, -1, -1, 6, 7}, 4, 3},
    {ThingKind::item, {-1, 0, 1, 2, 3, 4, -1, -1, 4, 4}, -1, 5},
};

/// The function of an event; empty where none answers.
std::string_view handler(const EventHandlers& events, std::int32_t number) {
    return number >= 0 && static_cast<std::size_t>(number) < events.size()
               ? std::string_view(events[static_cast<std::size_t>(number)])
               : std::string_view();
}

Word interact(BuiltinCall& call) {
    const std::uint64_t self = self_of(call);
    call.charge(BuiltinCall::object_work);
    if (play_of(call).exists(self)) use_thing(call.environment, thing_of(self), integer_at(call, 0));
    return 0;
}

Word interact_with_region(BuiltinCall& call) {
    const std::uint64_t self = self_of(call);
    Play& play = play_of(call);
    if (!play.exists(self)) return 0;
    const std::string_view function = handler(play.events(thing_of(self)), integer_at(call, 0));
    if (!function.empty())
        play.ask({.where = PlayAction::Where::room,
                  .function = std::string(function),
                  .arguments = {Value(ObjectId{self})}});
    return 0;
}

/// The thing at a place of the screen or the room: what a step named, or a hotspot; 0 if there is none.
std::uint64_t thing_at(BuiltinCall& call) {
    const PlayFields& state = play_of(call).state;
    const bool there = integer_at(call, 0) == state.mouse_x && integer_at(call, 1) == state.mouse_y;
    if (there && play_of(call).exists(state.over)) return state.over;
    const auto hotspot = play_of(call).shape_at(ThingKind::hotspot, integer_at(call, 0), integer_at(call, 1));
    return hotspot && hotspot->index != 0 ? id_of(*hotspot) : 0;
}

Word object_word(BuiltinCall& call, std::uint64_t id) {
    Word word = 0;
    return call.environment.word_of(Value(ObjectId{id}), word)
               ? word
               : call.fail(codes::out_of_memory, "script objects need more memory than the budget allows");
}

template <ThingKind Kind> Word at_place(BuiltinCall& call) {
    const std::uint64_t id = thing_at(call);
    if (id != 0 && thing_of(id).kind == Kind) return object_word(call, id);
    if (Kind != ThingKind::hotspot && Kind != ThingKind::region) return 0;
    const auto shape = play_of(call).shape_at(Kind, integer_at(call, 0), integer_at(call, 1));
    const Thing nothing{Kind, play_of(call).state.room, 0}; // hotspots and regions have one of that number
    if (!shape && !play_of(call).exists(nothing)) return 0;
    return object_word(call, id_of(shape.value_or(nothing)));
}

Word location_type(BuiltinCall& call) {
    constexpr std::int32_t hotspot = 1, character = 2, object = 3;
    const std::uint64_t id = thing_at(call);
    const ThingKind kind = id != 0 ? thing_of(id).kind : ThingKind::clip;
    return integer_word(kind == ThingKind::hotspot     ? hotspot
                        : kind == ThingKind::character ? character
                        : kind == ThingKind::object    ? object
                                                       : 0);
}

Word location_name(BuiltinCall& call) {
    const std::uint64_t id = thing_at(call);
    const Word name = id != 0 ? call.kept(id, "Name") : 0;
    return name != 0 || call.code != nullptr ? name : call.string({});
}

/// A click in the room: on the thing there, or the player walks to the place.
Word process_click(BuiltinCall& call) {
    const std::int32_t mode = integer_at(call, 2);
    const std::uint64_t id = thing_at(call);
    call.charge(BuiltinCall::object_work);
    if (mode == mode_walk) {
        Play& play = play_of(call);
        const std::uint64_t player = id_of(play.player());
        if (play.exists(player))
            play.walk(
                {player, static_cast<float>(number_of_thing(call.environment, player, "x")),
                 static_cast<float>(number_of_thing(call.environment, player, "y")), integer_at(call, 0),
                 integer_at(call, 1),
                 static_cast<float>(std::max(number_of_thing(call.environment, player, "WalkSpeedX"), 1))});
        return 0;
    }
    if (id != 0) use_thing(call.environment, thing_of(id), mode);
    return 0;
}

Word interaction_available(BuiltinCall& call) {
    const std::uint64_t id = thing_at(call);
    const std::int32_t mode = integer_at(call, 2);
    const auto* const use =
        id == 0 ? std::end(uses) : std::ranges::find(uses, thing_of(id).kind, &Uses::kind);
    if (use == std::end(uses) || mode < 0 || static_cast<std::size_t>(mode) >= mode_count) return 0;
    const EventHandlers& events = play_of(call).events(thing_of(id));
    return integer_word(!handler(events, use->by_mode[static_cast<std::size_t>(mode)]).empty() ||
                        !handler(events, use->any).empty());
}

constexpr BuiltinEntry mouse_entries[] = {
    {"Character::RunInteraction", 1, interact, true},
    {"Object::RunInteraction", 1, interact, true},
    {"Hotspot::RunInteraction", 1, interact, true},
    {"InventoryItem::RunInteraction", 1, interact, true},
    {"Region::RunInteraction", 1, interact_with_region, true},
    {"ProcessClick", 3, process_click, true},
    {"Room::ProcessClick", 3, process_click, true},
    {"IsInteractionAvailable", 3, interaction_available, true},
    {"GetLocationType", 2, location_type, true},
    {"GetLocationType", 3, location_type, true},
    {"Game::GetLocationName", 2, location_name, true},
    {"Hotspot::GetAtScreenXY", 2, at_place<ThingKind::hotspot>, true},
    {"Hotspot::GetAtRoomXY", 2, at_place<ThingKind::hotspot>, true},
    {"Region::GetAtScreenXY", 2, at_place<ThingKind::region>, true},
    {"Region::GetAtRoomXY", 2, at_place<ThingKind::region>, true},
    {"Object::GetAtScreenXY", 2, at_place<ThingKind::object>, true},
    {"Object::GetAtRoomXY", 2, at_place<ThingKind::object>, true},
    {"Character::GetAtScreenXY", 2, at_place<ThingKind::character>, true},
    {"Character::GetAtRoomXY", 2, at_place<ThingKind::character>, true},
    {"InventoryItem::GetAtScreenXY", 2, at_place<ThingKind::item>, true},
    {"GUI::GetAtScreenXY", 2, at_place<ThingKind::gui>, true},
    {"GUIControl::GetAtScreenXY", 2, at_place<ThingKind::control>, true},
};

} // namespace

std::span<const BuiltinEntry> mouse_natives() noexcept { return mouse_entries; }

void use_thing(Environment& environment, Thing thing, std::int32_t mode) {
    Play& play = *environment.play;
    const auto* const use = std::ranges::find(uses, thing.kind, &Uses::kind);
    if (use == std::end(uses) || mode < 0 || static_cast<std::size_t>(mode) >= mode_count) return;
    const EventHandlers& events = play.events(thing);
    const auto where = thing.in_room() ? PlayAction::Where::room : PlayAction::Where::game;
    const auto run = [&](std::string_view function) {
        std::vector<Value> arguments{Value(ObjectId{id_of(thing)}), Value(mode)};
        play.ask({.where = where, .function = std::string(function), .arguments = std::move(arguments)});
    };
    const std::int32_t number = use->by_mode[static_cast<std::size_t>(mode)];
    const std::string_view own = handler(events, number), any = handler(events, use->any);
    const Word* const active = environment.properties().find(id_of(play.player()), "ActiveInventory");
    const bool empty_handed = mode == mode_item && (active == nullptr || is_null(*active));
    if (!own.empty() && !empty_handed)
        run(own);
    else if (any.empty() && number >= 0 && mode != mode_walk)
        play.ask({.where = PlayAction::Where::game,
                  .function = "unhandled_event",
                  .arguments = {Value(use->unhandled), Value(number)}});
    if (!any.empty()) run(any);
}

} // namespace vellum::ags
