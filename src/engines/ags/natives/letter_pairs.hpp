// Which code points have another case, as the original's text library knows them: Unicode as it was around
// 1998, without what came later. The library is Allegro's; its tables are the same in every release of the
// engine.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace vellum::ags {

/// Code points from `first` to `last`, every `step`-th; `delta` leads to the other case.
struct LetterRun {
    std::int32_t first;
    std::int32_t last;
    std::int32_t step;
    std::int32_t delta;
};

// clang-format off: a table
/// Capitals whose small letter has them as its capital.
inline constexpr LetterRun letter_pairs[] = {
    {65, 90, 1, 32}, {192, 214, 1, 32}, {216, 222, 1, 32}, {256, 302, 2, 1}, {306, 310, 2, 1},
    {313, 327, 2, 1}, {330, 374, 2, 1}, {376, 376, 1, -121}, {377, 381, 2, 1}, {385, 385, 1, 210},
    {386, 388, 2, 1}, {390, 390, 1, 206}, {391, 391, 1, 1}, {393, 394, 1, 205}, {395, 395, 1, 1},
    {398, 398, 1, 79}, {399, 399, 1, 202}, {400, 400, 1, 203}, {401, 401, 1, 1}, {403, 403, 1, 205},
    {404, 404, 1, 207}, {406, 406, 1, 211}, {407, 407, 1, 209}, {408, 408, 1, 1}, {412, 412, 1, 211},
    {413, 413, 1, 213}, {415, 415, 1, 214}, {416, 420, 2, 1}, {422, 422, 1, 218}, {423, 423, 1, 1},
    {425, 425, 1, 218}, {428, 428, 1, 1}, {430, 430, 1, 218}, {431, 431, 1, 1}, {433, 434, 1, 217},
    {435, 437, 2, 1}, {439, 439, 1, 219}, {440, 440, 1, 1}, {444, 444, 1, 1}, {452, 452, 1, 2},
    {455, 455, 1, 2}, {458, 458, 1, 2}, {461, 475, 2, 1}, {478, 494, 2, 1}, {497, 497, 1, 2},
    {500, 500, 1, 1}, {506, 534, 2, 1}, {902, 902, 1, 38}, {904, 906, 1, 37}, {908, 908, 1, 64},
    {910, 911, 1, 63}, {913, 929, 1, 32}, {931, 939, 1, 32}, {994, 1006, 2, 1}, {1025, 1036, 1, 80},
    {1038, 1039, 1, 80}, {1040, 1071, 1, 32}, {1120, 1152, 2, 1}, {1168, 1214, 2, 1}, {1217, 1219, 2, 1},
    {1223, 1223, 1, 1}, {1227, 1227, 1, 1}, {1232, 1258, 2, 1}, {1262, 1268, 2, 1}, {1272, 1272, 1, 1},
    {1329, 1366, 1, 48}, {7680, 7828, 2, 1}, {7840, 7928, 2, 1}, {7944, 7951, 1, -8}, {7960, 7965, 1, -8},
    {7976, 7983, 1, -8}, {7992, 7999, 1, -8}, {8008, 8013, 1, -8}, {8025, 8031, 2, -8},
    {8040, 8047, 1, -8}, {8072, 8079, 1, -8}, {8088, 8095, 1, -8}, {8104, 8111, 1, -8},
    {8120, 8121, 1, -8}, {8122, 8123, 1, -74}, {8124, 8124, 1, -9}, {8136, 8139, 1, -86},
    {8140, 8140, 1, -9}, {8152, 8153, 1, -8}, {8154, 8155, 1, -100}, {8168, 8169, 1, -8},
    {8170, 8171, 1, -112}, {8172, 8172, 1, -7}, {8184, 8185, 1, -128}, {8186, 8187, 1, -126},
    {8188, 8188, 1, -9}, {8544, 8559, 1, 16}, {9398, 9423, 1, 26},
};
/// Others that LowerCase changes, and others that UpperCase changes.
inline constexpr LetterRun only_lowered[] = {
    {304, 304, 1, -199}, {453, 453, 1, 1}, {456, 456, 1, 1}, {459, 459, 1, 1}, {498, 498, 1, 1},
    {4256, 4293, 1, 48},
};
inline constexpr LetterRun only_raised[] = {
    {305, 305, 1, -232}, {383, 383, 1, -300}, {453, 453, 1, -1}, {456, 456, 1, -1}, {459, 459, 1, -1},
    {498, 498, 1, -1}, {837, 837, 1, 84}, {962, 962, 1, -31}, {976, 976, 1, -62}, {977, 977, 1, -57},
    {981, 981, 1, -47}, {982, 982, 1, -54}, {1008, 1008, 1, -86}, {1009, 1009, 1, -80},
    {1010, 1010, 1, -79}, {7835, 7835, 1, -59}, {8126, 8126, 1, -7205},
};
// clang-format on

/// One direction, sorted for searching.
template <std::size_t More> consteval auto letter_runs(const LetterRun (&more)[More], bool raise) noexcept {
    std::array<LetterRun, std::size(letter_pairs) + More> runs{};
    auto at = runs.begin();
    for (const LetterRun& run : letter_pairs)
        *at++ = raise ? LetterRun{run.first + run.delta, run.last + run.delta, run.step, -run.delta} : run;
    std::ranges::copy(more, at);
    std::ranges::sort(runs, {}, &LetterRun::first);
    return runs;
}
inline constexpr auto lowered_runs = letter_runs(only_lowered, false);
inline constexpr auto raised_runs = letter_runs(only_raised, true);

/// The other case of a code point, or the code point.
template <std::size_t N>
[[nodiscard]] constexpr std::uint32_t changed_letter(const std::array<LetterRun, N>& runs,
                                                     std::uint32_t code) noexcept {
    const auto letter = static_cast<std::int32_t>(code);
    const auto behind = std::ranges::upper_bound(runs, letter, {}, &LetterRun::first);
    if (behind == runs.begin()) return code;
    const LetterRun& run = *std::prev(behind);
    if (letter > run.last || (letter - run.first) % run.step != 0) return code;
    return static_cast<std::uint32_t>(letter + run.delta);
}
/// The same for the alphabets that texts mostly have, without searching: Latin, Greek, Cyrillic.
inline constexpr std::uint32_t usual_letters = 0x530;
template <const auto& runs>
inline constexpr auto usual_other_case = [] {
    std::array<std::uint16_t, usual_letters> other{};
    for (std::uint32_t code = 0; code < usual_letters; ++code)
        other[code] = static_cast<std::uint16_t>(changed_letter(runs, code));
    return other;
}();
[[nodiscard]] constexpr std::uint32_t lower_code(std::uint32_t code) noexcept {
    return code < usual_letters ? usual_other_case<lowered_runs>[code] : changed_letter(lowered_runs, code);
}
[[nodiscard]] constexpr std::uint32_t upper_code(std::uint32_t code) noexcept {
    return code < usual_letters ? usual_other_case<raised_runs>[code] : changed_letter(raised_runs, code);
}

} // namespace vellum::ags
