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

namespace console_command {
extern const Command described;
} // namespace console_command
namespace formula_command {
extern const Command described;
} // namespace formula_command
namespace states_command {
extern const Command described;
} // namespace states_command
namespace map_command {
extern const Command described;
} // namespace map_command
namespace translate_command {
extern const Command described;
} // namespace translate_command

namespace exports_command {
extern const Command described;
} // namespace exports_command

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
