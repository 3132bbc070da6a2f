// `vellum states`: the states of a skrit as text or as a diagram.
#include <fmt/format.h>

#include "cli/codes.hpp"
#include "cli/engines/engines.hpp"
#include "cli/inputs.hpp"
#include "cli/session.hpp"
#include "tools/graph/draw.hpp"
#include "workspace/questions/states.hpp"

namespace vellum::cli::states_command {

namespace {

std::string to_text(const SkritStateChart& chart) {
    std::string text;
    for (std::uint32_t i = 0; i < chart.states.size(); ++i) {
        const SkritState& state = chart.states[i];
        text += fmt::format("{}{}\n",
                            state.any       ? ""
                            : state.startup ? "startup state "
                                            : "state ",
                            state.name);
        for (const std::string& line : state.lines) text += "  " + line + "\n";
        for (const SkritStateChange& arrow : chart.changes)
            if (arrow.from == i)
                text += fmt::format("  -> {}: {}{}\n", chart.states[arrow.to].name,
                                    arrow.setstate ? "setstate in " : "", arrow.label);
    }
    return text;
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    std::vector<Node> inputs;
    if (const ExitCode code = gather_inputs(session, arguments.words(), inputs); code != ExitCode::ok)
        return code;
    if (inputs.size() != 1) return session.usage("draws one skrit at a time.");
    auto opened = session.workspace().open(inputs.front());
    if (!opened) return session.report(opened.error());
    if (opened->scripts.size() != 1)
        return session.usage("draws one skrit; this file holds several, or none.");
    Diagnostics diagnostics;
    const auto program = tools::load(*opened, opened->scripts.front(), diagnostics);
    static_cast<void>(session.report(diagnostics.all(), false));
    if (!program) return diagnostics.ok() ? session.report(program.error()) : ExitCode::findings;
    const std::optional<SkritStateChart> chart = skrit_state_chart(**program);
    if (!chart)
        return session.report(make_diagnostic(codes::engine_unsupported, "only skrits have states",
                                              {.file = opened->scripts.front().name}));
    if (chart->states.empty())
        return session.report(make_diagnostic(codes::cli_world, "the skrit has no states",
                                              {.file = opened->scripts.front().name}));

    const std::string path(arguments.has("--svg") ? arguments.text("--svg") : arguments.text("--output"));
    std::string_view format = arguments.text("--format");
    if (format.empty())
        format = arguments.has("--svg") || path.ends_with(".svg")  ? "svg"
                 : path.ends_with(".dot") || path.ends_with(".gv") ? "dot"
                 : path.ends_with(".json")                         ? "json"
                                                                   : "text";
    const tools::Graph graph = questions::to_graph(*chart, (*program)->name());
    const std::string text = format == "svg"    ? tools::to_svg(graph)
                             : format == "dot"  ? tools::to_dot(graph)
                             : format == "json" ? tools::to_json(graph)
                                                : to_text(*chart);
    if (path.empty() || path == "-") {
        session.console().out(text);
        return ExitCode::ok;
    }
    if (auto written = session.outputs().write_drawing(path, text, Old::keep); !written)
        return session.report(written.error());
    return ExitCode::ok;
}

constexpr Positional positionals[] = {{"FILE", "A skrit, compiled or not, or - for standard input."}};
constexpr Option own[] = {
    {"--svg", 0, "FILE", "Draw the diagram into this file; - for standard output.", ValueKind::file},
    {"--format", 'f', "FORMAT",
     "'text', 'svg', 'dot' for Graphviz, or 'json'. Default: from the output's extension, otherwise text.",
     ValueKind::choice, "text|svg|dot|json"},
    {"--output", 'o', "FILE", "Write to this file instead of standard output.", ValueKind::file},
};
const OptionGroup options[] = {own, output_options, engine_options};
constexpr Example examples[] = {
    {"vellum states door.skrit", "states, their handlers and their transitions"},
    {"vellum states door.skrit --svg states.svg", "the same as a picture"},
};

} // namespace

constinit const Command described{
    "states",
    "Look",
    "Show the states of a skrit and their transitions",
    "Lists or draws the states of a Dungeon Siege skrit: their handlers, their transitions with conditions, "
    "and the handlers that use setstate, directly or through helpers. In pictures the startup state has a "
    "blue frame and dotted boxes are transitions, green ones by setstate.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::states_command
