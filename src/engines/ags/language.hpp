// AGS scripts and headers as editors know them.
#pragma once

#include "language/language.hpp"

namespace vellum::ags {

[[nodiscard]] const language::Language& source_language();

} // namespace vellum::ags
