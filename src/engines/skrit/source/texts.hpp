// The texts in a source, read and changed where they stand. Nothing is compiled and nothing included.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::skrit {

/// As a literal of the language.
[[nodiscard]] std::string quoted_text(std::string_view text);

[[nodiscard]] Result<std::vector<GameText>> source_texts(std::string_view source);
/// The source with other texts; nothing else of it moves. Fails with text.change.
[[nodiscard]] Result<std::vector<std::byte>> change_source_texts(std::string_view source,
                                                                 std::span<const TextChange> changes);

} // namespace vellum::skrit
