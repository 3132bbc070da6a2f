#include "base/text_storage.hpp"

#include <algorithm>
#include <utility>

#include "base/bytes.hpp"
#include "base/encoding.hpp"

namespace vellum {

namespace {

constexpr std::pair<TextStorage, std::string_view> marks[] = {{TextStorage::utf8_mark, "\xEF\xBB\xBF"},
                                                              {TextStorage::utf16le, "\xFF\xFE"},
                                                              {TextStorage::utf16be, "\xFE\xFF"}};

[[nodiscard]] std::vector<std::byte> swapped(std::span<const std::byte> bytes) {
    std::vector<std::byte> result(bytes.begin(), bytes.end());
    for (std::size_t i = 0; i + 1 < result.size(); i += 2) std::swap(result[i], result[i + 1]);
    return result;
}

[[nodiscard]] bool is_text(std::string_view text) {
    constexpr std::string_view blanks = "\t\n\v\f\r\x1a";
    return is_valid_utf8(text) && std::ranges::all_of(text, [&](unsigned char byte) {
               return (byte >= ' ' && byte != 0x7F) || blanks.contains(static_cast<char>(byte));
           });
}

/// The form and the text after the mark; plain if there is none.
[[nodiscard]] std::pair<TextStorage, std::string> read(std::span<const std::byte> bytes) {
    for (const auto& [form, mark] : marks) {
        if (!as_text(bytes).starts_with(mark)) continue;
        const auto rest = bytes.subspan(mark.size());
        if (form != TextStorage::utf8_mark && rest.size() % 2 != 0) break;
        std::string text = form == TextStorage::utf8_mark ? std::string(as_text(rest))
                           : form == TextStorage::utf16le ? utf16le_to_wtf8(rest)
                                                          : utf16le_to_wtf8(swapped(rest));
        if (is_text(text)) return {form, std::move(text)};
    }
    return {TextStorage::plain, {}};
}

} // namespace

TextStorage text_storage(std::span<const std::byte> bytes) { return read(bytes).first; }

std::string stored_text(std::span<const std::byte> bytes) {
    auto [form, text] = read(bytes);
    return form == TextStorage::plain ? std::string(as_text(bytes)) : std::move(text);
}

std::vector<std::byte> stored_as(std::string_view text, TextStorage form) {
    ByteWriter writer;
    if (form == TextStorage::utf16le || form == TextStorage::utf16be) {
        writer.u16(0xFEFF);
        static_cast<void>(wtf8_to_utf16le(text, writer));
        return form == TextStorage::utf16be ? swapped(writer.take()) : writer.take();
    }
    if (form == TextStorage::utf8_mark) writer.bytes(as_bytes(marks[0].second));
    writer.bytes(as_bytes(text));
    return writer.take();
}

} // namespace vellum
