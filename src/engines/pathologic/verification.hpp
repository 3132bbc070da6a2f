// What loading proves about a Pathologic script without running it. Machines rely on it instead of checking
// again; listings and cross references read the function table. Made by verify.cpp, never changed afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/verify.hpp"

namespace vellum::pathologic {

/// How control comes into a function.
enum class EntryKind : std::uint8_t {
    run,          ///< where the run starts (the run task's init)
    task_init,    ///< called between TaskCall and TaskReturn
    task_event,   ///< handler in a task's event table
    global_event, ///< handler in the script's event table
    call          ///< target of a Call
};

/// One function. An address with several ways in is listed once, under the first of the kinds above.
struct FunctionFacts {
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    std::uint32_t address = 0;
    std::uint32_t end = 0; ///< Address of the next function, or the end of the code.
    EntryKind kind = EntryKind::call;
    std::uint32_t task = none;  ///< For run, task_init and task_event.
    std::uint32_t event = none; ///< Event id, for the event kinds.
    /// How many values below its own frame the function and its callees may touch: they must be on the stack
    /// on entry.
    std::uint32_t arguments = 0;
    /// Most values its own frame holds at any time; callees not counted.
    std::uint32_t max_depth = 0;
    /// Everything below holds for the function and all it calls, so that no check is needed while running it:
    /// targets are instructions; before each instruction the frame has flow.depth values; S[v] has
    /// 1 <= v <= depth + arguments; nothing below the frame is popped and Return pops exactly the frame; T[v]
    /// is below the varCount of every task it can run in; globals, imports and tasks exist; strings and names
    /// are terminated in the pool; PushV types are known; TaskCall, Call, TaskReturn stand together with the
    /// task's parameters on the stack. Not included: types of variables, null objects, division by zero,
    /// endless recursion.
    bool verified = false;
};

/// Facts about a whole script.
struct Verification {
    isa::FlowFacts flow;                  ///< Depths count from the entry of the function.
    std::vector<FunctionFacts> functions; ///< Ascending address.
    bool verified = false;                ///< The start and all functions that can be reached are.
    bool spotless = false;                ///< There was nothing at all to report.

    /// The function that begins at the address, or null.
    [[nodiscard]] const FunctionFacts* function_at(std::uint32_t address) const noexcept;
    /// The function that the address lies in, or null.
    [[nodiscard]] const FunctionFacts* function_of(std::uint32_t address) const noexcept;
};

} // namespace vellum::pathologic
