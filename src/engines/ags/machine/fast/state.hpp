// What the fast form keeps outside of the machine while it runs, and how that becomes the machine's own state
// again: calls, counters, sizes of stack entries, line and position. Calls of other scripts are among them:
// only their runs stand in the machine at once. Relies on the lowered code; executes nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "engines/ags/machine/fast/code.hpp"

namespace vellum::ags {

/// A call made here: how to come back. Written as a whole when the call is made; places for all of them are
/// made on every entry and must cost nothing, so nothing has a value before.
struct FastReturn {
    const FastInstruction* next;
    const FastStop* stop;
    Word* frame;
    std::uint32_t bytes;
    std::int32_t line;
    std::uint32_t check_off;
    std::uint32_t floor; ///< Of the run that made the call, if it led into another script.
};
/// A machine has at most so many calls open, those of other runs among them.
inline constexpr std::uint32_t most_fast_calls = most_call_records + 1;

struct NativeContext;

/// What the fast form keeps outside of the machine while it runs.
struct FastState {
    Machine& machine;
    FastReturn* returns; ///< most_fast_calls of them
    // The frame it entered in.
    std::uint32_t first_instance;
    std::uint32_t first_function;
    std::uint32_t first_entry; ///< index of that frame's first entry
    std::uint32_t first_bytes;
    std::uint32_t first_nesting;
    // The script that runs: the machine's `instance`.
    const FastCode* code = nullptr;
    const Step* steps = nullptr;
    std::uint32_t calls = 0;
    std::uint32_t floor = 0;    ///< `calls` when the present run began: a return at that depth ends it
    std::uint32_t unnested = 0; ///< What `calls` is above the nesting of the present run (may be below 0)
    std::uint32_t check_off = 0;
    std::uint32_t loops = 0;
    std::int32_t line = 0;
    std::uint32_t step = 0;          ///< of the native that is running
    NativeContext* native = nullptr; ///< While machine code runs: the calls made there are not here yet.

    /// Calls that are open in the present run.
    [[nodiscard]] std::uint32_t nesting() const noexcept { return calls - unnested; }
    /// The present run is the one that began at that depth.
    void set_floor(std::uint32_t depth) noexcept {
        floor = depth;
        unnested = depth == 0 ? 0U - first_nesting : depth;
    }
    /// Calls `visit(call, caller's script, caller's function)` for the calls made here, outermost first;
    /// gives the function that runs.
    template <class Visit> const FastFunction& each_call(Visit&& visit) const {
        const std::vector<Instance>& instances = machine.environment().instances();
        const Instance* script = &instances[first_instance];
        const FastFunction* function = &script->fast->functions[first_function];
        for (std::uint32_t i = 0; i < calls; ++i) {
            const FastStop& stop = *returns[i].stop;
            visit(returns[i], *script, *function);
            if (stop.is_far) script = &instances[stop.instance];
            function = &script->fast->functions[stop.function];
        }
        return *function;
    }
    /// Adds the calls made here; gives the function that runs.
    const FastFunction& records(std::vector<CallRecord>& out) const {
        return each_call([&](const FastReturn& call, const Instance& script, const FastFunction& caller) {
            out.push_back({script.number, script.steps[call.stop->step].word, call.line, caller.start_word,
                           caller.has_base ? std::int64_t{caller.start_word} : -1});
        });
    }
    /// The line at a step: the last LINENUM of its block, or what the machine had.
    [[nodiscard]] std::int32_t line_at(std::uint32_t at) const {
        for (;; --at) {
            if (steps[at].op == Op::linenum) return signed_of(steps[at].value);
            if (code->entries[at].op != FastEntry::none || at == 0) return line;
        }
    }
    /// Instructions up to and with `at` that no operation has accounted for: back to the block's start or the
    /// last native.
    [[nodiscard]] std::uint32_t uncounted_before(std::uint32_t at) const {
        std::uint32_t count = 1;
        for (; code->entries[at].op == FastEntry::none && at > 0; --at, ++count)
            if (steps[at - 1].op == Op::callext) break;
        return count;
    }
    /// The first step from there on with that instruction.
    [[nodiscard]] std::uint32_t next_step(std::uint32_t at, Op op) const {
        while (steps[at].op != op) ++at;
        return at;
    }
    /// True if CHECKNULL stands right in front of an access, but for an offset; `check` is its step.
    [[nodiscard]] bool checked_before(std::uint32_t access, std::uint32_t& check) const {
        const auto begins = [this](std::uint32_t at) {
            return at == 0 || code->entries[at].op != FastEntry::none;
        };
        if (begins(access)) return false;
        check = access - 1;
        if (steps[check].op == Op::add && steps[check].a == reg_mar) {
            if (begins(check)) return false;
            --check;
        }
        return steps[check].op == Op::checknull;
    }
    /// The access that a check of MAR is made for.
    [[nodiscard]] std::uint32_t access_behind(std::uint32_t check) const {
        while (!reads_number(steps[check].op) && !writes_number(steps[check].op) &&
               steps[check].op != Op::memreadptr)
            ++check;
        return check;
    }
    /// Calls, line and position; the stack does not matter to a fault.
    void tell_position(std::uint32_t at, std::int32_t at_line) {
        const FastFunction& current = records(machine.records);
        Run& run = machine.runs.back();
        run.nesting = nesting();
        run.loops = loops;
        run.loop_check_off = check_off;
        machine.function_start = current.start_word;
        machine.this_base = current.has_base ? std::int64_t{current.start_word} : -1;
        machine.step = at;
        machine.line = at_line;
        calls = floor = 0;
    }
    /// Everything: the precise interpreter can go on at `at`.
    void hand_over(std::uint32_t at, std::uint32_t layout, std::int32_t at_line) {
        Stack& stack = machine.stack;
        std::uint32_t entry = first_entry;
        std::uint32_t bytes = first_bytes;
        const auto place = [&](const Layout::Entry& one) {
            stack.sizes[entry] = one.size;
            stack.raw[entry] = one.raw;
            stack.offsets[entry] = static_cast<std::uint16_t>(bytes);
            bytes += one.size;
            ++entry;
        };
        each_call([&](const FastReturn& call, const Instance& script, const FastFunction&) {
            const FastStop& stop = *call.stop;
            for (const Layout::Entry& one : script.fast->layouts[stop.layout].entries) place(one);
            if (stop.is_far)
                for (std::uint32_t i = 0; i < stop.arguments; ++i) place({});
            stack.values[entry] = integer_word(stop.is_far ? 0 : script.steps[stop.step + 1].word);
            place({});
        });
        for (const Layout::Entry& one : code->layouts[layout].entries) place(one);
        stack.count = entry;
        stack.used = bytes;
        stack.tail = 0;
        tell_position(at, at_line);
    }
};

} // namespace vellum::ags
