#include "workspace/setting_words.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/suggest.hpp"

namespace vellum {

namespace {

constexpr SettingWord words[] = {
    {"engine"},
    {"variant"},
    {"exports", true},
    {"data", true},
    {"header"},
    {"define"},
    {"api"},
    {"compat"},
    {"switch"},
    {"agscc-lines", false, true},
    {"strict-agscc", false, true},
};

} // namespace

std::span<const SettingWord> setting_words() { return words; }

const SettingWord* find_setting_word(std::string_view name) {
    const auto found = std::ranges::find(words, name, &SettingWord::name);
    return found == std::end(words) ? nullptr : found;
}

Result<void> set_setting(Settings& settings, const SettingWord& word, const std::string& text,
                         const FileSystem& files) {
    const auto add = [&](const std::string& line) { settings.load.variant += "\n" + line; };
    if (word.name == "engine") {
        settings.engine = find_engine(text);
        if (settings.engine != nullptr) return {};
        std::vector<std::string_view> ids;
        for (const Engine* each : engines()) ids.push_back(each->id());
        return fail(codes::settings_member, "unknown engine '" + text + "'." + did_you_mean(text, ids));
    }
    if (word.name == "exports") {
        const auto bytes = files.read(text);
        if (!bytes) return std::unexpected(bytes.error());
        Diagnostics problems;
        auto made = find_engine("skrit")->read_declarations(as_text(*bytes), text, settings.load.declarations,
                                                            problems);
        if (!made) return std::unexpected(std::move(made.error()));
        settings.load.declarations = std::move(*made);
        return {};
    }
    if (word.name == "variant")
        settings.load.variant = text;
    else if (word.name == "data")
        settings.data.push_back(text);
    else if (word.name == "agscc-lines")
        add("lines=agscc");
    else if (word.name == "strict-agscc")
        add("first-mistake");
    else if (word.name == "switch")
        add(text);
    else
        add(std::string(word.name) + "=" + text);
    if (word.name == "header") settings.headers.push_back(text);
    return {};
}

} // namespace vellum
