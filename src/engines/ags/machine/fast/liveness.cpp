// Backward data flow over single steps. What a step does to its explicit registers comes from the instruction
// table; only the implicit ones are listed here.
#include "engines/ags/machine/fast/liveness.hpp"

#include "analysis/dataflow.hpp"

namespace vellum::ags {

namespace {

/// Steps that can neither stop nor be seen stopping: they do not need the current line.
bool is_silent(Op op) {
    switch (op) {
    case Op::regtoreg:
    case Op::littoreg:
    case Op::pushreg:
    case Op::popreg:
    case Op::linenum:
    case Op::thisbase:
    case Op::numfuncargs:
    case Op::loadspoffs:
    case Op::jz:
    case Op::jnz:
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::addreg:
    case Op::subreg:
    case Op::mulreg:
    case Op::lessthan:
    case Op::greater:
    case Op::lte:
    case Op::gte:
    case Op::and_:
    case Op::or_:
    case Op::notreg:
    case Op::ret:
    case Op::loopcheckoff: return true;
    default: return false;
    }
}

RegisterSet implicit_reads(Op op) {
    switch (op) {
    case Op::memread:
    case Op::memreadb:
    case Op::memreadw:
    case Op::memwrite:
    case Op::memwriteb:
    case Op::memwritew:
    case Op::writelit:
    case Op::memwriteptr:
    case Op::memreadptr:
    case Op::memzeroptr:
    case Op::meminitptr:
    case Op::checknull:
    case Op::zeromemory:
    case Op::dynamicbounds: return in_set(reg_mar);
    case Op::memzeroptrnd: return in_set(reg_mar) | in_set(reg_ax);
    case Op::jz:
    case Op::jnz: return in_set(reg_ax);
    case Op::ret: return in_set(reg_ax) | in_set(reg_op);
    case Op::call:
    case Op::callas:
    case Op::callext: return in_set(reg_op);
    default: return 0;
    }
}

RegisterSet implicit_writes(Op op) {
    switch (op) {
    case Op::loadspoffs: return in_set(reg_mar);
    case Op::callobj: return in_set(reg_op);
    case Op::call:
    case Op::callas: return in_set(reg_ax) | call_clobbers;
    case Op::callext: return in_set(reg_ax);
    case Op::linenum: return line_bit;
    default: return 0;
    }
}

} // namespace

StepUse uses_of(const Step& step) {
    StepUse use;
    use.reads = implicit_reads(step.op);
    use.writes = implicit_writes(step.op);
    // The budget may end a call where control goes back, and its fault names the line.
    const bool goes_back = (step.op == Op::jmp || step.op == Op::jz || step.op == Op::jnz) && step.extra != 0;
    if (!is_silent(step.op) || goes_back) use.reads |= line_bit;
    const isa::Row* row = scom_table.find(static_cast<std::uint32_t>(step.op));
    if (row == nullptr) return use;
    unsigned number = 0;
    for (const isa::OperandSpec& operand : row->operands) {
        if (operand.access == isa::Access::none) continue;
        const RegisterSet bit = in_set(number++ == 0 ? step.a : step.b);
        if (operand.access != isa::Access::write) use.reads |= bit;
        if (operand.access != isa::Access::read) use.writes |= bit;
    }
    return use;
}

std::vector<analysis::Successors> successors_of(std::span<const Step> steps) {
    std::vector<analysis::Successors> all(steps.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const Step& step = steps[i];
        if (step.op == Op::jmp || step.op == Op::jz || step.op == Op::jnz)
            all[i].target = number_of(step.value);
        if (step.op != Op::jmp && step.op != Op::ret && step.op != Op::null && i + 1 < all.size())
            all[i].next = i + 1;
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
