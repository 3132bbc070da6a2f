// Skrit as one of the engines: what front ends see of it.
#pragma once

#include "vellum/engine.hpp"

namespace vellum::skrit {

/// The engine. Stateless, one for all threads.
[[nodiscard]] const Engine& engine();

} // namespace vellum::skrit
