// The code model: what a program's code is made of. Instruction tables with their rows, decoded instructions
// and their operands, functions, basic blocks and references: the basis of disassemblers, decompilers,
// debuggers and documents. Everything here is plain data; a program's own is reached through Program and does
// not change while the program lives.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/export.hpp"

namespace vellum {

class Program;

namespace isa {

struct OperandText; // the library's own: how operands are printed and read
struct Layout;      // the library's own: how rows are decoded

/// What a number identifies: one space per kind of thing that scripts refer to, over all engines.
enum class SymbolSpace : std::uint8_t {
    none,
    label,    ///< code address
    native,   ///< host function, by import index
    string,   ///< text, by pool offset
    method,   ///< method name, by pool offset
    global,   ///< global variable
    task,     ///< Pathologic task
    event,    ///< event number
    state,    ///< Skrit state
    function, ///< script function
    import,   ///< import of any kind
    data,     ///< offset in global data
    special   ///< engine-defined constant (model ids, save addresses, registers)
};

/// How one value is encoded in the code (little-endian). `opcode` takes no bytes: the value is the opcode
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
    case Field::u32:
    case Field::i32:
    case Field::f32: break;
    }
    return 4;
}

/// How an instruction accesses the place named by an operand.
enum class Access : std::uint8_t { none, read, write, read_write };

/// What the operand means for control flow and cross references, regardless of how it is printed.
enum class Role : std::uint8_t {
    plain,     ///< no meaning outside the engine
    target,    ///< an absolute code address in the table's address unit
    relative,  ///< a code address relative to the following instruction, in the table's address unit
    reference, ///< an id in the symbol space that the kind names
    place      ///< where the code was in its source or file when it was compiled; no effect
};

/// Where control goes after an instruction.
enum class Flow : std::uint8_t {
    next,   ///< to the following instruction
    jump,   ///< to the target operand only
    branch, ///< to the target operand or to the following instruction
    call,   ///< to the target operand (or an address not in the operands) and later back to the following
            ///< instruction
    ret,    ///< back to the caller
    stop,   ///< nowhere: ends the run
    suspend ///< to the following instruction, perhaps in a later frame
};

/// True if control can reach the following instruction, at once or later.
[[nodiscard]] constexpr bool falls_through(Flow flow) noexcept {
    return flow == Flow::next || flow == Flow::branch || flow == Flow::call || flow == Flow::suspend;
}

/// True if control can go to the target operand without coming back.
[[nodiscard]] constexpr bool jumps(Flow flow) noexcept { return flow == Flow::jump || flow == Flow::branch; }

/// How often an operand occurs in the code.
enum class Repeat : std::uint8_t {
    once,
    counted, ///< as many times as the value of the operand with index `count_from`
    external ///< as many times as the decode context returns for the value of the operand with index
             ///< `count_from`
};

/// A kind of operand: its encoding, its text form and what it refers to. Kinds are static objects.
struct OperandKind {
    std::string_view name;                 ///< For people: "stack slot", "string", "label".
    std::array<Field, 3> fields{};         ///< The values one occurrence consists of.
    std::uint8_t field_count = 1;          ///< 1 to 3.
    Role role = Role::plain;               ///< Its meaning for control flow and references.
    SymbolSpace space = SymbolSpace::none; ///< For Role::reference and for labels.
    /// How the library prints it in listings and reads it back.
    const OperandText* text = nullptr;
    /// False if the operand is not written in the listing at all (implied by others).
    bool shown = true;

    /// Bytes of one occurrence.
    [[nodiscard]] constexpr std::uint32_t encoded_size() const noexcept {
        std::uint32_t size = 0;
        for (std::uint8_t i = 0; i < field_count; ++i) size += field_size(fields[i]);
        return size;
    }
};

/// One operand of one instruction.
struct OperandSpec {
    std::string_view name;             ///< "source", "target", "pop": used in documents and messages.
    const OperandKind* kind = nullptr; ///< Its encoding and meaning.
    Access access = Access::none;      ///< How the instruction accesses the place it names.
    Repeat repeat = Repeat::once;      ///< How often it occurs.
    std::uint8_t count_from = 0;       ///< For Repeat: the index of the operand with the count.
    std::uint8_t param = 0; ///< Free for the kind: which mode bit belongs to this operand, for example.
};

/// A register that an instruction uses implicitly.
struct ImplicitOperand {
    std::string_view name;        ///< Of the register.
    Access access = Access::none; ///< How it is accessed. A call writes everything that the callee may write.
    std::uint32_t number = 0;     ///< The register's number, as an explicit operand has it.
};

/// How many slots an instruction pops or pushes: a fixed number plus bits of one of its values.
struct SlotCount {
    static constexpr std::uint8_t last = 0xFF; ///< For `at`: the last value.

    std::uint32_t fixed = 0;   ///< The fixed number.
    std::uint32_t bits = 0;    ///< These bits of the value, moved down to bit 0, are added.
    std::uint32_t flipped = 0; ///< Bits of the value that are inverted first.
    std::uint8_t at = 0;       ///< Which value; ignored if `bits` is 0.
    std::uint8_t shift = 0;    ///< Lowest of `bits`.

    /// A fixed number.
    constexpr SlotCount(std::uint32_t number = 0) noexcept : fixed(number) {} // NOLINT: a number is one
    /// The number in the bits of the value at `at`.
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

    /// Adds a fixed number.
    [[nodiscard]] constexpr SlotCount plus(std::uint32_t number) const noexcept {
        SlotCount count = *this;
        count.fixed += number;
        return count;
    }

    /// True if it depends on a value of the instruction.
    [[nodiscard]] constexpr bool depends() const noexcept { return bits != 0; }
    /// The number for an instruction with these values, which must not be empty if it depends on one.
    [[nodiscard]] constexpr std::uint32_t of(const std::uint32_t* values, std::size_t count) const noexcept {
        if (bits == 0) return fixed;
        return fixed + (((values[at == last ? count - 1 : at] ^ flipped) & bits) >> shift);
    }
};

/// Change of the operand stack, in slots. Empty for engines without an operand stack.
struct StackEffect {
    SlotCount pops;        ///< Taken from the top, before anything is pushed.
    SlotCount pushes;      ///< Pushed.
    std::string_view text; ///< "a b -- a+b" for documents.
    /// The counts are not in the instruction but in the program.
    bool in_program = false;

    /// True if the counts depend on more than the row.
    [[nodiscard]] constexpr bool depends() const noexcept {
        return in_program || pops.depends() || pushes.depends();
    }
};

/// One instruction. `operands` may be empty.
struct Row {
    std::string_view mnemonic;                      ///< As listings have it.
    std::uint16_t opcode = 0;                       ///< First opcode of the row in this table's numbering.
    std::uint16_t opcode_last = 0;                  ///< Last opcode; equal to `opcode` for nearly all rows.
    std::span<const OperandSpec> operands;          ///< In the order of the bytes.
    StackEffect stack;                              ///< Its effect on the operand stack.
    Flow flow = Flow::next;                         ///< Where control goes next.
    std::string_view meaning;                       ///< One line, for people.
    std::span<const ImplicitOperand> implicit = {}; ///< Of register machines.

    /// Index of the operand with Role::target or Role::relative, or -1.
    [[nodiscard]] constexpr int target_operand() const noexcept {
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const Role role = operands[i].kind->role;
            if (role == Role::target || role == Role::relative) return static_cast<int>(i);
        }
        return -1;
    }
};

/// The unit of an instruction address.
enum class AddressUnit : std::uint8_t {
    instruction, ///< index of the instruction (Pathologic)
    byte,        ///< byte offset (Skrit)
    word16,      ///< 16-bit words (FF7)
    word32       ///< 32-bit words (AGS)
};

/// A numbering: the rows in opcode order plus what is common to all of them.
struct Table {
    std::string_view name;                ///< "pathologic-hd"
    std::string_view title;               ///< For people.
    Field opcode_field = Field::u8;       ///< Width of the opcode: u8, u16 or u32.
    AddressUnit unit = AddressUnit::byte; ///< What addresses count.
    std::span<const Row> rows;            ///< In the order of their opcodes.
    /// opcode -> row index + 1, 0 for none; made by `make_index`. May be shorter than the opcode range.
    std::span<const std::uint16_t> index;
    /// How the library decodes each row; null for a table without.
    const Layout* layouts = nullptr;

    /// The row of an opcode, or null.
    [[nodiscard]] constexpr const Row* find(std::uint32_t opcode) const noexcept {
        if (opcode >= index.size() || index[opcode] == 0) return nullptr;
        return &rows[index[opcode] - 1U];
    }
};

/// One decoded instruction. `first`/`count` select its values in Code::values.
struct Instruction {
    std::uint32_t address; ///< In the table's address unit.
    std::uint32_t offset;  ///< Byte offset from the start of the code.
    std::uint32_t first;   ///< Index of the first value.
    std::uint16_t count;   ///< Number of values over all operands and repetitions.
    std::uint16_t row;     ///< Index in Table::rows.
    std::uint16_t opcode;  ///< As in the code (rows may span several).
};

/// Where an assembled instruction is in its listing.
struct TextLine {
    std::uint32_t address; ///< Of the instruction.
    std::uint32_t line;    ///< From 1.
    std::uint32_t column;  ///< From 1.
};

/// A decoded code section.
struct VELLUM_API Code {
    const Table* table = nullptr;          ///< Whose rows the instructions are.
    std::vector<Instruction> instructions; ///< In the order of the code.
    std::vector<std::uint32_t> values;     ///< Of all operands, see Instruction.
    std::uint32_t size = 0;                ///< Bytes.
    std::vector<TextLine> lines;           ///< By address; only of code that was assembled from text.

    /// The place to report for an address: in the listing that the code was assembled from, otherwise the
    /// byte in the file.
    [[nodiscard]] Place place_of(std::uint32_t address, std::uint64_t offset) const;
    /// "Push at 0x001f", the address as listings show it.
    [[nodiscard]] std::string words_for(const Instruction& instruction) const;

    /// The table row of an instruction.
    [[nodiscard]] const Row& row(const Instruction& instruction) const noexcept {
        return table->rows[instruction.row];
    }
    /// The values of an instruction, those of all operands in sequence.
    [[nodiscard]] std::span<const std::uint32_t> operands(const Instruction& instruction) const noexcept {
        return std::span(values).subspan(instruction.first, instruction.count);
    }
    /// Index of the instruction at that address, or -1 if none begins there. Binary search (direct for
    /// AddressUnit::instruction).
    [[nodiscard]] std::ptrdiff_t at(std::int64_t address) const noexcept;
    /// Address just past the last instruction.
    [[nodiscard]] std::uint32_t end_address() const noexcept;
};

/// Absolute target of a jump, branch or call with a target operand; empty for others. `index` is the position
/// of the instruction in code.instructions. May be outside the code.
[[nodiscard]] VELLUM_API std::optional<std::int64_t> target_of(const Code& code, std::size_t index);

/// Address of the instruction that follows.
[[nodiscard]] VELLUM_API std::uint32_t next_address(const Code& code, std::size_t index);

/// Calls `visit(spec, values_of_this_occurrence)` for every operand occurrence of an instruction in file
/// order.
template <class Visit>
void for_each_operand(const Row& row, std::span<const std::uint32_t> values, Visit&& visit) {
    std::size_t position = 0;
    for (const OperandSpec& operand : row.operands) {
        const std::size_t width = operand.kind->field_count;
        if (operand.repeat == Repeat::once) {
            visit(operand, values.subspan(position, width));
            position += width;
        } else {
            for (; position + width <= values.size(); position += width)
                visit(operand, values.subspan(position, width));
        }
    }
}

[[nodiscard]] VELLUM_API std::string_view to_string(Field field) noexcept;   ///< "u8", "f32", "opcode".
[[nodiscard]] VELLUM_API std::string_view to_string(Access access) noexcept; ///< "none", "read-write".
[[nodiscard]] VELLUM_API std::string_view to_string(Flow flow) noexcept;     ///< "next", "branch", "return".
[[nodiscard]] VELLUM_API std::string_view to_string(AddressUnit unit) noexcept; ///< "bytes", "16-bit words".
/// The effect of a row on the operand stack, before and after: "a b -- a+b", "1 -- ?"; empty if it has none.
[[nodiscard]] VELLUM_API std::string stack_text(const Row& row);

} // namespace isa

/// A function of a program: something with an entry address.
struct Function {
    std::string name;             ///< Never empty; derived from the address if the file has no name.
    std::uint32_t address = 0;    ///< In the engine's address unit.
    std::uint32_t end = 0;        ///< Just past its last instruction, or 0 if unknown.
    std::int32_t parameters = -1; ///< -1 if unknown.
    std::string kind;             ///< "task init", "event", "export", "system", "model", "function".
    /// Other names: the listing's if `name` is the source's, or the game's.
    std::vector<std::string> also = {};
};

/// What a reference names.
enum class ReferenceKind : std::uint8_t {
    native,            ///< a function of the host
    method,            ///< a method of a host's object
    string,            ///< a text
    global,            ///< a global variable
    event,             ///< an event that code sends, waits for, enables or disables
    handler,           ///< an event that the script handles: the reference is the handler itself
    import,            ///< an import from another script or the host
    function,          ///< a script function
    possible_function, ///< a script function that a computed call may mean
    state,             ///< a state (Skrit)
    written_global     ///< a global variable that is written, in engines that distinguish it
};

/// "native", "possible function", …
[[nodiscard]] VELLUM_API std::string_view to_string(ReferenceKind kind) noexcept;

/// A use of something by name, for cross references.
struct Reference {
    ReferenceKind kind = ReferenceKind::native; ///< What the name refers to.
    std::string name;                           ///< As the script has it.
    std::uint32_t address = 0;                  ///< Instruction that uses it.
};

/// One operand of one instruction. What it points to lives as long as its program.
struct Operand {
    const isa::OperandSpec* spec = nullptr; ///< Its name, kind and access.
    /// As decoded, one for each of the kind's fields; the field gives the meaning of its 32 bits.
    std::span<const std::uint32_t> values;
    std::string text; ///< As in the listing; empty if the listing does not show it.
};

/// A basic block: instructions that always run one after the other.
struct BasicBlock {
    static constexpr std::uint32_t none = 0xFFFFFFFF; ///< No block.

    std::uint32_t first = 0;     ///< Index of its first instruction.
    std::uint32_t count = 0;     ///< Instructions in it.
    std::uint32_t next = none;   ///< The block that follows, as an index in the list of blocks.
    std::uint32_t target = none; ///< The block that the jump at its end goes to.
    bool entry = false;          ///< The function begins here.
};

/// Instruction `index` of the program's code as the listing has it, without comment: "Func    Trace/1, S[1]".
/// Empty past the end, and for programs without code.
[[nodiscard]] VELLUM_API std::string instruction_text(const Program& program, std::size_t index);

/// The operands of an instruction in the order of the file, those of a list one by one. None past the end.
[[nodiscard]] VELLUM_API std::vector<Operand> operands_of(const Program& program, std::size_t index);

/// The instructions from a function's entry to its end, or to the end of the code where that is not known, by
/// index in Code::instructions. None if no instruction begins at its address.
[[nodiscard]] VELLUM_API std::ranges::iota_view<std::size_t, std::size_t>
instructions_of(const Program& program, const Function& function);

/// The basic blocks that control reaches from a function's entry without following calls, in the order of the
/// code. A jump to an address without an instruction leads nowhere. None if no instruction begins at its
/// address. Time is nearly linear in the instructions reached.
[[nodiscard]] VELLUM_API std::vector<BasicBlock> blocks_of(const Program& program, const Function& function);

} // namespace vellum
