// Texts of a game's data with their places in the file, and what counts bytes around them: enough to put
// other texts in their places. Facts: docs/engines/ags.md, "Texts of games".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::ags {

/// How a file keeps a text.
enum class TextForm : std::uint8_t {
    fixed,         ///< A number of bytes, padded after a NUL.
    terminated,    ///< Up to a NUL.
    counted,       ///< An i32 length and this many bytes.
    counted_ended, ///< The same; the length counts a NUL at the end.
    hidden         ///< An i32 length and bytes with those of a key added; it may count a NUL.
};

/// A text and its place.
struct TextField {
    std::string text;         ///< Bytes in the game's encoding, without a NUL.
    std::uint64_t offset = 0; ///< Of the field's first byte in the file: its length, if it has one.
    std::uint64_t size = 0;   ///< Bytes of the field.
    TextForm form = TextForm::fixed;

    /// The field with another text. Fails with text.change if it is too long, or has a NUL.
    [[nodiscard]] Result<std::vector<std::byte>> with(std::string_view other) const;
    /// Bytes of the longest text that fits; without a limit as many as a length can say.
    [[nodiscard]] std::uint64_t longest() const noexcept;
};

/// A text that later versions of the editor keep twice: cut to a fixed length, and as it is.
struct LongText {
    TextField cut;
    std::optional<TextField> full = {};

    [[nodiscard]] const std::string& text() const noexcept { return full ? full->text : cut.text; }
};

/// A number that says how many bytes stand between two places.
struct ByteCount {
    std::uint64_t at = 0; ///< Of the number.
    unsigned width = 4;   ///< Its bytes: 4 or 8.
    std::uint64_t begin = 0, end = 0;
};

/// Adds the key's bytes to a text, which starts again for each; takes them off.
[[nodiscard]] std::string hide_text(std::string_view text);
[[nodiscard]] std::string show_text(std::string_view text);

/// A cursor over a game's data that reads texts with their places. Errors are sticky, as those of ByteReader.
class FieldReader : public ByteReader {
  public:
    /// Reads `bytes` from `at` on, as far as `end`; offsets count from the beginning of `bytes`.
    FieldReader(std::span<const std::byte> bytes, std::uint64_t at, std::uint64_t end)
        : ByteReader(bytes.first(static_cast<std::size_t>(end))) {
        seek(at);
    }

    [[nodiscard]] TextField fixed(std::uint64_t length);
    [[nodiscard]] TextField terminated();
    [[nodiscard]] TextField counted();
    [[nodiscard]] TextField counted_ended();
    [[nodiscard]] TextField hidden();

    /// An i32 that counts elements of at least `least` bytes each; an error if so many cannot follow.
    [[nodiscard]] std::uint32_t count(std::uint64_t least) {
        const std::uint32_t number = u32();
        return count_fits(number, least) ? number : 0;
    }
    /// Skips `number` elements of that many bytes.
    void skip_all(std::uint64_t number, std::uint64_t bytes) {
        if (count_fits(number, bytes)) skip(number * bytes);
    }
};

} // namespace vellum::ags
