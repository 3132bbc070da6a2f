// What a picture must keep whatever the graph: nothing overlaps, edges lead down unless they close a loop.
#include "cli/graph/layout.hpp"

#include <gtest/gtest.h>

namespace vellum::cli {
namespace {

bool overlap(const Box& a, const Box& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
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
    for (const auto& points : layout.edges) EXPECT_GE(points.size(), 2);
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
            for (const Box& box : layout.nodes) {
                const bool across =
                    std::max(a.x, b.x) > box.x + 1 && std::min(a.x, b.x) < box.x + box.width - 1;
                const bool along =
                    std::max(a.y, b.y) > box.y + 1 && std::min(a.y, b.y) < box.y + box.height - 1;
                EXPECT_FALSE(across && along) << "edge " << i;
            }
        }
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
            graph.edges.push_back({random(count), random(count), {}});
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

} // namespace
} // namespace vellum::cli
