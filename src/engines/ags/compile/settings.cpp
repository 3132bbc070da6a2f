// The words for settings, one row each.
#include <algorithm>
#include <charconv>

#include "base/suggest.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/compile/compile.hpp"
#include "engines/ags/compile/sources.hpp"

namespace vellum::ags::compile {

namespace {

/// A switch: "linenumbers=0".
struct Switch {
    std::string_view name;
    bool Settings::* value;
};

constexpr Switch switches[] = {
    {"linenumbers", &Settings::line_numbers},
    {"lefttoright", &Settings::left_to_right},
    {"forcenewstrings", &Settings::new_strings},
    {"forceobjectbasedscript", &Settings::strict},
    {"forcenewaudio", &Settings::new_audio},
    {"oldcustomdialogopt", &Settings::old_dialog},
    {"exportall", &Settings::export_all},
    {"importoverride", &Settings::import_override},
    {"debug", &Settings::debug},
    {"utf8", &Settings::utf8},
    {"first-mistake", &Settings::first_mistake},
    {"full-names", &Settings::full_names},
    {"padded-literals", &Settings::padded_literals},
    {"counted-imports", &Settings::counted_imports},
    {"counted-members", &Settings::counted_members},
    {"folded-negatives", &Settings::folded_negatives},
};

constexpr std::int32_t scom_oldest_written = 70; ///< Older ones than any that is known.

constexpr std::string_view others[] = {"header", "define", "api", "compat", "lines", "section", "version"};

std::unexpected<Diagnostic> wrong(std::string message, std::string hint) {
    return fail(codes::source_setting, std::move(message), {}, std::move(hint));
}

Result<void> set(Settings& settings, std::string_view name, std::string_view value) {
    for (const Switch& each : switches) {
        if (each.name != name) continue;
        if (value != "0" && value != "1" && !value.empty())
            return wrong("the setting '" + std::string(name) + "' must be 0 or 1, not '" +
                             std::string(value) + "'",
                         {});
        settings.*each.value = value != "0";
        return {};
    }
    if (name == "header") {
        settings.headers.emplace_back(value);
    } else if (name == "section") {
        settings.section = value;
    } else if (name == "version") {
        std::int32_t number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        if (error != std::errc() || end != value.data() + value.size() || number < scom_oldest_written ||
            number > scom_newest_version)
            return wrong("unknown version '" + std::string(value) + "' of compiled scripts",
                         "use one from " + std::to_string(scom_oldest_written) + " to " +
                             std::to_string(scom_newest_version));
        settings.version = number;
    } else if (name == "define") {
        const std::size_t equal = value.find('=');
        settings.defines.emplace_back(value.substr(0, equal), equal == std::string_view::npos
                                                                  ? std::string_view("1")
                                                                  : value.substr(equal + 1));
    } else if (name == "lines") {
        if (value != "editor" && value != "agscc")
            return wrong("lines must be 'editor' or 'agscc', not '" + std::string(value) + "'", {});
        settings.editor = value == "editor";
    } else if (name == "api" || name == "compat") {
        if (value != "Highest" && std::ranges::find(api_levels(), value) == api_levels().end())
            return wrong("unknown API level '" + std::string(value) + "'",
                         "use Highest, or one of v321 to v363 such as v3507 or v361");
        (name == "api" ? settings.api : settings.compatible) = value;
    } else {
        std::vector<std::string_view> names(std::begin(others), std::end(others));
        for (const Switch& each : switches) names.push_back(each.name);
        return wrong("unknown setting '" + std::string(name) + "'." + did_you_mean(name, names),
                     "docs/languages/ags.md lists them");
    }
    return {};
}

} // namespace

Result<void> read_settings(std::string_view words, Settings& settings) {
    const char divider = words.contains('\n') ? '\n' : ','; // names may have commas where lines divide
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(divider), words.size());
        std::string_view each = words.substr(0, end);
        words.remove_prefix(std::min(end + 1, words.size()));
        while (each.starts_with(' ')) each.remove_prefix(1);
        while (each.ends_with(' ')) each.remove_suffix(1);
        if (each.empty()) continue;
        const std::size_t equal = each.find('=');
        const std::string_view value =
            equal == std::string_view::npos ? std::string_view{} : each.substr(equal + 1);
        if (auto done = set(settings, each.substr(0, equal), value); !done) return done;
    }
    return {};
}

} // namespace vellum::ags::compile
