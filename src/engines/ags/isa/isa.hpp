// The instruction table of AGS scripts: all opcodes that a SCOM file may hold and the one the linker makes
// (CALLAS), one row each in instructions.def. Relies on the shared table types; knows nothing of files,
// fixups or execution. Facts: docs/engines/ags.md, "Instructions".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "isa/table.hpp"

namespace vellum::ags {

/// Register numbers as they stand in the code. 0 and everything above 7 name nothing.
enum Register : std::uint32_t {
    reg_none,
    reg_sp,
    reg_mar,
    reg_ax,
    reg_bx,
    reg_cx,
    reg_op,
    reg_dx,
    register_count
};

/// Opcodes under their own names; `null` is no instruction.
enum class Op : std::uint16_t {
    null,
#define ROW(name, mnemonic, operands, implicit, noise, flow, meaning) name,
#include "engines/ags/isa/instructions.def"
#undef ROW
};

/// The instructions that read and write numbers at MAR.
[[nodiscard]] constexpr bool reads_number(Op op) noexcept {
    return op == Op::memread || op == Op::memreadb || op == Op::memreadw;
}
[[nodiscard]] constexpr bool writes_number(Op op) noexcept {
    return op == Op::memwrite || op == Op::memwriteb || op == Op::memwritew;
}

inline constexpr std::size_t instruction_count = []() consteval {
    std::size_t count = 0;
#define ROW(name, mnemonic, operands, implicit, noise, flow, meaning) ++count;
#include "engines/ags/isa/instructions.def"
#undef ROW
    return count;
}();

/// OperandSpec::param: which field of a decoded instruction (Step) an operand goes into.
enum StepField : std::uint8_t { in_first_register, in_second_register, in_value, in_extra };

/// By Op: what no fault and no native can stop at; see instructions.def.
extern const std::array<bool, instruction_count + 1> is_quiet;

/// The upper bits of an opcode word name a script instance, for the linker's CALLAS. Files have none there,
/// but the engine never looks at them in another instruction.
inline constexpr unsigned instance_shift = 22;
inline constexpr std::uint32_t most_instance = 0xFFFFFFFFU >> instance_shift;
inline constexpr std::uint32_t opcode_bits = (1U << instance_shift) - 1;

/// The one numbering.
extern const isa::Table scom_table;

/// Word of an instruction in which its literal stands if it has one: what a fixup can replace.
inline constexpr std::uint32_t literal_word = 2;
[[nodiscard]] bool has_literal(const isa::Row& row) noexcept;

/// Name of a register ("AX"), or empty.
[[nodiscard]] std::string_view register_name(std::uint32_t number) noexcept;

} // namespace vellum::ags
