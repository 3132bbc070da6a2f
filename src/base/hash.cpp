// XXH64 after its public specification (Yann Collet, "xxHash fast digest algorithm", version 0.2.0).
// Relies on the little-endian loads of bytes.hpp. Four lanes eat stripes of 32 bytes; what does not fill a
// stripe waits in `pending_` until more arrives or the digest is asked for.
#include "base/hash.hpp"

#include <bit>
#include <cstring>

#include "base/bytes.hpp"

namespace vellum {

namespace {

constexpr std::uint64_t prime_1 = 0x9E3779B185EBCA87U;
constexpr std::uint64_t prime_2 = 0xC2B2AE3D27D4EB4FU;
constexpr std::uint64_t prime_3 = 0x165667B19E3779F9U;
constexpr std::uint64_t prime_4 = 0x85EBCA77C2B2AE63U;
constexpr std::uint64_t prime_5 = 0x27D4EB2F165667C5U;

[[nodiscard]] constexpr std::uint64_t round(std::uint64_t lane, std::uint64_t input) noexcept {
    return std::rotl(lane + input * prime_2, 31) * prime_1;
}

[[nodiscard]] constexpr std::uint64_t merge(std::uint64_t hash, std::uint64_t lane) noexcept {
    return (hash ^ round(0, lane)) * prime_1 + prime_4;
}

} // namespace

StateHash::StateHash(std::uint64_t seed) noexcept
    : lanes_{seed + prime_1 + prime_2, seed + prime_2, seed, seed - prime_1}, seed_(seed) {}

void StateHash::consume_stripe(const std::byte* at) noexcept {
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        lanes_[lane] = round(lanes_[lane], load_u64(at + lane * 8));
    }
}

void StateHash::update(std::span<const std::byte> data) noexcept {
    if (data.empty()) {
        return;
    }
    total_ += data.size();
    const std::byte* at = data.data();
    std::size_t left = data.size();
    if (pending_size_ != 0) {
        const std::size_t missing = pending_.size() - pending_size_;
        const std::size_t taken = left < missing ? left : missing;
        std::memcpy(pending_.data() + pending_size_, at, taken);
        pending_size_ += taken;
        at += taken;
        left -= taken;
        if (pending_size_ < pending_.size()) {
            return;
        }
        consume_stripe(pending_.data());
        pending_size_ = 0;
    }
    for (; left >= pending_.size(); at += pending_.size(), left -= pending_.size()) {
        consume_stripe(at);
    }
    std::memcpy(pending_.data(), at, left);
    pending_size_ = left;
}

void StateHash::update(std::string_view text) noexcept { update(as_bytes(text)); }

void StateHash::u8(std::uint8_t value) noexcept {
    const std::byte byte{value};
    update(std::span(&byte, 1));
}

void StateHash::u32(std::uint32_t value) noexcept {
    std::array<std::byte, 4> raw{};
    store_u32(raw.data(), value);
    update(raw);
}

void StateHash::u64(std::uint64_t value) noexcept {
    std::array<std::byte, 8> raw{};
    store_u64(raw.data(), value);
    update(raw);
}

std::uint64_t StateHash::digest() const noexcept {
    std::uint64_t hash = seed_ + prime_5;
    if (total_ >= pending_.size()) {
        hash = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) +
               std::rotl(lanes_[3], 18);
        for (const std::uint64_t lane : lanes_) {
            hash = merge(hash, lane);
        }
    }
    hash += total_;
    const std::byte* at = pending_.data();
    std::size_t left = pending_size_;
    for (; left >= 8; at += 8, left -= 8) {
        hash = std::rotl(hash ^ round(0, load_u64(at)), 27) * prime_1 + prime_4;
    }
    if (left >= 4) {
        hash = std::rotl(hash ^ (load_u32(at) * prime_1), 23) * prime_2 + prime_3;
        at += 4;
        left -= 4;
    }
    for (; left > 0; ++at, --left) {
        hash = std::rotl(hash ^ (load_u8(at) * prime_5), 11) * prime_1;
    }
    hash = (hash ^ (hash >> 33U)) * prime_2;
    hash = (hash ^ (hash >> 29U)) * prime_3;
    return hash ^ (hash >> 32U);
}

std::uint64_t hash64(std::span<const std::byte> data, std::uint64_t seed) noexcept {
    StateHash hash(seed);
    hash.update(data);
    return hash.digest();
}

std::uint64_t hash64(std::string_view text, std::uint64_t seed) noexcept {
    return hash64(as_bytes(text), seed);
}

} // namespace vellum
