// Settings from words: what a row does not decide itself is the same for all.
#include "vellum/settings.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/choices.hpp"
#include "base/suggest.hpp"

namespace vellum {

namespace {

using Kind = SettingRow::Kind;

std::size_t place_of(const SettingRow& row, std::string_view value) {
    const auto values = split_choices(row.values);
    return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
}

bool has_choice(const SettingRow& row, std::string_view value) {
    return row.kind == Kind::choice && place_of(row, value) < split_choices(row.values).size();
}

/// "a, b or c"
std::string listed(std::string_view choices) {
    std::string text;
    const auto all = split_choices(choices);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i != 0) text += i + 1 == all.size() ? " or " : ", ";
        text += all[i];
    }
    return text;
}

Result<void> set_word(std::span<const SettingRow> rows, std::string_view word, EngineSettings& settings) {
    const std::size_t equal = word.find('=');
    const std::string_view name = word.substr(0, equal);
    const std::string_view value =
        equal == std::string_view::npos ? std::string_view{} : word.substr(equal + 1);
    if (const auto row = std::ranges::find(rows, name, &SettingRow::name); row != rows.end())
        return set_setting(*row, value, settings);
    std::vector<std::string_view> known;
    for (const SettingRow& row : rows) {
        if (equal == std::string_view::npos && has_choice(row, word)) return set_setting(row, word, settings);
        known.push_back(row.name);
        if (row.kind == Kind::choice) std::ranges::copy(split_choices(row.values), std::back_inserter(known));
    }
    return fail(codes::engine_option,
                "there is no setting '" + std::string(name) + "'." + did_you_mean(name, known), {},
                "docs/projects.md lists them");
}

} // namespace

Result<void> set_setting(const SettingRow& row, std::string_view value, EngineSettings& settings) {
    const bool fits = row.kind == Kind::flag     ? value.empty() || value == "0" || value == "1"
                      : row.kind == Kind::choice ? has_choice(row, value)
                                                 : true;
    if (fits && row.set(settings, value, place_of(row, value))) return {};
    const std::string may_be = row.kind == Kind::flag     ? "0 or 1"
                               : row.kind == Kind::choice ? listed(row.values)
                                                          : std::string(row.values);
    return fail(codes::engine_option, "the setting '" + std::string(row.name) + "' is " + may_be + ", not '" +
                                          std::string(value) + "'");
}

Result<void> read_setting_words(std::span<const SettingRow> rows, std::string_view words,
                                EngineSettings& settings) {
    const char divider = words.contains('\n') ? '\n' : ','; // names may have commas where lines divide
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(divider), words.size());
        const std::string_view word = trimmed(words.substr(0, end));
        words.remove_prefix(std::min(end + 1, words.size()));
        if (word.empty()) continue;
        if (auto done = set_word(rows, word, settings); !done) return done;
    }
    return {};
}

} // namespace vellum
