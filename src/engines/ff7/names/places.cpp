// The lists and lookups behind places.hpp.
#include "engines/ff7/names/places.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "base/text_writer.hpp"

namespace vellum::ff7 {

namespace {

constexpr auto kinds = std::to_array<PlaceKind>({
    {"save", "bit", 0x114},
    {"save", "byte", 0x118},
    {"save", "word", 0x11C},
    {"temp", "bit", 0x115},
    {"temp", "byte", 0x119},
    {"temp", "word", 0x11D},
    {"temp2", "bit", 0x116},
    {"temp2", "byte", 0x11A},
    {"temp2", "word", 0x11E},
});

struct SaveRange {
    std::uint32_t first, last;
    std::string_view name;
};
/// From the page's section "Memory": what the game itself keeps there.
constexpr SaveRange save_ranges[] = {
    {0xF25, 0xF25, "marsh timer"},
    {0xF58, 0xF59, "last encounter"},
    {0xF5A, 0xF5B, "bridge counter"},
    {0xF5C, 0xF63, "position record 0: party"},
    {0xF64, 0xF6B, "position record 1: wild chocobo"},
    {0xF6C, 0xF73, "position record 2: Tiny Bronco, chocobo"},
    {0xF74, 0xF7B, "position record 3: Highwind, buggy"},
    {0xF7C, 0xF83, "position record 4: submarine"},
    {0xF84, 0xF8B, "position record 5: Weapons"},
    {0xF8C, 0xF97, "snow poles"},
    {0xF98, 0xF99, "bridges"},
    {0xF9C, 0xF9E, "camera and map state"},
    {0xF9F, 0xF9F, "snow pole index"},
    {0xFA0, 0xFA0, "caught chocobo"},
    {0xFA1, 0xFA1, "model ridden on leaving"},
    {0xFA2, 0xFA2, "map"},
    {0xFA3, 0xFA3, "checksum"},
};

constexpr std::uint16_t code_of(std::string_view kind) {
    return kind == "bit" ? 0x114 : kind == "byte" ? 0x118 : 0x11C;
}

constexpr KnownPlace places[] = {
#define BIT(offset, bit, name) {offset, code_of("bit"), bit, #name},
#define BYTE(offset, name) {offset, code_of("byte"), 0, #name},
#define WORD(offset, name) {offset, code_of("word"), 0, #name},
#include "engines/ff7/names/save_places.def"
#undef BIT
#undef BYTE
#undef WORD
};

constexpr std::uint32_t key(std::uint16_t code, std::uint32_t operand) {
    return std::uint32_t{code} << 16U | operand;
}

constexpr auto sorted = [] {
    auto list = std::to_array(places);
    std::ranges::sort(list, {}, [](const KnownPlace& one) { return key(one.code, one.operand()); });
    return list;
}();

consteval bool all_different() {
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (key(sorted[i].code, sorted[i].operand()) == key(sorted[i - 1].code, sorted[i - 1].operand()))
            return false;
    return true;
}
static_assert(all_different(), "no place has two names");

/// A number as sources have it.
std::optional<std::uint32_t> place_number(std::string_view text) noexcept {
    text = trimmed(text);
    const bool hexadecimal = text.starts_with("0x");
    if (hexadecimal) text.remove_prefix(2);
    return whole_number<std::uint16_t>(text, hexadecimal ? 16 : 10);
}

} // namespace

std::span<const PlaceKind> place_kinds() noexcept { return kinds; }
const PlaceKind* place_kind(std::uint16_t code) noexcept {
    const auto found = std::ranges::find(kinds, code, &PlaceKind::code);
    return found == kinds.end() ? nullptr : &*found;
}

bool write_place(TextWriter& out, std::uint16_t code, std::uint32_t operand) {
    const PlaceKind* const kind = place_kind(code);
    if (kind == nullptr) return false;
    const bool bit = kind->kind == "bit";
    const std::uint32_t offset = (bit ? operand >> 3U : operand) + (kind->bank == "save" ? save_base : 0U);
    if (offset > 0xFFFF) return false;
    out.put(kind->bank, '.', kind->kind, "(0x");
    const unsigned digits = offset >= 0x1000 ? 4 : offset >= 0x100 ? 3 : 2;
    for (unsigned digit = digits; digit-- > 0;) // offsets are written in capitals, as in the save documents
        out.ch("0123456789ABCDEF"[(offset >> (4 * digit)) & 0xFU]);
    if (bit) out.put(", ", static_cast<char>('0' + (operand & 7U)));
    out.ch(')');
    return true;
}

std::string place_words(std::uint16_t code, std::uint32_t operand) {
    TextWriter out;
    if (!write_place(out, code, operand) && (code & 3U) == 3U) out.put("special ", operand);
    return out.take();
}

std::span<const KnownPlace> known_places() noexcept { return sorted; }

const KnownPlace* known_place(std::uint16_t code, std::uint32_t operand) noexcept {
    const auto found = std::ranges::lower_bound(
        sorted, key(code, operand), {}, [](const KnownPlace& one) { return key(one.code, one.operand()); });
    return found != sorted.end() && found->code == code && found->operand() == operand ? &*found : nullptr;
}

const KnownPlace* known_place(std::string_view name) noexcept {
    const auto found = std::ranges::find(sorted, name, &KnownPlace::name);
    return found == sorted.end() ? nullptr : &*found;
}

std::optional<PlaceRef> parse_place(std::string_view words) noexcept {
    if (const KnownPlace* const known = known_place(words)) return PlaceRef{known->code, known->operand()};
    const std::size_t dot = words.find('.'), open = words.find('(');
    if (dot == std::string_view::npos || open == std::string_view::npos || open < dot ||
        !words.ends_with(')'))
        return std::nullopt;
    const auto kind = std::ranges::find_if(kinds, [&](const PlaceKind& each) {
        return each.bank == words.substr(0, dot) &&
               each.kind == trimmed(words.substr(dot + 1, open - dot - 1));
    });
    if (kind == kinds.end()) return std::nullopt;
    std::string_view inside = words.substr(open + 1, words.size() - open - 2);
    const std::size_t comma = inside.find(',');
    const bool bit = kind->kind == "bit";
    if (bit != (comma != std::string_view::npos)) return std::nullopt;
    const auto offset = place_number(inside.substr(0, comma));
    const auto number = bit ? place_number(inside.substr(comma + 1)) : std::optional(0U);
    const std::uint32_t base = kind->bank == "save" ? save_base : 0U;
    if (!offset || !number || *number > 7 || *offset < base) return std::nullopt;
    const std::uint32_t operand = bit ? (*offset - base) * 8 + *number : *offset - base;
    if (operand > 0xFFFF) return std::nullopt;
    return PlaceRef{kind->code, static_cast<std::uint16_t>(operand)};
}

void write_described_place(TextWriter& out, std::uint16_t code, std::uint32_t operand) {
    if (!write_place(out, code, operand)) {
        out.text(place_words(code, operand));
        return;
    }
    if (const KnownPlace* const known = known_place(code, operand); known != nullptr) {
        out.put(' ', known->name);
        return;
    }
    if ((code & 3U) != 0) return;
    const std::uint32_t offset = (code == 0x114 ? operand >> 3U : operand) + save_base;
    for (const SaveRange& range : save_ranges)
        if (offset >= range.first && offset <= range.last) out.put(": ", range.name);
}

} // namespace vellum::ff7
