// Functions of a source in the place of a script's.
#include "workspace/put_back.hpp"
#include "workspace/questions/changed.hpp"
#include "workspace/questions/decompile.hpp"

namespace vellum::questions {

namespace {

void write_list(JsonWriter& json, std::string_view key, std::span<const std::string> names) {
    json.list(key, names);
}

Result<std::string> whole_patch(const Workspace& workspace, const Request& request,
                                const Workspace::Progress&) {
    const auto single = single_script(workspace, request.text("node"), {.whole = true});
    if (!single) return std::unexpected(single.error());
    const tools::OpenedFile& opened = single->opened;
    const auto names = names_for(workspace, opened, request.text("names"));
    if (!names) return std::unexpected(names.error());
    const std::string text = request.text("source");
    std::vector<std::string> functions = request.texts("functions");
    if (!opened.function.empty()) functions.push_back(opened.function);
    Diagnostics said;
    const auto patched = tools::patch(*single->program, {functions, text, "source", names->get()}, said);
    if (!patched) return std::unexpected(said.ok() ? patched.error() : said.all().front());
    auto bytes = patched->program->save();
    if (!bytes) return std::unexpected(bytes.error());
    const auto files =
        put_back(workspace, single->node, opened.container.get(), single->script->member, std::move(*bytes));
    if (!files) return std::unexpected(files.error());
    TextWriter writer;
    JsonWriter json(writer);
    json.begin_object();
    json.member("file", single->node.name());
    write_list(json, "replaced", patched->replaced);
    write_list(json, "left_out", patched->left_out);
    if (auto done = write_files(json, single->node.path, *files); !done) return std::unexpected(done.error());
    write_problems(json, said.all());
    json.end_object();
    return writer.take();
}

constexpr Parameter of_patch[] = {
    {"node", Holds::text, "The script.", true},
    {"source", Holds::text, "A text with the new functions: an edited source, or the functions alone.", true},
    {"functions", Holds::texts,
     "Functions to replace, such as 'TMain.OnUse'. Default: every function in the text."},
    {"names", Holds::text, "The contents of the names file that the text uses."},
};

} // namespace

const Question patch{"patch",    "Replace single functions of a script", of_patch, "patch", nullptr,
                     whole_patch};

} // namespace vellum::questions
