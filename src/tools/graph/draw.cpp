// Texts come from untrusted files, so every character that means something in the target format is escaped,
// and what neither XML nor DOT can hold is shown as \xNN, as everywhere.
#include "tools/graph/draw.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "tools/graph/layout.hpp"
#include "tools/markup.hpp"

namespace vellum::tools {

namespace {

std::string dot_text(std::string_view text) {
    std::string out;
    for (const char c : escape_control(text)) {
        if (c == '"' || c == '\\') out += '\\';
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
    case EdgeKind::when_true: return "true";
    case EdgeKind::when_false: return "false";
    case EdgeKind::plain: break;
    }
    return "plain";
}

/// The look of an edge: conditions that hold look like branches that are taken.
std::string_view edge_look(EdgeKind kind) {
    return edge_class(kind == EdgeKind::when_true    ? EdgeKind::taken
                      : kind == EdgeKind::when_false ? EdgeKind::other
                                                     : kind);
}

// No CSS variables: plain picture viewers do not know them. Kinds of nodes and edges differ in shape as well.
constexpr std::string_view shapes = R"(
  :root { color-scheme: light dark }
  text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre }
  .title { font-weight: bold }
  .label { font-size: 11px; font-style: italic; stroke-width: 4; paint-order: stroke }
  .entry rect { stroke-width: 2 }
  .exit rect { stroke-dasharray: 5 3 }
  .external rect { stroke-dasharray: 2 3 }
  path { fill: none; stroke-width: 1.4 }
  path.taken { stroke-width: 2 }
  path.other { stroke-dasharray: 6 3 }
)";

void write_colors(TextWriter& out, const GraphColors& colors) {
    const auto rule = [&](std::string_view selector, std::string_view property, std::string_view color) {
        for (const std::string_view part :
             {std::string_view("  "), selector, std::string_view(" { "), property, std::string_view(": "),
              color, std::string_view(" }\n")})
            out.text(part);
    };
    rule("svg", "background", colors.paper);
    rule("text", "fill", colors.text);
    rule(".label", "stroke", colors.paper);
    rule("text.taken", "fill", colors.taken);
    rule("text.other", "fill", colors.other);
    rule("rect", "fill", colors.box);
    rule("rect", "stroke", colors.line);
    rule(".paper", "fill", colors.paper);
    rule(".entry rect", "stroke", colors.entry);
    rule(".external rect", "fill", "none");
    rule("path", "stroke", colors.line);
    rule("path.taken", "stroke", colors.taken);
    rule("path.other", "stroke", colors.other);
    for (const auto& [name, color] : {std::pair("plain", colors.line), std::pair("taken", colors.taken),
                                      std::pair("other", colors.other)}) {
        const std::string head = "#arrow-" + std::string(name) + " path";
        rule(head, "fill", color);
        rule(head, "stroke", "none");
    }
}

/// A place in pixels with one digit behind the point. Nothing of a layout lies left of it or above.
void write_place(TextWriter& out, double pixels) {
    const auto tenths = static_cast<std::int64_t>(std::nearbyint(pixels * 10));
    out.put(tenths / 10, '.', tenths % 10);
}

void write_point(TextWriter& out, double x, double y) {
    write_place(out, x);
    out.ch(' ');
    write_place(out, y);
}

void write_attribute(TextWriter& out, std::string_view name, double pixels) {
    out.put(' ', name, "=\"");
    write_place(out, pixels);
    out.ch('"');
}

/// Straight corners for lanes, soft ones between layers.
void write_path(TextWriter& out, const std::vector<Point>& points, bool sideways) {
    const bool lane = std::ranges::adjacent_find(points, [](const Point& a, const Point& b) {
                          return a.x != b.x && a.y != b.y;
                      }) == points.end();
    out.ch('M');
    write_point(out, points.front().x, points.front().y);
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point& a = points[i - 1];
        const Point& b = points[i];
        if (lane || (sideways ? a.y == b.y : a.x == b.x)) {
            out.ch('L');
        } else {
            const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
            out.ch('C');
            write_point(out, sideways ? middle.x : a.x, sideways ? a.y : middle.y);
            out.ch(' ');
            write_point(out, sideways ? middle.x : b.x, sideways ? b.y : middle.y);
            out.ch(' ');
        }
        write_point(out, b.x, b.y);
    }
}

void write_line(TextWriter& out, std::string_view attributes, double x, double y, std::string_view text) {
    out.put("<text", attributes);
    write_attribute(out, "x", x);
    write_attribute(out, "y", y);
    out.put('>', xml_text(text), "</text>");
}

/// Beside the beginning of an edge, outside of the node: left of it in the node's left half, else right.
Point label_place(const std::vector<Point>& points, const Box& from, std::string_view label) {
    const Point begin = points.front();
    const double length = static_cast<double>(label.size()) * 6.7;
    if (begin.y < from.y + from.height - 1) return {begin.x + 4, begin.y - 4}; // leaves at the side
    const bool left = begin.x < from.x + from.width / 2;
    return {std::max(1.0, left ? begin.x - length - 3 : begin.x + 3), begin.y + 12};
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
               xml_text(graph.title), "</title>\n<style>", shapes});
    write_colors(out, light_colors);
    out.text("  @media (prefers-color-scheme: dark) {\n");
    write_colors(out, dark_colors);
    out.text("  }\n</style>\n<defs>");
    for (const EdgeKind kind : {EdgeKind::plain, EdgeKind::taken, EdgeKind::other})
        write_all(out,
                  {"<marker id=\"arrow-", edge_class(kind),
                   "\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
                   "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker>"});
    write_all(out, {"</defs>\n<rect width=\"100%\" height=\"100%\" class=\"paper\" stroke-width=\"0\"/>\n"});
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        write_all(out, {"<path class=\"", edge_look(graph.edges[i].kind), "\" marker-end=\"url(#arrow-",
                        edge_look(graph.edges[i].kind), ")\" d=\""});
        write_path(out, layout.edges[i], graph.sideways);
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
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        const GraphEdge& edge = graph.edges[i];
        if (edge.label.empty()) continue;
        const std::string attributes = " class=\"label " + std::string(edge_look(edge.kind)) + "\"";
        const Point place = label_place(layout.edges[i], layout.nodes[edge.from], edge.label);
        write_line(out, attributes, place.x, place.y, edge.label);
    }
    out.text("</svg>\n");
    return out.take();
}

std::string to_dot(const Graph& graph) {
    TextWriter out;
    write_all(out, {"digraph \"", dot_text(graph.title), "\" {\n", graph.sideways ? "  rankdir=LR;\n" : "",
                    "  node [shape=box, fontname=\"monospace\", fontsize=10];\n"});
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
        const std::string_view name = edge_look(edge.kind);
        const std::string_view look = name == "taken"   ? ", color=darkgreen, penwidth=2"
                                      : name == "other" ? ", color=red3, style=dashed"
                                                        : "";
        write_all(out,
                  {"  \"", dot_text(graph.nodes[edge.from].id), "\" -> \"", dot_text(graph.nodes[edge.to].id),
                   "\" [label=\"", dot_text(edge.label), "\"", look, "];\n"});
    }
    out.text("}\n");
    return out.take();
}

std::string to_json(const Graph& graph) {
    TextWriter out;
    JsonWriter json(out, {.indented = true});
    json.begin_object();
    json.member("title", graph.title);
    json.objects("nodes", graph.nodes, [&](const GraphNode& node) {
        json.member("id", node.id);
        json.member("kind", node_class(node.kind));
        json.member("title", node.title);
        json.list("lines", node.lines);
    });
    json.objects("edges", graph.edges, [&](const GraphEdge& edge) {
        json.member("from", graph.nodes[edge.from].id);
        json.member("to", graph.nodes[edge.to].id);
        json.member("kind", edge_class(edge.kind));
        if (!edge.label.empty()) json.member("label", edge.label);
    });
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
