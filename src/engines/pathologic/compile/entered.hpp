// Tasks that nobody enters do not come into the file, as functions that nobody calls do not: a file says
// where a task begins only where it is entered.
#pragma once

#include <vector>

#include "engines/pathologic/compile/parser.hpp"

namespace vellum::pathologic::compile {

/// The main task, and those that something enters beside what belongs to tasks that nobody enters.
[[nodiscard]] std::vector<bool> entered_tasks(const Parsed& parsed);

/// Takes the others out of the tree. Their functions stay in it, as functions of no task; nothing must use
/// them.
void keep_tasks(source::Tree& tree, const std::vector<bool>& kept);

} // namespace vellum::pathologic::compile
