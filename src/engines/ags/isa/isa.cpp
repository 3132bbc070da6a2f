// The rows, and the two operand kinds that only AGS has: registers, and literals that may carry a fixup.
#include "engines/ags/isa/isa.hpp"

#include "base/lexer.hpp"
#include "base/text_writer.hpp"
#include "engines/ags/isa/fixup.hpp"
#include "isa/assembler.hpp"
#include "isa/code.hpp"
#include "isa/kinds.hpp"
#include "isa/listing.hpp"

namespace vellum::ags {

namespace {

using isa::Access;
using isa::Field;
using isa::Flow;
using isa::OperandKind;
using isa::OperandParser;
using isa::OperandSpec;
using isa::OperandView;
using isa::Role;
using isa::Row;
using isa::SymbolSpace;

constexpr std::string_view register_names[register_count] = {"", "SP", "MAR", "AX", "BX", "CX", "OP", "DX"};

void print_register(TextWriter& out, const isa::Symbols&, const OperandView& operand) {
    const std::string_view name = register_name(operand.values[0]);
    if (!name.empty())
        out.text(name);
    else
        out.dec(static_cast<std::int32_t>(operand.values[0])); // hostile code: kept, refused by check
}

bool parse_register(OperandParser& parser, std::span<std::uint32_t> values) {
    const Token& token = parser.lexer().peek();
    if (token.is(TokenKind::integer)) return parser.integer(Field::i32, values[0]);
    for (std::uint32_t number = 1; number < register_count; ++number)
        if (token.is(TokenKind::identifier) && token.text == register_names[number]) {
            values[0] = number;
            static_cast<void>(parser.lexer().next());
            return true;
        }
    return parser.fail("a register is wanted here: SP, MAR, AX, BX, CX, OP or DX");
}

// A fixed-up literal stands in word 2 of its instruction; the program's symbols know the fixup of a word, not
// of a value.
constexpr std::uint32_t literal_word = 2;

void print_literal(TextWriter& out, const isa::Symbols& symbols, const OperandView& operand) {
    if (!symbols.write(out, SymbolSpace::special, operand.instruction.address + literal_word))
        out.dec(static_cast<std::int32_t>(operand.values[0]));
}

/// `import "name"`, `string "text"`, `data name`, `func label`: a fixup and what it refers to.
bool parse_literal(OperandParser& parser, std::span<std::uint32_t> values) {
    LineLexer& lexer = parser.lexer();
    if (!lexer.peek().is(TokenKind::identifier)) return parser.integer(Field::i32, values[0]);
    const FixupForm* form = find_fixup_form(lexer.peek().text);
    if (form == nullptr)
        return parser.fail(
            "a number or a fixup (import, string, data, func, stack, pointer, none) is wanted here");
    static_cast<void>(lexer.next());
    // Asking for the special space tells the resolver that the instruction being read carries this fixup.
    static_cast<void>(parser.resolver().find(SymbolSpace::special, form->name));
    if (form->type == FixupType::function) return parser.label(values[0]);
    return parser.name_or_integer(form->space, lexer.peek().is(TokenKind::integer) ? Field::i32 : Field::u32,
                                  values[0]);
}

constexpr OperandKind register_kind{
    "register",  {Field::i32},      1,
    Role::plain, SymbolSpace::none, &isa::text_of<print_register, parse_register>};
constexpr OperandKind literal_kind{
    "literal", {Field::i32}, 1, Role::plain, SymbolSpace::none, &isa::text_of<print_literal, parse_literal>};
constexpr OperandKind integer_kind = isa::integer_kind("number", Field::i32);
constexpr OperandKind jump_kind = isa::relative_kind(Field::i32);

constexpr OperandSpec reads[] = {{"source", &register_kind, Access::read}};
constexpr OperandSpec writes[] = {{"target", &register_kind, Access::write}};
constexpr OperandSpec changes[] = {{"target", &register_kind, Access::read_write}};
constexpr OperandSpec copies[] = {{"source", &register_kind, Access::read},
                                  {"target", &register_kind, Access::write}};
constexpr OperandSpec combines[] = {{"target", &register_kind, Access::read_write},
                                    {"source", &register_kind, Access::read}};
constexpr OperandSpec with_number[] = {{"target", &register_kind, Access::read_write},
                                       {"number", &integer_kind}};
constexpr OperandSpec tests_number[] = {{"source", &register_kind, Access::read}, {"limit", &integer_kind}};
constexpr OperandSpec loads[] = {{"target", &register_kind, Access::write}, {"literal", &literal_kind}};
constexpr OperandSpec stores_literal[] = {{"size", &integer_kind}, {"literal", &literal_kind}};
constexpr OperandSpec one_number[] = {{"number", &integer_kind}};
constexpr OperandSpec jumps[] = {{"target", &jump_kind}};
constexpr OperandSpec makes_array[] = {{"count", &register_kind, Access::read_write},
                                       {"element size", &integer_kind},
                                       {"managed", &integer_kind}};
constexpr OperandSpec makes_object[] = {{"target", &register_kind, Access::write}, {"size", &integer_kind}};

constexpr Row row(Op op, std::string_view mnemonic, std::span<const OperandSpec> operands,
                  std::string_view meaning, Flow flow = Flow::next) {
    const auto opcode = static_cast<std::uint16_t>(op);
    return {mnemonic, opcode, opcode, operands, {}, flow, meaning};
}

constexpr Row rows[] = {
    row(Op::add, "ADD", with_number, "target += number; SP: allocates number bytes"),
    row(Op::sub, "SUB", with_number, "target -= number; SP: drops entries until number bytes are gone"),
    row(Op::regtoreg, "REGTOREG", copies, "target = source"),
    row(Op::writelit, "WRITELIT", stores_literal, "stores the literal at MAR as 1, 2 or 4 bytes"),
    row(Op::ret, "RET", {}, "returns to the address on top of the stack; 0 ends the run", Flow::ret),
    row(Op::littoreg, "LITTOREG", loads, "target = literal"),
    row(Op::memread, "MEMREAD", writes, "target = 4 bytes at MAR"),
    row(Op::memwrite, "MEMWRITE", reads, "4 bytes at MAR = source"),
    row(Op::mulreg, "MULREG", combines, "target *= source"),
    row(Op::divreg, "DIVREG", combines, "target /= source, towards zero"),
    row(Op::addreg, "ADDREG", combines, "target += source"),
    row(Op::subreg, "SUBREG", combines, "target -= source"),
    row(Op::bitand_, "BITAND", combines, "target &= source"),
    row(Op::bitor_, "BITOR", combines, "target |= source"),
    row(Op::isequal, "ISEQUAL", combines, "target = 1 if equal, else 0"),
    row(Op::notequal, "NOTEQUAL", combines, "target = 1 if different, else 0"),
    row(Op::greater, "GREATER", combines, "target = target > source, signed"),
    row(Op::lessthan, "LESSTHAN", combines, "target = target < source, signed"),
    row(Op::gte, "GTE", combines, "target = target >= source, signed"),
    row(Op::lte, "LTE", combines, "target = target <= source, signed"),
    row(Op::and_, "AND", combines, "target = both numbers are not 0"),
    row(Op::or_, "OR", combines, "target = one of the numbers is not 0"),
    row(Op::call, "CALL", reads, "calls the function of this script whose address is in source", Flow::call),
    row(Op::memreadb, "MEMREADB", writes, "target = byte at MAR, zero-extended"),
    row(Op::memreadw, "MEMREADW", writes, "target = 2 bytes at MAR, sign-extended"),
    row(Op::memwriteb, "MEMWRITEB", reads, "byte at MAR = source"),
    row(Op::memwritew, "MEMWRITEW", reads, "2 bytes at MAR = source"),
    row(Op::jz, "JZ", jumps, "jumps if AX is null or 0", Flow::branch),
    row(Op::pushreg, "PUSHREG", reads, "pushes source"),
    row(Op::popreg, "POPREG", writes, "pops into target"),
    row(Op::jmp, "JMP", jumps, "jumps; backwards counts for the loop guard", Flow::jump),
    row(Op::mul, "MUL", with_number, "target *= number"),
    row(Op::callext, "CALLEXT", reads, "calls the engine function in source"),
    row(Op::pushreal, "PUSHREAL", reads, "adds source to the parameters of the next external call"),
    row(Op::subrealstack, "SUBREALSTACK", one_number, "drops parameters of an external call"),
    row(Op::linenum, "LINENUM", one_number, "a source line begins"),
    row(Op::callas, "CALLAS", reads, "calls a function of another script; made by the linker from CALLEXT"),
    row(Op::thisbase, "THISBASE", one_number, "address of this function as compiled"),
    row(Op::numfuncargs, "NUMFUNCARGS", one_number, "parameter count of the next external call"),
    row(Op::modreg, "MODREG", combines, "target %= source, sign of target"),
    row(Op::xorreg, "XORREG", combines, "target ^= source"),
    row(Op::notreg, "NOTREG", changes, "target = 1 if null or 0, else 0"),
    row(Op::shiftleft, "SHIFTLEFT", combines, "target <<= source"),
    row(Op::shiftright, "SHIFTRIGHT", combines, "target >>= source, arithmetic"),
    row(Op::callobj, "CALLOBJ", reads, "OP = source, the next call is a method call; null is an error"),
    row(Op::checkbounds, "CHECKBOUNDS", tests_number, "error unless 0 <= source < limit"),
    row(Op::memwriteptr, "MEMWRITEPTR", reads,
        "stores the object in source at MAR as a handle, counting references"),
    row(Op::memreadptr, "MEMREADPTR", writes, "target = object whose handle is at MAR"),
    row(Op::memzeroptr, "MEMZEROPTR", {}, "releases the handle at MAR and stores 0"),
    row(Op::meminitptr, "MEMINITPTR", reads, "as MEMWRITEPTR where MAR held nothing before"),
    row(Op::loadspoffs, "LOADSPOFFS", one_number, "MAR = SP - number bytes"),
    row(Op::checknull, "CHECKNULL", {}, "error if MAR is null"),
    row(Op::fadd, "FADD", with_number, "target += number, as float"),
    row(Op::fsub, "FSUB", with_number, "target -= number, as float"),
    row(Op::fmulreg, "FMULREG", combines, "target *= source, float"),
    row(Op::fdivreg, "FDIVREG", combines, "target /= source, float"),
    row(Op::faddreg, "FADDREG", combines, "target += source, float"),
    row(Op::fsubreg, "FSUBREG", combines, "target -= source, float"),
    row(Op::fgreater, "FGREATER", combines, "target = 1.0 if target > source, else 0.0"),
    row(Op::flessthan, "FLESSTHAN", combines, "target = 1.0 if target < source, else 0.0"),
    row(Op::fgte, "FGTE", combines, "target = 1.0 if target >= source, else 0.0"),
    row(Op::flte, "FLTE", combines, "target = 1.0 if target <= source, else 0.0"),
    row(Op::zeromemory, "ZEROMEMORY", one_number,
        "makes number zero bytes at the end of the stack, where MAR must point"),
    row(Op::createstring, "CREATESTRING", changes, "target = new String of the text at target"),
    row(Op::stringsequal, "STRINGSEQUAL", combines, "target = texts are equal"),
    row(Op::stringsnoteq, "STRINGSNOTEQ", combines, "target = texts differ"),
    row(Op::checknullreg, "CHECKNULLREG", reads, "error if source is null"),
    row(Op::loopcheckoff, "LOOPCHECKOFF", {}, "no loop guard in this function and what it calls"),
    row(Op::memzeroptrnd, "MEMZEROPTRND", {}, "as MEMZEROPTR but never disposes the object in AX"),
    row(Op::jnz, "JNZ", jumps, "jumps if AX is not null or 0", Flow::branch),
    row(Op::dynamicbounds, "DYNAMICBOUNDS", reads, "error unless 0 <= source < bytes of the array at MAR"),
    row(Op::newarray, "NEWARRAY", makes_array, "target = new array of that many elements"),
    row(Op::newuserobject, "NEWUSEROBJECT", makes_object, "target = new object of that many zero bytes"),
};

static_assert(isa::well_formed(rows));
static_assert(std::size(rows) + 1 == static_cast<std::size_t>(Op::count));

constexpr auto index = isa::make_index<static_cast<std::size_t>(Op::count)>(rows);
constexpr auto layouts = isa::make_layouts<std::size(rows)>(rows);

} // namespace

constinit const isa::Table scom_table{
    "ags-scom",    "Adventure Game Studio 3.x (SCOM)", Field::u32, isa::AddressUnit::word32, rows, index,
    layouts.data()};

std::string_view register_name(std::uint32_t number) noexcept {
    return number < register_count ? register_names[number] : std::string_view{};
}

} // namespace vellum::ags
