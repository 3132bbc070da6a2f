// The AGS engine as the rest of the library sees it.
#pragma once

#include "vellum/engine.hpp"

namespace vellum::ags {

/// The one object; stateless.
[[nodiscard]] const Engine& engine();

} // namespace vellum::ags
