// The 8-bit encodings in which games of the time kept their texts.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vellum {

/// Characters of the bytes from 0x80 on; below they are ASCII's.
class CodePage {
  public:
    /// "windows-1251", "windows-1252" or "latin-1"; null for others.
    [[nodiscard]] static const CodePage* find(std::string_view name);

    [[nodiscard]] std::string to_utf8(std::string_view bytes) const;
    /// Nothing if a character has no byte.
    [[nodiscard]] std::optional<std::string> from_utf8(std::string_view text) const;

    std::string_view name;
    std::span<const char16_t> first; ///< Of the bytes from 0x80 on; those that follow are `rest` and on.
    char16_t rest;
};

} // namespace vellum
