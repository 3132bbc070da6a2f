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

class Answers;
class WatchedFiles;
namespace tools {
struct Game;
}

/// A file, or something inside one.
struct Node {
    std::string path = {};   ///< In the workspace's file system.
    std::string inside = {}; ///< Member of the archive at `path`, or empty; behind '!' of one inside another.
    std::string member = {}; ///< Member of the container (a room, a packed game), or empty.
    std::string relative = {}; ///< A harmless path for what is made of it, below a folder of results.
    std::string root = {}; ///< Folder or archive that the script may read: the one named, or the file's own.
    /// The places of the installed game that it is part of, in the game's order: it may read these too. May
    /// be null.
    std::shared_ptr<const std::vector<std::string>> mounts = {};
    bool named = true;        ///< False if it was found in a folder, an archive or by a pattern.
    bool one_of_many = false; ///< The name that it was found by may mean several nodes.
    std::shared_ptr<const archives::Archive> archive = {}; ///< The archive around `inside`, or null.
    std::size_t entry = 0;                                 ///< `inside` among its members.
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

/// A script that answers natives instead of a game.
class VELLUM_API HostScript {
  public:
    virtual ~HostScript() = default;
    [[nodiscard]] virtual Host& host() = 0;               ///< The host that answers.
    [[nodiscard]] virtual std::uint64_t hash() const = 0; ///< Of the script's text, for records.
    /// Lets the script act before a frame.
    [[nodiscard]] virtual Result<void> frame(SchedulerLink world, std::uint64_t number, float seconds) = 0;
    [[nodiscard]] virtual bool acts_on_frames() const = 0; ///< It acts before frames.
    /// Reports functions that no script used, and functions that take more values than scripts pass.
    virtual void check(Diagnostics& diagnostics) const = 0;
};

/// Creates a host script from its text. `known`: the engine's natives, or null; `printed` gets each line that
/// it prints.
using HostScripts = std::function<Result<std::unique_ptr<HostScript>>(
    std::string_view text, const std::string& name, const Host* known,
    std::function<void(std::string_view)> printed)>;

/// Answers for each name whether it is meant.
using NameTest = std::function<bool(std::string_view name)>;
/// Reads a regular expression that is to match a part of a name. Fails with what is wrong with it.
using RegularExpressions = std::function<Result<NameTest>(std::string_view pattern, bool ignore_case)>;

/// Settings for all scripts.
struct Settings {
    const Engine* engine = nullptr; ///< Null: find out for each file.
    /// `files` is left empty: each node has its own. Headers that it names may be read by exactly these
    /// names.
    LoadSettings load;
    std::vector<std::string> data;               ///< Folders and archives that every script may read too.
    HostScripts host_scripts = {};               ///< Empty: this build reads none.
    RegularExpressions regular_expressions = {}; ///< Empty: this build reads none.
    std::optional<Diagnostic> problem = {}; ///< Why these cannot be used; opening anything fails with it.
    bool projects = true;                   ///< Project files count.
    /// True for paths outside its folder that a project file may name. Empty: for none.
    std::function<bool(const std::string& path)> granted = {};
    /// What was given, as text: the same text means the same settings. Empty for none.
    std::string text = {};
};

/// Settings of a JSON object: {"engine", "data", "headers", "lint"} and an object for each engine, such as
/// "ags": {"utf8": true}; all may be missing. Empty for an empty text. Fails with settings.member,
/// engine.option or json.syntax, with the line.
[[nodiscard]] VELLUM_API Result<Settings> read_settings(std::string_view json);

/// What the project file of a folder says, with the paths as the workspace has them; docs/projects.md.
struct Project {
    std::string file; ///< Path of vellum.json.
    Settings settings;
    std::string host;               ///< Path of a host script, which nobody runs unasked; may be empty.
    std::vector<std::string> plans; ///< Paths of plans, likewise.
    std::vector<std::string> read;  ///< Paths of what was read for it, itself the first.
};

/// Where everything is found and asked. Safe to use from several threads.
class VELLUM_API Workspace {
  public:
    explicit Workspace(std::shared_ptr<const FileSystem> files, Settings settings = {}); ///< Not null.
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;
    ~Workspace();

    [[nodiscard]] const FileSystem& files() const noexcept;                       ///< As given.
    [[nodiscard]] const Settings& settings() const noexcept { return settings_; } ///< As given.
    /// As given, for another workspace.
    [[nodiscard]] const std::shared_ptr<const FileSystem>& tree() const noexcept;
    /// The project file that counts for a file or folder: in the folder or the nearest above it. Null if
    /// there is none; one that makes no sense has its settings' problem.
    [[nodiscard]] std::shared_ptr<const Project> project(const std::string& path) const;
    /// What holds for a node: the settings given, and where they say nothing those of its project.
    [[nodiscard]] std::shared_ptr<const Settings> settings_for(const Node& node) const;

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
    /// As `archive`, also of a container of scripts. Fails with cli.member if the file is neither.
    [[nodiscard]] Result<std::shared_ptr<const archives::Archive>> container(const std::string& path) const;
    /// The installed game that a folder is, or nothing. `details`: also what has to be read for.
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
    /// The names for decompiled sources of a file: `known` (may be null), which counts first, and what the
    /// data of its game calls things. Found once for the games that were asked for last.
    [[nodiscard]] std::shared_ptr<const SourceNames>
    names_of(const tools::OpenedFile& opened, const std::shared_ptr<const SourceNames>& known) const;

    // --- Asking ---

    /// Called with the number of files done; false cancels. May be empty.
    using Progress = std::function<bool(std::size_t done, std::size_t all)>;
    /// The answer to a question as JSON, the same as what the command of that name prints with --format json.
    /// `parameters`: an object, see `questions`. Fails with question.unknown, question.parameter or
    /// question.cancelled; what is wrong with single files stands in the answer. What was answered of a file
    /// is kept, as long as there is room and nothing that was read for it changes.
    [[nodiscard]] Result<std::string> ask(std::string_view question, std::string_view parameters,
                                          const Progress& progress = {}) const;
    /// All questions as a JSON array: name, summary, a schema of the parameters, the name of the answer's
    /// schema and whether it is a list with an element for each script.
    [[nodiscard]] static std::string questions();

  private:
    /// The source next to a compiled script, or the script itself if it is source.
    [[nodiscard]] std::optional<std::string> text_beside(const Node& node, const tools::OpenedFile& opened,
                                                         const tools::Script& script) const;

    /// As tools::with_source; decompiled sources have the names of the file's project and game.
    [[nodiscard]] Result<tools::Sourced> with_source(const ProgramPtr& program,
                                                     const std::optional<std::string>& text,
                                                     const tools::OpenedFile& opened,
                                                     Diagnostics& diagnostics) const;
    [[nodiscard]] std::shared_ptr<const Project> project_in(const std::string& folder) const;
    /// Forgets project files if what was read for one has changed. A number that is another one then.
    std::uint64_t refresh_projects() const;
    [[nodiscard]] std::shared_ptr<const Settings> settings_in(const std::string& folder) const;

    struct Archives;
    struct Projects;
    class GameNames;
    class Mounts;
    class Finder;

    std::shared_ptr<const WatchedFiles> files_;
    Settings settings_;
    std::unique_ptr<Answers> answers_;
    std::unique_ptr<Archives> archives_;
    std::unique_ptr<Projects> projects_;
    std::unique_ptr<GameNames> game_names_;
};

namespace codes {
inline constexpr DiagnosticCode settings_member{"settings.member", Severity::error,
                                                "Settings have a member that is unknown or makes no sense."};
inline constexpr DiagnosticCode settings_path{"settings.path", Severity::error,
                                              "A project file names a path that it may not name."};
} // namespace codes

} // namespace vellum
