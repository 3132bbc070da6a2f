// Names with their hashes, and tables from such hashes to numbers: what the registry finds its entries by.
// A table is two flat arrays, so that an empty one costs nothing and a small one little. It knows no names:
// whoever asks compares those of the candidates.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace vellum::skrit {

/// A name to look up. Its hash, which does not depend on case, is computed once, however many tables are
/// asked.
struct NameKey {
    std::string_view text;
    std::uint64_t hash;

    explicit NameKey(std::string_view name) noexcept;
    /// With the hash a key of the same name had.
    NameKey(std::string_view name, std::uint64_t hash_of_name) noexcept : text(name), hash(hash_of_name) {}
    /// Implicit, so that callers may give a name where a key is wanted.
    template <std::convertible_to<std::string_view> Name>
    NameKey(const Name& name) noexcept : NameKey(std::string_view(name)) {}
};

/// Numbers by hash; several may share one.
class NameIndex {
  public:
    [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }

    void add(std::uint64_t hash, std::uint32_t number) {
        entries_.push_back({hash, number});
        if (entries_.size() * 2 > slots_.size())
            grow();
        else
            place(static_cast<std::uint32_t>(entries_.size()));
    }

    /// Shows the numbers of that hash in the order they were added, until `is` says yes: that number, or
    /// `otherwise`.
    template <class Predicate>
    [[nodiscard]] std::uint32_t find(std::uint64_t hash, std::uint32_t otherwise, Predicate&& is) const {
        if (entries_.empty()) return otherwise;
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = home(hash) & mask; slots_[at] != 0; at = (at + 1) & mask) {
            const Entry& entry = entries_[slots_[at] - 1];
            if (entry.hash == hash && is(entry.number)) return entry.number;
        }
        return otherwise;
    }

  private:
    struct Entry {
        std::uint64_t hash = 0;
        std::uint32_t number = 0;
    };

    static std::size_t home(std::uint64_t hash) noexcept {
        return static_cast<std::size_t>(hash ^ (hash >> 32U));
    }
    void place(std::uint32_t entry) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = home(entries_[entry - 1].hash) & mask;
        while (slots_[at] != 0) at = (at + 1) & mask;
        slots_[at] = entry;
    }
    /// Entries go in again in their order, which keeps those of one hash in it too.
    void grow() {
        slots_.assign(slots_.empty() ? 16 : slots_.size() * 2, 0);
        for (std::uint32_t i = 1; i <= entries_.size(); ++i) place(i);
    }

    std::vector<Entry> entries_;
    std::vector<std::uint32_t>
        slots_; ///< Position in `entries_` + 1, 0 for free; the size is a power of two.
};

} // namespace vellum::skrit
