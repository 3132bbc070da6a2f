// Bytes that are read where they lie: of a span, of a part of another source, one piece after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "vellum/files.hpp"

namespace vellum {

/// Bytes that somebody else keeps.
class SpanSource : public ByteSource {
  public:
    explicit SpanSource(std::span<const std::byte> bytes) : bytes_(bytes) {} ///< They outlive this.
    [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override;

  private:
    std::span<const std::byte> bytes_;
};

/// A part of another source, which lies inside it.
class PartSource : public ByteSource {
  public:
    PartSource(const ByteSource& source, std::uint64_t offset, std::uint64_t size)
        : source_(source), offset_(offset), size_(size) {} ///< The source outlives this.
    [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override;

  private:
    const ByteSource& source_;
    std::uint64_t offset_;
    std::uint64_t size_;
};

/// Several sources, one after another.
class JoinedSource : public ByteSource {
  public:
    explicit JoinedSource(std::vector<std::shared_ptr<const ByteSource>> parts);
    [[nodiscard]] std::uint64_t size() const noexcept override { return starts_.back(); }
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override;
    /// Where each part begins, and where the last one ends.
    [[nodiscard]] std::span<const std::uint64_t> starts() const noexcept { return starts_; }

  private:
    std::vector<std::shared_ptr<const ByteSource>> parts_;
    std::vector<std::uint64_t> starts_{0};
};

/// `length` bytes from `offset` on; bytes.truncated if they are not all there, before memory is taken.
[[nodiscard]] Result<std::vector<std::byte>> read_range(const ByteSource& source, std::uint64_t offset,
                                                        std::uint64_t length);

/// True if `length` bytes from `offset` on lie inside `size`.
[[nodiscard]] constexpr bool lies_inside(std::uint64_t offset, std::uint64_t length, std::uint64_t size) {
    return offset <= size && length <= size - offset;
}

/// Reads the whole source in pieces of at most a megabyte, until `take` gives an error.
[[nodiscard]] Result<void>
read_in_pieces(const ByteSource& source, const std::function<Result<void>(std::span<const std::byte>)>& take);

} // namespace vellum
