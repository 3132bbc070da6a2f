// Prints code lines. All text of an operand comes from its kind; this file only knows commas, columns and
// comments.
#include "isa/listing.hpp"

#include "base/text_writer.hpp"

namespace vellum::isa {

namespace {
constexpr std::size_t mnemonic_column = 4;
constexpr std::size_t operand_column = 18;
constexpr std::size_t comment_column = 52;
} // namespace

void print_label(TextWriter& out, const Symbols& symbols, std::uint32_t address) {
    if (symbols.write(out, SymbolSpace::label, address)) return;
    out.text("L_");
    out.hex(address, 4);
}

void print_instruction(TextWriter& out, const Code& code, std::size_t index, const Symbols& symbols) {
    const Instruction& instruction = code.instructions[index];
    const Row& row = code.row(instruction);
    out.text(row.mnemonic);
    const std::span<const std::uint32_t> all = code.operands(instruction);
    bool first = true;
    const std::uint32_t next = next_address(code, index);
    for_each_operand(row, all, [&](const OperandSpec& spec, std::span<const std::uint32_t> part) {
        if (!spec.kind->shown) return;
        if (first) {
            const std::size_t length = row.mnemonic.size();
            constexpr std::size_t width = operand_column - mnemonic_column;
            out.fill(length + 1 < width ? width - length : 1, ' ');
        } else
            out.text(", ");
        first = false;
        spec.kind->print(out, symbols, {code, instruction, spec, part, all, next});
    });
}

void print_line(TextWriter& out, const Code& code, std::size_t index, const Symbols& symbols,
                const ListingStyle& style, std::string_view remark) {
    out.text("    ");
    const std::size_t start = out.size();
    print_instruction(out, code, index, symbols);
    if (style.addresses || style.bytes || !remark.empty()) {
        const std::size_t written = out.size() - start + mnemonic_column;
        out.fill(written < comment_column ? comment_column - written : 1, ' ');
        out.ch(';');
        const Instruction& instruction = code.instructions[index];
        if (style.addresses) {
            out.ch(' ');
            out.hex(instruction.address, 4);
        }
        if (style.bytes) {
            std::vector<std::byte> bytes;
            encode(*code.table, instruction.opcode, code.row(instruction), code.operands(instruction), bytes);
            for (const std::byte byte : bytes) {
                out.ch(' ');
                out.hex(std::to_integer<unsigned>(byte), 2);
            }
        }
        if (!remark.empty()) {
            out.text("  ");
            out.text(remark);
        }
    }
    out.newline();
}

} // namespace vellum::isa
