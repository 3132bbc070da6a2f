// The text of a tree, laid out as the language's page says: four blanks, one statement a line, braces always,
// parentheses only where the tree needs them. What is printed is parsed as the same tree.
#pragma once

#include <string>

#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::source {

struct PrintOptions {
    bool addresses = false; ///< Behind each statement where its code begins.
};

[[nodiscard]] std::string print(const Tree& tree, const PrintOptions& options = {});

} // namespace vellum::pathologic::source
