#include "base/code_page.hpp"

#include <algorithm>
#include <array>

#include "base/encoding.hpp"

namespace vellum {

namespace {

constexpr unsigned ascii_end = 0x80;

// Bytes that a table leaves open are the control characters of their number, as everywhere on the web.
constexpr auto windows_1252 = std::to_array<char16_t>(
    {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
     0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
     0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178});
constexpr auto windows_1251 = std::to_array<char16_t>(
    {0x0402, 0x0403, 0x201A, 0x0453, 0x201E, 0x2026, 0x2020, 0x2021, 0x20AC, 0x2030, 0x0409, 0x2039, 0x040A,
     0x040C, 0x040B, 0x040F, 0x0452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x98,   0x2122,
     0x0459, 0x203A, 0x045A, 0x045C, 0x045B, 0x045F, 0xA0,   0x040E, 0x045E, 0x0408, 0xA4,   0x0490, 0xA6,
     0xA7,   0x0401, 0xA9,   0x0404, 0xAB,   0xAC,   0xAD,   0xAE,   0x0407, 0xB0,   0xB1,   0x0406, 0x0456,
     0x0491, 0xB5,   0xB6,   0xB7,   0x0451, 0x2116, 0x0454, 0xBB,   0x0458, 0x0405, 0x0455, 0x0457});

} // namespace

const CodePage* CodePage::find(std::string_view name) {
    static constexpr auto pages = std::to_array<CodePage>({{"windows-1251", windows_1251, 0x0410},
                                                           {"windows-1252", windows_1252, 0xA0},
                                                           {"latin-1", {}, 0x80}});
    const auto found = std::ranges::find(pages, name, &CodePage::name);
    return found == pages.end() ? nullptr : &*found;
}

std::string CodePage::to_utf8(std::string_view bytes) const {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < ascii_end)
            text += c;
        else if (const std::size_t at = byte - ascii_end; at < first.size())
            append_utf8(text, first[at]);
        else
            append_utf8(text, static_cast<char32_t>(rest + (at - first.size())));
    }
    return text;
}

std::optional<std::string> CodePage::from_utf8(std::string_view text) const {
    std::string bytes;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = decode_utf8(text, at);
        if (point.length == 0) return {};
        at += point.length;
        const std::size_t last = ascii_end - first.size();
        if (point.value < ascii_end)
            bytes += static_cast<char>(point.value);
        else if (const auto found = std::ranges::find(first, point.value); found != first.end())
            bytes += static_cast<char>(ascii_end + static_cast<std::size_t>(found - first.begin()));
        else if (point.value >= rest && point.value < rest + last)
            bytes += static_cast<char>(ascii_end + first.size() + (point.value - rest));
        else
            return {};
    }
    return bytes;
}

} // namespace vellum
