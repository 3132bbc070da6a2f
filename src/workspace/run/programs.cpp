// From names to the programs of a world, and how to make each of them anew.
#include <algorithm>

#include "base/concat.hpp"
#include "tools/open.hpp"
#include "workspace/build.hpp"
#include "workspace/find.hpp"
#include "workspace/run/codes.hpp"
#include "workspace/run/parts.hpp"

namespace vellum {

namespace {

/// A script's name may leave out the ending and go on with start-up parameters, as in 'rotatey?rpm=8'. Names
/// of files as they stand are left alone.
struct StartName {
    std::string path, parameters;
};

StartName take_apart(const FileSystem& files, const std::string& name) {
    if (files.kind(name) != FileKind::none) return {name, {}};
    const std::size_t question = name.find('?');
    const std::string before = name.substr(0, question);
    const std::string parameters = question == std::string::npos ? std::string() : name.substr(question + 1);
    if (question != std::string::npos && parameters.find('=') == std::string::npos && !parameters.empty())
        return {name, {}}; // a pattern
    if (files.kind(before) == FileKind::file) return {before, parameters};
    for (const Engine* engine : engines())
        for (const std::string_view ending : engine->source_extensions())
            if (files.kind(before + std::string(ending)) == FileKind::file)
                return {before + std::string(ending), parameters};
    return {name, {}};
}

/// Once for each game, of which several scripts may be named.
void take_data(Run::Parts& run, ProgramPtr data) {
    if (data != nullptr && std::ranges::none_of(run.game_data, [&](const ProgramPtr& each) {
            return each->name() == data->name();
        }))
        run.game_data.push_back(std::move(data));
}

class Loader {
  public:
    using Open = std::function<Result<tools::OpenedFile>()>;
    using Load =
        std::function<Result<ProgramPtr>(const tools::OpenedFile&, const tools::Script&, Diagnostics&)>;

    Loader(Run::Parts& run, std::vector<Diagnostic>& said) : run_(run), said_(said) {}

    Result<void> take(const tools::OpenedFile& opened, const Open& open, const Load& load) {
        for (const tools::Script& script : opened.scripts) {
            Diagnostics diagnostics;
            auto program = load(opened, script, diagnostics);
            const bool told = !diagnostics.ok();
            said_.insert(said_.end(), diagnostics.all().begin(), diagnostics.all().end());
            if (!program) {
                if (!told) return std::unexpected(std::move(program.error()));
                Diagnostic last = std::move(said_.back()); // told once, and last
                said_.pop_back();
                return std::unexpected(std::move(last));
            }
            if (!run_.programs.empty() && &run_.programs.front()->engine() != &(*program)->engine())
                return fail(codes::cli_world,
                            concat("this is for ", (*program)->engine().id(), ", but ",
                                   run_.programs.front()->name(), " is for ",
                                   run_.programs.front()->engine().id(), ": they cannot run together"),
                            {.file = script.name});
            run_.programs.push_back(std::move(*program));
            run_.again.emplace_back(
                [open, load, name = script.name](Diagnostics& problems) -> Result<ProgramPtr> {
                    auto now = open();
                    if (!now) return std::unexpected(now.error());
                    for (const tools::Script& one : now->scripts)
                        if (one.name == name) return load(*now, one, problems);
                    return fail(codes::cli_world, "the script no longer exists", {.file = name});
                });
        }
        if (opened.container != nullptr && opened.engine != nullptr && opened.engine->projects() != nullptr) {
            Diagnostics diagnostics;
            take_data(run_, opened.engine->projects()->data_in(*opened.container, opened.name, diagnostics));
            said_.insert(said_.end(), diagnostics.all().begin(), diagnostics.all().end());
        }
        return {};
    }

  private:
    Run::Parts& run_;
    std::vector<Diagnostic>& said_;
};

/// All scripts of a game's project; fails with the first error in one.
Result<std::vector<BuiltScript>> scripts_of(const Workspace& workspace, const std::string& name,
                                            std::vector<Diagnostic>& said) {
    auto build = build_project(workspace, name, false);
    if (!build) return std::unexpected(std::move(build.error()));
    std::vector<BuiltScript> scripts;
    for (ProjectBuild::Entry& entry : build->scripts) {
        for (Diagnostic& each : entry.script.problems) {
            if (each.severity == Severity::error) return std::unexpected(std::move(each));
            said.push_back(std::move(each));
        }
        scripts.push_back(std::move(entry.script));
    }
    return scripts;
}

/// Takes the programs of a project, each of which is made anew with all others.
Result<void> take_project(Run::Parts& run, const std::string& name, std::vector<Diagnostic>& said) {
    auto scripts = scripts_of(run.workspace, name, said);
    if (!scripts) return std::unexpected(std::move(scripts.error()));
    for (BuiltScript& script : *scripts) {
        run.programs.push_back(std::move(script.program));
        run.again.emplace_back([&workspace = run.workspace, name,
                                which = script.name](Diagnostics& problems) -> Result<ProgramPtr> {
            std::vector<Diagnostic> heard;
            auto now = scripts_of(workspace, name, heard);
            if (!now) return std::unexpected(std::move(now.error()));
            for (Diagnostic& each : heard) problems.add(std::move(each));
            for (BuiltScript& one : *now)
                if (one.name == which) return std::move(one.program);
            return fail(codes::cli_world, "the script no longer exists", {.file = which});
        });
    }
    const auto project = find_game_project(run.workspace.files(), name);
    if (!project) return {};
    Diagnostics diagnostics;
    const auto files = only_below(run.workspace.files(), folder_of(project->path), {});
    take_data(run, project->engine->projects()->data(project->path, *files, diagnostics));
    said.insert(said.end(), diagnostics.all().begin(), diagnostics.all().end());
    return {};
}

} // namespace

Result<void> Run::Parts::load_programs(Said& said) {
    std::vector<Node> nodes;
    std::vector<StartName> parameters; // as named
    for (const std::string& name : request.programs) {
        StartName start = take_apart(workspace.files(), name);
        if (find_game_project(workspace.files(), start.path)) {
            if (auto done = take_project(*this, start.path, said); !done) return done;
            continue;
        }
        Diagnostics remarks;
        std::vector<Node> found =
            workspace.find(start.path, remarks, InArchives::scripts, request.programs.size() == 1);
        said.insert(said.end(), remarks.all().begin(), remarks.all().end());
        std::ranges::move(found, std::back_inserter(nodes));
        if (!start.parameters.empty()) parameters.push_back(std::move(start));
    }
    take_each_once(nodes);
    const std::vector<std::string>& data = workspace.settings().data;
    // Records and snapshots are of the script itself, under its own names.
    const bool of_itself = !request.record.empty() || !request.replay.empty() || !request.restore.empty() ||
                           !request.snapshots.empty();
    const SourceView view = request.view.value_or(of_itself ? SourceView::none : SourceView::if_possible);
    Loader loader(*this, said);
    auto next_parameters = parameters.begin();
    const auto add_place = [this](const std::string& place) {
        if (!place.empty() && std::ranges::find(places, place) == places.end()) places.push_back(place);
    };
    for (const Node& node : nodes) {
        if (next_parameters != parameters.end() && node.named && node.path == next_parameters->path) {
            options.settings.emplace_back(concat("params.", programs.size()),
                                          std::move(next_parameters->parameters));
            ++next_parameters;
        }
        const auto open = [node, this] { return workspace.open(node); };
        auto opened = open();
        if (!opened) {
            if (!node.named && opened.error().code->id == codes::engine_unknown.id) continue;
            return std::unexpected(std::move(opened.error()));
        }
        add_place(node.root);
        if (node.mounts != nullptr) std::ranges::for_each(*node.mounts, add_place);
        std::ranges::for_each(workspace.settings_for(node)->data, add_place);
        auto done = loader.take(*opened, open,
                                [node, view, this](const tools::OpenedFile& from, const tools::Script& script,
                                                   Diagnostics& diagnostics) {
                                    return workspace.load(node, from, script, view, diagnostics);
                                });
        if (!done) return done;
    }
    if (!request.template_name.empty() || !request.bots.empty()) {
        auto named = find_engine("skrit")->content()->game_scripts(
            workspace.mount(data.empty() ? std::vector<std::string>{"."} : data), request.template_name,
            request.bots);
        if (!named) return std::unexpected(std::move(named.error()));
        std::vector<std::pair<std::string, std::string>> settings = std::move(named->settings);
        for (GameScripts::Script& each : named->scripts) {
            for (auto& [before_number, behind, value] : each.settings)
                settings.emplace_back(concat(before_number, programs.size(), behind), std::move(value));
            Node node;
            if (data.empty()) node.root = ".";
            node.path = each.path;
            const auto open = [node, tree = workspace.files_of(node), this]() -> Result<tools::OpenedFile> {
                auto bytes = tree->read(node.path);
                if (!bytes) return std::unexpected(std::move(bytes.error()));
                return workspace.open_bytes(std::move(*bytes), node, tree);
            };
            auto opened = open();
            if (!opened) return std::unexpected(std::move(opened.error()));
            auto done =
                loader.take(*opened, open,
                            [](const tools::OpenedFile& from, const tools::Script& script,
                               Diagnostics& diagnostics) { return tools::load(from, script, diagnostics); });
            if (!done) return done;
        }
        // Those of the request come last and count.
        options.settings.insert(options.settings.begin(), std::make_move_iterator(settings.begin()),
                                std::make_move_iterator(settings.end()));
        if (!named->scripts.empty() && data.empty()) places.emplace_back(".");
    }
    if (programs.empty()) return fail(codes::cli_world, "there is no script to run");
    for (ProgramPtr& each : game_data) { // it does not change while the scripts run
        again.emplace_back([each](Diagnostics&) -> Result<ProgramPtr> { return each; });
        programs.push_back(std::move(each));
    }
    game_data.clear();
    std::ranges::for_each(data, add_place);
    files = workspace.mount(places);
    return {};
}

} // namespace vellum
