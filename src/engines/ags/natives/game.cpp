// What needs no more of a game than to remember what scripts told it: global integers and texts, things done
// once, timers, pausing; and what is asked of a game but needs none. A host that has one of these keeps it
// itself. Facts: docs/engines/ags.md, "Script API".
#include "engines/ags/codes.hpp"
#include "engines/ags/natives/format.hpp"
#include "engines/ags/natives/strings.hpp"

namespace vellum::ags {

namespace {

constexpr std::uint64_t of_the_world = 0; ///< Whose properties these are.
constexpr std::string_view number_name = "GlobalInt";
constexpr std::string_view text_name = "GlobalString";
constexpr std::string_view paused_name = "Paused";
constexpr std::string_view token_prefix = "DoOnceOnly ";
constexpr std::int32_t most_numbers = 500;
constexpr std::int32_t most_texts = 51;
constexpr std::int32_t first_timer = 1;
constexpr std::int32_t most_timers = 21;
constexpr std::size_t longest_text = 199;

/// The first argument, an index. False after failing the call with the text.
bool index(BuiltinCall& call, std::int32_t first, std::int32_t end, std::string_view wrong,
           std::int32_t& out) {
    out = signed_of(call.arguments[0]);
    if (out >= first && out < end) return true;
    call.fail(codes::api_error, wrong);
    return false;
}

Word get_number(BuiltinCall& call) {
    std::int32_t at = 0;
    return index(call, 0, most_numbers, "GetGlobalInt: invalid index", at)
               ? call.kept(of_the_world, number_name, at)
               : 0;
}

Word set_number(BuiltinCall& call) {
    std::int32_t at = 0;
    if (index(call, 0, most_numbers, "SetGlobalInt: invalid index", at))
        call.keep(of_the_world, number_name, at, integer_word(number_of(call.arguments[1])));
    return 0;
}

/// Keeps the second argument's text.
Word keep_text(BuiltinCall& call, std::string_view wrong) {
    std::int32_t at = 0;
    std::string_view text;
    if (!index(call, 0, most_texts, wrong, at) || !call.text(call.arguments[1], text)) return 0;
    const Word made = call.string(text.substr(0, longest_text));
    if (call.code == nullptr) call.keep(of_the_world, text_name, at, made);
    return 0;
}

std::string_view kept_text(BuiltinCall& call, std::int32_t at) {
    return call.environment.pool().text_of(call.kept(of_the_world, text_name, at));
}

Word get_text(BuiltinCall& call) {
    std::int32_t at = 0;
    if (!index(call, 0, most_texts, "GetGlobalString: invalid index", at)) return 0;
    call.charge(longest_text);
    return write_text(call, call.arguments[1], kept_text(call, at));
}
Word set_text(BuiltinCall& call) { return keep_text(call, "SetGlobalString: invalid index"); }

Word get_game_text(BuiltinCall& call) {
    std::int32_t at = 0;
    if (!index(call, 0, most_texts, "Game.GlobalStrings: invalid index", at)) return 0;
    return call.string(kept_text(call, at));
}
Word set_game_text(BuiltinCall& call) { return keep_text(call, "Game.GlobalStrings: invalid index"); }

Word do_once(BuiltinCall& call) {
    std::string_view token;
    if (!call.text(call.arguments[0], token)) return 0;
    if (token.size() > longest_text)
        return call.fail(codes::api_error, "Game.DoOnceOnly: token length cannot be more than 200 chars");
    const std::string name = std::string(token_prefix).append(token);
    if (call.kept(of_the_world, name) != 0) return 0;
    return integer_word(call.keep(of_the_world, name, 0, integer_word(true)));
}

/// Walks what is kept: every token has been paid for, and goes here.
Word forget_once(BuiltinCall& call) {
    Environment& environment = call.environment;
    call.charge(environment.properties().look_up_work(token_prefix));
    call.charge(BuiltinCall::object_work * environment.properties().all().size());
    environment.properties().erase_prefix(environment.pool(), of_the_world, token_prefix);
    return 0;
}

Word set_timer(BuiltinCall& call) {
    std::int32_t at = 0;
    if (index(call, first_timer, most_timers, "StartTimer: invalid timer number", at))
        call.keep(of_the_world, timer_name, at, integer_word(number_of(call.arguments[1])));
    return 0;
}

/// True once: asking stops a timer that has run down.
Word timer_expired(BuiltinCall& call) {
    std::int32_t at = 0;
    if (!index(call, first_timer, most_timers, "IsTimerExpired: invalid timer number", at)) return 0;
    if (signed_of(call.kept(of_the_world, timer_name, at)) != 1) return 0;
    return integer_word(call.keep(of_the_world, timer_name, at, 0));
}

/// Pauses are counted.
template <int Change> Word change_pause(BuiltinCall& call) {
    const std::int32_t depth = signed_of(call.kept(of_the_world, paused_name));
    if (Change > 0 ? depth < most_numbers : depth > 0)
        call.keep(of_the_world, paused_name, 0, integer_word(depth + Change));
    return 0;
}
Word is_paused(BuiltinCall& call) { return integer_word(call.kept(of_the_world, paused_name) != 0); }

/// The number of a colour in a game with more than 256 of them: five bits, six and five.
Word color(BuiltinCall& call) {
    constexpr std::uint32_t most = 255;
    const std::uint32_t red = number_of(call.arguments[0]);
    const std::uint32_t green = number_of(call.arguments[1]);
    const std::uint32_t blue = number_of(call.arguments[2]);
    if (red > most || green > most || blue > most)
        return call.fail(codes::api_error, "GetColorFromRGB: colour values must be 0-255");
    return integer_word(red >> 3U << 11U | green >> 2U << 5U | blue >> 3U);
}

/// A game without a translation says what it is given.
Word translation(BuiltinCall& call) {
    std::string_view text;
    return call.text(call.arguments[0], text) ? call.string(text) : 0;
}

Word abort_game(BuiltinCall& call) {
    std::string_view pattern;
    TextBuilder out(call);
    if (!call.text(call.arguments[0], pattern) || !format_text(call, pattern, call.arguments.subspan(1), out))
        return 0;
    constexpr std::size_t longest_message = 3000; // the engine's own buffer
    return call.fail(codes::api_error, out.visible().substr(0, longest_message));
}

constexpr BuiltinEntry game_entries[] = {
    {"GetGlobalInt", 1, get_number, true},
    {"SetGlobalInt", 2, set_number, true},
    {"GetGlobalString", 2, get_text, true},
    {"SetGlobalString", 2, set_text, true},
    {"Game::geti_GlobalStrings", 1, get_game_text, true},
    {"Game::seti_GlobalStrings", 2, set_game_text, true},
    {"Game::DoOnceOnly", 1, do_once, true},
    {"Game::ResetDoOnceOnly", 0, forget_once, true},
    {"SetTimer", 2, set_timer, true},
    {"IsTimerExpired", 1, timer_expired, true},
    {"PauseGame", 0, change_pause<1>, true},
    {"UnPauseGame", 0, change_pause<-1>, true},
    {"IsGamePaused", 0, is_paused, true},
    {"Game::get_IsPaused", 0, is_paused, true},
    {"Game::GetColorFromRGB", 3, color, true},
    {"GetTranslation", 1, translation, true},
    {"AbortGame", 101, abort_game, true},
};

} // namespace

std::span<const BuiltinEntry> game_builtins() noexcept { return game_entries; }

} // namespace vellum::ags
