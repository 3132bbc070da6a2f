// In what form code runs: settings that all engines with machine code have.
#pragma once

#include <cstdint>
#include <string_view>

namespace vellum {

enum class Tier : std::uint8_t {
    precise, ///< Instruction by instruction.
    fast,    ///< Frequent sequences as one.
    native   ///< Machine code of what runs often; in builds without it, the fast form.
};

struct TierSettings {
    Tier most = Tier::fast;          ///< No faster one is used.
    std::uint32_t native_after = 64; ///< Machine code is made of a function that was passed so often; not 0.
    bool perf_map = false;           ///< Machine code is named in a file for `perf`.
};

/// For messages that list settings.
inline constexpr std::string_view tier_words = "tier=precise|fast|native, native_after=N and perf_map=yes|no";

/// Takes over one of these settings. False if it is none of them, or not such a value.
[[nodiscard]] bool read_tier(std::string_view name, std::string_view value, TierSettings& settings);

} // namespace vellum
