// Dominators and natural loops of a control-flow graph.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/control_flow.hpp"

namespace vellum::analysis {

/// Which blocks every way to a block goes through.
class Dominators {
  public:
    /// Time is the edges times a logarithm.
    explicit Dominators(const ControlFlowGraph& graph);

    /// The last block on all ways to `block`; `none` for an entry and for what several entries lead to.
    [[nodiscard]] std::uint32_t immediate(std::uint32_t block) const noexcept { return immediate_[block]; }
    /// True if every way to `block` goes through `by`; a block dominates itself.
    [[nodiscard]] bool dominates(std::uint32_t by, std::uint32_t block) const noexcept {
        return first_[by] <= first_[block] && last_[block] <= last_[by];
    }

  private:
    void number_tree();

    std::vector<std::uint32_t> immediate_;
    std::vector<std::uint32_t> first_, last_; ///< When a walk over the tree comes to a block and leaves it.
};

/// A natural loop: the header dominates all of it, and some block in it leads back to the header.
struct Loop {
    std::uint32_t header = none;
    std::uint32_t parent = none; ///< The loop directly around it, as an index in the list.
    std::uint32_t depth = 1;     ///< 1 for an outermost loop.
};

/// The loops of a graph.
struct Loops {
    std::vector<Loop> all;                ///< Each before those inside it.
    std::vector<std::uint32_t> innermost; ///< By block: the index of the loop it is in, or `none`.
    bool irreducible = false; ///< Some edge goes back to a block that does not dominate its start.
};

/// Time is nearly linear in the edges.
[[nodiscard]] Loops find_loops(const ControlFlowGraph& graph, const Dominators& dominators);

} // namespace vellum::analysis
