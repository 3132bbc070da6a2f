// Names and comments that people gave decompiled sources, as a file of names.
#include <iterator>

#include "base/bytes.hpp"
#include "base/json_writer.hpp"
#include "workspace/questions/decompile.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

Result<std::string> whole_keep_names(const Workspace& workspace, const Request& request,
                                     const Workspace::Progress&) {
    std::vector<Diagnostic> problems;
    std::string names = request.text("names");
    std::size_t sources = 0;
    Diagnostics remarks;
    for (const std::string& name : request.texts("nodes"))
        for (const Node& node : workspace.find(name, remarks, InArchives::scripts, true)) {
            Answer said;
            auto opened = workspace.open(node, false);
            auto kept =
                opened ? names_with(workspace, *opened, names, said) : std::unexpected(opened.error());
            problems.insert(problems.end(), said.problems.begin(), said.problems.end());
            if (!kept) {
                if (!node.named && kept.error().code == &codes::engine_unsupported) continue;
                if (said.problems.empty()) problems.push_back(std::move(kept.error()));
                continue;
            }
            names = std::move(*kept);
            ++sources;
        }
    return json_object([&](JsonWriter& json) {
        json.member("names", names);
        json.member("sources", sources);
        write_problems(json, problems);
    });
}

constexpr Parameter of_keep_names[] = {
    nodes_parameter,
    {"names", Holds::text, "The contents of a names file to add to; names of other functions stay."},
};

} // namespace

Result<std::string> names_with(const Workspace& workspace, const tools::OpenedFile& opened,
                               std::string_view known, Answer& said) {
    const auto files = opened.engine->require(opened.engine->names());
    if (!files) return std::unexpected(files.error());
    if (opened.scripts.empty() || !opened.scripts.front().is_source)
        return fail(codes::engine_unsupported, "names come from sources, and this is not a source",
                    {.file = opened.name});
    const auto names = names_for(workspace, opened, known);
    if (!names) return std::unexpected(names.error());
    Diagnostics diagnostics;
    auto made = (*files)->names_in(as_text(opened.bytes), opened.load.options(opened.name), names->get(),
                                   diagnostics);
    for (const Diagnostic& each : diagnostics.all())
        if (each.severity == Severity::error) said.problems.push_back(each);
    return made;
}

const Question keep_names{"keep_names",  "Take the names and comments out of edited sources",
                          of_keep_names, "keep_names",
                          nullptr,       whole_keep_names};

} // namespace vellum::questions
