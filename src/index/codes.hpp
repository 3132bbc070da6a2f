// Diagnostic codes of the index.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode index_database{"index.database", Severity::error,
                                               "An index cannot be read or written."};
inline constexpr DiagnosticCode index_version{"index.version", Severity::error,
                                              "A file is not an index of this version."};
inline constexpr DiagnosticCode index_query{"index.query", Severity::error,
                                            "A query is unknown, misses an argument or is not valid SQL."};
inline constexpr DiagnosticCode index_limit{"index.limit", Severity::error,
                                            "A query took more steps than it is allowed."};
inline constexpr DiagnosticCode index_conflict{
    "index.conflict", Severity::error, "Two indexes that are merged have different files of one name."};
inline constexpr DiagnosticCode index_older{"index.older", Severity::warning,
                                            "An index of an older version is made anew."};
inline constexpr DiagnosticCode index_unfinished{"index.unfinished", Severity::warning,
                                                 "An index was not finished; some files are missing."};

} // namespace vellum::codes
