// Small helpers over the operations of the instruction table that the machine needs: which operation a
// decoded instruction is, and how push and store forms of operators belong together.
#pragma once

#include "engines/pathologic/isa/tables.hpp"
#include "isa/code.hpp"

namespace vellum::pathologic {

/// What a decoded instruction of a script does.
[[nodiscard]] inline Op operation_of(const isa::Instruction& instruction, Numbering numbering) noexcept {
    return operation(numbering, instruction.row);
}

/// Distance between a push form and its store form for the block Add … Not.
inline constexpr int store_form_distance = static_cast<int>(Op::Add2) - static_cast<int>(Op::Add);

/// The push form that names an operator: Add for Add2, Sqrt for Sqrt2.
[[nodiscard]] constexpr Op push_form(Op op) noexcept {
    const int number = static_cast<int>(op);
    if (op >= Op::Add2 && op <= Op::Not2) return static_cast<Op>(number - store_form_distance);
    return static_cast<Op>(number - 1); // the later store forms stand right behind their push forms
}

static_assert(push_form(Op::GE2) == Op::GE && push_form(Op::Pow2) == Op::Pow &&
              push_form(Op::CString2) == Op::CString);

} // namespace vellum::pathologic
