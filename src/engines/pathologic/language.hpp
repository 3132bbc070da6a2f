// Pathologic's source language as editors know it.
#pragma once

#include "language/language.hpp"

namespace vellum::pathologic {

[[nodiscard]] const language::Language& source_language();

} // namespace vellum::pathologic
