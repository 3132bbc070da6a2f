// Check results in SARIF 2.1.0, the format that code hosts and editors show beside the lines.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::tools {

/// One SARIF log with one run: rules for every code that occurs, results in the order given. Byte offsets
/// become `byteOffset` regions, lines and columns become line regions.
[[nodiscard]] std::string to_sarif(std::span<const Diagnostic> diagnostics);

} // namespace vellum::tools
