// Diagnostic codes of the compiler.
#pragma once

#include <array>

#include "vellum/diagnostic.hpp"

namespace vellum::pathologic::codes {

inline constexpr DiagnosticCode source_syntax{"pathologic.syntax", Severity::error,
                                              "The text does not follow the grammar of the language."};
inline constexpr DiagnosticCode source_name{"pathologic.name", Severity::error, "A name is not declared."};
inline constexpr DiagnosticCode source_twice{"pathologic.twice", Severity::error,
                                             "Something is declared twice in the same place."};
inline constexpr DiagnosticCode source_arguments{"pathologic.argument-count", Severity::error,
                                                 "A call has the wrong number of arguments."};
inline constexpr DiagnosticCode source_type{"pathologic.type", Severity::error,
                                            "A value has the wrong type for its place."};
inline constexpr DiagnosticCode source_jump{"pathologic.jump", Severity::error,
                                            "break or continue is outside a loop."};
inline constexpr DiagnosticCode source_main{"pathologic.main", Severity::error,
                                            "A script has one main task, and a task one init."};
inline constexpr DiagnosticCode source_limit{"pathologic.limit", Severity::error,
                                             "The text is nested too deeply or too large."};
inline constexpr DiagnosticCode source_constant{"pathologic.constant", Severity::error,
                                                "The value of a constant is not known at compile time."};
inline constexpr DiagnosticCode source_include{"pathologic.include", Severity::error,
                                               "A file cannot be included."};
inline constexpr DiagnosticCode source_native{
    "pathologic.unknown-native", Severity::warning,
    "The game has no known native with that name and number of arguments."};
inline constexpr DiagnosticCode source_unused{"pathologic.unused", Severity::warning,
                                              "A declaration is never used."};
inline constexpr DiagnosticCode source_unreachable{"pathologic.unreachable", Severity::warning,
                                                   "A statement is never reached."};
inline constexpr DiagnosticCode source_no_return{"pathologic.no-return", Severity::warning,
                                                 "A function with a result can end without one."};
inline constexpr DiagnosticCode source_unread{"pathologic.unread", Severity::warning,
                                              "A value assigned to a variable is never read."};
inline constexpr DiagnosticCode source_conversion{
    "pathologic.conversion", Severity::warning, "A value is truncated in its variable, or does not fit it."};
inline constexpr DiagnosticCode source_answer{"pathologic.answer", Severity::warning,
                                              "A native's answer is lost."};

inline constexpr std::array source_codes{
    &source_syntax,     &source_name,   &source_twice,       &source_arguments, &source_type,
    &source_jump,       &source_main,   &source_limit,       &source_constant,  &source_include,
    &source_native,     &source_unused, &source_unreachable, &source_no_return, &source_unread,
    &source_conversion, &source_answer};

} // namespace vellum::pathologic::codes
