// What is allowed and probably a mistake. Looks at one parsed unit; includes are part of it, but only the
// main file is told about.
#pragma once

#include "engines/skrit/source/ast.hpp"
#include "engines/skrit/source/source_map.hpp"
#include "engines/skrit/source/token.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// Warns of states that nothing enters, transitions that cannot fire, code that nothing reaches, variables
/// that nothing uses, properties without a document, timers that nobody waits for, triggers that do
/// nothing and empty character codes. `complete`: every include was found.
void lint_unit(const Tree& tree, const TokenList& tokens, SourceMap& sources, bool complete,
               Diagnostics& diagnostics);

} // namespace vellum::skrit
