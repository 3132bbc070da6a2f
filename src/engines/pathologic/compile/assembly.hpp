// Functions that are written as instructions: what no construct of the language says.
#pragma once

#include "engines/pathologic/source/lowering.hpp"
#include "engines/pathologic/source/tree.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::pathologic::compile {

/// Appends the instructions of `function` to `code`.
void assemble(const source::Function& function, source::Link& link, isa::Code& code, Diagnostics& diagnostics);

} // namespace vellum::pathologic::compile
