// Compiled scripts as source.
#include "workspace/questions/decompile.hpp"

#include "base/json_writer.hpp"
#include "tools/one_function.hpp"
#include "tools/verdict_json.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

void write_names(JsonWriter& json, std::string_view of, const ChosenNames& names) {
    json.begin_object(of);
    json.member("count", names.count);
    json.member("made_up", names.made_up);
    json.end_object();
}

void each_decompile(const Workspace& workspace, const Request& request, const Node& node,
                    const tools::OpenedFile& opened, Answer& answer) {
    const auto names = names_for(workspace, opened, request.text("names"));
    if (!names) return answer.problems.push_back(names.error());
    const std::string function = opened.function.empty() ? request.text("function") : opened.function;
    for (const tools::Script& script : opened.scripts) {
        const auto program = load(workspace, node, opened, script, SourceView::none, answer.problems);
        if (!program) continue;
        const auto made = (*program)->decompile(
            {.addresses = request.flag("addresses"), .compiled = !function.empty(), .names = names->get()});
        if (made && !function.empty()) {
            const auto text = tools::source_of_function(**program, *made, function);
            if (text)
                answer.values.push_back(function_json(script, *opened.engine, "source", *text));
            else
                answer.problems.push_back(text.error());
            continue;
        }
        if (made) {
            answer.values.push_back(decompiled_json(script, *opened.engine, *made, !request.flag("verify")));
            continue;
        }
        Diagnostic& problem = answer.problems.emplace_back(made.error());
        if (problem.place.file.empty()) problem.place.file = script.name;
    }
}

constexpr Parameter of_decompile[] = {
    nodes_parameter,
    {"function", Holds::text, "Only this function's source."},
    {"addresses", Holds::flag, "Add a comment after each statement with the address of its code."},
    {"names", Holds::text, "The contents of a names file for names that the script lacks."},
    {"verify", Holds::flag, "Only the verdict on each function, without the source."},
};

} // namespace

bool names_are_of(const Engine& engine, std::string_view text) {
    constexpr std::string_view mark = "// engine: ";
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    return !line.starts_with(mark) || line.substr(mark.size()) == engine.id();
}

Result<std::shared_ptr<const SourceNames>> names_for(const Engine& engine, std::string_view text) {
    if (text.empty() || !names_are_of(engine, text)) return nullptr;
    const auto files = engine.require(engine.names());
    if (!files) return std::unexpected(files.error());
    Diagnostics said;
    auto names = (*files)->read_names(text, said);
    if (!said.ok()) return std::unexpected(said.all().front());
    return names;
}

Result<std::shared_ptr<const SourceNames>> names_for(const Workspace& workspace,
                                                     const tools::OpenedFile& opened, std::string_view text) {
    Result<std::shared_ptr<const SourceNames>> names =
        text.empty() ? opened.load.names_of(*opened.engine) : names_for(*opened.engine, text);
    if (!names) return names;
    return workspace.names_of(opened, *names);
}

std::string function_json(const tools::Script& script, const Engine& engine, std::string_view form,
                          std::string_view text) {
    return json_object([&](JsonWriter& json) {
        json.member("file", script.name);
        json.member("engine", engine.id());
        json.member(form, text);
    });
}

std::string decompiled_json(const tools::Script& script, const Engine& engine, const Decompiled& made,
                            bool with_text) {
    return json_object([&](JsonWriter& json) {
        json.member("file", script.name);
        json.member("engine", engine.id());
        tools::write_verdicts(json, made);
        json.begin_object("names");
        write_names(json, "functions", made.function_names);
        write_names(json, "variables", made.variable_names);
        json.end_object();
        if (with_text) {
            json.member("source", made.text);
            if (!made.headers.empty()) {
                json.begin_object("headers");
                for (const SourceHeader& header : made.headers) json.member(header.name, header.text);
                json.end_object();
            }
        }
    });
}

const Question decompile{
    "decompile", "Decompile scripts to source", of_decompile, "decompile", each_decompile, nullptr, true};

} // namespace vellum::questions
