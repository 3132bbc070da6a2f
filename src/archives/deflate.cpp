#include "archives/deflate.hpp"

#include "archives/codes.hpp"

#include <zlib.h>

namespace vellum::archives {

namespace {

constexpr int level = 6; // of the makers' own tank builder, and zlib's usual one
constexpr std::size_t most_at_once = std::size_t{1} << 30U; // zlib counts in 32 bits

int window(Wrapping wrapping) { return wrapping == Wrapping::zlib ? 15 : -15; }

// zlib's interface wants a pointer to what it only reads.
Bytef* in_bytes(std::span<const std::byte> bytes) {
    return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
}

} // namespace

Result<void> inflate(std::span<const std::byte> in, std::span<std::byte> out, Wrapping wrapping) {
    const auto damaged = [] { return fail(codes::archive_format, "compressed data is damaged"); };
    if (in.size() > most_at_once || out.size() > most_at_once) return damaged();
    z_stream stream{};
    if (::inflateInit2(&stream, window(wrapping)) != Z_OK) return damaged();
    std::byte nothing{};
    stream.next_in = in_bytes(in);
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.empty() ? &nothing : out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int result = ::inflate(&stream, Z_FINISH);
    const bool whole = result == Z_STREAM_END && stream.avail_out == 0;
    static_cast<void>(::inflateEnd(&stream));
    if (!whole) return damaged();
    return {};
}

Result<std::vector<std::byte>> deflate(std::span<const std::byte> in, Wrapping wrapping) {
    z_stream stream{};
    constexpr int memory = 8;
    if (in.size() > most_at_once ||
        ::deflateInit2(&stream, level, Z_DEFLATED, window(wrapping), memory, Z_DEFAULT_STRATEGY) != Z_OK)
        return fail(codes::archive_change, "the data is too long to compress");
    std::vector<std::byte> out(::deflateBound(&stream, static_cast<uLong>(in.size())));
    stream.next_in = in_bytes(in);
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    static_cast<void>(::deflate(&stream, Z_FINISH));
    out.resize(out.size() - stream.avail_out);
    static_cast<void>(::deflateEnd(&stream));
    return out;
}

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before) {
    if (bytes.empty()) return before; // zlib would begin anew
    return static_cast<std::uint32_t>(
        ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

} // namespace vellum::archives
