// Managed objects and what is checked before they are used. A check that is known to hold leaves no
// operation.
#include "engines/ags/machine/fast/lowering.hpp"

namespace vellum::ags {

bool Lowering::lower_called_object(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a == reg_sp) return false;
    const std::int16_t object = entry_of_register(step.a);
    protect_register(reg_op);
    forget_register(reg_op);
    emit(FastOp::call_object, 0, object, 0, 0, at);
    registers_[reg_op] = Symbol::of_register(reg_op);
    object_call_ = true;
    return true;
}

bool Lowering::lower_null_check(std::uint32_t at, std::uint8_t number) {
    const Symbol& value = registers_[number];
    if (value.is(Symbol::Kind::constant) && !is_number(value.word)) return true;
    if (number == reg_mar && (value.is(Symbol::Kind::stack) || value.is(Symbol::Kind::stack_index) ||
                              value.is(Symbol::Kind::data_index) || value.is(Symbol::Kind::element) ||
                              value.is(Symbol::Kind::field)))
        return true;
    const std::int16_t checked = entry_of_register(number);
    if (number == reg_mar && is_accessed_behind(at)) return true; // which finds null itself
    emit(FastOp::check_null, 0, checked, 0, 0, at);
    return true;
}

/// True if CHECKNULL is followed by an access through MAR, with at most an offset between.
bool Lowering::is_accessed_behind(std::uint32_t at) const {
    std::uint32_t next = at + 1;
    if (leader_[next]) return false;
    if (steps_[next].op == Op::add && steps_[next].a == reg_mar && leader_[++next]) return false;
    return reads_number(steps_[next].op) || writes_number(steps_[next].op);
}

bool Lowering::lower_bounds_check(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a == reg_sp) return false;
    const Symbol& index = registers_[step.a];
    if (index.is_integer() && signed_of(index.word) >= 0 && signed_of(index.word) < signed_of(step.value))
        return true;
    emit(FastOp::check_bounds, 0, entry_of_register(step.a), 0, number_of(step.value), at);
    return true;
}

bool Lowering::lower_new_array(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a == reg_sp) return false;
    const std::int16_t count = entry_of_register(step.a);
    const std::int16_t to = result_entry(step.a);
    emit(FastOp::new_array, to, count, step.extra != 0 ? 1 : 0, number_of(step.value), at);
    return set(at, step.a, Symbol::of_entry(to));
}

bool Lowering::lower_new_object(std::uint32_t at) {
    const Step& step = steps_[at];
    const std::int16_t to = result_entry(step.a);
    emit(FastOp::new_object, to, 0, 0, number_of(step.value), at);
    return set(at, step.a, Symbol::of_entry(to));
}

bool Lowering::lower_new_text(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a == reg_sp) return false;
    const std::int16_t from = entry_of_register(step.a);
    const std::int16_t to = result_entry(step.a);
    emit(FastOp::create_string, to, from, depth(), 0, at);
    return set(at, step.a, Symbol::of_entry(to));
}

bool Lowering::lower_text_comparison(std::uint32_t at, FastOp comparison) {
    const Step& step = steps_[at];
    if (step.a == reg_sp || step.b == reg_sp) return false;
    const std::int16_t left = entry_of_register(step.a);
    const std::int16_t right = entry_of_register(step.b);
    const std::int16_t to = result_entry(step.a);
    emit(comparison, to, left, right, static_cast<std::uint32_t>(depth()), at);
    return set(at, step.a, Symbol::of_entry(to));
}

} // namespace vellum::ags
