// From vellum.json to settings. A project file comes from strangers: it may make Vellum read what lies in its
// folder, and nothing else unless the user allows it. It never makes anything run, and never writes.
#include <algorithm>
#include <map>
#include <set>

#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "base/glob.hpp"
#include "base/relative_name.hpp"
#include "base/text_storage.hpp"
#include "vellum/workspace.hpp"
#include "workspace/build.hpp"
#include "workspace/find.hpp"
#include "workspace/pattern.hpp"
#include "workspace/projects.hpp"
#include "workspace/questions/decompile.hpp"
#include "workspace/setting_words.hpp"

namespace vellum {

namespace {

constexpr std::uint64_t largest = std::uint64_t{64} << 20U; ///< Of names and exports.

/// Turns what a project file says into what a workspace knows.
class Resolver {
  public:
    Resolver(const FileSystem& files, std::string folder, const Settings& given, Project& project)
        : files_(files), folder_(std::move(folder)), given_(given), project_(project) {}

    [[nodiscard]] Result<void> resolve() {
        auto read = text_of(project_.file, std::uint64_t{1} << 20U);
        if (!read) return std::unexpected(std::move(read.error()));
        auto said = read_members(*read, project_.file);
        if (!said) return std::unexpected(std::move(said.error()));
        Settings& settings = project_.settings = std::move(said->settings);
        if (auto done = paths(settings.data); !done) return done;
        for (const std::string& place : settings.data)
            if (files_.kind(place) == FileKind::none)
                return fail(codes::settings_path, "there is no folder or archive '" + place + "'",
                            {.file = project_.file},
                            "places in \"data\" are found from the folder of the project file");
        for (std::string& header : said->headers) {
            auto path = path_of(header); // elsewhere it is one beside the script, or below a place
            if (!path) return std::unexpected(std::move(path.error()));
            if (files_.kind(*path) == FileKind::file) header = std::move(*path);
        }
        name_files(settings.load.engines, said->headers);
        if (auto done = paths(said->exports); !done) return done;
        if (auto done = read_exports(said->exports); !done) return done;
        if (!said->names.empty())
            if (auto done = read_names(said->names); !done) return done;
        if (!said->host.empty()) {
            auto path = path_of(said->host);
            if (!path) return std::unexpected(std::move(path.error()));
            project_.host = std::move(*path);
        }
        if (auto done = paths(said->plans); !done) return done;
        for (const std::string& plan : said->plans) {
            if (!has_wildcard(plan)) {
                project_.plans.push_back(plan);
                continue;
            }
            for (std::string& found : expand_pattern(files_, plan))
                project_.plans.push_back(std::move(found));
        }
        return {};
    }

  private:
    [[nodiscard]] Result<std::string> text_of(const std::string& path, std::uint64_t most) {
        const auto bytes = files_.read_at_most(path, most);
        if (!bytes) return std::unexpected(bytes.error());
        project_.read.push_back(path);
        return stored_text(*bytes);
    }

    /// What stands in the folder under a name that leads somewhere else.
    [[nodiscard]] bool is_link(const std::string& folder, std::string_view name) {
        const auto [known, is_new] = links_.try_emplace(folder);
        if (is_new)
            for (FileEntry& entry : files_.entries(folder))
                if (entry.link) known->second.insert(std::move(entry.name));
        return known->second.contains(std::string(name));
    }

    /// The path that a project file means. Its names alone do not lead out, and no link is followed.
    [[nodiscard]] Result<std::string> path_of(const std::string& name) {
        std::string whole = std::ranges::find(name, '\0') == name.end() ? name : std::string("..");
        std::ranges::replace(whole, '\\', '/');
        bool inside = stays_inside(whole);
        std::string path = folder_;
        for (std::string_view rest = whole; inside && !rest.empty();) {
            const std::string_view part = rest.substr(0, rest.find('/'));
            rest.remove_prefix(std::min(part.size() + 1, rest.size()));
            if (part.empty() || part == ".") continue;
            inside = !is_link(path, part);
            path = path == "." ? std::string(part) : path_below(path, std::string(part));
        }
        if (inside) return path;
        const bool absolute = whole.starts_with('/') || whole.contains(':');
        if (!absolute) path = folder_ == "." ? whole : path_below(folder_, whole);
        if (absolute) path = whole;
        if (given_.granted && given_.granted(path)) return path;
        return fail(codes::settings_path, "'" + name + "' leads out of the folder of the project file",
                    {.file = project_.file},
                    "say it on the command line, as with --data, or allow its folder with --grant");
    }

    [[nodiscard]] Result<void> paths(std::vector<std::string>& names) {
        for (std::string& name : names) {
            auto path = path_of(name);
            if (!path) return std::unexpected(std::move(path.error()));
            name = std::move(*path);
        }
        return {};
    }

    [[nodiscard]] Result<void> read_exports(const std::vector<std::string>& exports) {
        for (const std::string& path : exports) {
            const auto text = text_of(path, largest);
            if (!text) return std::unexpected(text.error());
            if (auto done = add_exports(project_.settings.load.declarations, *text, path); !done) return done;
        }
        return {};
    }

    [[nodiscard]] Result<void> read_names(const std::string& name) {
        const auto path = path_of(name);
        if (!path) return std::unexpected(path.error());
        const auto text = text_of(*path, largest);
        if (!text) return std::unexpected(text.error());
        for (const Engine* engine : engines()) {
            if (project_.settings.engine != nullptr && engine != project_.settings.engine) continue;
            auto names = questions::names_for(*engine, *text);
            if (!names && names.error().code == &codes::engine_unsupported) continue;
            if (!names) {
                names.error().place.file = *path;
                return std::unexpected(std::move(names.error()));
            }
            if (*names != nullptr) project_.settings.load.names.push_back(std::move(*names));
        }
        return {};
    }

    const FileSystem& files_;
    const std::string folder_;
    const Settings& given_;
    Project& project_;
    std::map<std::string, std::set<std::string>> links_; ///< By folder.
};

/// A folder by its name alone.
std::string plain_folder(const std::string& place) {
    const std::string folder(place == "/" ? place : without_slash(place));
    return folder.empty() ? "." : folder;
}

} // namespace

std::optional<std::string> folder_above(const FileSystem& files, const std::string& folder) {
    if (folder == "." || folder == ".." || folder.ends_with("/..")) {
        if (files.below(".") == nullptr) return std::nullopt; // trees without links begin at their root
        const std::ptrdiff_t gone = folder == "." ? 0 : std::ranges::count(folder, '/') + 1;
        if (gone >= std::ranges::count(files.resolved("."), '/')) return std::nullopt;
        return folder == "." ? ".." : folder + "/..";
    }
    if (folder == "/" || folder.ends_with(':')) return std::nullopt;
    const std::size_t slash = folder.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : folder.substr(0, slash);
}

std::shared_ptr<const Project> Workspace::project(const std::string& path) const {
    return project_in(files_->kind(path) == FileKind::folder ? path : folder_of(path));
}

std::shared_ptr<const Project> Workspace::project_in(const std::string& place) const {
    if (!settings_.projects) return nullptr;
    const std::scoped_lock lock(projects_->mutex);
    const auto look = [&](const std::string& folder) -> std::optional<std::shared_ptr<const Project>> {
        const std::string file = folder == "." ? std::string(project_file_name)
                                               : path_below(folder, std::string(project_file_name));
        if (files_->kind(file) != FileKind::file) return std::nullopt;
        const auto project = std::make_shared<Project>();
        project->file = file;
        if (auto done = Resolver(*files_, folder, settings_, *project).resolve(); !done) {
            project->settings = {};
            project->settings.problem = std::move(done.error());
        }
        return project;
    };
    return projects_->by_folder.find(*files_, plain_folder(place), projects_->seen, look);
}

std::uint64_t Workspace::refresh_projects() const {
    const std::scoped_lock lock(projects_->mutex);
    if (std::ranges::all_of(projects_->seen, [this](const Seen& seen) { return files_->holds(seen); }))
        return projects_->generation;
    projects_->merged.clear();
    projects_->by_folder.clear();
    projects_->games.clear();
    projects_->seen.clear();
    return ++projects_->generation;
}

std::shared_ptr<const Settings> Workspace::settings_for(const Node& node) const {
    return settings_in(folder_of(node.path));
}

std::string Workspace::Projects::game_of(const FileSystem& files, const std::string& place) {
    const std::scoped_lock lock(mutex);
    return games.find(files, plain_folder(place), seen,
                      [&](const std::string& folder) -> std::optional<std::string> {
                          auto game = find_game_project(files, folder);
                          return game ? std::optional(std::move(game->path)) : std::nullopt;
                      });
}

namespace {

/// The project file stands for the headers of its engine's scripts, unless others are named.
void add_game(EngineSettings& settings, const std::string& game) {
    for (const Engine* const engine : engines()) {
        if (engine->projects() == nullptr || !engine->projects()->is_file(game)) continue;
        for (const SettingRow& row : engine->setting_rows())
            if (row.files != nullptr && row.files(settings).empty()) row.files(settings) = {game};
    }
}

} // namespace

std::shared_ptr<const Settings> Workspace::settings_in(const std::string& folder) const {
    const std::shared_ptr<const Project> project = project_in(folder);
    const std::string game = settings_.projects ? projects_->game_of(*files_, folder) : std::string();
    if (project == nullptr && game.empty()) return {std::shared_ptr<const Settings>(), &settings_};
    const std::scoped_lock lock(projects_->mutex);
    std::shared_ptr<const Settings>& merged = projects_->merged[{project.get(), game}];
    if (merged != nullptr) return merged;
    Settings both = settings_;
    if (project != nullptr) {
        const Settings& own = project->settings;
        if (both.engine == nullptr) both.engine = own.engine;
        both.load.engines = own.load.engines;
        for (const Engine* engine : engines())
            for (const SettingRow& row : engine->setting_rows())
                row.merge(both.load.engines, settings_.load.engines);
        if (both.load.declarations == nullptr) both.load.declarations = own.load.declarations;
        both.load.lint = both.load.lint || own.load.lint;
        both.data.insert(both.data.end(), own.data.begin(), own.data.end());
        for (const auto& names : own.load.names)
            if (both.load.names_of(names->engine()) == nullptr) both.load.names.push_back(names);
        if (!both.problem) both.problem = own.problem;
    }
    if (!game.empty()) add_game(both.load.engines, game);
    return merged = std::make_shared<const Settings>(std::move(both));
}

} // namespace vellum
