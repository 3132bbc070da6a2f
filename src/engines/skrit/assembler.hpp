// Reads a listing back to the same unit: tables, code, lines and source texts.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engines/skrit/unit/unit.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// Null after reporting.
[[nodiscard]] std::shared_ptr<Unit> assemble_unit(std::string_view text, std::string name,
                                                  Diagnostics& diagnostics);

} // namespace vellum::skrit
