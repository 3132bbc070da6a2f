// Worlds whose skrits the game's content names: `--template NAME` makes the components of a template for a
// game object that is not there, `--bot NAME` starts a bot. Both are found below --data, as a game finds
// them.
#include "cli/engines/engines.hpp"

namespace vellum::cli {

namespace {

constexpr Option own[] = {
    {"--template", 0, "NAME",
     "Skrit: create the components of this template of --data, for a stand-in owner that answers like a game "
     "object: with the template's values, with values that scripts set, otherwise with defaults. Events "
     "OnGo… are sent as a game sends them.",
     ValueKind::text},
    {"--bot",
     0,
     "NAME",
     "Skrit: start this skritbot from --data, with parameters: 'auto/mp?players=3'.",
     ValueKind::text,
     {},
     true},
};

} // namespace

constexpr OptionGroup content_options = own;

} // namespace vellum::cli
