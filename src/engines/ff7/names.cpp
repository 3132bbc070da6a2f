// The lists behind names.hpp.
#include "engines/ff7/names.hpp"

#include <array>

#include "base/text_writer.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::array<std::string_view, 31> models{"Cloud",
                                                  "Tifa",
                                                  "Cid",
                                                  "Highwind",
                                                  "wild chocobo",
                                                  "Tiny Bronco",
                                                  "buggy",
                                                  "Junon cannon",
                                                  "cargo ship",
                                                  "propellers",
                                                  "Diamond Weapon",
                                                  "Ultimate Weapon",
                                                  "Fort Condor",
                                                  "submarine",
                                                  "Gold Saucer",
                                                  "Rocket Town rocket",
                                                  "launch pad",
                                                  "sunken Gelnika",
                                                  "underwater reactor",
                                                  "chocobo",
                                                  "Midgar cannon",
                                                  "snow pole 1",
                                                  "snow pole 2",
                                                  "snow pole 3",
                                                  "North Crater barrier",
                                                  "Ancient Forest",
                                                  "Key of the Ancients",
                                                  "wreck",
                                                  "red submarine",
                                                  "Ruby Weapon",
                                                  "Emerald Weapon"};

constexpr std::array<std::string_view, 21> specials{
    "mesh_x",        "mesh_z",          "local_x",      "local_z",        "facing",         "last_module",
    "entry_field",   "map_options",     "player_model", "caught_chocobo", "battle_escaped", "marsh_side",
    "prompt_result", "triangle_script", "party_leader", "active_model",   "random_byte",    "joined_first",
    "joined_second", "left_first",      "left_second"};

struct SaveRange {
    std::uint32_t first, last;
    std::string_view name;
};
/// From the page's section "Memory".
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

} // namespace

std::string_view model_name(std::uint32_t model) noexcept {
    if (model < models.size()) return models[model];
    if (model == 41) return "second farm chocobo";
    if (model == 42) return "third farm chocobo";
    return {};
}

std::string_view special_name(std::uint32_t number) noexcept {
    return number < specials.size() ? specials[number] : std::string_view{};
}

std::optional<std::uint32_t> special_number(std::string_view name) noexcept {
    for (std::uint32_t i = 0; i < specials.size(); ++i)
        if (specials[i] == name) return i;
    return std::nullopt;
}

std::string_view save_name(std::uint32_t save_offset) noexcept {
    for (const SaveRange& range : save_ranges)
        if (save_offset >= range.first && save_offset <= range.last) return range.name;
    return {};
}

std::string_view system_function_name(std::uint32_t function) noexcept {
    switch (function) {
    case 0: return "Enter";
    case 1: return "Exit";
    case 2: return "Tick";
    case 6: return "Highwind menu";
    case 7: return "Midgar Zolom";
    case 8: return "chocobo farm";
    case 9: return "Northern Cave";
    default: return {};
    }
}

std::string_view model_function_name(std::uint32_t function) noexcept {
    switch (function) {
    case 0: return "Enter";
    case 1: return "Exit";
    case 2: return "Tick";
    case 3: return "Touch";
    case 4: return "Action";
    case 5: return "Left";
    default: return {};
    }
}

std::string model_words(std::uint32_t model) {
    std::string words = "model " + std::to_string(model);
    const std::string_view name = model_name(model);
    if (!name.empty()) words.append(" ").append(name);
    return words;
}

void write_place_words(TextWriter& out, std::uint16_t tag, std::uint32_t operand) {
    if ((tag & 3U) == 3U) {
        out.text("special ");
        out.dec(operand);
        return;
    }
    const unsigned kind = tag & ~3U;
    if (kind != 0x114 && kind != 0x118 && kind != 0x11C) return;
    const bool saved = (tag & 3U) == 0;
    const std::uint32_t address = (kind == 0x114 ? operand >> 3U : operand) + (saved ? save_base : 0);
    out.text(saved ? "save 0x" : "temporary 0x");
    const unsigned digits = address >= 0x1000 ? (address >= 0x10000 ? 5 : 4) : address >= 0x100 ? 3 : 2;
    for (unsigned digit = digits; digit-- > 0;) // offsets are written in capitals, as in the save documents
        out.ch("0123456789ABCDEF"[(address >> (4 * digit)) & 0xFU]);
    if (kind == 0x114) {
        out.text(" bit ");
        out.ch(static_cast<char>('0' + (operand & 7U)));
    } else
        out.text(kind == 0x118 ? " byte" : " word");
    const std::string_view name = saved ? save_name(address) : std::string_view{};
    if (!name.empty()) {
        out.text(": ");
        out.text(name);
    }
}

std::string place_words(std::uint16_t tag, std::uint32_t operand) {
    TextWriter out;
    write_place_words(out, tag, operand);
    return out.take();
}

} // namespace vellum::ff7
