// Matching works with one way back per kind of star, so that no pattern takes exponential time.
#include "cli/glob.hpp"

#include <algorithm>
#include <filesystem>

namespace vellum::cli {

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

std::vector<std::string> expand_pattern(const std::string& pattern) {
    namespace fs = std::filesystem;
    const std::size_t wild = pattern.find_first_of("*?[");
    const std::size_t slash = pattern.rfind('/', wild);
    const std::string folder = slash == std::string::npos ? "." : pattern.substr(0, slash + 1);
    const std::size_t skip = slash == std::string::npos ? 2 : folder.size(); // "./" is ours, not the user's
    const std::string_view rest =
        std::string_view(pattern).substr(slash == std::string::npos ? 0 : slash + 1);
    const bool deep = rest.find('/') != std::string_view::npos || rest.find("**") != std::string_view::npos;

    std::vector<std::string> found;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
        if (!deep) entry.disable_recursion_pending();
        std::string path = entry->path().generic_string();
        std::error_code ignored;
        if (path.size() <= skip || !entry->is_regular_file(ignored)) continue;
        const std::string_view tail = std::string_view(path).substr(skip);
        if (!matches(rest, tail)) continue;
        found.push_back(slash == std::string::npos ? std::string(tail) : std::move(path));
    }
    std::ranges::sort(found);
    return found;
}

} // namespace vellum::cli
