// What the game's own Help.All prints, as declarations: classes with bases, functions and variables, global
// functions, enumerations. Lines of a log have a time in front of them, which is passed over. Events are the
// functions of the class FuBiEvent.
#pragma once

#include <string_view>

#include "engines/skrit/exports/registry.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// Whose functions are the events.
inline constexpr std::string_view class_of_events = "FuBiEvent";

/// True for texts with the headings of Help.All, or of Help.Class alone.
[[nodiscard]] bool is_help_text(std::string_view text);

/// Adds what the text declares. What it does not say (which classes are numbers, which members are read-only)
/// is taken from `known`, as are the constants of enumerations that it only names, and guessed for what that
/// lacks. Lines that make no sense are errors.
bool read_help(std::string_view text, std::string_view name, const Exports& known, Exports& exports,
               Diagnostics& diagnostics);

} // namespace vellum::skrit
