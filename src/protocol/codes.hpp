// Diagnostic codes of the conversations with editors.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode protocol_header{
    "protocol.header", Severity::error,
    "The header of a message is malformed; the start of the next message is unknown."};
inline constexpr DiagnosticCode protocol_length{"protocol.length", Severity::error, "A message is too long."};
inline constexpr DiagnosticCode protocol_end{"protocol.end", Severity::error,
                                             "The conversation ended in the middle of a message."};
inline constexpr DiagnosticCode protocol_request{"protocol.request", Severity::error,
                                                 "A request is invalid, or not possible now."};

} // namespace vellum::codes
