// The rows of instructions.def with what they are made of, for the table itself (isa.cpp) and for what looks
// rows up at compile time. Nothing else includes this; the machine's switches are over ops.hpp.
#pragma once

#include <array>
#include <iterator>
#include <span>

#include "engines/ff7/isa/isa.hpp"
#include "engines/ff7/isa/ops.hpp"
#include "isa/kinds.hpp"
#include "isa/table.hpp"

namespace vellum::ff7::table_rows {

void print_constant(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_special(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_exact(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
bool parse_special(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_exact(isa::OperandParser& parser, std::span<std::uint32_t> values);

inline constexpr isa::OperandKind constant_kind{
    "constant",       {isa::Field::u16},      1,
    isa::Role::plain, isa::SymbolSpace::none, &isa::text_of<print_constant, isa::parse_integer>};
inline constexpr isa::OperandKind address_kind{
    "bank address",   {isa::Field::u16},      1,
    isa::Role::plain, isa::SymbolSpace::none, &isa::text_of<isa::print_hexadecimal, isa::parse_integer>};
inline constexpr isa::OperandKind special_kind{
    "special value",      {isa::Field::u16},         1,
    isa::Role::reference, isa::SymbolSpace::special, &isa::text_of<print_special, parse_special>};
inline constexpr isa::OperandKind function_kind{
    "function",       {isa::Field::opcode},   1,
    isa::Role::plain, isa::SymbolSpace::none, &isa::text_of<isa::print_unsigned, isa::parse_integer>};
inline constexpr isa::OperandKind exact_kind{
    "code",           {isa::Field::opcode},   1,
    isa::Role::plain, isa::SymbolSpace::none, &isa::text_of<print_exact, parse_exact>};
inline constexpr isa::OperandKind word_kind{
    "operand",        {isa::Field::u16},      1,
    isa::Role::plain, isa::SymbolSpace::none, &isa::text_of<isa::print_hexadecimal, isa::parse_integer>};
inline constexpr isa::OperandKind label_kind = isa::target_kind(isa::Field::u16);

inline constexpr std::span<const isa::OperandSpec> none_operands;
inline constexpr isa::OperandSpec constant_operands[] = {{"value", &constant_kind}};
inline constexpr isa::OperandSpec address_operands[] = {{"address", &address_kind}};
inline constexpr isa::OperandSpec special_operands[] = {{"number", &special_kind}};
inline constexpr isa::OperandSpec function_operands[] = {{"function", &function_kind}};
inline constexpr isa::OperandSpec exact_operands[] = {{"code", &exact_kind}};
inline constexpr isa::OperandSpec exact_word_operands[] = {{"code", &exact_kind}, {"operand", &word_kind}};
inline constexpr isa::OperandSpec label_operands[] = {{"target", &label_kind}};

struct Definition {
    isa::Row row;
    Wording wording;
    std::uint8_t outcomes = 0; ///< Of a comparison: when it gives 1, see DecodedInstruction::outcomes.
    /// It keeps all 32 bits of what it takes, so a constant from 0x8000 on is no negative number to it.
    bool keeps_32_bits = false;
};

inline constexpr Definition definitions[] = {
#define ROW(part, mnemonic, first, last, operands, pops, pushes, effect, flow, meaning, phrase, outcomes,    \
            keeps_32_bits)                                                                                   \
    {{#mnemonic, first, last, operands##_operands, {pops, pushes, effect}, isa::Flow::flow, meaning},        \
     {phrase},                                                                                               \
     outcomes,                                                                                               \
     keeps_32_bits},
#include "engines/ff7/isa/instructions.def"
#undef ROW
};

inline constexpr std::size_t row_count = std::size(definitions);
static_assert(row_count < end_row, "DecodedInstruction::row is a byte");

inline constexpr auto rows = [] {
    std::array<isa::Row, row_count> result{};
    for (std::size_t i = 0; i < row_count; ++i) result[i] = definitions[i].row;
    return result;
}();
static_assert(isa::well_formed(rows));

consteval bool complete() {
    std::uint32_t next = 0;
    for (const isa::Row& row : rows) {
        if (row.opcode != next) return false;
        next = row.opcode_last + 1U;
    }
    return next == 0x10000;
}
static_assert(complete(), "every code has a row, in order");

/// The loop executes what lies below the world codes, and no part executes what no game knows.
consteval bool parts_fit() {
    for (std::size_t i = 0; i < row_count; ++i) {
        const bool loop = part_of_row[i] == Part::computing || part_of_row[i] == Part::junk;
        if (loop != (rows[i].opcode < code::load_model)) return false;
        if ((part_of_row[i] == Part::junk) != rows[i].mnemonic.starts_with("JUNK_")) return false;
        if ((part_of_row[i] == Part::nothing) != rows[i].mnemonic.starts_with("NOP_")) return false;
    }
    return true;
}
static_assert(parts_fit());

} // namespace vellum::ff7::table_rows
