// Saying, showing and waiting for it to be read.
#include <algorithm>

#include "base/concat.hpp"
#include "base/escape.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/natives/format.hpp"
#include "engines/ags/natives/play/played.hpp"

namespace vellum::ags {

namespace {

constexpr std::int32_t frames_a_second = 40, letters_a_second = 15;

/// How long a text can be read, with the engine's own settings.
std::int32_t reading_time(std::string_view text) {
    constexpr std::size_t most = 10'000;
    return (static_cast<std::int32_t>(std::min(text.size(), most)) / letters_a_second + 1) * frames_a_second;
}

/// Tells what is said and waits until it is read, or a key or button is pressed.
Word show(BuiltinCall& call, std::string_view verb, std::string_view who, std::string_view text) {
    call.charge(text.size());
    play_of(call).tell(concat(verb, who.empty() ? "" : " ", who, " \"", escape_control(text), "\""));
    *call.state = Value(reading_time(text));
    return call.suspend();
}

Word read_on(BuiltinCall& call) {
    const std::int32_t left = call.state->integer() - 1;
    if (left <= 0 || call.environment.input != 0) return 0;
    *call.state = Value(left);
    return call.suspend();
}

/// The argument at `First` is a pattern, the others are for it.
template <std::size_t First> bool formatted(BuiltinCall& call, TextBuilder& out) {
    std::string_view pattern;
    return First < call.arguments.size() && call.text(call.arguments[First], pattern) &&
           format_text(call, pattern, call.arguments.subspan(First + 1), out);
}

std::string speaker(BuiltinCall& call) { return call.environment.stand_in_name(self_of(call)); }

template <std::size_t First> Word say(BuiltinCall& call) {
    if (call.resumed) return read_on(call);
    TextBuilder out(call);
    return formatted<First>(call, out) ? show(call, "said", speaker(call), out.visible()) : 0;
}

Word think(BuiltinCall& call) {
    if (call.resumed) return read_on(call);
    TextBuilder out(call);
    return formatted<0>(call, out) ? show(call, "thought", speaker(call), out.visible()) : 0;
}

/// An overlay with the text; nobody waits.
Word say_background(BuiltinCall& call) {
    TextBuilder out(call);
    if (!formatted<0>(call, out)) return 0;
    play_of(call).tell(concat("said ", speaker(call), " \"", escape_control(out.visible()), "\""));
    const std::uint32_t overlay = call.environment.make_stand_in("Overlay");
    call.charge(BuiltinCall::object_work);
    return overlay != 0
               ? address_word(Tag::object, overlay)
               : call.fail(codes::out_of_memory, "script objects need more memory than the budget allows");
}

template <std::size_t First> Word display(BuiltinCall& call) {
    if (call.resumed) return read_on(call);
    TextBuilder out(call);
    return formatted<First>(call, out) ? show(call, "displayed", {}, out.visible()) : 0;
}

/// Messages of the room, and from 500 on of the game.
Word display_message(BuiltinCall& call) {
    constexpr std::uint32_t first_global = 500;
    if (call.resumed) return read_on(call);
    const Play& play = play_of(call);
    const auto number = static_cast<std::uint32_t>(integer_at(call, 0));
    std::string_view text;
    if (number >= first_global) {
        for (const auto& [each, message] : play.data().messages)
            if (each == number) text = message.text;
    } else if (const RoomData* const room = play.room(play.state.room);
               room != nullptr && number < room->messages.size())
        text = room->messages[number].text;
    return show(call, "displayed", {}, text);
}

constexpr BuiltinEntry speech_entries[] = {
    {"Character::Say", 101, say<0>, true},
    {"Character::SayAt", 104, say<3>, true},
    {"Character::SayAt", 4, say<3>, true},
    {"Character::Think", 101, think, true},
    {"Character::SayBackground", 101, say_background, true},
    {"Character::SayBackground", 1, say_background, true},
    {"Display", 101, display<0>, true},
    {"DisplayAt", 104, display<3>, true},
    {"DisplayAtY", 2, display<1>, true},
    {"DisplayMessage", 1, display_message, true},
    {"DisplayMessageAtY", 2, display_message, true},
};

} // namespace

std::span<const BuiltinEntry> speech_natives() noexcept { return speech_entries; }

} // namespace vellum::ags
