// Words in an index: which rows may hold a text, by its trigrams, and whether one does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vellum::index {

/// Small letters of ASCII, Latin-1 and Cyrillic, each with as many bytes as before.
[[nodiscard]] std::string folded(std::string_view text);

/// The query for FTS5's trigrams that all rows with this text match, and perhaps others; empty for texts of
/// fewer than three characters, which every row may hold.
[[nodiscard]] std::string trigrams_of(std::string_view text);

} // namespace vellum::index
