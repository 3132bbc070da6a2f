#include "archives/tank.hpp"

#include <algorithm>

#include "archives/codes.hpp"
#include "archives/deflate.hpp"

namespace vellum::archives::tank {

std::string read_name(SourceReader& reader) {
    const std::uint16_t length = reader.u16();
    std::string name = reader.text(length);
    // A NUL, and zeros up to a multiple of 4 from the length on.
    reader.skip(((length + 6U) & ~3U) - 2U - length);
    return name;
}

void write_name(ByteWriter& writer, std::string_view name) {
    writer.u16(static_cast<std::uint16_t>(name.size()));
    writer.bytes(as_bytes(name));
    for (std::size_t i = 2 + name.size(); i < ((name.size() + 6U) & ~std::size_t{3}); ++i) writer.u8(0);
}

FileEntry read_entry(SourceReader& reader) {
    FileEntry entry;
    entry.parent = reader.u32();
    entry.size = reader.u32();
    entry.offset = reader.u32();
    entry.crc = reader.u32();
    entry.time = reader.u64();
    entry.format = reader.u16();
    entry.flags = reader.u16();
    entry.name = read_name(reader);
    if (entry.format == 0 || !reader.ok()) return entry;
    entry.packed = reader.u32();
    entry.chunk = reader.u32();
    if (entry.chunk == 0) return entry; // one stream
    const std::uint64_t count =
        std::max<std::uint64_t>(1, (std::uint64_t{entry.size} + entry.chunk - 1) / entry.chunk);
    if (!reader.fits(count, sizeof(Chunk))) {
        reader.refuse("a file has too many chunks");
        return entry;
    }
    for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
        Chunk chunk{};
        chunk.plain = reader.u32();
        chunk.packed = reader.u32();
        chunk.extra = reader.u32();
        chunk.offset = reader.u32();
        entry.chunks.push_back(chunk);
    }
    return entry;
}

void write_entry(ByteWriter& writer, const FileEntry& entry) {
    writer.u32(entry.parent);
    writer.u32(entry.size);
    writer.u32(entry.offset);
    writer.u32(entry.crc);
    writer.u64(entry.time);
    writer.u16(entry.format);
    writer.u16(entry.flags);
    write_name(writer, entry.name);
    if (entry.format == 0) return;
    writer.u32(entry.packed);
    writer.u32(entry.chunk);
    for (const Chunk& chunk : entry.chunks) {
        writer.u32(chunk.plain);
        writer.u32(chunk.packed);
        writer.u32(chunk.extra);
        writer.u32(chunk.offset);
    }
}

Result<std::vector<std::byte>> pack(std::span<const std::byte> plain, FileEntry& entry) {
    if (plain.size() > 0x7FFFFFFF)
        return fail(codes::archive_change, "'" + entry.name + "' is longer than a tank can hold");
    entry.size = static_cast<std::uint32_t>(plain.size());
    entry.crc = crc32(plain);
    entry.chunks.clear();
    if (entry.format == 0) return std::vector<std::byte>(plain.begin(), plain.end());
    ByteWriter out;
    if (entry.chunk == 0) {
        auto packed = deflate(plain, Wrapping::zlib);
        if (!packed) return packed;
        entry.packed = static_cast<std::uint32_t>(packed->size());
        return packed;
    }
    std::size_t at = 0;
    do {
        const auto part = plain.subspan(at, std::min<std::size_t>(entry.chunk, plain.size() - at));
        at += part.size();
        Chunk chunk{static_cast<std::uint32_t>(part.size()), 0, 0, static_cast<std::uint32_t>(out.size())};
        chunk.extra = at < plain.size() && part.size() > extra_bytes ? extra_bytes : 0;
        const auto packed = deflate(part.first(part.size() - chunk.extra), Wrapping::zlib);
        if (!packed) return std::unexpected(packed.error());
        if (!part.empty() && packed->size() + chunk.extra < part.size()) {
            chunk.packed = static_cast<std::uint32_t>(packed->size());
            out.bytes(*packed);
            out.bytes(part.last(chunk.extra));
        } else {
            chunk.packed = chunk.plain;
            chunk.extra = 0;
            out.bytes(part);
        }
        entry.chunks.push_back(chunk);
    } while (at < plain.size());
    entry.packed = static_cast<std::uint32_t>(out.size());
    return out.take();
}

} // namespace vellum::archives::tank
