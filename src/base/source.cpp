#include "base/source.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/codes.hpp"

namespace vellum {

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

JoinedSource::JoinedSource(std::vector<std::shared_ptr<const ByteSource>> parts) : parts_(std::move(parts)) {
    for (const auto& part : parts_) starts_.push_back(starts_.back() + part->size());
}

Result<void> JoinedSource::read(std::uint64_t offset, std::span<std::byte> out) const {
    if (!lies_inside(offset, out.size(), size())) return ends_before(out.size(), offset);
    auto i = static_cast<std::size_t>(std::ranges::upper_bound(starts_, offset) - starts_.begin()) - 1;
    for (; !out.empty(); ++i) {
        const auto piece =
            out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), starts_[i + 1] - offset)));
        if (auto done = parts_[i]->read(offset - starts_[i], piece); !done) return done;
        out = out.subspan(piece.size());
        offset += piece.size();
    }
    return {};
}

Result<std::vector<std::byte>> read_range(const ByteSource& source, std::uint64_t offset,
                                          std::uint64_t length) {
    if (!lies_inside(offset, length, source.size())) return ends_before(length, offset);
    std::vector<std::byte> bytes(static_cast<std::size_t>(length));
    if (auto done = source.read(offset, bytes); !done) return std::unexpected(std::move(done.error()));
    return bytes;
}

Result<void> read_in_pieces(const ByteSource& source,
                            const std::function<Result<void>(std::span<const std::byte>)>& take) {
    constexpr std::uint64_t most = std::uint64_t{1} << 20U;
    std::vector<std::byte> block(static_cast<std::size_t>(std::min(most, source.size())));
    for (std::uint64_t at = 0; at < source.size();) {
        const auto piece =
            std::span(block).first(static_cast<std::size_t>(std::min(most, source.size() - at)));
        if (auto done = source.read(at, piece); !done) return done;
        if (auto done = take(piece); !done) return done;
        at += piece.size();
    }
    return {};
}

} // namespace vellum
