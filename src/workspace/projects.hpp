// Project files: found once for each folder, and put under what the user said.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
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

/// The folder around one, or nothing at the root.
[[nodiscard]] std::optional<std::string> folder_above(const FileSystem& files, const std::string& folder);

/// What counts for folders: what is in one, or in the nearest above it.
template <class T> class Nearest {
  public:
    /// `look`: what a folder itself has, if anything. Looks at each folder once; whoever watches sees what
    /// was looked at for the answer. `seen` gets what is looked at now.
    template <class Look>
    const T& find(const FileSystem& files, const std::string& folder, std::vector<Seen>& seen,
                  const Look& look) {
        const Known& known = known_for(files, folder, seen, look);
        Watch::see_all(known.seen);
        return known.found;
    }
    void clear() { known_.clear(); }

  private:
    struct Known {
        T found;
        std::vector<Seen> seen;
    };
    template <class Look>
    const Known& known_for(const FileSystem& files, const std::string& folder, std::vector<Seen>& seen,
                           const Look& look) {
        if (const auto known = known_.find(folder); known != known_.end()) return known->second;
        Known made;
        std::optional<T> here;
        {
            Watch watch;
            here = look(folder);
            made.seen = watch.take();
        }
        seen.insert(seen.end(), made.seen.begin(), made.seen.end());
        if (here) {
            made.found = std::move(*here);
        } else if (const auto around = folder_above(files, folder)) {
            const Known& outer = known_for(files, *around, seen, look);
            made.found = outer.found;
            made.seen.insert(made.seen.end(), outer.seen.begin(), outer.seen.end());
        }
        return known_.emplace(folder, std::move(made)).first->second;
    }

    std::map<std::string, Known> known_; ///< By folder.
};

struct Workspace::Projects {
    /// The project file of a game's editor that counts for a folder: in it or the nearest above. Empty: none.
    [[nodiscard]] std::string game_of(const FileSystem& files, const std::string& folder);

    std::mutex mutex;
    Nearest<std::shared_ptr<const Project>> by_folder; ///< Null: none there or above.
    Nearest<std::string> games; ///< Project file of a game's editor for each folder, or empty.
    std::map<std::pair<const Project*, std::string>, std::shared_ptr<const Settings>> merged;
    std::vector<Seen> seen; ///< What was looked at for all of them.
    std::uint64_t generation = 0;
};

} // namespace vellum
