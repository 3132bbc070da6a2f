// Sources and listings as compiled scripts.
#include "base/base64.hpp"
#include "base/bytes.hpp"
#include "workspace/questions/changed.hpp"

namespace vellum::questions {

namespace {

Result<std::string> whole_compile(const Workspace& workspace, const Request& request,
                                  const Workspace::Progress&) {
    const std::string name = request.text("node");
    std::vector<Diagnostic> problems;
    Result<ProgramPtr> program;
    if (request.value("source").is_string()) {
        program = compile_text(workspace, request, request.text("source"), name, nullptr, problems);
    } else {
        const auto node = one_node(workspace, name);
        if (!node) return std::unexpected(node.error());
        const auto text = workspace.read(*node);
        if (!text) return std::unexpected(text.error());
        program =
            compile_text(workspace, request, std::string(as_text(*text)), node->name(), &*node, problems);
    }
    TextWriter writer;
    JsonWriter json(writer);
    json.begin_object();
    json.member("file", name);
    if (!program && problems.empty()) problems.push_back(program.error());
    json.member("ok", program.has_value());
    if (program) {
        const auto bytes = (*program)->save();
        if (!bytes) return std::unexpected(bytes.error());
        json.member("engine", (*program)->engine().id());
        json.member("size", bytes->size());
        json.member("bytes", to_base64(*bytes));
    }
    write_problems(json, problems);
    json.end_object();
    return writer.take();
}

constexpr Parameter of_compile[] = {
    {"node", Holds::text, "The source or listing; with `source`, only a name for the text.", true},
    {"source", Holds::text, "The text, if it is in no file."},
    {"files", Holds::files, "Texts that the source names, such as headers; they take precedence over files."},
};

} // namespace

const Question compile{"compile",    "Compile sources and assemble listings", of_compile, "compile", nullptr,
                       whole_compile};

} // namespace vellum::questions
