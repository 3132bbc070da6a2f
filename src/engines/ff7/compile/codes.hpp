// Diagnostic codes of the compiler.
#pragma once

#include <array>

#include "vellum/diagnostic.hpp"

namespace vellum::ff7::codes {

inline constexpr DiagnosticCode source_syntax{"ff7.syntax", Severity::error,
                                              "The text does not follow the grammar of the language."};
inline constexpr DiagnosticCode source_name{"ff7.name", Severity::error, "A name is not declared."};
inline constexpr DiagnosticCode source_twice{"ff7.twice", Severity::error,
                                             "A name, a label or a function is declared twice."};
inline constexpr DiagnosticCode source_operands{"ff7.operand-count", Severity::error,
                                                "An instruction has the wrong number of operands."};
inline constexpr DiagnosticCode source_assign{"ff7.assign", Severity::error,
                                              "The target of a write is not a place in a memory bank."};
inline constexpr DiagnosticCode source_number{"ff7.number", Severity::error, "A number is out of range."};
inline constexpr DiagnosticCode source_jump{"ff7.jump", Severity::error,
                                            "break or continue is outside a loop, or a label is missing."};
inline constexpr DiagnosticCode source_limit{
    "ff7.limit", Severity::error, "The text is nested too deeply, or the game has no room for its code."};
inline constexpr DiagnosticCode source_left{
    "ff7.left-items", Severity::warning,
    "An instruction that takes nothing gets operands, which stay on the stack."};
inline constexpr DiagnosticCode source_unreachable{"ff7.unreachable", Severity::note,
                                                   "A statement is never reached."};
inline constexpr DiagnosticCode source_explanation{"ff7.explanation", Severity::note,
                                                   "An explanation of code whose meaning may surprise."};

inline constexpr std::array source_codes{
    &source_syntax, &source_name,  &source_twice, &source_operands,    &source_assign,     &source_number,
    &source_jump,   &source_limit, &source_left,  &source_unreachable, &source_explanation};

} // namespace vellum::ff7::codes
