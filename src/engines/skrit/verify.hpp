// Proves that a unit's code can run without looking back: branches, cells, slots, parameters, tables.
// Everything a compiled file can get wrong is found here or by its loader, so the machine trusts what it is
// given.
#pragma once

#include "engines/skrit/unit/unit.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// Decodes `unit.bytes` and verifies them; fills `instructions` and `verification`. False after reporting.
bool prepare_code(Unit& unit, Diagnostics& diagnostics, std::vector<isa::TextLine> lines = {});

/// Proves decoded code once more; used by prepare_code and by `check`.
bool verify_unit(const Unit& unit, Verification& result, Diagnostics& diagnostics);

} // namespace vellum::skrit
