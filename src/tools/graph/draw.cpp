// Texts come from untrusted files, so every character that means something in the target format is escaped,
// and what neither XML nor DOT can hold becomes a replacement character.
#include "tools/graph/draw.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "base/encoding.hpp"
#include "base/json_writer.hpp"
#include "tools/graph/layout.hpp"
#include "tools/markup.hpp"

namespace vellum::tools {

namespace {

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

/// A place in pixels with one digit behind the point. Nothing of a layout lies left of it or above.
void write_place(TextWriter& out, double pixels) {
    const auto tenths = static_cast<std::int64_t>(std::nearbyint(pixels * 10));
    out.dec(tenths / 10);
    out.ch('.');
    out.dec(tenths % 10);
}

void write_point(TextWriter& out, double x, double y) {
    write_place(out, x);
    out.ch(' ');
    write_place(out, y);
}

void write_attribute(TextWriter& out, std::string_view name, double pixels) {
    out.ch(' ');
    out.text(name);
    out.text("=\"");
    write_place(out, pixels);
    out.ch('"');
}

/// Straight corners for lanes, soft ones between layers.
void write_path(TextWriter& out, const std::vector<Point>& points) {
    const bool lane = std::ranges::adjacent_find(points, [](const Point& a, const Point& b) {
                          return a.x != b.x && a.y != b.y;
                      }) == points.end();
    out.ch('M');
    write_point(out, points.front().x, points.front().y);
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point& a = points[i - 1];
        const Point& b = points[i];
        if (lane || a.x == b.x) {
            out.ch('L');
        } else {
            out.ch('C');
            write_point(out, a.x, (a.y + b.y) / 2);
            out.ch(' ');
            write_point(out, b.x, (a.y + b.y) / 2);
            out.ch(' ');
        }
        write_point(out, b.x, b.y);
    }
}

void write_line(TextWriter& out, std::string_view attributes, double x, double y, std::string_view text) {
    out.text("<text");
    out.text(attributes);
    write_attribute(out, "x", x);
    write_attribute(out, "y", y);
    out.ch('>');
    out.text(xml_text(text));
    out.text("</text>");
}

void write_all(TextWriter& out, std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts) out.text(part);
}

} // namespace

std::string to_svg(const Graph& graph) {
    const Layout layout = lay_out(graph);
    const std::string width = std::to_string(static_cast<std::int64_t>(std::nearbyint(layout.width)));
    const std::string height = std::to_string(static_cast<std::int64_t>(std::nearbyint(layout.height)));
    TextWriter out;
    write_all(out,
              {"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height,
               "\" viewBox=\"0 0 ", width, " ", height, "\" role=\"img\" xml:space=\"preserve\">\n<title>",
               xml_text(graph.title), "</title>\n<style>", style,
               "</style>\n<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" "
               "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\">"
               "<path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n"});
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        write_all(out,
                  {"<path class=\"", edge_class(graph.edges[i].kind), "\" marker-end=\"url(#arrow)\" d=\""});
        write_path(out, layout.edges[i]);
        out.text("\"/>\n");
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const GraphNode& node = graph.nodes[i];
        const Box& box = layout.nodes[i];
        write_all(out, {"<g class=\"", node_class(node.kind), "\" id=\"", xml_text(node.id), "\"><rect"});
        write_attribute(out, "x", box.x);
        write_attribute(out, "y", box.y);
        write_attribute(out, "width", box.width);
        write_attribute(out, "height", box.height);
        out.text(" rx=\"4\"/>");
        double y = box.y + line_height;
        write_line(out, " class=\"title\"", box.x + node_padding, y, node.title);
        for (const std::string& line : node.lines) {
            y += line_height;
            write_line(out, {}, box.x + node_padding, y, line);
        }
        out.text("</g>\n");
    }
    out.text("</svg>\n");
    return out.take();
}

std::string to_dot(const Graph& graph) {
    TextWriter out;
    write_all(out, {"digraph \"", dot_text(graph.title),
                    "\" {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n"});
    for (const GraphNode& node : graph.nodes) {
        write_all(out, {"  \"", dot_text(node.id), "\" [label=\"", dot_text(node.title), "\\l"});
        for (const std::string& line : node.lines) write_all(out, {dot_text(line), "\\l"});
        const std::string_view look = node.kind == NodeKind::entry      ? ", color=blue, penwidth=2"
                                      : node.kind == NodeKind::exit     ? ", style=dashed"
                                      : node.kind == NodeKind::external ? ", style=dotted"
                                                                        : "";
        write_all(out, {"\"", look, "];\n"});
    }
    for (const GraphEdge& edge : graph.edges) {
        const std::string_view look = edge.kind == EdgeKind::taken   ? " [color=darkgreen]"
                                      : edge.kind == EdgeKind::other ? " [color=red]"
                                                                     : "";
        write_all(out, {"  \"", dot_text(graph.nodes[edge.from].id), "\" -> \"",
                        dot_text(graph.nodes[edge.to].id), "\"", look, ";\n"});
    }
    out.text("}\n");
    return out.take();
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

std::string draw(const Graph& graph, GraphFormat format) {
    switch (format) {
    case GraphFormat::dot: return to_dot(graph);
    case GraphFormat::json: return to_json(graph);
    case GraphFormat::svg: break;
    }
    return to_svg(graph);
}

} // namespace vellum::tools
