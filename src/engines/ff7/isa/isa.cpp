// The table object: index, operand kinds' printing and reading. The rows themselves stand in
// instructions.def.
#include "engines/ff7/isa/isa.hpp"

#include <algorithm>
#include <array>

#include "base/text_writer.hpp"
#include "engines/ff7/isa/rows.hpp"
#include "engines/ff7/names/names.hpp"
#include "isa/assembler.hpp"
#include "isa/code.hpp"

namespace vellum::ff7 {

namespace table_rows {

/// Constants below 0x8000 are numbers; the only greater ones in shipped files are 0xFFFF, "no model".
void print_constant(TextWriter& out, const isa::Symbols&, const isa::OperandView& operand) {
    if (operand.values[0] < 0x8000)
        out.dec(operand.values[0]);
    else
        out.hex0x(operand.values[0], 4);
}

void print_special(TextWriter& out, const isa::Symbols&, const isa::OperandView& operand) {
    const std::string_view name = special_name(operand.values[0]);
    if (name.empty())
        out.dec(operand.values[0]);
    else
        out.text(name);
}

bool parse_special(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    return parser.name_or_integer(isa::SymbolSpace::special, isa::Field::u16, values[0]);
}

void print_exact(TextWriter& out, const isa::Symbols&, const isa::OperandView& operand) {
    out.hex0x(operand.instruction.opcode, 3);
}

/// Rows over several codes are told apart by the code itself; the field holds its distance from the row's
/// first.
bool parse_exact(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    std::uint32_t code = 0;
    if (!parser.integer(isa::Field::u16, code)) return false;
    const isa::Row* row = table().find(code);
    if (row == nullptr || row->operands.empty() || row->operands[0].kind != parser.spec().kind)
        return parser.fail("this code has an instruction of its own");
    values[0] = code - row->opcode;
    return true;
}

} // namespace table_rows

namespace {

using namespace table_rows;

/// Codes from 0x400 on all belong to the last row, but Table::find looks into an index: this is it, 128 KB of
/// constants.
constexpr auto index = [] {
    std::array<std::uint16_t, 0x10000> result{};
    for (std::size_t i = 0; i + 1 < row_count; ++i)
        for (std::uint32_t opcode = rows[i].opcode; opcode <= rows[i].opcode_last; ++opcode)
            result[opcode] = static_cast<std::uint16_t>(i + 1);
    std::fill(result.begin() + rows.back().opcode, result.end(), static_cast<std::uint16_t>(row_count));
    return result;
}();

constexpr isa::Table world_table{
    "ff7-worldmap", "Final Fantasy VII world map", isa::Field::u16, isa::AddressUnit::word16, rows, index};

} // namespace

const isa::Table& table() noexcept { return world_table; }

const Wording& wording(std::uint16_t row) noexcept {
    return definitions[row < row_count ? row : row_count - 1].wording;
}

} // namespace vellum::ff7
