// Who uses a name.
#include "base/json_writer.hpp"
#include "tools/references.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

namespace {

/// In the script's own source: what an include says stands elsewhere.
std::uint32_t line_of(const DebugInfo* debug, std::uint32_t address) {
    const DebugLine* const line = debug == nullptr ? nullptr : debug->line_of(address);
    return line == nullptr || line->file != 0 ? 0 : line->line;
}

void each(const Workspace& workspace, const Request& request, const Node& node,
          const tools::OpenedFile& opened, Answer& answer) {
    const bool ignore_case = request.flag("ignore-case"), with_source = request.flag("source");
    const tools::NamePattern wanted({request.text("name"), request.text("kind"), ignore_case});
    const tools::NamePattern in({request.text("in"), {}, ignore_case});
    for (const tools::Script& script : opened.scripts) {
        const auto program = load(workspace, node, opened, script, with_source, answer.problems);
        if (!program) continue;
        const DebugInfo* const debug = with_source ? (*program)->debug_info() : nullptr;
        for (const tools::Use& use :
             tools::find_uses(**program, wanted, nullptr, request.text("in").empty() ? nullptr : &in))
            answer.values.push_back(tools::to_json(use, script.name, line_of(debug, use.address)));
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
    {"source", Holds::flag,
     "Functions have the names of the source and uses its lines, also of compiled scripts."},
};

} // namespace

const Question xref{"xref", "Find who uses a name, a text or a number", parameters, "xref", each};

} // namespace vellum::questions
