// Scripts as listings.
#include "base/json_writer.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

void each(const Workspace& workspace, const Request& request, const Node& node,
          const tools::OpenedFile& opened, Answer& answer) {
    for (const tools::Script& script : opened.scripts) {
        const auto program = load(workspace, node, opened, script, false, answer.problems);
        if (!program) continue;
        TextWriter writer;
        JsonWriter json(writer);
        json.begin_object();
        json.member("file", script.name);
        json.member("engine", opened.engine->id());
        json.member("listing", (*program)->disassemble({.bytes = request.flag("bytes")}));
        json.end_object();
        answer.values.push_back(writer.take());
    }
}

constexpr Parameter parameters[] = {
    nodes_parameter,
    {"bytes", Holds::flag, "Behind each instruction, in a comment, its bytes."},
};

} // namespace

const Question disasm{"disasm", "Scripts as listings", parameters, "disasm", each};

} // namespace vellum::questions
