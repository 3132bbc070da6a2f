// Decoded instructions: what the decoder makes of code bytes and what printer, encoder, verifier and machines
// read. Two flat arrays, no allocation per instruction; every encoded value is kept as 32 bits, so encoding
// the result again gives the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isa/table.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::isa {

/// One decoded instruction. `first`/`count` select its values in Code::values.
struct Instruction {
    std::uint32_t address; ///< In the table's address unit.
    std::uint32_t offset;  ///< Byte offset from the start of the code.
    std::uint32_t first;   ///< Index of the first value.
    std::uint16_t count;   ///< Number of values over all operands and repetitions.
    std::uint16_t row;     ///< Index in Table::rows.
    std::uint16_t opcode;  ///< As it stood in the code (rows may span several).
};

/// Where an assembled instruction stands in its listing.
struct TextLine {
    std::uint32_t address;
    std::uint32_t line, column; ///< From 1.
};

/// "0x001f": an address in a message, with the digits that listings have.
[[nodiscard]] std::string address_text(std::uint64_t address);

/// A decoded code section.
struct Code {
    const Table* table = nullptr;
    std::vector<Instruction> instructions;
    std::vector<std::uint32_t> values;
    std::uint32_t size = 0;      ///< Bytes.
    std::vector<TextLine> lines; ///< By address; only of code that was assembled from text.

    /// Where to point for what is wrong at an address: the place in the listing that the code was assembled
    /// from, or else the byte of the file.
    [[nodiscard]] Place place_of(std::uint32_t address, std::uint64_t offset) const;
    /// "Push at 0x001f", the address as listings show it.
    [[nodiscard]] std::string words_for(const Instruction& instruction) const;

    [[nodiscard]] const Row& row(const Instruction& instruction) const noexcept {
        return table->rows[instruction.row];
    }
    [[nodiscard]] std::span<const std::uint32_t> operands(const Instruction& instruction) const noexcept {
        return std::span(values).subspan(instruction.first, instruction.count);
    }
    /// Index of the instruction at that address, or -1 if none begins there. Binary search (direct for
    /// AddressUnit::instruction).
    [[nodiscard]] std::ptrdiff_t at(std::int64_t address) const noexcept;
    /// Address just behind the last instruction.
    [[nodiscard]] std::uint32_t end_address() const noexcept;
};

/// One operand of one instruction as kinds see it while printing.
struct OperandView {
    const Code& code;
    const Instruction& instruction;
    const OperandSpec& spec;
    std::span<const std::uint32_t> values; ///< This occurrence.
    std::span<const std::uint32_t> all;    ///< All values of the instruction.
    std::uint32_t next_address = 0;        ///< Address of the following instruction, for Role::relative.
};

/// What the decoder cannot know from the code alone.
struct DecodeContext {
    /// How many times the operand repeats, for Repeat::external; -1 if the id is out of range.
    std::int64_t (*repeat)(const void* self, std::uint32_t id) = nullptr;
    const void* self = nullptr;
    std::uint64_t base_offset = 0;               ///< Added to offsets in diagnostics.
    std::uint32_t max_instructions = 0xFFFFFFFF; ///< Stop after that many (Pathologic states the count).
};

/// Decodes until the bytes end or `max_instructions` are read. Fails with `isa.unknown-opcode`,
/// `isa.truncated` or `isa.repeat`, pointing at the instruction. `consumed` (if given) gets the number of
/// bytes read.
[[nodiscard]] Result<Code> decode(const Table& table, std::span<const std::byte> bytes,
                                  const DecodeContext& context = {}, std::size_t* consumed = nullptr);

/// Bytes of one instruction, appended. Values must fit their fields (the parser sees to that).
void encode(const Table& table, std::uint16_t opcode, const Row& row, std::span<const std::uint32_t> values,
            std::vector<std::byte>& out);

/// Bytes of all instructions, in order.
[[nodiscard]] std::vector<std::byte> encode(const Code& code);

/// Encoded size in bytes of an instruction with that many values.
[[nodiscard]] std::uint32_t encoded_size(const Table& table, const Row& row, std::size_t value_count);

/// Absolute target of a jump, branch or call with a target operand; nothing for others. `index` is the
/// position of the instruction in code.instructions. May lie outside the code.
[[nodiscard]] std::optional<std::int64_t> target_of(const Code& code, std::size_t index);

/// Address of the instruction that follows.
[[nodiscard]] std::uint32_t next_address(const Code& code, std::size_t index);

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

} // namespace vellum::isa
