// What a player does in a game, by the first words of the events that say it. Facts: docs/engines/ags.md, "A
// game that is played".
#pragma once

#include <string_view>

namespace vellum::ags {

inline constexpr std::string_view player_steps[] = {"click", "look",   "interact", "talk",   "pickup",
                                                    "use",   "choose", "key",      "button", "type"};

} // namespace vellum::ags
