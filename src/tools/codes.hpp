// Diagnostic codes of finding, opening, searching and patching.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode cli_pattern{"cli.pattern", Severity::error,
                                            "A pattern or folder has no scripts."};
inline constexpr DiagnosticCode cli_member{"cli.member", Severity::error,
                                           "A container has no such member, or the file is not a container."};
inline constexpr DiagnosticCode cli_source{
    "cli.source", Severity::error, "A script has no source, or the source belongs to another script."};
inline constexpr DiagnosticCode cli_compare{"cli.compare", Severity::error,
                                            "Written data does not read back as intended."};
inline constexpr DiagnosticCode patch_function{"patch.function", Severity::error,
                                               "A script or a text has no such function, or has two."};
inline constexpr DiagnosticCode patch_script{"patch.script", Severity::error,
                                             "A script cannot be changed function by function."};

} // namespace vellum::codes
