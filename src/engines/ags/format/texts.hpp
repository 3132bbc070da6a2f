// The texts of compiled scripts, changed where they stand.
#pragma once

#include <span>

#include "engines/ags/format/script.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {

/// The script's block with other texts in its code. A new text stands behind all others; the old one stays,
/// since something may point into it. Fails with text.change.
[[nodiscard]] Result<Scom> change_texts(const Script& script, std::span<const TextChange> changes);

} // namespace vellum::ags
