// Search in the pool: texts of eight bytes and more go through a hash of their first eight, shorter ones (a
// handful in a script) are searched plainly.
#include "engines/pathologic/pool.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/bytes.hpp"
#include "base/encoding.hpp"

namespace vellum::pathologic {

std::optional<std::vector<std::byte>> encode_wide(std::string_view text) {
    ByteWriter writer;
    if (text.find('\0') != std::string_view::npos || !wtf8_to_utf16le(text, writer)) return std::nullopt;
    writer.u16(0);
    return writer.take();
}

std::optional<std::vector<std::byte>> encode_name(std::string_view text) {
    ByteWriter writer;
    if (text.find('\0') != std::string_view::npos) return std::nullopt;
    writer.cstring(text);
    return writer.take();
}

std::span<const std::byte> wide_bytes(std::span<const std::byte> pool, std::uint32_t offset) noexcept {
    if (offset >= pool.size()) return {};
    for (std::size_t at = offset; at + 2 <= pool.size(); at += 2)
        if (load_u16(pool.data() + at) == 0) return pool.subspan(offset, at + 2 - offset);
    return {};
}

std::span<const std::byte> name_bytes(std::span<const std::byte> pool, std::uint32_t offset) noexcept {
    if (offset >= pool.size()) return {};
    const void* end = std::memchr(pool.data() + offset, 0, pool.size() - offset);
    if (end == nullptr) return {};
    return pool.subspan(offset, static_cast<std::size_t>(static_cast<const std::byte*>(end) - pool.data()) +
                                    1 - offset);
}

PoolMap::PoolMap(std::span<const std::byte> pool)
    : pool_(pool), wide_end_(pool.size()), name_end_(pool.size()) {
    for (std::size_t at = pool.size(); at-- > 0;) {
        const bool zero = pool[at] == std::byte{0};
        const bool more = at + 1 < pool.size();
        name_end_[at] = zero ? static_cast<std::uint32_t>(at + 1) : more ? name_end_[at + 1] : 0;
        if (zero && more && pool[at + 1] == std::byte{0})
            wide_end_[at] = static_cast<std::uint32_t>(at + 2);
        else
            wide_end_[at] = at + 2 < pool.size() ? wide_end_[at + 2] : 0;
    }
}

std::size_t PoolBuilder::bucket(const std::byte* at) const noexcept {
    constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15U; // 2^64 over the golden ratio spreads neighbours
    return static_cast<std::size_t>((load_u64(at) * multiplier) >>
                                    (64U - static_cast<unsigned>(std::countr_zero(first_.size()))));
}

bool PoolBuilder::spend(std::uint64_t steps) noexcept {
    effort_ -= std::min(effort_, steps);
    return effort_ != 0;
}

void PoolBuilder::rebuild(std::size_t buckets) {
    first_.assign(buckets, none);
    last_.assign(buckets, none);
    indexed_ = 0;
}

void PoolBuilder::index_up_to_end() {
    if (pool_.size() < gram) return;
    if (first_.size() < pool_.size()) rebuild(std::bit_ceil(std::max<std::size_t>(pool_.size() * 2, 1024)));
    const std::size_t end = pool_.size() - gram + 1;
    next_.resize(end);
    for (; indexed_ < end; ++indexed_) {
        const std::size_t slot = bucket(pool_.data() + indexed_);
        const auto position = static_cast<std::uint32_t>(indexed_);
        next_[indexed_] = none;
        if (first_[slot] == none)
            first_[slot] = position;
        else
            next_[last_[slot]] = position;
        last_[slot] = position;
    }
}

std::optional<std::uint32_t> PoolBuilder::find(std::span<const std::byte> bytes) {
    if (bytes.size() < gram) {
        if (!spend(pool_.size())) return std::nullopt;
        const auto found = std::search(pool_.begin(), pool_.end(), bytes.begin(), bytes.end());
        if (found == pool_.end()) return std::nullopt;
        return static_cast<std::uint32_t>(found - pool_.begin());
    }
    index_up_to_end();
    if (first_.empty()) return std::nullopt;
    for (std::uint32_t at = first_[bucket(bytes.data())]; at != none; at = next_[at]) {
        // A comparison costs by the length of what agrees, so that is what is charged.
        if (bytes.size() > pool_.size() - at) break;
        const auto differ = std::mismatch(bytes.begin(), bytes.end(), pool_.begin() + at).first;
        if (!spend(1 + static_cast<std::uint64_t>(differ - bytes.begin()))) return std::nullopt;
        if (differ == bytes.end()) return at;
    }
    return std::nullopt;
}

std::uint32_t PoolBuilder::place(std::span<const std::byte> bytes) {
    if (const auto found = find(bytes)) return *found;
    const auto position = static_cast<std::uint32_t>(pool_.size());
    append(bytes);
    return position;
}

void PoolBuilder::append(std::span<const std::byte> bytes) {
    pool_.insert(pool_.end(), bytes.begin(), bytes.end());
}

void PoolBuilder::clear() { *this = PoolBuilder(); }

} // namespace vellum::pathologic
