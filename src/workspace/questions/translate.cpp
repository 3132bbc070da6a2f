#include "workspace/questions/translate.hpp"

#include "base/json_writer.hpp"
#include "workspace/run/request.hpp"

namespace vellum::questions {

Result<std::vector<ags::TranslatedFile>> translate_scripts(const Workspace& workspace, const Request& request,
                                                           std::vector<Diagnostic>& problems) {
    auto what = runs::read_run(request);
    if (what) what->view = SourceView::none;
    const auto run = runs::open_run(workspace, std::move(what), problems);
    if (!run) return std::unexpected(run.error());
    RunOptions options;
    options.settings = (*run)->request().settings;
    return ags::translate((*run)->programs(), options);
}

std::string to_json(const std::vector<ags::TranslatedFile>& files, const std::vector<Diagnostic>& problems) {
    return json_object([&](JsonWriter& json) {
        json.objects("files", files, [&](const ags::TranslatedFile& each) {
            json.member("name", each.name);
            json.member("text", each.content);
        });
        write_problems(json, problems);
    });
}

namespace {

Result<std::string> whole_translate(const Workspace& workspace, const Request& request,
                                    const Workspace::Progress&) {
    std::vector<Diagnostic> problems;
    const auto files = translate_scripts(workspace, request, problems);
    if (!files) return std::unexpected(files.error());
    return to_json(*files, problems);
}

constexpr Parameter of_translate[] = {
    {"programs", Holds::texts,
     "Scripts or a game of Adventure Game Studio: modules first, the main script last.", true},
    {"setting", Holds::texts, "Settings that the worlds will have, NAME=VALUE."},
};

} // namespace

const Question translate{
    "translate", "Translate scripts to C++ source", of_translate, "translate", nullptr, whole_translate};

} // namespace vellum::questions
