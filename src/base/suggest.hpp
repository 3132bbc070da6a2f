// "Did you mean …?": the nearest of some known names to a misspelt one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace vellum {

/// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other; `most` + 1
/// if there are more than `most`.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most = 64);

/// The nearest other name if it is near enough to be meant, else empty.
[[nodiscard]] std::string_view nearest(std::string_view wanted, std::span<const std::string_view> names);

/// " Did you mean 'check'?" or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view wanted, std::span<const std::string_view> names);

} // namespace vellum
