// UTF-16LE to WTF-8 and back, and concatenation of WTF-8.
// Relies on the WTF-8 rule that a high and a low surrogate side by side are always one four-byte character:
// then both forms say exactly the same and equal texts have equal bytes.
#include <functional>

#include "base/encoding.hpp"

namespace vellum {

namespace {

[[nodiscard]] constexpr bool is_high(char32_t unit) noexcept { return unit >= 0xD800 && unit < 0xDC00; }
[[nodiscard]] constexpr bool is_low(char32_t unit) noexcept { return unit >= 0xDC00 && unit < 0xE000; }
[[nodiscard]] constexpr char32_t join(char32_t high, char32_t low) noexcept {
    return 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00);
}

[[nodiscard]] bool is_inside(const std::string& target, std::string_view text) noexcept {
    // std::less orders pointers into different objects, which the plain operator may not.
    const std::less<const char*> before;
    return !before(text.data(), target.data()) && before(text.data(), target.data() + target.size());
}

} // namespace

void append_wtf8(std::string& target, std::string_view text) {
    const CodePoint last = target.size() >= 3 ? decode_wtf8(target, target.size() - 3) : CodePoint{};
    const CodePoint first = decode_wtf8(text, 0);
    if (!is_high(last.value) || !is_low(first.value)) {
        target.append(text);
        return;
    }
    const std::string copy = is_inside(target, text) ? std::string(text) : std::string();
    const std::string_view source = copy.empty() ? text : std::string_view(copy);
    target.resize(target.size() - 3);
    append_utf8(target, join(last.value, first.value));
    target.append(source.substr(3));
}

std::string utf16le_to_wtf8(std::span<const std::byte> bytes) {
    std::string result;
    result.reserve(bytes.size() / 2);
    const std::size_t end = bytes.size() / 2 * 2;
    for (std::size_t at = 0; at < end; at += 2) {
        char32_t unit = load_u16(bytes.data() + at);
        if (unit < 0x80) {
            result.push_back(static_cast<char>(unit));
            continue;
        }
        if (is_high(unit) && at + 2 < end) {
            const char32_t next = load_u16(bytes.data() + at + 2);
            if (is_low(next)) {
                unit = join(unit, next);
                at += 2;
            }
        }
        append_utf8(result, unit);
    }
    return result;
}

bool wtf8_to_utf16le(std::string_view text, ByteWriter& writer) {
    bool valid = true;
    for (std::size_t at = 0; at < text.size();) {
        CodePoint point = decode_wtf8(text, at);
        if (point.length == 0) {
            point = {0xFFFD, 1};
            valid = false;
        }
        if (point.value < 0x10000) {
            writer.u16(static_cast<std::uint16_t>(point.value));
        } else {
            const char32_t above = point.value - 0x10000;
            writer.u16(static_cast<std::uint16_t>(0xD800 + (above >> 10U)));
            writer.u16(static_cast<std::uint16_t>(0xDC00 + (above & 0x3FFU)));
        }
        at += point.length;
    }
    return valid;
}

} // namespace vellum
