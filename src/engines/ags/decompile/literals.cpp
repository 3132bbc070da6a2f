// See the header.
#include "engines/ags/decompile/literals.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::decompile {

namespace {

constexpr char mark_letter = '\x01';

std::string_view text_at(std::span<const std::byte> strings, std::size_t at) {
    const std::string_view all = as_text(strings);
    if (at >= all.size()) return {};
    return all.substr(at, std::min(all.find('\0', at), all.size()) - at);
}

/// The letter that stands for a byte behind a backslash, or 0.
char escape_of(char letter) noexcept {
    switch (letter) {
    case '\a': return 'a';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    case '\v': return 'v';
    case '"':
    case '\\': return letter;
    default: return 0;
    }
}

/// `spare`: how many letters more are to be escaped than must be. What is left of it stays there.
std::string literal(std::string_view text, std::size_t& needed, std::size_t spare) {
    std::string made = "\"";
    needed = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (letter == '\\' && i + 1 < text.size() && text[i + 1] == '[') {
            made += spare > 0 ? "\\\\[" : "\\["; // stays two letters, or is one that is escaped
            if (spare > 0) --spare;
            ++i;
        } else if (const char escape = escape_of(letter); escape != 0) {
            made += {'\\', escape};
            ++needed;
        } else if (spare > 0 && !std::string_view("abfnrtv[").contains(letter)) {
            made += {'\\', letter};
            --spare;
        } else {
            made += letter;
        }
    }
    return made + '"';
}

} // namespace

Marks find_marks(std::span<const std::byte> strings, std::span<const Section> sections) {
    std::vector<Marks::Part> all;
    std::size_t end = 0;
    while (true) {
        const std::string_view text = text_at(strings, end);
        if (!text.starts_with(source::section_mark)) break;
        all.push_back({std::string(text.substr(source::section_mark.size())), end});
        end += text.size() + 1;
    }
    Marks made;
    if (all.empty()) return made;
    made.found = true;
    std::size_t own = all.size() - 1;
    for (std::size_t i = all.size(); i > 0 && sections.size() > 1; --i)
        if (all[i - 1].name == sections.front().name) {
            own = i - 1;
            break;
        }
    for (std::size_t i = 0; i < own; ++i) made.headers.push_back(all[i].name);
    made.script = all[own].name;
    made.end =
        std::min(all[own].offset + source::section_mark.size() + made.script.size() + 1, strings.size());
    if (sections.size() < 2) return made;
    const std::string_view bytes = as_text(strings);
    for (std::size_t at = bytes.find(source::section_mark, made.end); at != std::string_view::npos;
         at = bytes.find(source::section_mark, at + 1))
        if (bytes[at - 1] == '\0')
            made.parts.push_back({std::string(text_at(strings, at).substr(source::section_mark.size())), at});
    return made;
}

std::string literal_mark(std::size_t offset) {
    return std::string(1, mark_letter) + std::to_string(offset) + mark_letter;
}

std::size_t count_marks(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count(text, mark_letter)) / 2;
}

bool fill_literals(std::string& text, std::span<const std::byte> strings, std::size_t begin, bool padded,
                   std::vector<std::size_t>& places, std::size_t& failed) {
    struct Found {
        std::size_t at = 0, end = 0;
        std::size_t offset = 0;
    };
    const std::string_view all = as_text(strings);
    const auto is_empty = [&](const Found& mark) {
        return mark.offset >= all.size() || all[mark.offset] == '\0';
    };
    std::vector<Found> marks;
    for (std::size_t at = text.find(mark_letter); at != std::string::npos;) {
        const std::size_t close = text.find(mark_letter, at + 1);
        if (close == std::string::npos) return false;
        std::size_t offset = 0;
        for (std::size_t i = at + 1; i < close; ++i)
            offset = offset * 10 + static_cast<std::size_t>(text[i] - '0');
        marks.push_back({at, close + 1, offset});
        at = text.find(mark_letter, close + 1);
    }
    failed = text.size();
    std::size_t at = begin;
    std::string made;
    std::vector<std::size_t> moved;
    std::size_t copied = 0;
    std::size_t empty = 0; // marks of empty texts that follow
    std::vector<std::size_t> following(marks.size());
    for (std::size_t i = marks.size(); i > 0; --i) {
        following[i - 1] = empty;
        empty = is_empty(marks[i - 1]) ? empty + 1 : 0;
    }
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const Found& mark = marks[i];
        // Every literal takes bytes of its own, so that no file makes more of them than it has.
        const std::string_view content = text_at(strings, mark.offset);
        failed = mark.at;
        if (at > all.size() || !all.substr(at).starts_with(content)) return false;
        std::size_t needed = 0;
        std::string plain = literal(content, needed, 0);
        const std::size_t end = at + content.size();
        std::size_t zeros = 0;
        while (end + zeros < all.size() && all[end + zeros] == '\0') ++zeros;
        const std::size_t least = 1 + (padded ? needed : 0) + following[i];
        if (zeros < least) return false;
        const std::size_t spare = padded ? zeros - least : 0;
        if (spare > 0) plain = literal(content, needed, spare);
        at = content.empty() ? end + 1 : end + zeros - following[i];
        for (; moved.size() < places.size() && places[moved.size()] <= mark.at;)
            moved.push_back(places[moved.size()] - copied + made.size());
        made.append(text, copied, mark.at - copied);
        made += plain;
        copied = mark.end;
    }
    failed = text.size();
    if (at < all.size()) return false;
    while (moved.size() < places.size()) moved.push_back(places[moved.size()] - copied + made.size());
    places = std::move(moved);
    made.append(text, copied);
    text = std::move(made);
    return true;
}

} // namespace vellum::ags::decompile
