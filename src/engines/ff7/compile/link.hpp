// Bodies behind each other, and the call table that leads to them.
#pragma once

#include <memory>
#include <string>

#include "engines/ff7/format/script.hpp"
#include "engines/ff7/source/tree.hpp"
#include "source/lexer.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::ff7::compile {

/// Null after adding errors.
[[nodiscard]] std::shared_ptr<Script> link(const Engine& engine, const source::Tree& tree, std::string name,
                                           const vellum::source::Sources& sources, Diagnostics& diagnostics);

} // namespace vellum::ff7::compile
