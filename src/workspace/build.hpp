// Projects of games' own editors, built: every script compiled, and compared with what lies compiled in the
// project.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vellum/game_project.hpp"
#include "vellum/workspace.hpp"

namespace vellum {

/// A project file that was found.
struct GameProjectFile {
    const Engine* engine = nullptr; ///< One that has projects.
    std::string path;               ///< In the workspace.
};

/// The project that a name means: its file, or the folder that it lies in. Nothing for others.
[[nodiscard]] std::optional<GameProjectFile> find_game_project(const FileSystem& files,
                                                               const std::string& name);

/// The files of one folder by their paths in the workspace, those that the user named, and no others.
[[nodiscard]] std::shared_ptr<const FileSystem> only_below(const FileSystem& files, std::string folder,
                                                           std::vector<std::string> named);

/// What a build made.
struct ProjectBuild {
    struct Entry {
        BuiltScript script;
        std::optional<Likeness> likeness = {}; ///< With the same script compiled before, if there is one.
    };
    GameProjectFile project;
    std::string version; ///< Of the editor.
    std::vector<Entry> scripts;

    [[nodiscard]] std::size_t failed() const;
    [[nodiscard]] std::size_t alike(Likeness likeness) const;
};

/// Compiles all scripts of the project that `name` means. `compare`: also with the compiled scripts in the
/// project's folder. Fails with build.project or as GameProjects::build.
[[nodiscard]] Result<ProjectBuild> build_project(const Workspace& workspace, const std::string& name,
                                                 bool compare);

/// The compiled files of a project in a folder, or that file alone, each with the scripts that differ there.
struct ProjectHome {
    std::string path;
    std::shared_ptr<const archives::Archive> archive;
    std::vector<archives::Change> changes; ///< Empty if all are the same already.
    std::size_t same = 0;
};
/// Fails with build.into where nothing of the project is.
[[nodiscard]] Result<std::vector<ProjectHome>> homes_of(const Workspace& workspace, const ProjectBuild& build,
                                                        const std::string& place);

/// The question's answer, as JSON. `with_bytes`: also the compiled scripts, in Base64.
[[nodiscard]] std::string to_json(const ProjectBuild& build, bool with_bytes);

/// "identical", "same code" or "different".
[[nodiscard]] std::string_view to_string(Likeness likeness) noexcept;

namespace codes {
inline constexpr DiagnosticCode build_project{
    "build.project", Severity::error, "There is no game project where one was named, or it cannot be built."};
inline constexpr DiagnosticCode build_into{
    "build.into", Severity::error, "No compiled file of the project is where scripts were to be put."};
} // namespace codes

} // namespace vellum
