#include "engines/ags/decompile/game_words.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "engines/ags/decompile/decompile.hpp"
#include "engines/ags/decompile/names_file.hpp"

namespace vellum::ags::decompile {

namespace {

bool is_letter_or_digit(char c) {
    const char lower = lower_ascii(c);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9');
}

/// As editors before 3.6.1 made it of what they show: "Look at" gives "eModeLookat".
std::string cursor_name(std::string_view shown) {
    std::string word;
    for (const char c : shown)
        if (is_letter_or_digit(c)) word += word.empty() ? upper_ascii(c) : lower_ascii(c);
    return word.empty() ? word : "eMode" + word;
}

} // namespace

bool GameWords::add(ApiEnum& words, std::int32_t number, std::string_view name) {
    if (!is_name(name) || words.numbers.contains(number)) return false;
    const auto [kept, fresh] = names_.emplace(name);
    if (!fresh) return false;
    words.words.emplace_back(*kept, number);
    words.numbers.emplace(number, *kept);
    return true;
}

void GameWords::add(const GameWords& other) {
    for (const auto& [name, number] : other.views_.words) add_view(number, name);
    for (const auto& [name, number] : other.cursors_.words) add_cursor(number, name);
    exports_.add(other.exports_);
}

std::string GameWords::lines() const {
    std::string text;
    for (const auto& [name, number] : views_.words) text += concat("view ", number, " ", name, "\n");
    for (const auto& [name, number] : cursors_.words) text += concat("cursor ", number, " ", name, "\n");
    return text + exports_.lines();
}

void add_names(GameWords& words, const MainData& data) {
    for (std::size_t i = 0; i < data.views.size(); ++i) {
        std::string name = data.views[i];
        std::ranges::transform(name, name.begin(), upper_ascii);
        words.add_view(static_cast<std::int32_t>(i + 1), name);
    }
    for (std::size_t i = 0; i < data.cursors.size(); ++i) {
        const MainData::Cursor& cursor = data.cursors[i];
        words.add_cursor(static_cast<std::int32_t>(i),
                         cursor.script_name.empty() ? cursor_name(cursor.name) : cursor.script_name);
    }
}

Result<std::string> names_in(std::span<const std::byte> main_data, const Names* known) {
    const auto data = read_main_data(main_data);
    if (!data) return std::unexpected(data.error());
    GameWords words;
    if (known != nullptr && known->game != nullptr) words.add(*known->game);
    add_names(words, *data);
    add_exports(words, scripts_in(main_data));
    return write_names(known == nullptr ? std::map<FunctionKey, FunctionNames>() : known->functions, &words);
}

} // namespace vellum::ags::decompile
