// Diagnostic codes of opening and searching.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode cli_member{"cli.member", Severity::error,
                                           "A container has no such member, or the file is no container."};

} // namespace vellum::codes
