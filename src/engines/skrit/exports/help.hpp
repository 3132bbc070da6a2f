// What the exports say about themselves to people (docs/engines/skrit.md, "Host things").
#pragma once

#include <string>
#include <string_view>

#include "engines/skrit/exports/registry.hpp"

namespace vellum::skrit {

/// "  /* documentation */" behind a declaration; empty if there is none.
[[nodiscard]] std::string comment(std::string_view documentation);

/// Names are found without regard to case; an unknown one gives a line that says so.
[[nodiscard]] std::string help_all(const Exports& exports);
[[nodiscard]] std::string help_classes(const Exports& exports);
[[nodiscard]] std::string help_enums(const Exports& exports);
[[nodiscard]] std::string help_globals(const Exports& exports);
[[nodiscard]] std::string help_class(const Exports& exports, std::string_view name);
[[nodiscard]] std::string help_enum(const Exports& exports, std::string_view name);
[[nodiscard]] std::string help_global(const Exports& exports, std::string_view name);

/// Everything in the form that the game's own Help.All prints, which read_help reads back. It has no events.
[[nodiscard]] std::string game_help(const Exports& exports);

} // namespace vellum::skrit
