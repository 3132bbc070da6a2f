// A file with some ranges of it replaced, as the list of what is new: nothing is copied before it is read.
// All writers of archives work by it, which is why what they do not mention stays as it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "vellum/archive.hpp"

namespace vellum::archives {

class Splice {
  public:
    explicit Splice(std::shared_ptr<const ByteSource> source) : source_(std::move(source)) {}

    /// `length` bytes at `offset` give way to `bytes`; both may be empty. Ranges must not overlap; of several
    /// insertions at one place the first stands first. Gives the new bytes, whose values may still change,
    /// but not their number.
    std::vector<std::byte>& replace(std::uint64_t offset, std::uint64_t length, std::vector<std::byte> bytes);
    void put_u8(std::uint64_t offset, std::uint8_t value);
    void put_u16(std::uint64_t offset, std::uint16_t value);
    void put_u32(std::uint64_t offset, std::uint32_t value);
    void put_u64(std::uint64_t offset, std::uint64_t value);

    /// Where a byte of the source stands in the result. What is inserted right at `offset` stands before it.
    [[nodiscard]] std::uint64_t moved(std::uint64_t offset) const;
    [[nodiscard]] std::uint64_t size() const; ///< Of the result.

    /// The result. Fails with archive.change if replaced ranges overlap or lie outside of the source.
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> finish() const;

  private:
    struct Edit {
        std::uint64_t offset, length;
        std::vector<std::byte> bytes;
        std::size_t number; ///< In the order in which they were asked for.
    };
    static void sort(std::vector<const Edit*>& edits);
    void order() const;

    std::shared_ptr<const ByteSource> source_;
    std::deque<Edit> edits_;
    // What moves other bytes, apart: writers ask where something stands after each number that they put.
    std::vector<const Edit*> moving_;
    mutable std::vector<const Edit*> ordered_; ///< Those by place.
    mutable std::vector<std::int64_t> growth_; ///< By ordered_: bytes gained up to and with it.
};

} // namespace vellum::archives
