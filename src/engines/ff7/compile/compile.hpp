// From source text to a script: parse, lower body after body, make the call table.
#pragma once

#include <memory>
#include <string_view>

#include "engines/ff7/format/script.hpp"
#include "engines/ff7/source/tree.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"

namespace vellum::ff7::compile {

/// Compiles a text. Null after adding errors. `notes`: also tells what is probably not meant, and with
/// options.explain what may surprise.
[[nodiscard]] std::shared_ptr<Script> compile_text(const Engine& engine, std::string_view text,
                                                   const LoadOptions& options, bool notes,
                                                   Diagnostics& diagnostics);

} // namespace vellum::ff7::compile
