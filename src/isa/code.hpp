// From code bytes to decoded instructions (vellum/code.hpp) and back. Two flat arrays, no allocation per
// instruction; every encoded value is kept as 32 bits, so encoding the result again gives the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isa/table.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::isa {

/// "0x001f": an address in a message, with the digits that listings have.
[[nodiscard]] std::string address_text(std::uint64_t address);

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

} // namespace vellum::isa
