#include "workspace/setting_words.hpp"

#include <algorithm>
#include <iterator>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/suggest.hpp"
#include "base/text_storage.hpp"
#include "workspace/limits.hpp"

namespace vellum {

namespace {

constexpr SettingWord words[] = {
    {"engine"}, // the first: others are read for it
    {"variant"},
    {"exports", true},
    {"data", true},
    {"header", false, "header"},
    {"define", false, "define"},
    {"api", false, "api"},
    {"compat", false, "compat"},
    {"switch"},
    {"agscc-lines", false, "lines", "agscc"},
    {"strict-agscc", false, "first-mistake", "1"},
};

} // namespace

Result<void> add_exports(std::shared_ptr<const Declarations>& known, std::string_view text,
                         const std::string& name) {
    Diagnostics problems;
    auto made = find_engine("skrit")->exports()->read_declarations(text, name, known, problems);
    if (!made) return std::unexpected(std::move(made.error()));
    known = std::move(*made);
    return {};
}

std::span<const SettingWord> setting_words() { return words; }

const SettingWord* find_setting_word(std::string_view name) {
    const auto found = std::ranges::find(words, name, &SettingWord::name);
    return found == std::end(words) ? nullptr : found;
}

Result<void> say_setting(Settings& settings, const SettingWord& word, const std::string& text,
                         const FileSystem& files) {
    if (word.name == "engine") {
        settings.engine = find_engine(text);
        if (settings.engine != nullptr) return {};
        std::vector<std::string_view> ids;
        for (const Engine* each : engines()) ids.push_back(each->id());
        return fail(codes::settings_member, "unknown engine '" + text + "'." + did_you_mean(text, ids));
    }
    if (word.name == "exports") {
        const auto exports = read_text(files, text, largest_text);
        if (!exports) return std::unexpected(exports.error());
        return add_exports(settings.load.declarations, *exports, text);
    }
    if (word.name == "data") {
        if (!text.contains('!') && files.kind(text) == FileKind::none)
            return fail(codes::io_read, "there is no such file or folder", {.file = text});
        settings.data.push_back(text);
        return {};
    }
    if (word.name == "variant") { // words of any engine, unless one was said: each word is one engine's alone
        std::vector<SettingRow> rows;
        for (const Engine* engine : engines())
            if (settings.engine == nullptr || settings.engine == engine)
                std::ranges::copy(engine->setting_rows(), std::back_inserter(rows));
        return read_setting_words(rows, text, settings.load.engines);
    }
    std::string line(word.row);
    if (!line.empty()) line += '=';
    line += word.flag() ? std::string(word.value) : text;
    // A line of its own: names may have commas.
    return read_setting_words(find_engine("ags")->setting_rows(), line + "\n", settings.load.engines);
}

} // namespace vellum
