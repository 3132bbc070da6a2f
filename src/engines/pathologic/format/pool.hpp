// The string pool as the compiler fills it: a text is placed at the first position where its bytes already
// occur, else at the end (docs/engines/pathologic.md, "String pool"). The listing uses it to see whether a
// pool is the compiler's own, the assembler to make one. Both ask in the same order, so both give up at the
// same point when texts are hostile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace vellum::pathologic {

/// Bytes of a wide string in the pool, with its terminator. Nothing if the text has a NUL or is not WTF-8.
[[nodiscard]] std::optional<std::vector<std::byte>> encode_wide(std::string_view text);
/// Bytes of a method name in the pool, with its terminator. Nothing if the text has a NUL.
[[nodiscard]] std::optional<std::vector<std::byte>> encode_name(std::string_view text);

/// The bytes of a wide string from `offset` to the end of its terminator; empty if it has no end in the pool.
[[nodiscard]] std::span<const std::byte> wide_bytes(std::span<const std::byte> pool,
                                                    std::uint32_t offset) noexcept;
/// The same for a method name.
[[nodiscard]] std::span<const std::byte> name_bytes(std::span<const std::byte> pool,
                                                    std::uint32_t offset) noexcept;

/// Finds where the texts of a pool end. Texts are short as a rule and are simply searched; after the first
/// long one a map of all ends is made, so that many operands in one long text cost nothing extra.
class PoolMap {
  public:
    explicit PoolMap(std::span<const std::byte> pool) : pool_(pool) {}
    /// The bytes of the wide string that starts at the offset, terminator included; empty if it has no end.
    [[nodiscard]] std::span<const std::byte> wide(std::uint32_t offset) const {
        return wide_end_.empty() ? search_wide(offset) : cut(offset, wide_end_);
    }
    /// The same for a method name.
    [[nodiscard]] std::span<const std::byte> name(std::uint32_t offset) const {
        return name_end_.empty() ? search_name(offset) : cut(offset, name_end_);
    }

  private:
    [[nodiscard]] std::span<const std::byte> cut(std::uint32_t offset,
                                                 const std::vector<std::uint32_t>& ends) const noexcept {
        if (offset >= pool_.size() || ends[offset] == 0) return {};
        return pool_.subspan(offset, ends[offset] - offset);
    }
    [[nodiscard]] std::span<const std::byte> search_wide(std::uint32_t offset) const;
    [[nodiscard]] std::span<const std::byte> search_name(std::uint32_t offset) const;
    void map() const;

    std::span<const std::byte> pool_;
    mutable std::vector<std::uint32_t> wide_end_, name_end_; // by offset, 0: no end; empty until map()
};

/// A growing pool that finds texts in itself. All texts end with their terminator: one zero byte and none
/// before it, or a zero unit.
class PoolBuilder {
  public:
    /// First position of the text. Nothing if they do not occur or the effort is spent.
    [[nodiscard]] std::optional<std::uint32_t> find(std::span<const std::byte> bytes);
    /// First position of the text, after appending them if they did not occur.
    std::uint32_t place(std::span<const std::byte> bytes);
    /// Makes room at once for a pool of that many bytes.
    void reserve(std::size_t bytes) { pool_.reserve(bytes); }
    /// Appends without looking.
    void append(std::span<const std::byte> bytes);

    [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return pool_; }
    /// The searches took too long together; answers since then are not to be used.
    [[nodiscard]] bool exhausted() const noexcept { return effort_ == 0; }
    void clear();

  private:
    static constexpr std::size_t gram = 8; // bytes of a text that are looked up at once
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    static constexpr std::uint64_t full_effort = std::uint64_t{1}
                                                 << 28U; // positions compared, well under a second

    [[nodiscard]] std::size_t bucket(const std::byte* at) const noexcept;
    void index_up_to_end();
    void rebuild(std::size_t buckets);
    bool spend(std::uint64_t steps) noexcept;

    std::vector<std::byte> pool_;
    /// Where a text ends in the pool, and the next such place whose last bytes have the same hash.
    struct End {
        std::uint32_t end, next;
    };
    void add_end(std::uint32_t end);

    // Ends of equal hash form a chain in ascending order: first and last by bucket.
    std::vector<std::uint32_t> first_, last_;
    std::vector<End> ends_;
    std::size_t indexed_ = 0;
    std::uint64_t effort_ = full_effort;
};

} // namespace vellum::pathologic
