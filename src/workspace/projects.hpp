// Project files: found once for each folder, and put under what the user said.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/workspace.hpp"
#include "workspace/answers.hpp"

namespace vellum {

inline constexpr std::string_view project_file_name = "vellum.json";

/// What settings and project files say, with the paths as they are written.
struct ReadSettings {
    Settings settings;
    std::vector<std::string> headers, exports, plans;
    std::string names, host;
};
/// `file`: for messages; empty for settings, which have no `names`, `host`, `exports` and `plans`.
[[nodiscard]] Result<ReadSettings> read_members(std::string_view text, const std::string& file);

/// The files that settings of engines name.
[[nodiscard]] std::vector<std::string> named_files(EngineSettings settings);
/// Every engine takes them for its own.
void name_files(EngineSettings& settings, const std::vector<std::string>& files);

/// A project file for a folder, as its text: what the names of the files in it say.
[[nodiscard]] std::string draft_project(const Workspace& workspace, const std::string& folder);

struct Workspace::Projects {
    /// The project file of a game's editor that counts for a folder: in it or the nearest above. Empty: none.
    [[nodiscard]] std::string game_of(const FileSystem& files, const std::string& folder);

    std::mutex mutex;
    std::map<std::string, std::shared_ptr<const Project>> by_folder; ///< Null: none there or above.
    std::map<std::string, std::string> games; ///< Project file of a game's editor for each folder, or empty.
    std::map<std::pair<const Project*, std::string>, std::shared_ptr<const Settings>> merged;
    std::vector<Seen> seen; ///< What was looked at for all of them.
    std::uint64_t generation = 0;
};

} // namespace vellum
