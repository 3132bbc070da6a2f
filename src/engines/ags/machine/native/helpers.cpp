// What machine code calls for: natives, and what the fast form does in functions of its own.
#include "engines/ags/machine/fast/slow.hpp"
#include "engines/ags/machine/native/native.hpp"

namespace vellum::ags {

namespace {

/// What everything here begins and ends with.
struct Called {
    NativeContext& context;
    FastState& state;
    Machine& machine;
    std::uint32_t op;
    const FastInstruction& operation;
    Word* frame;

    Called(code::Context* shared, std::uint32_t op_)
        : context(*reinterpret_cast<NativeContext*>(shared)), // it is its first member
          state(*context.state),
          machine(state.machine),
          op(op_),
          operation(state.code->code[op_]),
          frame(shared->frame) {}
    [[nodiscard]] std::int32_t leave(NativeContext::Leave how) const {
        context.leave = how;
        return static_cast<std::int32_t>(op);
    }
    /// To the operation behind this one, in code unless somebody has put stops meanwhile.
    [[nodiscard]] std::int32_t next() const {
        context.refresh();
        return machine.environment().planted() ? behind() : code::go_on;
    }
    [[nodiscard]] std::int32_t behind() const { return static_cast<std::int32_t>(op) + 1; }
};

} // namespace

std::int32_t call_for_native(code::Context* shared, std::uint32_t op) {
    const Called called(shared, op);
    auto& [context, s, c, number, operation, f] = called;
    const FastStop& stop = s.code->stops[operation.imm];
    const std::span<const Word> arguments(context.arguments, stop.arguments);
    shared->count += stop.instructions;
    c.executed = shared->count;
    CallOutcome outcome = CallOutcome::done;
    Word result = 0;
    if (operation.op == FastOp::call_pure && context.calls_pure && stop.to->pure(arguments, result)) {
        c.far_arguments = -1;
        c.registers[reg_ax] = result;
        if (shared->count < shared->limit) {
            if (stop.result_wanted) f[stop.target] = result;
            return code::go_on;
        }
    } else {
        s.step = stop.step;
        c.stack.count =
            static_cast<std::uint32_t>(f - c.stack.values.data()) + static_cast<std::uint32_t>(stop.target);
        s.native = &context;
        c.fast_state = &s;
        if (operation.op == FastOp::call_native)
            outcome = c.call_direct(*stop.to, arguments, stop.with_self ? c.registers[reg_op] : 0);
        else if (operation.op == FastOp::call_listed) {
            c.next_arguments = static_cast<std::int32_t>(stop.arguments);
            c.object_call = stop.with_self;
            outcome = c.call_external(address_word(Tag::code, stop.callee));
        } else
            outcome = c.call_plain(*stop.to, arguments);
        c.fast_state = nullptr;
        s.native = nullptr;
    }
    context.outcome = outcome;
    if (outcome != CallOutcome::done || shared->count >= c.stop_at)
        return called.leave(NativeContext::Leave::called_native);
    if (stop.result_wanted) f[stop.target] = c.registers[reg_ax];
    return called.next();
}

std::int32_t slow_for_native(code::Context* shared, std::uint32_t op) {
    const Called called(shared, op);
    switch (run_slow(called.state, called.frame, called.context.bytes_now(), called.operation)) {
    case Slow::done: return called.next();
    case Slow::other_kind: called.context.refresh(); return called.behind();
    case Slow::faulted: return called.leave(NativeContext::Leave::faulted);
    case Slow::repeat: break;
    }
    return static_cast<std::int32_t>(op);
}

} // namespace vellum::ags
