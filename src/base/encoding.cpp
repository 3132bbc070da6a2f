// The choice among encodings by name or value, and the single-byte code pages.
// Relies on the tables of code_pages.hpp and on utf8.cpp and utf16.cpp for the rest. Converting into Unicode
// never fails; only the way back can meet a character that the target lacks.
#include "base/encoding.hpp"

#include <array>
#include <utility>

#include "base/ascii.hpp"
#include "base/code_pages.hpp"
#include "base/codes.hpp"
#include "base/text_writer.hpp"

namespace vellum {

namespace {

struct NamedEncoding {
    std::string_view name;
    Encoding encoding;
};

constexpr std::array<NamedEncoding, 5> names{{
    {"utf-8", Encoding::utf8},
    {"utf-16le", Encoding::utf16le},
    {"windows-1251", Encoding::windows_1251},
    {"windows-1252", Encoding::windows_1252},
    {"latin-1", Encoding::latin1},
}};

/// The page of a single-byte encoding; nullptr for Latin-1, where byte and code point are the same.
[[nodiscard]] const CodePage* page_of(Encoding encoding) noexcept {
    switch (encoding) {
    case Encoding::windows_1251: return &windows_1251_page;
    case Encoding::windows_1252: return &windows_1252_page;
    case Encoding::utf8:
    case Encoding::utf16le:
    case Encoding::latin1: break;
    }
    return nullptr;
}

/// The byte for a code point from 80 on, or -1.
[[nodiscard]] int find_byte(const CodePage* page, char32_t value) noexcept {
    if (page == nullptr) {
        return value < 0x100 ? static_cast<int>(value) : -1;
    }
    // From the end: in Cyrillic text nearly every letter stands in the last half of the page.
    for (std::size_t index = page->size(); index-- > 0;) {
        if ((*page)[index] == value) {
            return static_cast<int>(index + 0x80);
        }
    }
    return -1;
}

[[nodiscard]] std::string decode_page(std::span<const std::byte> bytes, const CodePage* page) {
    std::string result;
    result.reserve(bytes.size());
    for (const std::byte raw : bytes) {
        const auto byte = std::to_integer<std::uint8_t>(raw);
        if (byte < 0x80 || page == nullptr) {
            append_utf8(result, byte);
        } else {
            append_utf8(result, (*page)[byte - 0x80U]);
        }
    }
    return result;
}

[[nodiscard]] Diagnostic not_utf8(std::size_t at) {
    return make_diagnostic(codes::text_encoding, "text is not valid UTF-8", Place::at_offset(at));
}

[[nodiscard]] Result<std::vector<std::byte>> encode_page(std::string_view text, Encoding encoding) {
    const CodePage* page = page_of(encoding);
    std::vector<std::byte> result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = decode_utf8(text, at);
        if (point.length == 0) {
            return std::unexpected(not_utf8(at));
        }
        const int byte = point.value < 0x80 ? static_cast<int>(point.value) : find_byte(page, point.value);
        if (byte < 0) {
            TextWriter message;
            message.text("character U+");
            message.hex(point.value, 4);
            message.text(" does not exist in ");
            message.text(to_string(encoding));
            return fail(codes::text_encoding, message.take(), Place::at_offset(at));
        }
        result.push_back(static_cast<std::byte>(byte));
        at += point.length;
    }
    return result;
}

} // namespace

std::string_view to_string(Encoding encoding) noexcept {
    for (const NamedEncoding& entry : names) {
        if (entry.encoding == encoding) {
            return entry.name;
        }
    }
    return "unknown";
}

bool parse_encoding(std::string_view name, Encoding& encoding) noexcept {
    for (const NamedEncoding& entry : names) {
        bool same = entry.name.size() == name.size();
        for (std::size_t index = 0; same && index < name.size(); ++index) {
            same = lower_ascii(name[index]) == entry.name[index];
        }
        if (same) {
            encoding = entry.encoding;
            return true;
        }
    }
    return false;
}

std::string to_utf8(std::span<const std::byte> bytes, Encoding encoding) {
    switch (encoding) {
    case Encoding::utf8: return std::string(as_text(bytes));
    case Encoding::utf16le: return utf16le_to_wtf8(bytes);
    case Encoding::windows_1251:
    case Encoding::windows_1252:
    case Encoding::latin1: break;
    }
    return decode_page(bytes, page_of(encoding));
}

Result<std::vector<std::byte>> from_utf8(std::string_view text, Encoding encoding) {
    switch (encoding) {
    case Encoding::utf8: {
        const std::span<const std::byte> bytes = as_bytes(text);
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    }
    case Encoding::utf16le: {
        ByteWriter writer;
        writer.reserve(text.size() * 2);
        if (!wtf8_to_utf16le(text, writer)) {
            std::size_t at = 0;
            for (CodePoint point = decode_wtf8(text, at); point.length != 0; point = decode_wtf8(text, at)) {
                at += point.length;
            }
            return std::unexpected(not_utf8(at));
        }
        return writer.take();
    }
    case Encoding::windows_1251:
    case Encoding::windows_1252:
    case Encoding::latin1: break;
    }
    return encode_page(text, encoding);
}

} // namespace vellum
