// Calls, returns and loops in the register form, and what is called for.
#include "engines/ags/machine/native/pieces.hpp"
#include "engines/ags/machine/native/walk.hpp"

namespace vellum::ags {

namespace {

using code::constant;

} // namespace

void Walk::slow(const FastInstruction& i, Operand d, Operand a, Operand b) {
    const bool drops = i.op == FastOp::drop_parameters;
    const std::uint32_t keep =
        drops ? static_cast<std::uint32_t>(parameters_) +
                    static_cast<std::uint32_t>(code_.layouts[code_.stops[i.imm].layout].entries.size())
              : 0;
    b_.helper(slow_for_native, op_, keep, d, a, b);
    if (d.is(Operand::Kind::variable)) forget_tag(i.d);
}

void Walk::native_call(const FastInstruction& i) {
    const FastStop& stop = code_.stops[i.imm];
    const std::uint32_t keep = static_cast<std::uint32_t>(parameters_) +
                               static_cast<std::uint32_t>(code_.layouts[stop.layout].entries.size());
    const Operand result = stop.result_wanted ? number(stop.target) : Operand{};
    if (i.op == FastOp::call_pure || i.op == FastOp::call_plain)
        b_.helper(i.op == FastOp::call_pure ? pure_for_native : plain_for_native, i.imm, keep, result, {},
                  {});
    else
        b_.helper(call_for_native, op_, keep, result, {}, {});
    if (stop.result_wanted) forget_tag(stop.target);
}

void Walk::call(const FastInstruction& i) {
    const FastStop& stop = code_.stops[i.imm];
    const FastFunction& callee = code_.functions[stop.function];
    const auto entries = static_cast<std::uint32_t>(i.a) + 1;
    const auto bytes = static_cast<std::uint32_t>(i.b) + 4;
    const Operand code = stop.function == number_ ? Operand{} : t0;
    if (stop.function != number_) {
        b_.load(t0, in_context(offsetof(NativeContext, code) + offsetof(code::Context, functions)), 8);
        b_.load(t0, {t0, {}, static_cast<std::int32_t>(8 * stop.function)}, 8);
        b_.branch_wide(Condition::eq, t0, constant(0), exit());
    }
    b_.branch_memory(Condition::not_below, code::calls_base, in_context(offsetof(NativeContext, calls_end)),
                     8, exit());
    b_.value(Op::add_wide, t1, code::frame_base, constant(8 * (entries + callee.most_entries)));
    b_.branch_memory(Condition::not_below, t1, in_context(offsetof(NativeContext, frames_end)), 8, exit());
    b_.value(Op::add_wide, t1, code::bytes_base, constant(bytes + callee.most_bytes));
    b_.branch_memory(Condition::not_below, t1, in_context(offsetof(NativeContext, bytes_end)), 8, exit());
    b_.charge(stop.instructions, exit());
    const Memory line = in_context(offsetof(NativeContext, line));
    const Memory kept{code::calls_base, {}, offsetof(NativeContext, lines) - offsetof(NativeContext, notes)};
    if (stop.line >= 0)
        b_.store(line, constant(static_cast<std::uint32_t>(stop.line)));
    else {
        b_.load(t1, line);
        b_.store(kept, t1);
    }
    const std::size_t depth = code_.layouts[stop.layout].entries.size();
    b_.call(stop.function, code, {i.imm, 8 * entries, bytes},
            static_cast<std::uint32_t>(parameters_) + static_cast<std::uint32_t>(depth));
    if (stop.line >= 0)
        b_.store(line, constant(static_cast<std::uint32_t>(stop.line)));
    else {
        b_.load(t0, kept);
        b_.store(line, t0);
    }
    // Parameters are the callee's own.
    for (std::size_t given = 0; given < callee.parameters && given < depth; ++given)
        tags_[static_cast<std::size_t>(parameters_) + depth - 1 - given] = any_tag;
    reach(stop.return_op);
    b_.jump(blocks_.at(original(stop.return_op)).label);
    ended_ = true;
}

void Walk::call_far(const FastInstruction& i) {
    const FastStop& stop = code_.stops[i.imm];
    b_.call_other(enter_far_for_native, leave_far_for_native, op_,
                  static_cast<std::uint32_t>(parameters_) +
                      static_cast<std::uint32_t>(code_.layouts[stop.layout].entries.size()));
    reach(stop.return_op);
    b_.jump(blocks_.at(original(stop.return_op)).label);
    ended_ = true;
}

void Walk::ret(const FastInstruction& i) {
    const auto counted = static_cast<std::uint16_t>(i.d);
    b_.charge(counted, exit());
    if (turns_checks_off_) {
        const std::uint32_t skip = b_.make_label();
        const Memory from = in_context(offsetof(NativeContext, unchecked_from));
        b_.branch_memory(Condition::ne, code::calls_base, from, 8, skip);
        b_.value(Op::add_wide, t0, code::context_base,
                 constant(offsetof(NativeContext, notes) + 4 * (most_fast_calls + 1)));
        b_.store(from, t0, 8);
        b_.bind(skip);
    }
    b_.ret(op_, static_cast<std::uint32_t>(parameters_));
    ended_ = true;
}

void Walk::jump_back(const FastInstruction& i) {
    const auto counted = static_cast<std::uint16_t>(i.d);
    reach(i.imm);
    const std::uint32_t target = blocks_.at(original(i.imm)).label;
    if (environment_.loop_limit != 0) {
        const std::uint32_t skip = b_.make_label();
        const Memory loops = in_context(offsetof(NativeContext, loops));
        b_.branch_memory(Condition::not_below, code::calls_base,
                         in_context(offsetof(NativeContext, unchecked_from)), 8, skip);
        b_.load(t0, loops);
        b_.branch(Condition::not_below, t0, constant(environment_.loop_limit), exit());
        b_.charge(counted, exit());
        b_.value(Op::add, t0, t0, constant(1));
        b_.store(loops, t0);
        b_.jump(target);
        b_.bind(skip);
    }
    b_.charge(counted, exit());
    b_.jump(target);
    ended_ = true;
}

} // namespace vellum::ags
