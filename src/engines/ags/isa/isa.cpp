// Makes the rows from instructions.def, and has the two operand kinds that only AGS has: registers, and
// literals that may carry a fixup. Lists of operands have a name here; a row only says which it uses.
#include "engines/ags/isa/isa.hpp"

#include <array>

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
    return parser.fail("expected a register: SP, MAR, AX, BX, CX, OP or DX");
}

// The program's symbols know the fixup of a word, not of a value.
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
        return parser.fail("expected a number or a fixup (import, string, data, func, stack, pointer, none)");
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
constexpr OperandKind place_kind{"number",    {Field::i32},      1,
                                 Role::place, SymbolSpace::none, &isa::signed_text};
constexpr OperandKind jump_kind = isa::relative_kind(Field::i32);

// --- Operands: what stands in the code

constexpr OperandSpec first(std::string_view name, Access access) {
    return {name, &register_kind, access, isa::Repeat::once, 0, in_first_register};
}
constexpr OperandSpec second(std::string_view name, Access access) {
    return {name, &register_kind, access, isa::Repeat::once, 0, in_second_register};
}
constexpr OperandSpec value(std::string_view name, const OperandKind& kind) {
    return {name, &kind, Access::none, isa::Repeat::once, 0, in_value};
}
constexpr OperandSpec extra(std::string_view name, const OperandKind& kind) {
    return {name, &kind, Access::none, isa::Repeat::once, 0, in_extra};
}

constexpr std::array<OperandSpec, 0> nothing{};
constexpr std::array reads{first("source", Access::read)};
constexpr std::array writes{first("target", Access::write)};
constexpr std::array changes{first("target", Access::read_write)};
constexpr std::array copies{first("source", Access::read), second("target", Access::write)};
constexpr std::array combines{first("target", Access::read_write), second("source", Access::read)};
constexpr std::array with_number{first("target", Access::read_write), value("number", integer_kind)};
constexpr std::array tests_number{first("source", Access::read), value("limit", integer_kind)};
constexpr std::array loads{first("target", Access::write), value("literal", literal_kind)};
constexpr std::array stores_literal{extra("size", integer_kind), value("literal", literal_kind)};
constexpr std::array one_number{value("number", integer_kind)};
constexpr std::array tells_where{value("number", place_kind)};
constexpr std::array jumps{value("target", jump_kind)};
constexpr std::array makes_array{first("count", Access::read_write), value("element size", integer_kind),
                                 extra("managed", integer_kind)};
constexpr std::array makes_object{first("target", Access::write), value("size", integer_kind)};
constexpr std::array makes_typed_object{first("target", Access::write), extra("type", integer_kind),
                                        value("size", integer_kind)};
constexpr std::array makes_typed_array{first("count", Access::read_write), extra("type", integer_kind),
                                       value("element size", integer_kind)};
constexpr std::array casts{value("type", integer_kind)};

// --- Implicit operands: registers that do not stand in the code

constexpr isa::ImplicitOperand use(Register number, Access access) {
    return {register_names[number], access, number};
}

constexpr std::array<isa::ImplicitOperand, 0> nothing_else{};
constexpr std::array at_mar{use(reg_mar, Access::read)};
constexpr std::array grows_at_mar{use(reg_mar, Access::read), use(reg_sp, Access::read)};
constexpr std::array spares_ax{use(reg_mar, Access::read), use(reg_ax, Access::read)};
constexpr std::array tests_ax{use(reg_ax, Access::read)};
constexpr std::array casts_ax{use(reg_ax, Access::read_write)};
constexpr std::array sets_op{use(reg_op, Access::write)};
constexpr std::array moves_sp{use(reg_sp, Access::read_write)};
constexpr std::array points_below_sp{use(reg_mar, Access::write), use(reg_sp, Access::read)};
// A function finds its object in OP and leaves its result in AX; whatever else it does to registers but SP
// and OP, its caller does not look at them again.
constexpr std::array returns{use(reg_sp, Access::read_write), use(reg_ax, Access::read),
                             use(reg_op, Access::read)};
constexpr std::array calls{use(reg_sp, Access::read_write), use(reg_op, Access::read),
                           use(reg_ax, Access::write),      use(reg_mar, Access::write),
                           use(reg_bx, Access::write),      use(reg_cx, Access::write),
                           use(reg_dx, Access::write)};
constexpr std::array calls_native{use(reg_op, Access::read), use(reg_ax, Access::write)};

constexpr std::array<Row, instruction_count> rows{{
#define ROW(name, mnemonic, operands, implicit, noise, flow, meaning)                                        \
    {#mnemonic,                                                                                              \
     static_cast<std::uint16_t>(Op::name),                                                                   \
     static_cast<std::uint16_t>(Op::name),                                                                   \
     operands,                                                                                               \
     {},                                                                                                     \
     Flow::flow,                                                                                             \
     meaning,                                                                                                \
     implicit},
#include "engines/ags/isa/instructions.def"
#undef ROW
}};

/// A decoded instruction has room for one operand of each sort; a literal stands where it is looked for.
consteval bool fit_a_step() {
    for (const Row& row : rows) {
        unsigned taken = 0;
        for (const OperandSpec& operand : row.operands) {
            const unsigned bit = 1U << operand.param;
            const bool is_register = operand.kind == &register_kind;
            if ((taken & bit) != 0 || is_register != (operand.access != Access::none) ||
                is_register != (operand.param == in_first_register || operand.param == in_second_register) ||
                (operand.kind == &literal_kind && &operand != &row.operands[literal_word - 1]))
                return false;
            taken |= bit;
        }
    }
    return true;
}
static_assert(fit_a_step());
static_assert(isa::well_formed(rows));

constexpr auto index = isa::make_index<instruction_count + 1>(rows);
constexpr auto layouts = isa::make_layouts<instruction_count>(rows);

constexpr bool quiet = true;
constexpr bool loud = false;

} // namespace

constinit const std::array<bool, instruction_count + 1> is_quiet{
    false, // Op::null
#define ROW(name, mnemonic, operands, implicit, noise, flow, meaning) noise,
#include "engines/ags/isa/instructions.def"
#undef ROW
};

constinit const isa::Table scom_table{
    "ags-scom",    "Adventure Game Studio (SCOM)", Field::u32, isa::AddressUnit::word32, rows, index,
    layouts.data()};

bool has_literal(const isa::Row& row) noexcept {
    return row.operands.size() >= literal_word && row.operands[literal_word - 1].kind == &literal_kind;
}

std::string_view register_name(std::uint32_t number) noexcept {
    return number < register_count ? register_names[number] : std::string_view{};
}

} // namespace vellum::ags
