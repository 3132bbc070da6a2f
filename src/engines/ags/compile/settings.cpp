// The settings of a compilation: those that the script's first line names, then those that the user does.
#include <algorithm>

#include "engines/ags/compile/compile.hpp"
#include "engines/ags/compile/sources.hpp"
#include "program/settings.hpp"

namespace vellum::ags::compile {

namespace {

using Said = AgsSettings;
constexpr auto ags = &EngineSettings::ags;

constexpr std::int32_t scom_oldest_written = 70; ///< Older ones than any that is known.
constexpr bool is_written(std::int32_t version) {
    return version >= scom_oldest_written && is_scom_version(version);
}

bool is_level(std::string_view value) {
    return value == "Highest" || std::ranges::find(api::levels(), value) != api::levels().end();
}
constexpr std::string_view levels = "Highest or a level from v321 to v363 such as v3507 or v361";

/// A release whose header is put in front and the level that is defined: "3.6.1", "3.6.1:v350"; or a level
/// alone.
bool is_api(std::string_view value) {
    const std::size_t colon = std::min(value.find(':'), value.size());
    const bool with_release = api::release_for_editor(value.substr(0, colon)).has_value();
    if (!with_release) return is_level(value);
    return colon == value.size() || is_level(value.substr(colon + 1));
}
constexpr std::string_view api_values = "Highest, a level from v321 to v363 such as v3507 or v361, an editor "
                                        "version such as 3.6.1 (its header of "
                                        "the API is read first), or both: 3.6.1:v350";

constexpr SettingRow all_rows[] = {
    files_row<ags, &Said::headers>("header"),
    pairs_row<ags, &Said::defines>("define"),
    text_row<ags, &Said::api, is_api>("api", api_values),
    text_row<ags, &Said::compatible, is_level>("compat", levels),
    text_row<ags, &Said::section>("section"),
    number_row<ags, &Said::version, is_written>(
        "version", "a version of compiled scripts from 70 to 90, or 95 of AGS 4"),
    choice_row<ags, &Said::editor_lines>("lines", "agscc|editor"),
    flag_row<ags, &Said::line_numbers>("linenumbers"),
    flag_row<ags, &Said::left_to_right>("lefttoright"),
    flag_row<ags, &Said::new_strings>("forcenewstrings"),
    flag_row<ags, &Said::strict>("forceobjectbasedscript"),
    flag_row<ags, &Said::new_audio>("forcenewaudio"),
    flag_row<ags, &Said::old_dialog>("oldcustomdialogopt"),
    flag_row<ags, &Said::export_all>("exportall"),
    flag_row<ags, &Said::import_override>("importoverride"),
    flag_row<ags, &Said::debug>("debug"),
    flag_row<ags, &Said::utf8>("utf8"),
    flag_row<ags, &Said::first_mistake>("first-mistake"),
    flag_row<ags, &Said::full_names>("full-names"),
    flag_row<ags, &Said::padded_literals>("padded-literals"),
    flag_row<ags, &Said::counted_imports>("counted-imports"),
    flag_row<ags, &Said::counted_members>("counted-members"),
    flag_row<ags, &Said::folded_negatives>("folded-negatives"),
    flag_row<ags, &Said::stack_offsets>("stack-offsets"),
    flag_row<ags, &Said::counted_arguments>("counted-arguments"),
    flag_row<ags, &Said::counted_exports>("counted-exports"),
};
static_assert(scom_newest_version == 90);

/// What the first line that is not empty says behind "// vellum:", so that a script can name its headers
/// itself.
std::string_view own_words(std::string_view text) {
    constexpr std::string_view mark = "// vellum:";
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    const std::size_t at = line.rfind(mark); // a text in front of it may say the same
    return at == std::string_view::npos ? std::string_view{} : line.substr(at + mark.size());
}

} // namespace

std::span<const SettingRow> setting_rows() { return all_rows; }

Result<AgsSettings> own_settings(std::string_view text) {
    EngineSettings own;
    if (auto done = read_setting_words(all_rows, own_words(text), own); !done)
        return std::unexpected(std::move(done.error()));
    return std::move(own.ags);
}

Result<AgsSettings> said_of(std::string_view text, const EngineSettings& from_outside) {
    auto own = own_settings(text);
    if (!own) return own;
    EngineSettings both{.ags = std::move(*own)};
    std::vector<std::string> headers = both.ags.headers;
    for (const SettingRow& row : all_rows) row.merge(both, from_outside);
    // A script that names its headers, such as a decompiled one, is on its own in a project's folder.
    if (!headers.empty() && project_among(from_outside.ags.headers) != nullptr)
        both.ags.headers = std::move(headers);
    return std::move(both.ags);
}

void apply(const AgsSettings& said, Settings& settings) {
    const auto take = [](const auto& value, auto& into) {
        if (value) into = *value;
    };
    take(said.editor_lines, settings.editor);
    take(said.line_numbers, settings.line_numbers);
    take(said.left_to_right, settings.left_to_right);
    take(said.new_strings, settings.new_strings);
    take(said.strict, settings.strict);
    take(said.new_audio, settings.new_audio);
    take(said.old_dialog, settings.old_dialog);
    take(said.export_all, settings.export_all);
    take(said.import_override, settings.import_override);
    take(said.debug, settings.debug);
    take(said.utf8, settings.utf8);
    take(said.first_mistake, settings.first_mistake);
    take(said.full_names, settings.full_names);
    take(said.padded_literals, settings.padded_literals);
    take(said.counted_imports, settings.counted_imports);
    take(said.counted_members, settings.counted_members);
    take(said.folded_negatives, settings.folded_negatives);
    take(said.stack_offsets, settings.stack_offsets);
    take(said.counted_arguments, settings.counted_arguments);
    take(said.counted_exports, settings.counted_exports);
    take(said.version, settings.version);
    if (said.api) {
        settings.api = *said.api;
        settings.release = api::release_for_editor(settings.api.substr(0, settings.api.find(':')));
    }
    if (settings.release) {
        const std::size_t colon = settings.api.find(':');
        settings.api = colon == std::string::npos ? "Highest" : settings.api.substr(colon + 1);
        if (settings.api == "Highest") settings.api = api::newest_level(*settings.release);
    }
    take(said.compatible, settings.compatible);
    if (said.section) settings.section = said.section;
    settings.defines.insert(settings.defines.end(), said.defines.begin(), said.defines.end());
}

Result<Settings> settings_of(std::string_view text, const EngineSettings& from_outside) {
    auto said = said_of(text, from_outside);
    if (!said) return std::unexpected(std::move(said.error()));
    Settings settings;
    apply(*said, settings);
    settings.headers = std::move(said->headers);
    settings.headers_named_by_user = !from_outside.ags.headers.empty();
    return settings;
}

} // namespace vellum::ags::compile
