// Nearly all text is printable ASCII, which is passed over in blocks that compilers turn into vector code.
#include "base/escape.hpp"

#include <array>

#include "base/encoding.hpp"
#include "base/quoting.hpp"
#include "base/text_writer.hpp"

namespace vellum {

namespace {

/// Offset of the first byte that is not printable ASCII, a tab or a line end.
std::size_t end_of_plain(std::string_view text, std::size_t at) noexcept {
    constexpr std::size_t block = 64;
    const auto odd = [](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return static_cast<unsigned>((byte < 0x20) & (byte != '\n') & (byte != '\t')) |
               static_cast<unsigned>(byte >= 0x7F);
    };
    while (text.size() - at >= block) {
        unsigned found = 0;
        for (std::size_t i = 0; i < block; ++i) found |= odd(text[at + i]);
        if (found != 0) break;
        at += block;
    }
    while (at < text.size() && odd(text[at]) == 0) ++at;
    return at;
}

} // namespace

ControlAt find_control(std::string_view text, std::size_t from, Keep keep) noexcept {
    if (keep != Keep::lines) { // the usual names are short
        while (from < text.size()) {
            const auto byte = static_cast<unsigned char>(text[from]);
            if ((byte < 0x20 && (byte != '\t' || keep == Keep::nothing)) || byte == 0x7F)
                return {from, 1, byte};
            if (byte >= 0x80) break;
            ++from;
        }
    }
    while (true) {
        if (keep == Keep::lines) from = end_of_plain(text, from);
        if (from >= text.size()) return {};
        const auto byte = static_cast<unsigned char>(text[from]);
        const CodePoint point = decode_utf8(text, from);
        if (point.length == 0) return {from, 1, 0xFFFFFFFF};
        const bool kept = (byte == '\t' && keep != Keep::nothing) || (byte == '\n' && keep == Keep::lines);
        if (!kept && is_control(point.value)) return {from, point.length, point.value};
        from += point.length;
    }
}

Unquotable find_unquotable(std::string_view text, std::size_t from) noexcept {
    static constexpr auto plain = [] { // printable ASCII without quote and backslash
        std::array<bool, 256> table{};
        for (std::size_t byte = 0x20; byte < 0x7F; ++byte) table[byte] = byte != '"' && byte != '\\';
        return table;
    }();
    while (from < text.size()) {
        const auto byte = static_cast<unsigned char>(text[from]);
        if (plain[byte]) {
            ++from;
            continue;
        }
        if (byte < 0x80) return {from, 1, byte};
        const CodePoint point = decode_utf8(text, from);
        if (point.length == 0) return {from, 1, Unquotable::odd_byte};
        if (is_control(point.value)) return {from, point.length, point.value};
        from += point.length;
    }
    return {from, 0, 0};
}

void write_escaped(TextWriter& out, std::string_view text, Keep keep) {
    std::size_t done = 0;
    for (ControlAt found = find_control(text, 0, keep); found.at != std::string_view::npos;
         found = find_control(text, done, keep)) {
        out.text(text.substr(done, found.at - done));
        done = found.at + found.length;
        for (std::size_t at = found.at; at < done; ++at)
            out.put("\\x", Hex{static_cast<unsigned char>(text[at]), 2});
    }
    out.text(text.substr(done));
}

std::string escape_control(std::string_view text, Keep keep) {
    TextWriter out;
    write_escaped(out, text, keep);
    return out.take();
}

std::string without_controls(std::string_view text) {
    std::string plain;
    std::size_t done = 0;
    for (ControlAt found = find_control(text, 0, Keep::nothing); found.at != std::string_view::npos;
         found = find_control(text, done, Keep::nothing)) {
        plain.append(text, done, found.at - done).append("_");
        done = found.at + found.length;
    }
    return plain.append(text, done);
}

} // namespace vellum
