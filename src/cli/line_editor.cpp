// The terminal is in raw mode only while a line is read.
#include "cli/line_editor.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/ascii.hpp"
#include "base/display_width.hpp"
#include "cli/terminal.hpp"

namespace vellum::cli {

namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20U;

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80; }

} // namespace

std::size_t last_word(std::string_view line) {
    std::size_t begin = line.size();
    const auto belongs = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '$' || c == '.' || c == '-';
    };
    while (begin > 0 && belongs(line[begin - 1])) --begin;
    return begin;
}

std::vector<std::string> completions(std::string_view line, std::vector<std::string> names) {
    const std::string_view word = line.substr(last_word(line));
    std::erase_if(names, [&](const std::string& name) {
        return name.size() < word.size() || !same_name(std::string_view(name).substr(0, word.size()), word);
    });
    std::ranges::sort(names);
    const auto repeats = std::ranges::unique(names);
    names.erase(repeats.begin(), repeats.end());
    return names;
}

LineEditing::Layout LineEditing::layout(std::string_view prompt, std::size_t columns,
                                        std::size_t most_rows) const {
    const std::string own = "(search) " + query_ + ": ";
    const std::string whole = std::string(searching_ ? std::string_view(own) : prompt) + text_;
    const std::size_t at = whole.size() - text_.size() + cursor_, width = std::max<std::size_t>(columns, 2);
    std::vector<std::string> rows(1);
    std::size_t column = 0;
    Layout layout;
    for (std::size_t begin = 0; begin < whole.size();) {
        std::size_t end = begin + 1;
        while (end < whole.size() && continues(whole[end])) ++end;
        const std::string_view letter = std::string_view(whole).substr(begin, end - begin);
        const std::size_t letter_width = display_width(letter);
        if (column + letter_width > width - 1) {
            rows.emplace_back();
            column = 0;
        }
        if (begin == at) {
            layout.row = rows.size() - 1;
            layout.column = column;
        }
        rows.back() += letter;
        column += letter_width;
        begin = end;
    }
    if (at == whole.size()) {
        layout.row = rows.size() - 1;
        layout.column = column;
    }
    const std::size_t shown = std::min(rows.size(), std::max<std::size_t>(most_rows, 1));
    const std::size_t first = std::min(layout.row - std::min(layout.row, shown / 2), rows.size() - shown);
    for (std::size_t i = first; i < first + shown; ++i) layout.text += (i == first ? "" : "\r\n") + rows[i];
    layout.rows = shown;
    layout.row -= first;
    return layout;
}

void LineEditing::left() {
    if (cursor_ > 0) --cursor_;
    while (cursor_ > 0 && continues(text_[cursor_])) --cursor_;
}

void LineEditing::right() {
    if (cursor_ < text_.size()) ++cursor_;
    while (cursor_ < text_.size() && continues(text_[cursor_])) ++cursor_;
}

void LineEditing::erase_before() {
    const std::size_t end = cursor_;
    left();
    text_.erase(cursor_, end - cursor_);
}

void LineEditing::show_entry(std::size_t entry) {
    if (shown_ == history_.size() && entry != shown_) kept_ = text_;
    shown_ = entry;
    text_ = shown_ == history_.size() ? kept_ : history_[shown_];
    cursor_ = text_.size();
}

void LineEditing::recall(std::ptrdiff_t step) {
    const std::ptrdiff_t wanted = static_cast<std::ptrdiff_t>(shown_) + step;
    if (wanted >= 0 && wanted <= std::ssize(history_)) show_entry(static_cast<std::size_t>(wanted));
}

/// The last entry before that one with what is searched for; stays where it is if there is none.
void LineEditing::find_before(std::size_t entry) {
    while (entry > 0)
        if (const std::size_t found = history_[--entry].find(query_); found != std::string::npos) {
            show_entry(entry);
            cursor_ = found;
            return;
        }
}

/// True if the key belonged to the search. Every other one ends it and does what it always does.
bool LineEditing::search(char byte) {
    constexpr char control = 0x1F;
    if (byte == ('R' & control)) {
        find_before(shown_);
    } else if (byte == ('C' & control) || byte == ('G' & control)) {
        searching_ = false;
        show_entry(history_.size());
    } else if (byte == '\x7f' || byte == '\b') {
        while (!query_.empty() && continues(query_.back())) query_.pop_back();
        if (!query_.empty()) query_.pop_back();
        find_before(history_.size());
    } else if (static_cast<unsigned char>(byte) >= 0x20) {
        if (query_.size() < longest_line) query_ += byte;
        find_before(std::min(shown_ + 1, history_.size()));
    } else {
        searching_ = false;
        return false;
    }
    return true;
}

void LineEditing::insert(std::string_view text) {
    if (text_.size() + text.size() > longest_line) return;
    text_.insert(cursor_, text);
    cursor_ += text.size();
}

/// Tab: the word in front of the cursor becomes what all its completions have in common. In front of the
/// first word it is a blank, as in a paste.
void LineEditing::complete() {
    const std::string_view before = std::string_view(text_).substr(0, cursor_);
    if (trimmed(before).empty() || !completer_) return insert(" ");
    std::vector<std::string> words = completer_(before);
    if (words.empty()) return;
    std::string_view common = words.front();
    for (const std::string& word : words) {
        std::size_t same = 0;
        while (same < std::min(common.size(), word.size()) &&
               same_name(common.substr(same, 1), word.substr(same, 1)))
            ++same;
        common = common.substr(0, same);
    }
    const std::size_t begin = last_word(before);
    if (words.size() == 1 || common.size() > cursor_ - begin) {
        const std::string word(common);
        text_.erase(begin, cursor_ - begin);
        cursor_ = begin;
        insert(word);
    } else {
        choices_ = std::move(words);
    }
}

void LineEditing::escape(char last) {
    switch (last) {
    case 'A': recall(-1); break;
    case 'B': recall(1); break;
    case 'C': right(); break;
    case 'D': left(); break;
    case 'H': cursor_ = 0; break;
    case 'F': cursor_ = text_.size(); break;
    case '~': // Home, Delete and End of some terminals
        if (sequence_ == "\x1b[1" || sequence_ == "\x1b[7") cursor_ = 0;
        if (sequence_ == "\x1b[4" || sequence_ == "\x1b[8") cursor_ = text_.size();
        if (sequence_ == "\x1b[3" && cursor_ < text_.size()) {
            right();
            erase_before();
        }
        break;
    default: break;
    }
}

LineEditing::Outcome LineEditing::feed(char byte) {
    choices_.clear();
    if (sequence_.empty() && searching_ && search(byte)) return Outcome::going;
    if (!sequence_.empty()) {
        if (sequence_.size() == 1 && (byte == '[' || byte == 'O')) {
            sequence_ += byte;
        } else if (sequence_.size() > 1 && byte >= '0' && byte <= ';') {
            if (sequence_.size() < 8) sequence_ += byte; // no key has so many; the rest is passed over
        } else {
            escape(byte);
            sequence_.clear();
        }
        return Outcome::going;
    }
    constexpr char control = 0x1F;
    switch (byte) {
    case '\x1b': sequence_ = "\x1b"; return Outcome::going;
    case '\r':
    case '\n': return Outcome::line;
    case 'C' & control:
        if (text_.empty()) return Outcome::cancel;
        text_.clear();
        cursor_ = 0;
        return Outcome::going;
    case 'D' & control:
        if (text_.empty()) return Outcome::end;
        if (cursor_ < text_.size()) {
            right();
            erase_before();
        }
        return Outcome::going;
    case 'A' & control: cursor_ = 0; return Outcome::going;
    case 'E' & control: cursor_ = text_.size(); return Outcome::going;
    case 'B' & control: left(); return Outcome::going;
    case 'F' & control: right(); return Outcome::going;
    case 'R' & control:
        searching_ = true;
        query_.clear();
        return Outcome::going;
    case '\t': complete(); return Outcome::going;
    case 'P' & control: recall(-1); return Outcome::going;
    case 'N' & control: recall(1); return Outcome::going;
    case 'K' & control: text_.erase(cursor_); return Outcome::going;
    case 'U' & control:
        text_.erase(0, cursor_);
        cursor_ = 0;
        return Outcome::going;
    case 'W' & control:
        while (cursor_ > 0 && text_[cursor_ - 1] == ' ') erase_before();
        while (cursor_ > 0 && text_[cursor_ - 1] != ' ') erase_before();
        return Outcome::going;
    case '\x7f':
    case '\b': erase_before(); return Outcome::going;
    default: break;
    }
    if (static_cast<unsigned char>(byte) >= 0x20) insert(std::string_view(&byte, 1));
    return Outcome::going;
}

LineReader::LineReader(Console& console)
    : console_(console), terminal_(is_terminal(stdin) && console.out_is_terminal()) {
    if (!terminal_) static_cast<void>(std::setvbuf(stdin, nullptr, _IONBF, 0)); // pending() asks the system
}

bool LineReader::pending() const { return Keys::pending(); }

std::optional<std::string> LineReader::read_plain() {
    std::string line;
    for (int c = std::getc(stdin); c != '\n'; c = std::getc(stdin)) {
        if (c == EOF) {
            if (line.empty()) return std::nullopt;
            break;
        }
        if (line.size() < longest_line) line += static_cast<char>(c);
    }
    return line;
}

std::optional<std::string> LineReader::read(std::string_view prompt, const std::vector<std::string>& history,
                                            bool& cancelled, const Completer& completer) {
    constexpr std::size_t most_rows = 20, most_choices = 200;
    cancelled = false;
    if (!terminal_) return read_plain();
    Keys keys;
    if (!keys.work()) return read_plain();
    LineEditing editing(history, completer);
    std::optional<std::string> result;
    std::size_t row = 0; // where the cursor is
    const auto draw = [&](std::string text) {
        console_.draw(text);
        static_cast<void>(console_.flush());
    };
    const auto up = [](std::size_t rows) { return rows == 0 ? "" : "\x1b[" + std::to_string(rows) + "A"; };
    const auto show = [&] {
        const LineEditing::Layout layout = editing.layout(prompt, terminal_width(), most_rows);
        std::string text = up(row) + "\r\x1b[J" + layout.text + up(layout.rows - 1 - layout.row) + "\r";
        if (layout.column != 0) text += "\x1b[" + std::to_string(layout.column) + "C";
        row = layout.row;
        draw(std::move(text));
    };
    const auto below =
        [&](const std::string& text) { // the line stays where it is, and is begun anew behind it
            const LineEditing::Layout layout = editing.layout(prompt, terminal_width(), most_rows);
            std::string down;
            for (std::size_t i = layout.row; i < layout.rows; ++i) down += "\r\n";
            draw(down + text);
            row = 0;
        };
    show();
    while (const std::optional<char> byte = keys.next()) {
        const bool pasted = Keys::pending();
        const LineEditing::Outcome outcome = editing.feed(*byte == '\t' && pasted ? ' ' : *byte);
        if (outcome == LineEditing::Outcome::going) {
            if (!editing.choices().empty()) {
                std::string list;
                std::size_t told = 0;
                for (const std::string& word : editing.choices())
                    if (told++ < most_choices) list += word + "  ";
                below(list + (told > most_choices ? "…" : "") + "\r\n");
            }
            if (!pasted) show(); // the rest of a paste comes at once
            continue;
        }
        show();
        cancelled = outcome == LineEditing::Outcome::cancel;
        if (outcome == LineEditing::Outcome::line) result = editing.text();
        if (cancelled) result.emplace();
        break;
    }
    below({});
    return result;
}

} // namespace vellum::cli
