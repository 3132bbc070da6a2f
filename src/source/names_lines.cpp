// See the header.
#include "source/names_lines.hpp"

#include <algorithm>
#include <utility>

namespace vellum::source {

void write_function_line(TextWriter& out, const FunctionKey& key) {
    out.put("function ", Hex{key.hash, 16});
    if (key.twin != 0) out.put('.', key.twin);
    out.newline();
}

bool is_plain_name(std::string_view text) noexcept {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && letter(text.front()) &&
           std::ranges::all_of(text, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

bool NamesLines::next() {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    line_ = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    ++number_;
    return true;
}

std::string_view NamesLines::word() {
    line_.remove_prefix(std::min(line_.find_first_not_of(" \t"), line_.size()));
    const std::string_view found = line_.substr(0, line_.find_first_of(" \t"));
    line_.remove_prefix(found.size());
    return found;
}

std::optional<FunctionKey> NamesLines::function_key() {
    FunctionKey key;
    std::string_view hash = word();
    if (const std::size_t dot = hash.find('.'); dot != std::string_view::npos) {
        if (!number(hash.substr(dot + 1), key.twin)) {
            mistake("expected a number after the point");
            return std::nullopt;
        }
        hash = hash.substr(0, dot);
    }
    if (hash.size() != 16 || !number(hash, key.hash, 16)) {
        mistake("a function is identified by sixteen hexadecimal digits");
        return std::nullopt;
    }
    return key;
}

void NamesLines::mistake(std::string message) {
    diagnostics_.add(code_, std::move(message), Place::at_line(number_));
}

} // namespace vellum::source
