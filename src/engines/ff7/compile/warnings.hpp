// What is probably not meant, seen in the tree; what is seen in the code, `check` tells.
#pragma once

#include "engines/ff7/compile/parser.hpp"

namespace vellum::ff7::compile {

/// Notes on statements that are never reached.
void note_unreachable(const source::Tree& tree, const vellum::source::Sources& sources,
                      Diagnostics& diagnostics);
/// A note for each surprise, where it is met first.
void explain(const Parsed& parsed, const vellum::source::Sources& sources, Diagnostics& diagnostics);

} // namespace vellum::ff7::compile
