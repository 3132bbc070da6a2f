// Prints decoded instructions as assembly text that the assembler reads back to the same bytes. Headers, data
// and function frames are the engine's part of a listing; a line of code is printed here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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
    bool addresses = true;         ///< `; 001f` behind each instruction
    bool bytes = false;            ///< also `@0x1c4`, where they stand in the file, and the encoded bytes
    std::uint64_t code_offset = 0; ///< of the first code byte in the file, for `bytes`; 0: in none
    /// The code itself, for `bytes`, where its opcodes have bits that decoding left out.
    std::span<const std::byte> code = {};
};

/// Prints mnemonic and operands of code.instructions[index], without indentation, comment or line end.
void print_instruction(TextWriter& out, const Code& code, std::size_t index, const Symbols& symbols);

/// What is the same in the lines of all instructions of a row, worked out once for a table.
class LineTable {
  public:
    /// The table must outlive this.
    explicit LineTable(const Table& table);
    LineTable(LineTable&&) = default; // a copy would point into the original

  private:
    friend class LinePrinter;

    /// One shown operand of a row.
    struct Step {
        // The usual texts: which value they are of, and what chooses the list.
        std::array<const ShortText*, 2> texts{};
        std::uint32_t limit = 0;      ///< Values from here on are not usual.
        std::uint32_t value_bits = 0; ///< Bits of the value that count.
        std::uint32_t mark_bits = 0;  ///< Bits of the mark that count.
        std::uint32_t mark_limit = 0; ///< Greater marks are not usual.
        std::uint16_t at = 0;         ///< Its first value in the instruction.
        std::uint8_t mark_at = 0;     ///< Where the mark stands, from the first value of the occurrence,
        bool mark_last = false;       ///< or in the last value of the instruction.
        std::uint8_t width = 0;       ///< Values of one occurrence.
        std::uint8_t lead = 0;        ///< Characters of ", " before the operand: all or none.
        const OperandSpec* spec = nullptr;
    };
    /// How the lines of a row begin, and what follows.
    struct Head {
        std::array<char, 32> text{}; ///< Indentation, mnemonic, blanks up to the operands.
        const Step* steps = nullptr; ///< Operands that stand once.
        std::uint8_t step_count = 0;
        bool list = false;               ///< One more step: an operand that occurs to the end of the values.
        std::uint8_t size = 0;           ///< 0: the row has too much for this.
        std::uint8_t size_alone = 0;     ///< Without the blanks.
        std::uint16_t operands_from = 0; ///< Instructions with so many values print some.
    };
    void prepare(Head& head, const Row& row);

    std::vector<Head> heads_; // by row
    std::vector<Step> steps_; // of all rows
};

/// Prints the lines of one code.
class LinePrinter {
  public:
    /// All but `style` must outlive the printer; `lines` is of the code's table.
    LinePrinter(TextWriter& out, const Code& code, const Symbols& symbols, const ListingStyle& style,
                const LineTable& lines)
        : out_(out), code_(code), symbols_(symbols), style_(style), lines_(lines) {}

    /// Prints one whole line: indentation, instruction, comment with address and bytes as the style says,
    /// line end. `comment` is added to the comment if not empty.
    void print(std::size_t index, std::string_view comment = {});
    /// Prints the lines from `first` to before `last`, without comments.
    void print_all(std::size_t first, std::size_t last);

  private:
    using Step = LineTable::Step;
    using Head = LineTable::Head;
    struct Line;

    Line open(std::size_t lines, std::size_t written);
    Line reopen(Line line, std::size_t lines);
    Line begin(Line line, const Head& head, const Instruction& instruction, const std::uint32_t* all);
    Line begin_slowly(Line line, const Instruction& instruction);
    Line operand(Line line, const Step& step, const Instruction& instruction, std::uint32_t last,
                 const std::uint32_t* values, std::size_t lead);
    Line list(Line line, const Step& step, const Instruction& instruction);
    Line unusual(Line line, const Step& step, const Instruction& instruction, const std::uint32_t* values);
    void write_comment(const Instruction& instruction, std::string_view comment);

    TextWriter& out_;
    const Code& code_;
    const Symbols& symbols_;
    ListingStyle style_;
    const LineTable& lines_;
    std::vector<std::byte> bytes_;
};

/// Writes the label of an address: the symbols' name for it or `L_` and the address in hexadecimal.
void print_label(TextWriter& out, const Symbols& symbols, std::uint32_t address);

} // namespace vellum::isa
