#include "engines/ags/machine/native/context.hpp"

#include <algorithm>

namespace vellum::ags {

void NativeContext::enter(FastState& s, Word* frame, std::uint32_t bytes, std::uint64_t executed,
                          std::uint32_t most_calls) {
    Machine& machine = s.machine;
    Stack& stack = machine.stack;
    state = &s;
    code.frame = frame;
    code.bytes = stack.bytes.data() + bytes;
    code.data = machine.environment().instances()[machine.instance].data.data();
    code.calls = notes + s.calls;
    code.count = executed;
    registers = machine.registers.data();
    line = s.line;
    loops = s.loops;
    first_call = s.calls;
    first_frame = frame;
    first_bytes = bytes;
    leave = Leave::repeat;
    outcome = CallOutcome::done;
    // Notes are numbers of calls; `unnested` and the place where checks went off may lie below the first.
    const auto note = [this](std::int64_t number) {
        return notes + std::clamp<std::int64_t>(number, 0, most_fast_calls);
    };
    const auto unnested = static_cast<std::int32_t>(s.unnested);
    calls_end = note(std::min<std::int64_t>(std::int64_t{most_nested_calls} + unnested, most_calls));
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
}

std::uint32_t NativeContext::bytes_now() const noexcept {
    return static_cast<std::uint32_t>(code.bytes - state->machine.stack.bytes.data());
}

void NativeContext::settle() const {
    FastState& s = *state;
    const FastCode& fast = *s.code;
    const auto calls = static_cast<std::uint32_t>(code.calls - notes);
    const auto entered_off = s.check_off;
    // As many as since the call at which checks went off, that one included.
    const auto check_off = [&](std::uint32_t call) -> std::uint32_t {
        if (entered_off != 0) return entered_off + (call - first_call);
        const std::uint32_t* const here = notes + call;
        return here < unchecked_from ? 0 : static_cast<std::uint32_t>(here - unchecked_from) + 1;
    };
    Word* frame = first_frame;
    std::uint32_t bytes = first_bytes;
    for (std::uint32_t call = first_call; call < calls; ++call) {
        const FastStop& stop = fast.stops[notes[call]];
        const Layout& layout = fast.layouts[stop.layout];
        s.returns[call] = {fast.code.data() + stop.return_op,        &stop,           frame,  bytes,
                           stop.line >= 0 ? stop.line : lines[call], check_off(call), s.floor};
        frame += layout.entries.size() + 1;
        bytes += layout.bytes + 4;
    }
    s.check_off = check_off(calls);
    s.calls = calls;
    s.line = line;
    s.loops = loops;
}

} // namespace vellum::ags
