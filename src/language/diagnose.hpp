// What a compiler or an assembler says about a text, as the command line's `check` has it.
#pragma once

#include "language/language.hpp"
#include "vellum/engine.hpp"

namespace vellum::language {

/// Compiles a source and checks what comes out.
void diagnose_source(const Engine& engine, const Input& input, Diagnostics& diagnostics);
/// The same for a listing.
void diagnose_listing(const Engine& engine, const Input& input, Diagnostics& diagnostics);

} // namespace vellum::language
