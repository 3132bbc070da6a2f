// Fuzz target: project files and settings. Whatever they say, no path leads out of the folder, and what makes
// no sense says why.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "base/relative_name.hpp"
#include "vellum/workspace.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    const auto bytes = std::as_bytes(std::span(data, size));
    if (const auto settings = read_settings(as_text(bytes)); !settings && settings.error().message.empty())
        std::abort();
    const auto files = std::make_shared<MemoryFileSystem>();
    files->add("p/vellum.json", {bytes.begin(), bytes.end()});
    files->add("p/a.asc", {});
    const Workspace workspace(files);
    const auto project = workspace.project("p/a.asc");
    if (project == nullptr) std::abort();
    const Settings& settings = project->settings;
    if (settings.problem) {
        if (settings.problem->message.empty()) std::abort();
        return 0;
    }
    std::vector<std::string> paths = settings.data;
    paths.insert(paths.end(), project->plans.begin(), project->plans.end());
    paths.push_back(project->host.empty() ? "p" : project->host);
    for (const std::string& path : paths)
        if (!path.starts_with("p") || !stays_inside(path)) std::abort();
    static_cast<void>(workspace.open({.path = "p/a.asc"}));
    return 0;
}
