// Prints code lines. All text of an operand comes from its kind; this file only knows commas, columns and
// comments.
#include "isa/listing.hpp"

#include <algorithm>
#include <cstring>

#include "base/display_width.hpp"
#include "base/text_writer.hpp"

namespace vellum::isa {

namespace {
constexpr std::size_t mnemonic_column = 4;
constexpr std::size_t operand_column = 18;
constexpr std::size_t comment_column = 52;
constexpr std::string_view separator = ", ";
constexpr std::uint16_t no_operands = 0xFFFF;
// A line with all its usual parts touches less than `line_room` bytes: its head, blanks and comment, and the
// operands that a row can have beside a list, each with a separator.
constexpr std::size_t most_operands = 8;
constexpr std::size_t line_room = 256;
constexpr std::size_t longest_operand = 12; // a usual text is copied as eight bytes, a label has up to eleven
static_assert(32 + most_operands * (separator.size() + longest_operand) + (comment_column + 16) + 16 <=
              line_room);
} // namespace

void print_label(TextWriter& out, const Symbols& symbols, std::uint32_t address) {
    const std::string_view prefix = symbols.label_prefix(address);
    if (prefix.empty() && symbols.write(out, SymbolSpace::label, address)) return;
    out.text(prefix.empty() ? unnamed_label : prefix);
    out.block(8, [address](char* at) { return put_hex4(at, address); });
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
            kind.text->print(out, symbols, {code, instruction, spec, all.subspan(at, width), all, next});
        }
    }
}

/// Blanks from `at` up to `column`, but at least one; whole blocks are written. Some text stands before them.
char* put_blanks(char* at, char* column) {
    constexpr std::size_t most = 48;
    static_assert(comment_column - mnemonic_column <= most);
    std::memset(at, ' ', most);
    return column > at ? column : at + 1;
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

/// The line that is being written: its place in room that the writer has opened. Handed on by value, so that
/// it stays in registers.
struct LinePrinter::Line {
    char* at;    ///< The next character.
    char* stop;  ///< Up to here there is room for one more line of the usual sort.
    char* start; ///< Of the line.
};

/// Opens room for that many usual lines; `written` characters of one are there already.
inline LinePrinter::Line LinePrinter::open(std::size_t lines, std::size_t written) {
    char* const at = out_.open(lines * line_room);
    return {at, at + (lines - 1) * line_room, at - written};
}

/// Makes what was written text and opens room again.
[[gnu::noinline]] LinePrinter::Line LinePrinter::reopen(Line line, std::size_t lines) {
    out_.close(line.at);
    return open(lines, static_cast<std::size_t>(line.at - line.start));
}

LineTable::LineTable(const Table& table) : heads_(table.rows.size()) {
    std::size_t steps = 0;
    for (const Row& row : table.rows) steps += row.operands.size();
    steps_.reserve(steps); // heads point to them
    for (std::size_t i = 0; i < heads_.size(); ++i) prepare(heads_[i], table.rows[i]);
}

void LineTable::prepare(Head& head, const Row& row) {
    const std::string_view mnemonic = row.mnemonic;
    if (mnemonic_column + mnemonic.size() >= head.text.size() || row.operands.size() > most_operands) return;
    head.text.fill(' ');
    std::ranges::copy(mnemonic, head.text.begin() + mnemonic_column);
    head.size_alone = static_cast<std::uint8_t>(mnemonic_column + mnemonic.size());
    head.size = static_cast<std::uint8_t>(std::max<std::size_t>(operand_column, head.size_alone + 1U));
    head.steps = steps_.data() + steps_.size();
    head.operands_from = no_operands;
    std::uint16_t at = 0;
    bool first = true;
    for (const OperandSpec& spec : row.operands) {
        const OperandKind& kind = *spec.kind;
        const std::uint16_t start = at;
        at = static_cast<std::uint16_t>(at + kind.field_count);
        if (!kind.shown) continue;
        Step& step = steps_.emplace_back();
        step.lead = first ? 0 : static_cast<std::uint8_t>(separator.size());
        step.at = start;
        step.width = kind.field_count;
        step.spec = &spec;
        first = false;
        if (const PreformattedOperands& usual = kind.text->preformatted; !usual.plain.empty()) {
            const bool marked = usual.mark != PreformattedOperands::Mark::none;
            step.texts = {usual.plain.data(), marked ? usual.marked.data() : usual.plain.data()};
            step.limit = static_cast<std::uint32_t>(usual.plain.size());
            step.value_bits = usual.masked ? spec.param : 0xFFFFFFFFU;
            step.mark_last = usual.mark == PreformattedOperands::Mark::last_value;
            step.mark_at = usual.mark == PreformattedOperands::Mark::second_value ? 1 : 0;
            step.mark_bits = step.mark_last ? spec.param : marked ? 0xFFFFFFFFU : 0;
            step.mark_limit = step.mark_last ? spec.param : 1;
        }
        // A list may be empty; all other operands are there.
        head.list = spec.repeat != Repeat::once;
        if (!head.list) ++head.step_count;
        head.operands_from = std::min<std::uint16_t>(head.operands_from, head.list ? at : 0);
    }
}

/// Lets the kind itself print.
[[gnu::noinline]] LinePrinter::Line LinePrinter::unusual(Line line, const Step& step,
                                                         const Instruction& instruction,
                                                         const std::uint32_t* values) {
    if (step.spec->kind->role == Role::target && *values < code_.instructions.size() &&
        code_.table->unit == AddressUnit::instruction) {
        if (const std::string_view prefix = symbols_.label_prefix(*values); !prefix.empty()) {
            line.at = std::ranges::copy(prefix, line.at).out;
            line.at = put_hex4(line.at, *values);
            return line;
        }
    }
    const auto written = static_cast<std::size_t>(line.at - line.start);
    out_.close(line.at);
    const std::size_t before = out_.size();
    const auto index = static_cast<std::size_t>(&instruction - code_.instructions.data());
    step.spec->kind->text->print(out_, symbols_,
                                 {code_, instruction, *step.spec, std::span(values, step.width),
                                  code_.operands(instruction),
                                  step.spec->kind->role == Role::relative ? next_address(code_, index) : 0});
    return open(2, written + (out_.size() - before));
}

[[gnu::always_inline]] inline LinePrinter::Line
LinePrinter::operand(Line line, const Step& step, const Instruction& instruction, std::uint32_t last,
                     const std::uint32_t* values, std::size_t lead) {
    std::memcpy(line.at, separator.data(), separator.size());
    line.at += lead;
    const std::uint32_t value = *values & step.value_bits;
    const std::uint32_t mark = (step.mark_last ? last : values[step.mark_at]) & step.mark_bits;
    if (value >= step.limit || mark > step.mark_limit) return unusual(line, step, instruction, values);
    const ShortText& text = step.texts[mark != 0 ? 1 : 0][value];
    std::memcpy(line.at, &text, sizeof text);
    line.at += text.size;
    return line;
}

/// The last operand, as often as it occurs.
[[gnu::noinline]] LinePrinter::Line LinePrinter::list(Line line, const Step& step,
                                                      const Instruction& instruction) {
    const std::uint32_t* const all = code_.values.data() + instruction.first;
    const std::uint32_t last = all[instruction.count - 1];
    std::size_t lead = step.lead;
    for (std::size_t at = step.at; at + step.width <= instruction.count; at += step.width) {
        if (line.at > line.stop) line = reopen(line, 4);
        line = operand(line, step, instruction, last, all + at, lead);
        lead = separator.size();
    }
    return line;
}

/// A row with too much for a head.
[[gnu::cold, gnu::noinline]] LinePrinter::Line LinePrinter::begin_slowly(Line line,
                                                                         const Instruction& instruction) {
    out_.close(line.at);
    const std::size_t before = out_.size();
    out_.fill(mnemonic_column, ' ');
    print_instruction(out_, code_, static_cast<std::size_t>(&instruction - code_.instructions.data()),
                      symbols_);
    return open(2, out_.size() - before);
}

/// A line without its comment and end. There is room for one.
[[gnu::always_inline]] inline LinePrinter::Line
LinePrinter::begin(Line line, const Head& head, const Instruction& instruction, const std::uint32_t* all) {
    if (head.size == 0) [[unlikely]]
        return begin_slowly(line, instruction);
    line.start = line.at;
    std::memcpy(line.at, head.text.data(), head.text.size());
    if (instruction.count < head.operands_from) {
        line.at += head.size_alone;
        return line;
    }
    line.at += head.size;
    const std::uint32_t last = all[instruction.count - 1];
    const Step* step = head.steps;
    for (const Step* const end = step + head.step_count; step != end; ++step)
        line = operand(line, *step, instruction, last, all + step->at, step->lead);
    return head.list ? list(line, *step, instruction) : line;
}

void LinePrinter::print_all(std::size_t first, std::size_t last) {
    if (!style_.addresses || style_.bytes) {
        for (; first != last; ++first) print(first);
        return;
    }
    const std::uint32_t* const values = code_.values.data();
    const Head* const heads = lines_.heads_.data();
    const Instruction* instruction = code_.instructions.data() + first;
    const Instruction* const end = code_.instructions.data() + last;
    Line line = open(1, 0);
    for (; instruction != end; ++instruction) {
        if (line.at > line.stop)
            line = reopen(line, std::min<std::size_t>(static_cast<std::size_t>(end - instruction), 16) + 1);
        const Head& head = heads[instruction->row];
        line = begin(line, head, *instruction, values + instruction->first);
        const std::string_view text(line.start, static_cast<std::size_t>(line.at - line.start));
        line.at = put_blanks(line.at, line.start + comment_column + bytes_beyond_columns(text));
        line.at = put_comment(line.at, instruction->address);
    }
    out_.close(line.at);
}

void LinePrinter::print(std::size_t index, std::string_view comment) {
    const Instruction& instruction = code_.instructions[index];
    const std::size_t start = out_.size();
    const Line line =
        begin(open(1, 0), lines_.heads_[instruction.row], instruction, code_.operands(instruction).data());
    out_.close(line.at);
    if (style_.addresses || style_.bytes || !comment.empty()) {
        const std::string_view text = out_.view().substr(start);
        const std::size_t written = text.size() - bytes_beyond_columns(text);
        out_.fill(written < comment_column ? comment_column - written : 1, ' ');
        write_comment(instruction, comment);
    }
    out_.newline();
}

void LinePrinter::write_comment(const Instruction& instruction, std::string_view comment) {
    out_.ch(';');
    if (style_.addresses) out_.put(' ', Hex{instruction.address, 4});
    if (style_.bytes) {
        if (style_.code_offset != 0 && code_.lines.empty()) { // what was assembled is in no file yet
            out_.text(" @");
            out_.hex0x(style_.code_offset + instruction.offset);
        }
        bytes_.clear();
        encode(*code_.table, instruction.opcode, code_.row(instruction), code_.operands(instruction), bytes_);
        if (!style_.code.empty())
            std::ranges::copy_n(style_.code.data() + instruction.offset, std::ssize(bytes_), bytes_.data());
        for (const std::byte byte : bytes_) out_.put(' ', Hex{std::to_integer<unsigned>(byte), 2});
    }
    if (!comment.empty()) out_.put("  ", comment);
}

} // namespace vellum::isa
