// Diagnostic codes of opening and searching.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode cli_member{"cli.member", Severity::error,
                                           "A container has no such member, or the file is no container."};
inline constexpr DiagnosticCode cli_source{"cli.source", Severity::error,
                                           "A script has no source, or the source is another script's."};

} // namespace vellum::codes
