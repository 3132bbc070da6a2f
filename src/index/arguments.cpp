#include "index/arguments.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace vellum::index {

namespace {

constexpr std::size_t farthest = 1024; ///< Behind the part that is looked at, a call may end.

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
    struct Open {
        std::size_t name = 0, name_end = 0; ///< Equal: no call.
        std::size_t at = 0;
    };
    std::vector<Call> calls;
    std::vector<Open> open;
    end = std::min(end, text.size());
    const std::size_t last = std::min(text.size(), end + farthest);
    std::size_t name = begin, name_end = begin; // the last word, if only blanks follow it
    for (std::size_t at = begin; at < last && (at < end || !open.empty());) {
        const char c = text[at];
        if (is_word(c)) {
            name = at;
            while (at < text.size() && is_word(text[at])) ++at;
            name_end = at;
            continue;
        }
        if (c == '"') {
            at = after_text(text, at);
        } else {
            if (c == '(' || c == '[' || c == '{')
                open.push_back(c == '(' && name < end ? Open{name, name_end, at} : Open{at, at, at});
            if ((c == ')' || c == ']' || c == '}') && !open.empty()) {
                const Open one = open.back();
                open.pop_back();
                if (one.name_end > one.name)
                    calls.push_back({called_name(text.substr(one.name, one.name_end - one.name)), one.name,
                                     at + 1, trimmed_blanks(text.substr(one.at + 1, at - one.at - 1))});
            }
            ++at;
            if (c == ' ' || c == '\t') continue;
        }
        name = name_end = at;
    }
    return calls;
}

std::vector<Constant> constants_of(std::string_view arguments) {
    std::vector<Constant> found;
    std::uint32_t position = 0;
    std::size_t begin = 0, depth = 0;
    const auto take = [&](std::size_t end) {
        const std::string_view one = trimmed_blanks(arguments.substr(begin, end - begin));
        if (one.size() >= 2 && one.front() == '"' && after_text(one, 0) == one.size())
            found.push_back({position, "text", one.substr(1, one.size() - 2)});
        else if (is_number(one) || one == "true" || one == "false")
            found.push_back({position, "number", one});
        else if (is_name_of_constant(one))
            found.push_back({position, "name", one});
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
