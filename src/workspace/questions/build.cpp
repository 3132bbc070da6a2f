// All scripts of a game's project.
#include "workspace/build.hpp"

#include "base/base64.hpp"
#include "workspace/questions/question.hpp"

namespace vellum {

std::string to_json(const ProjectBuild& build, bool with_bytes) {
    return json_object([&](JsonWriter& json) {
        json.member("project", build.project.path);
        json.member("engine", build.project.engine->id());
        json.member("version", build.version);
        json.member("ok", build.failed() == 0);
        json.objects("scripts", build.scripts, [&](const ProjectBuild::Entry& entry) {
            const BuiltScript& script = entry.script;
            json.member("name", script.name);
            if (!script.source.empty()) json.member("source", script.source);
            json.member("file", script.file);
            if (!script.home.empty()) json.member("home", script.home);
            json.member("ok", !script.bytes.empty());
            if (!script.bytes.empty()) json.member("size", script.bytes.size());
            if (entry.likeness) json.member("compared", to_string(*entry.likeness));
            if (with_bytes && !script.bytes.empty()) json.member("bytes", to_base64(script.bytes));
            questions::write_problems(json, script.problems);
        });
        json.member("compiled", build.scripts.size() - build.failed());
        json.member("failed", build.failed());
    });
}

namespace questions {

namespace {

Result<std::string> whole_build(const Workspace& workspace, const Request& request,
                                const Workspace::Progress&) {
    const auto build = build_project(workspace, request.text("node"), request.flag("compare"));
    if (!build) return std::unexpected(build.error());
    return to_json(*build, request.flag("bytes"));
}

constexpr Parameter of_build[] = {
    {"node", Holds::text, "The project's folder, or its Game.agf.", true},
    {"compare", Holds::flag, "Compare each script with the one that lies compiled in the project."},
    {"bytes", Holds::flag, "Also the compiled scripts."},
};

} // namespace

const Question build{"build",    "Compile all scripts of a game project", of_build, "build", nullptr,
                     whole_build};

} // namespace questions

} // namespace vellum
