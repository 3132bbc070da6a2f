#include "language/text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/encoding.hpp"

namespace vellum::language {

namespace {

constexpr std::size_t piece_size = 1024;
constexpr std::size_t least_piece = 16; ///< More than a character: what follows decides where one ends.
constexpr std::size_t between_marks = 256;

/// The byte there is the last of a line.
bool ends_line(std::string_view text, std::size_t at) noexcept {
    return text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n'));
}

/// Bytes of the character there, and its units in UTF-16.
std::pair<std::uint32_t, std::uint32_t> step(std::string_view text, std::size_t at) noexcept {
    if (static_cast<unsigned char>(text[at]) < 0x80) return {1, 1};
    const CodePoint point = decode_wtf8(text, at);
    if (point.length == 0) return {1, 1};
    return {point.length, point.value >= 0x10000 ? 2 : 1};
}

} // namespace

std::uint32_t utf16_length(std::string_view text) noexcept {
    std::uint32_t length = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto [bytes, units] = step(text, at);
        at += bytes;
        length += units;
    }
    return length;
}

Text::Text(std::string bytes) : bytes_(std::move(bytes)) { count(); }

void Text::count() const noexcept {
    lines_.assign(1, 0);
    marks_.assign(1, {});
    Offset units = 0;
    for (std::size_t at = 0; at < bytes_.size();) {
        if (at - marks_.back().at >= between_marks) marks_.push_back({static_cast<Offset>(at), units});
        const auto [bytes, wide] = step(bytes_, at);
        if (ends_line(bytes_, at)) lines_.push_back(static_cast<Offset>(at + 1));
        at += bytes;
        units += wide;
    }
}

void Text::join() const noexcept {
    bytes_.clear();
    for (const Piece& piece : pieces_) bytes_ += piece.bytes;
    count();
    whole_ = true;
}

std::vector<Text::Piece> Text::cut(std::string_view text) {
    std::vector<Piece> pieces;
    while (!text.empty()) {
        Piece piece;
        std::size_t at = 0;
        const auto is_end = [&] {
            return at >= piece_size && text.size() - at >= least_piece &&
                   !(text[at - 1] == '\r' && text[at] == '\n');
        };
        while (at < text.size() && !is_end()) {
            const auto [bytes, wide] = step(text, at);
            if (ends_line(text, at)) ++piece.breaks;
            at += bytes;
            piece.units += wide;
        }
        piece.bytes = text.substr(0, at);
        text.remove_prefix(at);
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

Text::Spot Text::spot(Position position) const {
    Spot spot;
    // To the line: the piece that has its beginning, and that there.
    std::uint32_t lines = position.line;
    while (spot.piece < pieces_.size() && pieces_[spot.piece].breaks < lines)
        lines -= pieces_[spot.piece++].breaks;
    if (spot.piece == pieces_.size()) return spot; // there is no such line
    for (; lines > 0; ++spot.at)
        if (ends_line(pieces_[spot.piece].bytes, spot.at)) --lines;
    // To the column, past whole pieces where the line has them.
    std::uint32_t left = position.character;
    while (left > 0 && spot.piece < pieces_.size()) {
        const Piece& piece = pieces_[spot.piece];
        if (spot.at == 0 && piece.breaks == 0 && piece.units <= left) {
            left -= piece.units;
            ++spot.piece;
            continue;
        }
        if (spot.at == piece.bytes.size()) {
            spot = {spot.piece + 1, 0};
            continue;
        }
        const char c = piece.bytes[spot.at];
        if (c == '\n' || c == '\r') break;
        const auto [bytes, wide] = step(piece.bytes, spot.at);
        spot.at += bytes;
        left -= std::min(left, wide);
    }
    return spot;
}

void Text::replace(Position from, Position to, std::string_view by) {
    if (pieces_.empty()) pieces_ = cut(bytes_);
    Spot begin = spot(from), end = spot(to);
    if (end < begin) std::swap(begin, end);
    // With the neighbours, so that no character and no line end is divided.
    const std::size_t first = std::max<std::size_t>(begin.piece, 1) - 1;
    const std::size_t last = std::min(end.piece + 2, pieces_.size());
    std::string joined;
    std::size_t begin_at = 0, end_at = 0;
    for (std::size_t i = first; i < std::max(last, end.piece + 1); ++i) {
        if (i == begin.piece) begin_at = joined.size() + begin.at;
        if (i == end.piece) end_at = joined.size() + end.at;
        if (i < last) joined += pieces_[i].bytes;
    }
    joined.replace(begin_at, end_at - begin_at, by);
    const auto place = pieces_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto after = pieces_.erase(place, pieces_.begin() + static_cast<std::ptrdiff_t>(last));
    std::vector<Piece> fresh = cut(joined);
    pieces_.insert(after, std::make_move_iterator(fresh.begin()), std::make_move_iterator(fresh.end()));
    whole_ = false;
}

Span Text::line_span(std::uint32_t number) const noexcept {
    const auto size = static_cast<Offset>(bytes_.size());
    if (number >= lines_.size()) return {size, size};
    Span span{lines_[number], number + 1 < lines_.size() ? lines_[number + 1] : size};
    while (span.end > span.begin && (bytes_[span.end - 1] == '\n' || bytes_[span.end - 1] == '\r'))
        --span.end;
    return span;
}

std::string_view Text::line(std::uint32_t number) const noexcept {
    settle();
    return at(line_span(number));
}

Offset Text::units_before(Offset offset) const noexcept {
    const auto after = std::ranges::upper_bound(marks_, offset, {}, &Mark::at);
    const Mark& mark = *std::prev(after);
    return mark.units + utf16_length(std::string_view(bytes_).substr(mark.at, offset - mark.at));
}

Offset Text::offset(Position position) const noexcept {
    settle();
    const Span span = line_span(position.line);
    const std::uint64_t wanted = std::uint64_t{units_before(span.begin)} + position.character;
    // The last mark before it, unless the line begins behind that.
    const auto after = std::ranges::upper_bound(marks_, wanted, {}, &Mark::units);
    const Mark& mark = *std::prev(after);
    Offset at = std::max(mark.at, span.begin);
    std::uint64_t units = at == mark.at ? mark.units : units_before(at);
    while (at < span.end && units < wanted) {
        const auto [bytes, wide] = step(bytes_, at);
        units += wide;
        at += bytes;
    }
    return std::min(at, span.end);
}

Position Text::position(Offset offset) const noexcept {
    settle();
    offset = std::min(offset, static_cast<Offset>(bytes_.size()));
    const auto after = std::ranges::upper_bound(lines_, offset);
    const auto line = static_cast<std::uint32_t>(after - lines_.begin() - 1);
    return {line, units_before(offset) - units_before(lines_[line])};
}

Offset Text::offset_of(std::uint32_t line, std::uint32_t column) const noexcept {
    settle();
    const Span span = line_span(line == 0 ? 0 : line - 1);
    const std::uint32_t ahead = column == 0 ? 0 : column - 1;
    return span.begin + std::min(ahead, span.end - span.begin);
}

} // namespace vellum::language
