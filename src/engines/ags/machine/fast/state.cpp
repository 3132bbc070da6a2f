// Where the fast form may be entered, and what an observer is told while it calls a native.
#include "engines/ags/machine/fast/state.hpp"

#include "engines/ags/machine/native/context.hpp"

namespace vellum::ags {

void describe_fast(FastState& state, std::vector<CallRecord>& records, std::uint32_t& step,
                   std::int32_t& line) {
    // What was entered stays as it is: the code goes on from there.
    const FastState entered = state;
    if (state.native != nullptr) state.native->settle();
    state.records(records);
    step = state.step;
    line = state.line_at(state.step);
    state.calls = entered.calls;
    state.check_off = entered.check_off;
    state.line = entered.line;
    state.loops = entered.loops;
    state.floor = entered.floor;
    state.unnested = entered.unnested;
}

bool can_run_fast(const Machine& machine) {
    if (machine.restored || machine.waiting || machine.object_call || machine.next_arguments >= 0 ||
        machine.far_arguments > 0 || machine.stack.tail != 0 || machine.runs.empty())
        return false;
    const Instance& instance = machine.environment().instances()[machine.instance];
    if (instance.fast == nullptr) return false;
    const FastCode& code = *instance.fast;
    const FastEntry& entry = code.entries[machine.step];
    if (entry.op == FastEntry::none) return false;
    const FastFunction& function = code.functions[entry.function];
    const Layout& layout = code.layouts[entry.layout];
    const Stack& stack = machine.stack;
    if (stack.count < layout.entries.size() + 1 + function.parameters || stack.used < layout.bytes + 4)
        return false;
    const std::uint32_t first = stack.count - static_cast<std::uint32_t>(layout.entries.size());
    if (first + function.most_entries >= stack_entries ||
        stack.used - layout.bytes + function.most_bytes >= stack_bytes)
        return false;
    for (std::uint32_t i = 0; i < function.parameters; ++i) // plain values below the return address
        if (stack.raw[first - 2 - i] || stack.sizes[first - 2 - i] != 4) return false;
    return true;
}

} // namespace vellum::ags
