// Two hashes with fixed, published results: XXH64 for machine states and caches, SHA-256 for naming files.
// Both are our own code after the public specifications and are tested against their vectors. The same bytes
// hash alike on every platform; XXH64 is fast and must never be trusted against someone who wants a
// collision.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vellum {

/// XXH64 in pieces: update as often as wanted, digest() at any time without disturbing what follows.
class StateHash {
  public:
    explicit StateHash(std::uint64_t seed = 0) noexcept;

    void update(std::span<const std::byte> data) noexcept;
    void update(std::string_view text) noexcept;
    /// Integers enter as their little-endian bytes.
    void u8(std::uint8_t value) noexcept;
    void u32(std::uint32_t value) noexcept;
    void u64(std::uint64_t value) noexcept;

    [[nodiscard]] std::uint64_t digest() const noexcept;

  private:
    void consume_stripe(const std::byte* at) noexcept;

    std::array<std::uint64_t, 4> lanes_;
    std::uint64_t seed_;
    std::uint64_t total_ = 0;
    std::array<std::byte, 32> pending_{};
    std::size_t pending_size_ = 0;
};

/// XXH64 of one piece.
[[nodiscard]] std::uint64_t hash64(std::span<const std::byte> data, std::uint64_t seed = 0) noexcept;
[[nodiscard]] std::uint64_t hash64(std::string_view text, std::uint64_t seed = 0) noexcept;

/// SHA-256 in pieces.
class Sha256 {
  public:
    void add(std::span<const std::byte> data) noexcept;
    /// As 64 lower case hexadecimal digits; once, at the end.
    [[nodiscard]] std::string hex();

  private:
    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::byte, 64> block_{}; ///< What does not fill one yet stands at its beginning.
    std::uint64_t size_ = 0;
};

/// SHA-256 as 64 lower case hexadecimal digits.
[[nodiscard]] std::string sha256_hex(std::span<const std::byte> data);

} // namespace vellum
