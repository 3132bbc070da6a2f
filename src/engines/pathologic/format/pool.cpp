// Search in the pool: a text can only occur where its terminator does, so of texts of eight bytes and more
// the last eight are hashed, and only places where a text can end are kept. Shorter texts (a handful in a
// script) are searched plainly.
#include "engines/pathologic/format/pool.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/bytes.hpp"
#include "base/encoding.hpp"

namespace vellum::pathologic {

namespace {
constexpr std::size_t short_text = 1024; // bytes of a text that are searched before all ends are mapped

/// Bit i: the i-th of the eight bytes is zero.
unsigned zero_bytes(const std::byte* at) noexcept {
    constexpr std::uint64_t low_bits = 0x7F7F'7F7F'7F7F'7F7FU;
    constexpr std::uint64_t gather = 0x0102'0408'1020'4080U; // brings bit 7 of each byte together in the last
    const std::uint64_t bytes = load_u64(at);
    const std::uint64_t zero = ~(((bytes & low_bits) + low_bits) | bytes | low_bits);
    return static_cast<unsigned>(((zero >> 7U) * gather) >> 56U);
}

/// One of the four 16-bit units is zero: only then does taking one from each borrow into a high bit that was
/// clear.
constexpr bool has_zero_unit(std::uint64_t units) noexcept {
    return ((units - 0x0001'0001'0001'0001U) & ~units & 0x8000'8000'8000'8000U) != 0;
}
} // namespace

std::optional<std::vector<std::byte>> encode_wide(std::string_view text) {
    ByteWriter writer;
    writer.reserve(2 * text.size() + 2);
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
    std::size_t at = offset;
    while (at + 8 <= pool.size() && !has_zero_unit(load_u64(pool.data() + at))) at += 8;
    for (; at + 2 <= pool.size(); at += 2)
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

std::span<const std::byte> PoolMap::search_wide(std::uint32_t offset) const {
    if (offset >= pool_.size()) return {};
    const std::span<const std::byte> text =
        wide_bytes(pool_.first(std::min(pool_.size(), offset + short_text)), offset);
    if (!text.empty() || pool_.size() <= offset + short_text) return text;
    map();
    return wide(offset);
}

std::span<const std::byte> PoolMap::search_name(std::uint32_t offset) const {
    if (offset >= pool_.size()) return {};
    const std::span<const std::byte> text =
        name_bytes(pool_.first(std::min(pool_.size(), offset + short_text)), offset);
    if (!text.empty() || pool_.size() <= offset + short_text) return text;
    map();
    return name(offset);
}

void PoolMap::map() const {
    wide_end_.resize(pool_.size());
    name_end_.resize(pool_.size());
    for (std::size_t at = pool_.size(); at-- > 0;) {
        const bool zero = pool_[at] == std::byte{0};
        const bool more = at + 1 < pool_.size();
        name_end_[at] = zero ? static_cast<std::uint32_t>(at + 1) : more ? name_end_[at + 1] : 0;
        if (zero && more && pool_[at + 1] == std::byte{0})
            wide_end_[at] = static_cast<std::uint32_t>(at + 2);
        else
            wide_end_[at] = at + 2 < pool_.size() ? wide_end_[at + 2] : 0;
    }
}

namespace {

/// How many bytes at the ends of both agree.
std::size_t common_end(std::span<const std::byte> a, std::span<const std::byte> b) noexcept {
    const std::size_t size = std::min(a.size(), b.size());
    const std::byte* const a_end = a.data() + a.size();
    const std::byte* const b_end = b.data() + b.size();
    std::size_t alike = 0;
    for (; alike + 8 <= size; alike += 8) {
        const std::uint64_t differ = load_u64(a_end - alike - 8) ^ load_u64(b_end - alike - 8);
        if (differ != 0) return alike + static_cast<std::size_t>(std::countl_zero(differ)) / 8;
    }
    while (alike < size &&
           a_end[-1 - static_cast<std::ptrdiff_t>(alike)] == b_end[-1 - static_cast<std::ptrdiff_t>(alike)])
        ++alike;
    return alike;
}

} // namespace

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
    ends_.clear();
    indexed_ = 0;
}

void PoolBuilder::index_up_to_end() {
    if (first_.size() < ends_.size() * 2 + pool_.size() / 4)
        rebuild(std::bit_ceil(std::max<std::size_t>(pool_.size(), 256)));
    indexed_ = std::max(indexed_, gram - 1);
    if (indexed_ >= pool_.size()) return;
    unsigned before = zero_bytes(pool_.data() + indexed_ - (gram - 1)) << 1U; // bit 8 stands for indexed_
    while (indexed_ < pool_.size()) {
        const std::size_t count = std::min(gram, pool_.size() - indexed_);
        const unsigned zeros =
            zero_bytes(pool_.data() + indexed_ + count - gram) >> static_cast<unsigned>(gram - count);
        const unsigned all = (before & 0xFFU) | zeros << 8U;
        // A wide text ends with two zero bytes, a name with one that has none in a gram before it.
        const unsigned next = all << 1U;
        const unsigned two = next | next << 1U;
        const unsigned four = two | two << 2U;
        const unsigned seven = four | four << 3U;
        for (unsigned ends = (all & (next | ~seven)) >> 8U; ends != 0; ends &= ends - 1)
            add_end(static_cast<std::uint32_t>(indexed_ + static_cast<unsigned>(std::countr_zero(ends)) + 1));
        before = zeros;
        indexed_ += count;
    }
}

void PoolBuilder::add_end(std::uint32_t end) {
    const std::size_t slot = bucket(pool_.data() + end - gram);
    const auto entry = static_cast<std::uint32_t>(ends_.size());
    ends_.push_back({end, none});
    if (first_[slot] == none)
        first_[slot] = entry;
    else
        ends_[last_[slot]].next = entry;
    last_[slot] = entry;
}

std::optional<std::uint32_t> PoolBuilder::find(std::span<const std::byte> bytes) {
    if (bytes.size() < gram) {
        if (!spend(pool_.size())) return std::nullopt;
        const std::size_t found = as_text(pool_).find(as_text(bytes));
        if (found == std::string_view::npos) return std::nullopt;
        return static_cast<std::uint32_t>(found);
    }
    index_up_to_end();
    if (first_.empty()) return std::nullopt;
    for (std::uint32_t at = first_[bucket(bytes.data() + bytes.size() - gram)]; at != none;
         at = ends_[at].next) {
        // A comparison costs by the length of what agrees, so that is what is charged.
        const std::uint32_t end = ends_[at].end;
        if (bytes.size() > end) continue;
        const std::size_t alike = common_end(bytes, std::span(pool_).first(end));
        if (!spend(1 + alike)) return std::nullopt;
        if (alike == bytes.size()) return static_cast<std::uint32_t>(end - bytes.size());
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
