// What source has and compiled code lacks: where instructions come from, and the names of functions and
// variables. A plain table, the same for every engine; see Program::debug_info.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vellum/export.hpp"

namespace vellum {

/// A place in source; valid from its instruction up to that of the next one.
struct DebugLine {
    std::uint32_t address = 0; ///< Of the first instruction, in the engine's address unit.
    std::uint32_t file = 0;    ///< In DebugInfo::files.
    std::uint32_t line = 0;    ///< From 1.
    std::uint32_t column = 0;  ///< From 1, in bytes.
};

/// A function with its variables, each by its number.
struct DebugFunction {
    static constexpr std::uint32_t none = 0xFFFFFFFF; ///< It belongs to the whole program.

    std::string name;                    ///< "TMain::OnUse".
    std::uint32_t address = 0;           ///< Where it begins.
    std::uint32_t end = 0;               ///< Just past its last instruction.
    std::uint32_t group = none;          ///< In DebugInfo::groups.
    std::vector<std::string> parameters; ///< First to last.
    std::vector<std::string> locals;     ///< In the order of their declarations, through all blocks.
    bool result = false;                 ///< It returns a value.
};

/// Functions that share variables: a task.
struct DebugGroup {
    std::string name;                   ///< "TMain".
    std::vector<std::string> variables; ///< By number.
};

/// Everything of one program.
struct VELLUM_API DebugInfo {
    std::vector<std::string> files;       ///< The source first, then what it includes.
    std::vector<DebugLine> lines;         ///< Ascending address.
    std::vector<DebugFunction> functions; ///< Ascending address.
    std::vector<DebugGroup> groups;       ///< By number.
    std::vector<std::string> globals;     ///< By number.

    /// Where the instruction at an address comes from; null if no function has it.
    [[nodiscard]] const DebugLine* line_of(std::uint32_t address) const noexcept;
    /// The function that contains an address, or null.
    [[nodiscard]] const DebugFunction* function_of(std::uint32_t address) const noexcept;
};

} // namespace vellum
