// The original looks angles up in tables; the page's section "Angles" gives the formulas they were made with.
#include "engines/ff7/machine/geometry.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace vellum::ff7 {

namespace {

constexpr std::size_t turn = 4096;

std::array<std::int16_t, turn> make_sines() noexcept {
    std::array<std::int16_t, turn> result{};
    for (std::size_t i = 0; i < turn; ++i)
        result[i] = static_cast<std::int16_t>(
            std::floor(4096.0 * std::sin(static_cast<double>(i) * std::numbers::pi / 2048.0) + 0.5));
    return result;
}

std::uint32_t magnitude(std::int32_t value) noexcept {
    return value < 0 ? 0U - static_cast<std::uint32_t>(value) : static_cast<std::uint32_t>(value);
}

} // namespace

std::int32_t sine(std::int32_t angle) noexcept {
    static const std::array<std::int16_t, turn> sines = make_sines();
    return sines[static_cast<std::uint32_t>(angle) & (turn - 1)];
}

std::int32_t direction(const Position& a, const Position& b) noexcept {
    const std::int32_t dx = wrapping_sub(b.x, a.x);
    const std::int32_t dz = wrapping_sub(b.z, a.z);
    if (dx == 0 && dz == 0) return 0;
    return static_cast<std::int32_t>(std::floor(
        std::atan2(static_cast<double>(dx), static_cast<double>(dz)) * 2048.0 / std::numbers::pi + 0.5));
}

std::int32_t distance(const Position& a, const Position& b) noexcept {
    std::uint32_t dx = magnitude(wrapping_sub(b.x, a.x));
    const std::uint32_t dy = magnitude(wrapping_sub(b.y, a.y));
    std::uint32_t dz = magnitude(wrapping_sub(b.z, a.z));
    constexpr auto width = static_cast<std::uint32_t>(world_width),
                   depth = static_cast<std::uint32_t>(world_depth);
    if (dx >= width / 2) dx = width - dx;
    if (dz >= depth / 2) dz = depth - dz;
    return static_cast<std::int32_t>(dx + dy + dz);
}

void wrap_into_world(Position& position) noexcept {
    position.x %= world_width;
    if (position.x < 0) position.x += world_width;
    position.z %= world_depth;
    if (position.z < 0) position.z += world_depth;
}

std::int32_t eased_facing(std::int32_t shown, std::int32_t wanted) noexcept {
    if (shown == wanted && wanted >= 0 && wanted < 0x1000) return shown;
    if (wanted < 0) wanted += 0x1000;
    const std::int32_t straight = std::abs(shown - wanted), above = std::abs(shown - wanted - 0x1000),
                       below = std::abs(shown - wanted + 0x1000);
    if (above < straight && above <= below)
        wanted += 0x1000;
    else if (below < straight && below < above)
        wanted -= 0x1000;
    shown = (3 * shown + wanted) >> 2;
    return shown + (shown < 0 ? 0x1000 : shown >= 0x1000 ? -0x1000 : 0);
}

} // namespace vellum::ff7
