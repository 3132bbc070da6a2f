// The source language of world map scripts as editors know it.
#pragma once

#include "language/language.hpp"

namespace vellum::ff7 {

[[nodiscard]] const language::Language& source_language();

} // namespace vellum::ff7
