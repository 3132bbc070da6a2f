// A build reads the project's folder and nothing else.
#include "workspace/build.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/ending.hpp"
#include "base/relative_name.hpp"
#include "workspace/find.hpp"
#include "workspace/projects.hpp"

namespace vellum {

namespace {

/// One folder, by paths that begin with it.
class OnlyBelow final : public FileSystem {
  public:
    OnlyBelow(const FileSystem& files, std::string folder, std::vector<std::string> named)
        : files_(files), folder_(std::move(folder)), named_(std::move(named)) {
        below_ = files_.below(folder_);
        before_ = folder_ == "." ? "" : folder_.ends_with('/') ? folder_ : folder_ + "/";
    }

    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override {
        constexpr std::uint64_t most = std::uint64_t{1} << 30U;
        return read_at_most(name, most);
    }
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override {
        if (std::ranges::find(named_, name) != named_.end()) return files_.read_at_most(name, most);
        std::string_view inside = name;
        if (inside.starts_with(before_)) inside.remove_prefix(before_.size());
        if (!stays_inside(inside))
            return fail(codes::io_read, "'" + std::string(name) + "' is not in the project's folder");
        if (below_ != nullptr) return below_->read_at_most(inside, most);
        const std::string whole = before_ + std::string(inside);
        if (auto exact = files_.read_at_most(whole, most)) return exact;
        for (const std::string& each : files_.list(folder_ == "." ? "" : folder_))
            if (same_name(each, whole)) return files_.read_at_most(each, most);
        return files_.read_at_most(whole, most);
    }

  private:
    const FileSystem& files_;
    std::string folder_, before_;
    std::vector<std::string> named_;
    std::shared_ptr<const FileSystem> below_;
};

/// Shows the lines that diagnostics are about.
void quote_lines(std::vector<Diagnostic>& problems, const FileSystem& files) {
    std::set<std::string> names;
    for (const Diagnostic& each : problems)
        if (each.place.line != 0 && !each.place.file.empty()) names.insert(each.place.file);
    if (names.empty()) return;
    Diagnostics all;
    for (const Diagnostic& each : problems) all.add(each);
    for (const std::string& name : names)
        if (const auto bytes = files.read(name)) all.quote(name, as_text(*bytes));
    problems = all.all();
}

std::vector<std::byte> script_in(const archives::Archive& archive, std::string_view name) {
    const auto members = archive.members();
    for (std::size_t i = 0; i < members.size(); ++i)
        if (members[i].kind == "script" && members[i].name == name)
            if (auto bytes = archive.read(i)) return std::move(*bytes);
    return {};
}

bool has_one_of(const std::string& path, std::span<const std::string_view> endings) {
    return std::ranges::find(endings, std::string_view(extension_of(path))) != endings.end();
}

/// The files of a folder that hold compiled scripts, sorted.
std::vector<std::string> homes_in(const Workspace& workspace, const GameProjects& kind,
                                  const std::string& folder) {
    std::vector<std::string> found;
    for (const FileEntry& entry : workspace.files().entries(folder))
        if (entry.kind == FileKind::file && has_one_of(entry.name, kind.homes()))
            found.push_back(folder == "." ? entry.name : path_below(folder, entry.name));
    std::ranges::sort(found);
    return found;
}

void compare_all(const Workspace& workspace, ProjectBuild& build) {
    const std::string folder = folder_of(build.project.path);
    std::map<std::string, std::shared_ptr<const archives::Archive>> opened;
    const auto open = [&](const std::string& path) -> const archives::Archive* {
        const auto [known, is_new] = opened.try_emplace(path);
        if (is_new)
            if (auto archive = workspace.container(path)) known->second = std::move(*archive);
        return known->second.get();
    };
    std::vector<std::string> games;
    for (std::string& each : homes_in(workspace, *build.project.engine->projects(), folder))
        if (std::ranges::none_of(build.scripts, [&](const ProjectBuild::Entry& entry) {
                return !entry.script.home.empty() && path_below(folder, entry.script.home) == each;
            }))
            games.push_back(std::move(each));
    for (ProjectBuild::Entry& entry : build.scripts) {
        if (entry.script.bytes.empty()) continue;
        std::vector<std::string> places = games;
        if (!entry.script.home.empty())
            places = {folder == "." ? entry.script.home : path_below(folder, entry.script.home)};
        for (const std::string& place : places) {
            const archives::Archive* archive = open(place);
            if (archive == nullptr) continue;
            const std::vector<std::byte> before = script_in(*archive, entry.script.name);
            if (before.empty()) continue;
            entry.likeness = build.project.engine->projects()->compare(entry.script.bytes, before);
            break;
        }
    }
}

} // namespace

std::shared_ptr<const FileSystem> only_below(const FileSystem& files, std::string folder,
                                             std::vector<std::string> named) {
    return std::make_shared<const OnlyBelow>(files, std::move(folder), std::move(named));
}

std::optional<GameProjectFile> find_game_project(const FileSystem& files, const std::string& name) {
    const std::string path = name.size() > 1 && name.ends_with('/') ? name.substr(0, name.size() - 1) : name;
    const FileKind kind = files.kind(path);
    for (const Engine* const engine : engines()) {
        const GameProjects* const each = engine->projects();
        if (each == nullptr) continue;
        if (kind == FileKind::folder) {
            std::string file = path == "." ? std::string(each->file_name())
                                           : path_below(path, std::string(each->file_name()));
            if (files.kind(file) == FileKind::file) return GameProjectFile{engine, std::move(file)};
        } else if (kind == FileKind::file && each->is_file(path)) {
            return GameProjectFile{engine, path};
        }
    }
    return {};
}

std::size_t ProjectBuild::failed() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(scripts, [](const Entry& entry) { return entry.script.bytes.empty(); }));
}

std::size_t ProjectBuild::alike(Likeness likeness) const {
    return static_cast<std::size_t>(std::ranges::count(scripts, std::optional(likeness), &Entry::likeness));
}

Result<ProjectBuild> build_project(const Workspace& workspace, const std::string& name, bool compare) {
    ProjectBuild build;
    auto found = find_game_project(workspace.files(), name);
    if (!found) {
        std::string kinds;
        for (const Engine* const engine : engines())
            if (engine->projects() != nullptr)
                kinds.append(kinds.empty() ? "" : ", ").append(engine->projects()->file_name());
        return fail(codes::build_project, "there is no game project here", {.file = name},
                    "name a folder with " + kinds + " in it, or that file");
    }
    build.project = std::move(*found);
    const std::string folder = folder_of(build.project.path);
    const auto files = only_below(workspace.files(), folder, named_files(workspace.settings().load.engines));
    const auto version = build.project.engine->projects()->build(
        build.project.path, *files, workspace.settings().load.engines, [&](BuiltScript script) {
            quote_lines(script.problems, *files);
            build.scripts.push_back({std::move(script)});
            return true;
        });
    if (!version) {
        std::vector<Diagnostic> one{version.error()};
        quote_lines(one, *files);
        return std::unexpected(std::move(one.front()));
    }
    build.version = *version;
    if (compare) compare_all(workspace, build);
    return build;
}

Result<std::vector<ProjectHome>> homes_of(const Workspace& workspace, const ProjectBuild& build,
                                          const std::string& place) {
    std::vector<ProjectHome> homes;
    const bool folder = workspace.files().kind(place) == FileKind::folder;
    const std::vector<std::string> paths = folder
                                               ? homes_in(workspace, *build.project.engine->projects(), place)
                                               : std::vector<std::string>{place};
    for (const std::string& path : paths) {
        auto archive = workspace.container(path);
        if (!archive) {
            if (folder) continue; // an .exe may be anything
            return std::unexpected(std::move(archive.error()));
        }
        ProjectHome home{path, std::move(*archive), {}};
        for (const ProjectBuild::Entry& entry : build.scripts) {
            const std::vector<std::byte> before = script_in(*home.archive, entry.script.name);
            if (before.empty() || entry.script.bytes.empty()) continue;
            if (before == entry.script.bytes)
                ++home.same;
            else
                home.changes.push_back({entry.script.name, entry.script.bytes});
        }
        if (home.same != 0 || !home.changes.empty()) homes.push_back(std::move(home));
    }
    if (!homes.empty()) return homes;
    return fail(codes::build_into, "no compiled room or game with scripts of this project is here",
                {.file = place}, "name a folder with rooms (.crm) or main data, or a packed game");
}

std::string_view to_string(Likeness likeness) noexcept {
    switch (likeness) {
    case Likeness::identical: return "identical";
    case Likeness::same_code: return "same code";
    case Likeness::different: break;
    }
    return "different";
}

} // namespace vellum
