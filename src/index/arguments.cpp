#include "index/arguments.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace vellum::index {

namespace {

constexpr std::size_t longest_call = 4096;

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/// One past the text in quotation marks that begins there; the end if it does not end.
std::size_t after_text(std::string_view text, std::size_t at) {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text.size());
}

std::string_view trimmed_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Place of the parenthesis that closes the one at `open`; npos if none does.
std::size_t closing(std::string_view text, std::size_t open) {
    std::size_t depth = 0;
    for (std::size_t at = open; at < text.size();) {
        const char c = text[at];
        if (c == '"') {
            at = after_text(text, at);
            continue;
        }
        if (c == '(' || c == '[' || c == '{') ++depth;
        if ((c == ')' || c == ']' || c == '}') && --depth == 0) return at;
        ++at;
    }
    return std::string_view::npos;
}

bool is_number(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    if (text.empty() || text.front() < '0' || text.front() > '9') return false;
    if (text.starts_with("0x") || text.starts_with("0X"))
        return text.size() > 2 &&
               text.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
    return text.find_first_not_of("0123456789.ef+-") == std::string_view::npos;
}

/// By custom these are written in capital letters.
bool is_name_of_constant(std::string_view text) {
    return text.size() > 1 && text.front() >= 'A' && text.front() <= 'Z' &&
           text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string_view::npos;
}

} // namespace

std::string called_name(std::string_view name) {
    name = name.substr(0, name.find_first_of("(^"));
    if (name.ends_with('$')) name.remove_suffix(1);
    const std::size_t part = name.find_last_of(".:");
    return lower_case(part == std::string_view::npos ? name : name.substr(part + 1));
}

std::vector<Call> calls_in(std::string_view text, std::size_t begin, std::size_t end) {
    std::vector<Call> calls;
    end = std::min(end, text.size());
    for (std::size_t at = begin; at < end;) {
        if (text[at] == '"') {
            at = after_text(text, at);
            continue;
        }
        if (!is_word(text[at])) {
            ++at;
            continue;
        }
        std::size_t after = at;
        while (after < text.size() && is_word(text[after])) ++after;
        const std::size_t open = text.find_first_not_of(" \t", after);
        if (open != std::string_view::npos && text[open] == '(') {
            const std::string_view reach = text.substr(0, std::min(text.size(), at + longest_call));
            if (const std::size_t close = closing(reach, open); close != std::string_view::npos)
                calls.push_back({called_name(text.substr(at, after - at)), at, close + 1,
                                 trimmed_blanks(text.substr(open + 1, close - open - 1))});
        }
        at = after;
    }
    std::ranges::sort(calls, {}, &Call::end);
    return calls;
}

std::vector<Constant> constants_of(std::string_view arguments) {
    std::vector<Constant> found;
    std::uint32_t position = 0;
    std::size_t begin = 0, depth = 0;
    const auto take = [&](std::size_t end) {
        const std::string_view one = trimmed_blanks(arguments.substr(begin, end - begin));
        if (one.size() >= 2 && one.front() == '"' && after_text(one, 0) == one.size())
            found.push_back({position, "text", std::string(one.substr(1, one.size() - 2))});
        else if (is_number(one) || one == "true" || one == "false")
            found.push_back({position, "number", std::string(one)});
        else if (is_name_of_constant(one))
            found.push_back({position, "name", std::string(one)});
    };
    for (std::size_t at = 0; at < arguments.size();) {
        const char c = arguments[at];
        if (c == '"') {
            at = after_text(arguments, at);
            continue;
        }
        if (c == '(' || c == '[' || c == '{') ++depth;
        if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
        if (c == ',' && depth == 0) {
            take(at);
            begin = at + 1;
            ++position;
        }
        ++at;
    }
    take(arguments.size());
    return found;
}

} // namespace vellum::index
