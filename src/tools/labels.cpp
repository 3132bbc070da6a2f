// Two passes over the text, line by line: definitions give the names, then every word that is one of them is
// replaced. Knows of listings only that a label stands before a colon at the beginning of a line and that `;`
// begins a comment.
#include "tools/labels.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vellum::tools {

namespace {

bool in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '.' || c == ':';
}

bool is_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

/// "L" of "L_001f": what stands before an address of at least four digits, or nothing.
std::string_view before_address(std::string_view word) {
    const std::size_t mark = word.rfind('_');
    if (mark == std::string_view::npos || mark == 0 || word.size() - mark < 5) return {};
    return std::ranges::all_of(word.substr(mark + 1), is_digit) ? word.substr(0, mark) : std::string_view{};
}

/// The label that a line defines, or nothing.
std::string_view label_of(std::string_view line) {
    std::size_t end = 0;
    while (end < line.size() && in_word(line[end]) && line[end] != ':') ++end;
    return end != 0 && end < line.size() && line[end] == ':' && line[0] != '.' ? line.substr(0, end)
                                                                               : std::string_view{};
}

/// Calls `visit` with each line, its end included.
template <class Visit> void each_line(std::string_view text, Visit&& visit) {
    while (!text.empty()) {
        const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
        visit(text.substr(0, size));
        text.remove_prefix(size);
    }
}

using Names = std::map<std::string, std::string, std::less<>>;

Names new_names(std::string_view listing) {
    std::set<std::string, std::less<>> taken;
    each_line(listing, [&](std::string_view line) { taken.emplace(label_of(line)); });
    const auto free = [&](std::string name) {
        while (!taken.insert(name).second) name += '_';
        return name;
    };
    Names names;
    std::string function = "L";
    std::size_t functions = 0, labels = 0;
    each_line(listing, [&](std::string_view line) {
        if (line.starts_with(".function")) { // a function without a label of its own
            ++functions;
            labels = 0;
            function = "f_" + std::to_string(functions);
            return;
        }
        const std::string_view label = label_of(line);
        if (label.empty()) return;
        const std::string_view prefix = before_address(label);
        if (prefix == "L") {
            names.emplace(label, free(function + "_" + std::to_string(++labels)));
            return;
        }
        labels = 0;
        if (prefix.empty()) {
            function = label;
        } else {
            function = free(std::string(prefix) + "_" + std::to_string(++functions));
            names.emplace(label, function);
        }
    });
    return names;
}

} // namespace

std::string number_labels(std::string_view listing) {
    const Names names = new_names(listing);
    std::string out;
    out.reserve(listing.size());
    for (std::size_t at = 0; at < listing.size();) {
        const char c = listing[at];
        if (c == '"') { // a text, to its end
            std::size_t end = at + 1;
            while (end < listing.size() && listing[end] != '"' && listing[end] != '\n')
                end += listing[end] == '\\' ? 2 : 1;
            end = std::min(end + 1, listing.size());
            out += listing.substr(at, end - at);
            at = end;
        } else if (in_word(c) && c != ':') {
            std::size_t end = at;
            while (end < listing.size() && in_word(listing[end]) && listing[end] != ':') ++end;
            const std::string_view word = listing.substr(at, end - at);
            const auto found = names.find(word);
            out += found != names.end() ? std::string_view(found->second) : word;
            at = end;
        } else {
            out += c;
            ++at;
        }
    }
    return out;
}

} // namespace vellum::tools
