// Members of archives and containers that change.
#include "base/base64.hpp"
#include "workspace/put_back.hpp"
#include "workspace/questions/changed.hpp"

namespace vellum::questions {

namespace {

Result<archives::Change> change_of(const Workspace& workspace, const Request& request, const Node& node,
                                   const Json& change) {
    const std::string member(change["member"].as_string());
    if (const Json* bytes = change.find("bytes")) {
        auto read = from_base64(bytes->as_string());
        if (!read) return fail(codes::question_parameter, "'bytes' of '" + member + "' is not Base64");
        return archives::Change{member, std::move(*read)};
    }
    if (const Json* source = change.find("source")) {
        std::vector<Diagnostic> problems;
        const auto program = compile_text(workspace, request, std::string(source->as_string()),
                                          node.path + "!" + member, &node, problems);
        if (!program) return std::unexpected(problems.empty() ? program.error() : problems.front());
        auto saved = (*program)->save();
        if (!saved) return std::unexpected(std::move(saved.error()));
        return archives::Change{member, std::move(*saved)};
    }
    return archives::Change{member, std::nullopt};
}

Result<std::string> whole_pack(const Workspace& workspace, const Request& request,
                               const Workspace::Progress&) {
    Node node;
    node.path = request.text("node");
    std::vector<archives::Change> changes;
    for (const Json& each : request.value("changes").elements()) {
        auto change = change_of(workspace, request, node, each);
        if (!change) return std::unexpected(std::move(change.error()));
        changes.push_back(std::move(*change));
    }
    const auto files = put_back(workspace, node.path, changes);
    if (!files) return std::unexpected(files.error());
    TextWriter writer;
    JsonWriter json(writer);
    json.begin_object();
    json.member("file", node.path);
    if (auto done = write_files(json, node.path, *files); !done) return std::unexpected(done.error());
    json.end_object();
    return writer.take();
}

constexpr Parameter of_pack[] = {
    {"node", Holds::text, "The archive or container.", true},
    {"changes", Holds::changes,
     "Members with new contents: \"bytes\" in Base64, or \"source\", which is compiled. A member with "
     "neither is removed.",
     true},
    {"files", Holds::files, "Texts that sources name, such as headers."},
};

} // namespace

const Question pack{"pack",    "Change members of an archive or container", of_pack, "pack", nullptr,
                    whole_pack};

} // namespace vellum::questions
