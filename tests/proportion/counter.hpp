// What a piece of work took, in numbers that are the same on every computer: branches taken inside the
// library (the compiler's coverage hook), bytes that memcpy and its kin walked, bytes asked of the heap.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::proportion {

struct Cost {
    std::uint64_t branches = 0; ///< Edges of the library's control flow.
    std::uint64_t moved = 0;    ///< Bytes copied, compared, searched or filled by the C library.
    std::uint64_t asked = 0;    ///< Bytes asked of the heap in all.
    std::uint64_t peak = 0;     ///< Most bytes held at once, over what was held at the beginning.

    /// One number: an edge weighs about as much as eight bytes that are moved, or asked for.
    [[nodiscard]] std::uint64_t work() const noexcept { return branches + moved / 8 + asked / 8; }
};

/// Counts from its making to `stop`.
class Counter {
  public:
    Counter();
    [[nodiscard]] Cost stop() const;

  private:
    std::uint64_t asked_;
    std::int64_t held_;
};

} // namespace vellum::proportion
