// Skrit as editors know it.
#pragma once

#include "language/language.hpp"

namespace vellum::skrit {

[[nodiscard]] const language::Language& source_language();

} // namespace vellum::skrit
