// The diagnostic codes of the base layer: bytes, text, JSON, files and snapshots.
// Relies on DiagnosticCode only. Engines keep tables of their own beside their parsers; an id that was
// released once never changes its meaning.
#pragma once

#include <span>

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode bytes_truncated{"bytes.truncated", Severity::error,
                                                "The data ends before the value that was being read."};
inline constexpr DiagnosticCode bytes_limit{
    "bytes.limit", Severity::error,
    "A count or size in the data is larger than the data can hold or a limit allows."};
inline constexpr DiagnosticCode text_syntax{"text.syntax", Severity::error,
                                            "A listing or assembly text has a syntax error."};
inline constexpr DiagnosticCode json_syntax{"json.syntax", Severity::error,
                                            "A JSON text does not follow RFC 8259."};
inline constexpr DiagnosticCode json_limit{
    "json.limit", Severity::error, "A JSON text is too large, too deep or has a number out of range."};
inline constexpr DiagnosticCode io_read{"io.read", Severity::error, "A file or folder could not be read."};
inline constexpr DiagnosticCode io_text{"io.text", Severity::error, "A file that should be a text is none."};
inline constexpr DiagnosticCode io_write{"io.write", Severity::error,
                                         "A file could not be written completely."};
inline constexpr DiagnosticCode snapshot_version{
    "snapshot.version", Severity::error, "A snapshot was written by another version or for another program."};
inline constexpr DiagnosticCode snapshot_corrupt{
    "snapshot.corrupt", Severity::error, "A snapshot contradicts itself or the program it belongs to."};

/// All codes above, in the order of this file; for the catalogue page and its tests.
[[nodiscard]] std::span<const DiagnosticCode* const> base_codes() noexcept;

} // namespace vellum::codes
