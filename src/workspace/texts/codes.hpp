// Diagnostic codes of texts that are put back.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum::codes {

inline constexpr DiagnosticCode cli_text{"cli.text", Severity::warning,
                                         "A translation does not fit the text it translates."};

} // namespace vellum::codes
