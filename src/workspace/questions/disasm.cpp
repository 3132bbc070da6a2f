// Scripts as listings.
#include "tools/one_function.hpp"
#include "workspace/questions/decompile.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

void each_disasm(const Workspace& workspace, const Request& request, const Node& node,
                 const tools::OpenedFile& opened, Answer& answer) {
    const std::string function = opened.function.empty() ? request.text("function") : opened.function;
    for (const tools::Script& script : opened.scripts) {
        const auto program = load(workspace, node, opened, script, SourceView::none, answer.problems);
        if (!program) continue;
        if (function.empty()) {
            answer.values.push_back(function_json(script, *opened.engine, "listing",
                                                  (*program)->disassemble({.bytes = request.flag("bytes")})));
            continue;
        }
        const auto sourced = workspace.source_of(node, opened, script, *program);
        const auto text = tools::listing_of_function(*sourced.program, function);
        if (text)
            answer.values.push_back(function_json(script, *opened.engine, "listing", *text));
        else
            answer.problems.push_back(text.error());
    }
}

constexpr Parameter of_disasm[] = {
    nodes_parameter,
    {"function", Holds::text, "Only this function's instructions."},
    {"bytes", Holds::flag, "Add a comment to each instruction with its bytes."},
};

} // namespace

const Question disasm{"disasm", "Disassemble scripts to listings", of_disasm, "disasm", each_disasm, nullptr,
                      true};

} // namespace vellum::questions
