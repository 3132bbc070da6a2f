// Reads .gas text. Lenient where files in the wild are (a missing semicolon, stray characters, a surplus
// brace are warnings), strict where something would be lost, and never confused by hostile bytes: depth and
// size are bounded, every message has a line and a column.
#pragma once

#include <cstddef>
#include <string_view>

#include "engines/skrit/fuel/document.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

inline constexpr std::size_t most_fuel_bytes = std::size_t{64} << 20U;
inline constexpr std::size_t most_fuel_depth = 100; ///< Blocks within blocks, keys with colons included.

/// The file as a block without a name. What could be read is there even if there were errors. `name` is the
/// file for messages.
[[nodiscard]] FuelBlock read_fuel(std::string_view text, std::string_view name, Diagnostics& diagnostics);

/// The tree as .gas text again; reading it gives the same tree.
[[nodiscard]] std::string write_fuel(const FuelBlock& root);

} // namespace vellum::skrit
