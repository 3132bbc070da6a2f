#include "archives/source.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/codes.hpp"

namespace vellum::archives {

namespace {

std::unexpected<Diagnostic> ends_before(std::uint64_t length, std::uint64_t offset) {
    return fail(codes::bytes_truncated,
                "the file ends before " + std::to_string(length) + " bytes that should be there",
                Place::at_offset(offset));
}

} // namespace

Result<void> SpanSource::read(std::uint64_t offset, std::span<std::byte> out) const {
    if (!lies_inside(offset, out.size(), bytes_.size())) return ends_before(out.size(), offset);
    std::ranges::copy(bytes_.subspan(static_cast<std::size_t>(offset), out.size()), out.begin());
    return {};
}

Result<void> PartSource::read(std::uint64_t offset, std::span<std::byte> out) const {
    if (!lies_inside(offset, out.size(), size_)) return ends_before(out.size(), offset);
    return source_.read(offset_ + offset, out);
}

Result<std::vector<std::byte>> read_range(const ByteSource& source, std::uint64_t offset,
                                          std::uint64_t length) {
    if (!lies_inside(offset, length, source.size())) return ends_before(length, offset);
    std::vector<std::byte> bytes(static_cast<std::size_t>(length));
    if (auto done = source.read(offset, bytes); !done) return std::unexpected(std::move(done.error()));
    return bytes;
}

std::string until_nul(std::span<const std::byte> bytes) {
    const std::string_view text = as_text(bytes);
    return std::string(text.substr(0, text.find('\0')));
}

} // namespace vellum::archives
