// Math: everything in single precision, random numbers from the world's own generator.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/natives/families.hpp"

namespace vellum::skrit {

namespace {

float real(const Call& call, std::size_t index) { return vellum::detail::to_real(call[index]); }
std::int32_t integer(const Call& call, std::size_t index) { return vellum::detail::to_integer(call[index]); }

std::int32_t to_int(World& world, Call& call, float value) {
    if (value > -2147483904.0F && value < 2147483648.0F) return static_cast<std::int32_t>(value);
    refuse(world, call, codes::run_conversion, "float does not fit an int");
    return 0;
}

/// SplitMix64: small, good and the same everywhere.
std::uint64_t next_random(World& world) {
    world.random += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = world.random;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

std::int32_t random_integer(World& world, std::int32_t least, std::int32_t most) {
    if (most <= least) return least;
    const auto range = static_cast<std::uint64_t>(static_cast<std::int64_t>(most) - least) + 1;
    return static_cast<std::int32_t>(least +
                                     static_cast<std::int64_t>((next_random(world) >> 32U) * range >> 32U));
}

float random_real(World& world, float least, float most) {
    const float unit = static_cast<float>(next_random(world) >> 40U) / 16777216.0F;
    const double from = static_cast<double>(least); // in doubles: the distance may be no float
    return static_cast<float>(from + (static_cast<double>(most) - from) * static_cast<double>(unit));
}

constexpr float degrees = 180.0F / std::numbers::pi_v<float>;

constexpr BuiltInRow math_rows[] = {
    {"math.abs/1", [](World&, Call& call) { call.result = std::fabs(real(call, 0)); }},
    {"math.absint/1",
     [](World&, Call& call) {
         const auto x = static_cast<std::uint32_t>(integer(call, 0));
         call.result = static_cast<std::int32_t>(integer(call, 0) < 0 ? 0U - x : x);
     }},
    {"math.minint/2", [](World&, Call& call) { call.result = std::min(integer(call, 0), integer(call, 1)); }},
    {"math.maxint/2", [](World&, Call& call) { call.result = std::max(integer(call, 0), integer(call, 1)); }},
    {"math.minfloat/2", [](World&, Call& call) { call.result = std::min(real(call, 0), real(call, 1)); }},
    {"math.maxfloat/2", [](World&, Call& call) { call.result = std::max(real(call, 0), real(call, 1)); }},
    {"math.clampint/3",
     [](World&, Call& call) {
         call.result = std::max(integer(call, 1), std::min(integer(call, 0), integer(call, 2)));
     }},
    {"math.clampfloat/3",
     [](World&, Call& call) {
         call.result = std::max(real(call, 1), std::min(real(call, 0), real(call, 2)));
     }},
    {"math.floor/1", [](World&, Call& call) { call.result = std::floor(real(call, 0)); }},
    {"math.ceil/1", [](World&, Call& call) { call.result = std::ceil(real(call, 0)); }},
    {"math.round/1",
     [](World& world, Call& call) { // in doubles: a float and a half may be no float
         const double number = static_cast<double>(real(call, 0));
         call.result = to_int(world, call, static_cast<float>(std::floor(number + 0.5)));
     }},
    {"math.toint/1", [](World& world, Call& call) { call.result = to_int(world, call, real(call, 0)); }},
    {"math.tofloat/1", [](World&, Call& call) { call.result = static_cast<float>(integer(call, 0)); }},
    {"math.pi/0", [](World&, Call& call) { call.result = std::numbers::pi_v<float>; }},
    {"math.sqrt/1", [](World&, Call& call) { call.result = std::sqrt(real(call, 0)); }},
    {"math.sqr/1", [](World&, Call& call) { call.result = real(call, 0) * real(call, 0); }},
    {"math.sin/1", [](World&, Call& call) { call.result = std::sin(real(call, 0)); }},
    {"math.cos/1", [](World&, Call& call) { call.result = std::cos(real(call, 0)); }},
    {"math.tan/1", [](World&, Call& call) { call.result = std::tan(real(call, 0)); }},
    {"math.asin/1", [](World&, Call& call) { call.result = std::asin(real(call, 0)); }},
    {"math.acos/1", [](World&, Call& call) { call.result = std::acos(real(call, 0)); }},
    {"math.atan/1", [](World&, Call& call) { call.result = std::atan(real(call, 0)); }},
    {"math.atan2/2", [](World&, Call& call) { call.result = std::atan2(real(call, 0), real(call, 1)); }},
    {"math.exp/1", [](World&, Call& call) { call.result = std::exp(real(call, 0)); }},
    {"math.log/1", [](World&, Call& call) { call.result = std::log(real(call, 0)); }},
    {"math.pow/2", [](World&, Call& call) { call.result = std::pow(real(call, 0), real(call, 1)); }},
    {"math.degreestoradians/1", [](World&, Call& call) { call.result = real(call, 0) / degrees; }},
    {"math.radianstodegrees/1", [](World&, Call& call) { call.result = real(call, 0) * degrees; }},
    {"math.randomint/1",
     [](World& world, Call& call) { call.result = random_integer(world, 0, integer(call, 0)); }},
    {"math.randomint/2",
     [](World& world, Call& call) {
         call.result = random_integer(world, integer(call, 0), integer(call, 1));
     }},
    {"math.randomfloat/1",
     [](World& world, Call& call) { call.result = random_real(world, 0, real(call, 0)); }},
    {"math.randomfloat/2",
     [](World& world, Call& call) { call.result = random_real(world, real(call, 0), real(call, 1)); }},
    {"math.filtersmoothstep/3",
     [](World&, Call& call) {
         const float low = real(call, 0);
         const float high = real(call, 1);
         const float t = high == low ? (real(call, 2) < low ? 0.0F : 1.0F)
                                     : std::clamp((real(call, 2) - low) / (high - low), 0.0F, 1.0F);
         call.result = t * t * (3.0F - 2.0F * t);
     }},
};

} // namespace

std::span<const BuiltInRow> math_natives() { return math_rows; }

} // namespace vellum::skrit
