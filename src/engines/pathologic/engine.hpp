// Pathologic as one of the engines: loads, checks, lists, assembles and runs compiled .bin scripts.
#pragma once

#include "vellum/engine.hpp"

namespace vellum::pathologic {

/// The engine object; it has no state.
[[nodiscard]] const Engine& engine();

} // namespace vellum::pathologic
