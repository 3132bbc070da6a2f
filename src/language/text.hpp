// A text as an editor has it: bytes inside, lines and UTF-16 columns outside. Knows no language.
#pragma once

#include <compare>
#include <cstddef>
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

/// Edits of a message or several are made piece by piece, and the whole is put together when it is asked for:
/// an edit costs a piece and a look at each other one, a question for a place a few steps. Belongs to one
/// thread.
class Text {
  public:
    Text() : Text(std::string()) {}
    explicit Text(std::string bytes);

    [[nodiscard]] std::string_view bytes() const noexcept {
        settle();
        return bytes_;
    }
    [[nodiscard]] std::size_t lines() const noexcept {
        settle();
        return lines_.size();
    }
    /// Without its end.
    [[nodiscard]] std::string_view line(std::uint32_t number) const noexcept;
    /// The nearest place there is: lines and columns that do not exist are brought back to the end.
    [[nodiscard]] Offset offset(Position position) const noexcept;
    [[nodiscard]] Position position(Offset offset) const noexcept;
    /// From a diagnostic's line and column, which count bytes from 1.
    [[nodiscard]] Offset offset_of(std::uint32_t line, std::uint32_t column) const noexcept;
    [[nodiscard]] std::string_view at(Span span) const noexcept {
        return bytes().substr(span.begin, span.end - span.begin);
    }
    /// Places as in offset(); the order of the two does not matter.
    void replace(Position from, Position to, std::string_view by);

  private:
    /// A part of the text between two whole characters, with no line end in the middle of "\r\n".
    struct Piece {
        std::string bytes;
        std::uint32_t units = 0;  ///< In UTF-16.
        std::uint32_t breaks = 0; ///< Line ends.
    };
    struct Spot {
        std::size_t piece = 0, at = 0;
        friend auto operator<=>(const Spot&, const Spot&) = default;
    };
    /// Units of UTF-16 before a byte.
    struct Mark {
        Offset at = 0, units = 0;
    };

    static std::vector<Piece> cut(std::string_view text);
    [[nodiscard]] Spot spot(Position position) const;
    void settle() const noexcept {
        if (!whole_) join();
    }
    void join() const noexcept;
    void count() const noexcept;
    [[nodiscard]] Span line_span(std::uint32_t number) const noexcept;
    [[nodiscard]] Offset units_before(Offset offset) const noexcept;

    std::vector<Piece> pieces_; ///< Empty until something was replaced.
    // What follows from the pieces, once it was asked for.
    mutable bool whole_ = true;
    mutable std::string bytes_;
    mutable std::vector<Offset> lines_; ///< Where they begin.
    mutable std::vector<Mark> marks_;   ///< Every few hundred bytes one.
};

/// 16-bit units of the text in UTF-16. A byte that is no UTF-8 counts as one.
[[nodiscard]] std::uint32_t utf16_length(std::string_view text) noexcept;

} // namespace vellum::language
