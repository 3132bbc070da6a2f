// The instruction table: one row says everything about one instruction. Decoder, encoder, listing printer,
// assembler, verifier, `vellum isa`, the documents and the exhaustiveness tests all read it; nothing else
// knows an encoding. Operands are described by their kind, and a kind knows how it lies in the bytes, how it
// is printed and how it is read back, so no instruction has printing code of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes.hpp"
#include "isa/preformatted_operands.hpp"
#include "isa/symbols.hpp"
#include "vellum/code.hpp"

namespace vellum {
class TextWriter;
} // namespace vellum

namespace vellum::isa {

class OperandParser;
struct OperandView;

/// How operands of a kind are written in the listing and read back.
struct OperandText {
    void (*print)(TextWriter& out, const Symbols& symbols, const OperandView& operand) = nullptr;
    /// Reads what `print` wrote into `parser.values()`; false after reporting to the parser's diagnostics.
    bool (*parse)(OperandParser& parser, std::span<std::uint32_t> values) = nullptr;
    /// What `print` writes for the values that operands nearly always have.
    PreformattedOperands preformatted = {};
};

/// The text of kinds without usual values.
template <auto Print, auto Parse> inline constexpr OperandText text_of{Print, Parse, {}};

/// How to take one field out of the four bytes at its place.
struct FieldRead {
    std::uint32_t mask = 0;      ///< Bits that belong to the field; none if its value stands in the opcode.
    std::uint32_t sign = 0;      ///< Its sign bit if it has one.
    std::uint32_t in_opcode = 0; ///< All bits if its value stands in the opcode.
    std::uint32_t offset = 0;    ///< From the end of the opcode.

    /// `at` is the end of the opcode; the four bytes at the field's offset must be readable.
    [[nodiscard]] std::uint32_t value(const std::byte* at, std::uint32_t opcode) const noexcept {
        const std::uint32_t bits = load_u32(at + offset) & mask;
        return ((bits ^ sign) - sign) | (opcode & in_opcode);
    }
    /// The same for a field that is `masked`.
    [[nodiscard]] std::uint32_t bits(const std::byte* at) const noexcept {
        return load_u32(at + offset) & mask;
    }
    [[nodiscard]] constexpr bool masked() const noexcept { return sign == 0 && in_opcode == 0; }
};

/// The fields of a row in a form that is read without a branch, and of the list at its end if it has one.
struct Layout {
    static constexpr std::size_t most = 8;   ///< Rows with more fields before the list are not `plain`.
    static constexpr std::size_t usual = 4;  ///< So many are read without asking how many there are.
    static constexpr std::size_t beyond = 4; ///< Bytes behind the instruction that reading it may touch.
    std::array<FieldRead, most> fields{};
    std::array<FieldRead, 3> list{}; ///< One occurrence; offsets from its own start.
    std::uint32_t size = 0;          ///< Bytes behind the opcode, without the list.
    std::uint32_t list_size = 0;     ///< Bytes of one occurrence.
    std::uint16_t count = 0;         ///< Values without the list.
    std::uint8_t list_count = 0;     ///< Values of one occurrence; 0: no list.
    std::uint8_t count_from = 0;     ///< Which value tells how many occurrences there are, or whom to ask.
    bool external = false;           ///< The decode context is asked.
    bool plain = true;
    std::ptrdiff_t touched =
        0; ///< Bytes behind the opcode that must be there to read it; never, if it is not `plain`.
    bool masked = true; ///< Each field is its four bytes under its mask: none has a sign to extend or lies in
                        ///< the opcode.
};

[[nodiscard]] constexpr FieldRead read_of(Field field, std::uint32_t offset) noexcept {
    FieldRead read{0, 0, 0, offset};
    if (field == Field::opcode)
        read.in_opcode = 0xFFFFFFFFU;
    else
        read.mask = 0xFFFFFFFFU >> (32 - 8 * field_size(field));
    if (field == Field::i8) read.sign = 0x80;
    if (field == Field::i16) read.sign = 0x8000;
    return read;
}

[[nodiscard]] constexpr Layout layout_of(const Row& row) noexcept {
    Layout layout;
    for (const OperandSpec& operand : row.operands) {
        const OperandKind& kind = *operand.kind;
        if (operand.repeat != Repeat::once) { // the last operand; all before it are one value wide
            layout.external = operand.repeat == Repeat::external;
            layout.count_from = operand.count_from;
            for (std::uint8_t f = 0; f < kind.field_count; ++f) {
                layout.list[layout.list_count++] = read_of(kind.fields[f], layout.list_size);
                layout.list_size += field_size(kind.fields[f]);
            }
            layout.plain = layout.list_size != 0;
            break;
        }
        layout.plain = layout.count + kind.field_count <= Layout::most;
        if (!layout.plain) break;
        for (std::uint8_t f = 0; f < kind.field_count; ++f) {
            layout.fields[layout.count++] = read_of(kind.fields[f], layout.size);
            layout.size += field_size(kind.fields[f]);
        }
    }
    constexpr std::ptrdiff_t never = PTRDIFF_MAX;
    layout.touched = layout.plain ? static_cast<std::ptrdiff_t>(layout.size + Layout::beyond) : never;
    for (const FieldRead& read : layout.fields) layout.masked = layout.masked && read.masked();
    for (const FieldRead& read : layout.list) layout.masked = layout.masked && read.masked();
    return layout;
}

/// Builds `Table::layouts` at compile time.
template <std::size_t N> consteval std::array<Layout, N> make_layouts(std::span<const Row> rows) {
    std::array<Layout, N> layouts{};
    for (std::size_t i = 0; i < N; ++i) layouts[i] = layout_of(rows[i]);
    return layouts;
}

void two_rows_share_an_opcode(); // never defined: reaching it fails the constant evaluation below

/// Builds `Table::index` at compile time. N must exceed the highest opcode.
template <std::size_t N> consteval std::array<std::uint16_t, N> make_index(std::span<const Row> rows) {
    std::array<std::uint16_t, N> index{};
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::uint32_t opcode = rows[i].opcode; opcode <= rows[i].opcode_last; ++opcode) {
            if (index[opcode] != 0) two_rows_share_an_opcode();
            index[opcode] = static_cast<std::uint16_t>(i + 1);
        }
    return index;
}

/// Every instruction of the row has a value there.
constexpr bool operand_tells(const Row& row, std::size_t at) noexcept {
    std::size_t values = 0;
    for (const OperandSpec& operand : row.operands)
        if (operand.repeat == Repeat::once) values += operand.kind->field_count;
    return at < values;
}

/// Compile-time check of a table's rows: names, meanings and kinds are there, counts come from earlier
/// operands, flow and targets agree. Use in a static_assert.
consteval bool well_formed(std::span<const Row> rows) {
    for (const Row& row : rows) {
        if (row.mnemonic.empty() || row.meaning.empty() || row.opcode_last < row.opcode) return false;
        for (std::size_t i = 0; i < row.operands.size(); ++i) {
            const OperandSpec& operand = row.operands[i];
            if (operand.kind == nullptr || operand.name.empty()) return false;
            const OperandText* text = operand.kind->text;
            if (text == nullptr || text->print == nullptr || text->parse == nullptr) return false;
            if (operand.repeat != Repeat::once && operand.count_from >= i) return false;
            // the decoder finds the count by operand index, so everything before a list is one value wide
            if (i + 1 != row.operands.size() && row.operands.back().repeat != Repeat::once &&
                operand.kind->field_count != 1)
                return false;
            if (operand.repeat != Repeat::once && i + 1 != row.operands.size()) return false;
        }
        const bool jumps = row.flow == Flow::jump || row.flow == Flow::branch;
        if (jumps && row.target_operand() < 0) return false;
        for (const SlotCount& count : {row.stack.pops, row.stack.pushes})
            if (count.depends() &&
                (row.operands.empty() || (count.at != SlotCount::last && !operand_tells(row, count.at))))
                return false;
    }
    return true;
}

} // namespace vellum::isa
