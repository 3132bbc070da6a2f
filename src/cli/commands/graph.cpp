// `vellum graph`: pictures of control flow and of calls.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/scripts.hpp"
#include "tools/graph/build.hpp"
#include "tools/graph/draw.hpp"

namespace vellum::cli {

namespace {

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
    const auto program =
        load_script(inputs.front(), *opened, opened->scripts.front(), arguments.has("--source"), diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) static_cast<void>(session.report(diagnostic));
    if (!program) return diagnostics.ok() ? session.report(program.error()) : ExitCode::findings;
    auto graph = tools::build_graph(
        **program, {.function = std::string(arguments.text("--function")),
                    .natives = arguments.has("--natives"),
                    .most_lines = static_cast<std::size_t>(arguments.count("--lines").value_or(24))});
    if (!graph) {
        if (graph.error().code == &codes::engine_function)
            graph.error().hint = fmt::format("'vellum info --functions {}' lists them", (*program)->name());
        graph.error().place.file = opened->scripts.front().name;
        return session.report(graph.error());
    }

    const std::string output(arguments.text("--output"));
    const std::string_view asked = arguments.text("--format");
    const auto is = [&](std::string_view name, std::initializer_list<std::string_view> endings) {
        return asked.empty() ? std::ranges::any_of(endings, [&](auto end) { return output.ends_with(end); })
                             : asked == name;
    };
    const tools::GraphFormat format = is("dot", {".dot", ".gv"}) ? tools::GraphFormat::dot
                                      : is("json", {".json"})    ? tools::GraphFormat::json
                                                                 : tools::GraphFormat::svg;
    const std::string text = tools::draw(*graph, format);
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
    {"--natives", 0, "", "In the call graph, also show the natives that are called."},
    {"--lines", 0, "N", "Instructions shown in a block, 0 for all. Default: 24.", ValueKind::count},
    {"--format", 'f', "FORMAT",
     "'svg', 'dot' for Graphviz, or 'json'. Default: by the ending of the output, else svg.",
     ValueKind::choice, "svg|dot|json"},
    {"--output", 'o', "FILE", "Write to this file instead of standard output.", ValueKind::file},
};
const OptionGroup options[] = {own, source_options, output_options, engine_options, ags_source_options};
constexpr Example examples[] = {
    {"vellum graph quest.bin -o calls.svg", "which function calls which"},
    {"vellum graph quest.bin --function run -o run.svg", "the control flow of one function"},
    {"vellum graph quest.bin --natives --format dot | dot -Tpng > calls.png", "drawn by Graphviz instead"},
};

} // namespace

constinit const Command graph_command{"graph",
                                      "Look",
                                      "Draw the control flow of a function or the calls of a program",
                                      "Without --function: all functions and which calls which. With it: the "
                                      "basic blocks of one function; green edges are "
                                      "branches taken, red ones branches not taken, edges at the right lead "
                                      "back. The SVG needs no other program.",
                                      positionals,
                                      options,
                                      examples,
                                      run};

} // namespace vellum::cli
