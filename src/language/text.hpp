// A text as an editor has it: bytes inside, lines and UTF-16 columns outside. Knows no language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::language {

using Offset = std::uint32_t;

/// Bytes of a text, the end not included.
struct Span {
    Offset begin = 0, end = 0;

    [[nodiscard]] bool empty() const noexcept { return begin == end; }
    /// A cursor there touches it; behind its last byte too.
    [[nodiscard]] bool touches(Offset at) const noexcept { return begin <= at && at <= end; }
    friend bool operator==(const Span&, const Span&) = default;
};

/// A place as editors count: lines from 0, and 16-bit units of UTF-16 in the line from 0.
struct Position {
    std::uint32_t line = 0, character = 0;
    friend bool operator==(const Position&, const Position&) = default;
};

class Text {
  public:
    Text() : Text(std::string()) {}
    explicit Text(std::string bytes);

    [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::size_t lines() const noexcept { return lines_.size(); }
    /// Without its end.
    [[nodiscard]] std::string_view line(std::uint32_t number) const noexcept;
    /// The nearest place there is: lines and columns that do not exist are brought back to the end.
    [[nodiscard]] Offset offset(Position position) const noexcept;
    [[nodiscard]] Position position(Offset offset) const noexcept;
    /// From a diagnostic's line and column, which count bytes from 1.
    [[nodiscard]] Offset offset_of(std::uint32_t line, std::uint32_t column) const noexcept;
    [[nodiscard]] std::string_view at(Span span) const noexcept {
        return std::string_view(bytes_).substr(span.begin, span.end - span.begin);
    }
    void replace(Span span, std::string_view by);

  private:
    void count_lines();
    [[nodiscard]] Span line_span(std::uint32_t number) const noexcept;

    std::string bytes_;
    std::vector<Offset> lines_; ///< Where they begin.
};

/// 16-bit units of the text in UTF-16. A byte that is no UTF-8 counts as one.
[[nodiscard]] std::uint32_t utf16_length(std::string_view text) noexcept;

} // namespace vellum::language
