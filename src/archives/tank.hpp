// Dungeon Siege's tanks as data: the header, and entries as they are written. Facts: docs/archives.md,
// "Tanks".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archives/source_reader.hpp"
#include "base/bytes.hpp"

namespace vellum::archives::tank {

inline constexpr std::string_view first_game = "DSigTank";
inline constexpr std::string_view second_game = "DSg2Tank";
inline constexpr std::uint64_t header_size = 804;
inline constexpr std::uint32_t chunk_size = 0x4000;
inline constexpr std::uint32_t extra_bytes = 16; ///< That stand plain behind each chunk but the last.
inline constexpr std::uint64_t alignment = 8;
inline constexpr std::uint16_t deleted_flag = 0x8000;

/// Where the header's numbers stand.
namespace at {
inline constexpr std::uint64_t version = 8, directories = 12, files = 16, index_size = 20, data = 24,
                               product = 28, minimum = 40, priority = 52, creator = 60, guid = 64,
                               index_crc = 80, data_crc = 84, time = 88, title = 504;
} // namespace at

struct Chunk {
    std::uint32_t plain, packed, extra, offset;
};

/// An entry of the file set.
struct FileEntry {
    std::uint32_t parent = 0; ///< In the directory set.
    std::uint32_t size = 0;
    std::uint32_t offset = 0; ///< In the data section.
    std::uint32_t crc = 0;
    std::uint64_t time = 0;
    std::uint16_t format = 0; ///< 0 raw, 1 zlib, 2 LZO
    std::uint16_t flags = 0;
    std::string name;
    std::uint32_t packed = 0; ///< Of what is compressed: bytes of all chunks.
    std::uint32_t chunk = chunk_size;
    std::vector<Chunk> chunks = {};
};

[[nodiscard]] std::string read_name(SourceReader& reader);
void write_name(ByteWriter& writer, std::string_view name);
[[nodiscard]] FileEntry read_entry(SourceReader& reader);
void write_entry(ByteWriter& writer, const FileEntry& entry);

/// The bytes of a member as they are stored; sets what the entry says of them.
[[nodiscard]] Result<std::vector<std::byte>> pack(std::span<const std::byte> plain, FileEntry& entry);

[[nodiscard]] constexpr std::uint64_t aligned(std::uint64_t value) {
    return (value + alignment - 1) / alignment * alignment;
}

} // namespace vellum::archives::tank
