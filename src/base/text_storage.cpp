#include "base/text_storage.hpp"

#include <algorithm>
#include <utility>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/encoding.hpp"

namespace vellum {

namespace {

constexpr std::pair<TextStorage, std::string_view> marks[] = {{TextStorage::utf8_mark, "\xEF\xBB\xBF"},
                                                              {TextStorage::utf16le, "\xFF\xFE"},
                                                              {TextStorage::utf16be, "\xFE\xFF"},
                                                              {TextStorage::bare_le, ""},
                                                              {TextStorage::bare_be, ""}};

[[nodiscard]] bool is_big_endian(TextStorage form) {
    return form == TextStorage::utf16be || form == TextStorage::bare_be;
}

constexpr std::string_view blanks = "\t\n\v\f\r\x1a";

[[nodiscard]] bool is_no_text(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return (byte < ' ' || byte == 0x7F) && !blanks.contains(letter);
}

/// Without a mark the first characters tell: there is a line end, and most are ASCII, whose other byte is
/// zero.
[[nodiscard]] bool may_be(TextStorage form, std::string_view bytes) {
    if (form != TextStorage::bare_le && form != TextStorage::bare_be) return true;
    constexpr std::size_t looked_at = 4096;
    const std::size_t high = form == TextStorage::bare_le ? 1 : 0;
    std::size_t zeros = 0, all = 0;
    bool line_end = false;
    for (std::size_t at = 0; at + 1 < std::min(bytes.size(), looked_at); at += 2, ++all)
        if (bytes[at + high] == '\0') {
            ++zeros;
            line_end = line_end || bytes[at + 1 - high] == '\n';
        }
    return line_end && 2 * zeros >= all;
}

[[nodiscard]] std::vector<std::byte> swapped(std::span<const std::byte> bytes) {
    std::vector<std::byte> result(bytes.begin(), bytes.end());
    for (std::size_t i = 0; i + 1 < result.size(); i += 2) std::swap(result[i], result[i + 1]);
    return result;
}

[[nodiscard]] bool is_text(std::string_view text) {
    return is_valid_utf8(text) && std::ranges::none_of(text, is_no_text);
}

/// The form and the text after the mark; plain if there is none.
[[nodiscard]] std::pair<TextStorage, std::string> read(std::span<const std::byte> bytes) {
    for (const auto& [form, mark] : marks) {
        if (!as_text(bytes).starts_with(mark) || !may_be(form, as_text(bytes))) continue;
        const auto rest = bytes.subspan(mark.size());
        if (form != TextStorage::utf8_mark && rest.size() % 2 != 0) break;
        std::string text = form == TextStorage::utf8_mark ? std::string(as_text(rest))
                           : is_big_endian(form)          ? utf16le_to_wtf8(swapped(rest))
                                                          : utf16le_to_wtf8(rest);
        if (is_text(text)) return {form, std::move(text)};
    }
    return {TextStorage::plain, {}};
}

} // namespace

TextStorage text_storage(std::span<const std::byte> bytes) { return read(bytes).first; }

std::string stored_text(std::span<const std::byte> bytes) {
    auto [form, text] = read(bytes);
    if (form == TextStorage::plain) text = as_text(bytes);
    end_lines(std::as_writable_bytes(std::span(text)));
    return std::move(text);
}

void end_lines(std::span<std::byte> text) {
    if (as_text(text).contains('\n') || !as_text(text).contains('\r')) return;
    if (std::ranges::any_of(as_text(text), is_no_text)) return;
    std::ranges::replace(text, std::byte{'\r'}, std::byte{'\n'});
}

bool is_binary(std::string_view bytes) {
    constexpr std::size_t looked_at = 4096, few = 16;
    const std::string_view first = bytes.substr(0, looked_at);
    const auto controls = static_cast<std::size_t>(std::ranges::count_if(first, is_no_text));
    return controls > few && controls > first.size() / 16;
}

bool is_compiled(std::string_view bytes) { return is_binary(bytes) && bytes.contains('\0'); }

Result<std::string> text_in(std::span<const std::byte> bytes, const std::string& path) {
    std::string text = stored_text(bytes);
    if (!is_binary(text)) return text;
    return fail(codes::io_text, "this is not a text", {.file = path});
}

Result<std::string> read_text(const FileSystem& files, const std::string& path, std::uint64_t most) {
    const auto bytes = files.read_at_most(path, most);
    if (!bytes) return std::unexpected(bytes.error());
    return text_in(*bytes, path);
}

std::vector<std::byte> stored_as(std::string_view text, TextStorage form) {
    ByteWriter writer;
    if (form != TextStorage::plain && form != TextStorage::utf8_mark) {
        if (form == TextStorage::utf16le || form == TextStorage::utf16be) writer.u16(0xFEFF);
        static_cast<void>(wtf8_to_utf16le(text, writer));
        return is_big_endian(form) ? swapped(writer.take()) : writer.take();
    }
    if (form == TextStorage::utf8_mark) writer.bytes(as_bytes(marks[0].second));
    writer.bytes(as_bytes(text));
    return writer.take();
}

} // namespace vellum
