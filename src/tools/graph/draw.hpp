// Graphs as files: SVG by our own layout, Graphviz DOT, JSON.
#pragma once

#include <string>
#include <string_view>

#include "tools/graph/graph.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

/// What a picture is painted with, for light or for dark. Everything on paper or in a box can be told from
/// it: the contrast is at least 4.5.
struct GraphColors {
    std::string_view paper, box, text, line, taken, other, entry;
};
inline constexpr GraphColors light_colors{"#ffffff", "#f6f7f9", "#222222", "#5f6875",
                                          "#15803d", "#b91c1c", "#1d4ed8"};
inline constexpr GraphColors dark_colors{"#14161a", "#20242b", "#e6e6e6", "#9aa4b2",
                                         "#4ade80", "#f87171", "#7ab0ff"};

/// A whole SVG document that needs nothing else; light and dark by the reader's preference.
[[nodiscard]] std::string to_svg(const Graph& graph);
[[nodiscard]] std::string to_dot(const Graph& graph);
[[nodiscard]] std::string to_json(const Graph& graph);
/// One of them.
[[nodiscard]] std::string draw(const Graph& graph, GraphFormat format);

} // namespace vellum::tools
