// The texts of compiled scripts, changed where they stand.
#pragma once

#include <span>

#include "engines/ags/format/script.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {

/// The script's block with other texts in its code, as if its source had them: a new text takes the place of
/// the old one, and the texts after it move. Where something points into the old text it stays, and the new
/// one stands after all others. Fails with text.change.
[[nodiscard]] Result<Scom> change_texts(const Script& script, std::span<const TextChange> changes);

} // namespace vellum::ags
