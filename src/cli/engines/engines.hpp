// Where engines add commands of their own: files src/cli/engines/<id>….cpp define the constants, and one
// line in command_table.cpp puts each into the overview. Such a command uses the same helpers as all others.
#pragma once

#include <optional>
#include <string>

#include "cli/command.hpp"

namespace vellum {
class Scheduler;
}

namespace vellum::cli {

extern const Command console_command; ///< skrit
extern const Command formula_command; ///< skrit
extern const Command states_command;  ///< skrit
extern const Command map_command;     ///< ff7

class Arguments;
extern const OptionGroup ags_source_options; ///< --header, --define and the like
/// What was said with them as words for LoadOptions::variant; empty if nothing was.
[[nodiscard]] std::string ags_source_words(const Arguments& arguments);

/// A place of a world as its engine's language writes it, or nothing.
[[nodiscard]] std::optional<std::string> engine_place(const Scheduler& world, std::string_view name);

} // namespace vellum::cli
