// What the scripts of an engine ask of their host.
#include "workspace/questions/natives.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/glob.hpp"
#include "base/suggest.hpp"
#include "workspace/questions/question.hpp"
#include "workspace/questions/rows_json.hpp"

namespace vellum::questions {

namespace {

bool is_called(const NativeRow& row, std::string_view wanted) {
    return lower_case(row.signature.name) == wanted || lower_case(full_name(row.signature)) == wanted;
}

bool fits(const NativeRow& row, std::string_view wanted) {
    const std::string full = lower_case(full_name(row.signature));
    return full.find(wanted) != std::string::npos || matches(wanted, full) ||
           matches(wanted, lower_case(row.signature.name));
}

void write_row(JsonWriter& json, const NativeRow& row) {
    const Signature& signature = row.signature;
    json.begin_object();
    json.member("kind", to_string(row.role));
    json.member("owner", signature.owner);
    json.member("name", signature.name);
    json.member("declaration", declaration(row));
    if (row.counted) {
        json.begin_array("parameters");
        for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
            json.begin_object();
            json.member("name", signature.parameters[i].name);
            json.member("type", parameter_type(row, i));
            json.member("direction", to_string(signature.parameters[i].direction));
            json.end_object();
        }
        json.end_array();
    }
    json.member("variadic", signature.variadic);
    json.member("result", result_type(row));
    json.member("latent", signature.latent);
    if (!signature.ended_by.empty()) json.list("ended_by", signature.ended_by);
    json.member("answered_by", answered_by(row));
    json.member("meaning", signature.documentation);
    json.member("calls", row.uses);
    json.member("scripts", row.scripts);
    json.member("source", row.source);
    json.end_object();
}

} // namespace

std::string_view answered_by(const NativeRow& row) {
    return row.implemented ? "vellum" : row.played ? "game" : "host";
}

std::string comparable(std::string_view name) {
    std::string made = lower_case(name.substr(0, name.find('^')));
    if (const std::size_t colons = made.find("::"); colons != std::string::npos) made.replace(colons, 2, ".");
    return made;
}

std::vector<NativesOf> natives_of(const Engine* engine, std::string_view by) {
    std::vector<NativesOf> choices;
    for (const Engine* candidate : engines()) {
        if (engine != nullptr && candidate != engine) continue;
        NativesOf& choice = choices.emplace_back(NativesOf{candidate, {}});
        candidate->runtime().each_native([&](const NativeRow& row) {
            if (by.empty() || by == answered_by(row)) choice.rows.push_back(row);
        });
    }
    return choices;
}

bool choose(std::vector<NativesOf>& choices, std::string_view name) {
    const std::string wanted = comparable(name);
    const bool named = std::ranges::any_of(choices, [&](const NativesOf& choice) {
        return std::ranges::any_of(choice.rows, [&](const NativeRow& row) { return is_called(row, wanted); });
    });
    for (NativesOf& choice : choices)
        std::erase_if(choice.rows, [&](const NativeRow& row) {
            return named ? !is_called(row, wanted) : !fits(row, wanted);
        });
    return named;
}

std::string natives_json(std::span<const NativesOf> choices, bool lines) {
    const auto nothing_else = [](JsonWriter&, const NativesOf&) {};
    return rows_json(choices, lines, "natives", "native", nothing_else, nothing_else, write_row);
}

namespace {

Result<std::string> whole_natives(const Workspace& workspace, const Request& request,
                                  const Workspace::Progress&) {
    const std::string id = request.text("engine");
    const Engine* const engine = id.empty() ? workspace.settings().engine : find_engine(id);
    if (engine == nullptr && !id.empty())
        return fail(codes::question_parameter, "'natives': unknown engine '" + id + "'");
    std::vector<NativesOf> choices = natives_of(engine, request.text("by"));
    if (const std::string name = request.text("name"); !name.empty()) choose(choices, name);
    std::erase_if(choices, [](const NativesOf& choice) { return choice.rows.empty(); });
    return natives_json(choices, false);
}

constexpr Parameter of_natives[] = {
    {"engine", Holds::text, "Only those of this engine."},
    {"name", Holds::text, "A name, part of one, or a pattern."},
    {"by", Holds::choice,
     "Only natives that Vellum answers, that it answers in a game that is played, or that a host must "
     "answer.",
     false, "vellum|game|host"},
};

} // namespace

const Question natives{"natives",    "List the natives that scripts call", of_natives, "natives", nullptr,
                       whole_natives};

} // namespace vellum::questions
