// SHA-256 after FIPS 180-4. Big-endian inside, as the standard asks, whatever the host is.
// Used to name and compare files, so plain and portable rather than fast.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text_writer.hpp"

namespace vellum {

namespace {

constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

using State = std::array<std::uint32_t, 8>;

[[nodiscard]] std::uint32_t load_big_endian(const std::byte* at) noexcept {
    return std::to_integer<std::uint32_t>(at[0]) << 24U | std::to_integer<std::uint32_t>(at[1]) << 16U |
           std::to_integer<std::uint32_t>(at[2]) << 8U | std::to_integer<std::uint32_t>(at[3]);
}

void compress(State& state, const std::byte* block) noexcept {
    std::array<std::uint32_t, 64> schedule{};
    for (std::size_t index = 0; index < 16; ++index) {
        schedule[index] = load_big_endian(block + index * 4);
    }
    for (std::size_t index = 16; index < 64; ++index) {
        const std::uint32_t near = schedule[index - 2];
        const std::uint32_t far = schedule[index - 15];
        schedule[index] = schedule[index - 16] + (std::rotr(far, 7) ^ std::rotr(far, 18) ^ (far >> 3U)) +
                          schedule[index - 7] + (std::rotr(near, 17) ^ std::rotr(near, 19) ^ (near >> 10U));
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t index = 0; index < 64; ++index) {
        const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                    ((e & f) ^ (~e & g)) + round_constants[index] + schedule[index];
        const std::uint32_t second =
            (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const State added{a, b, c, d, e, f, g, h};
    for (std::size_t index = 0; index < state.size(); ++index) {
        state[index] += added[index];
    }
}

} // namespace

void Sha256::add(std::span<const std::byte> data) noexcept {
    while (!data.empty()) {
        const auto filled = static_cast<std::size_t>(size_ % block_.size());
        const std::size_t taken = std::min(block_.size() - filled, data.size());
        if (taken == block_.size()) {
            compress(state_, data.data());
        } else {
            std::memcpy(block_.data() + filled, data.data(), taken);
            if (filled + taken == block_.size()) compress(state_, block_.data());
        }
        size_ += taken;
        data = data.subspan(taken);
    }
}

std::string Sha256::hex() {
    const std::uint64_t bits = size_ * 8;
    // A one bit, zeros and the length in bits fill one block, or two when what is left is long.
    constexpr std::array<std::byte, 64> padding{std::byte{0x80}};
    const auto filled = static_cast<std::size_t>(size_ % block_.size());
    constexpr std::size_t length_at = 56;
    add(std::span(padding).first((filled < length_at ? length_at : length_at + block_.size()) - filled));
    std::array<std::byte, 8> length{};
    for (std::size_t index = 0; index < length.size(); ++index)
        length[length.size() - 1 - index] = static_cast<std::byte>((bits >> (index * 8)) & 0xFFU);
    add(length);
    TextWriter out;
    for (const std::uint32_t word : state_) out.hex(word, 8);
    return out.take();
}

std::string sha256_hex(std::span<const std::byte> data) {
    Sha256 sum;
    sum.add(data);
    return sum.hex();
}

} // namespace vellum
