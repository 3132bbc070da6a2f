#include "cli/highlight.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"

namespace vellum::cli {

namespace {

/// Of all four languages: what is none in one of them is hardly a name there.
constexpr auto keywords = std::to_array<std::string_view>({
    "String",  "and",      "asm",     "at",         "attribute",   "autoptr",  "bool",      "break",
    "builtin", "case",     "char",    "const",      "continue",    "default",  "do",        "else",
    "enum",    "event",    "export",  "extends",    "false",       "float",    "for",       "function",
    "goto",    "hidden",   "if",      "import",     "include",     "int",      "internal",  "main",
    "managed", "mesh",     "model",   "new",        "noloopcheck", "not",      "null",      "object",
    "only",    "or",       "owner",   "property",   "protected",   "readonly", "return",    "script",
    "shared",  "short",    "startup", "state",      "static",      "string",   "struct",    "switch",
    "system",  "task",     "this",    "transition", "trigger",     "true",     "typedef",   "until",
    "var",     "variadic", "vector",  "void",       "wait",        "while",    "writeonly",
});

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_word(char c) {
    const char small = lower_ascii(c);
    return (small >= 'a' && small <= 'z') || is_digit(c) || c == '_' || c == '$';
}

class Painter {
  public:
    Painter(const Console& console, Syntax syntax) : console_(console), syntax_(syntax) {}

    std::string paint(std::string_view text) {
        out_.reserve(text.size() * 2);
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
            line_ = text.substr(0, end);
            at_ = 0;
            line();
            text.remove_prefix(end);
        }
        return std::move(out_);
    }

  private:
    void put(Style style, std::size_t end) {
        const std::string_view piece = line_.substr(at_, end - at_);
        out_ += style == Style::plain ? std::string(piece) : console_.paint(Stream::out, style, piece);
        at_ = end;
    }
    void blanks() { put(Style::plain, std::min(line_.find_first_not_of(" \t", at_), line_.size())); }
    /// Where the line's text ends, its line end left out.
    [[nodiscard]] std::size_t line_end() const {
        return line_.ends_with('\n') ? line_.size() - 1 : line_.size();
    }
    [[nodiscard]] std::size_t word_end(std::size_t from) const {
        while (from < line_.size() && is_word(line_[from])) ++from;
        return from;
    }

    void line() {
        if (syntax_ == Syntax::trace) {
            const std::size_t name = line_.find("  ");
            if (line_.starts_with(';') || name == std::string_view::npos) return rest();
            put(Style::faint, name);
            blanks();
            const std::size_t address = word_end(at_);
            if (address - at_ < 4 || line_.substr(address, 2) != "  ") return rest();
            put(Style::number, address);
        }
        if (syntax_ != Syntax::source) first_word();
        rest();
    }

    /// A label, a directive or a mnemonic.
    void first_word() {
        const bool indented = at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t');
        blanks();
        std::size_t end = at_ + (line_.substr(at_).starts_with('.') ? 1U : 0U);
        end = word_end(end);
        if (end == at_) return;
        const std::size_t colon = line_.find_first_of(" ;\"\n", at_);
        if (!indented && colon != std::string_view::npos && colon > at_ && line_[colon - 1] == ':')
            return put(Style::name, colon);
        put(Style::keyword, end);
    }

    void rest() {
        while (at_ < line_.size()) {
            if (in_comment_) {
                const std::size_t close = line_.find("*/", at_);
                in_comment_ = close == std::string_view::npos;
                put(Style::faint, in_comment_ ? line_end() : close + 2);
                if (in_comment_) put(Style::plain, line_.size());
                continue;
            }
            const std::string_view left = line_.substr(at_);
            const char c = left.front();
            if (syntax_ == Syntax::source ? left.starts_with("//") : c == ';') {
                put(Style::faint, line_end());
                put(Style::plain, line_.size());
            } else if (syntax_ == Syntax::source && left.starts_with("/*")) {
                in_comment_ = true;
            } else if (c == '"') {
                put(Style::text, string_end());
            } else if (c == '#' && syntax_ == Syntax::source) {
                put(Style::keyword, word_end(at_ + 1));
            } else if (is_digit(c)) {
                number();
            } else if (is_word(c)) {
                const std::size_t end = word_end(at_);
                const std::string_view word = line_.substr(at_, end - at_);
                const bool known =
                    syntax_ == Syntax::source && std::ranges::find(keywords, word) != keywords.end();
                put(known ? Style::keyword : Style::plain, end);
            } else {
                put(Style::plain, at_ + 1);
            }
        }
    }

    [[nodiscard]] std::size_t string_end() const {
        for (std::size_t i = at_ + 1; i < line_end(); ++i) {
            if (line_[i] == '\\')
                ++i;
            else if (line_[i] == '"')
                return i + 1;
        }
        return line_end();
    }

    void number() {
        std::size_t end = word_end(at_);
        if (end + 1 < line_.size() && line_[end] == '.' && is_digit(line_[end + 1])) end = word_end(end + 1);
        put(Style::number, end);
    }

    const Console& console_;
    Syntax syntax_;
    std::string out_;
    std::string_view line_;
    std::size_t at_ = 0;
    bool in_comment_ = false;
};

} // namespace

std::string highlight(const Console& console, std::string_view text, Syntax syntax) {
    if (!console.colors(Stream::out)) return std::string(text);
    return Painter(console, syntax).paint(text);
}

} // namespace vellum::cli
