// The toy engine as the rest sees it: what each engine's folder offers.
#pragma once

#include "vellum/engine.hpp"

namespace vellum::toy {

[[nodiscard]] const Engine& engine();

} // namespace vellum::toy
