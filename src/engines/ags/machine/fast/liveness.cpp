// Backward data flow over single steps. What a step does to registers and where control goes then comes from
// the instruction table; only the source line is added here.
#include "engines/ags/machine/fast/liveness.hpp"

#include "analysis/dataflow.hpp"

namespace vellum::ags {

StepUse uses_of(const Step& step) {
    StepUse use;
    const isa::Row* row = scom_table.find(static_cast<std::uint32_t>(step.op));
    // The budget may end a call where control goes back, and its fault names the line.
    const bool goes_back = row != nullptr && isa::jumps(row->flow) && step.extra != 0;
    if (!is_quiet[static_cast<std::size_t>(step.op)] || goes_back) use.reads |= line_bit;
    if (step.op == Op::linenum) use.writes |= line_bit;
    if (row == nullptr) return use;
    const auto add = [&use](isa::Access access, std::uint32_t number) {
        if (access == isa::Access::none) return;
        if (access != isa::Access::write) use.reads |= in_set(number);
        if (access != isa::Access::read) use.writes |= in_set(number);
    };
    for (const isa::OperandSpec& operand : row->operands)
        add(operand.access, operand.param == in_first_register ? step.a : step.b);
    for (const isa::ImplicitOperand& operand : row->implicit) add(operand.access, operand.number);
    return use;
}

std::vector<analysis::Successors> successors_of(std::span<const Step> steps) {
    std::vector<analysis::Successors> all(steps.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const isa::Row* row = scom_table.find(static_cast<std::uint32_t>(steps[i].op));
        if (row == nullptr) continue;
        if (isa::jumps(row->flow)) all[i].target = number_of(steps[i].value);
        if (isa::falls_through(row->flow) && i + 1 < all.size()) all[i].next = i + 1;
    }
    return all;
}

Liveness find_liveness(const Instance& instance) {
    const std::vector<Step>& steps = instance.steps;
    std::vector<StepUse> uses;
    uses.reserve(steps.size());
    for (const Step& step : steps) uses.push_back(uses_of(step));
    const auto before = [&uses](std::uint32_t step, RegisterSet after) {
        return static_cast<RegisterSet>(uses[step].reads | (after & ~uses[step].writes));
    };
    const std::vector<analysis::Successors> successors = successors_of(steps);
    const analysis::ControlFlowGraph graph(successors); // all of it: calls may lead anywhere
    const auto behind = analysis::solve(
        graph, analysis::Direction::backward,
        std::vector<std::optional<RegisterSet>>(graph.size(), RegisterSet{0}),
        [&](std::uint32_t block, RegisterSet live) -> std::optional<RegisterSet> {
            const auto inside = graph.instructions(block);
            for (std::size_t i = inside.size(); i-- > 0;) live = before(inside[i], live);
            return live;
        },
        [](RegisterSet& into, RegisterSet from, std::uint32_t) {
            const RegisterSet known = into;
            into = static_cast<RegisterSet>(into | from);
            return into != known;
        });
    Liveness live;
    live.before.assign(steps.size(), 0);
    live.after.assign(steps.size(), 0);
    for (std::uint32_t block = 0; block < graph.size(); ++block) {
        RegisterSet now = *behind[block];
        const auto inside = graph.instructions(block);
        for (std::size_t i = inside.size(); i-- > 0;) {
            live.after[inside[i]] = now;
            live.before[inside[i]] = now = before(inside[i], now);
        }
    }
    return live;
}

} // namespace vellum::ags
