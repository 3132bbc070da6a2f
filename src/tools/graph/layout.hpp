// A layered layout: nodes in rows from top to bottom, edges downwards between them, back edges in lanes at
// the right; or all of it turned, from left to right. No edge runs behind a node. What no edge joins stands
// side by side, in rows of a screen's width. Deterministic, whole numbers only at the borders, and quick
// enough for functions of some thousand blocks.
#pragma once

#include <vector>

#include "tools/graph/graph.hpp"

namespace vellum::tools {

struct Point {
    double x = 0, y = 0;
};

struct Box {
    double x = 0, y = 0, width = 0, height = 0; ///< x, y: upper left corner
};

struct Layout {
    double width = 0, height = 0;
    std::vector<Box> nodes;                ///< Parallel to Graph::nodes.
    std::vector<std::vector<Point>> edges; ///< Parallel to Graph::edges: corner points from start to end.
};

/// Sizes of text in pixels that the layout works with: a monospace font of 12 pixels.
inline constexpr double character_width = 7.25;
inline constexpr double line_height = 16;
inline constexpr double node_padding = 8;

[[nodiscard]] Layout lay_out(const Graph& graph);

} // namespace vellum::tools
