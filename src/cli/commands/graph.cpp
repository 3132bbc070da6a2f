// `vellum graph`: pictures of control flow and of calls.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/from_svg.hpp"
#include "cli/inputs.hpp"
#include "tools/graph/build.hpp"
#include "tools/graph/draw.hpp"

namespace vellum::cli::graph_command {

namespace {

/// The endings that say what the picture becomes.
constexpr std::pair<std::string_view, std::string_view> endings[] = {
    {".svg", "svg"}, {".dot", "dot"}, {".gv", "dot"}, {".json", "json"}, {".png", "png"}, {".pdf", "pdf"}};

/// The format that a name asks for by its ending, svg for a name without one; empty if nothing is known by
/// that ending.
std::string_view format_of(std::string_view output) {
    for (const auto& [ending, format] : endings)
        if (output.size() >= ending.size() && same_name(output.substr(output.size() - ending.size()), ending))
            return format;
    const std::string_view name = output.substr(output.find_last_of("/\\") + 1);
    return name.find('.', 1) == std::string_view::npos ? "svg" : "";
}

void tell(Session& session, const std::string& output, const tools::Graph& graph) {
    session.console().err(fmt::format("{}: {}, {}\n", output, counted(graph.nodes.size(), "node"),
                                      counted(graph.edges.size(), "edge")));
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    if (arguments.has("--function") && arguments.has("--from"))
        return session.usage(
            "--from draws calls and --function the inside of one function: use one of them.");
    if (arguments.has("--depth") && !arguments.has("--from"))
        return session.usage("--depth is counted from a function: name it with --from.");
    const std::string output(arguments.text("--output"));
    const std::string_view asked = arguments.has("--format") ? arguments.text("--format") : format_of(output);
    if (asked.empty())
        return session.usage(fmt::format(
            "unknown picture format of '{}': use .svg, .png, .pdf, .dot, .gv or .json, or give --format.",
            output));
    std::vector<Node> inputs;
    if (const ExitCode code = gather_inputs(session, arguments.words(), inputs); code != ExitCode::ok)
        return code;
    if (inputs.size() != 1)
        return session.usage("draws one script at a time; this is a folder or pattern with several.");
    auto opened = session.workspace().open(inputs.front(), true);
    if (!opened) return session.report(opened.error());
    if (opened->scripts.size() != 1)
        return session.usage(
            "draws one script at a time: name one of the container, such as 'game.ags!room12'.");
    Diagnostics diagnostics;
    const auto program = session.workspace().load(inputs.front(), *opened, opened->scripts.front(),
                                                  session.source_view(SourceView::if_possible), diagnostics);
    static_cast<void>(session.report(diagnostics.all()));
    if (!program) return diagnostics.ok() ? session.report(program.error()) : ExitCode::findings;
    auto graph = tools::build_graph(
        **program,
        {.function = opened->function.empty() ? std::string(arguments.text("--function")) : opened->function,
         .natives = arguments.has("--natives"),
         .most_lines = static_cast<std::size_t>(arguments.count("--lines").value_or(24))},
        {.from = std::string(arguments.text("--from")),
         .depth = static_cast<std::uint32_t>(
             std::min<std::uint64_t>(arguments.count("--depth").value_or(~0U), ~0U))});
    if (!graph) {
        if (graph.error().code == &codes::engine_function)
            graph.error().hint = fmt::format("'vellum info --functions {}' lists them", (*program)->name());
        graph.error().place.file = opened->scripts.front().name;
        return session.report(graph.error());
    }

    const std::string text = tools::draw(*graph, asked == "dot"    ? tools::GraphFormat::dot
                                                 : asked == "json" ? tools::GraphFormat::json
                                                                   : tools::GraphFormat::svg);
    if (asked == "png" || asked == "pdf") {
        const auto picture = from_svg(text, asked);
        if (!picture) return session.report(picture.error());
        if (output.empty() || output == "-") {
            session.console().bytes(as_text(*picture));
            return ExitCode::ok;
        }
        if (auto written = session.outputs().write(output, *picture, Old::keep); !written)
            return session.report(written.error());
        tell(session, output, *graph);
        return ExitCode::ok;
    }
    if (output.empty() || output == "-") {
        session.console().out(text);
        return ExitCode::ok;
    }
    if (auto written = session.outputs().write_drawing(output, text, Old::keep); !written)
        return session.report(written.error());
    tell(session, output, *graph);
    return ExitCode::ok;
}

constexpr Positional positionals[] = {
    {"FILE", "A script, a listing, 'container!member' or - for standard input.", ValueKind::file, true,
     false},
};
constexpr Option own[] = {
    {"--function", 'F', "NAME", "Draw the control flow of this function instead of the calls of the program.",
     ValueKind::text},
    {"--from", 0, "NAME", "Of the calls, show only what this function calls, and what that calls, and so on.",
     ValueKind::text},
    {"--depth", 0, "N", "With --from: follow at most this many calls.", ValueKind::count},
    {"--natives", 0, "", "In the call graph, also show the natives that are called."},
    {"--lines", 0, "N", "Instructions shown in a block, 0 for all. Default: 24.", ValueKind::count},
    {"--format", 'f', "FORMAT",
     "'svg', 'dot' for Graphviz, 'json', or 'png' and 'pdf' where rsvg-convert of librsvg is installed. "
     "Default: from the output's extension, svg if it has none.",
     ValueKind::choice, "svg|dot|json|png|pdf"},
    {"--output", 'o', "FILE", "Write to this file instead of standard output.", ValueKind::file},
};
const OptionGroup options[] = {own, source_options, output_options, engine_options, ags_source_options};
constexpr Example examples[] = {
    {"vellum graph quest.bin -o calls.svg", "which function calls which"},
    {"vellum graph quest.bin --function run -o run.svg", "the control flow of one function"},
    {"vellum graph quest.bin --from run --depth 2 -o near.png", "what a function calls, and what that calls"},
    {"vellum graph quest.bin --natives --format dot | dot -Tpng > calls.png", "drawn by Graphviz instead"},
};

} // namespace

constinit const Command described{
    "graph",
    "Look",
    "Draw the control flow of a function or the calls of a program",
    "Without --function: all functions and their calls, from left to right. With it: the basic blocks of one "
    "function, from top to bottom; thick green edges ('true') are taken if the condition holds, dashed red "
    "ones ('false') if not; edges on the right go back up. The SVG needs no other program.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::graph_command
