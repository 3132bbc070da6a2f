// Prints code lines. All text of an operand comes from its kind; this file only knows commas, columns and
// comments.
#include "isa/listing.hpp"

#include <algorithm>
#include <cstring>

#include "base/text_writer.hpp"

namespace vellum::isa {

namespace {
constexpr std::size_t mnemonic_column = 4;
constexpr std::size_t operand_column = 18;
constexpr std::size_t comment_column = 52;
} // namespace

void print_label(TextWriter& out, const Symbols& symbols, std::uint32_t address) {
    if (symbols.write(out, SymbolSpace::label, address)) return;
    out.block(16, [address](char* at) {
        *at++ = 'L';
        *at++ = '_';
        return put_hex4(at, address);
    });
}

namespace {

/// The mnemonic and the blanks before the first operand, if the instruction prints one.
void append_head(const Row& row, bool operands, std::string& out) {
    const std::size_t start = out.size();
    out += row.mnemonic;
    constexpr std::size_t width = operand_column - mnemonic_column;
    if (operands) out.resize(start + std::max(width, row.mnemonic.size() + 1), ' ');
}

bool prints_operands(const Row& row, const Instruction& instruction) {
    // A list may be empty; all other operands are there.
    return instruction.count != 0 && std::ranges::any_of(row.operands, [&](const OperandSpec& spec) {
               return spec.kind->shown &&
                      (spec.repeat == Repeat::once || instruction.count >= row.operands.size());
           });
}

void print_operands(TextWriter& out, const Code& code, std::size_t index, const Symbols& symbols) {
    const Instruction& instruction = code.instructions[index];
    const std::span<const std::uint32_t> all = code.operands(instruction);
    std::size_t at = 0;
    bool first = true;
    for (const OperandSpec& spec : code.row(instruction).operands) {
        const OperandKind& kind = *spec.kind;
        const std::size_t end = spec.repeat == Repeat::once ? at + kind.field_count : all.size();
        for (; at + kind.field_count <= end; at += kind.field_count) {
            if (!kind.shown) continue;
            if (!first) out.text(", ");
            first = false;
            const std::uint32_t next = kind.role == Role::relative ? next_address(code, index) : 0;
            kind.print(out, symbols, {code, instruction, spec, all.subspan(at, kind.field_count), all, next});
        }
    }
}

} // namespace

void print_instruction(TextWriter& out, const Code& code, std::size_t index, const Symbols& symbols) {
    std::string head;
    const Instruction& instruction = code.instructions[index];
    append_head(code.row(instruction), prints_operands(code.row(instruction), instruction), head);
    out.text(head);
    print_operands(out, code, index, symbols);
}

LinePrinter::LinePrinter(TextWriter& out, const Code& code, const Symbols& symbols, const ListingStyle& style)
    : out_(out), code_(code), symbols_(symbols), style_(style), prefixes_(code.table->rows.size() * 2) {}

void LinePrinter::print(std::size_t index, std::string_view remark) {
    const Instruction& instruction = code_.instructions[index];
    const Row& row = code_.row(instruction);
    const bool operands = instruction.count != 0 && prints_operands(row, instruction);
    std::string& prefix = prefixes_[instruction.row * std::size_t{2} + (operands ? 1 : 0)];
    if (prefix.empty()) {
        prefix.assign(mnemonic_column, ' ');
        append_head(row, operands, prefix);
    }
    const std::size_t start = out_.size();
    out_.text(prefix);
    print_operands(out_, code_, index, symbols_);
    const std::size_t written = out_.size() - start;
    const std::size_t gap = written < comment_column ? comment_column - written : 1;
    if (style_.addresses && !style_.bytes && remark.empty()) { // nearly every line
        out_.block(gap + 16, [&](char* at) {
            std::memset(at, ' ', gap);
            at += gap;
            *at++ = ';';
            *at++ = ' ';
            at = put_hex4(at, instruction.address);
            *at++ = '\n';
            return at;
        });
        return;
    }
    if (style_.addresses || style_.bytes || !remark.empty()) {
        out_.fill(gap, ' ');
        comment(instruction, remark);
    }
    out_.newline();
}

void LinePrinter::comment(const Instruction& instruction, std::string_view remark) {
    out_.ch(';');
    if (style_.addresses) {
        out_.ch(' ');
        out_.hex(instruction.address, 4);
    }
    if (style_.bytes) {
        bytes_.clear();
        encode(*code_.table, instruction.opcode, code_.row(instruction), code_.operands(instruction), bytes_);
        for (const std::byte byte : bytes_) {
            out_.ch(' ');
            out_.hex(std::to_integer<unsigned>(byte), 2);
        }
    }
    if (!remark.empty()) {
        out_.text("  ");
        out_.text(remark);
    }
}

} // namespace vellum::isa
