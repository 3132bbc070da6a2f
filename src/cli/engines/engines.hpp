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

extern const Command console_command; ///< skrit
extern const Command formula_command; ///< skrit
extern const Command states_command;  ///< skrit
extern const Command map_command;     ///< ff7

extern const Command exports_command; ///< skrit

class Session;
/// What --exports names, one on the other; null if it was not said.
[[nodiscard]] Result<std::shared_ptr<const Declarations>> read_exports(Session& session);
/// What shows only when the files of a mod are seen together: a report for every folder or archive that was
/// named and has something to tell about.
[[nodiscard]] std::vector<tools::CheckReport> check_skrit_mods(Session& session,
                                                               std::span<const Node> inputs);

/// True for files that an engine checks, but that no source comes of and nothing is compiled to: .gas files
/// and naming keys of Dungeon Siege.
[[nodiscard]] bool holds_only_data(std::string_view path);

class Arguments;
extern const OptionGroup ags_source_options; ///< --header, --define and the like
/// What was said with them. Fails with engine.option.
[[nodiscard]] Result<void> read_ags_options(const Arguments& arguments, EngineSettings& settings);

extern const OptionGroup content_options; ///< --template, --bot
/// A script that the content of a game names, not the command line.
struct ContentProgram {
    struct Setting {
        std::string before, behind; ///< Of the program's number in the world.
        std::string value;
    };
    std::string path; ///< Below --data.
    std::vector<Setting> settings;
};
/// What --template and --bot name, with settings for the whole world; nothing if they were not given.
[[nodiscard]] Result<std::vector<ContentProgram>>
content_programs(Session& session, const Arguments& arguments,
                 std::vector<std::pair<std::string, std::string>>& settings);

/// A place of a world as its engine's language writes it, or nothing.
[[nodiscard]] std::optional<std::string> engine_place(const Scheduler& world, std::string_view name);

} // namespace vellum::cli
