#include "workspace/questions/states.hpp"

namespace vellum::questions {

tools::Graph to_graph(const SkritStateChart& chart, const std::string& name) {
    tools::Graph graph;
    graph.title = name + ": states";
    for (std::size_t i = 0; i < chart.states.size(); ++i) {
        const SkritState& state = chart.states[i];
        graph.nodes.push_back({"s" + std::to_string(i),
                               state.any       ? state.name
                               : state.startup ? "startup state " + state.name
                                               : "state " + state.name,
                               state.lines,
                               state.startup ? tools::NodeKind::entry
                               : state.any   ? tools::NodeKind::exit
                                             : tools::NodeKind::plain});
    }
    for (std::size_t i = 0; i < chart.changes.size(); ++i) {
        const SkritStateChange& arrow = chart.changes[i];
        const std::size_t node = graph.nodes.size();
        graph.nodes.push_back({"t" + std::to_string(i),
                               arrow.setstate ? "setstate in " + arrow.label : arrow.label,
                               {},
                               tools::NodeKind::external});
        const tools::EdgeKind kind = arrow.setstate ? tools::EdgeKind::taken : tools::EdgeKind::plain;
        graph.edges.push_back({arrow.from, node, kind});
        graph.edges.push_back({node, arrow.to, kind});
    }
    return graph;
}

} // namespace vellum::questions
