// How instructions name functions.
#pragma once

#include <string>

#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::source {

/// "OnUse", "init", "Func8".
[[nodiscard]] std::string own_name(const Tree& tree, const Function& function);
/// The same, behind "Task::" if it belongs to one.
[[nodiscard]] std::string full_name(const Tree& tree, const Function& function);

} // namespace vellum::pathologic::source
