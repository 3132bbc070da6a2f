#include "runtime/tier.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/number.hpp"

namespace vellum {

bool read_tier(std::string_view name, std::string_view value, TierSettings& settings) {
    if (name == "tier") {
        constexpr std::array<std::string_view, 3> words{"precise", "fast", "native"};
        const auto word = std::ranges::find(words, value);
        if (word != words.end()) settings.most = static_cast<Tier>(word - words.begin());
        return word != words.end();
    }
    if (name == "native_after") {
        const auto number = whole_number<std::uint32_t>(value);
        if (!number || *number == 0 || *number > std::numeric_limits<std::int32_t>::max()) return false;
        settings.native_after = *number;
        return true;
    }
    if (name != "perf_map" || (value != "yes" && value != "no")) return false;
    settings.perf_map = value == "yes";
    return true;
}

} // namespace vellum
