// Texts by number, each kept once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace vellum::source {

/// Numbers count from 0 in the order in which texts come. What is given out stays where it is, also if the
/// table is moved.
class TextTable {
  public:
    std::uint32_t intern(std::string_view text) {
        if (texts_.size() * 2 >= slots_.size()) grow();
        const std::uint32_t hash = hash_of(text);
        Slot& slot = slots_[slot_of(hash, text)];
        if (slot.number == unused) {
            slot = {hash, static_cast<std::uint32_t>(texts_.size())};
            texts_.push_back(keep(text));
        }
        return slot.number;
    }
    /// Nothing if it was never interned.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text) const {
        if (slots_.empty()) return std::nullopt;
        const Slot& slot = slots_[slot_of(hash_of(text), text)];
        return slot.number == unused ? std::nullopt : std::optional(slot.number);
    }
    [[nodiscard]] std::string_view operator[](std::uint32_t number) const { return texts_[number]; }
    [[nodiscard]] std::size_t size() const noexcept { return texts_.size(); }

  private:
    static constexpr std::uint32_t unused = 0xFFFFFFFF;
    struct Slot {
        std::uint32_t hash = 0, number = unused;
    };

    /// Most texts are short names: all their bytes stand in the two words at their ends.
    static std::uint32_t hash_of(std::string_view text) {
        const std::size_t size = text.size();
        const auto ends = [&]<class Word>(Word first, Word last) {
            // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the size is given.
            std::memcpy(&first, text.data(), sizeof first);
            std::memcpy(&last, text.data() + size - sizeof last, sizeof last);
            constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U; // 2^64 over the golden ratio
            return static_cast<std::uint32_t>((((first + size) * odd ^ last) * odd) >> 32U);
        };
        if (size >= 4 && size < 8) return ends(std::uint32_t{}, std::uint32_t{});
        if (size >= 8 && size <= 16) return ends(std::uint64_t{}, std::uint64_t{});
        return static_cast<std::uint32_t>(std::hash<std::string_view>{}(text));
    }

    /// By the high bits of the hash: multiplying brings everything there.
    [[nodiscard]] std::size_t first_slot(std::uint32_t hash) const {
        return hash >> (32 - static_cast<unsigned>(std::countr_zero(slots_.size())));
    }

    /// Where the text is, or would be.
    [[nodiscard]] std::size_t slot_of(std::uint32_t hash, std::string_view text) const {
        std::size_t slot = first_slot(hash);
        while (slots_[slot].number != unused &&
               (slots_[slot].hash != hash || texts_[slots_[slot].number] != text))
            slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }

    void grow() {
        std::vector<Slot> old(std::max<std::size_t>(256, slots_.size() * 2));
        old.swap(slots_);
        for (const Slot& one : old) {
            if (one.number == unused) continue;
            std::size_t slot = first_slot(one.hash);
            while (slots_[slot].number != unused) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = one;
        }
    }

    std::string_view keep(std::string_view text) {
        constexpr std::size_t block = 4096;
        if (text.empty()) return {};
        if (text.size() > room_) {
            room_ = std::max(block, text.size());
            blocks_.push_back(std::make_unique_for_overwrite<char[]>(room_));
            end_ = blocks_.back().get();
        }
        char* const kept = end_;
        std::memcpy(kept, text.data(), text.size());
        end_ += text.size();
        room_ -= text.size();
        return {kept, text.size()};
    }

    std::vector<std::string_view> texts_;
    std::vector<Slot> slots_; ///< As many as a power of two, at most half of them used.
    std::vector<std::unique_ptr<char[]>> blocks_;
    char* end_ = nullptr; ///< Of what is used of the last block.
    std::size_t room_ = 0;
};

} // namespace vellum::source
