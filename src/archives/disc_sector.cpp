#include "archives/disc_sector.hpp"

#include <array>
#include <utility>

#include "base/bytes.hpp"

namespace vellum::archives {

namespace {

constexpr std::size_t subheader_at = 16, edc_at = 2072, words_at = 12;

constexpr auto edc_table = [] {
    constexpr std::uint32_t polynomial = 0xD8018001;
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit) value = (value >> 1U) ^ ((value & 1U) != 0 ? polynomial : 0);
        table[byte] = value;
    }
    return table;
}();

/// Twice a number of the field that the codes count in.
constexpr std::uint8_t twice(std::uint8_t value) {
    constexpr unsigned polynomial = 0x11D;
    const unsigned doubled = value * 2U;
    return static_cast<std::uint8_t>(doubled ^ ((doubled & 0x100U) != 0 ? polynomial : 0));
}

/// By a number: what gives it, three times.
constexpr auto third = [] {
    std::array<std::uint8_t, 256> table{};
    for (unsigned value = 0; value < table.size(); ++value) {
        const auto byte = static_cast<std::uint8_t>(value);
        table[twice(byte) ^ byte] = byte;
    }
    return table;
}();

/// One of the two codes: `count` code words of `length` words and two words of parity, which stand behind all
/// that is covered. The sum of a code word is zero, and so is that of its words times powers of two.
struct Code {
    std::size_t count, length, step_of_word, step_inside, covered;
};
constexpr Code p_code{43, 24, 1, 43, 1032};
constexpr Code q_code{26, 43, 43, 44, 1118};

void write_parity(std::span<std::byte, sector::raw_size> raw, const Code& code) {
    std::byte* const words = &raw[words_at];
    for (std::size_t number = 0; number < code.count; ++number)
        for (std::size_t plane = 0; plane < 2; ++plane) {
            std::uint8_t sum = 0, weighted = 0;
            for (std::size_t i = 0; i < code.length; ++i) {
                const std::size_t word = (number * code.step_of_word + i * code.step_inside) % code.covered;
                const auto byte = std::to_integer<std::uint8_t>(words[2 * word + plane]);
                sum ^= byte;
                weighted = static_cast<std::uint8_t>(twice(weighted) ^ byte);
            }
            weighted = twice(twice(weighted));
            const std::uint8_t first = third[sum ^ weighted];
            words[2 * (code.covered + number) + plane] = std::byte{first};
            words[2 * (code.covered + code.count + number) + plane] =
                std::byte{static_cast<std::uint8_t>(sum ^ first)};
        }
}

} // namespace

void write_sector_checks(std::span<std::byte, sector::raw_size> raw) {
    std::uint32_t edc = 0;
    for (const std::byte byte : raw.subspan(subheader_at, edc_at - subheader_at))
        edc = (edc >> 8U) ^ edc_table[(edc ^ std::to_integer<std::uint32_t>(byte)) & 0xFFU];
    store_u32(&raw[edc_at], edc);
    // In mode 2 a sector's address is not covered, so that sectors can be moved.
    std::array<std::byte, 4> address{};
    for (std::size_t i = 0; i < address.size(); ++i)
        address[i] = std::exchange(raw[words_at + i], std::byte{0});
    write_parity(raw, p_code);
    write_parity(raw, q_code);
    for (std::size_t i = 0; i < address.size(); ++i) raw[words_at + i] = address[i];
}

} // namespace vellum::archives
