#include "engines/ags/machine/native/context.hpp"

#include <algorithm>

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
    call = &machine.plain_call();
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
    stops = s.code->stops.data();
    most_calls = most_calls_here;
    first_call = s.calls;
    first_frame = frame;
    first_bytes = bytes;
    leave = Leave::repeat;
    outcome = CallOutcome::done;
    set_calls_end();
    // Notes are numbers of calls; the place where checks went off may lie below the first.
    unchecked_from = s.check_off == 0 ? notes + most_fast_calls + 1
                                      : note(std::int64_t{s.calls} + 1 - std::int64_t{s.check_off});
    frames_end = stack.values.data() + stack_entries;
    bytes_end = stack.bytes.data() + stack_bytes;
    refresh();
}

void NativeContext::set_calls_end() {
    const auto unnested = static_cast<std::int32_t>(state->unnested); // may be below 0
    const std::int32_t end = static_cast<std::int32_t>(most_nested_calls) + unnested;
    calls_end = notes + std::clamp(end, 0, static_cast<std::int32_t>(most_calls));
}

void NativeContext::refresh() noexcept {
    Pool& pool = state->machine.environment().pool();
    code.limit = state->machine.stop_at;
    table = pool.table();
    table_size = pool.table_size();
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

void NativeContext::settle() const {
    FastState& s = *state;
    const std::vector<Instance>& scripts = s.machine.environment().instances();
    const auto calls = static_cast<std::uint32_t>(code.calls - notes);
    const FastCode* fast = first_code;
    Word* frame = first_frame;
    std::uint32_t bytes = first_bytes;
    std::uint32_t begun = first_call; // in the present script
    for (std::uint32_t call = first_call; call < calls; ++call) {
        const FastStop& stop = fast->stops[notes[call]];
        const Layout& layout = fast->layouts[stop.layout];
        s.returns[call] = {fast->code.data() + stop.return_op,       &stop, frame,  bytes,
                           stop.line >= 0 ? stop.line : lines[call], 0,     s.floor};
        frame += layout.entries.size() + 1;
        bytes += layout.bytes + 4;
        if (!stop.is_far) continue;
        frame += stop.arguments;
        bytes += 4 * stop.arguments;
        s.returns[call].floor = outer[call].floor;
        count_unchecked(begun, call + 1, outer[call].unchecked_from);
        begun = call + 1;
        fast = scripts[stop.instance].fast.get();
    }
    count_unchecked(begun, calls, unchecked_from);
    s.check_off = unchecked_at(calls, begun == first_call, unchecked_from);
    s.calls = calls;
    s.line = line;
    s.loops = loops;
    s.step = step;
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
