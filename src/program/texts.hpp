// The texts that a program's code uses.
#pragma once

#include <vector>

#include "vellum/engine.hpp"

namespace vellum {

/// The strings of a program, each with the first places that use it and what these call next. Fails as
/// loading it did.
[[nodiscard]] Result<std::vector<GameText>> texts_of(const Result<ProgramPtr>& program);

} // namespace vellum
