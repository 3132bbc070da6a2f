#include "index/trigrams.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/encoding.hpp"

namespace vellum::index {

std::string with_trigrams_of(std::string_view text) {
    // Which trigrams were there, by their hash. One that takes the place of another lets that come again,
    // which costs time only.
    constexpr unsigned bits = 13;
    std::vector<std::uint64_t> seen(std::size_t{1} << bits);
    std::string shorter;
    std::uint64_t trigram = 0; // three code points of 21 bits
    std::size_t begins[3] = {}, characters = 0, taken = 0;
    for (std::size_t at = 0; at < text.size();) {
        begins[characters % 3] = at;
        char32_t point = static_cast<unsigned char>(text[at]);
        if (point < 0x80) {
            ++at;
        } else {
            const CodePoint decoded = decode_utf8(text, at);
            point = decoded.value;
            at += std::max<std::uint32_t>(decoded.length, 1);
        }
        trigram = (trigram << 21U | (point & 0x1FFFFFU)) & 0x7FFFFFFFFFFFFFFFU;
        if (++characters < 3) continue;
        std::uint64_t& place = seen[(trigram + 1) * 0x9E3779B97F4A7C15U >> (64U - bits)];
        if (place == trigram + 1) continue;
        place = trigram + 1;
        std::size_t begin = begins[characters % 3];
        if (begin > taken && !shorter.empty()) shorter += '\n';
        begin = std::max(begin, taken);
        shorter += text.substr(begin, at - begin);
        taken = at;
    }
    return characters < 3 ? std::string(text) : shorter;
}

} // namespace vellum::index
