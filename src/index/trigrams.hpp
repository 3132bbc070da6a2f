// What the full-text search needs of a text.
#pragma once

#include <string>
#include <string_view>

namespace vellum::index {

/// A much shorter text with the same trigrams of characters: parts of the text, and few trigrams besides
/// where they meet. FTS5 keeps the trigrams of a row once however often they occur, but takes time for each.
[[nodiscard]] std::string with_trigrams_of(std::string_view text);

} // namespace vellum::index
