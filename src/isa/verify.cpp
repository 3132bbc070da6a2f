// The flow verifier: follows straight code in a loop and keeps the places that jumps lead to in a worklist;
// each instruction is visited once, with the depth it is first reached with.
#include "isa/verify.hpp"

#include <algorithm>
#include <string>

#include "isa/codes.hpp"

namespace vellum::isa {

namespace {

/// What following control needs of a row, close together: rows themselves carry texts for people.
struct Step {
    SlotCount pops, pushes;
    Flow flow = Flow::next;
};

class Verifier {
  public:
    Verifier(const Code& code, const FlowRules& rules, Diagnostics& diagnostics, std::uint64_t base_offset)
        : code_(code), rules_(rules), diagnostics_(diagnostics), base_(base_offset) {
        steps_.reserve(code.table->rows.size());
        for (const Row& row : code.table->rows)
            steps_.push_back({row.stack.pops, row.stack.pushes, row.flow});
        facts_.depth.assign(code.instructions.size(), FlowFacts::unreached);
        facts_.leader.assign(code.instructions.size(), false);
    }

    FlowFacts run(std::span<const EntryPoint> entries) {
        for (const EntryPoint& entry : entries) {
            const std::ptrdiff_t index = code_.at(entry.address);
            if (index < 0) {
                facts_.proved = false;
                diagnostics_.add(codes::isa_jump_target, "an entry point leads to address " +
                                                             address_text(entry.address) +
                                                             ", where no instruction begins");
                continue;
            }
            reach(static_cast<std::size_t>(index), entry.depth, static_cast<std::size_t>(index));
        }
        while (!work_.empty()) {
            const std::size_t index = work_.back();
            work_.pop_back();
            follow(index);
        }
        return std::move(facts_);
    }

  private:
    // What reports is kept out of line: it would take the registers of the loop.
    [[gnu::cold, gnu::noinline]] void problem(const DiagnosticCode& code, std::size_t index,
                                              std::string message) {
        facts_.proved = false;
        diagnostics_.add(
            code, code_.words_for(code_.instructions[index]) + ": " + std::move(message),
            code_.place_of(code_.instructions[index].address, base_ + code_.instructions[index].offset));
    }

    [[gnu::cold, gnu::noinline]] void underflow(std::size_t index, std::uint32_t pops, std::uint32_t depth) {
        problem(codes::isa_stack_underflow, index, underflow_text(pops, depth));
    }
    [[gnu::cold, gnu::noinline]] void mismatch(std::size_t from, std::size_t index, std::uint32_t depth) {
        problem(codes::isa_stack_mismatch, from,
                mismatch_text(code_.instructions[index].address, depth, facts_.depth[index]));
    }
    [[gnu::cold, gnu::noinline]] void astray(std::size_t index, std::int64_t target) {
        problem(codes::isa_jump_target, index, astray_text(target));
    }
    [[gnu::cold, gnu::noinline]] void fall_off(std::size_t index) {
        problem(codes::isa_fall_off, index, fall_off_text());
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
        if (rules_.track_stack && known != depth) mismatch(from, index, depth);
        return false;
    }

    SlotCounts counts_of(std::size_t index, const Step& step) const {
        SlotCounts counts;
        if (rules_.stack != nullptr && rules_.stack(rules_.self, code_, index, counts)) return counts;
        const std::span<const std::uint32_t> values = code_.operands(code_.instructions[index]);
        return {step.pops.of(values.data(), values.size()), step.pushes.of(values.data(), values.size())};
    }

    std::uint32_t after(std::size_t index, const Step& step, std::uint32_t depth) {
        if (!rules_.track_stack) return 0;
        const SlotCounts counts = counts_of(index, step);
        if (counts.pops > depth) {
            underflow(index, counts.pops, depth);
            return counts.pushes;
        }
        const std::uint64_t result = std::uint64_t{depth} - counts.pops + counts.pushes;
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(result, FlowFacts::unreached - 1));
    }

    /// Goes along the code from an instruction that was reached, up to where control does not go on or where
    /// all is known.
    void follow(std::size_t index) {
        const std::size_t size = code_.instructions.size();
        std::uint32_t depth = facts_.depth[index];
        for (;;) {
            const Step& step = steps_[code_.instructions[index].row];
            depth = after(index, step, depth);
            if (step.flow != Flow::next) {
                if (step.flow == Flow::jump || step.flow == Flow::branch || step.flow == Flow::call)
                    lead(index, step.flow, depth);
                if (step.flow == Flow::jump || step.flow == Flow::ret || step.flow == Flow::stop) return;
                if (index + 1 < size) facts_.leader[index + 1] = true;
            }
            if (index + 1 == size) {
                fall_off(index);
                return;
            }
            if (!arrive(index + 1, depth, index)) return;
            ++index;
        }
    }

    void lead(std::size_t index, Flow flow, std::uint32_t depth) {
        const auto target = target_of(code_, index);
        if (!target) return;
        const bool in_range = *target >= 0 && *target <= 0xFFFFFFFF;
        const std::ptrdiff_t to = in_range ? code_.at(static_cast<std::uint32_t>(*target)) : -1;
        if (to < 0)
            astray(index, *target);
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
    std::vector<Step> steps_; // by row
    std::vector<std::size_t> work_;
};

} // namespace

std::string underflow_text(std::uint32_t pops, std::uint32_t depth) {
    return "takes " + std::to_string(pops) + " from a stack of " + std::to_string(depth);
}

std::string mismatch_text(std::uint32_t target, std::uint32_t depth, std::uint32_t known) {
    return "leads to address " + address_text(target) + " with stack depth " + std::to_string(depth) +
           ", another way has " + std::to_string(known);
}

std::string astray_text(std::int64_t target) {
    return "leads to " +
           (target < 0 ? std::to_string(target) : address_text(static_cast<std::uint64_t>(target))) +
           ", where no instruction begins";
}

std::string fall_off_text() { return "is the last instruction and control goes on behind it"; }

FlowFacts verify_flow(const Code& code, std::span<const EntryPoint> entries, const FlowRules& rules,
                      Diagnostics& diagnostics, std::uint64_t base_offset) {
    return Verifier(code, rules, diagnostics, base_offset).run(entries);
}

} // namespace vellum::isa
