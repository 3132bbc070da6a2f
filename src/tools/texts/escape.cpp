#include "tools/texts/escape.hpp"

#include <algorithm>
#include <charconv>

#include "base/encoding.hpp"
#include "base/escape.hpp"

namespace vellum::tools {

namespace {

constexpr std::string_view meanings = "\n\t\r\\", letters = "ntr\\";

void append_octal(std::string& out, unsigned char byte) {
    out += '\\';
    for (const unsigned shift : {6U, 3U, 0U}) out += static_cast<char>('0' + ((byte >> shift) & 7U));
}

} // namespace

std::string escape_text(std::string_view text, bool quote) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        const CodePoint point = decode_utf8(text, at);
        const std::size_t length = std::max(point.length, 1U);
        if (const std::size_t found = meanings.find(c); found != std::string_view::npos)
            out.append(1, '\\').append(1, letters[found]);
        else if (c == '"' && quote)
            out += "\\\"";
        else if (point.length == 0 || is_control(point.value))
            for (std::size_t i = 0; i < length; ++i)
                append_octal(out, static_cast<unsigned char>(text[at + i]));
        else
            out += text.substr(at, length);
        at += length;
    }
    return out;
}

std::optional<std::string> unescape_text(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\') {
            out += text[at];
            continue;
        }
        if (++at == text.size()) return {};
        if (const std::size_t found = letters.find(text[at]); found != std::string_view::npos) {
            out += meanings[found];
        } else if (text[at] == '"') {
            out += '"';
        } else {
            unsigned value = 0;
            const char* const from = text.data() + at;
            constexpr std::size_t digits = 3;
            if (text.size() - at < digits) return {};
            const auto [end, error] = std::from_chars(from, from + digits, value, 8);
            if (error != std::errc() || end != from + digits || value > 0xFF) return {};
            out += static_cast<char>(value);
            at += digits - 1;
        }
    }
    return out;
}

} // namespace vellum::tools
