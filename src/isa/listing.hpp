// Prints decoded instructions as assembly text that the assembler reads back to the same bytes. Headers, data
// and function frames are the engine's part of a listing; a line of code is printed here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "isa/code.hpp"
#include "isa/symbols.hpp"

namespace vellum {
class TextWriter;
}

namespace vellum::isa {

/// How code lines look.
struct ListingStyle {
    bool addresses = true; ///< `; 001f` behind each instruction
    bool bytes = false;    ///< also the encoded bytes, in the comment
};

/// Prints mnemonic and operands of code.instructions[index], without indentation, comment or line end.
void print_instruction(TextWriter& out, const Code& code, std::size_t index, const Symbols& symbols);

/// Prints the lines of one code. What is the same for all instructions of a row is worked out once.
class LinePrinter {
  public:
    /// All but `style` must outlive the printer.
    LinePrinter(TextWriter& out, const Code& code, const Symbols& symbols, const ListingStyle& style);

    /// Prints one whole line: indentation, instruction, comment with address and bytes as the style says,
    /// line end. `remark` is added to the comment if not empty.
    void print(std::size_t index, std::string_view remark = {});

  private:
    /// One shown operand of a row.
    struct Step {
        void (*print)(TextWriter& out, const Symbols& symbols, const OperandView& operand) = nullptr;
        const OperandSpec* spec = nullptr;
        std::uint16_t at = 0;    ///< Its first value in the instruction.
        std::uint8_t width = 0;  ///< Values of one occurrence.
        bool list = false;       ///< Occurs to the end of the values.
        bool relative = false;   ///< Wants to know where the next instruction is.
        bool comma_first = true; ///< Something stands before it.
    };
    /// How the lines of a row begin, and what follows.
    struct Head {
        std::array<char, 48> text{};          ///< Indentation, mnemonic, blanks up to the operands.
        std::uint8_t size = 0;                ///< 0: not worked out yet, or the mnemonic is too long.
        std::uint8_t size_alone = 0;          ///< Without the blanks.
        bool operands = false;                ///< Every instruction of the row prints some,
        std::uint16_t operands_from = 0xFFFF; ///< or those with so many values.
        std::uint16_t first_step = 0, end_step = 0;
    };

    void prepare(Head& head, const Row& row);
    void operands(const Head& head, const Instruction& instruction, std::size_t index);
    void comment(const Instruction& instruction, std::string_view remark);

    TextWriter& out_;
    const Code& code_;
    const Symbols& symbols_;
    ListingStyle style_;
    std::vector<Head> heads_; // by row
    std::vector<Step> steps_; // of the rows met so far
    std::vector<std::byte> bytes_;
};

/// Writes the label of an address: the symbols' name for it or `L_` and the address in hexadecimal.
void print_label(TextWriter& out, const Symbols& symbols, std::uint32_t address);

} // namespace vellum::isa
