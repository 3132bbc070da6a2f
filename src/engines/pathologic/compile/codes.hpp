// Diagnostic codes of the compiler.
#pragma once

#include <array>

#include "vellum/diagnostic.hpp"

namespace vellum::pathologic::codes {

inline constexpr DiagnosticCode source_syntax{"pathologic.syntax", Severity::error,
                                              "The text does not follow the grammar of the language."};
inline constexpr DiagnosticCode source_name{"pathologic.name", Severity::error,
                                            "A name is used that nothing has."};
inline constexpr DiagnosticCode source_twice{"pathologic.twice", Severity::error,
                                             "Something is declared twice in the same place."};
inline constexpr DiagnosticCode source_arguments{"pathologic.argument-count", Severity::error,
                                                 "A call has another number of arguments than its function."};
inline constexpr DiagnosticCode source_type{"pathologic.type", Severity::error,
                                            "A value has a type that cannot stand there."};
inline constexpr DiagnosticCode source_jump{"pathologic.jump", Severity::error,
                                            "break or continue stands outside of a loop."};
inline constexpr DiagnosticCode source_main{"pathologic.main", Severity::error,
                                            "A script has one main task, and a task one init."};
inline constexpr DiagnosticCode source_limit{"pathologic.limit", Severity::error,
                                             "The text is nested too deeply or too large."};
inline constexpr DiagnosticCode source_constant{"pathologic.constant", Severity::error,
                                                "A constant has no value that is known while compiling."};
inline constexpr DiagnosticCode source_include{"pathologic.include", Severity::error,
                                               "A text cannot be included."};
inline constexpr DiagnosticCode source_native{
    "pathologic.unknown-native", Severity::warning,
    "The game is not known to have a native of that name and count."};
inline constexpr DiagnosticCode source_unused{"pathologic.unused", Severity::warning,
                                              "Something is declared and never used."};
inline constexpr DiagnosticCode source_unreachable{"pathologic.unreachable", Severity::warning,
                                                   "A statement is never reached."};
inline constexpr DiagnosticCode source_no_return{"pathologic.no-return", Severity::warning,
                                                 "A function that has a result can end without one."};
inline constexpr DiagnosticCode source_unread{"pathologic.unread", Severity::warning,
                                              "A variable gets a value that nothing reads."};
inline constexpr DiagnosticCode source_conversion{
    "pathologic.conversion", Severity::warning,
    "A value loses something in the variable it goes into, or cannot go there."};
inline constexpr DiagnosticCode source_answer{"pathologic.answer", Severity::warning,
                                              "A native writes its answer where nothing keeps it."};

inline constexpr std::array source_codes{
    &source_syntax,     &source_name,   &source_twice,       &source_arguments, &source_type,
    &source_jump,       &source_main,   &source_limit,       &source_constant,  &source_include,
    &source_native,     &source_unused, &source_unreachable, &source_no_return, &source_unread,
    &source_conversion, &source_answer};

} // namespace vellum::pathologic::codes
