// From nodes to opened files: what is read, for which engine, and what its scripts may read then.
#include "vellum/workspace.hpp"

#include <utility>

#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "base/text_storage.hpp"
#include "tools/codes.hpp"
#include "tools/game.hpp"
#include "tools/open.hpp"
#include "tools/with_source.hpp"
#include "workspace/answers.hpp"
#include "workspace/archives.hpp"
#include "workspace/build.hpp"
#include "workspace/find.hpp"
#include "workspace/game_names.hpp"
#include "workspace/limits.hpp"
#include "workspace/mounts.hpp"
#include "workspace/projects.hpp"

namespace vellum {

namespace {

/// Looking into each file twice would cost time: of those with a script's ending only programs and packed
/// games hold others.
bool may_be_large(const FileSystem& files, const Node& node) {
    if (node.archive != nullptr || tools::is_text_name(node.path)) return false;
    const std::string ending = extension_of(node.path);
    const bool packed = ending == ".ags" || ending == ".exe";
    return (packed || !may_be_script(node.path, nullptr)) && files.kind(node.path) == FileKind::file;
}

} // namespace

Workspace::Workspace(std::shared_ptr<const FileSystem> files, Settings settings)
    : files_(std::make_shared<const WatchedFiles>(std::move(files))),
      settings_(std::move(settings)),
      answers_(std::make_unique<Answers>(*files_)),
      archives_(std::make_unique<Archives>(*files_)),
      projects_(std::make_unique<Projects>()),
      game_names_(std::make_unique<GameNames>()) {}

Workspace::~Workspace() = default;

const FileSystem& Workspace::files() const noexcept { return *files_; }

const std::shared_ptr<const FileSystem>& Workspace::tree() const noexcept { return files_->inner(); }

Result<std::shared_ptr<const archives::Archive>> Workspace::archive(const std::string& path) const {
    auto mounted = archives_->open(path);
    if (!mounted) return std::unexpected(std::move(mounted.error()));
    return std::move(mounted->archive);
}

Result<std::shared_ptr<const archives::Archive>> Workspace::container(const std::string& path) const {
    auto found = archive(path);
    if (!found || *found != nullptr) return found;
    Node node;
    node.path = node.relative = path;
    auto opened = open(node);
    if (!opened) return std::unexpected(std::move(opened.error()));
    if (opened->container != nullptr) return std::move(opened->container);
    return fail(codes::cli_member, "the file is no archive or container", {.file = path});
}

std::shared_ptr<const FileSystem> Workspace::mount(std::vector<std::string> places) const {
    return std::make_shared<const Mounts>(*this, std::move(places), std::vector<std::string>());
}

std::shared_ptr<const FileSystem> Workspace::files_of(const Node& node) const {
    const auto settings = settings_for(node);
    std::vector<std::string> places = settings->data;
    if (node.mounts != nullptr) places.insert(places.begin(), node.mounts->begin(), node.mounts->end());
    if (!node.root.empty()) places.insert(places.begin(), node.root);
    std::vector<std::string> named = named_files(settings->load.engines);
    if (const auto project = project_in(folder_of(node.path)))
        named.insert(named.end(), project->read.begin(), project->read.end());
    std::shared_ptr<const FileSystem> around; // a game's project comes with everything in its folder
    for (const std::string& each : named)
        if (around == nullptr && find_game_project(*files_, each))
            around = only_below(*files_, folder_of(each), {});
    return std::make_shared<const Mounts>(*this, std::move(places), std::move(named), std::move(around));
}

Result<std::vector<std::byte>> Workspace::read(const Node& node) const {
    if (node.problem) return std::unexpected(*node.problem);
    auto bytes =
        node.archive != nullptr
            ? node.archive->read(node.entry)
            : files_->read_at_most(node.path, tools::is_text_name(node.path) ? largest_text : largest_script);
    if (!bytes && bytes.error().place.file.empty()) bytes.error().place.file = node.name();
    return bytes;
}

Result<tools::OpenedFile> Workspace::open(const Node& node, bool functions) const {
    const auto settings = settings_for(node);
    if (node.problem || settings->problem || !may_be_large(*files_, node)) return open_whole(node, functions);
    auto source = files_->open(node.path);
    if (!source) return std::unexpected(std::move(source.error()));
    tools::OpenOptions how{settings->engine, settings->load, node.member, node.name(), functions};
    how.load.files = files_of(node);
    how.beside = mount({folder_of(node.path)});
    auto in_place = tools::open_in_place(std::move(*source), node.path, how);
    if (!in_place) return std::unexpected(std::move(in_place.error()));
    if (*in_place) return std::move(**in_place);
    return open_whole(node, functions);
}

Result<tools::OpenedFile> Workspace::open_whole(const Node& node, bool functions) const {
    auto bytes = read(node);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return open_bytes(std::move(*bytes), node, files_of(node), functions);
}

Result<tools::OpenedFile> Workspace::open_bytes(std::vector<std::byte> bytes, const Node& node,
                                                std::shared_ptr<const FileSystem> files,
                                                bool functions) const {
    const auto settings = settings_for(node);
    if (settings->problem) return std::unexpected(*settings->problem);
    tools::OpenOptions how{settings->engine, settings->load, node.member, node.name(), functions};
    how.load.files = std::move(files);
    if (node.archive != nullptr)
        how.home = tools::engine_of_archive(node.archive->format());
    else if (node.path != "-") // the other parts of a game; standard input has none
        how.beside = mount({folder_of(node.path)});
    return tools::open(std::move(bytes), node.archive != nullptr ? node.path + "!" + node.inside : node.path,
                       how);
}

std::string source_beside(const std::string& path, const Engine& engine) {
    const auto endings = engine.source_extensions();
    const std::string ending = extension_of(path);
    if (endings.empty() || ending.empty()) return {};
    std::string beside = path.substr(0, path.size() - ending.size()) + std::string(endings.front());
    return beside == path ? std::string() : beside;
}

bool has_source_beside(const FileSystem& files, const std::string& path, const Engine& engine) {
    const std::string beside = source_beside(path, engine);
    return !beside.empty() && files.kind(beside) == FileKind::file;
}

std::optional<std::string> Workspace::text_beside(const Node& node, const tools::OpenedFile& opened,
                                                  const tools::Script& script) const {
    if (!opened.members.empty()) return std::nullopt;
    if (script.is_source) return std::string(as_text(script.bytes));
    const std::string path = source_beside(node.path, *opened.engine);
    if (path.empty() || files_->kind(path) != FileKind::file) return std::nullopt;
    auto text = read_text(*files_, path, largest_text);
    return text ? std::optional(std::move(*text)) : std::nullopt;
}

Result<tools::Sourced> Workspace::with_source(const ProgramPtr& program,
                                              const std::optional<std::string>& text,
                                              const tools::OpenedFile& opened,
                                              Diagnostics& diagnostics) const {
    const auto names = text ? nullptr : names_of(opened, opened.load.names_of(program->engine()));
    return tools::with_source(program, text, opened, names.get(), diagnostics);
}

Result<ProgramPtr> Workspace::load(const Node& node, const tools::OpenedFile& opened,
                                   const tools::Script& script, SourceView view,
                                   Diagnostics& diagnostics) const {
    Result<ProgramPtr> program = tools::load(opened, script, diagnostics);
    if (!program || view == SourceView::none) return program;
    if (view == SourceView::if_possible) return source_of(node, opened, script, *program).program;
    const auto text = text_beside(node, opened, script);
    if ((*program)->debug_info() != nullptr && (script.is_source || text)) return program;
    auto sourced = with_source(*program, text, opened, diagnostics);
    if (!sourced) return std::unexpected(std::move(sourced.error()));
    return std::move(sourced->program);
}

tools::Sourced Workspace::source_of(const Node& node, const tools::OpenedFile& opened,
                                    const tools::Script& script, const ProgramPtr& program) const {
    if (script.is_listing) return {program, {}}; // whoever wrote it speaks of its lines
    auto text = text_beside(node, opened, script);
    if (program->debug_info() != nullptr) return {program, text ? std::move(*text) : std::string()};
    Diagnostics unheard;
    if (text) // of another version it may be
        if (auto beside = with_source(program, *text, opened, unheard)) return std::move(*beside);
    auto made = with_source(program, std::nullopt, opened, unheard);
    return made ? std::move(*made) : tools::Sourced{program, {}};
}

} // namespace vellum
