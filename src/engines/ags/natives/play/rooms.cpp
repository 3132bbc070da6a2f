// Going to rooms, and what is asked of the one that the game is in.
#include <algorithm>
#include <string>

#include "base/ascii.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/natives/play/played.hpp"

namespace vellum::ags {

namespace {

constexpr std::int32_t no_value = 31998; ///< Of an argument that a script left out.

Word change_room(BuiltinCall& call) {
    Play& play = play_of(call);
    const std::uint64_t self = self_of(call);
    const std::int32_t room = integer_at(call, 0);
    const std::int32_t x = integer_at(call, 1, no_value), y = integer_at(call, 2, no_value);
    const bool placed = x != no_value && y != no_value;
    if (self == id_of(play.player())) {
        PlayAction action{.kind = PlayAction::Kind::room, .function = {}, .arguments = {}, .number = room};
        action.x = x;
        action.y = y;
        action.placed = placed;
        queue_action(call, std::move(action));
        return 0;
    }
    call.keep(self, "PreviousRoom", 0, integer_word(number_of_thing(call.environment, self, "Room")));
    call.keep(self, "Room", 0, integer_word(room));
    if (placed) {
        call.keep(self, "x", 0, integer_word(x));
        call.keep(self, "y", 0, integer_word(y));
    }
    return 0;
}

Word change_room_automatically(BuiltinCall& call) {
    call.arguments = call.arguments.first(1); // where the player comes in is where the pictures say
    return change_room(call);
}

Word new_room(BuiltinCall& call) {
    queue_action(
        call,
        {.kind = PlayAction::Kind::room, .function = {}, .arguments = {}, .number = integer_at(call, 0)});
    return 0;
}

Word set_as_player(BuiltinCall& call) {
    Play& play = play_of(call);
    const std::uint64_t self = self_of(call);
    if (!play.exists(self) || thing_of(self).kind != ThingKind::character) return 0;
    play.state.player = thing_of(self).index;
    const std::int32_t room = number_of_thing(call.environment, self, "Room");
    if (room != play.state.room)
        queue_action(call, {.kind = PlayAction::Kind::room, .function = {}, .arguments = {}, .number = room});
    return 0;
}

Word been_in_room(BuiltinCall& call) {
    return integer_word(call.kept(0, "been in room", integer_at(call, 0)) != 0);
}

const RoomData* here(BuiltinCall& call) { return play_of(call).room(play_of(call).state.room); }

template <std::int16_t RoomData::* Size> Word room_size(BuiltinCall& call) {
    const RoomData* const room = here(call);
    return integer_word(static_cast<std::int32_t>(room != nullptr ? room->*Size : RoomData().*Size));
}

Word object_count(BuiltinCall& call) {
    const RoomData* const room = here(call);
    return integer_word(static_cast<std::uint32_t>(room != nullptr ? room->objects.size() : 0));
}

Word room_message(BuiltinCall& call) {
    const RoomData* const room = here(call);
    const auto number = static_cast<std::size_t>(integer_at(call, 0, -1));
    return room != nullptr && number < room->messages.size() ? call.string(room->messages[number].text) : 0;
}

/// Where a custom property of the room that the game is in is kept: names count without case.
bool property_key(BuiltinCall& call, std::uint64_t& room, std::string& name) {
    constexpr std::size_t longest = 200; // no editor makes such a name
    std::string_view wanted;
    if (!call.text(call.arguments[0], wanted) || wanted.size() > longest) return false;
    room = id_of({ThingKind::room, std::max(play_of(call).state.room, 0), 0});
    name = Play::custom_prefix;
    name += lower_case(wanted);
    return true;
}

Word room_property(BuiltinCall& call) {
    std::uint64_t room = 0;
    std::string name;
    return property_key(call, room, name) ? call.kept(room, name) : 0;
}

Word room_text_property(BuiltinCall& call) {
    const Word kept = room_property(call);
    return kept != 0 || call.code != nullptr ? kept : call.string({});
}

Word set_room_property(BuiltinCall& call) {
    std::uint64_t room = 0;
    std::string name;
    return integer_word(property_key(call, room, name) && call.keep(room, name, 0, call.arguments[1]));
}

Word set_room_text_property(BuiltinCall& call) {
    std::uint64_t room = 0;
    std::string name;
    std::string_view text;
    if (!property_key(call, room, name) || !call.text(call.arguments[1], text)) return 0;
    const Word made = call.string(text);
    return integer_word(call.code == nullptr && call.keep(room, name, 0, made));
}

template <auto List> Word count_of(BuiltinCall& call) {
    return integer_word(static_cast<std::uint32_t>((play_of(call).data().*List).size()));
}

Word game_name(BuiltinCall& call) {
    const Word kept = call.kept(0, "Game.Name");
    return kept != 0 ? kept : call.string(play_of(call).data().name.text());
}

Word quit(BuiltinCall& call) {
    play_of(call).ask({.kind = PlayAction::Kind::quit, .function = {}, .arguments = {}});
    return 0;
}

/// `game.score` is the first member of the engine's own structure.
Word give_score(BuiltinCall& call) {
    constexpr std::int32_t score_event = 4;
    Environment& environment = call.environment;
    const std::int32_t more = integer_at(call, 0);
    environment.set_number("game", 0,
                           signed_of(integer_word(number_of(integer_word(environment.number_in("game", 0))) +
                                                  static_cast<std::uint32_t>(more))));
    play_of(call).tell("score " + std::to_string(environment.number_in("game", 0)));
    play_of(call).ask({.kind = PlayAction::Kind::function,
                       .where = PlayAction::Where::everywhere,
                       .function = "on_event",
                       .arguments = {Value(score_event), Value(more)}});
    return 0;
}

constexpr BuiltinEntry room_entries[] = {
    {"Character::ChangeRoom", 4, change_room, true},
    {"Character::ChangeRoom", 3, change_room, true},
    {"Character::ChangeRoomAutoPosition", 2, change_room_automatically, true},
    {"Character::SetAsPlayer", 0, set_as_player, true},
    {"NewRoom", 1, new_room, true},
    {"NewRoomEx", 3, new_room, true},
    {"HasPlayerBeenInRoom", 1, been_in_room, true},
    {"HasBeenToRoom", 1, been_in_room, true},
    {"Room::get_Width", 0, room_size<&RoomData::width>, true},
    {"Room::get_Height", 0, room_size<&RoomData::height>, true},
    {"Room::get_ObjectCount", 0, object_count, true},
    {"Room::geti_Messages", 1, room_message, true},
    {"Room::GetProperty", 1, room_property, true},
    {"Room::GetTextProperty", 1, room_text_property, true},
    {"Room::SetProperty", 2, set_room_property, true},
    {"Room::SetTextProperty", 2, set_room_text_property, true},
    {"Game::get_CharacterCount", 0, count_of<&MainData::characters>, true},
    {"Game::get_DialogCount", 0, count_of<&MainData::dialogs>, true},
    {"Game::get_GUICount", 0, count_of<&MainData::guis>, true},
    {"Game::get_ViewCount", 0, count_of<&MainData::views>, true},
    {"Game::get_InventoryItemCount", 0,
     [](BuiltinCall& call) {
         const std::size_t all = play_of(call).data().items.size();
         return integer_word(static_cast<std::uint32_t>(all == 0 ? 0 : all - 1));
     },
     true},
    {"Game::get_Name", 0, game_name, true},
    {"GiveScore", 1, give_score, true},
    {"QuitGame", 1, quit, true},
};

} // namespace

std::span<const BuiltinEntry> room_natives() noexcept { return room_entries; }

} // namespace vellum::ags
