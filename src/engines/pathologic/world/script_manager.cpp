// The script manager and the settings of a world in text form.
#include <charconv>
#include <cstdint>

#include "base/ascii.hpp"
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
        if (name == "tier") {
            if (value != "precise" && value != "fast" && value != "native") return wrong();
            result.checked = value == "precise";
            result.native = value == "native"; // builds without machine code run the fast form
            continue;
        }
        std::uint64_t number = 0;
        const auto end = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool whole = !value.empty() && end.ec == std::errc() && end.ptr == value.data() + value.size();
        if (name == "seed" && whole)
            result.seed = number;
        else if (name == "stack" && whole && number > 0 && number <= (1U << 26U))
            result.stack_limit = static_cast<std::uint32_t>(number);
        else if (name == "native_after" && whole && number > 0 && number <= INT32_MAX)
            result.native_after = static_cast<std::uint32_t>(number);
        else if (name == "seed" || name == "stack" || name == "native_after")
            return wrong();
        else
            return fail(vellum::codes::engine_option, "Pathologic has no setting '" + name + "'", {},
                        "settings are limit-is-fatal, ignore-null, checked, stack, seed, "
                        "tier=precise|fast|native and native_after");
    }
    return result;
}

} // namespace vellum::pathologic
