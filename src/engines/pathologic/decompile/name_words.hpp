// Words that names are made of.
#pragma once

#include <string>
#include <string_view>

namespace vellum::pathologic::decompile {

[[nodiscard]] constexpr bool is_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// "ActiveScene" and "active_scene" to "activeScene", "NPC_Klara" to "npcKlara"; empty if nothing is left.
[[nodiscard]] std::string camel(std::string_view text);
/// With a large first letter, without a line in front: "_strlen" to "Strlen".
[[nodiscard]] std::string capital(std::string_view text);
/// What a native, method or function gives: "GetActiveScene" gives an "activeScene".
[[nodiscard]] std::string given_by(std::string_view name);
/// The text among a native's arguments says what its answer is.
[[nodiscard]] bool is_look_up(std::string_view name);
/// Only tells something: "GetPosition", "IsDead", "irand".
[[nodiscard]] bool only_asks(std::string_view name);
/// Words for the end of a quest.
struct QuestEnd {
    std::string_view value, order, state;
};
/// What a value in the variable of a quest ("d3q02") means, as the game's triggers call it; null for other
/// variables and values. The value as names have it: "Minus1".
[[nodiscard]] const QuestEnd* quest_end(std::string_view variable, std::string_view value);
/// The text can be the end of a name as it is.
[[nodiscard]] bool is_plain_end(std::string_view text);

} // namespace vellum::pathologic::decompile
