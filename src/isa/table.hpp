// The instruction table: one row says everything about one instruction. Decoder, encoder, listing printer,
// assembler, verifier, `vellum isa`, the documents and the exhaustiveness tests all read it; nothing else
// knows an encoding. Operands are described by their kind, and a kind knows how it lies in the bytes, how it
// is printed and how it is read back, so no instruction has printing code of its own.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.hpp"
#include "isa/preformatted_operands.hpp"
#include "isa/symbols.hpp"

namespace vellum {
class TextWriter;
} // namespace vellum

namespace vellum::isa {

class OperandParser;
struct OperandView;
struct Row;

/// How one value lies in the code bytes (little-endian). `opcode` takes no bytes: the value is the opcode
/// minus the first opcode of its row (FF7 CALL_n).
enum class Field : std::uint8_t { u8, i8, u16, i16, u32, i32, f32, opcode };

/// Bytes a field takes in the code.
[[nodiscard]] constexpr std::uint32_t field_size(Field field) noexcept {
    switch (field) {
    case Field::u8:
    case Field::i8: return 1;
    case Field::u16:
    case Field::i16: return 2;
    case Field::opcode: return 0;
    default: return 4;
    }
}

/// What an instruction does with the place an operand names.
enum class Access : std::uint8_t { none, read, write, read_write };

/// What the operand means to control flow and to cross references, independent of how it is printed.
enum class Role : std::uint8_t {
    plain,    ///< nothing an outsider has to understand
    target,   ///< an absolute code address in the table's address unit
    relative, ///< a code address relative to the following instruction, in the table's address unit
    reference ///< an id in the symbol space that the kind names
};

/// Where control goes after an instruction.
enum class Flow : std::uint8_t {
    next,   ///< to the following instruction
    jump,   ///< to the target operand only
    branch, ///< to the target operand or on
    call,   ///< to the target operand (or an address not in the operands) and later back to the following
            ///< instruction
    ret,    ///< back to the caller
    stop,   ///< nowhere: ends the run
    suspend ///< on, perhaps in a later frame
};

/// True if control can go on with the following instruction, at once or later.
[[nodiscard]] constexpr bool falls_through(Flow flow) noexcept {
    return flow == Flow::next || flow == Flow::branch || flow == Flow::call || flow == Flow::suspend;
}

/// True if control can go to the target operand without coming back.
[[nodiscard]] constexpr bool jumps(Flow flow) noexcept { return flow == Flow::jump || flow == Flow::branch; }

/// How often an operand stands in the code.
enum class Repeat : std::uint8_t {
    once,
    counted, ///< as often as the operand with index `count_from` says
    external ///< as often as the decode context answers for the value of the operand with index `count_from`
};

/// A kind of operand: its encoding, its text form and what it refers to. Kinds are static objects.
struct OperandKind {
    std::string_view name;         ///< For people: "stack slot", "string", "label".
    std::array<Field, 3> fields{}; ///< The values one occurrence consists of.
    std::uint8_t field_count = 1;  ///< 1 to 3.
    Role role = Role::plain;
    SymbolSpace space = SymbolSpace::none; ///< For Role::reference and for labels.
    void (*print)(TextWriter& out, const Symbols& symbols, const OperandView& operand) = nullptr;
    /// Reads what `print` wrote into `parser.values()`; false after reporting to the parser's diagnostics.
    bool (*parse)(OperandParser& parser, std::span<std::uint32_t> values) = nullptr;
    /// False if the operand is not written in the listing at all (implied by others).
    bool shown = true;
    /// What `print` writes for the values that operands nearly always have.
    PreformattedOperands preformatted = {};

    [[nodiscard]] constexpr std::uint32_t encoded_size() const noexcept {
        std::uint32_t size = 0;
        for (std::uint8_t i = 0; i < field_count; ++i) size += field_size(fields[i]);
        return size;
    }
};

/// One operand of one instruction.
struct OperandSpec {
    std::string_view name; ///< "source", "target", "pop": used in documents and messages.
    const OperandKind* kind = nullptr;
    Access access = Access::none;
    Repeat repeat = Repeat::once;
    std::uint8_t count_from = 0; ///< For Repeat: the index of the operand that tells the count.
    std::uint8_t param = 0;      ///< Free for the kind: which mode bit belongs to this operand, for example.
};

/// How many slots an instruction pops or pushes: a fixed number and what one of its values tells.
struct SlotCount {
    static constexpr std::uint8_t last = 0xFF; ///< For `at`: the last value.

    std::uint32_t fixed = 0;
    std::uint32_t bits = 0;    ///< These bits of the value, moved down to bit 0, are added.
    std::uint32_t flipped = 0; ///< Bits of the value that count as if they were the opposite.
    std::uint8_t at = 0;       ///< Which value; not looked at without `bits`.
    std::uint8_t shift = 0;    ///< Lowest of `bits`.

    constexpr SlotCount(std::uint32_t number = 0) noexcept : fixed(number) {} // NOLINT: a number is one
    /// What the bits of the value at `at` tell.
    static constexpr SlotCount from_operand(std::uint8_t at, std::uint32_t bits = 0xFFFFFFFF) noexcept {
        SlotCount count;
        count.bits = bits;
        count.at = at;
        count.shift = static_cast<std::uint8_t>(std::countr_zero(bits));
        return count;
    }
    /// One, unless that bit of the value is set.
    static constexpr SlotCount one_unless(std::uint8_t at, std::uint32_t bit) noexcept {
        SlotCount count = from_operand(at, bit);
        count.flipped = bit;
        return count;
    }

    /// So many more.
    [[nodiscard]] constexpr SlotCount plus(std::uint32_t number) const noexcept {
        SlotCount count = *this;
        count.fixed += number;
        return count;
    }

    [[nodiscard]] constexpr bool depends() const noexcept { return bits != 0; }
    /// For an instruction with those values; there must be some if the count depends on them.
    [[nodiscard]] constexpr std::uint32_t of(const std::uint32_t* values, std::size_t count) const noexcept {
        if (bits == 0) return fixed;
        return fixed + (((values[at == last ? count - 1 : at] ^ flipped) & bits) >> shift);
    }
};

/// Change of the operand stack, in slots. An engine without an operand stack leaves it empty.
struct StackEffect {
    SlotCount pops;
    SlotCount pushes;
    std::string_view text; ///< "a b -- a+b" for documents.
    /// The counts are not in the instruction: the program tells them.
    bool in_program = false;

    [[nodiscard]] constexpr bool depends() const noexcept {
        return in_program || pops.depends() || pushes.depends();
    }
};

/// One instruction. `operands` may be empty.
struct Row {
    std::string_view mnemonic;
    std::uint16_t opcode = 0;      ///< First opcode of the row in this table's numbering.
    std::uint16_t opcode_last = 0; ///< Last opcode; equal to `opcode` for nearly all rows.
    std::span<const OperandSpec> operands;
    StackEffect stack;
    Flow flow = Flow::next;
    std::string_view meaning; ///< One line, for people.

    /// Index of the operand with Role::target or Role::relative, or -1.
    [[nodiscard]] constexpr int target_operand() const noexcept {
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const Role role = operands[i].kind->role;
            if (role == Role::target || role == Role::relative) return static_cast<int>(i);
        }
        return -1;
    }
};

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

/// What an instruction address counts.
enum class AddressUnit : std::uint8_t {
    instruction, ///< index of the instruction (Pathologic)
    byte,        ///< byte offset (Skrit)
    word16,      ///< 16-bit words (FF7)
    word32       ///< 32-bit words (AGS)
};

/// A numbering: the rows in opcode order plus what is common to all of them.
struct Table {
    std::string_view name; ///< "pathologic-hd"
    std::string_view title;
    Field opcode_field = Field::u8; ///< Width of the opcode: u8, u16 or u32.
    AddressUnit unit = AddressUnit::byte;
    std::span<const Row> rows;
    /// opcode -> row index + 1, 0 for none; made by `make_index`. May be shorter than the opcode range.
    std::span<const std::uint16_t> index;
    /// One per row, made by `make_layouts`; the decoder is slower without.
    std::span<const Layout> layouts = {};

    [[nodiscard]] constexpr const Row* find(std::uint32_t opcode) const noexcept {
        if (opcode >= index.size() || index[opcode] == 0) return nullptr;
        return &rows[index[opcode] - 1U];
    }
};

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
            if (operand.kind->print == nullptr || operand.kind->parse == nullptr) return false;
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
