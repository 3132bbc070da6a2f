// The flow verifier: the depth in front of each basic block is a data-flow problem in which the first depth
// that comes to a block counts and any other is a mistake.
#include "analysis/verify_flow.hpp"

#include <algorithm>
#include <string>

#include "analysis/dataflow.hpp"
#include "isa/codes.hpp"

namespace vellum::analysis {

namespace {

class Verifier {
  public:
    Verifier(const isa::Code& code, OperandStack stack, Diagnostics& diagnostics, std::uint64_t base_offset)
        : code_(code),
          stack_(stack),
          diagnostics_(diagnostics),
          base_(base_offset),
          successors_(successors_of(code)) {
        facts_.depth.assign(code.instructions.size(), FlowFacts::unreached);
    }

    FlowFacts run(std::span<const EntryPoint> entries) {
        std::vector<std::uint32_t> starts, depths;
        for (const EntryPoint& entry : entries) {
            const std::ptrdiff_t index = code_.at(entry.address);
            if (index < 0) {
                facts_.verified = false;
                diagnostics_.add(codes::isa_jump_target, "an entry point is at address " +
                                                             isa::address_text(entry.address) +
                                                             ", where no instruction begins");
                continue;
            }
            starts.push_back(static_cast<std::uint32_t>(index));
            depths.push_back(entry.depth);
        }
        if (stack_ == OperandStack::none) {
            const std::vector<bool> reached = reached_from(successors_, starts);
            for (std::uint32_t index = 0; index < reached.size(); ++index) {
                if (!reached[index]) continue;
                facts_.depth[index] = 0;
                follow(index);
            }
            return std::move(facts_);
        }
        const ControlFlowGraph graph(successors_, starts);
        std::vector<std::optional<std::uint32_t>> known(graph.size());
        for (std::size_t i = 0; i < starts.size(); ++i) {
            std::optional<std::uint32_t>& depth = known[graph.block_of(starts[i])];
            if (!depth) depth = depths[i];
        }
        known = solve(
            graph, Direction::forward, std::move(known),
            [&](std::uint32_t block, std::uint32_t depth) -> std::optional<std::uint32_t> {
                for (const std::uint32_t index : graph.instructions(block)) depth = after(index, depth);
                return depth;
            },
            [](std::uint32_t, std::uint32_t, std::uint32_t) { return false; });
        for (std::uint32_t block = 0; block < graph.size(); ++block) report(graph, known, block);
        return std::move(facts_);
    }

  private:
    void problem(const DiagnosticCode& code, std::uint32_t index, const std::string& message) {
        facts_.verified = false;
        const isa::Instruction& instruction = code_.instructions[index];
        diagnostics_.add(code, code_.words_for(instruction) + ": " + message,
                         code_.place_of(instruction.address, base_ + instruction.offset));
    }

    [[nodiscard]] std::uint32_t pops(std::uint32_t index) const {
        const isa::Instruction& instruction = code_.instructions[index];
        const auto values = code_.operands(instruction);
        return code_.row(instruction).stack.pops.of(values.data(), values.size());
    }

    [[nodiscard]] std::uint32_t after(std::uint32_t index, std::uint32_t depth) const {
        const isa::Instruction& instruction = code_.instructions[index];
        const auto values = code_.operands(instruction);
        const std::uint32_t pushes = code_.row(instruction).stack.pushes.of(values.data(), values.size());
        const std::uint64_t result = std::uint64_t{depth} - std::min(depth, pops(index)) + pushes;
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(result, FlowFacts::unreached - 1));
    }

    /// Where control goes from an instruction has to exist.
    void follow(std::uint32_t index) {
        const isa::Flow flow = code_.row(code_.instructions[index]).flow;
        if (isa::falls_through(flow) && successors_[index].next == none)
            problem(codes::isa_fall_off, index, fall_off_text());
        if (!isa::jumps(flow) && flow != isa::Flow::call) return;
        if (successors_[index].target != none) return;
        if (const auto target = isa::target_of(code_, index); target && code_.at(*target) < 0)
            problem(codes::isa_jump_target, index, bad_target_text(*target));
    }

    void report(const ControlFlowGraph& graph, std::span<const std::optional<std::uint32_t>> known,
                std::uint32_t block) {
        std::uint32_t depth = *known[block];
        for (const std::uint32_t index : graph.instructions(block)) {
            facts_.depth[index] = depth;
            facts_.max_depth = std::max(facts_.max_depth, depth);
            if (pops(index) > depth)
                problem(codes::isa_stack_underflow, index, underflow_text(pops(index), depth));
            depth = after(index, depth);
            follow(index);
        }
        const std::uint32_t last = graph.instructions(block).back();
        for (const std::uint32_t to : graph.successors(block))
            if (*known[to] != depth)
                problem(codes::isa_stack_mismatch, last,
                        mismatch_text(code_.instructions[graph.instructions(to).front()].address, depth,
                                      *known[to]));
    }

    const isa::Code& code_;
    OperandStack stack_;
    Diagnostics& diagnostics_;
    std::uint64_t base_;
    std::vector<Successors> successors_;
    FlowFacts facts_;
};

} // namespace

std::string underflow_text(std::uint32_t pops, std::uint32_t depth) {
    return "takes " + std::to_string(pops) + " from a stack of " + std::to_string(depth);
}

std::string mismatch_text(std::uint32_t target, std::uint32_t depth, std::uint32_t known) {
    return "leads to address " + isa::address_text(target) + " with stack depth " + std::to_string(depth) +
           ", another way has " + std::to_string(known);
}

std::string bad_target_text(std::int64_t target) {
    return "leads to " +
           (target < 0 ? std::to_string(target) : isa::address_text(static_cast<std::uint64_t>(target))) +
           ", where no instruction begins";
}

std::string fall_off_text() { return "is the last instruction and control runs past it"; }

FlowFacts verify_flow(const isa::Code& code, std::span<const EntryPoint> entries, OperandStack stack,
                      Diagnostics& diagnostics, std::uint64_t base_offset) {
    return Verifier(code, stack, diagnostics, base_offset).run(entries);
}

} // namespace vellum::analysis
