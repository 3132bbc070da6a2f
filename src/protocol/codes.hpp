// Diagnostic codes of the conversations with editors.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode protocol_header{
    "protocol.header", Severity::error,
    "The head of a message is not written as the protocol asks; where the next one begins is unknown."};
inline constexpr DiagnosticCode protocol_length{"protocol.length", Severity::error,
                                                "A message is longer than is accepted."};
inline constexpr DiagnosticCode protocol_end{"protocol.end", Severity::error,
                                             "The conversation ended in the middle of a message."};
inline constexpr DiagnosticCode protocol_request{"protocol.request", Severity::error,
                                                 "A request makes no sense, or not now."};

} // namespace vellum::codes
