// Who uses a name.
#include "workspace/questions/xref.hpp"

#include "workspace/questions/question.hpp"
#include "workspace/run/codes.hpp"

namespace vellum::questions {

namespace {

Result<tools::NameTest> match(const Workspace& workspace, const std::string& pattern, bool ignore_case) {
    const RegularExpressions& read = workspace.settings().regular_expressions;
    if (read) return read(pattern, ignore_case);
    return fail(codes::cli_value, "this build has no RE2, so it cannot read regular expressions", {},
                "use a pattern with * and ? and leave out 'match'");
}

void each_xref(const Workspace& workspace, const Request& request, const Node& node,
               const tools::OpenedFile& opened, Answer& answer) {
    const bool ignore_case = request.flag("ignore-case");
    tools::NameTest test;
    if (request.flag("match")) {
        auto made = match(workspace, request.text("name"), ignore_case);
        if (!made) return answer.problems.push_back(made.error());
        test = std::move(*made);
    }
    const tools::NamePattern wanted({request.text("name"), request.text("kind"), ignore_case},
                                    std::move(test));
    const tools::NamePattern in({request.text("in"), {}, ignore_case});
    for (const tools::Script& script : opened.scripts) {
        const auto program = load(workspace, node, opened, script, SourceView::none, answer.problems);
        if (!program) continue;
        const HowToSearch how{.in = request.text("in").empty() ? nullptr : &in,
                              .listing = request.flag("listing")};
        for (const tools::Use& use : uses_in(workspace, node, opened, script, *program, wanted, how))
            answer.values.push_back(tools::to_json(use, script.name));
    }
}

constexpr Parameter of_xref[] = {
    nodes_parameter,
    {"name", Holds::text,
     "The whole name to look for, a pattern with * and ?, or a number such as 1204 or 0x1f. Default: every "
     "name."},
    {"kind", Holds::choice, "Only this kind of name.", false,
     "native|method|string|global|event|handler|import|function|state|number"},
    {"in", Holds::text, "Only uses in functions of this name or pattern."},
    {"match", Holds::flag, "The name is a regular expression (RE2) that matches part of a name."},
    {"ignore-case", Holds::flag, "Ignore case."},
    {"listing", Holds::flag, "Name functions as listings do, without lines of source."},
};

} // namespace

std::vector<tools::Use> uses_in(const Workspace& workspace, const Node& node, const tools::OpenedFile& opened,
                                const tools::Script& script, const ProgramPtr& program,
                                const tools::NamePattern& wanted, const HowToSearch& how) {
    const auto find = [&](const Program& in) {
        return tools::find_uses(in, wanted, how.closest, how.in, how.closest_in);
    };
    if (how.listing) return find(*program);
    // Names of functions are the source's, so it has to be known before; else only where something is found.
    const bool first = how.in != nullptr || wanted.kind() == to_string(ReferenceKind::function) ||
                       wanted.text().find('.') != std::string::npos;
    if (first) {
        const tools::Sourced source = workspace.source_of(node, opened, script, program);
        std::vector<tools::Use> uses = find(*source.program);
        tools::tell_source(uses, source);
        return uses;
    }
    std::vector<tools::Use> uses = find(*program);
    if (!uses.empty()) tools::tell_source(uses, workspace.source_of(node, opened, script, program));
    return uses;
}

const Question xref{"xref", "Find who uses a name, a text or a number", of_xref, "xref", each_xref};

} // namespace vellum::questions
