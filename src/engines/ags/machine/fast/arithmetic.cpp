// Arithmetic, comparisons and logic on symbols. Constants are folded where the machine could not have failed.
#include "engines/ags/machine/fast/lowering.hpp"

namespace vellum::ags {

namespace {

/// The comparison that gives the same with its sides exchanged.
Comparison exchanged(Comparison comparison) {
    switch (comparison) {
    case Comparison::gt: return Comparison::lt;
    case Comparison::lt: return Comparison::gt;
    case Comparison::ge: return Comparison::le;
    case Comparison::le: return Comparison::ge;
    case Comparison::fgt: return Comparison::flt;
    case Comparison::flt: return Comparison::fgt;
    case Comparison::fge: return Comparison::fle;
    case Comparison::fle: return Comparison::fge;
    case Comparison::eq:
    case Comparison::ne: break;
    }
    return comparison;
}

bool is_plain_number(const Symbol& symbol) {
    return symbol.is(Symbol::Kind::constant) && is_number(symbol.word);
}

} // namespace

std::optional<Word> Lowering::fold(Arithmetic operation, Word left, Word right, bool keeps_kind) const {
    const std::uint32_t a = number_of(left);
    const std::uint32_t b = number_of(right);
    std::uint32_t result = 0;
    switch (operation) {
    case Arithmetic::add_: result = a + b; break;
    case Arithmetic::sub_: result = a - b; break;
    case Arithmetic::mul_: result = a * b; break;
    case Arithmetic::and_: result = a & b; break;
    case Arithmetic::or_: result = a | b; break;
    case Arithmetic::xor_: result = a ^ b; break;
    case Arithmetic::shl_:
    case Arithmetic::shr_:
    case Arithmetic::div_:
    case Arithmetic::mod_:
    case Arithmetic::fadd_:
    case Arithmetic::fsub_:
    case Arithmetic::fmul_:
    case Arithmetic::fdiv_: return std::nullopt;
    }
    return keeps_kind ? with_number(left, result) : integer_word(result);
}

bool Lowering::lower_binary(std::uint32_t at, Arithmetic operation, bool keeps_kind) {
    const Step& step = steps_[at];
    if (step.a == reg_sp || step.b == reg_sp) return false;
    return lower_binary(at, operation, registers_[step.a], registers_[step.b], keeps_kind);
}

bool Lowering::lower_binary(std::uint32_t at, Arithmetic operation, Symbol left, Symbol right,
                            bool keeps_kind) {
    const Step& step = steps_[at];
    if (step.a == reg_sp) return false;
    if (left.is(Symbol::Kind::constant) && right.is(Symbol::Kind::constant))
        if (const std::optional<Word> result = fold(operation, left.word, right.word, keeps_kind))
            return set(at, step.a, Symbol::of_constant(*result));
    // An immediate on the right is only its number. On the left it would also give the kind where the
    // operation keeps it.
    const bool right_immediate = right.is(Symbol::Kind::constant);
    const bool left_immediate =
        !right_immediate && left.is(Symbol::Kind::constant) && (!keeps_kind || tag_of(left.word) == 0);
    const FastOp variant = value_op(operation, right_immediate  ? Immediate::right
                                               : left_immediate ? Immediate::left
                                                                : Immediate::none);
    const std::int16_t a = left_immediate ? std::int16_t{0} : entry_of(left);
    const std::int16_t b = right_immediate ? std::int16_t{0} : entry_of(right);
    const std::uint32_t immediate = right_immediate  ? number_of(right.word)
                                    : left_immediate ? number_of(left.word)
                                                     : 0;
    const std::int16_t to = result_entry(step.a);
    emit(variant, to, a, b, immediate, at);
    return set(at, step.a, Symbol::of_entry(to));
}

bool Lowering::lower_comparison(std::uint32_t at, Comparison comparison) {
    const Step& step = steps_[at];
    if (step.a == reg_sp || step.b == reg_sp) return false;
    Symbol left = registers_[step.a];
    Symbol right = registers_[step.b];
    if (is_plain_number(left) && !is_plain_number(right)) {
        std::swap(left, right);
        comparison = exchanged(comparison);
    }
    Symbol result;
    result.kind = Symbol::Kind::compared;
    result.comparison = comparison;
    result.immediate = is_plain_number(right);
    result.a = entry_of(left);
    if (result.immediate)
        result.word = right.word;
    else
        result.b = entry_of(right);
    return set(at, step.a, result);
}

bool Lowering::lower_not(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a == reg_sp) return false;
    Symbol value = registers_[step.a];
    if (value.is(Symbol::Kind::constant))
        return set(at, step.a, Symbol::of_constant(integer_word(is_null(value.word))));
    if (value.is(Symbol::Kind::compared)) {
        value.as_integer = true;
        value.inverted = !value.inverted;
        return set(at, step.a, value);
    }
    const std::int16_t from = entry_of_register(step.a);
    const std::int16_t to = result_entry(step.a);
    emit(FastOp::is_zero, to, from, 0, 0, at);
    return set(at, step.a, Symbol::of_entry(to));
}

bool Lowering::lower_logic(std::uint32_t at, bool both) {
    const Step& step = steps_[at];
    if (step.a == reg_sp || step.b == reg_sp) return false;
    Symbol left = registers_[step.a];
    Symbol right = registers_[step.b];
    if (right.is(Symbol::Kind::constant)) std::swap(left, right);
    if (left.is(Symbol::Kind::constant)) {
        const bool known = number_of(left.word) != 0;
        if (known != both)
            return set(at, step.a, Symbol::of_constant(integer_word(known))); // decided by one side
        if (right.is(Symbol::Kind::constant))
            return set(at, step.a, Symbol::of_constant(integer_word(number_of(right.word) != 0)));
        if (right.is(Symbol::Kind::compared)) {
            right.as_integer = true;
            return set(at, step.a, right);
        }
        const std::int16_t from = entry_of(right);
        const std::int16_t to = result_entry(step.a);
        emit(FastOp::is_true, to, from, 0, 0, at);
        return set(at, step.a, Symbol::of_entry(to));
    }
    const std::int16_t a = entry_of(left);
    const std::int16_t b = entry_of(right);
    const std::int16_t to = result_entry(step.a);
    emit(both ? FastOp::both : FastOp::either, to, a, b, 0, at);
    return set(at, step.a, Symbol::of_entry(to));
}

bool Lowering::lower_scale(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a == reg_sp) return false;
    Symbol& value = registers_[step.a];
    if (value.is(Symbol::Kind::constant))
        return set(
            at, step.a,
            Symbol::of_constant(with_number(value.word, number_of(value.word) * number_of(step.value))));
    if (number_of(step.value) == 1) return true;
    Symbol scaled;
    scaled.kind = Symbol::Kind::scaled;
    scaled.a = entry_of_register(step.a);
    scaled.word = step.value;
    return set(at, step.a, scaled);
}

/// ADD and SUB with a number: stack growth, an offset that can be remembered, or plain arithmetic.
bool Lowering::lower_add(std::uint32_t at, bool subtract) {
    const Step& step = steps_[at];
    const std::uint32_t amount = number_of(step.value);
    if (step.a == reg_sp) {
        if (signed_of(step.value) <= 0) return false;
        return subtract ? lower_stack_drop(at, amount) : lower_stack_growth(at, amount);
    }
    Symbol value = registers_[step.a];
    const std::uint32_t change = subtract ? 0U - amount : amount;
    switch (value.kind) {
    case Symbol::Kind::stack:
        if (value.a == depth() && subtract) return false; // the 2.x idiom: left to the precise interpreter
        value.offset = static_cast<std::int32_t>(static_cast<std::uint32_t>(value.offset) + change);
        return set(at, step.a, value);
    case Symbol::Kind::stack_index:
    case Symbol::Kind::place:
    case Symbol::Kind::field:
        value.offset = static_cast<std::int32_t>(static_cast<std::uint32_t>(value.offset) + change);
        return set(at, step.a, value);
    case Symbol::Kind::constant:
    case Symbol::Kind::data_index:
        value.word = with_number(value.word, number_of(value.word) + change);
        return set(at, step.a, value);
    case Symbol::Kind::machine:
    case Symbol::Kind::entry:
        if (step.a != reg_mar) break; // an address that is about to be used: the access adds the offset
        value = Symbol::of_entry(entry_of_register(reg_mar));
        value.kind = Symbol::Kind::place;
        value.offset = static_cast<std::int32_t>(change);
        return set(at, step.a, value);
    case Symbol::Kind::unknown:
    case Symbol::Kind::element:
    case Symbol::Kind::scaled:
    case Symbol::Kind::compared: break;
    }
    return lower_binary(at, subtract ? Arithmetic::sub_ : Arithmetic::add_, value,
                        Symbol::of_constant(step.value), true);
}

/// ADDREG: with an address of known origin on the left the sum is remembered, not made.
bool Lowering::lower_address_sum(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a == reg_sp || step.b == reg_sp) return false;
    const Symbol left = registers_[step.a];
    const Symbol right = registers_[step.b];
    if (right.is(Symbol::Kind::constant) &&
        (left.is(Symbol::Kind::stack) || left.is(Symbol::Kind::stack_index) ||
         left.is(Symbol::Kind::data_index))) {
        Symbol value = left;
        if (left.is(Symbol::Kind::data_index))
            value.word = with_number(value.word, number_of(value.word) + number_of(right.word));
        else
            value.offset =
                static_cast<std::int32_t>(static_cast<std::uint32_t>(value.offset) + number_of(right.word));
        return set(at, step.a, value);
    }
    if (left.is(Symbol::Kind::stack) && is_raw(left.a) && !right.is(Symbol::Kind::constant)) {
        Symbol value = left;
        value.kind = Symbol::Kind::stack_index;
        value.b = entry_of_register(step.b);
        return set(at, step.a, value);
    }
    if (left.is(Symbol::Kind::constant) && kind_of(left.word) == Tag::data &&
        !right.is(Symbol::Kind::constant)) {
        Symbol value = left;
        value.kind = Symbol::Kind::data_index;
        value.a = entry_of_register(step.b);
        return set(at, step.a, value);
    }
    return lower_binary(at, Arithmetic::add_, left, right, true);
}

} // namespace vellum::ags
