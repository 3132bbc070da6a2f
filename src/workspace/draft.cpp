// A project file for a folder, from the names of what lies in it.
#include <algorithm>
#include <map>

#include "base/ending.hpp"
#include "base/json.hpp"
#include "tools/game.hpp"
#include "workspace/find.hpp"
#include "workspace/projects.hpp"

namespace vellum {

namespace {

Json list(const std::vector<std::string>& names) {
    Json made = Json::array();
    for (const std::string& name : names) made.push_back(name);
    return made;
}

bool has(std::span<const std::string_view> endings, std::string_view ending) {
    return std::ranges::find(endings, ending) != endings.end();
}

} // namespace

std::string draft_project(const Workspace& workspace, const std::string& folder) {
    constexpr std::size_t most_plans = 20;
    std::vector<Diagnostic> problems;
    const auto game = workspace.game(folder, false, problems);
    const std::string before = path_below(folder, {});
    Diagnostics unread;
    std::map<std::string, std::vector<std::string>> by_ending;
    std::vector<const Engine*> found;
    bool deeper = false;
    for (const std::string& file : workspace.files().walk(folder, unread)) {
        const std::string name = file.starts_with(before) ? file.substr(before.size()) : file;
        const std::string ending = extension_of(name);
        by_ending[ending].push_back(name);
        for (const Engine* engine : engines()) {
            if (!has(engine->format().extensions(), ending) && !has(engine->source_extensions(), ending))
                continue;
            deeper = deeper || name.contains('/');
            if (std::ranges::find(found, engine) == found.end()) found.push_back(engine);
        }
    }
    Json project = Json::object();
    if (game)
        project.set("engine", game->engine->id());
    else if (found.size() == 1)
        project.set("engine", found.front()->id());
    if (game || deeper) project.set("data", list({"."}));
    if (const auto& headers = by_ending[".ash"]; !headers.empty()) project.set("headers", list(headers));
    if (const auto& names = by_ending[".names"]; names.size() == 1) project.set("names", names.front());
    if (const auto& hosts = by_ending[".lua"]; hosts.size() == 1) project.set("host", hosts.front());
    if (const auto& exports = by_ending[".exports"]; !exports.empty()) project.set("exports", list(exports));
    if (const auto& plans = by_ending[".plan"]; !plans.empty())
        project.set("plans", plans.size() > most_plans ? list({"**/*.plan"}) : list(plans));
    return project.to_text({.indented = true}) + "\n";
}

} // namespace vellum
