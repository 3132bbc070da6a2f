// What a picture must keep whatever the graph: nothing overlaps, edges lead down unless they close a loop.
#include "tools/graph/draw.hpp"
#include "tools/graph/layout.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>

namespace vellum::tools {
namespace {

bool overlap(const Box& a, const Box& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/// Whether a piece of an edge may run behind a node: its curve stays between its ends.
bool behind(const Point& a, const Point& b, const Box& box) {
    const bool across = std::max(a.x, b.x) > box.x + 1 && std::min(a.x, b.x) < box.x + box.width - 1;
    const bool along = std::max(a.y, b.y) > box.y + 1 && std::min(a.y, b.y) < box.y + box.height - 1;
    return across && along;
}

void check(const Graph& graph) {
    const Layout layout = lay_out(graph);
    ASSERT_EQ(layout.nodes.size(), graph.nodes.size());
    ASSERT_EQ(layout.edges.size(), graph.edges.size());
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        const Box& box = layout.nodes[i];
        EXPECT_GE(box.x, 0);
        EXPECT_GE(box.y, 0);
        EXPECT_LE(box.x + box.width, layout.width);
        EXPECT_LE(box.y + box.height, layout.height);
        for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(overlap(box, layout.nodes[k])) << i << " and " << k;
    }
    for (std::size_t i = 0; i < layout.edges.size(); ++i) {
        const auto& points = layout.edges[i];
        EXPECT_GE(points.size(), 2);
        for (std::size_t k = 0; k + 1 < points.size(); ++k)
            for (const Box& box : layout.nodes)
                EXPECT_FALSE(behind(points[k], points[k + 1], box)) << "edge " << i;
        for (const Point& point : points) {
            EXPECT_GE(point.x, 0);
            EXPECT_GE(point.y, 0);
            EXPECT_LE(point.x, layout.width);
            EXPECT_LE(point.y, layout.height);
        }
    }
}

Graph with_nodes(std::size_t count) {
    Graph graph;
    for (std::size_t i = 0; i < count; ++i)
        graph.nodes.push_back({"n" + std::to_string(i),
                               std::string(i % 13 + 1, 'x'),
                               std::vector<std::string>(i % 4, "line"),
                               {}});
    return graph;
}

TEST(Layout, ANodeHasRoomForItsTitleAndLines) {
    Graph graph;
    graph.nodes = {{"n", "four", {"eight ch", "x"}, {}}, {"m", "m", {}, {}}};
    const Layout layout = lay_out(graph);
    EXPECT_EQ(layout.nodes[0].height, 3 * line_height + node_padding);
    EXPECT_EQ(layout.nodes[0].width, 8 * character_width + 2 * node_padding);
    EXPECT_EQ(layout.nodes[1].height, line_height + node_padding);
}

TEST(Layout, BranchesAndLoops) {
    Graph graph = with_nodes(5); // a loop around a branch, and a node that loops on itself
    graph.edges = {{0, 1, {}}, {1, 2, {}}, {1, 3, {}}, {2, 4, {}},
                   {3, 4, {}}, {4, 1, {}}, {2, 2, {}}, {0, 4, {}}};
    check(graph);
    const Layout layout = lay_out(graph);
    EXPECT_LT(layout.nodes[0].y, layout.nodes[1].y);
    EXPECT_LT(layout.nodes[1].y, layout.nodes[4].y);
    EXPECT_EQ(layout.nodes[2].y, layout.nodes[3].y);
}

TEST(Layout, BackEdgesGoAroundTheirNeighbours) {
    Graph graph = with_nodes(6); // two leaves side by side that both lead back to two roots side by side
    graph.edges = {{0, 2, {}}, {2, 3, {}}, {2, 4, {}}, {3, 0, {}}, {4, 2, {}}, {1, 5, {}}, {3, 2, {}}};
    check(graph);
    const Layout layout = lay_out(graph);
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        const auto& points = layout.edges[i];
        if (points.front().y < points.back().y) continue; // downwards
        for (std::size_t k = 0; k + 1 < points.size(); ++k) {
            const Point a = points[k], b = points[k + 1];
            EXPECT_TRUE(a.x == b.x || a.y == b.y);
        }
    }
}

TEST(Layout, SidewaysIsTheSameTurned) {
    Graph graph = with_nodes(4);
    graph.edges = {{0, 1, {}, {}}, {0, 2, {}, {}}, {1, 3, {}, {}}, {3, 0, {}, {}}};
    graph.sideways = true;
    check(graph);
    const Layout layout = lay_out(graph);
    EXPECT_LT(layout.nodes[0].x, layout.nodes[1].x);
    EXPECT_EQ(layout.nodes[1].x, layout.nodes[2].x);
    EXPECT_EQ(layout.nodes[0].height, line_height + node_padding);
}

TEST(Layout, AScriptThatCallsManyFunctionsFitsAScreenOrTwo) {
    Graph graph = with_nodes(120); // as the games' largest: one function that calls nearly all others
    for (GraphNode& node : graph.nodes) node.lines.resize(std::min<std::size_t>(node.lines.size(), 1));
    for (std::size_t i = 1; i < 110; ++i) graph.edges.push_back({0, i, {}, {}});
    for (std::size_t i = 110; i < 120; ++i) graph.edges.push_back({i - 100, i, {}, {}});
    graph.sideways = true;
    check(graph);
    EXPECT_LT(lay_out(graph).width, 4000);
    EXPECT_LT(lay_out(graph).height, 4000);
}

double luminance(std::string_view color) {
    const auto channel = [&](std::size_t at) {
        int level = 0;
        std::from_chars(color.data() + at, color.data() + at + 2, level, 16);
        const double value = level / 255.0;
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

TEST(Draw, EverythingCanBeToldFromWhatItStandsOn) {
    for (const GraphColors& colors : {light_colors, dark_colors})
        for (const std::string_view color :
             {colors.text, colors.line, colors.taken, colors.other, colors.entry})
            for (const std::string_view ground : {colors.paper, colors.box}) {
                const double a = luminance(color) + 0.05, b = luminance(ground) + 0.05;
                EXPECT_GE(std::max(a, b) / std::min(a, b), 4.5) << color << " on " << ground;
            }
}

TEST(Layout, EmptyAndUnconnected) {
    check(Graph{});
    Graph graph = with_nodes(400);
    check(graph);
    EXPECT_LT(lay_out(graph).width, 1500); // rows, for a person to look at
    graph.edges = {{7, 3, {}}, {390, 7, {}}, {11, 12, {}}};
    check(graph);
    const Layout layout = lay_out(graph);
    EXPECT_LT(layout.width, 1500);
    EXPECT_LT(layout.nodes[390].y, layout.nodes[7].y);
    EXPECT_LT(layout.nodes[12].y, layout.nodes[0].y) << "what is joined comes first";
}

TEST(Layout, ManyShapes) {
    std::uint32_t seed = 1;
    const auto random = [&](std::size_t below) {
        seed = seed * 1664525U + 1013904223U;
        return (seed >> 8U) % below;
    };
    for (std::size_t round = 0; round < 40; ++round) {
        const std::size_t count = 2 + random(40);
        Graph graph = with_nodes(count);
        for (std::size_t i = 0, edges = random(3 * count); i < edges; ++i)
            graph.edges.push_back({random(count), random(count), {}, {}});
        check(graph);
        graph.sideways = true;
        check(graph);
    }
}

TEST(Layout, LongChainsAndFansAreQuick) {
    Graph graph = with_nodes(3000);
    for (std::size_t i = 1; i < 3000; ++i) graph.edges.push_back({i - 1, i, {}});
    for (std::size_t i = 2; i < 3000; i += 3) graph.edges.push_back({0, i, {}});
    const Layout layout = lay_out(graph);
    EXPECT_EQ(layout.nodes.size(), 3000);
}

/// Boxes and corners in whole pixels, a line each.
std::string drawn(const Graph& graph) {
    const Layout layout = lay_out(graph);
    const auto number = [](double value) { return std::to_string(std::lround(value)); };
    std::string text = number(layout.width) + " x " + number(layout.height) + "\n";
    for (const Box& box : layout.nodes)
        text +=
            number(box.x) + "," + number(box.y) + " " + number(box.width) + " x " + number(box.height) + "\n";
    for (const auto& points : layout.edges) {
        for (const Point& point : points) text += number(point.x) + "," + number(point.y) + " ";
        text += "\n";
    }
    return text;
}

TEST(Layout, EdgesGoAroundWhatIsBetweenAsLongAsTheyAreFew) {
    // Calls over a chain of calls: as many places are needed on their way as there may be, or fewer.
    const auto points = [](std::uint32_t chain) {
        Graph graph = with_nodes(chain);
        graph.sideways = true;
        for (std::uint32_t i = 0; i + 1 < chain; ++i) graph.edges.push_back({i, i + 1, {}});
        for (int i = 0; i < 9; ++i) graph.edges.push_back({0, chain - 1, {}});
        return lay_out(graph).edges.back().size();
    };
    EXPECT_GT(points(20), 10U); // 190 of 192
    EXPECT_LT(points(21), 10U); // 200 of 200
}

TEST(Layout, APictureStaysAsItIs) {
    Graph graph = with_nodes(9); // crossings to undo, edges over several rows, two back edges, one on itself
    graph.edges = {{0, 1, {}}, {0, 2, {}}, {0, 3, {}}, {1, 6, {}}, {2, 5, {}}, {3, 4, {}}, {4, 7, {}},
                   {5, 7, {}}, {6, 7, {}}, {0, 7, {}}, {7, 0, {}}, {6, 1, {}}, {5, 5, {}}, {1, 8, {}}};
    EXPECT_EQ(drawn(graph), R"(482 x 384
166,20 23 x 24
217,84 45 x 40
27,84 45 x 56
107,84 45 x 72
104,196 52 x 24
20,196 60 x 40
180,196 67 x 56
177,292 74 x 72
351,196 81 x 24
180,44 240,84 
171,44 50,84 
175,44 130,84 
232,124 232,156 213,196 
50,140 50,156 50,196 
130,156 130,196 
130,220 130,252 214,292 
50,236 50,252 214,292 
213,252 214,292 
185,44 291,84 291,156 276,196 276,252 214,292 
251,356 442,356 442,28 189,28 
235,252 235,260 452,260 452,92 262,92 
68,236 68,264 462,264 462,188 68,188 68,196 
247,124 247,156 392,196 
)");
}

} // namespace
} // namespace vellum::tools
