// See the header.
#include "engines/ags/decompile/literals.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/bytes.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::decompile {

namespace {

constexpr char mark_letter = '\x01';
constexpr char group_letter = '\x02';
constexpr char reference_letter = '\x03';

/// A mark of the text.
struct Found {
    std::size_t at = 0, end = 0;
    char letter = mark_letter;
    std::vector<std::size_t> offsets{}; ///< One, but for a group.
};

/// False if something that is no mark looks like one: a damaged name.
bool find_all(std::string_view text, std::vector<Found>& marks) {
    constexpr std::string_view letters("\x01\x02\x03", 3);
    for (std::size_t at = text.find_first_of(letters); at != std::string_view::npos;) {
        Found mark{.at = at, .letter = text[at]};
        const std::size_t close = text.find(text[at], at + 1);
        if (close == std::string_view::npos || at + 1 == text.size() || text[at + 1] != ',') return false;
        for (std::size_t i = at + 1; i < close; ++i) {
            if (text[i] == ',')
                mark.offsets.push_back(0);
            else if (text[i] < '0' || text[i] > '9')
                return false;
            else
                mark.offsets.back() = mark.offsets.back() * 10 + static_cast<std::size_t>(text[i] - '0');
        }
        mark.end = close + 1;
        marks.push_back(std::move(mark));
        at = text.find_first_of(letters, close + 1);
    }
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
    return std::string(1, mark_letter) + "," + std::to_string(offset) + mark_letter;
}

std::string group_mark(std::span<const std::size_t> offsets) {
    std::string made(1, group_letter);
    for (const std::size_t offset : offsets) made += "," + std::to_string(offset);
    return made + group_letter;
}

std::string reference_mark(std::size_t offset) {
    return std::string(1, reference_letter) + "," + std::to_string(offset) + reference_letter;
}

std::string literal_marks(std::span<const std::byte> strings, std::size_t from) {
    std::string made;
    const std::string_view all = as_text(strings);
    for (std::size_t at = all.find_first_not_of('\0', from); at != std::string_view::npos;
         at = all.find_first_not_of('\0', at + text_at(strings, at).size()))
        made += (made.empty() ? "" : ", ") + literal_mark(at);
    return made;
}

std::size_t count_marks(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count(text, mark_letter)) / 2;
}

bool fill_literals(std::string& text, std::span<const std::byte> strings, std::size_t begin, bool padded,
                   std::vector<std::size_t>& places, std::size_t& failed) {
    const std::string_view all = as_text(strings);
    std::vector<Found> marks;
    if (!find_all(text, marks)) {
        failed = text.size();
        return false;
    }
    const auto is_empty = [&](const Found& mark) {
        return mark.letter == mark_letter &&
               (mark.offsets.front() >= all.size() || all[mark.offsets.front()] == '\0');
    };
    failed = text.size();
    std::size_t at = begin;
    std::string made;
    std::vector<std::size_t> moved;
    std::size_t copied = 0;
    std::size_t empty = 0; // marks of empty texts that follow
    std::vector<std::size_t> following(marks.size());
    for (std::size_t i = marks.size(); i > 0; --i) {
        following[i - 1] = empty;
        if (marks[i - 1].letter != reference_letter) empty = is_empty(marks[i - 1]) ? empty + 1 : 0;
    }
    const auto zeros_behind = [&](std::size_t end) {
        std::size_t zeros = 0;
        while (end + zeros < all.size() && all[end + zeros] == '\0') ++zeros;
        return zeros;
    };
    // Every literal takes bytes of its own, so that no file makes more of them than it has. `kept`: zeros
    // behind it that are texts.
    const auto take = [&](std::string_view content, std::size_t kept) {
        if (at > all.size() || !all.substr(at).starts_with(content)) return false;
        std::size_t needed = 0;
        std::string plain = literal(content, needed, 0);
        const std::size_t end = at + content.size();
        const std::size_t zeros = zeros_behind(end);
        const std::size_t least = 1 + (padded ? needed : 0) + kept;
        if (zeros < least) return false;
        const std::size_t spare = padded ? zeros - least : 0;
        if (spare > 0) plain = literal(content, needed, spare);
        at = content.empty() ? end + 1 : end + zeros - kept;
        made += plain;
        return true;
    };
    std::map<std::string_view, std::size_t> named; // texts of the last group
    // True if the texts of the marks from one on could stand there.
    const auto could_follow = [&](std::size_t place, std::size_t next) {
        constexpr std::size_t looked_at = 8;
        for (std::size_t i = next; i < marks.size() && i < next + looked_at; ++i) {
            if (marks[i].letter == reference_letter) continue;
            const std::string_view there = text_at(strings, place);
            const auto is_there = [&](std::size_t offset) { return text_at(strings, offset) == there; };
            if (std::ranges::none_of(marks[i].offsets, is_there)) return false;
            if (marks[i].letter == group_letter || there.empty()) return true;
            place += there.size() + zeros_behind(place + there.size());
        }
        return true;
    };
    // Code that was pasted uses a text that stands there once more than once: how many there are shows what
    // follows.
    const auto take_group = [&](const Found& group, std::size_t index, std::size_t behind) {
        named.clear();
        std::size_t count = group.offsets.size();
        std::size_t next = index + 1;
        while (next < marks.size() && marks[next].letter == reference_letter) ++next;
        std::size_t place = at;
        for (std::size_t i = 0; i < group.offsets.size() && place < all.size(); ++i) {
            const std::string_view there = text_at(strings, place);
            place += there.size() + std::max<std::size_t>(zeros_behind(place + there.size()), 1);
            if (next < marks.size() && could_follow(place, next)) count = i + 1;
        }
        std::set<std::string_view> wanted;
        for (const std::size_t offset : group.offsets) wanted.insert(text_at(strings, offset));
        for (std::size_t i = 0; i < count && at < all.size(); ++i) {
            const std::string_view content = text_at(strings, at);
            if (!wanted.contains(content)) break;
            const std::size_t end = at + content.size();
            const std::size_t zeros = zeros_behind(end);
            std::size_t kept = 0;
            if (wanted.contains("")) {
                std::size_t needed = 0;
                static_cast<void>(literal(content, needed, 0));
                kept = zeros - std::min(zeros, 1 + (padded ? needed : 0));
            } else if (i + 1 == count || !wanted.contains(text_at(strings, end + zeros))) {
                kept = behind;
            }
            if (i > 0) made += ", ";
            if (!take(content, kept)) return false;
            named.emplace(content, i);
        }
        return named.size() == wanted.size();
    };
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const Found& mark = marks[i];
        failed = mark.at;
        for (; moved.size() < places.size() && places[moved.size()] <= mark.at;)
            moved.push_back(places[moved.size()] - copied + made.size());
        made.append(text, copied, mark.at - copied);
        copied = mark.end;
        if (mark.letter == group_letter) {
            if (!take_group(mark, i, following[i])) return false;
        } else if (mark.letter == reference_letter) {
            const auto found = named.find(text_at(strings, mark.offsets.front()));
            if (found == named.end()) return false;
            made += std::to_string(found->second);
        } else if (!take(text_at(strings, mark.offsets.front()), following[i])) {
            return false;
        }
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
