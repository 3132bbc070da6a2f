// Counts the memory of the texts that variables hold. Texts are shared, so each block counts once; the list
// of blocks is kept short, because it is made just when memory is short.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "vellum/value.hpp"

namespace vellum::pathologic {

/// What a text takes beyond its bytes: its head, and what the allocator adds.
inline constexpr std::uint64_t text_overhead = 48;

/// Memory of one text, as if nobody else held it; 0 for the empty text and for what is none.
[[nodiscard]] inline std::uint64_t text_bytes(const Value& value) noexcept {
    if (value.text().empty()) return 0;
    return value.string().footprint() + text_overhead;
}

class TextCount {
  public:
    void add(const Value& value) {
        ++looked_;
        if (value.text().empty()) return;
        if (blocks_.size() >= most_) {
            compact();
            most_ = std::max<std::size_t>(4096, 2 * blocks_.size());
            blocks_.reserve(most_);
        }
        blocks_.emplace_back(value.text().data(), text_bytes(value));
    }
    [[nodiscard]] std::uint64_t bytes() {
        compact();
        std::uint64_t sum = 0;
        for (const auto& [text, size] : blocks_) sum += size;
        return sum;
    }
    /// Variables looked at.
    [[nodiscard]] std::uint64_t looked() const noexcept { return looked_; }

  private:
    void compact() {
        std::ranges::sort(blocks_);
        const auto rest = std::ranges::unique(blocks_);
        blocks_.erase(rest.begin(), rest.end());
    }
    std::vector<std::pair<const char*, std::uint64_t>> blocks_;
    std::size_t most_ = 0;
    std::uint64_t looked_ = 0;
};

} // namespace vellum::pathologic
