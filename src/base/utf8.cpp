// Decoding and checking of UTF-8 and WTF-8.
// Relies on nothing but the byte values (Unicode 15, table 3-7). Every function looks only inside its view
// and never takes a byte twice, so all are linear.
#include <cstring>

#include "base/encoding.hpp"

namespace vellum {

namespace {

[[nodiscard]] unsigned byte_at(std::string_view text, std::size_t at) noexcept {
    return static_cast<unsigned char>(text[at]);
}

[[nodiscard]] bool is_tail(std::string_view text, std::size_t at) noexcept {
    return (byte_at(text, at) & 0xC0U) == 0x80U;
}

[[nodiscard]] CodePoint decode(std::string_view text, std::size_t at, bool surrogates) noexcept {
    const std::size_t left = text.size() - at;
    const unsigned lead = byte_at(text, at);
    if (lead < 0x80) {
        return {lead, 1};
    }
    if (lead < 0xC2) { // a tail byte, or C0 and C1, which only start overlong forms
        return {};
    }
    if (lead < 0xE0) {
        if (left < 2 || !is_tail(text, at + 1)) {
            return {};
        }
        return {(lead & 0x1FU) << 6U | (byte_at(text, at + 1) & 0x3FU), 2};
    }
    if (lead < 0xF0) {
        if (left < 3 || !is_tail(text, at + 1) || !is_tail(text, at + 2)) {
            return {};
        }
        const char32_t value =
            (lead & 0x0FU) << 12U | (byte_at(text, at + 1) & 0x3FU) << 6U | (byte_at(text, at + 2) & 0x3FU);
        if (value < 0x800 || (!surrogates && value >= 0xD800 && value < 0xE000)) {
            return {};
        }
        return {value, 3};
    }
    if (lead > 0xF4 || left < 4 || !is_tail(text, at + 1) || !is_tail(text, at + 2) ||
        !is_tail(text, at + 3)) {
        return {};
    }
    const char32_t value = (lead & 0x07U) << 18U | (byte_at(text, at + 1) & 0x3FU) << 12U |
                           (byte_at(text, at + 2) & 0x3FU) << 6U | (byte_at(text, at + 3) & 0x3FU);
    if (value < 0x10000 || value > 0x10FFFF) {
        return {};
    }
    return {value, 4};
}

} // namespace

CodePoint decode_utf8(std::string_view text, std::size_t at) noexcept {
    return at < text.size() ? decode(text, at, false) : CodePoint{};
}

CodePoint decode_wtf8(std::string_view text, std::size_t at) noexcept {
    return at < text.size() ? decode(text, at, true) : CodePoint{};
}

std::size_t find_invalid_utf8(std::string_view text) noexcept {
    std::size_t at = 0;
    while (at < text.size()) {
        // Most text is ASCII: eight bytes at once.
        while (text.size() - at >= 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, text.data() + at, sizeof word);
            if ((word & 0x8080808080808080U) != 0) {
                break;
            }
            at += 8;
        }
        if (at == text.size()) {
            break;
        }
        const CodePoint point = decode(text, at, false);
        if (point.length == 0) {
            return at;
        }
        at += point.length;
    }
    return std::string_view::npos;
}

bool is_valid_utf8(std::string_view text) noexcept {
    return find_invalid_utf8(text) == std::string_view::npos;
}

void append_utf8(std::string& target, char32_t code_point) {
    const auto tail = [](char32_t bits) { return static_cast<char>(0x80U | (bits & 0x3FU)); };
    if (code_point > 0x10FFFF) {
        code_point = 0xFFFD;
    }
    if (code_point < 0x80) {
        target.push_back(static_cast<char>(code_point));
    } else if (code_point < 0x800) {
        target.push_back(static_cast<char>(0xC0U | code_point >> 6U));
        target.push_back(tail(code_point));
    } else if (code_point < 0x10000) {
        target.push_back(static_cast<char>(0xE0U | code_point >> 12U));
        target.push_back(tail(code_point >> 6U));
        target.push_back(tail(code_point));
    } else {
        target.push_back(static_cast<char>(0xF0U | code_point >> 18U));
        target.push_back(tail(code_point >> 12U));
        target.push_back(tail(code_point >> 6U));
        target.push_back(tail(code_point));
    }
}

} // namespace vellum
