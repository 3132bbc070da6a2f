// Diagnostic codes of archives.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode archive_unknown{"archive.unknown", Severity::error,
                                                "A file is not a known archive."};
inline constexpr DiagnosticCode archive_format{"archive.format", Severity::error,
                                               "An archive contradicts itself."};
inline constexpr DiagnosticCode archive_member{
    "archive.member", Severity::error,
    "A member of an archive cannot be read: it is cut off, deleted or stored in an unknown form."};
inline constexpr DiagnosticCode archive_change{
    "archive.change", Severity::error, "An archive of this format cannot be changed in the requested way."};
inline constexpr DiagnosticCode archive_compare{"archive.compare", Severity::error,
                                                "A changed archive does not read back as intended."};
inline constexpr DiagnosticCode archive_odd{"archive.odd", Severity::warning,
                                            "An archive differs from what its original tools write."};

} // namespace vellum::codes
