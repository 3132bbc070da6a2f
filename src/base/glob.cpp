// Matching works with one way back per kind of star, so that no pattern takes exponential time.
#include "base/glob.hpp"

namespace vellum {

namespace {

/// Matches one `[...]` set at pattern[at]; moves `at` behind it. A set without an end is a plain bracket.
bool match_set(std::string_view pattern, std::size_t& at, char c) {
    const std::size_t end = pattern.find(']', at + 2);
    if (end == std::string_view::npos) {
        ++at;
        return c == '[';
    }
    std::string_view set = pattern.substr(at + 1, end - at - 1);
    at = end + 1;
    const bool inverted = set.front() == '!' || set.front() == '^';
    if (inverted) set.remove_prefix(1);
    bool inside = false;
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (i + 2 < set.size() && set[i + 1] == '-') {
            inside = inside || (set[i] <= c && c <= set[i + 2]);
            i += 2;
        } else {
            inside = inside || set[i] == c;
        }
    }
    return inside != inverted && c != '/';
}

} // namespace

bool has_wildcard(std::string_view text) noexcept {
    return text.find_first_of("*?[") != std::string_view::npos;
}

bool matches(std::string_view pattern, std::string_view text) noexcept {
    constexpr std::size_t none = std::string_view::npos;
    std::size_t p = 0, t = 0;
    std::size_t star = none, star_text = 0, deep = none, deep_text = 0;
    while (true) {
        if (p < pattern.size() && pattern[p] == '*') {
            if (p + 1 < pattern.size() && pattern[p + 1] == '*') {
                p += 2;
                if (p < pattern.size() && pattern[p] == '/') ++p; // a/**/b also means a/b
                deep = p;
                deep_text = t;
                star = none;
            } else {
                star = ++p;
                star_text = t;
            }
            continue;
        }
        if (t == text.size()) {
            if (p == pattern.size()) return true;
            if (deep == none || deep_text >= text.size()) return false;
        } else if (p < pattern.size()) {
            std::size_t next = p;
            bool same = false;
            if (pattern[p] == '[') {
                same = match_set(pattern, next, text[t]);
            } else {
                same = pattern[p] == '?' ? text[t] != '/' : pattern[p] == text[t];
                ++next;
            }
            if (same) {
                p = next;
                ++t;
                continue;
            }
        }
        if (star != none && star_text < text.size() && text[star_text] != '/') {
            p = star;
            t = ++star_text;
        } else if (deep != none && deep_text < text.size()) {
            p = deep;
            t = ++deep_text;
            star = none;
        } else {
            return false;
        }
    }
}

} // namespace vellum
