// The packing of the game's terrain: a ring of 4096 bytes, eight items to a flag byte.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::ff7 {

/// Unpacks a stream with its length in front. An error if it is cut off, or longer than `most` bytes.
[[nodiscard]] Result<std::vector<std::byte>> unpack_lzss(std::span<const std::byte> bytes, std::size_t most);

} // namespace vellum::ff7
