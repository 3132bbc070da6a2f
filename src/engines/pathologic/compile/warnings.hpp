// What compiles and is probably not meant.
#pragma once

#include <vector>

#include "engines/pathologic/compile/parser.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic::compile {

/// Adds warnings: natives nobody knows, what is never used or reached, results that are missing. `wanted`:
/// the functions that something calls.
void warn(const Engine& engine, const Parsed& parsed, const std::vector<bool>& wanted, const Sources& sources,
          Diagnostics& diagnostics);

} // namespace vellum::pathologic::compile
