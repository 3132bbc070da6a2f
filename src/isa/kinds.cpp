// Printing and reading of the common operand kinds.
#include "isa/kinds.hpp"

#include "base/text_writer.hpp"
#include "isa/assembler.hpp"
#include "isa/code.hpp"
#include "isa/listing.hpp"

namespace vellum::isa {

void print_signed(TextWriter& out, const Symbols&, const OperandView& operand) {
    out.dec(static_cast<std::int32_t>(operand.values[0]));
}

void print_unsigned(TextWriter& out, const Symbols&, const OperandView& operand) {
    out.dec(operand.values[0]);
}

void print_hexadecimal(TextWriter& out, const Symbols&, const OperandView& operand) {
    out.hex0x(operand.values[0]);
}

void print_real(TextWriter& out, const Symbols&, const OperandView& operand) {
    out.real_bits(operand.values[0]);
}

void print_vector(TextWriter& out, const Symbols&, const OperandView& operand) {
    out.ch('(');
    for (std::size_t i = 0; i < 3; ++i) {
        if (i != 0) out.text(", ");
        out.real_bits(operand.values[i]);
    }
    out.ch(')');
}

void print_target(TextWriter& out, const Symbols& symbols, const OperandView& operand) {
    const Code& code = operand.code;
    const bool relative = operand.spec.kind->role == Role::relative;
    const std::int64_t target =
        relative ? std::int64_t{operand.next_address} + static_cast<std::int32_t>(operand.values[0])
                 : std::int64_t{operand.values[0]};
    // A label must stand somewhere: only addresses of instructions and the end of the code can carry one.
    const bool inside = target >= 0 && target <= 0xFFFFFFFF &&
                        (code.at(static_cast<std::uint32_t>(target)) >= 0 || target == code.end_address());
    if (inside)
        print_label(out, symbols, static_cast<std::uint32_t>(target));
    else if (relative)
        out.dec(static_cast<std::int32_t>(operand.values[0]));
    else
        out.dec(operand.values[0]);
}

void print_reference(TextWriter& out, const Symbols& symbols, const OperandView& operand) {
    if (!symbols.write(out, operand.spec.kind->space, operand.values[0])) out.dec(operand.values[0]);
}

bool parse_integer(OperandParser& parser, std::span<std::uint32_t> values) {
    return parser.integer(parser.spec().kind->fields[0], values[0]);
}

bool parse_real(OperandParser& parser, std::span<std::uint32_t> values) { return parser.real(values[0]); }

bool parse_vector(OperandParser& parser, std::span<std::uint32_t> values) {
    if (!parser.lexer().accept('(')) return parser.fail("expected a vector as (x, y, z)");
    for (std::size_t i = 0; i < 3; ++i) {
        if (i != 0 && !parser.lexer().accept(',')) return parser.fail("a vector has three parts: (x, y, z)");
        if (!parser.real(values[i])) return false;
    }
    return parser.lexer().accept(')') || parser.fail("the vector's closing ) is missing");
}

bool parse_target(OperandParser& parser, std::span<std::uint32_t> values) { return parser.label(values[0]); }

bool parse_reference(OperandParser& parser, std::span<std::uint32_t> values) {
    return parser.name_or_integer(parser.spec().kind->space, parser.spec().kind->fields[0], values[0]);
}

} // namespace vellum::isa
