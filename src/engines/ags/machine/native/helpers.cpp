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
          operation((context.follow(), state.code->code[op_])),
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
    context.step = stop.step;
    c.stack.count =
        static_cast<std::uint32_t>(f - c.stack.values.data()) + static_cast<std::uint32_t>(stop.target);
    c.fast_state = &s;
    if (operation.op == FastOp::call_native)
        outcome = c.call_direct(*stop.to, arguments, stop.with_self ? c.registers[reg_op] : 0);
    else if (operation.op == FastOp::call_listed) {
        context.make_runs(); // the list is theirs
        c.next_arguments = static_cast<std::int32_t>(stop.arguments);
        c.object_call = stop.with_self;
        outcome = c.call_external(address_word(Tag::code, stop.callee));
    } else
        outcome = c.call_plain(*stop.to, arguments);
    c.fast_state = nullptr;
    context.outcome = outcome;
    if (outcome != CallOutcome::done || shared->count >= c.stop_at)
        return called.leave(NativeContext::Leave::called_native);
    if (stop.result_wanted) f[stop.target] = c.registers[reg_ax];
    return called.next();
}

std::int32_t end_plain_for_native(code::Context* shared, std::uint32_t op) {
    const Called called(shared, op);
    auto& [context, s, c, number, operation, f] = called;
    const FastStop& stop = s.code->stops[operation.imm];
    c.fast_state = &s;
    context.outcome = c.end_plain(*stop.to, context.plain_done, context.plain_result);
    c.fast_state = nullptr;
    if (context.outcome != CallOutcome::done || shared->count >= c.stop_at)
        return called.leave(NativeContext::Leave::called_native);
    if (stop.result_wanted) f[stop.target] = c.registers[reg_ax];
    return called.next();
}

std::int32_t pure_for_native(code::Context* shared, std::uint32_t number) {
    NativeContext& context = *reinterpret_cast<NativeContext*>(shared);
    context.follow();
    const FastStop& stop = context.state->code->stops[number];
    Word result = 0;
    if (!context.calls_pure || !stop.to->compute({context.arguments, stop.arguments}, result))
        return call_for_native(shared, stop.op);
    shared->count += stop.instructions;
    Machine& c = context.state->machine;
    c.far_arguments = -1;
    c.registers[reg_ax] = result;
    if (shared->count < shared->limit) {
        if (stop.result_wanted) shared->frame[stop.target] = result;
        return code::go_on;
    }
    context.outcome = CallOutcome::done;
    context.leave = NativeContext::Leave::called_native;
    return static_cast<std::int32_t>(stop.op);
}

std::int32_t plain_for_native(code::Context* shared, std::uint32_t number) {
    NativeContext& context = *reinterpret_cast<NativeContext*>(shared);
    context.follow();
    const FastStop& stop = context.state->code->stops[number];
    FastState& s = *context.state;
    Machine& c = s.machine;
    shared->count += stop.instructions;
    c.executed = shared->count;
    context.step = stop.step;
    c.stack.count = static_cast<std::uint32_t>(shared->frame - c.stack.values.data()) +
                    static_cast<std::uint32_t>(stop.target);
    c.fast_state = &s;
    const CallOutcome outcome = c.call_plain(*stop.to, {context.arguments, stop.arguments});
    c.fast_state = nullptr;
    if (outcome != CallOutcome::done || shared->count >= c.stop_at) {
        context.outcome = outcome;
        context.leave = NativeContext::Leave::called_native;
        return static_cast<std::int32_t>(stop.op);
    }
    if (stop.result_wanted) shared->frame[stop.target] = c.registers[reg_ax];
    context.refresh();
    return c.environment().planted() ? static_cast<std::int32_t>(stop.op) + 1 : code::go_on;
}

std::int32_t find_array_for_native(code::Context* shared, std::uint32_t op) {
    const Called called(shared, op);
    const FastInstruction& i = called.operation;
    const std::uint32_t handle = number_of(called.frame[i.a]);
    const std::uint32_t index = number_of(called.frame[i.b]);
    const Pool& pool = called.machine.environment().pool();
    if (handle >= pool.table_size()) return static_cast<std::int32_t>(op);
    const Object& array = pool.table()[handle];
    const NativeContext::ArrayUse use = array_use(i.op);
    const std::uint32_t limit = use == NativeContext::by_index  ? array.size / 4
                                : use == NativeContext::checked ? array.size
                                : array.size >= 4               ? array.size - 3
                                                                : 0;
    if (array.kind != ObjectKind::array || array.size > INT32_MAX || index >= limit)
        return static_cast<std::int32_t>(op);
    NativeContext::Arrays& arrays = called.context.arrays[use];
    const std::uint32_t slot = array_slot(op);
    arrays.handles[slot] = handle;
    arrays.limits[slot] = limit;
    arrays.data[slot] = array.data;
    return code::go_on;
}

std::int32_t slow_for_native(code::Context* shared, std::uint32_t op) {
    const Called called(shared, op);
    const FastOp what = called.operation.op;
    if (what == FastOp::parameter || what == FastOp::drop_parameters) called.context.make_runs();
    switch (run_slow(called.state, called.frame, called.context.bytes_now(), called.operation)) {
    case Slow::done: return called.next();
    case Slow::other_kind: called.context.refresh(); return called.behind();
    case Slow::faulted:
    case Slow::faulted_at: return called.leave(NativeContext::Leave::faulted);
    case Slow::repeat: break;
    }
    return static_cast<std::int32_t>(op);
}

} // namespace vellum::ags
