#include "index/search.hpp"

#include <algorithm>
#include <vector>

#include "base/encoding.hpp"
#include "index/database.hpp"
#include "index/query.hpp"

namespace vellum::index {

namespace {

constexpr std::size_t longest_line = 400;

/// The line around a place, without blanks at its ends; a long one is cut around the place.
std::string line_around(std::string_view text, std::size_t at) {
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1; // the line's
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::size_t from = begin, to = end;
    if (to - from > longest_line) {
        from = std::max(begin, at > longest_line / 2 ? at - longest_line / 2 : 0);
        to = std::min(end, from + longest_line);
        // Not in the middle of a character.
        while (from < to && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U) ++from;
        while (to > from && to < text.size() && (static_cast<unsigned char>(text[to]) & 0xC0U) == 0x80U) --to;
    }
    std::string_view line = text.substr(from, to - from);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return std::string(line.substr(first, line.find_last_not_of(" \t\r") - first + 1));
}

/// Rows of one kind of place.
class Found {
  public:
    Found(Database& database, Rows& rows)
        : places_(database.prepare("SELECT name FROM place WHERE script = ? ORDER BY name")), rows_(rows) {}
    /// False: no more are wanted.
    bool add(std::string_view kind, std::int64_t script, std::string_view function, std::size_t line,
             std::string_view text) {
        bool more = true;
        places_.start(script);
        while (more && places_.step()) {
            Cells cells(5);
            cells[0].text = kind;
            cells[1].text = places_.text(0);
            cells[2].text = function;
            cells[2].null = function.empty();
            cells[3] = {line == 0 ? std::string() : std::to_string(line), true, line == 0};
            cells[4].text = text;
            more = rows_.row(cells);
        }
        places_.reset();
        return more;
    }

  private:
    Statement places_;
    Rows& rows_;
};

bool in_texts(Database& database, const std::string& wanted, const std::string& query, Found& found) {
    // Too short for the index of words, a text is in so many that the first ones are found at once, in order.
    Statement texts = database.prepare(
        query.empty()
            ? "SELECT t.script, t.function, w.text FROM player_text t CROSS JOIN name w ON w.id = t.name "
              "ORDER BY t.script, t.n"
            : "SELECT t.script, t.function, w.text FROM name w JOIN player_text t ON t.name = w.id "
              "WHERE w.kind = 'text' AND w.id IN (SELECT rowid FROM name_words WHERE name_words MATCH ?) "
              "ORDER BY t.script, t.n");
    texts.start();
    if (!query.empty()) texts.bind(1, query);
    while (texts.step()) {
        const std::string_view text = texts.text(2);
        const std::size_t at = folded(text).find(wanted);
        if (at != std::string::npos &&
            !found.add("text", texts.integer(0), texts.text(1), 0, line_around(text, at)))
            return false;
    }
    return true;
}

bool in_sources(Database& database, const std::string& wanted, const std::string& query, Found& found) {
    Statement sources = database.prepare(
        query.empty()
            ? "SELECT id, source FROM script ORDER BY id"
            : "SELECT id, source FROM script WHERE id IN (SELECT rowid FROM source_words WHERE source_words "
              "MATCH ?) ORDER BY id");
    Statement functions = database.prepare(
        "SELECT name, source_begin, source_end FROM function WHERE script = ? AND source_end > "
        "source_begin ORDER BY source_begin");
    sources.start();
    if (!query.empty()) sources.bind(1, query);
    struct Range {
        std::string name;
        std::size_t begin = 0, end = 0;
    };
    while (sources.step()) {
        const std::string_view text = sources.text(1);
        const std::string small = folded(text);
        std::size_t at = small.find(wanted);
        if (at == std::string::npos) continue;
        std::vector<Range> ranges;
        functions.start(sources.integer(0));
        while (functions.step())
            ranges.push_back({std::string(functions.text(0)), static_cast<std::size_t>(functions.integer(1)),
                              static_cast<std::size_t>(functions.integer(2))});
        functions.reset();
        std::size_t line = 1, counted = 0;
        while (at != std::string::npos) {
            line +=
                static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                    text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
            counted = at;
            const auto after = std::ranges::upper_bound(ranges, at, {}, &Range::begin);
            const bool inside = after != ranges.begin() && at < std::prev(after)->end;
            if (!found.add("source", sources.integer(0), inside ? std::prev(after)->name : std::string(),
                           line, line_around(text, at)))
                return false;
            const std::size_t next = small.find('\n', at); // once a line
            at = next == std::string::npos ? next : small.find(wanted, next);
        }
    }
    return true;
}

} // namespace

std::string folded(std::string_view text) {
    std::string small(text);
    for (std::size_t i = 0; i < small.size(); ++i) {
        const auto byte = static_cast<unsigned char>(small[i]);
        if (byte >= 'A' && byte <= 'Z') {
            small[i] = static_cast<char>(byte + 32);
        } else if (byte >= 0xC3 && i + 1 < small.size()) {
            auto& second = small[i + 1];
            const auto low = static_cast<unsigned char>(second);
            if (byte == 0xC3 && low >= 0x80 && low <= 0x9E && low != 0x97) { // À to Þ
                second = static_cast<char>(low + 0x20);
            } else if (byte == 0xD0 && low >= 0x90 && low <= 0x9F) { // А to П
                second = static_cast<char>(low + 0x20);
            } else if (byte == 0xD0 && low >= 0xA0 && low <= 0xAF) { // Р to Я
                small[i] = static_cast<char>(0xD1);
                second = static_cast<char>(low - 0x20);
            } else if (byte == 0xD0 && low >= 0x80 && low <= 0x8F) { // Ѐ to Џ
                small[i] = static_cast<char>(0xD1);
                second = static_cast<char>(low + 0x10);
            }
        }
    }
    return small;
}

std::string trigrams_of(std::string_view text) {
    std::vector<std::size_t> begins; // of characters
    for (std::size_t at = 0; at < text.size();) {
        begins.push_back(at);
        at += std::max<std::size_t>(decode_utf8(text, at).length, 1);
    }
    begins.push_back(text.size());
    std::string query;
    for (std::size_t i = 0; i + 3 < begins.size() && i < 32; ++i) {
        if (!query.empty()) query += " AND ";
        query += '"';
        for (const char c : text.substr(begins[i], begins[i + 3] - begins[i]))
            query.append(c == '"' ? 2 : 1, c);
        query += '"';
    }
    return query;
}

Result<void> find_text(Database& database, std::span<const std::string> arguments, Rows& rows) {
    const std::vector<std::string> names{"kind", "place", "function", "line", "text"};
    rows.columns(names);
    const std::string wanted = folded(arguments[0]), query = trigrams_of(arguments[0]);
    if (wanted.empty()) return {};
    Found found(database, rows);
    if (in_texts(database, wanted, query, found)) in_sources(database, wanted, query, found);
    return {};
}

} // namespace vellum::index
