// Angles and distances on the torus of the world, in the original's integers. Pure functions.
#pragma once

#include <cstdint>

#include "vellum/ff7_state.hpp"

namespace vellum::ff7 {

/// Two's complement arithmetic without undefined overflow.
[[nodiscard]] constexpr std::int32_t wrapping_add(std::int32_t a, std::int32_t b) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
[[nodiscard]] constexpr std::int32_t wrapping_sub(std::int32_t a, std::int32_t b) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}
[[nodiscard]] constexpr std::int32_t shift_left(std::int32_t a, std::int32_t count) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a)
                                     << (static_cast<std::uint32_t>(count) & 31U));
}

/// The 12-bit angle of a script's direction, of which a turn has 256 parts.
[[nodiscard]] constexpr std::int16_t direction_from(std::int32_t value) noexcept {
    return static_cast<std::int16_t>(shift_left(value, 4) & 0xFFF);
}

/// Sine of a 12-bit angle, 4096 for 1.
[[nodiscard]] std::int32_t sine(std::int32_t angle) noexcept;
[[nodiscard]] inline std::int32_t cosine(std::int32_t angle) noexcept {
    return sine(wrapping_add(angle, 0x400));
}

/// 12-bit angle from a to b, -2048 to 2048: 0 = +z, 0x400 = +x. Differences are not wrapped; 0 for the same
/// place.
[[nodiscard]] std::int32_t direction(const Position& a, const Position& b) noexcept;

/// |dx| + |dy| + |dz|, the shorter way round the world.
[[nodiscard]] std::int32_t distance(const Position& a, const Position& b) noexcept;

/// Puts x and z back into the world.
void wrap_into_world(Position& position) noexcept;

/// A quarter of the shorter way nearer.
[[nodiscard]] std::int32_t eased_facing(std::int32_t shown, std::int32_t wanted) noexcept;

} // namespace vellum::ff7
