// Operand kinds of Skrit beside the common ones: slots (frame and index in one word), imports, script
// functions, states, upcasts. In text a slot is `local[2]`, `instance[0]` or `shared[5]`; the others go by
// name where names are unique and by number in any case.
#pragma once

#include "isa/kinds.hpp"
#include "isa/table.hpp"

namespace vellum::skrit {

/// Where a slot operand points: the two top bits of the word.
enum class SlotFrame : std::uint16_t { local = 0x0000, instance = 0x4000, shared = 0x8000 };
inline constexpr std::uint16_t slot_frame_mask = 0xC000;
inline constexpr std::uint16_t slot_index_mask = 0x3FFF;

[[nodiscard]] constexpr SlotFrame slot_frame(std::uint32_t slot) noexcept {
    return static_cast<SlotFrame>(slot & slot_frame_mask);
}
[[nodiscard]] constexpr std::uint16_t slot_index(std::uint32_t slot) noexcept {
    return static_cast<std::uint16_t>(slot & slot_index_mask);
}

namespace operands {

void print_slot(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
bool parse_slot(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_numbered(isa::OperandParser& parser, std::span<std::uint32_t> values);
void print_numbered(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);

inline constexpr isa::OperandKind slot{
    "slot",           {isa::Field::u16},      1,
    isa::Role::plain, isa::SymbolSpace::none, &isa::text_of<print_slot, parse_slot>};
inline constexpr isa::OperandKind import{"import",
                                         {isa::Field::u16},
                                         1,
                                         isa::Role::reference,
                                         isa::SymbolSpace::native,
                                         &isa::text_of<print_numbered, parse_numbered>};
inline constexpr isa::OperandKind function{
    "function",           {isa::Field::u16},          1,
    isa::Role::reference, isa::SymbolSpace::function, &isa::text_of<print_numbered, parse_numbered>};
inline constexpr isa::OperandKind state{"state",
                                        {isa::Field::u16},
                                        1,
                                        isa::Role::reference,
                                        isa::SymbolSpace::state,
                                        &isa::text_of<print_numbered, parse_numbered>};
inline constexpr isa::OperandKind upcast{"upcast",
                                         {isa::Field::u16},
                                         1,
                                         isa::Role::reference,
                                         isa::SymbolSpace::import,
                                         &isa::text_of<print_numbered, parse_numbered>};
inline constexpr isa::OperandKind relative = isa::relative_kind(isa::Field::i16);
inline constexpr isa::OperandKind byte = isa::integer_kind("int", isa::Field::i8);
inline constexpr isa::OperandKind word = isa::integer_kind("int", isa::Field::i16);
inline constexpr isa::OperandKind dword = isa::integer_kind("int", isa::Field::i32);
inline constexpr isa::OperandKind cells = isa::integer_kind("cells", isa::Field::u8);
inline constexpr isa::OperandKind count = isa::integer_kind("count", isa::Field::u16);

} // namespace operands
} // namespace vellum::skrit
