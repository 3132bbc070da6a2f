// A hash table from 64-bit keys to the places of what they number: one block of memory, no node per entry.
// It is for tables that live for one compilation and only grow; keys come from the compiler's own numbers, so
// nobody outside chooses where they fall.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::skrit {

/// Keys in order of their first appearance: the first gets place 0, the next place 1.
class FlatIndex {
  public:
    struct Place {
        std::uint32_t index = 0;
        bool fresh = false; ///< The key was not there before.
    };

    /// The place of a key. Any value but all ones may be a key.
    Place place(std::uint64_t key) {
        if (count_ * 2 >= slots_.size()) grow();
        Slot& slot = find(key);
        if (slot.key == key) return {slot.index, false};
        slot = {key, count_};
        return {count_++, true};
    }

  private:
    struct Slot {
        std::uint64_t key = free_key;
        std::uint32_t index = 0;
    };
    static constexpr std::uint64_t free_key = ~std::uint64_t{0};

    Slot& find(std::uint64_t key) noexcept {
        const std::size_t mask = slots_.size() - 1;
        auto at = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U) >> 32U) & mask;
        while (slots_[at].key != free_key && slots_[at].key != key) at = (at + 1) & mask;
        return slots_[at];
    }
    void grow() {
        std::vector<Slot> old(slots_.empty() ? 32 : slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.key != free_key) find(slot.key) = slot;
    }

    std::vector<Slot> slots_; ///< The size is a power of two.
    std::uint32_t count_ = 0;
};

} // namespace vellum::skrit
