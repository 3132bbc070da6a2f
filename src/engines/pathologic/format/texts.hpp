// The texts of compiled scripts, changed where they stand.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engines/pathologic/format/script.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic {

/// The file with other texts in its code. A new text stands behind all others, as when a compiler meets one.
/// The script is changed. Fails with text.change.
[[nodiscard]] Result<std::vector<std::byte>> change_texts(Script& script,
                                                          std::span<const TextChange> changes);

} // namespace vellum::pathologic
