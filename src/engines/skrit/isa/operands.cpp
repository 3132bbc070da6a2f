// Printing and reading of Skrit's own operand kinds.
#include "engines/skrit/isa/operands.hpp"

#include "base/text_writer.hpp"
#include "isa/assembler.hpp"
#include "isa/code.hpp"

namespace vellum::skrit::operands {

namespace {
struct FrameName {
    SlotFrame frame;
    std::string_view name;
};
constexpr FrameName frame_names[] = {
    {SlotFrame::local, "local"}, {SlotFrame::instance, "instance"}, {SlotFrame::shared, "shared"}};
} // namespace

void print_slot(TextWriter& out, const isa::Symbols&, const isa::OperandView& operand) {
    for (const FrameName& entry : frame_names) {
        if (entry.frame != slot_frame(operand.values[0])) continue;
        out.put(entry.name, '[', slot_index(operand.values[0]), ']');
        return;
    }
    out.dec(operand.values[0]); // both top bits: no frame, refused by the verifier
}

bool parse_slot(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    LineLexer& lexer = parser.lexer();
    if (lexer.peek().is(TokenKind::integer)) return parser.integer(isa::Field::u16, values[0]);
    for (const FrameName& entry : frame_names) {
        if (!lexer.peek().is(TokenKind::identifier) || lexer.peek().text != entry.name) continue;
        static_cast<void>(lexer.next());
        if (!lexer.accept('[')) return parser.fail("write a slot as local[0], instance[0] or shared[0]");
        std::uint32_t index = 0;
        if (!parser.integer(isa::Field::u16, index)) return false;
        if (index > slot_index_mask) return parser.fail("a slot's number is at most 16383");
        if (!lexer.accept(']')) return parser.fail("the slot's closing ] is missing");
        values[0] = static_cast<std::uint32_t>(entry.frame) | index;
        return true;
    }
    return parser.fail("write a slot as local[0], instance[0] or shared[0]");
}

void print_numbered(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand) {
    isa::print_reference(out, symbols, operand);
}

bool parse_numbered(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    return isa::parse_reference(parser, values);
}

} // namespace vellum::skrit::operands
