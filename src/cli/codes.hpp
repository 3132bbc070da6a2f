// Diagnostic codes of the command line itself.
#pragma once

#include "tools/codes.hpp"
#include "workspace/run/codes.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode cli_game{"cli.game", Severity::error, "A folder is no game that is known."};
inline constexpr DiagnosticCode cli_skipped{"cli.skipped", Severity::warning,
                                            "A file found in a folder holds no script and was left out."};
inline constexpr DiagnosticCode cli_output{
    "cli.output", Severity::error,
    "Two inputs would be written to the same place, or nothing can be written there."};

inline constexpr DiagnosticCode cli_text{"cli.text", Severity::warning,
                                         "A translation does not fit the text it is for."};

} // namespace vellum::codes
