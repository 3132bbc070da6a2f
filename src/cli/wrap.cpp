#include "cli/wrap.hpp"

#include "base/display_width.hpp"

namespace vellum::cli {

std::string wrap(std::string_view text, std::size_t indent, std::size_t first_column, std::size_t width) {
    std::string out;
    std::size_t column = first_column;
    bool start = true;
    while (!text.empty()) {
        const std::size_t end = text.find_first_of(" \n");
        const std::string_view word = text.substr(0, end);
        const std::size_t length = display_width(word);
        if (!word.empty()) {
            if (!start && column + 1 + length > width) {
                out += '\n' + std::string(indent, ' ');
                column = indent;
            } else if (!start) {
                out += ' ';
                ++column;
            }
            out += word;
            column += length;
            start = false;
        }
        if (end == std::string_view::npos) break;
        if (text[end] == '\n') {
            const bool paragraph = text.substr(end).starts_with("\n\n");
            out += paragraph ? "\n\n" : "\n";
            out += std::string(indent, ' ');
            column = indent;
            start = true;
            text.remove_prefix(end + (paragraph ? 2 : 1));
        } else {
            text.remove_prefix(end + 1);
        }
    }
    return out;
}

std::string last_column(std::string_view text, std::size_t used, std::size_t indent, std::size_t width) {
    constexpr std::size_t narrow = 30;
    if (text.empty() || width == any_width || used + display_width(text) <= width) return std::string(text);
    if (used + narrow <= width) return wrap(text, used, used, width);
    return "\n" + std::string(indent, ' ') + wrap(text, indent, indent, width);
}

} // namespace vellum::cli
