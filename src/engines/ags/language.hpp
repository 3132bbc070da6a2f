// AGS scripts and headers as editors know them.
#pragma once

#include "language/language.hpp"

namespace vellum::ags {

[[nodiscard]] const language::Language& source_language();
/// Of project files, for the dialogs in them.
[[nodiscard]] const language::Language& project_language();

} // namespace vellum::ags
