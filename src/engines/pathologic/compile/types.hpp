// Which type an expression has, as far as its text says.
#pragma once

#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::compile {

/// The type of a variable that `function` can see.
[[nodiscard]] VariableType type_of_variable(const source::Tree& tree, const source::Function& function,
                                            source::Space space, std::uint32_t number);

/// Types of the expressions of one function. Nothing where the machine has no such operation.
[[nodiscard]] std::optional<VariableType> type_of(const source::Tree& tree, const source::Function& function,
                                                  source::NodeId id);

} // namespace vellum::pathologic::compile
