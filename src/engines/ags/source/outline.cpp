// See the header.
#include "engines/ags/source/outline.hpp"

#include <algorithm>

namespace vellum::ags::source {

namespace {

bool in_word(char letter) noexcept {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_' || static_cast<unsigned char>(letter) >= 128;
}

std::size_t behind_line(std::string_view text, std::size_t at, std::size_t end) {
    return std::min(text.find('\n', at), end);
}

/// The item that a brace ends: "int f(this S*, int a) {".
class Head {
  public:
    Head(std::string_view text, const std::vector<Piece>& pieces) {
        for (const Piece& piece : pieces)
            if (!piece.comment) words_.push_back(text.substr(piece.begin, piece.end - piece.begin));
    }

    /// Empty if it is no function.
    [[nodiscard]] std::string name() const {
        const auto open = std::ranges::find(words_, std::string_view("("));
        if (open == words_.end() || open - words_.begin() < 2) return {};
        const auto before = open - 1;
        if (!in_word(before->front())) return {};
        std::string made(*before);
        if (before - words_.begin() >= 3 && *(before - 1) == ":" && *(before - 2) == ":")
            return std::string(*(before - 3)) + "." + made;
        const auto first = open + 1;
        if (words_.end() - first > 1 && (*first == "this" || *first == "static") &&
            in_word((first + 1)->front()))
            return std::string(*(first + 1)) + "." + made;
        return made;
    }

  private:
    std::vector<std::string_view> words_;
};

} // namespace

std::vector<Piece> pieces_of(std::string_view text, std::size_t begin, std::size_t end) {
    std::vector<Piece> pieces;
    bool line_begins = begin == 0 || text[begin - 1] == '\n';
    for (std::size_t at = begin; at < end;) {
        const char letter = text[at];
        std::size_t stop = at + 1;
        if (letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n') {
            line_begins |= letter == '\n';
            at = stop;
            continue;
        }
        const bool line = text.substr(at).starts_with("//"), block = text.substr(at).starts_with("/*");
        if (line || (letter == '#' && line_begins)) {
            stop = behind_line(text, at, end);
        } else if (block) {
            const std::size_t close = text.find("*/", at + 2);
            stop = close == std::string_view::npos ? end : std::min(close + 2, end);
        } else if (letter == '"' || letter == '\'') {
            while (stop < end && text[stop] != letter && text[stop] != '\n')
                stop += text[stop] == '\\' ? 2 : 1;
            stop = std::min(stop + 1, end);
        } else if (in_word(letter)) {
            while (stop < end && in_word(text[stop])) ++stop;
        }
        pieces.push_back({at, stop, line || block});
        line_begins = false;
        at = stop;
    }
    return pieces;
}

std::vector<SourceFunction> outline(std::string_view text) {
    std::vector<SourceFunction> found;
    std::vector<Piece> item; // what stands outside of braces since the last one that ended
    std::size_t depth = 0;
    std::string name;
    for (const Piece& piece : pieces_of(text, 0, text.size())) {
        const std::string_view word = text.substr(piece.begin, piece.end - piece.begin);
        if (depth == 0 && (word.front() == '#' || (word.front() == '"' && item.empty()))) {
            item.clear();
            continue;
        }
        if (depth == 0 && !piece.comment) item.push_back(piece);
        if (word == "{") {
            if (depth++ == 0) name = Head(text, item).name();
        } else if (word == "}" && depth > 0) {
            if (--depth != 0) continue;
            if (!name.empty()) found.push_back({std::move(name), item.front().begin, piece.end});
            name.clear();
            item.clear();
        } else if (word == ";" && depth == 0) {
            item.clear();
        }
    }
    return found;
}

} // namespace vellum::ags::source
