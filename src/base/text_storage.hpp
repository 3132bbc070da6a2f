// Text files as editors and shells store them: UTF-8 or UTF-16 (Notepad's "Unicode", PowerShell's `>`), with
// a mark or without, or bytes of a code page. Everything that reads a text reads it by `stored_text`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum {

/// How a text is stored.
enum class TextStorage : std::uint8_t {
    plain,     ///< UTF-8 without a mark, or a code page: the bytes are the text
    utf8_mark, ///< UTF-8 after a byte order mark
    utf16le,   ///< UTF-16 after a mark, low byte first
    utf16be,   ///< UTF-16 after a mark, high byte first
    bare_le,   ///< UTF-16 without a mark, low byte first
    bare_be    ///< UTF-16 without a mark, high byte first
};

/// How a file with these bytes is stored. `plain` for all that is no valid text after its mark: no characters
/// that are no characters, no control characters but line ends and blanks.
[[nodiscard]] TextStorage text_storage(std::span<const std::byte> bytes);
/// The text of a file without its mark: UTF-8, or the bytes of a code page as they are; its lines ended.
[[nodiscard]] std::string stored_text(std::span<const std::byte> bytes);
/// Lines of an old Mac, which end with CR, end with LF afterwards. A text with any LF stays as it is, and so
/// does what has control characters.
void end_lines(std::span<std::byte> text);
/// True if so many of the first bytes are control characters that this is no text in any encoding.
[[nodiscard]] bool is_binary(std::string_view bytes);
/// True of a compiled file, where a text may have any other bytes: `is_binary`, and there are zeros.
[[nodiscard]] bool is_compiled(std::string_view bytes);
/// The text of a file with these bytes, or fails with `io_text`.
[[nodiscard]] Result<std::string> text_in(std::span<const std::byte> bytes, const std::string& path);
/// The same of a file that is read for it.
[[nodiscard]] Result<std::string> read_text(const FileSystem& files, const std::string& path,
                                            std::uint64_t most);
/// The bytes of a file that stores a text that way. Bytes that are not UTF-8 stay as they are in a plain one
/// only.
[[nodiscard]] std::vector<std::byte> stored_as(std::string_view text, TextStorage storage);

} // namespace vellum
