#include "base/base64.hpp"

#include <algorithm>
#include <cstdint>

namespace vellum {

namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string to_base64(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t here = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t j = 0; j < 3; ++j)
            bits = bits << 8U | (j < here ? std::to_integer<std::uint32_t>(bytes[i + j]) : 0);
        for (std::size_t j = 0; j < 4; ++j) text += j <= here ? digits[bits >> (18 - 6 * j) & 63U] : '=';
    }
    return text;
}

std::optional<std::vector<std::byte>> from_base64(std::string_view text) {
    for (int fill = 0; fill < 2 && text.ends_with('='); ++fill) text.remove_suffix(1);
    if (text.size() % 4 == 1) return std::nullopt;
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    unsigned held = 0;
    for (const char c : text) {
        const std::size_t digit = digits.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        bits = bits << 6U | static_cast<std::uint32_t>(digit);
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes.push_back(static_cast<std::byte>(bits >> held & 0xFFU));
    }
    return bytes;
}

} // namespace vellum
