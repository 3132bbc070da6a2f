// Which types go together, and what an operator becomes for them.
#include "engines/ags/compile/compiler.hpp"

namespace vellum::ags::compile {

bool Compiler::is_text(Type type) const noexcept {
    if (is_string_object(type)) return true;
    if (type.array != 0) return false;
    return type.symbol == word::string || (type.symbol == word::char_ && type.pointer != 0);
}

bool Compiler::becomes(Type from, Type to) const noexcept {
    if (from.is(word::void_)) return false; // though an int becomes void
    if (from.symbol == word::null && to.handle()) return true;
    if (is_text(from) && is_text(to)) {
        if (is_string_object(to)) return true;
        if (is_string_object(from)) return to.symbol == word::string && to.constant != 0;
        return from.constant == 0 || to.constant != 0;
    }
    if (from.pointer != to.pointer || from.array != to.array) return false;
    if (from.pointer != 0) {
        SymbolId each = from.symbol;
        while (each != to.symbol && each != 0 && from.array == 0) each = symbols_[each].owner;
        return each == to.symbol;
    }
    // The elements of dynamic arrays mix as values do.
    if ((from.symbol == word::float_) != (to.symbol == word::float_)) return false;
    if ((from.symbol == word::string) != (to.symbol == word::string)) return false;
    const bool a_struct =
        symbols_[from.symbol].has(source::is_struct) || symbols_[to.symbol].has(source::is_struct);
    if (a_struct && from.symbol != to.symbol) return false;
    return from.array != 0 || from.constant == 0 || to.constant != 0;
}

bool Compiler::convertible(Type from, Type to, bool ordered) {
    if (becomes(from, to) || (!ordered && becomes(to, from))) return true;
    return fail("Type mismatch: cannot convert '" + symbols_.type_name(from) + "' to '" +
                symbols_.type_name(to) + "'");
}

bool Compiler::convert(Type to) {
    if (!convertible(ax_type_, to, true)) return false;
    if (is_string_object(to)) {
        if (is_text(ax_type_) && !is_string_object(ax_type_)) code_.write(Op::createstring, reg_ax);
    } else if (is_string_object(ax_type_) && to.symbol == word::string) {
        code_.write(Op::checknullreg, reg_ax);
    }
    return true;
}

namespace {

struct OperatorForm {
    SymbolId operation;
    Op of_ints;
    Op of_floats; ///< Op::null: not for floats.
};

constexpr OperatorForm forms[] = {
    {26, Op::notreg, Op::null},       {27, Op::mulreg, Op::fmulreg},   {28, Op::divreg, Op::fdivreg},
    {29, Op::modreg, Op::null},       {30, Op::addreg, Op::faddreg},   {31, Op::subreg, Op::fsubreg},
    {32, Op::shiftleft, Op::null},    {33, Op::shiftright, Op::null},  {34, Op::bitand_, Op::null},
    {35, Op::bitor_, Op::null},       {36, Op::xorreg, Op::null},      {37, Op::isequal, Op::isequal},
    {38, Op::notequal, Op::notequal}, {39, Op::greater, Op::fgreater}, {40, Op::lessthan, Op::flessthan},
    {41, Op::gte, Op::fgte},          {42, Op::lte, Op::flte},         {43, Op::and_, Op::null},
    {44, Op::or_, Op::null},
};

} // namespace

bool Compiler::operator_for(SymbolId operation, Type left, Type right, Op& opcode) {
    const OperatorForm& form = forms[operation - word::negate];
    const bool equality = operation == word::equal || operation == word::not_equal;
    opcode = form.of_ints;
    if (left.is(word::float_) || right.is(word::float_)) {
        opcode = form.of_floats;
    } else if (equality && is_text(left) && is_text(right)) {
        opcode = operation == word::equal ? Op::stringsequal : Op::stringsnoteq;
    } else if (!equality) {
        for (const Type type : {left, right})
            if (type.handle() || is_text(type) || symbols_[type.symbol].has(source::is_struct))
                opcode = Op::null;
    }
    return opcode != Op::null || fail("Operator cannot be applied to this type");
}

} // namespace vellum::ags::compile
