// Translations of what players read, put into what they are of.
#include <algorithm>
#include <iterator>

#include "base/code_page.hpp"
#include "workspace/questions/changed.hpp"
#include "workspace/texts/import_texts.hpp"

namespace vellum::questions {

namespace {

constexpr std::string_view list_name = "translations"; ///< What messages call the file of translations.

tools::TextForm form_of(const Request& request) { return tools::text_form("." + request.text("form")); }

/// The translations as a file, or as texts by the texts that they replace.
Result<tools::TextFile> translations(const Request& request) {
    if (const std::string text = request.text("translations"); !text.empty()) {
        auto file = tools::read_text_file(text, form_of(request));
        if (!file) file.error().place.file = list_name;
        return file;
    }
    tools::TextFile file;
    for (const JsonMember& each : request.value("texts").members()) {
        tools::TextRow row;
        row.text.text = each.key;
        row.translation = each.value.as_string();
        file.rows.push_back(std::move(row));
    }
    if (file.rows.empty())
        return fail(codes::question_parameter, "'translate': 'translations' or 'texts' is missing");
    file.set("Encoding", "UTF-8");
    return file;
}

Result<std::string> whole_import_texts(const Workspace& workspace, const Request& request,
                                       const Workspace::Progress&) {
    auto file = translations(request);
    if (!file) return std::unexpected(std::move(file.error()));
    std::vector<Diagnostic> problems;
    const auto report = [&](const Diagnostic& problem) { problems.push_back(problem); };
    std::vector<Node> nodes;
    const std::vector<std::string> names = request.texts("nodes");
    Diagnostics remarks;
    for (const std::string& name : names)
        std::ranges::move(workspace.find(name, remarks, InArchives::texts, names.size() == 1),
                          std::back_inserter(nodes));
    const std::string encoding = request.text("encoding");
    GameTexts texts(workspace, {.page = CodePage::find(encoding),
                                .page_is_said = !encoding.empty(),
                                .list = std::string(list_name),
                                .report = report});
    const bool by_text = request.text("translations").empty();
    TextWriter writer;
    JsonWriter json(writer);
    json.begin_object();
    json.begin_array("files");
    Result<void> written;
    const std::size_t count =
        vellum::import_texts(texts, std::move(*file), by_text ? tools::TextForm::trs : form_of(request),
                             nodes, [&](const Node& node, std::span<const archives::ChangedFile> files) {
                                 for (const archives::ChangedFile& each : files)
                                     if (written) written = write_file(json, node.path, each);
                             });
    if (!written) return std::unexpected(written.error());
    json.end_array();
    json.member("changed", count);
    write_problems(json, problems);
    json.end_object();
    return writer.take();
}

constexpr Parameter of_import_texts[] = {
    nodes_parameter,
    {"translations", Holds::text,
     "The contents of a file for translators, as 'vellum texts export' writes it."},
    {"form", Holds::choice, "The form of that file. Default: po.", false, "po|csv|trs|tra"},
    {"texts", Holds::files,
     "Instead of such a file: new texts by the texts that they replace, wherever these are."},
    {"encoding", Holds::choice,
     "The encoding of the game's texts, if it is not UTF-8 and the game does not say it.", false,
     "utf-8|latin-1|windows-1251|windows-1252"},
};

} // namespace

const Question import_texts{"import_texts",  "Put translations of texts for players back",
                            of_import_texts, "import_texts",
                            nullptr,         whole_import_texts};

} // namespace vellum::questions
