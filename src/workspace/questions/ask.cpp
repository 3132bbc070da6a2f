// From a question's name to its answer.
#include <algorithm>
#include <map>

#include "base/choices.hpp"
#include "base/json_writer.hpp"
#include "base/suggest.hpp"
#include "tools/codes.hpp"
#include "tools/diagnostic_json.hpp"
#include "workspace/answers.hpp"
#include "workspace/questions/indexes.hpp"
#include "workspace/questions/question.hpp"

namespace vellum {

namespace questions {

namespace {

constexpr const Question* rows[] = {
    &build,   &check,        &code,  &compile, &decompile, &diff,       &disasm,  &extract, &game,
    &graph,   &import_texts, &index, &info,    &isa,       &keep_names, &natives, &pack,    &patch,
    &profile, &query,        &run,   &test,    &texts,     &translate,  &xref};

/// What the parameters of a question may hold, as a JSON Schema.
void write_parameter(JsonWriter& json, const Parameter& parameter) {
    json.begin_object(parameter.name);
    json.member("description", parameter.meaning);
    const auto text = [&] { json.member("type", "string"); };
    switch (parameter.holds) {
    case Holds::text: text(); break;
    case Holds::count:
        json.member("type", "integer");
        json.member("minimum", 0);
        break;
    case Holds::number: json.member("type", "number"); break;
    case Holds::flag: json.member("type", "boolean"); break;
    case Holds::choice: json.list("enum", split_choices(parameter.choices)); break;
    case Holds::texts:
        json.begin_array("type");
        json.value("string");
        json.value("array");
        json.end_array();
        json.begin_object("items");
        text();
        json.end_object();
        break;
    case Holds::files:
        json.member("type", "object");
        json.begin_object("additionalProperties");
        text();
        json.end_object();
        break;
    case Holds::changes:
        json.member("type", "array");
        json.begin_object("items");
        json.member("type", "object");
        json.begin_object("properties");
        for (const std::string_view name : {"member", "source", "bytes"}) {
            json.begin_object(name);
            text();
            json.end_object();
        }
        json.end_object();
        json.end_object();
        break;
    }
    json.end_object();
}

void write(JsonWriter& json, const Question& question) {
    json.begin_object();
    json.member("name", question.name);
    json.member("summary", question.summary);
    json.begin_object("parameters");
    json.member("type", "object");
    json.begin_object("properties");
    for (const Parameter& parameter : question.parameters) write_parameter(json, parameter);
    json.end_object();
    json.begin_array("required");
    for (const Parameter& parameter : question.parameters)
        if (parameter.required) json.value(parameter.name);
    json.end_array();
    json.member("additionalProperties", false);
    json.end_object();
    json.member("answer", question.schema);
    json.member("list", question.each != nullptr);
    json.end_object();
}

} // namespace

std::span<const Question* const> all() { return rows; }

std::string array_of(std::span<const std::string> values) {
    std::string text = "[";
    for (const std::string& value : values) {
        if (text.size() > 1) text += ",\n";
        text += value;
    }
    return text += "]";
}

const Question* find(std::string_view name) {
    const auto found = std::ranges::find(rows, name, &Question::name);
    return found == std::end(rows) ? nullptr : *found;
}

void Answer::allow_library(const Node& node) {
    if (!node.named)
        std::erase_if(problems, [](const Diagnostic& one) { return one.code == &codes::engine_library; });
}

void Answer::refuse(const Diagnostics& said, const Diagnostic& last) {
    problems.insert(problems.end(), said.all().begin(), said.all().end());
    if (said.ok()) problems.push_back(last);
}

void write_problems(JsonWriter& json, std::span<const Diagnostic> problems) {
    json.list("diagnostics", problems,
              [&](const Diagnostic& diagnostic) { tools::write_json(json, diagnostic); });
}

std::string problems_json(std::string_view name, std::span<const Diagnostic> problems) {
    return json_object([&](JsonWriter& json) {
        json.member("file", name);
        json.member("ok", false);
        write_problems(json, problems);
    });
}

Result<Node> one_node(const Workspace& workspace, std::string_view name) {
    Diagnostics remarks;
    std::vector<Node> nodes = workspace.find(std::string(name), remarks);
    if (nodes.size() != 1)
        return fail(codes::cli_member, nodes.empty() ? "there is no script" : "this names several scripts",
                    {.file = std::string(name)}, "name one of them, such as 'game.ags!room12'");
    if (nodes.front().problem) return std::unexpected(std::move(*nodes.front().problem));
    return std::move(nodes.front());
}

Result<const tools::Script*> one_script(const tools::OpenedFile& opened) {
    if (opened.scripts.size() == 1) return &opened.scripts.front();
    return fail(codes::cli_member,
                opened.scripts.empty() ? "the file has no script" : "the file has several scripts",
                {.file = opened.name}, "name one of them, such as 'game.ags!room12'");
}

Result<ProgramPtr> load(const Workspace& workspace, const Node& node, const tools::OpenedFile& opened,
                        const tools::Script& script, SourceView view, std::vector<Diagnostic>& problems) {
    Diagnostics said;
    auto program = workspace.load(node, opened, script, view, said);
    problems.insert(problems.end(), said.all().begin(), said.all().end());
    if (!program && said.ok()) problems.push_back(program.error());
    return program;
}

Result<Single> single_script(const Workspace& workspace, std::string_view name, const HowToOpen& how) {
    auto node = one_node(workspace, name);
    if (!node) return std::unexpected(std::move(node.error()));
    auto opened =
        how.whole ? workspace.open_whole(*node, how.functions) : workspace.open(*node, how.functions);
    if (!opened) return std::unexpected(std::move(opened.error()));
    Single single{std::move(*node), std::move(*opened), nullptr, nullptr};
    const auto script = one_script(single.opened);
    if (!script) return std::unexpected(script.error());
    single.script = *script;
    std::vector<Diagnostic> unheard;
    auto program = load(workspace, single.node, single.opened, *single.script, how.view, unheard);
    if (!program) return std::unexpected(std::move(program.error()));
    single.program = std::move(*program);
    return single;
}

} // namespace questions

std::string Workspace::questions() {
    TextWriter text;
    JsonWriter json(text);
    json.begin_array();
    for (const vellum::questions::Question* question : questions::rows) questions::write(json, *question);
    json.end_array();
    return text.take();
}

Result<std::string> Workspace::ask(std::string_view name, std::string_view parameters,
                                   const Progress& progress) const {
    namespace q = vellum::questions;
    const q::Question* question = q::find(name);
    if (question == nullptr) {
        std::vector<std::string_view> names;
        for (const q::Question* each : q::all()) names.push_back(each->name);
        return fail(codes::question_unknown,
                    "unknown question '" + std::string(name) + "'." + did_you_mean(name, names));
    }
    auto request = q::Request::read(*question, parameters);
    if (!request) return std::unexpected(std::move(request.error()));
    if (question->whole != nullptr) return question->whole(*this, *request, progress);
    const std::vector<std::string> names = request->texts("nodes");
    std::vector<Node> nodes;
    Diagnostics remarks;
    for (const std::string& each : names) {
        std::vector<Node> found = find(each, remarks, InArchives::scripts, names.size() == 1);
        nodes.insert(nodes.end(), std::make_move_iterator(found.begin()),
                     std::make_move_iterator(found.end()));
    }
    const std::string asked = std::to_string(refresh_projects()) + ' ' + request->key(*question);
    std::vector<std::string> values;
    std::map<std::string_view, std::vector<Diagnostic>> remarked; // by archive
    for (const Diagnostic& remark : remarks.all()) remarked[remark.place.file].push_back(remark);
    for (const auto& [archive, about] : remarked) values.push_back(q::problems_json(archive, about));
    const auto known = q::indexes == nullptr || nodes.empty()
                           ? nullptr
                           : q::indexes->known(*this, *question, *request, nodes.front());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (progress && !progress(i, nodes.size()))
            return fail(codes::question_cancelled, "the question was cancelled");
        const Node& node = nodes[i];
        if (known != nullptr)
            if (auto told = known->of(node)) {
                std::ranges::move(*told, std::back_inserter(values));
                continue;
            }
        auto found = answers_->get(asked + node.name() + (node.named ? "" : " found"), [&] {
            q::Answer answer;
            if (node.archive != nullptr) files_->note(node.path); // it was opened before
            if (auto opened = open(node, question->functions))
                question->each(*this, *request, node, *opened, answer);
            else
                answer.problems.push_back(std::move(opened.error()));
            answer.allow_library(node);
            if (std::ranges::any_of(answer.problems,
                                    [](const Diagnostic& one) { return one.severity == Severity::error; }))
                answer.values.insert(answer.values.begin(), q::problems_json(node.name(), answer.problems));
            return std::move(answer.values);
        });
        std::ranges::move(found, std::back_inserter(values));
    }
    return q::array_of(values);
}

} // namespace vellum
