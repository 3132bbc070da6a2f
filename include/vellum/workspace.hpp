// A workspace: answers questions about scripts, wherever they are. Folders, archives, packages and the
// scripts in them are nodes with names; questions are about nodes. The command line, editors and other
// languages all use it. It opens files only through the file system that it was given, and prints nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/archive.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"
#include "vellum/export.hpp"
#include "vellum/files.hpp"
#include "vellum/tools.hpp"

namespace vellum {

namespace tools {
struct Game;
}

/// A file, or something inside one.
struct Node {
    std::string path; ///< In the workspace's file system.
    std::string
        inside; ///< Member of the archive at `path`, or empty; after '!' the member of a nested archive.
    std::string member;   ///< Member of the container (a room, a packed game), or empty.
    std::string relative; ///< A safe path for its results, below an output folder.
    std::string root;     ///< Folder or archive that the script may read: the one given, or the file's own.
    /// The places of its installed game, in the game's order: it may read these too. May be null.
    std::shared_ptr<const std::vector<std::string>> mounts = {};
    bool named = true;        ///< False if it was found in a folder, an archive or by a pattern.
    bool one_of_many = false; ///< The name that it was found by may mean several nodes.
    std::shared_ptr<const archives::Archive> archive =
        {};                                 ///< The archive that `inside` is a member of; otherwise null.
    std::size_t entry = 0;                  ///< `inside` among its members.
    std::optional<Diagnostic> problem = {}; ///< Why there is nothing to open; `path` is the requested name.

    /// "games/a.zip!scripts/quest.bin", as in messages; `find` accepts it.
    [[nodiscard]] VELLUM_API std::string name() const;
};

/// Which lines and names a loaded script has.
enum class SourceView : std::uint8_t {
    none,        ///< Its own.
    if_possible, ///< Those of its source: the text next to it, or the decompiled script; otherwise its own.
    required     ///< The same, but a missing source is an error.
};

/// How archives are searched for nodes.
enum class InArchives : std::uint8_t {
    scripts, ///< each script in one is a node
    texts,   ///< the same, and each table of a game's texts
    whole    ///< an archive is one node; a member or pattern after `!` is in `inside`
};

/// Settings for all scripts.
struct Settings {
    const Engine* engine = nullptr; ///< Null: detect it for each file.
    LoadSettings load;              ///< `files` is left empty: each node has its own.
    std::vector<std::string> data;  ///< Folders and archives that every script may read too.
    std::vector<std::string>
        headers; ///< Files that may be read by exactly these names, because a user gave them.
    std::optional<Diagnostic> problem =
        {}; ///< Why these settings cannot be used; opening anything fails with it.
};

/// Settings of a JSON object: {"engine", "variant", "data", "headers", "lint"}, all of which may be missing;
/// empty for an empty text. Fails with settings.member.
[[nodiscard]] VELLUM_API Result<Settings> read_settings(std::string_view json);

/// Finds nodes and answers questions. Safe to use from several threads.
class VELLUM_API Workspace {
  public:
    explicit Workspace(std::shared_ptr<const FileSystem> files, Settings settings = {}); ///< Not null.
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;
    ~Workspace();

    [[nodiscard]] const FileSystem& files() const noexcept { return *files_; }    ///< As given.
    [[nodiscard]] const Settings& settings() const noexcept { return settings_; } ///< As given.

    // --- Finding ---

    /// The nodes that a name means: a file, a folder, an installed game, a pattern ("scripts/**/*.bin"), a
    /// member of an archive or container ("a.zip!quest.bin", "game.ags!room12"). A missing file becomes a
    /// node with its problem. `alone`: this is the only name, so results of an archive need no separate
    /// folder. Remarks on archives go to `remarks`.
    [[nodiscard]] std::vector<Node> find(const std::string& name, Diagnostics& remarks,
                                         InArchives in_archives = InArchives::scripts,
                                         bool alone = true) const;
    /// The archive at that path, opened once; null if the file is not an archive. Fails as archives::open for
    /// a damaged one.
    [[nodiscard]] Result<std::shared_ptr<const archives::Archive>> archive(const std::string& path) const;
    /// The installed game in a folder, or empty. `details`: including facts that require reading files.
    [[nodiscard]] std::optional<tools::Game> game(const std::string& folder, bool details,
                                                  std::vector<Diagnostic>& problems) const;

    // --- Opening ---

    /// The files that the scripts of a node may read: its root, its game's places, the settings' data; the
    /// first that has a file provides it.
    [[nodiscard]] std::shared_ptr<const FileSystem> files_of(const Node& node) const;
    /// Several folders and archives as one tree: the first that has a file provides it. It must not outlive
    /// the workspace.
    [[nodiscard]] std::shared_ptr<const FileSystem> mount(std::vector<std::string> places) const;
    /// The bytes of the node. Fails with io.read or its problem.
    [[nodiscard]] Result<std::vector<std::byte>> read(const Node& node) const;

    /// Reads the node and detects what it is. Fails with io.read, engine.unknown or cli.member. Of large
    /// containers only the scripts are read. `functions`: the node may be a function of a script, which is in
    /// OpenedFile::function then.
    [[nodiscard]] Result<tools::OpenedFile> open(const Node& node, bool functions = false) const;
    /// The same, with all its bytes.
    [[nodiscard]] Result<tools::OpenedFile> open_whole(const Node& node, bool functions = false) const;
    /// The same for bytes already read. `files`: the files that its scripts may read.
    [[nodiscard]] Result<tools::OpenedFile> open_bytes(std::vector<std::byte> bytes, const Node& node,
                                                       std::shared_ptr<const FileSystem> files,
                                                       bool functions = false) const;

    /// Loads a script, with the lines and names chosen by `view`.
    [[nodiscard]] Result<ProgramPtr> load(const Node& node, const tools::OpenedFile& opened,
                                          const tools::Script& script, SourceView view,
                                          Diagnostics& diagnostics) const;
    /// The loaded script's program with its source, if there is one; otherwise the program as it is and an
    /// empty text.
    [[nodiscard]] tools::Sourced source_of(const Node& node, const tools::OpenedFile& opened,
                                           const tools::Script& script, const ProgramPtr& program) const;

    // --- Asking ---

    /// Called with the number of files done; false cancels. May be empty.
    using Progress = std::function<bool(std::size_t done, std::size_t all)>;
    /// The answer to a question as JSON, the same as what the command of that name prints with --format json.
    /// `parameters`: an object, see `questions`. Fails with question.unknown, question.parameter or
    /// question.cancelled; problems of single files are in the answer.
    [[nodiscard]] Result<std::string> ask(std::string_view question, std::string_view parameters,
                                          const Progress& progress = {}) const;
    /// All questions as a JSON array: name, summary, a schema of the parameters, the name of the answer's
    /// schema and whether it is a list with an element for each script.
    [[nodiscard]] static std::string questions();

  private:
    /// The source next to a compiled script, or the script itself if it is source.
    [[nodiscard]] std::optional<std::string> text_beside(const Node& node, const tools::OpenedFile& opened,
                                                         const tools::Script& script) const;

    struct Archives;
    class Mounts;
    class Finder;

    std::shared_ptr<const FileSystem> files_;
    Settings settings_;
    std::unique_ptr<Archives> archives_;
};

namespace codes {
inline constexpr DiagnosticCode settings_member{"settings.member", Severity::error,
                                                "Settings have a member that is unknown or makes no sense."};
} // namespace codes

} // namespace vellum
