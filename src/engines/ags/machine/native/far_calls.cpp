// Calls of other scripts from machine code: as `call_far` of the fast form (fast/run.cpp), which makes those
// that are refused here.
#include <algorithm>

#include "base/moving.hpp"
#include "engines/ags/machine/native/native.hpp"

namespace vellum::ags {

namespace {

/// A run's script is the one that runs from here on.
void enter_script(NativeContext& context, std::uint32_t number) {
    FastState& s = *context.state;
    Instance& script = s.machine.environment().instances()[number];
    s.machine.instance = number;
    s.code = script.fast.get();
    s.steps = script.steps.data();
    context.stops = s.code->stops.data();
    context.code.data = script.data.data();
    context.code.functions = s.code->native->table.data();
}

} // namespace

std::int32_t enter_far_for_native(code::Context* shared, std::uint32_t op) {
    NativeContext& context = *reinterpret_cast<NativeContext*>(shared); // it is its first member
    FastState& s = *context.state;
    Machine& c = s.machine;
    const FastInstruction& operation = s.code->code[op];
    const FastStop& stop = s.code->stops[operation.imm];
    const auto refused = static_cast<std::int32_t>(op);
    if (stop.function == FastStop::none || stop.listed) return refused;
    const FastCode& fast = *c.environment().instances()[stop.instance].fast;
    const FastFunction& callee = fast.functions[stop.function];
    const void* const target = fast.native == nullptr ? nullptr : fast.native->table[stop.function];
    const std::size_t listed = c.parameters.size() + stop.arguments;
    const auto call = static_cast<std::uint32_t>(shared->calls - context.notes);
    Word* const to = shared->frame + operation.a;
    Word* const frame = to + stop.arguments + 1;
    std::byte* const bytes =
        shared->bytes + static_cast<std::uint32_t>(operation.b) + std::size_t{4} * stop.arguments + 4;
    if (target == nullptr || listed > stack_bytes || call >= context.most_calls ||
        frame + callee.most_entries >= context.frames_end || bytes + callee.most_bytes >= context.bytes_end ||
        shared->count + stop.instructions >= shared->limit)
        return refused;
    shared->count += stop.instructions;
    before_push(c.parameters);
    Word* place = to;
    for (std::uint32_t i = stop.arguments; i-- > 0;) {
        *place++ = context.arguments[i];
        c.parameters.push_back(context.arguments[i]);
    }
    if (stop.line >= 0) context.line = stop.line;
    context.lines[call] = context.line;
    context.outer[call] = {shared->frame, shared->bytes, context.unchecked_from, context.calls_end, s.floor};
    Run& run = c.runs.back();
    run.nesting = call - s.unnested;
    run.loops = context.loops;
    run.loop_check_off = context.unchecked_at(call, s.floor <= context.first_call, context.unchecked_from);
    before_push(c.runs);
    c.runs.emplace_back(stop.instance, stop.step + 1, 0U, 0U, 0U, static_cast<std::uint32_t>(listed),
                        static_cast<std::uint32_t>(bytes - c.stack.bytes.data()) - 4,
                        static_cast<std::int32_t>(stop.arguments));
    *shared->calls++ = operation.imm;
    s.set_floor(call + 1);
    context.loops = 0;
    context.unchecked_from = context.note(most_fast_calls) + 1;
    context.set_calls_end();
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
    const std::size_t listed = std::min<std::size_t>(c.parameters.size(), c.runs.back().parameter_base);
    c.runs.pop_back();
    const Run& run = c.runs.back();
    enter_script(context, run.instance);
    const FastStop& stop = s.code->stops[*--shared->calls];
    const auto call = static_cast<std::uint32_t>(shared->calls - context.notes);
    const NativeContext::Outer& outer = context.outer[call];
    shared->frame = outer.frame;
    shared->bytes = outer.bytes;
    context.line = context.lines[call];
    context.unchecked_from = outer.unchecked_from;
    context.calls_end = outer.calls_end;
    context.loops = run.loops;
    s.set_floor(outer.floor);
    c.parameters.resize(listed - stop.arguments);
    c.far_arguments = stop.arguments == 0 ? 0 : -1;
    if (stop.arguments == 0 || ++shared->count < shared->limit) return code::go_on; // SUBREALSTACK
    context.leave = NativeContext::Leave::out_of_budget;
    return static_cast<std::int32_t>(op);
}

} // namespace vellum::ags
