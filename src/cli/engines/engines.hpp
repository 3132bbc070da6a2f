// Where engines add commands of their own: files src/cli/engines/<id>….cpp define the constants, and one
// line in command_table.cpp puts each into the overview. Such a command uses the same helpers as all others.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "vellum/workspace.hpp"

namespace vellum {
class Scheduler;
}

namespace vellum::cli {

extern const Command console_command;   ///< skrit
extern const Command formula_command;   ///< skrit
extern const Command states_command;    ///< skrit
extern const Command map_command;       ///< ff7
extern const Command translate_command; ///< ags

extern const Command exports_command; ///< skrit

class Session;
/// What shows only when the files of a mod are seen together: a report for every folder or archive that was
/// named and has something to tell about.
[[nodiscard]] std::vector<tools::CheckReport> check_skrit_mods(Session& session,
                                                               std::span<const Node> inputs);

/// True for files that an engine checks, but that no source comes of and nothing is compiled to: .gas files
/// and naming keys of Dungeon Siege.
[[nodiscard]] bool holds_only_data(std::string_view path);

extern const OptionGroup ags_source_options; ///< --header, --define and the like
extern const OptionGroup content_options;    ///< --template, --bot

} // namespace vellum::cli
