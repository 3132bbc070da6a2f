// The compression of Final Fantasy VII's files. Facts: docs/archives.md, "TXZ".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vellum::archives {

/// No stream gets longer than this when it is unpacked, for each byte of it.
inline constexpr std::uint64_t most_lzss_growth = 9;

/// Unpacks a stream, but no more than `most` bytes. Nothing if its last reference is cut in half.
[[nodiscard]] std::optional<std::vector<std::byte>> unpack_lzss(std::span<const std::byte> in,
                                                                std::size_t most);
/// Packs into as few bytes as the format allows.
[[nodiscard]] std::vector<std::byte> pack_lzss(std::span<const std::byte> in);

} // namespace vellum::archives
