// Where control comes into the code of a script other than from the instruction before: its functions and the
// targets of its jumps. Found once, while reading; nothing is verified here.
#pragma once

#include <cstdint>
#include <vector>

namespace vellum::pathologic {

class Script;

/// How control comes into a function.
enum class EntryKind : std::uint8_t {
    run,          ///< where the run starts (the run task's init)
    task_init,    ///< called between TaskCall and TaskReturn
    task_event,   ///< handler in a task's event table
    global_event, ///< handler in the script's event table
    call          ///< target of a Call
};

/// One function. An address with several ways in is listed once, under the first of the kinds above.
struct FunctionEntry {
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    std::uint32_t address = 0;
    std::uint32_t end = 0; ///< Address of the next function, or the end of the code.
    EntryKind kind = EntryKind::call;
    std::uint32_t task = none;  ///< For run, task_init and task_event.
    std::uint32_t event = none; ///< Event id, for the event kinds.
};

/// The ways into a script's code.
struct Entries {
    std::vector<FunctionEntry> functions; ///< Ascending address. A kind, task and event together are unique.
    std::vector<std::uint32_t> numbers;   ///< By address: which function begins there, counted from 1, or 0.
    std::vector<bool> targets; ///< By address: something jumps to, calls or starts at the instruction.

    /// The function that begins at the address, or null.
    [[nodiscard]] const FunctionEntry* function_at(std::uint32_t address) const noexcept {
        if (address >= numbers.size() || numbers[address] == 0) return nullptr;
        return &functions[numbers[address] - 1];
    }
};

/// Finds the entries of a script whose instructions and references are there.
[[nodiscard]] Entries find_entries(const Script& script);

} // namespace vellum::pathologic
