// What the code of a script does with its texts, for translators.
#pragma once

#include <span>

#include "engines/ags/format/script.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {

/// Says of each text which call gets it at its first place, and of whom: "cEgo.Say", "Display"; nothing where
/// the text goes elsewhere.
void describe_uses(const Script& script, std::span<GameText> texts);

} // namespace vellum::ags
