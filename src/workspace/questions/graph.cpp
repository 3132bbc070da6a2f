// Control flow, calls, states and maps as pictures.
#include "base/json_writer.hpp"
#include "tools/graph/build.hpp"
#include "tools/graph/draw.hpp"
#include "workspace/questions/question.hpp"
#include "workspace/questions/states.hpp"

namespace vellum::questions {

namespace {

Result<std::string> whole_graph(const Workspace& workspace, const Request& request,
                                const Workspace::Progress&) {
    const auto single =
        single_script(workspace, request.text("node"),
                      {.view = request.flag("source") ? SourceView::if_possible : SourceView::none});
    if (!single) return std::unexpected(single.error());
    const Program& program = *single->program;
    const std::string format = request.text("format"), show = request.text("show");
    const auto drawn = [&](const tools::Graph& graph) {
        if (format.empty() || format == "json") return tools::to_json(graph);
        TextWriter writer;
        JsonWriter(writer).value(format == "svg" ? tools::to_svg(graph) : tools::to_dot(graph));
        return writer.take();
    };
    if (show == "map") {
        const auto picture = program.picture(nullptr);
        if (!picture) return std::unexpected(picture.error());
        TextWriter writer;
        JsonWriter(writer).value(*picture);
        return writer.take();
    }
    if (show == "states") {
        const auto chart = skrit_state_chart(program);
        if (!chart || chart->states.empty())
            return fail(codes::engine_unsupported, "the script has no states", {.file = program.name()});
        return drawn(to_graph(*chart, program.name()));
    }
    const std::string& function = single->opened.function;
    const auto graph = tools::build_graph(
        program,
        {function.empty() ? request.text("function") : function, request.flag("natives"),
         static_cast<std::size_t>(request.count("lines").value_or(24))},
        {request.text("from"),
         static_cast<std::uint32_t>(std::min<std::uint64_t>(request.count("depth").value_or(~0U), ~0U))});
    if (!graph) return std::unexpected(graph.error());
    return drawn(*graph);
}

constexpr Parameter of_graph[] = {
    {"node", Holds::text, "The script.", true},
    {"function", Holds::text, "The control flow of this function. Default: the calls of the program."},
    {"from", Holds::text, "Calls: only what this function calls, directly or indirectly."},
    {"depth", Holds::count, "With `from`: follow at most this many calls."},
    {"natives", Holds::flag, "Calls: also calls of natives."},
    {"lines", Holds::count, "Instructions shown per basic block, 0 for all. Default: 24."},
    {"source", Holds::flag, "Use the names of the source even for compiled scripts."},
    {"show", Holds::choice,
     "The states of the script and their transitions, or the map that it belongs to (a picture as SVG), "
     "instead of control flow or calls.",
     false, "states|map"},
    {"format", Holds::choice, "Nodes and edges as JSON, or a picture as a string.", false, "json|svg|dot"},
};

} // namespace

const Question graph{"graph",  "Draw control flow, calls, states or the map of a script",
                     of_graph, "graph",
                     nullptr,  whole_graph};

} // namespace vellum::questions
