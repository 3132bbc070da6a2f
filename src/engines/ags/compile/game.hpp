// The scripts of a game as the editor compiles them: with which switches, in which order, after which
// headers. What the editor makes of the project file is made here too; all other texts come from the
// project's folder.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/compile/options.hpp"
#include "engines/ags/compile/sources.hpp"
#include "engines/ags/project/generated.hpp"
#include "engines/ags/project/project.hpp"
#include "vellum/files.hpp"

namespace vellum::ags::compile {

/// One of them.
struct GameScript {
    std::string name;   ///< "GlobalScript", "room12".
    std::string file;   ///< Its text below the project's folder; empty if it is made of the project file.
    std::string room{}; ///< Its room file there, or empty.
    std::size_t modules = 0; ///< So many modules' headers come before it, its own among them.
    bool internal = false;   ///< It sees no header of a plugin.
};

/// A project with its texts. Safe to use from one thread.
class GameSources {
  public:
    /// Reads the project `file`, by the name that `files` knows. `headers`: files that stand for those of
    /// plugins. Fails with io.read, xml.syntax, ags.project or ags.plugin.
    [[nodiscard]] static Result<std::unique_ptr<GameSources>>
    read(const std::string& file, const FileSystem& files, const std::vector<std::string>& headers = {});

    [[nodiscard]] const project::Project& project() const noexcept { return project_; }
    /// In the order in which the editor compiles them, rooms last.
    [[nodiscard]] const std::vector<GameScript>& scripts() const noexcept { return scripts_; }
    /// The script of a text of the project, from its name in `files`. One that the project does not list, as
    /// a room that was taken out, comes after all headers.
    [[nodiscard]] GameScript script_of(std::string_view file) const;
    /// Where a file of the project's folder is in `files`.
    [[nodiscard]] std::string path_of(std::string_view file) const { return folder_ + std::string(file); }

    /// What the editor's version and the project's switches say.
    [[nodiscard]] Settings settings() const;
    /// The headers in their order, each with its name in `files`; those made of the project file have the
    /// project file's name, and the lines that they come from. Headers that several scripts have are the same
    /// texts. Fails with io.read.
    [[nodiscard]] Result<std::vector<Source>> headers_of(const GameScript& script);
    /// The script's own text; `given`: what it is instead of the file.
    [[nodiscard]] Result<Source> text_of(const GameScript& script,
                                         std::optional<std::string_view> given = {});
    /// What was wrong in the dialogs, with places in the project file.
    [[nodiscard]] const Diagnostics& dialog_mistakes() const noexcept { return dialog_mistakes_; }

  private:
    explicit GameSources(const FileSystem& files) : files_(files) {}
    Result<void> find_plugins(const std::vector<std::string>& headers);
    void list_scripts();
    const project::Generated& keep(project::Generated made);
    [[nodiscard]] Source generated(std::string_view name, const project::Generated& made) const;
    [[nodiscard]] Result<const std::string*> file(const std::string& name, std::uint64_t most);

    const FileSystem& files_;
    std::string file_, folder_;
    project::Project project_;
    std::vector<GameScript> scripts_;
    std::string api_;
    std::vector<Source> plugins_;
    std::deque<project::Generated> made_;
    const project::Generated* names_ = nullptr;
    const project::Generated* variables_ = nullptr;
    std::map<std::string, std::string> texts_;
    Diagnostics dialog_mistakes_;
};

} // namespace vellum::ags::compile
