// One solver for data-flow problems over basic blocks. A problem is a state, how a block changes it and how
// states of several ways are merged; the solver finds the states that no way contradicts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "analysis/control_flow.hpp"

namespace vellum::analysis {

/// Which end of a block a state belongs to, and which way it is carried.
enum class Direction : std::uint8_t {
    forward, ///< A state before each block, carried to its successors.
    backward ///< A state behind each block, carried to its predecessors.
};

/// Solves a problem from `known`, the states by block that hold from the start (an entry's, say); blocks
/// without one are looked at when a state comes to them. Returns the states that hold at the near end of each
/// block (before it when going forward, behind it when going backward). `transfer(block, state)` gives the
/// state at the far end, or nothing if none gets there; it may be called several times for a block.
/// `merge(into, from, block)` merges what another way brings to a block and says whether `into` changed; a
/// state must only ever change a limited number of times, or the solver does not end.
template <class State, class Transfer, class Merge>
std::vector<std::optional<State>> solve(const ControlFlowGraph& graph, Direction direction,
                                        std::vector<std::optional<State>> known, Transfer&& transfer,
                                        Merge&& merge) {
    const bool forward = direction == Direction::forward;
    const std::span<const std::uint32_t> order = graph.reverse_postorder();
    const auto count = static_cast<std::uint32_t>(order.size());
    std::vector<std::uint32_t> rank(graph.size(), 0);
    for (std::uint32_t i = 0; i < count; ++i) rank[order[i]] = forward ? i : count - 1 - i;
    const auto block_of_rank = [&](std::uint32_t at) { return order[forward ? at : count - 1 - at]; };
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> work; // ranks
    std::vector<bool> waits(graph.size(), false);
    const auto look_at = [&](std::uint32_t block) {
        if (!waits[block]) work.push(rank[block]);
        waits[block] = true;
    };
    for (std::uint32_t block = 0; block < graph.size(); ++block)
        if (known[block]) look_at(block);
    while (!work.empty()) {
        const std::uint32_t block = block_of_rank(work.top());
        work.pop();
        waits[block] = false;
        const std::optional<State> far = transfer(block, std::as_const(*known[block]));
        if (!far) continue;
        for (const std::uint32_t to : forward ? graph.successors(block) : graph.predecessors(block)) {
            if (!known[to]) {
                known[to] = far;
                look_at(to);
            } else if (merge(*known[to], *far, to)) {
                look_at(to);
            }
        }
    }
    return known;
}

} // namespace vellum::analysis
