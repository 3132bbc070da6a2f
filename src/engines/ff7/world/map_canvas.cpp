#include "engines/ff7/world/map_canvas.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::ff7 {

double text_width(std::string_view text, double size) noexcept {
    double width = 0;
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) continue; // of a character that is counted
        constexpr std::string_view narrow = "ijlt.,:;'|!()fI ";
        width += narrow.contains(c) ? 0.34 : c >= 'A' && c <= 'Z' ? 0.7 : c == 'm' || c == 'w' ? 0.85 : 0.58;
    }
    return width * size * 1.1; // fonts differ, and bold is wider
}

void MapCanvas::number(double value) {
    const auto tenths = static_cast<std::int64_t>(std::lround(value * 10));
    if (tenths < 0) out_.ch('-');
    out_.dec(std::abs(tenths) / 10);
    if (tenths % 10 == 0) return;
    out_.put('.', std::abs(tenths) % 10);
}

void MapCanvas::attribute(std::string_view name, double value) {
    out_.put(' ', name, "=\"");
    number(value);
    out_.ch('"');
}

void MapCanvas::escaped(std::string_view text) {
    for (const char c : text) {
        if (c == '<')
            out_.text("&lt;");
        else if (c == '>')
            out_.text("&gt;");
        else if (c == '&')
            out_.text("&amp;");
        else if (c == '"')
            out_.text("&quot;");
        else if (static_cast<unsigned char>(c) < 0x20)
            out_.ch(' ');
        else
            out_.ch(c);
    }
}

void MapCanvas::label(double x, double y, std::string_view text, std::string_view style) {
    out_.text("<text");
    attribute("x", x);
    attribute("y", y);
    out_.put(' ', style, '>');
    escaped(text);
    out_.text("</text>\n");
}

void MapCanvas::rect(const Box& box, std::string_view style) {
    out_.text("<rect");
    attribute("x", box.x);
    attribute("y", box.y);
    attribute("width", box.width);
    attribute("height", box.height);
    out_.put(' ', style, "/>\n");
}

bool MapCanvas::place_label(double x, double y, double distance, std::string_view text, double size,
                            std::string_view style, const Box& bounds) {
    const double width = text_width(text, size), height = size * 1.1;
    for (const double further : {0.0, size * 0.9, size * 2.2}) {
        const double away = distance + further;
        const std::pair<double, double> corners[] = {
            {x + away, y - height / 2},        {x - away - width, y - height / 2},
            {x - width / 2, y + away},         {x - width / 2, y - away - height},
            {x + away, y + away / 2},          {x - away - width, y + away / 2},
            {x + away, y - away / 2 - height}, {x - away - width, y - away / 2 - height}};
        for (const auto& [left, top] : corners) {
            const Box box{left, top, width, height};
            if (left < bounds.x || top < bounds.y || left + width > bounds.x + bounds.width ||
                top + height > bounds.y + bounds.height ||
                std::ranges::any_of(taken_, [&](const Box& other) { return other.meets(box); }))
                continue;
            taken_.push_back(box);
            if (further > 0) {
                out_.text("<path class=\"lead\" d=\"M");
                number(x);
                out_.ch(' ');
                number(y);
                out_.ch('L');
                number(std::clamp(x, left, left + width));
                out_.ch(' ');
                number(std::clamp(y, top, top + height));
                out_.text("\"/>\n");
            }
            label(left, top + height * 0.82, text, style);
            return true;
        }
    }
    return false;
}

} // namespace vellum::ff7
