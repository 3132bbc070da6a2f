#include "archives/splice.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "archives/codes.hpp"
#include "archives/source.hpp"
#include "base/bytes.hpp"
#include "base/codes.hpp"

namespace vellum::archives {

namespace {

/// Parts of a source and new bytes in turn.
class Pieces : public ByteSource {
  public:
    explicit Pieces(std::shared_ptr<const ByteSource> source) : source_(std::move(source)) {}

    void copy(std::uint64_t offset, std::uint64_t length) {
        if (length == 0) return;
        pieces_.push_back({size_, offset, {}, false});
        size_ += length;
    }
    void add(std::vector<std::byte> bytes) {
        if (bytes.empty()) return;
        const std::uint64_t length = bytes.size();
        pieces_.push_back({size_, 0, std::move(bytes), true});
        size_ += length;
    }

    [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override {
        if (!lies_inside(offset, out.size(), size_))
            return fail(codes::bytes_truncated, "the data ends too early", Place::at_offset(offset));
        auto piece = std::ranges::upper_bound(pieces_, offset, {}, &Piece::at);
        while (!out.empty()) {
            // `piece` is the one behind.
            const Piece& here = *std::prev(piece);
            const std::uint64_t end = piece == pieces_.end() ? size_ : piece->at;
            const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), end - offset));
            if (here.is_new)
                std::memcpy(out.data(), here.bytes.data() + (offset - here.at), part);
            else if (auto done = source_->read(here.from + (offset - here.at), out.first(part)); !done)
                return done;
            out = out.subspan(part);
            offset += part;
            ++piece;
        }
        return {};
    }

  private:
    struct Piece {
        std::uint64_t at, from;
        std::vector<std::byte> bytes;
        bool is_new;
    };
    std::shared_ptr<const ByteSource> source_;
    std::vector<Piece> pieces_;
    std::uint64_t size_ = 0;
};

template <std::size_t count> std::vector<std::byte> little_endian(std::uint64_t value) {
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(value >> (8 * i));
    return bytes;
}

} // namespace

std::vector<std::byte>& Splice::replace(std::uint64_t offset, std::uint64_t length,
                                        std::vector<std::byte> bytes) {
    Edit& edit = edits_.emplace_back(offset, length, std::move(bytes), edits_.size());
    if (edit.bytes.size() != length) moving_.push_back(&edit);
    return edit.bytes;
}

void Splice::put_u8(std::uint64_t offset, std::uint8_t value) { replace(offset, 1, little_endian<1>(value)); }
void Splice::put_u16(std::uint64_t offset, std::uint16_t value) {
    replace(offset, 2, little_endian<2>(value));
}
void Splice::put_u32(std::uint64_t offset, std::uint32_t value) {
    replace(offset, 4, little_endian<4>(value));
}
void Splice::put_u64(std::uint64_t offset, std::uint64_t value) {
    replace(offset, 8, little_endian<8>(value));
}

/// An insertion comes before what replaces the bytes behind it.
void Splice::sort(std::vector<const Edit*>& edits) {
    std::ranges::sort(edits, {}, [](const Edit* edit) {
        return std::tuple(edit->offset, edit->length != 0, edit->number);
    });
}

void Splice::order() const {
    if (ordered_.size() == moving_.size()) return;
    ordered_ = moving_;
    sort(ordered_);
    growth_.clear();
    std::int64_t sum = 0;
    for (const Edit* edit : ordered_) {
        sum += static_cast<std::int64_t>(edit->bytes.size()) - static_cast<std::int64_t>(edit->length);
        growth_.push_back(sum);
    }
}

std::uint64_t Splice::moved(std::uint64_t offset) const {
    order();
    const auto behind = std::ranges::partition_point(ordered_, [&](const Edit* edit) {
        return edit->offset < offset || (edit->offset == offset && edit->length == 0);
    });
    if (behind == ordered_.begin()) return offset;
    return offset +
           static_cast<std::uint64_t>(growth_[static_cast<std::size_t>(behind - ordered_.begin()) - 1]);
}

std::uint64_t Splice::size() const {
    order();
    return source_->size() + (growth_.empty() ? 0 : static_cast<std::uint64_t>(growth_.back()));
}

Result<std::shared_ptr<const ByteSource>> Splice::finish() const {
    std::vector<const Edit*> all;
    for (const Edit& edit : edits_) all.push_back(&edit);
    sort(all);
    auto pieces = std::make_shared<Pieces>(source_);
    std::uint64_t at = 0;
    for (const Edit* edit : all) {
        if (edit->offset < at || !lies_inside(edit->offset, edit->length, source_->size()))
            return fail(codes::archive_change, "the change would touch overlapping parts of the archive",
                        Place::at_offset(edit->offset));
        pieces->copy(at, edit->offset - at);
        pieces->add(edit->bytes);
        at = edit->offset + edit->length;
    }
    pieces->copy(at, source_->size() - at);
    return pieces;
}

} // namespace vellum::archives
