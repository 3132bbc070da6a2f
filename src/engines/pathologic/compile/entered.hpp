// Tasks that nobody enters do not come into the file, as functions that nobody calls do not: a file says
// where a task begins only where it is entered.
#pragma once

#include <vector>

#include "engines/pathologic/compile/parser.hpp"

namespace vellum::pathologic::compile {

/// The main task, those that are kept anyway, and those that something enters beside what belongs to tasks
/// that nobody enters.
[[nodiscard]] std::vector<bool> entered_tasks(const Parsed& parsed);

/// Numbers the tasks anew, in the order that the text asks for, and takes those that are not `kept` out of
/// the tree. Their functions stay in it, as functions of no task; nothing must use them.
void number_tasks(source::Tree& tree, const std::vector<bool>& kept);

} // namespace vellum::pathologic::compile
