// See the header.
#include "engines/ags/decompile/literals.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::decompile {

namespace {

constexpr char mark_letter = '\x01';
constexpr char instruction_letter = '\x02';

/// A mark of the text.
struct Found {
    std::size_t at = 0, end = 0;
    char letter = mark_letter;
    std::size_t offset = 0;
};

/// False if something that is no mark looks like one: a damaged name.
bool find_all(std::string_view text, std::vector<Found>& marks) {
    constexpr std::string_view letters("\x01\x02", 2);
    for (std::size_t at = text.find_first_of(letters); at != std::string_view::npos;) {
        Found mark{.at = at, .letter = text[at]};
        const std::size_t close = text.find(text[at], at + 1);
        if (close == std::string_view::npos || at + 1 == close) return false;
        for (std::size_t i = at + 1; i < close; ++i) {
            if (text[i] < '0' || text[i] > '9') return false;
            mark.offset = mark.offset * 10 + static_cast<std::size_t>(text[i] - '0');
        }
        mark.end = close + 1;
        marks.push_back(mark);
        at = text.find_first_of(letters, close + 1);
    }
    return true;
}

/// `text` with its marks replaced by what `literal` adds for them, and `places` moved along; false where
/// that is, and then nothing is changed.
template <class Literal>
bool replace_marks(std::string& text, std::span<const Found> marks, std::vector<std::size_t>& places,
                   std::size_t& failed, const Literal& literal) {
    std::string made;
    std::vector<std::size_t> moved;
    std::size_t copied = 0;
    const auto move_up_to = [&](std::size_t end) {
        while (moved.size() < places.size() && places[moved.size()] <= end)
            moved.push_back(places[moved.size()] - copied + made.size());
    };
    for (std::size_t i = 0; i < marks.size(); ++i) {
        failed = marks[i].at;
        move_up_to(marks[i].at);
        made.append(text, copied, marks[i].at - copied);
        copied = marks[i].end;
        if (!literal(i, made)) return false;
    }
    failed = text.size();
    move_up_to(text.size());
    made.append(text, copied);
    places = std::move(moved);
    text = std::move(made);
    return true;
}

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

/// What the settings cannot say is the name of a part that begins with the script.
void name_in_line(Marks& made, std::size_t offset) {
    if (is_plain_section(made.script)) return;
    made.end = std::min(offset, made.end);
    made.parts.insert(made.parts.begin(), {std::exchange(made.script, {}), offset});
}

} // namespace

bool is_plain_section(std::string_view name) noexcept {
    return name.find_first_of(",\r\n") == std::string_view::npos && !name.starts_with(' ') &&
           !name.ends_with(' ');
}

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
    if (all.empty()) { // other tools leave them out
        if (!sections.empty()) made.script = sections.front().name;
        for (std::size_t i = 1; i < sections.size(); ++i)
            made.parts.push_back({sections[i].name, std::string::npos});
        name_in_line(made, std::string::npos);
        return made;
    }
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
    const std::string_view bytes = as_text(strings);
    for (std::size_t at = bytes.find(source::section_mark, made.end);
         at != std::string_view::npos && sections.size() > 1; at = bytes.find(source::section_mark, at + 1))
        if (bytes[at - 1] == '\0')
            made.parts.push_back({std::string(text_at(strings, at).substr(source::section_mark.size())), at});
    name_in_line(made, all[own].offset);
    return made;
}

std::string literal_mark(std::size_t offset) { return mark_letter + std::to_string(offset) + mark_letter; }

std::string instruction_mark(std::size_t offset) {
    return instruction_letter + std::to_string(offset) + instruction_letter;
}

std::size_t count_marks(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count(text, mark_letter)) / 2;
}

bool fill_literals(std::string& text, std::span<const std::byte> strings, std::size_t begin, bool padded,
                   std::vector<std::size_t>& places, std::size_t& failed) {
    const std::string_view all = as_text(strings);
    failed = text.size();
    std::vector<Found> marks;
    if (!find_all(text, marks)) return false;
    std::size_t at = begin;
    std::size_t empty = 0; // marks of empty texts that follow: so many zeros behind a literal are texts
    std::vector<std::size_t> following(marks.size());
    for (std::size_t i = marks.size(); i > 0; --i) {
        following[i - 1] = empty;
        const std::size_t offset = marks[i - 1].offset;
        empty = offset >= all.size() || all[offset] == '\0' ? empty + 1 : 0;
    }
    // Every literal takes bytes of its own, so that no file makes more of them than it has.
    const auto take = [&](std::size_t index, std::string& made) {
        const std::string_view content = text_at(strings, marks[index].offset);
        if (at > all.size() || !all.substr(at).starts_with(content)) return false;
        std::size_t needed = 0;
        std::string plain = literal(content, needed, 0);
        const std::size_t end = at + content.size();
        const std::size_t zeros = std::min(all.find_first_not_of('\0', end), all.size()) - end;
        const std::size_t least = 1 + (padded ? needed : 0) + following[index];
        if (zeros < least || (!padded && !content.empty() && zeros > least)) return false;
        const std::size_t spare = padded ? zeros - least : 0;
        if (spare > 0) plain = literal(content, needed, spare);
        at = content.empty() ? end + 1 : end + zeros - following[index];
        made += plain;
        // Nobody wrote what lies behind the last one.
        return index + 1 < marks.size() || at >= all.size();
    };
    if (marks.empty() && at < all.size()) return false;
    return replace_marks(text, marks, places, failed, take);
}

TextTable::TextTable(std::span<const std::byte> strings, std::span<const std::size_t> used,
                     std::string_view prefix)
    : strings_(strings), text_("texts {") {
    const std::string_view all = as_text(strings);
    struct Entry {
        std::size_t at = 0, end = 0; ///< Up to its zero.
        bool used = false, text = true;
    };
    std::vector<Entry> entries;
    auto next = used.begin();
    std::size_t zero = 0;
    for (std::size_t at = 0; at < all.size(); at = entries.back().end + (entries.back().text ? 1 : 0)) {
        if (entries.empty() || zero < at) zero = std::min(all.find('\0', at), all.size());
        next = std::lower_bound(next, used.end(), at);
        Entry entry{.at = at, .end = zero, .used = next != used.end() && *next == at};
        const auto other = entry.used ? std::next(next) : next;
        const std::size_t other_at = std::min(other == used.end() ? all.size() : *other, all.size());
        entry.text = zero < all.size() && (entry.used || other_at > zero);
        if (!entry.text) entry.end = other_at;
        entries.push_back(entry);
    }
    std::map<std::string_view, std::size_t> meant; // of equal texts the last that is used
    for (const Entry& entry : entries)
        if (entry.used && entry.text) meant[all.substr(entry.at, entry.end - entry.at)] = entry.at;
    std::size_t names = 0;
    for (const Entry& entry : entries) {
        const std::string_view content = all.substr(entry.at, entry.end - entry.at);
        if (!entry.text) {
            for (const char byte : content) add(std::to_string(static_cast<unsigned char>(byte)), true);
            continue;
        }
        const auto same = meant.find(content);
        std::size_t escapes = 0;
        std::string item = literal(content, escapes, 0);
        const bool plain =
            same == meant.end() || same->second == entry.at || (!entry.used && entry.at < same->second);
        const std::string name = plain ? item : std::string(prefix) + std::to_string(++names);
        if (entry.used) written_[entry.at] = name;
        add(plain ? item : name + " = " + item, false);
    }
    text_ += "\n}\n";
}

/// Bytes share lines, texts have one each.
void TextTable::add(std::string_view item, bool byte) {
    constexpr std::size_t longest_line = 100;
    if (!text_.ends_with('{')) text_ += ',';
    if (byte && line_ != 0 && text_.size() - line_ < longest_line) {
        text_ += ' ';
    } else {
        text_ += "\n  ";
        line_ = byte ? text_.size() : 0;
    }
    text_ += item;
}

std::vector<std::size_t> TextTable::fill(std::string& text, std::vector<std::size_t>& places) const {
    std::vector<Found> marks;
    if (!find_all(text, marks)) return {text.size()};
    const auto begins_part = [&](const Found& mark) {
        return mark.offset < strings_.size() &&
               as_text(strings_).substr(mark.offset).starts_with(source::section_mark);
    };
    std::vector<std::size_t> failed;
    for (const Found& mark : marks)
        if (mark.letter == mark_letter && !written_.contains(mark.offset) && !begins_part(mark))
            failed.push_back(mark.at);
    if (!failed.empty()) return failed;
    std::size_t ignored = 0;
    static_cast<void>(replace_marks(text, marks, places, ignored, [&](std::size_t index, std::string& made) {
        const Found& mark = marks[index];
        std::size_t escapes = 0;
        if (const auto found = written_.find(mark.offset); found != written_.end())
            made += found->second;
        else if (mark.letter == instruction_letter)
            made += "string " + std::to_string(static_cast<std::int32_t>(mark.offset));
        else
            made += literal(text_at(strings_, mark.offset), escapes, 0);
        return true;
    }));
    return {};
}

} // namespace vellum::ags::decompile
