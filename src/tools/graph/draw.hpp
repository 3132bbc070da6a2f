// Graphs as files: SVG by our own layout, Graphviz DOT, JSON.
#pragma once

#include <string>

#include "tools/graph/graph.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

/// A whole SVG document that needs nothing else; light and dark by the reader's preference.
[[nodiscard]] std::string to_svg(const Graph& graph);
[[nodiscard]] std::string to_dot(const Graph& graph);
[[nodiscard]] std::string to_json(const Graph& graph);
/// One of them.
[[nodiscard]] std::string draw(const Graph& graph, GraphFormat format);

} // namespace vellum::tools
