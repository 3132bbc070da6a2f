// Line by line, as the original does it. Facts: docs/languages/ags.md, "Preprocessor".
#include "engines/ags/source/preprocessor.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace vellum::ags::source {

namespace {

constexpr std::uint32_t most_nested = 64;
constexpr std::size_t most_mistakes = 100;

bool is_word(char letter) noexcept {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_';
}

bool is_blank(char letter) noexcept { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }

std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// The word at the start; `text` becomes the rest.
std::string_view take_word(std::string_view& text, bool with_dots = false) noexcept {
    std::size_t end = 0;
    while (end < text.size() && (is_word(text[end]) || (with_dots && text[end] == '.'))) ++end;
    const std::string_view found = text.substr(0, end);
    text.remove_prefix(end);
    return found;
}

/// Where the quote at `at` ends, or npos.
std::size_t closing_quote(std::string_view text, std::size_t at) noexcept {
    const char quote = text[at];
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == quote)
            return i;
    }
    return std::string_view::npos;
}

} // namespace

std::optional<std::uint64_t> Preprocessor::version_number(std::string_view text) {
    std::uint64_t number = 0;
    int parts = 0;
    while (parts < 4) {
        std::uint16_t part = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
        if (error != std::errc{}) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        number = (number << 16U) | part;
        ++parts;
        if (text.empty()) break;
        if (text.front() != '.') return std::nullopt;
        text.remove_prefix(1);
    }
    if (!text.empty()) return std::nullopt;
    return number << (16U * static_cast<unsigned>(4 - parts));
}

void Preprocessor::define(std::string_view name, std::string_view value) {
    if (name.empty()) return;
    const auto letter = static_cast<unsigned char>(name.front());
    first_letters_[letter / 64] |= std::uint64_t{1} << (letter % 64U);
    macros_.insert_or_assign(std::string(name), Macro{std::string(value)});
}

void Preprocessor::mistake(std::string message, bool demanded) {
    if (mistakes_->size() == most_mistakes) mistakes_->pop_back(); // the last one is what agscc tells
    mistakes_->push_back({line_, std::move(message), demanded});
}

std::string_view Preprocessor::without_comments(std::string_view line) {
    constexpr std::string_view interesting = "\"'/";
    if (!in_comment_ && line.find_first_of(interesting) == std::string_view::npos) return line;
    line_buffer_.clear();
    std::size_t at = 0;
    while (at < line.size()) {
        if (in_comment_) {
            const std::size_t end = line.find("*/", at);
            if (end == std::string_view::npos) break;
            in_comment_ = false;
            at = end + 2;
            continue;
        }
        const std::size_t next = std::min(line.find_first_of(interesting, at), line.size());
        line_buffer_.append(line, at, next - at);
        at = next;
        if (at == line.size()) break;
        if (line[at] == '/') {
            const char second = at + 1 < line.size() ? line[at + 1] : '\0';
            if (second == '/') break;
            if (second == '*') {
                in_comment_ = true;
                at += 2;
            } else {
                line_buffer_ += line[at++];
            }
            continue;
        }
        const std::size_t end = closing_quote(line, at);
        if (end == std::string_view::npos) {
            mistake(std::string("Unterminated string: '") + line[at] + "' is missing");
            break;
        }
        line_buffer_.append(line, at, end + 1 - at);
        at = end + 1;
    }
    return line_buffer_;
}

void Preprocessor::condition(std::string_view name, std::string_view rest) {
    rest = trimmed(rest);
    const bool by_version = name.ends_with("ver");
    const std::string_view what = take_word(rest, by_version);
    if (what.empty()) return mistake("Expected something after '" + std::string(name) + "'");
    bool holds = false;
    if (!skipping()) {
        if (by_version) {
            const auto wanted = version_number(what);
            if (!wanted) mistake("Cannot parse version number: " + std::string(what));
            holds = wanted && version_ && *version_ >= *wanted;
        } else {
            holds = macros_.contains(what);
        }
        if (name.starts_with("ifn")) holds = !holds;
    }
    conditions_.push_back(holds);
}

void Preprocessor::directive(std::string_view line) {
    line.remove_prefix(1);
    const std::string_view name = take_word(line);
    if (name == "ifdef" || name == "ifndef" || name == "ifver" || name == "ifnver")
        return condition(name, line);
    if (name == "else") {
        if (conditions_.empty()) return mistake("#else has no matching #if");
        conditions_.back() = !conditions_.back();
        return;
    }
    if (name == "endif") {
        if (conditions_.empty()) return mistake("#endif has no matching #if");
        conditions_.pop_back();
        return;
    }
    if (skipping()) return;
    line = trimmed(line);
    if (name == "define" || name == "undef") {
        const std::string macro(take_word(line));
        const auto found = macros_.find(macro);
        if (macro.empty()) return mistake("Macro name expected");
        if (name == "undef") {
            if (found == macros_.end()) return mistake("Macro '" + macro + "' is not defined");
            macros_.erase(found);
            return;
        }
        if (macro.front() >= '0' && macro.front() <= '9')
            return mistake("Macro name '" + macro + "' cannot start with a digit");
        if (found != macros_.end()) return mistake("Macro '" + macro + "' is already defined");
        return define(macro, trimmed(line));
    }
    if (name == "error") return mistake("User error: " + std::string(line), true);
    if (name == "sectionstart" || name == "sectionend" || name == "region" || name == "endregion") return;
    mistake("Unknown preprocessor directive '" + std::string(name) + "'");
}

bool Preprocessor::replace(std::string_view line, std::string& out, std::uint32_t depth) {
    std::size_t at = 0;
    std::size_t copied = 0; // everything before it is in `out`
    while (at < line.size()) {
        const char letter = line[at];
        if (letter == '"' || letter == '\'') {
            const std::size_t end = closing_quote(line, at);
            at = end == std::string_view::npos ? line.size() : end + 1;
            continue;
        }
        if (!is_word(letter)) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < line.size() && is_word(line[at])) ++at;
        const auto byte = static_cast<unsigned char>(letter);
        if ((first_letters_[byte / 64] >> (byte % 64U) & 1U) == 0) continue;
        if (begin > 0 && line[begin - 1] == '.') continue;
        const auto found = macros_.find(line.substr(begin, at - begin));
        if (found == macros_.end() || found->second.open) continue;
        out.append(line, copied, begin - copied);
        copied = at;
        Macro& macro = found->second;
        const std::size_t cost = macro.value.size() + 1;
        if (cost > expansion_left_ || depth == most_nested) return false;
        expansion_left_ -= cost;
        macro.open = true;
        const bool done = replace(macro.value, out, depth + 1);
        macro.open = false;
        if (!done) return false;
    }
    out.append(line, copied, line.size() - copied);
    return true;
}

std::string Preprocessor::run(std::string_view text, std::string_view script,
                              std::vector<LineMistake>& mistakes) {
    constexpr std::size_t always_allowed = 1U << 18U;
    constexpr std::size_t per_byte = 4;
    if (const std::size_t end = text.find('\0'); end != std::string_view::npos) text = text.substr(0, end);
    mistakes_ = &mistakes;
    expansion_left_ = always_allowed + per_byte * text.size();
    conditions_.clear();
    in_comment_ = false;
    line_ = 0;
    std::string out;
    out.reserve(text.size() + text.size() / 16 + 64);
    if (!script.empty()) {
        out += '"';
        out += section_mark;
        out += script;
        out += '"';
    }
    out += line_end_;
    while (!text.empty()) {
        ++line_;
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(without_comments(trimmed(text.substr(0, end))));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with('#')) {
            directive(line);
        } else if (!skipping() && !line.empty() && !replace(line, out, 0)) {
            mistake("macros are nested too deeply here or become too long");
            break;
        }
        out += line_end_;
    }
    if (!conditions_.empty()) mistake("Missing #endif");
    return out;
}

} // namespace vellum::ags::source
