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
        const std::size_t width = kind.field_count;
        const std::size_t end = spec.repeat == Repeat::once ? at + width : all.size();
        for (; at + width <= end; at += width) {
            if (!kind.shown) continue;
            if (!first) out.text(", ");
            first = false;
            const std::uint32_t next = kind.role == Role::relative ? next_address(code, index) : 0;
            kind.print(out, symbols, {code, instruction, spec, all.subspan(at, width), all, next});
        }
    }
}

/// `count` blanks, written in whole blocks: there is room for `most`, a multiple of 16.
char* put_blanks(char* at, std::size_t count, std::size_t most) {
    for (std::size_t done = 0; done < most; done += 16) std::memset(at + done, ' ', 16);
    return at + count;
}

/// "; 001f" and the line end.
char* put_comment(char* at, std::uint32_t address) {
    *at++ = ';';
    *at++ = ' ';
    at = put_hex4(at, address);
    *at++ = '\n';
    return at;
}

} // namespace

void print_instruction(TextWriter& out, const Code& code, std::size_t index, const Symbols& symbols) {
    const Instruction& instruction = code.instructions[index];
    const Row& row = code.row(instruction);
    out.text(row.mnemonic);
    if (!prints_operands(row, instruction)) return;
    constexpr std::size_t width = operand_column - mnemonic_column;
    out.fill(row.mnemonic.size() < width ? width - row.mnemonic.size() : 1, ' ');
    print_operands(out, code, index, symbols);
}

LinePrinter::LinePrinter(TextWriter& out, const Code& code, const Symbols& symbols, const ListingStyle& style)
    : out_(out), code_(code), symbols_(symbols), style_(style), heads_(code.table->rows.size()) {}

void LinePrinter::prepare(Head& head, const Row& row) {
    const std::string_view mnemonic = row.mnemonic;
    if (mnemonic_column + mnemonic.size() >= head.text.size()) return;
    head.text.fill(' ');
    std::ranges::copy(mnemonic, head.text.begin() + mnemonic_column);
    head.size_alone = static_cast<std::uint8_t>(mnemonic_column + mnemonic.size());
    head.size = static_cast<std::uint8_t>(std::max<std::size_t>(operand_column, head.size_alone + 1U));
    head.first_step = static_cast<std::uint16_t>(steps_.size());
    std::uint16_t at = 0;
    for (const OperandSpec& spec : row.operands) {
        const OperandKind& kind = *spec.kind;
        const bool list = spec.repeat != Repeat::once;
        if (kind.shown) {
            steps_.push_back({kind.print, &spec, at, kind.field_count, list, kind.role == Role::relative,
                              steps_.size() != head.first_step});
            if (!list)
                head.operands = true;
            else // it may be empty
                head.operands_from = static_cast<std::uint16_t>(row.operands.size());
        }
        at = static_cast<std::uint16_t>(at + kind.field_count);
    }
    head.end_step = static_cast<std::uint16_t>(steps_.size());
}

inline void LinePrinter::operands(const Head& head, const Instruction& instruction, std::size_t index) {
    const std::span<const std::uint32_t> all = code_.operands(instruction);
    const Step* const end = steps_.data() + head.end_step;
    for (const Step* step = steps_.data() + head.first_step; step != end; ++step) {
        const std::uint32_t next = step->relative ? next_address(code_, index) : 0;
        bool comma = step->comma_first;
        std::size_t at = step->at;
        if (step->list && at + step->width > all.size()) break; // an empty list
        do {
            if (comma) out_.text(", ");
            comma = true;
            step->print(out_, symbols_,
                        {code_, instruction, *step->spec, all.subspan(at, step->width), all, next});
            at += step->width;
        } while (step->list && at + step->width <= all.size());
    }
}

void LinePrinter::print(std::size_t index, std::string_view remark) {
    const Instruction& instruction = code_.instructions[index];
    Head& head = heads_[instruction.row];
    if (head.size == 0) [[unlikely]]
        prepare(head, code_.row(instruction));
    const std::size_t start = out_.size();
    if (head.size != 0) [[likely]] {
        const bool operands = head.operands || instruction.count >= head.operands_from;
        out_.block(head.text.size(), [&](char* at) {
            std::memcpy(at, head.text.data(), head.text.size());
            return at + (operands ? head.size : head.size_alone);
        });
        if (operands) this->operands(head, instruction, index);
    } else {
        out_.fill(mnemonic_column, ' ');
        print_instruction(out_, code_, index, symbols_);
    }
    const std::size_t written = out_.size() - start;
    const std::size_t gap = written < comment_column ? comment_column - written : 1;
    if (style_.addresses && !style_.bytes && remark.empty()) { // nearly every line
        constexpr std::size_t most = (comment_column / 16 + 1) * 16;
        out_.block(most + 16,
                   [&](char* at) { return put_comment(put_blanks(at, gap, most), instruction.address); });
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
