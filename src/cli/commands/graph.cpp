// `vellum graph`: pictures of control flow and of calls.
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "cli/codes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/scripts.hpp"
#include "tools/graph/build.hpp"
#include "tools/graph/draw.hpp"

namespace vellum::cli {

namespace {

Result<tools::Graph> make_graph(const Program& program, const Arguments& arguments) {
    if (!arguments.has("--function")) return tools::call_graph(program, arguments.has("--natives"));
    const std::string wanted(arguments.text("--function"));
    const auto functions = program.functions();
    const auto found = std::ranges::find(functions, wanted, &Function::name);
    if (found != functions.end())
        return tools::control_flow(program, *found,
                                   static_cast<std::size_t>(arguments.count("--lines").value_or(24)));
    std::vector<std::string_view> names;
    names.reserve(functions.size());
    for (const Function& function : functions) names.push_back(function.name);
    return fail(codes::cli_world,
                fmt::format("there is no function '{}'.{}", wanted, did_you_mean(wanted, names)), {},
                fmt::format("'vellum info --functions {}' lists them", program.name()));
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    std::vector<Input> inputs;
    if (const ExitCode code = gather_inputs(session, arguments.words(), inputs); code != ExitCode::ok)
        return code;
    if (inputs.size() != 1)
        return session.usage("draws one script at a time; this is a folder or pattern with several.");
    auto opened = open_input(inputs.front(), EngineChoice::of(session));
    if (!opened) return session.report(opened.error());
    if (opened->scripts.size() != 1)
        return session.usage(
            "draws one script at a time: name one of the container, such as 'game.ags!room12'.");
    Diagnostics diagnostics;
    const auto program = tools::load(*opened, opened->scripts.front(), diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) static_cast<void>(session.report(diagnostic));
    if (!program) return diagnostics.ok() ? session.report(program.error()) : ExitCode::findings;
    if ((*program)->code() == nullptr)
        return session.report(make_diagnostic(codes::engine_unsupported,
                                              "this engine's programs have no decoded code to draw",
                                              {.file = opened->scripts.front().name}));
    auto graph = make_graph(**program, arguments);
    if (!graph) {
        graph.error().place.file = opened->scripts.front().name;
        return session.report(graph.error());
    }

    const std::string output(arguments.text("--output"));
    std::string_view format = arguments.text("--format");
    if (format.empty())
        format = output.ends_with(".dot") || output.ends_with(".gv") ? "dot"
                 : output.ends_with(".json")                         ? "json"
                                                                     : "svg";
    const std::string text = format == "dot"    ? tools::to_dot(*graph)
                             : format == "json" ? tools::to_json(*graph)
                                                : tools::to_svg(*graph);
    if (output.empty() || output == "-") {
        session.console().out(text);
        return ExitCode::ok;
    }
    if (auto written = session.outputs().write_text(output, text, Old::keep); !written)
        return session.report(written.error());
    session.console().err(fmt::format("{}: {}, {}\n", output, counted(graph->nodes.size(), "node"),
                                      counted(graph->edges.size(), "edge")));
    return ExitCode::ok;
}

constexpr Positional positionals[] = {
    {"FILE", "A script, a listing, 'container!member' or - for standard input.", ValueKind::file, true,
     false},
};
constexpr Option own[] = {
    {"--function", 'F', "NAME", "Draw the control flow of this function instead of the calls of the program.",
     ValueKind::text},
    {"--natives", 0, "", "In the call graph, also show what is called of the game."},
    {"--lines", 0, "N", "Instructions shown in a block, 0 for all. Default: 24.", ValueKind::count},
    {"--format", 'f', "FORMAT",
     "'svg', 'dot' for Graphviz, or 'json'. Default: by the ending of the output, else svg.",
     ValueKind::choice, "svg|dot|json"},
    {"--output", 'o', "FILE", "Write to this file instead of standard output.", ValueKind::file},
};
const OptionGroup options[] = {own, output_options, engine_options};
constexpr Example examples[] = {
    {"vellum graph quest.bin -o calls.svg", "which function calls which"},
    {"vellum graph quest.bin --function run -o run.svg", "the control flow of one function"},
    {"vellum graph quest.bin --natives --format dot | dot -Tpng > calls.png", "drawn by Graphviz instead"},
};

} // namespace

constinit const Command graph_command{"graph",
                                      "Look",
                                      "Draw the control flow of a function or the calls of a program",
                                      "Without --function: all functions and who calls whom. With it: the "
                                      "basic blocks of one function; green edges are "
                                      "branches taken, red ones branches not taken, edges at the right lead "
                                      "back. The SVG needs no other program.",
                                      positionals,
                                      options,
                                      examples,
                                      run};

} // namespace vellum::cli
