// The terminal is in raw mode only while a line is read.
#include "cli/line_editor.hpp"

#include <cstdio>
#include <cstring>

#include "base/display_width.hpp"
#include "cli/terminal.hpp"

namespace vellum::cli {

namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20U;

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80; }

} // namespace

LineEditing::View LineEditing::view(std::size_t columns) const {
    const std::string_view text(text_);
    std::size_t first = cursor_, last = cursor_, left = columns;
    const auto take = [&](std::size_t from, std::size_t to) {
        const std::size_t width = display_width(text.substr(from, to - from));
        if (width > left) return false;
        left -= width;
        return true;
    };
    while (first > 0) {
        std::size_t before = first - 1;
        while (before > 0 && continues(text[before])) --before;
        if (!take(before, first)) break;
        first = before;
    }
    while (last < text.size()) {
        std::size_t after = last + 1;
        while (after < text.size() && continues(text[after])) ++after;
        if (!take(last, after)) break;
        last = after;
    }
    return {text.substr(first, last - first), display_width(text.substr(cursor_, last - cursor_))};
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

void LineEditing::recall(std::ptrdiff_t step) {
    const std::ptrdiff_t wanted = static_cast<std::ptrdiff_t>(shown_) + step;
    if (wanted < 0 || wanted > std::ssize(history_)) return;
    if (shown_ == history_.size()) kept_ = text_;
    shown_ = static_cast<std::size_t>(wanted);
    text_ = shown_ == history_.size() ? kept_ : history_[shown_];
    cursor_ = text_.size();
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
    const bool printable = static_cast<unsigned char>(byte) >= 0x20 || byte == '\t';
    if (printable && text_.size() < longest_line) text_.insert(cursor_++, 1, byte == '\t' ? ' ' : byte);
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
                                            bool& cancelled) {
    cancelled = false;
    if (!terminal_) return read_plain();
    Keys keys;
    if (!keys.work()) return read_plain();
    LineEditing editing(history);
    std::optional<std::string> result;
    const auto show = [&] {
        // One column stays free for the cursor behind the last letter.
        const std::size_t taken = display_width(prompt) + 1, width = terminal_width();
        const LineEditing::View view = editing.view(width > taken ? width - taken : 1);
        std::string text = "\r" + std::string(prompt) + std::string(view.text) + "\x1b[K";
        if (view.behind != 0) text += "\x1b[" + std::to_string(view.behind) + "D";
        console_.draw(text);
        static_cast<void>(console_.flush());
    };
    show();
    while (const std::optional<char> byte = keys.next()) {
        const LineEditing::Outcome outcome = editing.feed(*byte);
        if (outcome == LineEditing::Outcome::going) {
            show();
            continue;
        }
        cancelled = outcome == LineEditing::Outcome::cancel;
        if (outcome == LineEditing::Outcome::line) result = editing.text();
        if (cancelled) result.emplace();
        break;
    }
    console_.out("\n");
    return result;
}

} // namespace vellum::cli
