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
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = steps.size(); i-- > 0;) {
            const Step& step = steps[i];
            RegisterSet after = 0;
            const bool jumps = step.op == Op::jmp || step.op == Op::jz || step.op == Op::jnz;
            if (jumps) after |= live.before[number_of(step.value)];
            if (step.op != Op::jmp && step.op != Op::ret && step.op != Op::null && i + 1 < steps.size())
                after |= live.before[i + 1];
            const auto before = static_cast<RegisterSet>(uses[i].reads | (after & ~uses[i].writes));
            live.after[i] = after;
            changed = changed || before != live.before[i];
            live.before[i] = before;
        }
    }
    return live;
}

} // namespace vellum::ags
