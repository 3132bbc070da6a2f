// The classic four steps (Sugiyama and others 1981): remove cycles by setting back edges aside, layer by
// longest path, order each layer by the middle of its neighbours, then place. Long edges get a placeholder in
// every layer they cross.
#include "tools/graph/layout.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace vellum::tools {

namespace {

constexpr double margin = 20, lane = 10, corner = 12;
constexpr std::size_t most_placeholders = 200000; // beyond that, long edges go straight

struct Item {
    std::size_t node = 0; ///< Index of the node, or of the edge for a placeholder.
    bool placeholder = false;
    std::size_t layer = 0;
    double x = 0, width = 0; ///< x: middle
    std::vector<std::size_t> above, below;
};

class LayoutMaker {
  public:
    explicit LayoutMaker(const Graph& graph) : graph_(graph), back_(graph.edges.size(), false) {}

    Layout make() {
        if (graph_.sideways) { // boxes are flat: they may stand closer, and their edges need a way to turn
            gap_x_ = 8;
            gap_y_ = 70;
            lane_width_ = 2;
            lane_gap_ = 3;
            most_in_layer_ = 1000;
        }
        measure();
        find_back_edges();
        layer_nodes();
        make_items();
        order();
        place();
        route();
        if (graph_.sideways) turn();
        return std::move(layout_);
    }

  private:
    /// From top to bottom becomes from left to right.
    void turn() {
        std::swap(layout_.width, layout_.height);
        for (Box& box : layout_.nodes) {
            std::swap(box.x, box.y);
            std::swap(box.width, box.height);
        }
        for (auto& points : layout_.edges)
            for (Point& point : points) std::swap(point.x, point.y);
    }

    void measure() {
        for (const GraphNode& node : graph_.nodes) {
            std::size_t longest = count_characters(node.title);
            for (const std::string& line : node.lines) longest = std::max(longest, count_characters(line));
            const auto lines = static_cast<double>(node.lines.size() + 1);
            Box& box = layout_.nodes.emplace_back(
                Box{0, 0, static_cast<double>(longest) * character_width + 2 * node_padding,
                    lines * line_height + node_padding});
            if (graph_.sideways) std::swap(box.width, box.height);
        }
    }

    static std::size_t count_characters(const std::string& text) {
        return static_cast<std::size_t>(std::ranges::count_if(
            text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
    }

    /// Depth-first from the nodes in order; an edge to a node that is still open closes a cycle.
    void find_back_edges() {
        out_.resize(graph_.nodes.size());
        for (std::size_t i = 0; i < graph_.edges.size(); ++i) out_[graph_.edges[i].from].push_back(i);
        enum class Mark : std::uint8_t { fresh, open, done };
        std::vector<Mark> marks(graph_.nodes.size(), Mark::fresh);
        std::vector<std::pair<std::size_t, std::size_t>> stack; // node, next edge
        for (std::size_t root = 0; root < graph_.nodes.size(); ++root) {
            if (marks[root] != Mark::fresh) continue;
            stack.emplace_back(root, 0);
            marks[root] = Mark::open;
            while (!stack.empty()) {
                auto& [node, next] = stack.back();
                if (next == out_[node].size()) {
                    marks[node] = Mark::done;
                    finished_.push_back(node);
                    stack.pop_back();
                    continue;
                }
                const std::size_t edge = out_[node][next++];
                const std::size_t to = graph_.edges[edge].to;
                if (marks[to] == Mark::open)
                    back_[edge] = true;
                else if (marks[to] == Mark::fresh) {
                    marks[to] = Mark::open;
                    stack.emplace_back(to, 0);
                }
            }
        }
    }

    void layer_nodes() {
        layer_.assign(graph_.nodes.size(), 0);
        for (auto node = finished_.rbegin(); node != finished_.rend(); ++node) // topological order
            for (const std::size_t edge : out_[*node])
                if (!back_[edge])
                    layer_[graph_.edges[edge].to] =
                        std::max(layer_[graph_.edges[edge].to], layer_[*node] + 1);
        if (most_in_layer_ != 0) divide_layers();
        const std::size_t count = layer_.empty() ? 0 : *std::ranges::max_element(layer_) + 1;
        layers_.resize(count);
    }

    /// What one node leads to may be more than a screen shows side by side: the rest goes into later layers.
    void divide_layers() {
        std::vector<double> filled;
        std::vector<std::size_t> next; // of a full layer one that may have room, of another itself
        const auto with_room = [&](std::size_t layer) {
            for (;; layer = next[layer]) {
                for (std::size_t i = next.size(); i <= layer; ++i) {
                    next.push_back(i);
                    filled.push_back(0);
                }
                if (next[layer] == layer) return layer;
                if (next[layer] < next.size()) next[layer] = next[next[layer]];
            }
        };
        for (auto node = finished_.rbegin(); node != finished_.rend(); ++node) {
            const double size = layout_.nodes[*node].width + gap_x_;
            std::size_t& layer = layer_[*node];
            layer = with_room(layer);
            while (filled[layer] != 0 && filled[layer] + size > most_in_layer_) {
                next[layer] = layer + 1;
                layer = with_room(layer);
            }
            filled[layer] += size;
            for (const std::size_t edge : out_[*node])
                if (!back_[edge])
                    layer_[graph_.edges[edge].to] = std::max(layer_[graph_.edges[edge].to], layer + 1);
        }
    }

    /// Between two neighbours of a layer.
    [[nodiscard]] double gap(const Item& a, const Item& b) const {
        return a.placeholder && b.placeholder ? lane_gap_ : gap_x_;
    }

    void make_items() {
        for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
            layers_[layer_[node]].push_back(items_.size());
            items_.push_back({node, false, layer_[node], 0, layout_.nodes[node].width, {}, {}});
        }
        paths_.resize(graph_.edges.size());
        std::size_t needed = 0;
        for (std::size_t i = 0; i < graph_.edges.size(); ++i)
            if (!back_[i]) needed += layer_[graph_.edges[i].to] - layer_[graph_.edges[i].from];
        // Of a call graph they are no more than a few for each call: one function may call all others.
        const std::size_t most =
            graph_.sideways ? 4 * (graph_.nodes.size() + graph_.edges.size()) : most_placeholders;
        const bool placeholders = needed < std::min(most, most_placeholders);
        for (std::size_t i = 0; i < graph_.edges.size(); ++i) {
            const GraphEdge& edge = graph_.edges[i];
            if (back_[i]) continue;
            std::size_t last = edge.from; // items of nodes have the nodes' own numbers
            paths_[i].push_back(last);
            for (std::size_t layer = layer_[edge.from] + 1; placeholders && layer < layer_[edge.to];
                 ++layer) {
                const std::size_t item = items_.size();
                layers_[layer].push_back(item);
                items_.push_back({i, true, layer, 0, lane_width_, {}, {}});
                connect(last, item);
                paths_[i].push_back(item);
                last = item;
            }
            connect(last, edge.to);
            paths_[i].push_back(edge.to);
        }
    }

    void connect(std::size_t upper, std::size_t lower) {
        items_[upper].below.push_back(lower);
        items_[lower].above.push_back(upper);
    }

    /// A few sweeps down and up; each puts items at the middle of their neighbours. Ties keep their order.
    void order() {
        std::vector<double> rank(items_.size(), 0);
        const auto number = [&](const std::vector<std::size_t>& layer) {
            for (std::size_t i = 0; i < layer.size(); ++i) rank[layer[i]] = static_cast<double>(i);
        };
        for (const auto& layer : layers_) number(layer);
        const auto sweep = [&](std::vector<std::size_t>& layer, bool down) {
            std::vector<std::pair<double, std::size_t>> keyed;
            for (std::size_t i = 0; i < layer.size(); ++i) {
                const auto& neighbours = down ? items_[layer[i]].above : items_[layer[i]].below;
                double sum = 0;
                for (const std::size_t each : neighbours) sum += rank[each];
                keyed.emplace_back(
                    neighbours.empty() ? rank[layer[i]] : sum / static_cast<double>(neighbours.size()), i);
            }
            std::ranges::sort(keyed);
            std::vector<std::size_t> sorted;
            sorted.reserve(keyed.size());
            for (const auto& [key, i] : keyed) sorted.push_back(layer[i]);
            layer = std::move(sorted);
            number(layer);
        };
        for (int round = 0; round < 6; ++round) {
            for (std::size_t i = 1; i < layers_.size(); ++i) sweep(layers_[i], true);
            for (std::size_t i = layers_.size(); i-- > 1;) sweep(layers_[i - 1], false);
        }
    }

    void place() {
        for (const auto& layer : layers_) {
            double x = 0;
            for (std::size_t i = 0; i < layer.size(); ++i) {
                Item& item = items_[layer[i]];
                if (i > 0) x += gap(items_[layer[i - 1]], item);
                item.x = x + item.width / 2;
                x += item.width;
            }
        }
        for (int round = 0; round < 8; ++round) {
            for (std::size_t i = 1; i < layers_.size(); ++i) pull(layers_[i], true);
            for (std::size_t i = layers_.size(); i-- > 1;) pull(layers_[i - 1], false);
        }
        double left = items_.empty() ? 0 : items_[0].x, right = left;
        for (const Item& item : items_) {
            left = std::min(left, item.x - item.width / 2);
            right = std::max(right, item.x + item.width / 2);
        }
        for (Item& item : items_) item.x += margin - left;
        content_right_ = right - left + margin;

        double y = margin;
        for (const auto& layer : layers_) {
            double height = 0;
            for (const std::size_t item : layer)
                if (!items_[item].placeholder)
                    height = std::max(height, layout_.nodes[items_[item].node].height);
            layer_top_.push_back(y);
            layer_height_.push_back(height);
            for (const std::size_t item : layer) {
                if (items_[item].placeholder) continue;
                Box& box = layout_.nodes[items_[item].node];
                box.x = items_[item].x - box.width / 2;
                box.y = y;
            }
            y += height + gap_y_;
        }
        layout_.height = y - gap_y_ + margin;
    }

    /// Moves a layer's items towards their neighbours' middle without changing their order: wishes are merged
    /// into blocks that share one shift (pool adjacent violators), so no two items overlap.
    void pull(const std::vector<std::size_t>& layer, bool down) {
        struct Block {
            double sum;
            double count;
            std::size_t items;
        };
        std::vector<Block> blocks;
        std::vector<double> offset(layer.size(), 0);
        for (std::size_t i = 0; i < layer.size(); ++i) {
            const Item& item = items_[layer[i]];
            if (i > 0) {
                const Item& before = items_[layer[i - 1]];
                offset[i] = offset[i - 1] + before.width / 2 + gap(before, item) + item.width / 2;
            }
            const auto& neighbours = down ? item.above : item.below;
            double wish = item.x;
            if (!neighbours.empty()) {
                double sum = 0;
                for (const std::size_t each : neighbours) sum += items_[each].x;
                wish = sum / static_cast<double>(neighbours.size());
            }
            const double weight = item.placeholder ? 4 : neighbours.empty() ? 0.1 : 1;
            blocks.push_back({(wish - offset[i]) * weight, weight, 1});
            while (blocks.size() > 1 && blocks[blocks.size() - 2].sum / blocks[blocks.size() - 2].count >
                                            blocks.back().sum / blocks.back().count) {
                const Block last = blocks.back();
                blocks.pop_back();
                blocks.back().sum += last.sum;
                blocks.back().count += last.count;
                blocks.back().items += last.items;
            }
        }
        std::size_t i = 0;
        for (const Block& block : blocks)
            for (std::size_t end = i + block.items; i < end; ++i)
                items_[layer[i]].x = block.sum / block.count + offset[i];
    }

    [[nodiscard]] bool has_right_neighbour(std::size_t layer, const Box& box) const {
        return std::ranges::any_of(layers_[layer], [&](std::size_t index) {
            const Item& item = items_[index];
            return !item.placeholder && item.x - item.width / 2 >= box.x + box.width;
        });
    }
    /// Distance from a layer of the next line in its gap: few lines stay apart, many share.
    static double in_gap(std::size_t& lines) { return 8.0 + static_cast<double>(lines++ % 3) * 4; }

    void route() {
        below_.assign(layers_.size(), 0);
        above_.assign(layers_.size(), 0);
        layout_.edges.resize(graph_.edges.size());
        double right = content_right_;
        std::vector<double> layer_right(layers_.size(), 0);
        for (const Item& item : items_)
            layer_right[item.layer] = std::max(layer_right[item.layer], item.x + item.width / 2);
        // Edges that leave a node start side by side, in the order in which they go on, so that they do not
        // cross.
        std::vector<double> share(graph_.edges.size(), 0);
        for (std::vector<std::size_t> leaving : out_) {
            std::erase_if(leaving, [&](std::size_t edge) { return back_[edge]; });
            std::ranges::sort(leaving, {}, [&](std::size_t edge) { return items_[paths_[edge][1]].x; });
            for (std::size_t k = 0; k < leaving.size(); ++k)
                share[leaving[k]] = static_cast<double>(k + 1) / static_cast<double>(leaving.size() + 1);
        }
        for (std::size_t i = 0; i < graph_.edges.size(); ++i) {
            const GraphEdge& edge = graph_.edges[i];
            const Box& from = layout_.nodes[edge.from];
            const Box& to = layout_.nodes[edge.to];
            std::vector<Point>& points = layout_.edges[i];
            if (back_[i]) { // round the right side of everything between
                const std::size_t top = layer_[edge.to], bottom = layer_[edge.from];
                double way = 0;
                for (std::size_t layer = top; layer <= bottom; ++layer)
                    way = std::max(way, layer_right[layer]);
                way += lane;
                for (std::size_t layer = top; layer <= bottom; ++layer) layer_right[layer] = way;
                right = std::max(right, way);
                // Where a neighbour stands in the way, the edge leaves or arrives through the gap between
                // the layers.
                if (has_right_neighbour(bottom, from)) {
                    const double y = layer_top_[bottom] + layer_height_[bottom] + in_gap(below_[bottom]);
                    const double x = from.x + from.width - corner;
                    points = {{x, from.y + from.height}, {x, y}, {way, y}};
                } else {
                    const double y = from.y + from.height - line_height / 2;
                    points = {{from.x + from.width, y}, {way, y}};
                }
                if (has_right_neighbour(top, to)) {
                    const double y = layer_top_[top] - in_gap(above_[top]);
                    const double x = to.x + to.width - corner;
                    points.insert(points.end(), {{way, y}, {x, y}, {x, to.y}});
                } else {
                    const double y = to.y + line_height / 2;
                    points.insert(points.end(), {{way, y}, {to.x + to.width, y}});
                }
                continue;
            }
            const double leaves = from.x + from.width * share[i];
            points.push_back({leaves, from.y + from.height});
            // A neighbour may be taller: no turning before the layer's end.
            const double end = layer_top_[layer_[edge.from]] + layer_height_[layer_[edge.from]];
            if (end > from.y + from.height) points.push_back({leaves, end});
            for (std::size_t k = 1; k + 1 < paths_[i].size(); ++k) {
                const Item& item = items_[paths_[i][k]];
                points.push_back({item.x, layer_top_[item.layer]});
                points.push_back({item.x, layer_top_[item.layer] + layer_height_[item.layer]});
            }
            points.push_back({to.x + to.width / 2, to.y});
        }
        layout_.width = right + margin;
    }

    const Graph& graph_;
    Layout layout_;
    std::vector<bool> back_;
    std::vector<std::vector<std::size_t>> out_;
    std::vector<std::size_t> finished_, layer_;
    std::vector<Item> items_;
    std::vector<std::vector<std::size_t>> layers_, paths_;
    std::vector<std::size_t> below_, above_; ///< Lines of back edges in the gaps around a layer.
    std::vector<double> layer_top_, layer_height_;
    double content_right_ = 0;
    double gap_x_ = 24, gap_y_ = 40;           ///< Between nodes of a layer, between layers.
    double lane_width_ = lane, lane_gap_ = 24; ///< Of long edges that cross a layer.
    double most_in_layer_ = 0;                 ///< Pixels that nodes take in one; 0: any number.
};

} // namespace

namespace {

/// Nodes that edges join, in either direction; parts in the order of their first nodes.
std::vector<std::vector<std::size_t>> parts_of(const Graph& graph) {
    std::vector<std::size_t> first(graph.nodes.size()); // a smaller node of the same part, or the node itself
    std::iota(first.begin(), first.end(), std::size_t{0});
    const auto root = [&](std::size_t node) {
        while (first[node] != node) node = first[node] = first[first[node]];
        return node;
    };
    for (const GraphEdge& edge : graph.edges) {
        const std::size_t a = root(edge.from), b = root(edge.to);
        first[std::max(a, b)] = std::min(a, b);
    }
    std::vector<std::vector<std::size_t>> by_root(graph.nodes.size());
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) by_root[root(node)].push_back(node);
    std::erase_if(by_root, [](const auto& part) { return part.empty(); });
    return by_root;
}

/// Lays every part out by itself and puts them side by side in rows, those with edges first.
class Shelves {
  public:
    explicit Shelves(const Graph& graph) : graph_(graph) {}

    Layout make(const std::vector<std::vector<std::size_t>>& parts) {
        all_.nodes.resize(graph_.nodes.size());
        all_.edges.resize(graph_.edges.size());
        part_of_.resize(graph_.nodes.size());
        place_in_part_.resize(graph_.nodes.size());
        for (std::size_t part = 0; part < parts.size(); ++part)
            for (std::size_t i = 0; i < parts[part].size(); ++i) {
                part_of_[parts[part][i]] = part;
                place_in_part_[parts[part][i]] = i;
            }
        std::vector<std::vector<std::size_t>> edges(parts.size());
        for (std::size_t i = 0; i < graph_.edges.size(); ++i)
            edges[part_of_[graph_.edges[i].from]].push_back(i);
        for (const bool joined : {true, false}) {
            new_row();
            for (std::size_t part = 0; part < parts.size(); ++part)
                if ((parts[part].size() > 1) == joined) put(parts[part], edges[part]);
        }
        all_.width += margin;
        all_.height = top_ + row_height_ + margin;
        return std::move(all_);
    }

  private:
    void new_row() {
        top_ += row_height_;
        row_height_ = left_ = 0;
    }

    void put(const std::vector<std::size_t>& nodes, const std::vector<std::size_t>& edges) {
        Graph part;
        part.sideways = graph_.sideways;
        for (const std::size_t node : nodes) part.nodes.push_back(graph_.nodes[node]);
        for (const std::size_t edge : edges)
            part.edges.push_back({place_in_part_[graph_.edges[edge].from],
                                  place_in_part_[graph_.edges[edge].to],
                                  graph_.edges[edge].kind,
                                  {}});
        Layout layout = LayoutMaker(part).make();
        layout.width -= margin; // the next one brings its own
        layout.height -= margin;
        if (left_ > 0 && left_ + layout.width > row_width) new_row();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            Box box = layout.nodes[i];
            box.x += left_;
            box.y += top_;
            all_.nodes[nodes[i]] = box;
        }
        for (std::size_t i = 0; i < edges.size(); ++i) {
            for (Point& point : layout.edges[i]) {
                point.x += left_;
                point.y += top_;
            }
            all_.edges[edges[i]] = std::move(layout.edges[i]);
        }
        left_ += layout.width;
        all_.width = std::max(all_.width, left_);
        row_height_ = std::max(row_height_, layout.height);
    }

    static constexpr double row_width = 1400; // of a screen, unless a part needs more

    const Graph& graph_;
    Layout all_;
    std::vector<std::size_t> part_of_, place_in_part_;
    double left_ = 0, top_ = 0, row_height_ = 0;
};

} // namespace

Layout lay_out(const Graph& graph) {
    if (graph.nodes.empty()) {
        Layout empty;
        empty.width = empty.height = 2 * margin;
        return empty;
    }
    const auto parts = parts_of(graph);
    if (parts.size() < 2) return LayoutMaker(graph).make();
    return Shelves(graph).make(parts);
}

} // namespace vellum::tools
