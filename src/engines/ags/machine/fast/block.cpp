// One block: from a leader through the branches it falls out of, up to the first unconditional transfer or
// the next leader. What is pending at its end is put where the machine expects it.
#include <algorithm>
#include <utility>

#include "engines/ags/machine/fast/lowering.hpp"

namespace vellum::ags {

namespace {
/// A block ends where it has so many instructions and nothing is pending; operations count up to 65,535 at
/// once.
constexpr std::uint32_t longest_block = 30000;
constexpr std::uint32_t most_uncounted = 60000;
constexpr std::uint32_t backwards_bit = 0x80000000U;
} // namespace

bool Lowering::lower_block(std::uint32_t leader) {
    FastEntry& entry = code_.entries[leader];
    entry.op = static_cast<std::uint32_t>(code_.code.size());
    function_ = entry.function;
    layout_ = code_.layouts[entry.layout];
    stack_.clear();
    for (std::size_t i = 0; i < layout_.entries.size(); ++i)
        stack_.push_back(layout_.entries[i].raw ? Symbol() : Symbol::of_entry(static_cast<std::int16_t>(i)));
    below_.clear();
    for (std::uint8_t number = 0; number < register_count; ++number)
        registers_[number] = Symbol::of_register(number);
    tail_ = {};
    parameters_.clear();
    called_parameters_ = 0;
    next_arguments_ = -1;
    object_call_ = false;
    line_ = -1;
    line_told_ = true;
    uncounted_ = hops_ = 0;
    ended_ = false;
    skip_ = 0;
    most_scratch_ = function_scratch_[function_];
    block_start_ = code_.code.size();
    for (std::uint32_t at = leader; !ended_ && reason.empty(); ++at) {
        if (at != leader && leader_[at]) {
            at_ = at - 1;
            if (!finish_block(at - 1, at)) return false;
            break;
        }
        at_ = at;
        ++uncounted_;
        pins_.clear();
        if (!lower_step(at))
            return refuse(at, "an instruction is used in a way that the fast form does not cover");
        at += std::exchange(skip_, 0U);
        if (ended_ || uncounted_ < longest_block) continue;
        if (uncounted_ > most_uncounted) return refuse(at, "a block is too long");
        const bool pending =
            tail_.size != 0 || next_arguments_ >= 0 || object_call_ || called_parameters_ != 0;
        if (!pending && at + 1 < steps_.size()) leader_[at + 1] = true; // it ends before the next step
    }
    function_scratch_[function_] = std::max(most_scratch_, depth());
    FastFunction& function = code_.functions[function_];
    function.parameters = std::max(function.parameters, static_cast<std::uint32_t>(below_.size()));
    return reason.empty();
}

bool Lowering::set(std::uint32_t at, std::uint8_t number, const Symbol& value) {
    if (number == reg_sp) return refuse(at, "SP is written to");
    registers_[number] = value;
    if (number == reg_op) write_register(reg_op, registers_[reg_op]);
    return true;
}

void Lowering::settle_line(std::uint32_t target, bool may_stop) {
    if (line_told_ || (!may_stop && (live_.before[target] & line_bit) == 0)) return;
    emit(FastOp::set_line, 0, 0, 0, static_cast<std::uint32_t>(line_), at_);
    line_told_ = true;
}

bool Lowering::finish_block(std::uint32_t at, std::uint32_t target) {
    if (tail_.size != 0 || next_arguments_ >= 0 || object_call_ || called_parameters_ != 0)
        return refuse(at, "a block ends in the middle of a call or declaration");
    settle_parameters();
    settle_stack();
    settle_registers(live_.before[target]);
    settle_line(target, false); // a jump back finds its line from its own place
    ended_ = true;
    const bool back = steps_[at].op == Op::jmp && steps_[at].extra != 0;
    emit(back ? FastOp::jump_back : FastOp::jump, static_cast<std::int16_t>(uncounted_), 0, 0, target, at);
    account(at, uncounted_ - hops_, hops_);
    return reach(at, target, layout_);
}

bool Lowering::lower_jump(std::uint32_t at) { return finish_block(at, number_of(steps_[at].value)); }

bool Lowering::emit_condition(const Symbol& condition, bool if_set, std::uint32_t target,
                              std::uint32_t instructions) {
    const auto counted = static_cast<std::int16_t>(instructions);
    if (condition.is(Symbol::Kind::compared)) {
        const bool when_true = if_set != condition.inverted;
        const FastOp op = branch_op(condition.comparison, when_true, condition.immediate);
        emit(op, counted, condition.a, condition.b, number_of(condition.word), target);
        return true;
    }
    Symbol value = condition;
    const std::int16_t entry = entry_of(value);
    emit(if_set ? FastOp::jump_if_set : FastOp::jump_if_null, counted, entry, 0, 0, target);
    return true;
}

bool Lowering::lower_branch(std::uint32_t at, bool if_set) {
    std::uint32_t target = number_of(steps_[at].value);
    std::uint32_t instructions = uncounted_;
    const bool backwards = steps_[at].extra != 0;
    // A jump to the same test takes the same way there: && and || chains.
    for (int hops = 0;
         hops < 8 && !backwards && steps_[target].op == steps_[at].op && steps_[target].extra == 0; ++hops) {
        target = number_of(steps_[target].value);
        ++instructions;
    }
    // A branch back is taken at run time even so: it has to look at the budget.
    if (!backwards && registers_[reg_ax].is(Symbol::Kind::constant)) {
        const bool taken = is_null(registers_[reg_ax].word) != if_set;
        if (!taken) return true;
        hops_ = instructions - uncounted_;
        uncounted_ = instructions;
        return finish_block(at, target);
    }
    if (tail_.size != 0 || next_arguments_ >= 0 || object_call_ || called_parameters_ != 0)
        return refuse(at, "a branch is in the middle of a call or declaration");
    const bool needed = (live_.before[target] & in_set(reg_ax)) != 0;
    if (needed) static_cast<void>(entry_of_register(reg_ax));
    settle_parameters();
    settle_stack();
    const Symbol condition = registers_[reg_ax];
    settle_registers(live_.before[target]);
    settle_line(target, backwards);
    const Symbol test = needed && condition.is(Symbol::Kind::entry) ? condition : registers_[reg_ax];
    if (!emit_condition(test, if_set, backwards ? target | backwards_bit : target, instructions))
        return false;
    account(at, uncounted_, instructions - uncounted_);
    if (test.is(Symbol::Kind::compared) && !needed) { // on the way on, the comparison's result is known
        const bool integer = test.comparison < Comparison::fgt || test.inverted || test.as_integer;
        const bool value = !if_set;
        registers_[reg_ax] =
            Symbol::of_constant(integer ? integer_word(value) : real_word(value ? 1.0F : 0.0F));
    }
    return reach(at, target, layout_);
}

bool Lowering::lower_push(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a == reg_sp || tail_.size != 0 || called_parameters_ != 0) return false;
    stack_.push_back(registers_[step.a]);
    layout_.entries.push_back({});
    layout_.bytes += 4;
    code_.functions[function_].most_bytes = std::max(code_.functions[function_].most_bytes, layout_.bytes);
    most_scratch_ = std::max(most_scratch_, depth());
    return depth() < 250;
}

bool Lowering::lower_pop(std::uint32_t at) {
    if (stack_.empty() || layout_.entries.back().raw || tail_.size != 0) return false;
    const Symbol value = stack_.back();
    layout_.bytes -= layout_.entries.back().size;
    stack_.pop_back();
    layout_.entries.pop_back();
    return set(at, steps_[at].a, value);
}

bool Lowering::lower_step(std::uint32_t at) {
    const Step& step = steps_[at];
    Symbol& mar = registers_[reg_mar];
    switch (step.op) {
    case Op::littoreg: return set(at, step.a, Symbol::of_constant(step.value));
    case Op::regtoreg:
        if (step.a == reg_sp) return tail_.size == 0 && set(at, step.b, Symbol::of_stack(depth(), 0));
        return set(at, step.b, registers_[step.a]);
    case Op::pushreg: return lower_push(at);
    case Op::popreg: return lower_pop(at);
    case Op::add: return lower_add(at, false);
    case Op::sub: return lower_add(at, true);
    case Op::mul: return lower_scale(at);
    case Op::addreg: return lower_address_sum(at);
    case Op::subreg: return lower_binary(at, Arithmetic::sub_, true);
    case Op::mulreg: return lower_binary(at, Arithmetic::mul_, false);
    case Op::divreg: return lower_binary(at, Arithmetic::div_, false);
    case Op::modreg: return lower_binary(at, Arithmetic::mod_, false);
    case Op::bitand_: return lower_binary(at, Arithmetic::and_, false);
    case Op::bitor_: return lower_binary(at, Arithmetic::or_, false);
    case Op::xorreg: return lower_binary(at, Arithmetic::xor_, false);
    case Op::shiftleft: return lower_binary(at, Arithmetic::shl_, false);
    case Op::shiftright: return lower_binary(at, Arithmetic::shr_, false);
    case Op::faddreg: return lower_binary(at, Arithmetic::fadd_, false);
    case Op::fsubreg: return lower_binary(at, Arithmetic::fsub_, false);
    case Op::fmulreg: return lower_binary(at, Arithmetic::fmul_, false);
    case Op::fdivreg: return lower_binary(at, Arithmetic::fdiv_, false);
    case Op::fadd:
    case Op::fsub: {
        const Symbol amount = Symbol::of_constant(real_word(static_cast<float>(signed_of(step.value))));
        return lower_binary(at, step.op == Op::fadd ? Arithmetic::fadd_ : Arithmetic::fsub_,
                            registers_[step.a], amount, false);
    }
    case Op::isequal: return lower_comparison(at, Comparison::eq);
    case Op::notequal: return lower_comparison(at, Comparison::ne);
    case Op::greater: return lower_comparison(at, Comparison::gt);
    case Op::lessthan: return lower_comparison(at, Comparison::lt);
    case Op::gte: return lower_comparison(at, Comparison::ge);
    case Op::lte: return lower_comparison(at, Comparison::le);
    case Op::fgreater: return lower_comparison(at, Comparison::fgt);
    case Op::flessthan: return lower_comparison(at, Comparison::flt);
    case Op::fgte: return lower_comparison(at, Comparison::fge);
    case Op::flte: return lower_comparison(at, Comparison::fle);
    case Op::and_: return lower_logic(at, true);
    case Op::or_: return lower_logic(at, false);
    case Op::notreg: return lower_not(at);
    case Op::jmp: return lower_jump(at);
    case Op::jz: return lower_branch(at, false);
    case Op::jnz: return lower_branch(at, true);
    case Op::linenum:
        line_ = signed_of(step.value);
        line_told_ = false;
        return line_ >= 0;
    case Op::thisbase:
        return number_of(step.value) == code_.functions[function_].start_word &&
               code_.functions[function_].has_base;
    case Op::numfuncargs:
        next_arguments_ = signed_of(step.value);
        return next_arguments_ >= 0 && next_arguments_ < 256;
    case Op::pushreal:
        if (step.a == reg_sp || called_parameters_ != 0) return false;
        parameters_.push_back(registers_[step.a]);
        return parameters_.size() < 256;
    case Op::subrealstack: return lower_parameter_drop(at);
    case Op::callobj: return lower_called_object(at);
    case Op::call: return lower_call(at);
    case Op::callext: return lower_external(at);
    case Op::callas: return lower_far(at);
    case Op::ret: return lower_return(at);
    case Op::loadspoffs: return lower_offset(at);
    case Op::zeromemory:
        if (tail_.size != 0 || !mar.is(Symbol::Kind::stack) || mar.a != depth() || mar.offset != 0)
            return false;
        tail_ = {number_of(step.value), true, {}};
        return tail_.size > 0 && tail_.size < stack_bytes;
    case Op::memread: return lower_read(at, 4);
    case Op::memreadb: return lower_read(at, 1);
    case Op::memreadw: return lower_read(at, 2);
    case Op::memwrite: return step.a != reg_sp && lower_write(at, 4, registers_[step.a]);
    case Op::memwriteb: return step.a != reg_sp && lower_write(at, 1, registers_[step.a]);
    case Op::memwritew: return step.a != reg_sp && lower_write(at, 2, registers_[step.a]);
    case Op::writelit: return lower_write(at, step.extra, Symbol::of_constant(step.value));
    case Op::memreadptr: return lower_element(at) || lower_pointer_read(at);
    case Op::memwriteptr: return lower_pointer_write(at, true);
    case Op::meminitptr: return lower_pointer_write(at, false);
    case Op::memzeroptr: return lower_pointer_clear(at, false);
    case Op::memzeroptrnd: return lower_pointer_clear(at, true);
    case Op::checknull: return lower_null_check(at, reg_mar);
    case Op::checknullreg: return step.a != reg_sp && lower_null_check(at, step.a);
    case Op::checkbounds: return lower_bounds_check(at);
    case Op::newarray: return lower_new_array(at);
    case Op::newuserobject: return lower_new_object(at);
    case Op::createstring: return lower_new_text(at);
    case Op::stringsequal: return lower_text_comparison(at, FastOp::text_equal);
    case Op::stringsnoteq: return lower_text_comparison(at, FastOp::text_differs);
    case Op::loopcheckoff: emit(FastOp::loop_check_off, 0, 0, 0, 0, at); return true;
    case Op::newuserobject2: // the precise form's
    case Op::newarray2:
    case Op::dynamiccast:
    case Op::dynamicbounds: // outside of its idiom
    case Op::null: break;
    }
    return false;
}

} // namespace vellum::ags
