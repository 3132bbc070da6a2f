// A directed graph to be drawn: nodes with lines of text, edges with a meaning. What it shows (control flow,
// calls) is known only to whoever builds it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vellum::tools {

enum class EdgeKind : std::uint8_t {
    plain,      ///< control goes on, a call
    taken,      ///< a branch is taken
    other,      ///< a branch is not taken
    when_true,  ///< the way of a condition that holds
    when_false, ///< the way of one that does not
};

enum class NodeKind : std::uint8_t { plain, entry, exit, external };

struct GraphNode {
    std::string id; ///< Unique; an identifier for DOT and JSON.
    std::string title;
    std::vector<std::string> lines;
    NodeKind kind = NodeKind::plain;
};

struct GraphEdge {
    std::size_t from = 0;
    std::size_t to = 0;
    EdgeKind kind = EdgeKind::plain;
    std::string label = {}; ///< A word that tells it from others that leave the node; may be empty.
};

/// Nodes stand in the order in which they are to be read: addresses ascend.
struct Graph {
    std::string title;
    std::vector<GraphNode> nodes;
    std::vector<GraphEdge> edges;
    bool sideways = false; ///< To be drawn from left to right instead of from top to bottom.
};

} // namespace vellum::tools
