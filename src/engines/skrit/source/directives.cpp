// #include, #option and #only (docs/engines/skrit.md, "Directives"), and the macros of formulas, which look
// like directives. Texts end with a NUL (lexer.cpp), so a comparison with any other character needs no look
// at the size.
#include <algorithm>

#include "base/ascii.hpp"
#include "base/suggest.hpp"
#include "base/text_storage.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/source/lexer.hpp"

namespace vellum::skrit {

namespace {

constexpr int max_only_depth = 64;
constexpr std::size_t max_include_depth = 64;

bool word_char(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The two kinds of slash are one, and names do not distinguish case.
std::string comparable(std::string_view name) {
    std::string result = lower_case(name);
    std::ranges::replace(result, '\\', '/');
    return result;
}

} // namespace

void Lexer::skip_line_blanks() {
    while (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\v' || text_[at_] == '\f') ++at_;
}

void Lexer::skip_blanks() {
    for (;;) {
        while (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r')) ++at_;
        if (text_[at_] == '/' && text_[at_ + 1] == '/')
            while (at_ < size_ && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
        else if (text_[at_] == '/' && text_[at_ + 1] == '*') {
            const std::size_t begin = at_;
            if (!block_comment()) report(codes::comment, begin, "comment is not closed by */", open_comment);
        } else
            return;
    }
}

std::string_view Lexer::word_here() {
    const std::size_t begin = at_;
    while (word_char(text_[at_])) ++at_;
    return {text_ + begin, at_ - begin};
}

void Lexer::directive(std::size_t begin) {
    at_ = begin + 1;
    const std::string_view word = word_here();
    if (context_.formula && !word.empty()) {
        token(Tok::macro, begin, context_.out.names.intern(word));
        return;
    }
    if (same_name(word, "include")) {
        if (!include(begin)) token(Tok::invalid, begin);
    } else if (same_name(word, "option"))
        option(begin);
    else if (same_name(word, "only"))
        only(begin);
    else {
        report(codes::directive, begin,
               word.empty() ? "'#' does not start a directive"
                            : "unknown directive '#" + std::string(word) + "'",
               "directives are #include, #option and #only; #macros belong to formulas");
        token(Tok::invalid, begin);
    }
}

bool Lexer::include(std::size_t begin) {
    skip_line_blanks();
    if (text_[at_] != '"') {
        report(codes::directive, begin, "#include needs a name in double quotes",
               "for example #include \"k_inc_spl_utils\"");
        return false;
    }
    const std::size_t from = ++at_;
    while (at_ < size_ && text_[at_] != '"' && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
    const std::string wanted(text_ + from, at_ - from);
    if (text_[at_] != '"') {
        report(codes::directive, begin, "the name of the #include is not closed", "put it in double quotes");
        return false;
    }
    ++at_;
    if (stack_.size() > max_include_depth) {
        report(codes::include, begin, "includes are nested too deeply");
        return true;
    }
    const std::string& from_name = context_.sources.file(stack_.back().file).name;
    std::optional<IncludedSource> found;
    const auto [named, is_new] = named_.try_emplace(from_name + '\0' + wanted);
    if (is_new && context_.includes != nullptr) found = context_.includes->include(wanted, from_name);
    if (found) named->second = comparable(found->name);
    const std::string& identity = named->second;
    if (identity.empty()) {
        const bool open = context_.open;
        report(open ? codes::include_assumed : codes::include, begin, "cannot find '" + wanted + "'",
               open ? "names that only it declares are inferred" : "");
        return true;
    }
    if (found && is_compiled(found->text)) {
        report(codes::include, begin, "'" + wanted + "' is not a text");
        return true;
    }
    constexpr std::size_t most_again = 1000, most_bytes_again = std::size_t{4} << 20U;
    if (identity == comparable(context_.sources.file(0).name)) return true;
    const auto [taken, is_first] = taken_.try_emplace(identity, context_.sources.size());
    if (!is_first) {
        // Declarations are taken once. A piece of a body is pulled in where it stands, as in C, but not into
        // itself.
        const bool inside = std::ranges::any_of(stack_, [&](const Frame& frame) {
            return comparable(context_.sources.file(frame.file).name) == identity;
        });
        if (braces_ == 0 || inside) return true;
        const bool is_there = taken->second < context_.sources.size();
        if (is_there) {
            const auto& file = context_.sources.file(taken->second);
            again_bytes_ += file.text.size();
            if (again_bytes_ <= most_bytes_again) found = IncludedSource{file.name, file.text};
        }
        if (++again_ > most_again || again_bytes_ > most_bytes_again || !is_there) {
            report(codes::limit, begin, "there are too many included files");
            return true;
        }
    }
    stack_.back().at = at_;
    if (!context_.sources.add(std::move(found->name), std::move(found->text), wanted)) {
        report(codes::limit, begin, "the included files are too long");
        return true;
    }
    enter(context_.sources.size() - 1);
    return true;
}

void Lexer::option(std::size_t begin) {
    skip_line_blanks();
    const bool parentheses = text_[at_] == '(';
    if (parentheses) {
        ++at_;
        skip_line_blanks();
    }
    const bool on = text_[at_] != '-';
    if (!on) ++at_;
    const std::string_view name = word_here();
    if (name.empty()) {
        report(codes::directive, begin, "#option needs a name");
        return;
    }
    if (same_name(name, "explicit_states"))
        options_.explicit_states = on;
    else if (same_name(name, "warnings"))
        options_.warnings = on;
    else if (same_name(name, "nowarnings"))
        options_.warnings = !on;
    else if (same_name(name, "strict"))
        options_.strict = on;
    else if (same_name(name, "strip"))
        options_.strip = on;
    else if (same_name(name, "command"))
        options_.command = on;
    else if (same_name(name, "formula"))
        context_.formula = options_.formula = on;
    else
        report(codes::option, begin, "unknown option '" + std::string(name) + "'",
               "options are explicit_states, warnings, nowarnings, strict, strip, command and formula; -NAME "
               "turns one off");
    skip_line_blanks();
    if (text_[at_] == '=') { // a value runs to the end of the line
        while (at_ < size_ && text_[at_] != '\n' && text_[at_] != '\r' && text_[at_] != ')') ++at_;
    }
    if (!parentheses) return;
    if (text_[at_] == ')')
        ++at_;
    else
        report(codes::directive, begin, "#option( is not closed by )");
}

/// Symbols that no one defines are false. One that is near to the usual ones is told.
void Lexer::misspelt_symbol(std::string_view word) {
    static constexpr std::string_view usual[] = {"game", "editor", "dev", "retail", "debug"};
    const std::string lower = lower_case(word);
    std::string_view meant;
    for (const std::string_view name : usual) {
        if (lower == name) return;
        if (word.size() >= 3 && edit_distance(lower, name, 1) <= 1) meant = name;
    }
    if (!meant.empty())
        report(codes::only_symbol, static_cast<std::size_t>(word.data() - text_),
               "nothing defines '" + std::string(word) + "'", "did you mean '" + std::string(meant) + "'?");
}

bool Lexer::only_primary(bool& value, int depth) {
    bool negate = false;
    skip_blanks();
    for (; text_[at_] == '!'; skip_blanks()) {
        negate = !negate;
        ++at_;
        skip_blanks();
    }
    if (text_[at_] == '(') {
        if (depth >= max_only_depth) return false;
        ++at_;
        if (!only_or(value, depth + 1)) return false;
        skip_blanks();
        if (text_[at_] != ')') return false;
        ++at_;
    } else {
        const std::string_view word = word_here();
        if (word.empty()) return false;
        if (word[0] >= '0' && word[0] <= '9')
            value = word.find_first_not_of("0xX") != std::string_view::npos;
        else {
            value = std::ranges::any_of(context_.defines,
                                        [&](const std::string& name) { return same_name(name, word); });
            if (!value) misspelt_symbol(word);
        }
    }
    if (negate) value = !value;
    return true;
}

bool Lexer::only_and(bool& value, int depth) {
    if (!only_primary(value, depth)) return false;
    for (skip_blanks(); text_[at_] == '&' && text_[at_ + 1] == '&'; skip_blanks()) {
        at_ += 2;
        bool right = false;
        if (!only_primary(right, depth)) return false;
        value = value && right;
    }
    return true;
}

bool Lexer::only_or(bool& value, int depth) {
    if (!only_and(value, depth)) return false;
    for (;;) {
        skip_blanks();
        if (text_[at_] == ',') // a comma means or
            ++at_;
        else if (text_[at_] == '|' && text_[at_ + 1] == '|')
            at_ += 2;
        else
            return true;
        bool right = false;
        if (!only_and(right, depth)) return false;
        value = value || right;
    }
}

bool Lexer::only_condition(std::size_t begin, bool& value) {
    skip_blanks();
    if (text_[at_] == '(') {
        ++at_;
        if (only_or(value, 0)) {
            skip_blanks();
            if (text_[at_] == ')') {
                ++at_;
                return true;
            }
        }
    }
    report(codes::directive, begin, "#only needs a condition in parentheses",
           "for example #only( game ) [[ ... ]] or #only( !retail && dev ) [[ ... ]]");
    return false;
}

void Lexer::only(std::size_t begin) {
    bool enabled = true;
    if (!only_condition(begin, enabled)) { // reported: the block is read as if the condition held
        enabled = true;
        while (at_ + 1 < size_ && text_[at_] != '\n' && text_[at_] != '\r' &&
               !(text_[at_] == '[' && text_[at_ + 1] == '['))
            ++at_;
    }
    skip_blanks();
    if (text_[at_] != '[' || text_[at_ + 1] != '[') {
        report(codes::directive, begin, "#only needs a block in [[ ]]",
               "for example #only( game ) [[ ... ]]");
        return;
    }
    at_ += 2;
    if (enabled)
        open_only_.push_back({stack_.size(), base_ + static_cast<Position>(begin)});
    else
        skip_disabled(begin);
}

void Lexer::close_only(std::size_t begin) {
    if (!open_only_.empty() && open_only_.back().depth == stack_.size())
        open_only_.pop_back();
    else
        report(codes::directive, begin, "']]' does not close an #only block",
               "such a block starts with #only( game ) [[");
}

/// Counts brackets outside comments and literals; a string that does not end on its line ends there, so that
/// prose may be commented out.
void Lexer::skip_disabled(std::size_t begin) {
    std::size_t open = 1;
    while (at_ < size_) {
        const char c = text_[at_];
        const char next = text_[at_ + 1];
        if (c == '/' && next == '/') {
            while (at_ < size_ && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
        } else if (c == '/' && next == '*') {
            if (!block_comment()) break;
        } else if (c == '"') {
            for (++at_; at_ < size_ && text_[at_] != '"' && text_[at_] != '\n' && text_[at_] != '\r'; ++at_)
                if (text_[at_] == '\\' && text_[at_ + 1] == '"') ++at_;
            if (text_[at_] == '"') ++at_;
        } else if (c == '[' && next == '[') {
            ++open;
            at_ += 2;
        } else if (c == ']' && next == ']') {
            at_ += 2;
            if (--open == 0) return;
        } else
            ++at_;
    }
    at_ = size_;
    report(codes::directive, begin, "#only block is not closed by ]]", "put ]] after the conditional part");
}

} // namespace vellum::skrit
