// What the fast form keeps outside of the machine while it runs, and how that becomes the machine's own state
// again: calls, counters, sizes of stack entries, line and position. Relies on the lowered code; executes
// nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "engines/ags/machine/fast/code.hpp"

namespace vellum::ags {

/// A call made here: how to come back.
struct FastReturn {
    const FastInstruction* next = nullptr;
    const FastStop* stop = nullptr;
    Word* frame = nullptr;
    std::uint32_t bytes = 0;
    std::int32_t line = 0;
    std::uint32_t check_off = 0;
};

/// What the fast form keeps outside of the machine while it runs.
struct FastState {
    Machine& machine;
    const FastCode& code;
    const Step* steps;
    std::uint32_t instance;
    std::uint32_t first_function; ///< of the frame it entered in
    std::uint32_t first_entry;    ///< index of that frame's first entry
    std::uint32_t first_bytes;
    std::uint32_t first_nesting;
    FastReturn* returns; ///< most_nested_calls of them
    std::uint32_t calls = 0;
    std::uint32_t check_off = 0;
    std::uint32_t loops = 0;
    std::int32_t line = 0;
    std::uint32_t step = 0; ///< of the native that is running

    [[nodiscard]] const FastFunction& function(std::uint32_t depth) const {
        return code.functions[depth == 0 ? first_function : returns[depth - 1].stop->function];
    }
    void records(std::vector<CallRecord>& out) const {
        for (std::uint32_t i = 0; i < calls; ++i) {
            const FastFunction& caller = function(i);
            out.push_back({instance, steps[returns[i].stop->step].word, returns[i].line, caller.start_word,
                           caller.has_base ? std::int64_t{caller.start_word} : -1});
        }
    }
    /// The line at a step: the last LINENUM of its block, or what the machine had.
    [[nodiscard]] std::int32_t line_at(std::uint32_t at) const {
        for (;; --at) {
            if (steps[at].op == Op::linenum) return signed_of(steps[at].value);
            if (code.entries[at].op != FastEntry::none || at == 0) return line;
        }
    }
    /// Instructions up to and with `at` that no operation has accounted for: back to the block's start or the
    /// last native.
    [[nodiscard]] std::uint32_t uncounted_before(std::uint32_t at) const {
        std::uint32_t count = 1;
        for (; code.entries[at].op == FastEntry::none && at > 0; --at, ++count)
            if (steps[at - 1].op == Op::callext) break;
        return count;
    }
    /// Calls, line and position; the stack does not matter to a fault.
    void tell_position(std::uint32_t at, std::int32_t at_line) {
        records(machine.records);
        Run& run = machine.runs.back();
        run.nesting = first_nesting + calls;
        run.loops = loops;
        run.loop_check_off = check_off;
        const FastFunction& current = function(calls);
        machine.function_start = current.start_word;
        machine.this_base = current.has_base ? std::int64_t{current.start_word} : -1;
        machine.step = at;
        machine.line = at_line;
        calls = 0;
    }
    /// Everything: the precise interpreter can go on at `at`.
    void hand_over(std::uint32_t at, std::uint32_t layout, std::int32_t at_line) {
        Stack& stack = machine.stack;
        std::uint32_t entry = first_entry;
        std::uint32_t bytes = first_bytes;
        const auto place = [&](const Layout& shape) {
            for (const Layout::Entry& one : shape.entries) {
                stack.sizes[entry] = one.size;
                stack.raw[entry] = one.raw;
                stack.offsets[entry] = static_cast<std::uint16_t>(bytes);
                bytes += one.size;
                ++entry;
            }
        };
        for (std::uint32_t i = 0; i < calls; ++i) {
            place(code.layouts[returns[i].stop->layout]);
            stack.values[entry] = integer_word(steps[returns[i].stop->step + 1].word);
            stack.sizes[entry] = 4;
            stack.raw[entry] = false;
            stack.offsets[entry] = static_cast<std::uint16_t>(bytes);
            bytes += 4;
            ++entry;
        }
        place(code.layouts[layout]);
        stack.count = entry;
        stack.used = bytes;
        stack.tail = 0;
        tell_position(at, at_line);
    }
};

} // namespace vellum::ags
