// The part of batch work that needs no template.
#include "cli/batch.hpp"

#include "base/json_writer.hpp"
#include "cli/codes.hpp"
#include "tools/diagnostic_json.hpp"

namespace vellum::cli {

std::optional<tools::OpenedFile> open_for(const Session& session, const Input& input,
                                          const EngineChoice& choice, Part& part) {
    auto opened = open_input(input, choice);
    if (opened) return std::move(*opened);
    Diagnostic problem = std::move(opened.error());
    if (!input.named && problem.code != nullptr && problem.code->id == codes::engine_unknown.id) {
        problem = make_diagnostic(codes::cli_skipped, "no engine recognises this file; skipped",
                                  problem.place, problem.hint);
        part.skipped = true;
    }
    part.report(session.console(), problem);
    return std::nullopt;
}

std::string problems_json(const Input& input, const Part& part) {
    std::string text;
    TextWriter writer(text);
    JsonWriter json(writer);
    json.begin_object();
    json.member("file", input.display());
    json.member("ok", false);
    json.key("diagnostics");
    json.begin_array();
    for (const Diagnostic& diagnostic : part.problems) tools::write_json(json, diagnostic);
    json.end_array();
    json.end_object();
    writer.flush();
    return text;
}

} // namespace vellum::cli
