// The script manager and the settings of a world in text form.
#include <charconv>

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
        if (name != "seed" && name != "stack")
            return fail(vellum::codes::engine_option, "Pathologic has no setting '" + name + "'", {},
                        "settings are limit-is-fatal, ignore-null, checked, stack and seed");
        std::uint64_t number = 0;
        const auto end = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool whole = !value.empty() && end.ec == std::errc() && end.ptr == value.data() + value.size();
        if (!whole || (name == "stack" && (number == 0 || number > (1U << 26U))))
            return fail(vellum::codes::engine_option, "the setting " + name + " cannot be '" + value + "'");
        if (name == "seed")
            result.seed = number;
        else
            result.stack_limit = static_cast<std::uint32_t>(number);
    }
    return result;
}

} // namespace vellum::pathologic
