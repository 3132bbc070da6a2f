// What is certain about a Pathologic script without running it. Machines rely on it instead of checking
// again. Made by verify.cpp when something first asks for it, never changed afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/verify_flow.hpp"
#include "engines/pathologic/format/entries.hpp"

namespace vellum::pathologic {

/// What is known about one function.
struct FunctionFacts : FunctionEntry {
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
    analysis::FlowFacts flow;             ///< Depths count from the entry of the function.
    std::vector<FunctionFacts> functions; ///< As in Entries.
    bool verified = false;                ///< The start and all functions that can be reached are.

    /// The function that begins at the address, or null.
    [[nodiscard]] const FunctionFacts* function_at(std::uint32_t address) const noexcept;
    /// The function that the address lies in, or null.
    [[nodiscard]] const FunctionFacts* function_of(std::uint32_t address) const noexcept;
};

} // namespace vellum::pathologic
