// UTF-8 and UTF-16LE.
// Inside Vellum text is UTF-8, or WTF-8 where a game holds lone UTF-16 surrogates: those must come back out
// unchanged. Nothing here asks the locale or the operating system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.hpp"

namespace vellum {

/// One decoded code point. `length` is the number of bytes it took, 0 when there is no valid one.
struct CodePoint {
    char32_t value = 0;
    std::uint32_t length = 0;
};

/// Strict UTF-8 at `at`: no surrogates, no overlong forms, nothing above U+10FFFF.
[[nodiscard]] CodePoint decode_utf8(std::string_view text, std::size_t at) noexcept;
/// The same, but a surrogate (ED A0..BF xx) is accepted too.
[[nodiscard]] CodePoint decode_wtf8(std::string_view text, std::size_t at) noexcept;
/// Offset of the first byte that is not part of valid UTF-8, or std::string_view::npos.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view text) noexcept;
[[nodiscard]] bool is_valid_utf8(std::string_view text) noexcept;
/// Appends one code point; a surrogate is written in its three-byte form, above U+10FFFF becomes U+FFFD.
void append_utf8(std::string& target, char32_t code_point);

/// Concatenates two WTF-8 texts: a high surrogate at the end and a low one at the start become one character,
/// as they would in UTF-16. `text` may be a view into `target`.
void append_wtf8(std::string& target, std::string_view text);
/// Lossless for every sequence of 16-bit units. An odd last byte is no unit and is left out.
[[nodiscard]] std::string utf16le_to_wtf8(std::span<const std::byte> bytes);
/// The way back. Bytes that are not WTF-8 become U+FFFD, and the result is false then.
bool wtf8_to_utf16le(std::string_view text, ByteWriter& writer);

} // namespace vellum
