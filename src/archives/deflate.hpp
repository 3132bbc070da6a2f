// Compression by zlib. Only in builds that have it; WebAssembly has not, and there are no formats then that
// need it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::archives {

enum class Wrapping : std::uint8_t { zlib, none };

/// No stream of zlib's gets longer than this when it is unpacked, for each byte of it.
inline constexpr std::uint64_t most_growth = 1100;

/// Unpacks a stream into exactly `out`; archive.format if it is damaged, shorter or longer.
[[nodiscard]] Result<void> inflate(std::span<const std::byte> in, std::span<std::byte> out,
                                   Wrapping wrapping);
/// Packs at level 6.
[[nodiscard]] Result<std::vector<std::byte>> deflate(std::span<const std::byte> in, Wrapping wrapping);

/// CRC-32 as zlib has it; `before`: of what stands in front.
[[nodiscard]] std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before = 0);

} // namespace vellum::archives
