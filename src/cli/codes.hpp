// Diagnostic codes of the command line itself.
#pragma once

#include "tools/codes.hpp"
#include "workspace/run/codes.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode cli_game{"cli.game", Severity::error, "A folder is not a known game."};
inline constexpr DiagnosticCode cli_skipped{"cli.skipped", Severity::warning,
                                            "A file found in a folder has no scripts and was skipped."};
inline constexpr DiagnosticCode cli_output{
    "cli.output", Severity::error,
    "Two inputs would be written to the same place, or nothing can be written there."};

} // namespace vellum::codes
