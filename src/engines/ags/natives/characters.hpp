// What a character is in the two modes a game has for its texts: a byte, or a code point of UTF-8. Everything
// of the script API that counts, compares or changes characters asks here. Positions are in bytes unless they
// are called an index. Facts: docs/engines/ags.md, "Script API".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vellum::ags {

enum class TextMode : std::uint8_t;
enum class Letters : std::uint8_t { lower, upper };

/// A character of a UTF-8 text as the engine's library reads it, which takes everything: forms that are too
/// long, sequences of up to eight bytes, a byte from the middle of a sequence (by its low seven bits); one
/// that breaks off is '^'. What reads as 0 ends a text there, whatever its bytes.
struct Character {
    std::uint32_t code = 0;
    std::uint32_t length = 0; ///< Bytes; 0 behind the end.
};
[[nodiscard]] Character character_at(std::string_view text, std::size_t at) noexcept;

/// How many characters a text has.
[[nodiscard]] std::size_t count_characters(TextMode mode, std::string_view text) noexcept;
/// Where the character with that index begins; the end if there are fewer.
[[nodiscard]] std::size_t offset_of(TextMode mode, std::string_view text, std::size_t index) noexcept;
/// The code that scripts see: signed for bytes.
[[nodiscard]] std::int32_t code_at(TextMode mode, std::string_view text, std::size_t at) noexcept;
/// The bytes a script's character code stands for; what is no code point becomes U+FFFD.
[[nodiscard]] std::string encoded(TextMode mode, std::uint32_t code);

/// The difference of the first two characters that differ without case; the end of a text is 0.
[[nodiscard]] std::int32_t compare_without_case(TextMode mode, std::string_view a,
                                                std::string_view b) noexcept;
/// Bytes the text has with its letters changed: never more than before.
[[nodiscard]] std::size_t size_with(TextMode mode, Letters letters, std::string_view text) noexcept;
/// Writes them.
void write_with(TextMode mode, Letters letters, std::string_view text, char* out) noexcept;

enum class Matching : std::uint8_t { exact, without_case };

/// Looks for one text in another, from left to right; never overlapping.
class Finder {
  public:
    /// Bytes it takes for copies in small letters: only UTF-8 without case needs them.
    [[nodiscard]] static std::uint64_t memory(TextMode mode, Matching matching, std::string_view text,
                                              std::string_view wanted) noexcept;
    /// Both texts must outlive it.
    Finder(TextMode mode, Matching matching, std::string_view text, std::string_view wanted);

    /// Goes to the next place; false if there is none. An empty text is found once, at the first character.
    [[nodiscard]] bool next() noexcept;
    /// Back to the start.
    void rewind() noexcept;
    [[nodiscard]] std::size_t begin() const noexcept { return begin_; }
    [[nodiscard]] std::size_t end() const noexcept { return end_; }

  private:
    [[nodiscard]] bool next_in_copies() noexcept;
    void skip_to(std::size_t place) noexcept;

    TextMode mode_;
    Matching matching_;
    std::string_view text_, wanted_;
    std::string small_text_, small_wanted_;
    std::size_t begin_ = 0, end_ = 0;
    std::size_t small_end_ = 0; ///< `end_` in the copy.
    bool done_ = false;         ///< The empty text was found.
};

/// What comparing, searching and counting walk for each byte, in bytes that are only copied.
[[nodiscard]] std::uint64_t compare_work(TextMode mode) noexcept;
[[nodiscard]] std::uint64_t search_work(TextMode mode) noexcept;
[[nodiscard]] std::uint64_t count_work(TextMode mode) noexcept;

} // namespace vellum::ags
