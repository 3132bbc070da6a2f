// The flow verifier: follows straight code in a loop and keeps the places that jumps lead to in a worklist;
// each instruction is visited once, with the depth it is first reached with.
#include "isa/verify.hpp"

#include <algorithm>
#include <string>

#include "isa/codes.hpp"

namespace vellum::isa {

namespace {

class Verifier {
  public:
    Verifier(const Code& code, const FlowRules& rules, Diagnostics& diagnostics, std::uint64_t base_offset)
        : code_(code), rules_(rules), diagnostics_(diagnostics), base_(base_offset) {
        facts_.depth.assign(code.instructions.size(), FlowFacts::unreached);
        facts_.leader.assign(code.instructions.size(), false);
    }

    FlowFacts run(std::span<const EntryPoint> entries) {
        for (const EntryPoint& entry : entries) {
            const std::ptrdiff_t index = code_.at(entry.address);
            if (index < 0) {
                facts_.proved = false;
                diagnostics_.add(codes::isa_jump_target, "an entry point leads to address " +
                                                             std::to_string(entry.address) +
                                                             ", where no instruction begins");
                continue;
            }
            reach(static_cast<std::size_t>(index), entry.depth, static_cast<std::size_t>(index));
        }
        while (!work_.empty()) {
            std::size_t index = work_.back();
            work_.pop_back();
            while (visit(index)) ++index;
        }
        return std::move(facts_);
    }

  private:
    void problem(const DiagnosticCode& code, std::size_t index, std::string message) {
        facts_.proved = false;
        if (facts_.faulty.empty()) facts_.faulty.assign(code_.instructions.size(), false);
        facts_.faulty[index] = true;
        diagnostics_.add(code,
                         std::string(code_.row(code_.instructions[index]).mnemonic) + " at " +
                             std::to_string(code_.instructions[index].address) + ": " + std::move(message),
                         Place::at_offset(base_ + code_.instructions[index].offset));
    }

    void reach(std::size_t index, std::uint32_t depth, std::size_t from) {
        facts_.leader[index] = true;
        if (arrive(index, depth, from)) work_.push_back(index);
    }

    /// True if the instruction is reached for the first time.
    bool arrive(std::size_t index, std::uint32_t depth, std::size_t from) {
        std::uint32_t& known = facts_.depth[index];
        if (known == FlowFacts::unreached) {
            known = depth;
            facts_.max_depth = std::max(facts_.max_depth, depth);
            return true;
        }
        if (rules_.track_stack && known != depth)
            problem(codes::isa_stack_mismatch, from,
                    "leads to address " + std::to_string(code_.instructions[index].address) +
                        " with stack depth " + std::to_string(depth) + ", another way has " +
                        std::to_string(known));
        return false;
    }

    std::uint32_t after(std::size_t index, std::uint32_t depth) {
        if (!rules_.track_stack) return 0;
        const Instruction& instruction = code_.instructions[index];
        const Row& row = code_.row(instruction);
        StackEffect::Counts counts;
        if (rules_.stack == nullptr || !rules_.stack(rules_.self, code_, index, counts)) {
            if (row.stack.pops < 0 || row.stack.pushes < 0)
                counts = row.stack.dynamic(code_.operands(instruction));
            else
                counts = {static_cast<std::uint32_t>(row.stack.pops),
                          static_cast<std::uint32_t>(row.stack.pushes)};
        }
        if (counts.pops > depth) {
            problem(codes::isa_stack_underflow, index,
                    "takes " + std::to_string(counts.pops) + " from a stack of " + std::to_string(depth));
            return counts.pushes;
        }
        const std::uint64_t result = std::uint64_t{depth} - counts.pops + counts.pushes;
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(result, FlowFacts::unreached - 1));
    }

    /// True if the next instruction is to be visited now.
    bool visit(std::size_t index) {
        const Row& row = code_.row(code_.instructions[index]);
        const std::uint32_t depth = after(index, facts_.depth[index]);
        const Flow flow = row.flow;
        if (flow != Flow::next) {
            if (flow == Flow::jump || flow == Flow::branch || flow == Flow::call) lead(index, flow, depth);
            if (flow == Flow::jump || flow == Flow::ret || flow == Flow::stop) return false;
        }
        if (index + 1 == code_.instructions.size()) {
            problem(codes::isa_fall_off, index, "is the last instruction and control goes on behind it");
            return false;
        }
        if (flow != Flow::next) facts_.leader[index + 1] = true;
        return arrive(index + 1, depth, index);
    }

    void lead(std::size_t index, Flow flow, std::uint32_t depth) {
        const auto target = target_of(code_, index);
        if (!target) return;
        const bool in_range = *target >= 0 && *target <= 0xFFFFFFFF;
        const std::ptrdiff_t to = in_range ? code_.at(static_cast<std::uint32_t>(*target)) : -1;
        if (to < 0)
            problem(codes::isa_jump_target, index,
                    "leads to " + std::to_string(*target) + ", where no instruction begins");
        else if (flow != Flow::call)
            reach(static_cast<std::size_t>(to), depth, index);
        else if (rules_.follow_calls)
            reach(static_cast<std::size_t>(to), rules_.call_depth, index);
    }

    const Code& code_;
    const FlowRules& rules_;
    Diagnostics& diagnostics_;
    std::uint64_t base_;
    FlowFacts facts_;
    std::vector<std::size_t> work_;
};

} // namespace

FlowFacts verify_flow(const Code& code, std::span<const EntryPoint> entries, const FlowRules& rules,
                      Diagnostics& diagnostics, std::uint64_t base_offset) {
    return Verifier(code, rules, diagnostics, base_offset).run(entries);
}

} // namespace vellum::isa
