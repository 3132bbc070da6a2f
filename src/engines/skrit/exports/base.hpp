// The exports every host has: the classes of the language itself and the general events
// (docs/engines/skrit.md, "What every host has", "Events and triggers"), and the ones real scripts use. Both
// are declaration files built into the library.
#pragma once

#include <string>
#include <string_view>

#include "engines/skrit/exports/registry.hpp"

namespace vellum::skrit {

/// Text of base.exports: Skrit, SkritObject, SkritMachine, Report and so on, general events.
[[nodiscard]] std::string_view base_exports_text() noexcept;
/// Text of game.exports: what the game and its expansion printed of themselves. Stands on the base.
[[nodiscard]] std::string game_exports_text();
/// Text of siege.exports: what only published scripts show, events, and Vellum's additions. Stands on the
/// game's.
[[nodiscard]] std::string_view siege_exports_text() noexcept;

/// The parsed texts, made on first use and shared by all threads.
[[nodiscard]] const Exports& base_exports();
[[nodiscard]] const Exports& game_exports();
[[nodiscard]] const Exports& siege_exports();

} // namespace vellum::skrit
