// The control-flow graph: basic blocks and where control goes from each. It is made of instructions that are
// mere numbers, so it serves every form an engine has of its code; for decoded code, successors_of() gives
// the numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "isa/addresses.hpp"
#include "isa/code.hpp"

namespace vellum::analysis {

/// No instruction, no block.
inline constexpr std::uint32_t none = 0xFFFFFFFF;

/// Where control can go from one instruction inside its function; calls are not followed.
struct Successors {
    std::uint32_t next = none;   ///< The instruction that follows in the code.
    std::uint32_t target = none; ///< Of a jump or branch.
};

/// Successors by instruction index. A target that is no instruction of the code is left out, as is what would
/// follow the last instruction: verifiers report both.
[[nodiscard]] std::vector<Successors> successors_of(const isa::Code& code);
[[nodiscard]] std::vector<Successors> successors_of(const isa::Code& code,
                                                    const isa::AddressIndex& addresses);

/// Those of one instruction, for callers that look at few of them: an address is searched for, not looked up.
[[nodiscard]] Successors successors_at(const isa::Code& code, std::uint32_t index);

/// By instruction: a jump or branch leads there, whether or not that one is ever reached.
[[nodiscard]] std::vector<bool> targets_of(std::span<const Successors> successors);

/// By instruction: control reaches it from one of the entries.
[[nodiscard]] std::vector<bool> reached_from(std::span<const Successors> successors,
                                             std::span<const std::uint32_t> entries);

/// What control reaches from single entries, for callers that ask about many of them.
class Reachable {
  public:
    /// `successors` must outlive it.
    explicit Reachable(std::span<const Successors> successors)
        : successors_(successors), seen_(successors.size(), 0) {}

    /// The instructions, ascending. Time is nearly linear in their number.
    [[nodiscard]] std::vector<std::uint32_t> from(std::uint32_t entry);

  private:
    std::span<const Successors> successors_;
    std::vector<std::uint32_t> seen_; ///< In which question an instruction was reached last.
    std::uint32_t questions_ = 0;
};

/// The basic blocks that control can reach from the entries, in the order of their first instructions.
class ControlFlowGraph {
  public:
    /// `successors` and `entries` must name instructions below successors.size(), or `none`. Time and memory
    /// are linear in the instructions.
    ControlFlowGraph(std::span<const Successors> successors, std::span<const std::uint32_t> entries);
    /// All of the code, for facts that must hold however control gets there: whatever does not follow
    /// something else is an entry.
    explicit ControlFlowGraph(std::span<const Successors> successors);

    /// Number of blocks.
    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(blocks_.size()); }
    /// The instructions of a block in the order they run.
    [[nodiscard]] std::span<const std::uint32_t> instructions(std::uint32_t block) const noexcept {
        return std::span(order_).subspan(blocks_[block].first, blocks_[block].count);
    }
    /// The block an instruction is in, `none` if nothing reaches it.
    [[nodiscard]] std::uint32_t block_of(std::uint32_t instruction) const noexcept {
        return block_of_[instruction];
    }
    [[nodiscard]] bool reaches(std::uint32_t instruction) const noexcept {
        return block_of_[instruction] != none;
    }
    /// The blocks control goes to from the end of a block.
    [[nodiscard]] Successors ways(std::uint32_t block) const noexcept { return blocks_[block].ways; }
    /// The same as a list: first the one that follows.
    [[nodiscard]] std::span<const std::uint32_t> successors(std::uint32_t block) const noexcept {
        const Block& of = blocks_[block];
        return std::span(successors_).subspan(of.first_successor, of.successor_count);
    }
    /// Blocks that lead to a block, each once for every way.
    [[nodiscard]] std::span<const std::uint32_t> predecessors(std::uint32_t block) const noexcept {
        return std::span(predecessors_)
            .subspan(first_predecessor_[block], first_predecessor_[block + 1] - first_predecessor_[block]);
    }
    /// The blocks of the entries, each once, ascending.
    [[nodiscard]] std::span<const std::uint32_t> entries() const noexcept { return entries_; }
    /// All blocks, each before its successors except along edges that go back.
    [[nodiscard]] std::span<const std::uint32_t> reverse_postorder() const noexcept {
        return order_of_visit_;
    }

  private:
    struct Block {
        std::uint32_t first = 0, count = 0; ///< In order_.
        std::uint32_t first_successor = 0, successor_count = 0;
        Successors ways;
    };
    void find_blocks(std::span<const Successors> successors, std::span<const std::uint32_t> entries);
    void connect(std::span<const Successors> successors);
    void visit();

    std::vector<Block> blocks_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> block_of_;
    std::vector<std::uint32_t> successors_;
    std::vector<std::uint32_t> predecessors_, first_predecessor_;
    std::vector<std::uint32_t> entries_, order_of_visit_;
};

} // namespace vellum::analysis
