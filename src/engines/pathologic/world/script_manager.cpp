// The script manager and the settings of a world in text form.
#include <cstdint>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/number.hpp"
#include "runtime/tier.hpp"
#include "vellum/pathologic.hpp"

namespace vellum::pathologic {

Result<ProgramPtr> ScriptManager::load(std::string_view name, Diagnostics* diagnostics) {
    const std::string key = lower_case(name); // the game's file names have no cases
    const auto found = scripts_.find(key);
    if (found != scripts_.end()) return found->second;
    const Result<std::vector<std::byte>> bytes = files_.read(name);
    if (!bytes) return std::unexpected(bytes.error());
    Diagnostics unheard;
    LoadOptions options;
    options.name = name;
    Result<ProgramPtr> program =
        engine_.format().load(*bytes, options, diagnostics != nullptr ? *diagnostics : unheard);
    if (program) scripts_.emplace(key, *program);
    return program;
}

void ScriptManager::forget(std::string_view name) { scripts_.erase(lower_case(name)); }

Result<WorldOptions> world_options(const RunOptions& options) {
    WorldOptions result;
    static_cast<vellum::WorldOptions&>(result) = options;
    TierSettings tier;
    for (const auto& [name, value] : options.all_settings()) {
        const auto wrong = [&] {
            return fail(vellum::codes::engine_option, "the setting " + name + " cannot be '" + value + "'");
        };
        bool* const flag = name == "limit-is-fatal" ? &result.limit_is_fatal
                           : name == "ignore-null"  ? &result.ignore_null_receiver
                           : name == "checked"      ? &result.checked
                                                    : nullptr;
        if (flag != nullptr) {
            if (value != "0" && value != "1")
                return fail(vellum::codes::engine_option,
                            "the setting " + name + " must be 0 or 1, not '" + value + "'");
            *flag = value == "1";
            continue;
        }
        const auto number = whole_number<std::uint64_t>(value);
        if (name == "seed" && number)
            result.seed = *number;
        else if (name == "stack" && number && *number > 0 && *number <= (1U << 26U))
            result.stack_limit = static_cast<std::uint32_t>(*number);
        else if (name == "seed" || name == "stack")
            return wrong();
        else if (!read_tier(name, value, tier))
            return fail(
                vellum::codes::engine_option, "'" + name + "=" + value + "' is not a setting of Pathologic",
                {}, concat("settings are limit-is-fatal, ignore-null, checked, stack, seed, ", tier_words));
        if (name == "tier") {
            result.checked = tier.most == Tier::precise;
            result.native = tier.most == Tier::native;
        }
    }
    result.native_after = tier.native_after;
    result.perf_map = tier.perf_map;
    return result;
}

} // namespace vellum::pathologic
