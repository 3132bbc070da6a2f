// Small helpers over the operations of the instruction table that the machine needs: which operation a
// decoded instruction is, and how push and store forms of operators belong together.
#pragma once

#include <string_view>

#include "engines/pathologic/isa/tables.hpp"
#include "isa/code.hpp"
#include "isa/subset.hpp"

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

/// Every store form is called like its push form, with a 2.
consteval bool forms_belong_together() {
    constexpr std::array<std::string_view, hd_row_count> names{{
#define ROW(alpha, hd, name, operands, stack, result, flow, meaning) #name,
#include "engines/pathologic/isa/instructions.def"
#undef ROW
    }};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names.at(i).ends_with('2') && names.at(static_cast<std::size_t>(push_form(static_cast<Op>(i)))) !=
                                              names.at(i).substr(0, names.at(i).size() - 1))
            return false;
    return true;
}
static_assert(forms_belong_together());

#define VELLUM_SAME_binary_push_binary_push ~, 1
#define VELLUM_SAME_unary_push_unary_push ~, 1

/// The operators, by the operands of their push forms; the values are those of Op.
enum class BinaryOp : std::uint8_t {
#define ROW(alpha, hd, name, operands, ...)                                                                  \
    VELLUM_WHEN(binary_push, operands, name = static_cast<std::uint8_t>(Op::name), )
#include "engines/pathologic/isa/instructions.def"
#undef ROW
};
enum class UnaryOp : std::uint8_t {
#define ROW(alpha, hd, name, operands, ...)                                                                  \
    VELLUM_WHEN(unary_push, operands, name = static_cast<std::uint8_t>(Op::name), )
#include "engines/pathologic/isa/instructions.def"
#undef ROW
};

} // namespace vellum::pathologic
