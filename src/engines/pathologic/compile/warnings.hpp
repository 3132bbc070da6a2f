// What compiles and is probably not meant.
#pragma once

#include <vector>

#include "engines/pathologic/compile/parser.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic::compile {

/// Adds warnings: natives nobody knows, what is never used or reached, results that are missing. `entered`:
/// tasks, `wanted`: functions that come into the file.
void warn(const Engine& engine, const Parsed& parsed, const std::vector<bool>& entered,
          const std::vector<bool>& wanted, const Sources& sources, Diagnostics& diagnostics);

} // namespace vellum::pathologic::compile
