// Diagnostic codes of the debugger.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode debug_expression{"debug.expression", Severity::error,
                                                 "The expression has a syntax error or no value here."};
inline constexpr DiagnosticCode debug_place{"debug.place", Severity::error,
                                            "There is no such place to stop at or go to."};
inline constexpr DiagnosticCode debug_time{"debug.time", Severity::error,
                                           "That moment of the run cannot be reached."};

} // namespace vellum::codes
