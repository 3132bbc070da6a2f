// The instruction table of AGS scripts: all opcodes that a SCOM file may hold and the one the linker makes
// (CALLAS). Relies on the shared table types; knows nothing of files, fixups or execution. Facts:
// docs/engines/ags.md "Instructions".
#pragma once

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

/// Opcodes under their own names, for the machine and its tests.
enum class Op : std::uint16_t {
    null,
    add,
    sub,
    regtoreg,
    writelit,
    ret,
    littoreg,
    memread,
    memwrite,
    mulreg,
    divreg,
    addreg,
    subreg,
    bitand_,
    bitor_,
    isequal,
    notequal,
    greater,
    lessthan,
    gte,
    lte,
    and_,
    or_,
    call,
    memreadb,
    memreadw,
    memwriteb,
    memwritew,
    jz,
    pushreg,
    popreg,
    jmp,
    mul,
    callext,
    pushreal,
    subrealstack,
    linenum,
    callas,
    thisbase,
    numfuncargs,
    modreg,
    xorreg,
    notreg,
    shiftleft,
    shiftright,
    callobj,
    checkbounds,
    memwriteptr,
    memreadptr,
    memzeroptr,
    meminitptr,
    loadspoffs,
    checknull,
    fadd,
    fsub,
    fmulreg,
    fdivreg,
    faddreg,
    fsubreg,
    fgreater,
    flessthan,
    fgte,
    flte,
    zeromemory,
    createstring,
    stringsequal,
    stringsnoteq,
    checknullreg,
    loopcheckoff,
    memzeroptrnd,
    jnz,
    dynamicbounds,
    newarray,
    newuserobject,
    count
};

/// The upper bits of an opcode word name a script instance, for the linker's CALLAS. Files have none there,
/// but the engine never looks at them in another instruction.
inline constexpr unsigned instance_shift = 22;
inline constexpr std::uint32_t most_instance = 0xFFFFFFFFU >> instance_shift;
inline constexpr std::uint32_t opcode_bits = (1U << instance_shift) - 1;

/// The one numbering.
extern const isa::Table scom_table;

/// Name of a register ("AX"), or empty.
[[nodiscard]] std::string_view register_name(std::uint32_t number) noexcept;

} // namespace vellum::ags
