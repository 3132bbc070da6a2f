#include "tools/texts/translation.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/encoding.hpp"

namespace vellum::tools {

void TranslatedGame::add(std::span<const Fact> facts) {
    for (const Fact& fact : facts) {
        if (fact.name == "game" && name.empty()) name = fact.value;
        if (fact.name == "game id" && id.empty()) id = fact.value;
        if (fact.name == "data version" && data_version == 0) data_version = fact.number.value_or(0);
    }
}

void to_utf8(TextFile& file, const CodePage* page) {
    if (page == nullptr || file.is_utf8()) return;
    for (TextRow& row : file.rows)
        for (std::string* text : {&row.text.text, &row.translation}) *text = page->to_utf8(*text);
    for (auto& [name, value] : file.settings) value = page->to_utf8(value);
}

void prepare(TextFile& file, const TranslatedGame& game, const std::function<void(const TextRow&)>& refuse) {
    if (!game.id.empty()) file.set("GameID", game.id);
    if (!game.name.empty()) file.set("GameName", game.name);
    const bool valid = std::ranges::all_of(file.rows, [](const TextRow& row) {
        return is_valid_utf8(row.text.text) && is_valid_utf8(row.translation);
    });
    if (file.is_utf8() || (game.takes_utf8() && valid)) return file.set("Encoding", "UTF-8");
    if (game.page == nullptr) return;
    for (TextRow& row : file.rows) {
        auto text = game.page->from_utf8(row.text.text);
        auto translation = game.page->from_utf8(row.translation);
        if (!text || !translation) refuse(row);
        row.text.text = text.value_or(std::string());
        row.translation = text && translation ? std::move(*translation) : std::string();
    }
}

std::string doubt(const TextRow& row, bool breaks) {
    if (!same_placeholders(row.text.text, row.translation))
        return "the placeholders of the translation, such as %d, differ from the text's";
    if (breaks && !same_line_breaks(row.text.text, row.translation))
        return "the translation has more or fewer line breaks ('[') than the text";
    return {};
}

void check(const TextFile& file, const std::set<std::string, std::less<>>& known,
           const std::function<void(const TextRow&, const std::string&)>& warn) {
    std::map<std::string_view, const TextRow*> first;
    for (const TextRow& row : file.rows) {
        if (row.text.text.empty() || row.translation.empty()) continue;
        const auto [other, added] = first.emplace(row.text.text, &row);
        if (!added) {
            if (other->second->translation != row.translation)
                warn(row, "this text has another translation before, which counts");
            continue;
        }
        if (!known.contains(row.text.text)) warn(row, "the game has no such text");
        if (const std::string why = doubt(row, true); !why.empty()) warn(row, why);
    }
}

} // namespace vellum::tools
