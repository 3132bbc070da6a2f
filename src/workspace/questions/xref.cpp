// Who uses a name.
#include "base/json_writer.hpp"
#include "tools/references.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

void each(const Workspace& workspace, const Request& request, const Node& node,
          const tools::OpenedFile& opened, Answer& answer) {
    const bool ignore_case = request.flag("ignore-case");
    const tools::NamePattern wanted({request.text("name"), request.text("kind"), ignore_case});
    const tools::NamePattern in({request.text("in"), {}, ignore_case});
    for (const tools::Script& script : opened.scripts) {
        const auto program = load(workspace, node, opened, script, false, answer.problems);
        if (!program) continue;
        for (const tools::Use& use :
             tools::find_uses(**program, wanted, nullptr, request.text("in").empty() ? nullptr : &in))
            answer.values.push_back(tools::to_json(use, script.name));
    }
}

constexpr Parameter parameters[] = {
    nodes_parameter,
    {"name", Holds::text,
     "The whole name to look for, a pattern with * and ?, or a number such as 1204 or 0x1f. Every name if it "
     "is left out."},
    {"kind", Holds::choice, "Only this kind of name.", false,
     "native|method|string|global|event|handler|import|function|state|number"},
    {"in", Holds::text, "Only uses in functions of this name or pattern."},
    {"ignore-case", Holds::flag, "Capital and small letters are the same."},
};

} // namespace

const Question xref{"xref", "Find who uses a name, a text or a number", parameters, "xref", each};

} // namespace vellum::questions
