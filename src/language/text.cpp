#include "language/text.hpp"

#include <algorithm>

#include "base/encoding.hpp"

namespace vellum::language {

namespace {

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

Text::Text(std::string bytes) : bytes_(std::move(bytes)) { count_lines(); }

void Text::count_lines() {
    lines_.assign(1, 0);
    for (std::size_t at = 0; at < bytes_.size(); ++at) {
        if (bytes_[at] != '\n' && bytes_[at] != '\r') continue;
        if (bytes_[at] == '\r' && at + 1 < bytes_.size() && bytes_[at + 1] == '\n') ++at;
        lines_.push_back(static_cast<Offset>(at + 1));
    }
}

Span Text::line_span(std::uint32_t number) const noexcept {
    const auto size = static_cast<Offset>(bytes_.size());
    if (number >= lines_.size()) return {size, size};
    Span span{lines_[number], number + 1 < lines_.size() ? lines_[number + 1] : size};
    while (span.end > span.begin && (bytes_[span.end - 1] == '\n' || bytes_[span.end - 1] == '\r'))
        --span.end;
    return span;
}

std::string_view Text::line(std::uint32_t number) const noexcept { return at(line_span(number)); }

Offset Text::offset(Position position) const noexcept {
    const Span span = line_span(position.line);
    Offset at = span.begin;
    for (std::uint32_t units = 0; at < span.end && units < position.character;) {
        const auto [bytes, wide] = step(bytes_, at);
        units += wide;
        at += bytes;
    }
    return std::min(at, span.end);
}

Position Text::position(Offset offset) const noexcept {
    offset = std::min(offset, static_cast<Offset>(bytes_.size()));
    const auto after = std::ranges::upper_bound(lines_, offset);
    const auto line = static_cast<std::uint32_t>(after - lines_.begin() - 1);
    return {line, utf16_length(at({lines_[line], offset}))};
}

Offset Text::offset_of(std::uint32_t line, std::uint32_t column) const noexcept {
    const Span span = line_span(line == 0 ? 0 : line - 1);
    const std::uint32_t ahead = column == 0 ? 0 : column - 1;
    return span.begin + std::min(ahead, span.end - span.begin);
}

void Text::replace(Span span, std::string_view by) {
    const auto size = static_cast<Offset>(bytes_.size());
    span.begin = std::min(span.begin, size);
    span.end = std::clamp(span.end, span.begin, size);
    bytes_.replace(span.begin, span.end - span.begin, by);
    count_lines();
}

} // namespace vellum::language
