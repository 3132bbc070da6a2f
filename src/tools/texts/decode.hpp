// Texts of scripts as UTF-8. Games kept them in the code page of their country, which no file names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vellum {
class CodePage;
}

namespace vellum::tools {

/// A decoded text, and where places of the original are in it.
class Decoded {
  public:
    /// Text that is UTF-8 stays as it is. `page`: of all other texts; null: the one that is more likely. A
    /// zero byte becomes U+FFFD.
    explicit Decoded(std::string_view original, const CodePage* page = nullptr);

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] std::string take() { return std::move(text_); }
    /// Byte of the text for a byte of the original.
    [[nodiscard]] std::size_t place_of(std::size_t byte) const;

  private:
    std::string text_;
    std::vector<std::size_t>
        longer_; ///< Bytes of the original that take more bytes, once for each byte more.
};

/// The text alone.
[[nodiscard]] std::string decoded(std::string_view original, const CodePage* page = nullptr);

/// windows-1251 if most bytes that are not ASCII stand next to each other, as in words of Cyrillic letters;
/// otherwise windows-1252.
[[nodiscard]] const CodePage& likely_page(std::string_view text);

} // namespace vellum::tools
