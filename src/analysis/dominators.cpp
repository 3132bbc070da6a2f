// Dominators as in Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979), the
// simple form: whatever the graph, the time is the edges times a logarithm. The quicker iteration over all
// blocks is not used, because a hostile graph makes it quadratic.
#include "analysis/dominators.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vellum::analysis {

namespace {

/// The forest of the algorithm; its nodes are numbered by a depth-first walk from a root above all entries.
class Forest {
  public:
    std::vector<std::uint32_t> semi; ///< Semidominators.

    explicit Forest(std::size_t size) : semi(size), ancestor_(size, none), label_(size) {
        std::iota(label_.begin(), label_.end(), 0U);
        std::iota(semi.begin(), semi.end(), 0U);
    }
    void link(std::uint32_t parent, std::uint32_t child) { ancestor_[child] = parent; }
    /// The node with the least semidominator on the way from `node` up to the root of its tree.
    std::uint32_t least(std::uint32_t node) {
        if (ancestor_[node] == none) return node;
        path_.clear();
        for (std::uint32_t at = node; ancestor_[ancestor_[at]] != none; at = ancestor_[at])
            path_.push_back(at);
        for (std::size_t i = path_.size(); i-- > 0;) {
            const std::uint32_t at = path_[i], above = ancestor_[at];
            if (semi[label_[above]] < semi[label_[at]]) label_[at] = label_[above];
            ancestor_[at] = ancestor_[above];
        }
        return label_[node];
    }

  private:
    std::vector<std::uint32_t> ancestor_, label_, path_;
};

} // namespace

Dominators::Dominators(const ControlFlowGraph& graph) : immediate_(graph.size(), none) {
    const std::uint32_t count = graph.size();
    std::vector<std::uint32_t> number(count, 0), block_at{none}, parent{none}; // node 0 is the root
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open;                 // block, node above it
    for (const std::uint32_t entry : graph.entries()) open.emplace_back(entry, 0);
    while (!open.empty()) {
        const auto [block, above] = open.back();
        open.pop_back();
        if (number[block] != 0) continue;
        number[block] = static_cast<std::uint32_t>(block_at.size());
        block_at.push_back(block);
        parent.push_back(above);
        for (const std::uint32_t to : graph.successors(block))
            if (number[to] == 0) open.emplace_back(to, number[block]);
    }
    const auto nodes = static_cast<std::uint32_t>(block_at.size());
    std::vector<bool> is_entry(nodes, false);
    for (const std::uint32_t entry : graph.entries()) is_entry[number[entry]] = true;
    Forest forest(nodes);
    std::vector<std::uint32_t> dominator(nodes, 0);
    std::vector<std::uint32_t> first_waiting(nodes, none), next_waiting(nodes, none); // by semidominator
    for (std::uint32_t node = nodes - 1; node > 0; --node) {
        if (is_entry[node]) forest.semi[node] = 0;
        for (const std::uint32_t from : graph.predecessors(block_at[node]))
            forest.semi[node] = std::min(forest.semi[node], forest.semi[forest.least(number[from])]);
        next_waiting[node] = first_waiting[forest.semi[node]];
        first_waiting[forest.semi[node]] = node;
        forest.link(parent[node], node);
        for (std::uint32_t& first = first_waiting[parent[node]]; first != none; first = next_waiting[first]) {
            const std::uint32_t least = forest.least(first);
            dominator[first] = forest.semi[least] < forest.semi[first] ? least : parent[node];
        }
    }
    for (std::uint32_t node = 1; node < nodes; ++node) {
        if (dominator[node] != forest.semi[node]) dominator[node] = dominator[dominator[node]];
        immediate_[block_at[node]] = block_at[dominator[node]];
    }
    number_tree();
}

void Dominators::number_tree() {
    const auto count = static_cast<std::uint32_t>(immediate_.size());
    first_.assign(count, 0);
    last_.assign(count, 0);
    std::vector<std::uint32_t> begin(std::size_t{count} + 1, 0); // children of a block, behind one another
    for (const std::uint32_t by : immediate_)
        if (by != none) ++begin[by + 1];
    for (std::uint32_t i = 1; i <= count; ++i) begin[i] += begin[i - 1];
    std::vector<std::uint32_t> children(begin[count]);
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::uint32_t block = 0; block < count; ++block)
        if (immediate_[block] != none) children[next[immediate_[block]]++] = block;
    next.assign(begin.begin(), begin.end() - 1);
    std::uint32_t time = 0;
    std::vector<std::uint32_t> open;
    for (std::uint32_t root = 0; root < count; ++root) {
        if (immediate_[root] != none) continue;
        open.push_back(root);
        first_[root] = ++time;
        while (!open.empty()) {
            const std::uint32_t block = open.back();
            if (next[block] == begin[block + 1]) {
                last_[block] = ++time;
                open.pop_back();
                continue;
            }
            open.push_back(children[next[block]++]);
            first_[open.back()] = ++time;
        }
    }
}

Loops find_loops(const ControlFlowGraph& graph, const Dominators& dominators) {
    Loops loops;
    loops.innermost.assign(graph.size(), none);
    std::vector<std::uint32_t> place(graph.size(), 0);
    const std::span<const std::uint32_t> order = graph.reverse_postorder();
    for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    // Headers from the last to the first: an inner loop is found before the one around it and is then walked
    // over as one block, its outermost loop so far.
    std::vector<std::uint32_t> around; // by loop: a loop further out, itself if there is none yet
    const auto outermost = [&around](std::uint32_t loop) {
        while (around[loop] != loop) loop = around[loop] = around[around[loop]];
        return loop;
    };
    std::vector<std::uint32_t> work;
    for (std::size_t i = order.size(); i-- > 0;) {
        const std::uint32_t header = order[i];
        for (const std::uint32_t from : graph.predecessors(header)) {
            if (dominators.dominates(header, from))
                work.push_back(from);
            else if (place[from] >= place[header])
                loops.irreducible = true;
        }
        if (work.empty()) continue;
        const auto number = static_cast<std::uint32_t>(loops.all.size());
        loops.all.push_back({header, none, 1});
        around.push_back(number);
        while (!work.empty()) {
            std::uint32_t block = work.back();
            work.pop_back();
            if (loops.innermost[block] == none)
                loops.innermost[block] = number;
            else {
                const std::uint32_t inner = outermost(loops.innermost[block]);
                if (inner == number) continue;
                loops.all[inner].parent = around[inner] = number;
                block = loops.all[inner].header;
            }
            if (block == header) continue;
            for (const std::uint32_t from : graph.predecessors(block))
                if (dominators.dominates(header, from)) work.push_back(from);
        }
        if (loops.innermost[header] == none) loops.innermost[header] = number;
    }
    // Outer loops were found last.
    std::ranges::reverse(loops.all);
    const auto count = static_cast<std::uint32_t>(loops.all.size());
    const auto turned = [count](std::uint32_t loop) { return loop == none ? none : count - 1 - loop; };
    for (std::uint32_t& loop : loops.innermost) loop = turned(loop);
    for (Loop& loop : loops.all) {
        loop.parent = turned(loop.parent);
        if (loop.parent != none) loop.depth = loops.all[loop.parent].depth + 1;
    }
    return loops;
}

} // namespace vellum::analysis
