// The blocks of Unicode 15 that matter to scripts of games, joined where what lies between is not in use.
#include "base/display_width.hpp"

#include <algorithm>
#include <array>

#include "base/encoding.hpp"

namespace vellum {

namespace {

struct Block {
    char32_t first, last;
    std::size_t width;
};

constexpr std::array<Block, 22> blocks{{
    {0x0300, 0x036F, 0},   // marks on Latin, Greek and Cyrillic letters
    {0x0483, 0x0489, 0},   // marks on old Cyrillic letters
    {0x0591, 0x05BD, 0},   // Hebrew points
    {0x064B, 0x065F, 0},   // Arabic points
    {0x1100, 0x115F, 2},   // Hangul: first letters of syllables
    {0x1AB0, 0x1AFF, 0},   // more marks
    {0x1DC0, 0x1DFF, 0},   // more marks
    {0x200B, 0x200F, 0},   // signs of direction and joining
    {0x20D0, 0x20FF, 0},   // marks on symbols
    {0x2E80, 0x303E, 2},   // radicals of Chinese, its punctuation
    {0x3041, 0x3098, 2},   // Hiragana
    {0x3099, 0x309A, 0},   // its marks
    {0x309B, 0x33FF, 2},   // Katakana, Bopomofo, Hangul letters, squared words
    {0x3400, 0x4DBF, 2},   // Chinese characters
    {0x4E00, 0xA4CF, 2},   // Chinese characters, Yi
    {0xAC00, 0xD7A3, 2},   // Hangul
    {0xF900, 0xFAFF, 2},   // Chinese characters for compatibility
    {0xFE00, 0xFE0F, 0},   // choice of a variant
    {0xFE20, 0xFE2F, 0},   // half marks
    {0xFE30, 0xFE6F, 2},   // vertical and small forms
    {0xFF01, 0xFF60, 2},   // wide Latin
    {0x1F300, 0x3FFFD, 2}, // pictures, rarer Chinese characters
}};
static_assert(std::ranges::is_sorted(blocks, {}, &Block::last));

} // namespace

std::size_t display_width(char32_t character) noexcept {
    const auto block = std::ranges::lower_bound(blocks, character, {}, &Block::last);
    return block != blocks.end() && character >= block->first ? block->width : 1;
}

std::size_t display_width(std::string_view text) noexcept {
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint next = decode_utf8(text, at);
        width += next.length == 0 ? 1 : display_width(next.value);
        at += next.length == 0 ? 1 : next.length;
    }
    return width;
}

} // namespace vellum
