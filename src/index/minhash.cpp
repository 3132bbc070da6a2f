#include "index/minhash.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/bytes.hpp"
#include "base/hash.hpp"

namespace vellum::index {

namespace {

constexpr std::size_t band_size = 4;

/// Mixes all bits: the finaliser of SplitMix64.
constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

/// Odd factors, a different order of all numbers each.
constexpr auto factors = [] {
    std::array<std::uint64_t, minhash_size> made{};
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = mixed(0x9E3779B97F4A7C15U * (i + 1)) | 1U;
    return made;
}();

} // namespace

MinHash minhash_of(std::span<const std::uint32_t> lines) {
    std::array<std::uint32_t, minhash_size> least;
    least.fill(0xFFFFFFFF);
    std::unordered_map<std::uint64_t, std::uint32_t> seen; // a pair that comes again counts again
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::uint64_t next = i + 1 < lines.size() ? lines[i + 1] : 0;
        const std::uint64_t pair = (std::uint64_t{lines[i]} << 32U) | next;
        const std::uint64_t feature = mixed(pair + 0x9E3779B97F4A7C15U * seen[pair]++);
        for (std::size_t k = 0; k < minhash_size; ++k)
            least[k] = std::min(least[k], static_cast<std::uint32_t>((feature * factors[k]) >> 32U));
    }
    MinHash result;
    for (std::size_t k = 0; k < minhash_size; ++k) result[k] = static_cast<std::uint16_t>(mixed(least[k]));
    return result;
}

std::vector<std::uint64_t> bands_of(const MinHash& minhash) {
    std::vector<std::uint64_t> bands;
    for (std::size_t first = 0; first < minhash_size; first += band_size) {
        StateHash hash(first);
        for (std::size_t i = 0; i < band_size; ++i) hash.u32(minhash[first + i]);
        bands.push_back(hash.digest());
    }
    return bands;
}

} // namespace vellum::index
