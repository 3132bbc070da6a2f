// Makes the shared table and the extra columns from opcodes.def. Operand lists have a name here; a row only
// says which it uses.
#include "engines/skrit/isa/isa.hpp"

#include <algorithm>

#include "engines/skrit/isa/operands.hpp"

namespace vellum::skrit {

namespace {

using isa::Access;
using isa::OperandSpec;
using isa::Repeat;
using isa::Row;
using isa::StackEffect;

constexpr OperandSpec operand(const char* name, const isa::OperandKind& kind, Access access = Access::none) {
    return {name, &kind, access, Repeat::once, 0, 0};
}

constexpr std::array<OperandSpec, 0> nothing{};
constexpr std::array to_import{operand("import", operands::import)};
constexpr std::array to_base_import{operand("import", operands::import), operand("upcast", operands::upcast)};
constexpr std::array to_function{operand("function", operands::function)};
constexpr std::array to_upcast{operand("upcast", operands::upcast)};
constexpr std::array to_state{operand("state", operands::state)};
constexpr std::array jump{operand("target", operands::relative)};
constexpr std::array push_byte{operand("value", operands::byte)};
constexpr std::array push_word{operand("value", operands::word)};
constexpr std::array push_dword{operand("value", operands::dword)};
constexpr std::array pop_cells{operand("count", operands::cells)};
constexpr std::array free_count{operand("count", operands::count)};
constexpr std::array read_slot{operand("slot", operands::slot, Access::read)};
constexpr std::array write_slot{operand("slot", operands::slot, Access::write)};

consteval bool refers(std::span<const OperandSpec> specs) {
    return std::ranges::any_of(specs, [](const OperandSpec& spec) {
        return spec.kind == &operands::import || spec.kind == &operands::function ||
               spec.kind == &operands::state || spec.kind == &operands::upcast;
    });
}

constexpr std::array<OpcodeFacts, opcode_count> opcode_facts{{
#define OP(name, operands, takes, gives, effect, flow, meaning)                                              \
    {takes, gives, Effect::effect, refers(operands)},
#include "engines/skrit/isa/opcodes.def"
#undef OP
}};

/// Cells named by letters before a `/`.
constexpr std::uint32_t letters(std::string_view text) {
    const std::size_t end = text.find('/');
    return static_cast<std::uint32_t>(end == std::string_view::npos ? text.size() : end);
}

consteval StackEffect stack_effect(std::string_view mnemonic, std::string_view takes, std::string_view gives,
                                   Effect effect) {
    if (effect == Effect::call || effect == Effect::script)
        return {0, 0, "arguments -- [result]", true}; // what a call takes hangs on the unit
    if (mnemonic == "POP") return {isa::SlotCount::from_operand(0), 0, "cells --"};
    return {letters(takes), letters(gives), {}};
}

constexpr std::array<Row, opcode_count> rows{{
#define OP(name, operands, takes, gives, effect, flow, meaning)                                              \
    {#name,                                                                                                  \
     static_cast<std::uint16_t>(Op::name),                                                                   \
     static_cast<std::uint16_t>(Op::name),                                                                   \
     operands,                                                                                               \
     stack_effect(#name, takes, gives, Effect::effect),                                                      \
     isa::Flow::flow,                                                                                        \
     meaning},
#include "engines/skrit/isa/opcodes.def"
#undef OP
}};

constexpr auto row_index = isa::make_index<opcode_count>(rows);
constexpr auto layouts = isa::make_layouts<opcode_count>(rows);
static_assert(isa::well_formed(rows));

} // namespace

constexpr isa::Table opcode_table{"skrit", "Skrit p-code", isa::Field::u8, isa::AddressUnit::byte,
                                  rows,    row_index,      layouts.data()};

const OpcodeFacts& facts_of(std::size_t opcode) noexcept { return opcode_facts[opcode]; }

} // namespace vellum::skrit
