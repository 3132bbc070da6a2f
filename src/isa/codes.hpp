// Diagnostic codes of the instruction layer: decoding, verifying and assembling, the same for all engines.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode isa_unknown_opcode{"isa.unknown-opcode", Severity::error,
                                                   "The code holds an opcode that the engine does not have."};
inline constexpr DiagnosticCode isa_truncated{"isa.truncated", Severity::error,
                                              "The code ends inside an instruction."};
inline constexpr DiagnosticCode isa_repeat{
    "isa.repeat", Severity::error, "An instruction has a list whose length cannot be known or does not fit."};
inline constexpr DiagnosticCode isa_jump_target{
    "isa.jump-target", Severity::error, "A jump or call leads outside the code or into an instruction."};
inline constexpr DiagnosticCode isa_fall_off{"isa.fall-off", Severity::error,
                                             "Control can run past the last instruction."};
inline constexpr DiagnosticCode isa_stack_underflow{
    "isa.stack-underflow", Severity::error, "An instruction takes more from the stack than is there."};
inline constexpr DiagnosticCode isa_stack_mismatch{
    "isa.stack-mismatch", Severity::error, "Two paths to the same instruction have different stack depths."};
inline constexpr DiagnosticCode isa_unreachable{"isa.unreachable", Severity::note,
                                                "Instructions that no entry point reaches."};

inline constexpr DiagnosticCode asm_syntax{"asm.syntax", Severity::error,
                                           "The line is not an instruction, label or directive."};
inline constexpr DiagnosticCode asm_unknown_mnemonic{"asm.unknown-mnemonic", Severity::error,
                                                     "No instruction of this engine has that name."};
inline constexpr DiagnosticCode asm_operand{"asm.operand", Severity::error,
                                            "An operand is missing, of the wrong kind or out of range."};
inline constexpr DiagnosticCode asm_unknown_name{"asm.unknown-name", Severity::error,
                                                 "A label or other name is used but never defined."};
inline constexpr DiagnosticCode asm_duplicate{"asm.duplicate", Severity::error, "A name is defined twice."};
inline constexpr DiagnosticCode asm_directive{"asm.directive", Severity::error,
                                              "A directive is unknown, misplaced or has wrong arguments."};

} // namespace vellum::codes
