// Diagnostic codes of the decompiler.
#pragma once

#include <array>

#include "vellum/diagnostic.hpp"

namespace vellum::pathologic::codes {

inline constexpr DiagnosticCode names_line{"pathologic.names", Severity::error,
                                           "A line in a names file has an error."};
inline constexpr DiagnosticCode names_script{
    "pathologic.names-script", Severity::error,
    "Names cannot be taken from a source that is written as a listing."};

inline constexpr std::array decompile_codes{&names_line, &names_script};

} // namespace vellum::pathologic::codes
