#include "cli/answer.hpp"

namespace vellum::cli {

namespace {

struct AnswerPart : Part {
    std::vector<std::string> values;
};

/// The options that have a flag's name.
void take_options(const Arguments& arguments, const questions::Question& question, Json& parameters) {
    for (const questions::Parameter& parameter : question.parameters) {
        const std::string option = "--" + std::string(parameter.name);
        if (parameter.holds == questions::Holds::flag && arguments.declares(option) && arguments.has(option))
            parameters.set(parameter.name, true);
    }
}

} // namespace

ExitCode print_answer(Session& session, const questions::Question& question, const std::vector<Node>& inputs,
                      JsonList& list, Json parameters) {
    take_options(session.arguments(), question, parameters);
    parameters.set("nodes", Json::array());
    const auto request = questions::Request::of(question, std::move(parameters));
    if (!request) return session.report(request.error());
    const auto work = [&](const Node& input, const tools::OpenedFile& opened, AnswerPart& part) {
        questions::Answer answer;
        question.each(session.workspace(), *request, input, opened, answer);
        answer.allow_library(input);
        part.values = std::move(answer.values);
        for (const Diagnostic& problem : answer.problems) part.report(session.console(), problem);
    };
    const auto emit = [&](const Node& input, const AnswerPart& part) {
        if (part.has_failed()) list.add(problems_json(input, part));
        for (const std::string& value : part.values) list.add(value);
    };
    return run_batch<AnswerPart>(session, inputs, work, emit);
}

} // namespace vellum::cli
