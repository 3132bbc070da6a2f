// Registers the world map scripts of Final Fantasy VII with the rest of Vellum.
#pragma once

#include "vellum/engine.hpp"

namespace vellum::ff7 {

[[nodiscard]] const Engine& engine();

} // namespace vellum::ff7
