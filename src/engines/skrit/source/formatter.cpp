// Three steps: the text into pieces, pieces into lines with their depth, lines into text. Line breaks of the
// author stay; the formatter adds those around braces and behind semicolons.
#include "engines/skrit/source/formatter.hpp"

#include <algorithm>
#include <vector>

#include "base/ascii.hpp"
#include "base/first_error.hpp"
#include "engines/skrit/codes.hpp"
#include "source/raw_block.hpp"

namespace vellum::skrit {

namespace {

constexpr std::size_t tab = 4;              ///< Columns, where authors mix tabs and blanks.
constexpr std::size_t most_blank_lines = 2; ///< In a row.
constexpr std::size_t deepest = 24;         ///< Tabs in front of a line.

enum class Sort : std::uint8_t { word, mark, comment, verbatim };

struct Piece {
    Sort sort = Sort::word;
    std::string_view text;
    std::size_t lines = 0;   ///< Line ends in front of it.
    std::string_view blanks; ///< In front of it, behind the last line end.
    std::size_t partner = 0; ///< Of a brace: the piece that closes or opens it.
    std::uint32_t line = 0;
};

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r'; }

/// Longest first.
constexpr std::string_view marks[] = {"**=", "->", "**", "==", "!=", "<>", "~=", "<=", ">=", "&&", "||",
                                      "+=",  "-=", "*=", "/=", "%=", "|=", "^=", "&=", "[[", "]]"};

class Scanner {
  public:
    Scanner(std::string_view text, std::string_view name, Diagnostics& diagnostics)
        : text_(text), name_(name), diagnostics_(diagnostics) {}

    bool run(std::vector<Piece>& out) {
        std::vector<std::size_t> open;
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3; // a mark of the encoding; the writer puts it back
        while (skip_to_piece()) {
            Piece piece;
            piece.lines = lines_;
            piece.blanks = text_.substr(line_start_, at_ - line_start_);
            piece.line = line_;
            if (out.empty() || lines_ == 0) piece.blanks = text_.substr(blanks_from_, at_ - blanks_from_);
            const std::size_t begin = at_;
            if (!take(piece)) return false;
            piece.text = text_.substr(begin, at_ - begin);
            line_ += static_cast<std::uint32_t>(std::ranges::count(piece.text, '\n'));
            if (piece.sort == Sort::mark && (piece.text == "{" || piece.text == "[["))
                open.push_back(out.size());
            if (piece.sort == Sort::mark && (piece.text == "}" || piece.text == "]]")) {
                if (open.empty() || (out[open.back()].text == "{") != (piece.text == "}"))
                    return fail("'" + std::string(piece.text) + "' closes nothing", piece.line);
                piece.partner = open.back();
                out[open.back()].partner = out.size();
                open.pop_back();
            }
            out.push_back(piece);
        }
        if (open.empty()) return true;
        return fail("'" + std::string(out[open.back()].text) + "' is not closed", out[open.back()].line);
    }

  private:
    bool fail(std::string message, std::uint32_t line) {
        diagnostics_.add(codes::syntax, std::move(message), {std::string(name_), Place::unknown, line, 0});
        return false;
    }
    bool skip_to_piece() {
        lines_ = 0;
        blanks_from_ = line_start_ = at_;
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == '\n') {
                ++lines_;
                ++line_;
                line_start_ = at_ + 1;
            } else if (!is_blank(text_[at_]))
                return true;
        }
        return false;
    }
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    bool take(Piece& piece) {
        const char c = peek();
        const std::size_t begin = at_;
        if (c == '/' && peek(1) == '/') {
            piece.sort = Sort::comment;
            to_line_end();
        } else if (c == '/' && peek(1) == '*') {
            piece.sort = Sort::comment;
            const std::size_t end = text_.find("*/", at_ + 2);
            if (end == std::string_view::npos) return fail("unterminated comment", line_);
            at_ = end + 2;
        } else if (c == '"' || c == '\'') {
            return literal(c);
        } else if (c == '#') {
            piece.sort = Sort::verbatim;
            return directive();
        } else if (is_word(c) || (c == '.' && peek(1) >= '0' && peek(1) <= '9')) {
            number_or_name();
            if (same_name(text_.substr(begin, at_ - begin), "asm")) return assembly(piece);
        } else {
            piece.sort = Sort::mark;
            for (const std::string_view mark : marks)
                if (text_.substr(at_).starts_with(mark)) {
                    at_ += mark.size();
                    return true;
                }
            ++at_;
        }
        return true;
    }
    void to_line_end() {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
        while (text_[at_ - 1] == '\r' || text_[at_ - 1] == ' ' || text_[at_ - 1] == '\t') --at_;
    }
    bool literal(char quote) {
        const std::uint32_t line = line_;
        for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
                ++at_;
                if (text_[at_] == '\r' && peek(1) == '\n') ++at_;
            } else if (text_[at_] == '\n')
                break;
        }
        if (at_ >= text_.size() || text_[at_] != quote) return fail("unterminated string", line);
        ++at_;
        return true;
    }
    /// The block after the word `asm` stays as it is.
    bool assembly(Piece& piece) {
        const std::size_t brace = text_.find_first_not_of(" \t\r\n\f\v", at_);
        if (brace == std::string_view::npos || text_[brace] != '{') return true;
        const source::RawBlock block = source::find_raw_block(text_, brace + 1);
        if (!block.closed) return fail("the asm block is not closed", line_);
        at_ = block.past_brace;
        piece.sort = Sort::verbatim;
        return true;
    }
    void number_or_name() {
        const bool number = peek() == '.' || (peek() >= '0' && peek() <= '9');
        while (is_word(peek()) || (number && peek() == '.') ||
               (number && (peek() == '+' || peek() == '-') && lower_ascii(text_[at_ - 1]) == 'e' &&
                peek(1) >= '0' && peek(1) <= '9'))
            ++at_;
    }
    /// Everything up to its end; of `#only` the condition, and the block too if that is hidden from
    /// everybody.
    bool directive() {
        ++at_;
        const std::size_t begin = at_;
        while (is_word(peek())) ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        if (!same_name(word, "only")) {
            while (at_ < text_.size() && text_[at_] != '\n' && !text_.substr(at_).starts_with("//")) ++at_;
            while (is_blank(text_[at_ - 1])) --at_;
            return true;
        }
        const std::size_t end = text_.find("[[", at_);
        if (end == std::string_view::npos) return true;
        const std::string_view condition = trimmed(text_.substr(at_, end - at_));
        if (condition.find("//") != std::string_view::npos) return true;
        const bool hidden = condition.find_first_not_of("( 0)\t\r\n") == std::string_view::npos;
        if (!hidden) {
            at_ = end;
            while (is_blank(text_[at_ - 1]) || text_[at_ - 1] == '\n') --at_;
            return true;
        }
        at_ = end + 2;
        return hidden_block();
    }
    /// Behind its end; the rules are those of the lexer, which lets prose be hidden.
    bool hidden_block() {
        for (std::size_t open = 1; open != 0;) {
            if (at_ + 1 >= text_.size()) return fail("[[ is not closed", line_);
            const std::string_view two = text_.substr(at_, 2);
            if (two == "//") {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (two == "/*") {
                at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
            } else if (two[0] == '"') {
                for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_)
                    if (text_[at_] == '\\' && peek(1) == '"') ++at_;
                if (peek() == '"') ++at_;
            } else if (two == "[[" || two == "]]") {
                if (two == "[[")
                    ++open;
                else
                    --open;
                at_ += 2;
            } else
                ++at_;
        }
        return true;
    }

    std::string_view text_, name_;
    Diagnostics& diagnostics_;
    std::size_t at_ = 0, lines_ = 0, line_start_ = 0, blanks_from_ = 0;
    std::uint32_t line_ = 1;
};

std::size_t columns(std::string_view blanks) {
    std::size_t width = 0;
    for (const char c : blanks)
        if (c == '\t')
            width += tab - width % tab;
        else if (c == ' ')
            ++width;
    return width;
}

class Layout {
  public:
    explicit Layout(const std::vector<Piece>& pieces, std::string_view newline)
        : pieces_(pieces), newline_(newline) {}

    std::string run() {
        for (const Piece& piece : pieces_) {
            const bool ends = piece.text.starts_with("//") || piece.text.find('\n') != std::string_view::npos;
            breaks_.push_back((breaks_.empty() ? 0 : breaks_.back()) + (piece.lines != 0 || ends ? 1 : 0));
        }
        for (at_ = 0; at_ < pieces_.size(); ++at_) place();
        if (!out_.empty()) out_ += newline_;
        return std::move(out_);
    }

  private:
    [[nodiscard]] const Piece& now() const { return pieces_[at_]; }
    [[nodiscard]] bool is(std::size_t index, std::string_view mark) const {
        return index < pieces_.size() && pieces_[index].sort == Sort::mark && pieces_[index].text == mark;
    }
    [[nodiscard]] bool opens(std::size_t index) const { return is(index, "{") || is(index, "[["); }
    [[nodiscard]] bool closes(std::size_t index) const { return is(index, "}") || is(index, "]]"); }
    /// A block that its author kept on one line, which stays there.
    [[nodiscard]] bool short_block(std::size_t open) const {
        return breaks_[pieces_[open].partner] == breaks_[open];
    }

    void place() {
        const bool first = out_.empty();
        const bool closing = closes(at_);
        const bool short_end = closing && short_ != none && now().partner == short_;
        bool own_line = now().lines != 0 || break_;
        if (at_ != 0 && short_ == none && now().sort != Sort::comment) {
            if (closing) own_line = true;
            if (opens(at_) && !(short_block(at_))) own_line = true;
        }
        if (break_ && now().sort == Sort::comment && now().lines == 0) own_line = false; // of the line before
        if (break_ && is(at_, ";")) own_line = false;
        if (closing && !short_end && depth_ != 0) --depth_;
        if (first)
            indent();
        else if (own_line)
            new_line();
        else
            out_ += between();
        out_ += now().text;
        settle();
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    /// What follows from a piece that was placed.
    void settle() {
        if (now().sort == Sort::comment) {
            if (now().text.starts_with("//")) break_ = true;
            return; // in the middle of a statement it changes nothing
        }
        break_ = false;
        begins_ = false;
        if (now().sort == Sort::verbatim) {
            begins_ = break_ = !opens(at_ + 1);
            return;
        }
        if (is(at_, "(")) ++round_;
        if (is(at_, ")") && round_ != 0) --round_;
        if (opens(at_)) {
            round_ = 0;
            if (short_ == none && short_block(at_)) short_ = at_;
            if (short_ == none) {
                ++depth_;
                begins_ = break_ = true;
            }
            return;
        }
        if (closes(at_)) {
            const bool ended = short_ != none && now().partner == short_;
            if (ended) short_ = none;
            begins_ = break_ = short_ == none;
            return;
        }
        if (is(at_, ";") && short_ == none && round_ == 0) begins_ = break_ = true;
    }

    void indent() {
        std::size_t depth = std::min(depth_, deepest);
        const bool statement = begins_ || opens(at_) || closes(at_);
        if (statement) {
            out_.append(depth, '\t');
            if (now().sort != Sort::comment) started_ = columns(now().blanks);
            if (now().lines == 0) started_ = depth * tab;
            return;
        }
        // a line that goes on keeps its distance from the first one
        const std::size_t column = columns(now().blanks);
        const std::size_t extra = column > started_ ? column - started_ : now().lines == 0 ? tab : 0;
        out_.append(depth + extra / tab, '\t');
        out_.append(extra % tab, ' ');
    }
    void new_line() {
        const std::size_t blank = opened_last() || closes(at_) ? 0 : most_blank_lines;
        out_ += newline_;
        for (std::size_t i = 1; i < now().lines && i <= blank; ++i) out_ += newline_;
        indent();
    }
    [[nodiscard]] bool opened_last() const { return at_ != 0 && is(at_ - 1, "{"); }

    /// The blanks between the piece before and this one.
    [[nodiscard]] std::string_view between() const {
        const std::string_view written = now().blanks;
        const bool aligned = written.size() > 1 || written == "\t";
        if (aligned && !is(at_, ";") && !is(at_, ",")) return written;
        if (now().sort == Sort::comment || pieces_[at_ - 1].sort == Sort::comment) return " ";
        return wants_blank() ? " " : "";
    }
    [[nodiscard]] bool wants_blank() const {
        const Piece& before = pieces_[at_ - 1];
        if (is(at_, ";") || is(at_, ",") || is(at_, ".") || is(at_ - 1, ".")) return false;
        if (is(at_ - 1, "(")) return !is(at_, ")");
        if (is(at_, ")")) return true;
        if (is(at_ - 1, "{") && is(at_, "}")) return false;
        if (is(at_, "(")) {
            if (before.sort != Sort::word) return !unary(at_ - 1);
            if (same_name(before.text, "return") || same_name(before.text, "and")) return true;
            return same_name(before.text, "at") && !now().blanks.empty();
        }
        if (is(at_, ":")) return !now().blanks.empty();
        return !unary(at_ - 1);
    }
    /// A sign in front of what it belongs to.
    [[nodiscard]] bool unary(std::size_t index) const {
        if (pieces_[index].sort != Sort::mark) return false;
        const std::string_view mark = pieces_[index].text;
        if (mark == "!" || mark == "~") return true;
        if (mark != "-" && mark != "+") return false;
        while (index != 0 && pieces_[index - 1].sort == Sort::comment) --index;
        if (index == 0) return true;
        const Piece& before = pieces_[index - 1];
        if (before.sort == Sort::word) return same_name(before.text, "return");
        return before.sort == Sort::mark && before.text != ")";
    }

    const std::vector<Piece>& pieces_;
    std::string_view newline_;
    std::string out_;
    std::vector<std::size_t> breaks_; ///< Of pieces up to each: those that begin or end a line.
    std::size_t at_ = 0, depth_ = 0, round_ = 0;
    std::size_t short_ = none; ///< The outermost block on one line that is being written.
    std::size_t started_ = 0;  ///< Column of the statement in the author's text.
    bool begins_ = true;       ///< A statement begins here.
    bool break_ = false;       ///< The next piece begins a line.
};

bool same_pieces(const std::vector<Piece>& a, const std::vector<Piece>& b) {
    return std::ranges::equal(a, b, [](const Piece& x, const Piece& y) { return x.text == y.text; });
}

} // namespace

Result<std::string> format_source(std::string_view text, std::string_view name, Diagnostics& diagnostics) {
    const auto refuse = [&]() -> Result<std::string> {
        return first_error(diagnostics, 0, codes::syntax, "the text cannot be formatted");
    };
    std::vector<Piece> pieces;
    if (!Scanner(text, name, diagnostics).run(pieces)) return refuse();
    const std::size_t end = text.find('\n');
    const bool windows = end != std::string_view::npos && end != 0 && text[end - 1] == '\r';
    std::string made = text.starts_with("\xEF\xBB\xBF") ? "\xEF\xBB\xBF" : "";
    made += Layout(pieces, windows ? "\r\n" : "\n").run();
    std::vector<Piece> again; // what is lost in formatting is lost to its author
    if (!Scanner(made, name, diagnostics).run(again)) return refuse();
    if (!same_pieces(pieces, again))
        return fail(codes::syntax, "formatting would change more than the layout; nothing was changed",
                    {.file = std::string(name)});
    return made;
}

} // namespace vellum::skrit
