// Calls of other scripts from machine code: as `call_far` of the fast form (fast/run.cpp), which makes those
// that are refused. Machine code notes them as calls of its own and makes no run of the machine; a
// translation does the same here.
#include <algorithm>

#include "base/moving.hpp"
#include "engines/ags/machine/native/native.hpp"

namespace vellum::ags {

namespace {

/// A script is the one that runs from here on.
void enter_script(NativeContext& context, std::uint32_t number) {
    FastState& s = *context.state;
    Instance& script = s.machine.environment().instances()[number];
    s.machine.instance = number;
    context.follow();
    context.code.data = script.data.data();
    context.code.functions = s.code->native->table.data();
}

} // namespace

std::int32_t enter_far_for_native(code::Context* shared, std::uint32_t op) {
    NativeContext& context = *reinterpret_cast<NativeContext*>(shared); // it is its first member
    context.follow();
    FastState& s = *context.state;
    Machine& c = s.machine;
    const FastInstruction& operation = s.code->code[op];
    const FastStop& stop = s.code->stops[operation.imm];
    const auto refused = static_cast<std::int32_t>(op);
    if (stop.function == FastStop::none || stop.listed) return refused;
    const FastCode& fast = *c.environment().instances()[stop.instance].fast;
    const FastFunction& callee = fast.functions[stop.function];
    const void* const target = fast.native == nullptr ? nullptr : fast.native->table[stop.function];
    std::uint32_t* const calls_end = shared->calls + most_nested_calls + 1;
    Word* const to = shared->frame + operation.a;
    Word* const frame = to + stop.arguments + 1;
    std::byte* const bytes =
        shared->bytes + static_cast<std::uint32_t>(operation.b) + std::size_t{4} * stop.arguments + 4;
    if (target == nullptr || calls_end > context.far_end ||
        frame + callee.most_entries >= context.frames_end || bytes + callee.most_bytes >= context.bytes_end ||
        shared->count + stop.instructions >= shared->limit)
        return refused;
    shared->count += stop.instructions;
    std::reverse_copy(context.arguments, context.arguments + stop.arguments, to);
    if (stop.line >= 0) context.line = stop.line;
    const auto call = static_cast<std::uint32_t>(shared->calls - context.notes);
    context.lines[call] = context.line;
    context.loops_of[call] = context.loops;
    context.unchecked_of[call] = context.distance(context.unchecked_from);
    context.ends_of[call] = context.distance(context.calls_end);
    context.instance_of[call] = c.instance;
    *shared->calls++ = operation.imm;
    context.loops = 0;
    context.unchecked_from = context.note(most_fast_calls) + 1;
    context.calls_end = calls_end;
    c.far_arguments = -1;
    shared->frame = frame;
    shared->bytes = bytes;
    shared->other = target;
    enter_script(context, stop.instance);
    return code::go_on;
}

std::int32_t leave_far_for_native(code::Context* shared, std::uint32_t op) {
    NativeContext& context = *reinterpret_cast<NativeContext*>(shared);
    FastState& s = *context.state;
    Machine& c = s.machine;
    const auto call = static_cast<std::uint32_t>(--shared->calls - context.notes);
    enter_script(context, context.instance_of[call]);
    const FastInstruction& operation = s.code->code[op];
    const FastStop& stop = s.code->stops[operation.imm];
    if (shared->calls < context.made) static_cast<void>(end_run_for_native(shared, op));
    shared->frame -= stop.arguments + 1 + static_cast<std::uint32_t>(operation.a);
    shared->bytes -= static_cast<std::uint32_t>(operation.b) + std::size_t{4} * stop.arguments + 4;
    context.line = context.lines[call];
    context.loops = context.loops_of[call];
    context.unchecked_from = context.notes + NativeContext::note_at(context.unchecked_of[call]);
    context.calls_end = context.notes + NativeContext::note_at(context.ends_of[call]);
    c.far_arguments = stop.arguments == 0 ? 0 : -1;
    if (stop.arguments == 0 || ++shared->count < shared->limit) return code::go_on; // SUBREALSTACK
    return out_of_budget_for_native(shared, op);
}

std::int32_t read_list_for_native(code::Context* shared, std::uint32_t op) {
    NativeContext& context = *reinterpret_cast<NativeContext*>(shared);
    context.follow();
    context.make_runs();
    const FastCode& fast = *context.state->code;
    const Machine& c = context.state->machine;
    const std::uint32_t count = fast.stops[fast.code[op].imm].arguments;
    if (c.parameters.size() - c.runs.back().parameter_base < count) return static_cast<std::int32_t>(op);
    std::reverse_copy(c.parameters.end() - static_cast<std::ptrdiff_t>(count), c.parameters.end(),
                      context.arguments);
    return code::go_on;
}

std::int32_t end_run_for_native(code::Context* shared, std::uint32_t op) {
    NativeContext& context = *reinterpret_cast<NativeContext*>(shared);
    context.follow();
    const FastCode& fast = *context.state->code;
    Machine& c = context.state->machine;
    std::size_t listed = c.parameters.size();
    if (shared->calls < context.made) {
        listed = std::min<std::size_t>(listed, c.runs.back().parameter_base);
        c.runs.pop_back();
        context.run_ended();
    }
    c.parameters.resize(listed - fast.stops[fast.code[op].imm].arguments);
    return code::go_on;
}

std::int32_t out_of_budget_for_native(code::Context* shared, std::uint32_t op) {
    reinterpret_cast<NativeContext*>(shared)->leave = NativeContext::Leave::out_of_budget;
    return static_cast<std::int32_t>(op);
}

} // namespace vellum::ags
