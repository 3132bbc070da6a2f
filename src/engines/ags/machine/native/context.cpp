#include "engines/ags/machine/native/context.hpp"

#include <algorithm>

#include "base/moving.hpp"

namespace vellum::ags {

void NativeContext::enter(FastState& s, Word* frame, std::uint32_t bytes, std::uint64_t executed,
                          std::uint32_t most_calls_here) {
    Machine& machine = s.machine;
    Stack& stack = machine.stack;
    state = &s;
    s.native = this;
    step = s.step;
    fields = &machine;
    view = &machine;
    plain_call = &machine.plain_call();
    changes = &machine.environment().pool().changes();
    code.frame = frame;
    code.bytes = stack.bytes.data() + bytes;
    code.data = machine.environment().instances()[machine.instance].data.data();
    code.calls = notes + s.calls;
    code.count = executed;
    registers = machine.registers.data();
    line = s.line;
    loops = s.loops;
    first_code = s.code;
    most_calls = most_calls_here;
    first_call = s.calls;
    first_floor = s.floor;
    first_unnested = s.unnested;
    made = code.calls;
    first_frame = frame;
    first_bytes = bytes;
    leave = Leave::repeat;
    outcome = CallOutcome::done;
    const std::int32_t end = static_cast<std::int32_t>(most_nested_calls) +
                             static_cast<std::int32_t>(s.unnested); // may be below 0
    calls_end = notes + std::clamp(end, 0, static_cast<std::int32_t>(most_calls));
    // Notes are numbers of calls; the place where checks went off may lie below the first.
    unchecked_from = s.check_off == 0 ? notes + most_fast_calls + 1
                                      : note(std::int64_t{s.calls} + 1 - std::int64_t{s.check_off});
    frames_end = stack.values.data() + stack_entries;
    bytes_end = stack.bytes.data() + stack_bytes;
    refresh();
}

void NativeContext::refresh() noexcept {
    Pool& pool = state->machine.environment().pool();
    code.limit = state->machine.stop_at;
    table = pool.table();
    table_size = pool.table_size();
    // As many parameters as there are entries may wait for their place on the machine's list.
    far_end = state->machine.parameters.size() + stack_entries <= stack_bytes ? notes + most_calls : notes;
    data_places = state->machine.environment().data_places().data();
    if (freed != pool.freed()) forget_arrays();
    known_changes = pool.changes();
}

void NativeContext::forget_arrays() noexcept {
    for (Arrays& use : arrays) std::ranges::fill(use.limits, 0U);
    freed = state->machine.environment().pool().freed();
}

std::uint32_t NativeContext::bytes_now() const noexcept {
    return static_cast<std::uint32_t>(code.bytes - state->machine.stack.bytes.data());
}

void NativeContext::follow() const noexcept {
    const Instance& script = state->machine.environment().instances()[state->machine.instance];
    state->code = script.fast.get();
    state->steps = script.steps.data();
}

template <class Visit> std::uint32_t NativeContext::each_call(Visit&& visit, const FastCode*& fast) const {
    const std::vector<Instance>& scripts = state->machine.environment().instances();
    const auto calls = static_cast<std::uint32_t>(code.calls - notes);
    fast = first_code;
    Word* frame = first_frame;
    std::uint32_t bytes = first_bytes;
    std::uint32_t begun = first_call;
    for (std::uint32_t call = first_call; call < calls; ++call) {
        const FastStop& stop = fast->stops[notes[call]];
        const Layout& layout = fast->layouts[stop.layout];
        visit(Open{call, stop, *fast, frame, bytes, begun});
        frame += layout.entries.size() + 1;
        bytes += layout.bytes + 4;
        if (!stop.is_far) continue;
        frame += stop.arguments;
        bytes += 4 * stop.arguments;
        begun = call + 1;
        fast = scripts[stop.instance].fast.get();
    }
    return begun;
}

void NativeContext::settle() const {
    FastState& s = *state;
    const FastCode* fast = nullptr;
    const std::uint32_t begun = each_call(
        [&](const Open& open) {
            const auto& [call, stop, caller, frame, bytes, from] = open;
            s.returns[call] = {caller.code.data() + stop.return_op,
                               &stop,
                               frame,
                               bytes,
                               stop.line >= 0 ? stop.line : lines[call],
                               0,
                               from == first_call ? first_floor : from};
            if (stop.is_far) count_unchecked(from, call + 1, notes + note_at(unchecked_of[call]));
        },
        fast);
    const auto calls = static_cast<std::uint32_t>(code.calls - notes);
    count_unchecked(begun, calls, unchecked_from);
    s.check_off = unchecked_at(calls, begun == first_call, unchecked_from);
    s.calls = calls;
    s.set_floor(begun == first_call ? first_floor : begun);
    s.line = line;
    s.loops = loops;
    s.step = step;
    follow();
}

void NativeContext::make_runs() {
    if (made == code.calls) return;
    Machine& c = state->machine;
    const FastCode* fast = nullptr;
    const std::uint32_t begun = each_call(
        [&](const Open& open) {
            const auto& [call, stop, caller, frame, bytes, from] = open;
            if (!stop.is_far || notes + call < made) return;
            const Layout& layout = caller.layouts[stop.layout];
            if (!stop.listed) {
                const Word* const given = frame + layout.entries.size();
                before_push(c.parameters);
                c.parameters.insert(c.parameters.end(), given, given + stop.arguments);
            }
            Run& run = c.runs.back();
            run.nesting = call - (from == first_call ? first_unnested : from);
            run.loops = loops_of[call];
            run.loop_check_off = unchecked_at(call, from == first_call, notes + note_at(unchecked_of[call]));
            before_push(c.runs);
            c.runs.emplace_back(
                stop.instance, stop.step + 1, 0U, 0U, 0U, static_cast<std::uint32_t>(c.parameters.size()),
                bytes + layout.bytes + 4 * stop.arguments, static_cast<std::int32_t>(stop.arguments));
        },
        fast);
    made = notes + begun; // a call behind it, once it has ended, leaves its number to one that has no run
}

void NativeContext::run_ended() {
    const FastCode* fast = nullptr;
    made = notes + each_call([](const Open&) {}, fast);
}

void NativeContext::count_unchecked(std::uint32_t first, std::uint32_t last,
                                    const std::uint32_t* from) const {
    for (std::uint32_t call = first; call < last; ++call)
        state->returns[call].check_off = unchecked_at(call, first == first_call, from);
}

std::uint32_t NativeContext::unchecked_at(std::uint32_t call, bool entered, const std::uint32_t* from) const {
    if (entered && state->check_off != 0) return state->check_off + (call - first_call);
    const std::uint32_t* const here = notes + call;
    return here < from ? 0 : static_cast<std::uint32_t>(here - from) + 1;
}

} // namespace vellum::ags
