// Texts come from untrusted files, so every character that means something in the target format is escaped,
// and what neither XML nor DOT can hold becomes a replacement character.
#include "cli/graph/draw.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/encoding.hpp"
#include "base/json_writer.hpp"
#include "cli/graph/layout.hpp"

namespace vellum::cli {

namespace {

std::string xml_text(std::string_view text) {
    std::string out;
    for (const char c : replace_invalid_utf8(text)) {
        switch (c) {
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '&': out += "&amp;"; break;
        case '"': out += "&quot;"; break;
        default:
            if (static_cast<unsigned char>(c) < 32)
                out += "\xEF\xBF\xBD";
            else
                out += c;
        }
    }
    return out;
}

std::string dot_text(std::string_view text) {
    std::string out;
    for (const char c : replace_invalid_utf8(text)) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < 32)
            out += "\xEF\xBF\xBD";
        else
            out += c;
    }
    return out;
}

std::string_view node_class(NodeKind kind) {
    switch (kind) {
    case NodeKind::entry: return "entry";
    case NodeKind::exit: return "exit";
    case NodeKind::external: return "external";
    case NodeKind::plain: break;
    }
    return "plain";
}

std::string_view edge_class(EdgeKind kind) {
    switch (kind) {
    case EdgeKind::taken: return "taken";
    case EdgeKind::other: return "other";
    case EdgeKind::plain: break;
    }
    return "plain";
}

// No CSS variables: plain picture viewers do not know them.
constexpr std::string_view style = R"(
  :root { color-scheme: light dark }
  svg { background: #fff }
  text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #222; white-space: pre }
  .title { font-weight: bold }
  rect { fill: #f6f7f9; stroke: #8a919c }
  .entry rect { stroke: #2563eb; stroke-width: 2 }
  .exit rect { stroke-dasharray: 5 3 }
  .external rect { fill: none; stroke-dasharray: 2 3 }
  path { fill: none; stroke: #8a919c; stroke-width: 1.4 }
  path.taken { stroke: #15803d }
  path.other { stroke: #b91c1c }
  marker path { fill: #8a919c; fill: context-stroke; stroke: none }
  @media (prefers-color-scheme: dark) {
    svg { background: #14161a }
    text { fill: #e6e6e6 }
    rect { fill: #20242b }
  }
)";

/// Straight corners for lanes, soft ones between layers.
std::string path_data(const std::vector<Point>& points, bool lane) {
    std::string data = fmt::format("M{:.1f} {:.1f}", points.front().x, points.front().y);
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point& a = points[i - 1];
        const Point& b = points[i];
        if (lane || a.x == b.x)
            data += fmt::format("L{:.1f} {:.1f}", b.x, b.y);
        else
            data += fmt::format("C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", a.x, (a.y + b.y) / 2, b.x,
                                (a.y + b.y) / 2, b.x, b.y);
    }
    return data;
}

} // namespace

std::string to_svg(const Graph& graph) {
    const Layout layout = lay_out(graph);
    std::string out =
        fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                    "viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                    "role=\"img\" xml:space=\"preserve\">\n<title>{2}</title>\n<style>{3}</style>\n"
                    "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
                    "markerHeight=\"7\" "
                    "orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n",
                    layout.width, layout.height, xml_text(graph.title), style);
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        const auto& points = layout.edges[i];
        const bool lane = std::ranges::adjacent_find(points, [](const Point& a, const Point& b) {
                              return a.x != b.x && a.y != b.y;
                          }) == points.end();
        out += fmt::format("<path class=\"{}\" marker-end=\"url(#arrow)\" d=\"{}\"/>\n",
                           edge_class(graph.edges[i].kind), path_data(points, lane));
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const GraphNode& node = graph.nodes[i];
        const Box& box = layout.nodes[i];
        out += fmt::format("<g class=\"{}\" id=\"{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                           "height=\"{:.1f}\" rx=\"4\"/>",
                           node_class(node.kind), xml_text(node.id), box.x, box.y, box.width, box.height);
        double y = box.y + line_height;
        out += fmt::format("<text class=\"title\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", box.x + node_padding,
                           y, xml_text(node.title));
        for (const std::string& line : node.lines) {
            y += line_height;
            out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", box.x + node_padding, y,
                               xml_text(line));
        }
        out += "</g>\n";
    }
    return out + "</svg>\n";
}

std::string to_dot(const Graph& graph) {
    std::string out =
        fmt::format("digraph \"{}\" {{\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n",
                    dot_text(graph.title));
    for (const GraphNode& node : graph.nodes) {
        std::string label = dot_text(node.title) + "\\l";
        for (const std::string& line : node.lines) label += dot_text(line) + "\\l";
        const std::string_view look = node.kind == NodeKind::entry      ? ", color=blue, penwidth=2"
                                      : node.kind == NodeKind::exit     ? ", style=dashed"
                                      : node.kind == NodeKind::external ? ", style=dotted"
                                                                        : "";
        out += fmt::format("  \"{}\" [label=\"{}\"{}];\n", dot_text(node.id), label, look);
    }
    for (const GraphEdge& edge : graph.edges) {
        const std::string_view look = edge.kind == EdgeKind::taken   ? " [color=darkgreen]"
                                      : edge.kind == EdgeKind::other ? " [color=red]"
                                                                     : "";
        out += fmt::format("  \"{}\" -> \"{}\"{};\n", dot_text(graph.nodes[edge.from].id),
                           dot_text(graph.nodes[edge.to].id), look);
    }
    return out + "}\n";
}

std::string to_json(const Graph& graph) {
    TextWriter out;
    JsonWriter json(out, {.indented = true});
    json.begin_object();
    json.member("title", graph.title);
    json.key("nodes");
    json.begin_array();
    for (const GraphNode& node : graph.nodes) {
        json.begin_object();
        json.member("id", node.id);
        json.member("kind", node_class(node.kind));
        json.member("title", node.title);
        json.key("lines");
        json.begin_array();
        for (const std::string& line : node.lines) json.value(line);
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.key("edges");
    json.begin_array();
    for (const GraphEdge& edge : graph.edges) {
        json.begin_object();
        json.member("from", graph.nodes[edge.from].id);
        json.member("to", graph.nodes[edge.to].id);
        json.member("kind", edge_class(edge.kind));
        json.end_object();
    }
    json.end_array();
    json.end_object();
    out.newline();
    return out.take();
}

} // namespace vellum::cli
