// Backward data flow over single steps. What a step does to its explicit registers comes from the instruction
// table; only the implicit ones are listed here.
#include "engines/ags/machine/fast/liveness.hpp"

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

Liveness find_liveness(const Instance& instance) {
    const std::vector<Step>& steps = instance.steps;
    Liveness live;
    live.before.assign(steps.size(), 0);
    live.after.assign(steps.size(), 0);
    std::vector<StepUse> uses;
    uses.reserve(steps.size());
    for (const Step& step : steps) uses.push_back(uses_of(step));
    // Steps that jump to a place, as lists behind one another: a change there concerns them and the step
    // before.
    std::vector<std::uint32_t> first(steps.size() + 1, 0);
    const auto jumps = [](const Step& step) {
        return step.op == Op::jmp || step.op == Op::jz || step.op == Op::jnz;
    };
    for (const Step& step : steps)
        if (jumps(step)) ++first[number_of(step.value) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::uint32_t> jumpers(first.back());
    std::vector<std::uint32_t> filled(first.begin(), first.end() - 1);
    for (std::uint32_t i = 0; i < steps.size(); ++i)
        if (jumps(steps[i])) jumpers[filled[number_of(steps[i].value)]++] = i;
    // Each step is looked at again only when something behind it has grown, which it can do once for each
    // bit.
    std::vector<std::uint32_t> work(steps.size());
    std::vector<bool> waits(steps.size(), true);
    for (std::uint32_t i = 0; i < steps.size(); ++i) work[i] = i;
    const auto look_again = [&](std::uint32_t i) {
        if (!waits[i]) work.push_back(i);
        waits[i] = true;
    };
    while (!work.empty()) {
        const std::uint32_t i = work.back();
        work.pop_back();
        waits[i] = false;
        const Step& step = steps[i];
        RegisterSet after = 0;
        if (jumps(step)) after |= live.before[number_of(step.value)];
        if (step.op != Op::jmp && step.op != Op::ret && step.op != Op::null && i + 1 < steps.size())
            after |= live.before[i + 1];
        const auto before = static_cast<RegisterSet>(uses[i].reads | (after & ~uses[i].writes));
        live.after[i] = after;
        if (before == live.before[i]) continue;
        live.before[i] = before;
        if (i > 0) look_again(i - 1);
        for (std::uint32_t k = first[i]; k < first[i + 1]; ++k) look_again(jumpers[k]);
    }
    return live;
}

} // namespace vellum::ags
