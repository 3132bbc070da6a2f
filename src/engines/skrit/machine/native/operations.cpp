// What each instruction becomes.
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "engines/skrit/machine/native/context.hpp"
#include "engines/skrit/machine/native/walk.hpp"

namespace vellum::skrit {

namespace {

using code::constant;
using Form = code::Op;

constexpr std::uint32_t lowest = 0x80000000; // what a float becomes that does not fit

/// d = a . b
struct Binary {
    Do op;
    code::Op does;
};
constexpr Binary binaries[] = {
    {Do::ADDI, Form::add},      {Do::SUBTRACTI, Form::sub},  {Do::MULTIPLYI, Form::mul},
    {Do::BANDI, Form::bit_and}, {Do::BORI, Form::bit_or},    {Do::BXORI, Form::bit_xor},
    {Do::ADDF, Form::fadd},     {Do::SUBTRACTF, Form::fsub}, {Do::MULTIPLYF, Form::fmul},
    {Do::DIVIDEF, Form::fdiv},
};

/// d = a . number, or d = number - a
struct Unary {
    Do op;
    code::Op does;
    std::uint32_t number;
};
constexpr Unary unaries[] = {
    {Do::BNOTI, Form::bit_xor, ~0U},
    {Do::NEGATEF, Form::bit_xor, 0x80000000},
    {Do::MASK2, Form::bit_and, 0xFFFF},
    {Do::MASK3, Form::bit_and, 0xFF},
};

enum class Compares : std::uint8_t { integers, reals, truths };
struct Comparison {
    Do op;
    Compares what;
    code::Condition condition;
};
constexpr Comparison comparisons[] = {
    {Do::ISGREATERI, Compares::integers, code::Condition::gt},
    {Do::ISLESSI, Compares::integers, code::Condition::lt},
    {Do::ISGREATEREQUALI, Compares::integers, code::Condition::ge},
    {Do::ISLESSEQUALI, Compares::integers, code::Condition::le},
    {Do::ISGREATERF, Compares::reals, code::Condition::gt},
    {Do::ISLESSF, Compares::reals, code::Condition::lt},
    {Do::ISGREATEREQUALF, Compares::reals, code::Condition::ge},
    {Do::ISLESSEQUALF, Compares::reals, code::Condition::le},
    {Do::ISEQUALF, Compares::reals, code::Condition::eq},
    {Do::ISNOTEQUALF, Compares::reals, code::Condition::ne},
    {Do::ISEQUALB, Compares::truths, code::Condition::eq},
    {Do::ISNOTEQUALB, Compares::truths, code::Condition::ne},
    {Do::ISGREATERB, Compares::truths, code::Condition::gt},
    {Do::ISLESSB, Compares::truths, code::Condition::lt},
    {Do::ISGREATEREQUALB, Compares::truths, code::Condition::ge},
    {Do::ISLESSEQUALB, Compares::truths, code::Condition::le},
};

template <class Row, std::size_t count> [[nodiscard]] const Row* find(const Row (&rows)[count], Do op) {
    const auto found = std::ranges::find(rows, op, &Row::op);
    return found == std::end(rows) ? nullptr : &*found;
}

[[nodiscard]] constexpr code::Memory in_context(std::size_t offset) {
    return {code::context_base, {}, static_cast<std::int32_t>(offset)};
}

} // namespace

void Walk::operation(const Instruction& one) {
    if (loads_and_stores(one) || arithmetic(one) || comparison(one)) return;
    switch (one.op) {
    case Do::skip: break;
    case Do::SWAP: swap(); break;
    case Do::POP1: static_cast<void>(pop()); break;
    case Do::pop_mixed: drop(static_cast<std::size_t>(one.a)); break;
    case Do::DIVIDEI: divide(false); break;
    case Do::MODULOI: divide(true); break;
    case Do::FLTTOINT: to_integer(); break;
    case Do::ISAPPROXEQUALF: approximately(); break;
    case Do::branch_to: {
        const std::uint32_t cost = at_ - run_ + 1;
        b_.charge(cost, exit());
        put_all_in_place();
        go(static_cast<std::uint32_t>(one.b));
        break;
    }
    case Do::branch_zero_to: {
        const Operand condition = pop();
        const std::uint32_t go_on = b_.make_label();
        b_.branch(Condition::ne, condition, constant(0), go_on);
        taken();
        b_.bind(go_on);
        break;
    }
    case Do::call_script: call(static_cast<std::uint32_t>(one.b)); break;
    case Do::call_native: call_native(code_.sites[static_cast<std::size_t>(one.b)]); break;
    case Do::RETURN: ret(true); break;
    case Do::RETURN0: ret(false); break;
    default: leave(); break;
    }
}

bool Walk::loads_and_stores(const Instruction& one) {
    switch (one.op) {
    case Do::push_integer: push(constant(static_cast<std::uint32_t>(one.b))); break;
    case Do::load_local: load_local(one.b); break;
    case Do::store_local: store_local(one.b); break;
    case Do::load_instance: load_outside(code::data_base, one.b); break;
    case Do::store_instance: store_outside(code::data_base, one.b); break;
    case Do::load_shared: load_outside(code::bytes_base, one.b); break;
    case Do::store_shared: store_outside(code::bytes_base, one.b); break;
    case Do::zero_local:
        define(local(one.b));
        copy(local(one.b), constant(0));
        break;
    case Do::parameter:
        if (one.a != 0)
            leave();
        else
            load_local(one.b - parameters_);
        break;
    case Do::PUSHTHIS: load_member(offsetof(NativeContext, self)); break;
    case Do::PUSHOWNER: load_member(offsetof(NativeContext, owner)); break;
    default: return false;
    }
    return true;
}

void Walk::load_local(std::int32_t offset) {
    const Operand from = local(offset);
    const Operand to = own(stack_.size());
    if (is_wide(from) && is_wide(to)) { // a whole cell, whatever it is
        copy_cell(cell_of(to), cell_of(from));
        push(to);
    } else
        push(from);
}

void Walk::store_local(std::int32_t offset) {
    const Operand to = local(offset);
    const Operand from = pop();
    define(to);
    if (is_wide(from) && is_wide(to) && !same(from, to))
        copy_cell(cell_of(to), cell_of(from));
    else
        copy(to, from);
}

void Walk::load_outside(const Operand& base, std::int32_t offset) {
    const code::Memory from{base, {}, 8 * offset};
    if (const Operand cell = own(stack_.size()); is_wide(cell)) {
        copy_cell(cell_of(cell), from);
        push(cell);
        return;
    }
    const Operand to = target();
    b_.load(to, from);
    written(to);
}

void Walk::store_outside(const Operand& base, std::int32_t offset) {
    const code::Memory to{base, {}, 8 * offset};
    const Cell held = kind(stack_.size() - 1);
    const Operand from = pop();
    if (is_wide(from)) return copy_cell(to, cell_of(from));
    b_.store(to, from);
    if (held == Cell::zero) // perhaps the null of a reference
        b_.store({to.base, {}, to.offset + 4}, constant(0));
}

void Walk::load_member(std::size_t offset) {
    const Operand to = own(stack_.size());
    copy_cell(cell_of(to), in_context(offset));
    push(to);
}

void Walk::swap() {
    const std::size_t top = stack_.size() - 1;
    const Operand a = own(top - 1);
    const Operand b = own(top);
    const auto in_its_cell = [&](std::size_t depth) { return same(stack_[depth], own(depth)); };
    if (!in_its_cell(top) && !in_its_cell(top - 1)) return std::swap(stack_[top], stack_[top - 1]);
    put_in_place(top);
    put_in_place(top - 1);
    if (is_wide(a) && is_wide(b)) {
        b_.load(t0, cell_of(a), 8);
        b_.load(t1, cell_of(b), 8);
        b_.store(cell_of(b), t0, 8);
        b_.store(cell_of(a), t1, 8);
        return;
    }
    b_.move(t0, a);
    b_.move(t1, b);
    copy(a, t1);
    copy(b, t0);
}

/// Cells that count nothing.
void Walk::drop(std::size_t count) {
    for (std::size_t i = stack_.size() - count; i < stack_.size(); ++i)
        if (!is_number(kind(i)) && kind(i) != Cell::pointer) return leave();
    stack_.resize(stack_.size() - count);
}

bool Walk::arithmetic(const Instruction& one) {
    if (const Binary* const row = find(binaries, one.op)) {
        const Operand b = pop();
        const Operand a = pop();
        const Operand d = target();
        b_.value(row->does, d, a, b);
        written(d);
        return true;
    }
    if (const Unary* const row = find(unaries, one.op)) {
        const Operand a = pop();
        const Operand d = target();
        b_.value(row->does, d, a, constant(row->number));
        written(d);
        return true;
    }
    switch (one.op) {
    case Do::NEGATEI: {
        const Operand a = pop();
        const Operand d = target();
        b_.value(Form::sub, d, constant(0), a);
        written(d);
        return true;
    }
    case Do::INTTOFLT: {
        const Operand a = pop();
        const Operand d = target();
        b_.value(Form::real_of_integer, d, a, {});
        written(d);
        return true;
    }
    case Do::ANDIB:
    case Do::ORIB: {
        const Operand b = pop();
        const Operand a = pop();
        const Operand d = target();
        b_.set(Form::set, t0, Condition::ne, a, constant(0));
        b_.set(Form::set, t1, Condition::ne, b, constant(0));
        b_.value(one.op == Do::ANDIB ? Form::bit_and : Form::bit_or, d, t0, t1);
        written(d);
        return true;
    }
    default: return false;
    }
}

bool Walk::comparison(const Instruction& one) {
    if (const Comparison* const row = find(comparisons, one.op)) {
        const Operand b = pop();
        const Operand a = pop();
        const bool equality = row->condition == Condition::eq || row->condition == Condition::ne;
        if (row->what == Compares::truths) {
            b_.set(Form::set, t0, Condition::ne, a, constant(0));
            b_.set(Form::set, t1, Condition::ne, b, constant(0));
            compare(row->condition, false, t0, t1);
        } else if (row->what == Compares::reals && equality) { // neither less nor greater, nor strange
            b_.set(Form::set_real, t0, Condition::le, a, b);
            b_.set(Form::set_real, t1, Condition::ge, a, b);
            b_.value(Form::bit_and, t0, t0, t1);
            compare(row->condition == Condition::eq ? Condition::ne : Condition::eq, false, t0, constant(0));
        } else
            compare(row->condition, row->what == Compares::reals, a, b);
        return true;
    }
    switch (one.op) {
    case Do::ISEQUALI:
    case Do::ISNOTEQUALI: {
        const bool equal = one.op == Do::ISEQUALI;
        const std::size_t top = stack_.size() - 1;
        if (!is_number(kind(top)) || !is_number(kind(top - 1))) {
            compare_references(equal);
            return true;
        }
        const Operand b = pop();
        const Operand a = pop();
        compare(equal ? Condition::eq : Condition::ne, false, a, b);
        return true;
    }
    case Do::NOTIB: compare(Condition::eq, false, pop(), constant(0)); return true;
    case Do::INTTOBOO: compare(Condition::ne, false, pop(), constant(0)); return true;
    default: return false;
    }
}

/// The truth of a comparison: a branch that reads it is made of it.
void Walk::compare(Condition condition, bool real, const Operand& a, const Operand& b) {
    if (is_next(Do::branch_zero_to)) {
        ++at_;
        const std::uint32_t go_on = b_.make_label();
        if (real)
            b_.branch_real(condition, false, a, b, go_on);
        else
            b_.branch(condition, a, b, go_on);
        taken();
        b_.bind(go_on);
        return;
    }
    const Operand d = target();
    b_.set(real ? Form::set_real : Form::set, d, condition, a, b);
    written(d);
}

/// References and the constant 0.
void Walk::compare_references(bool equal) {
    const std::size_t top = stack_.size() - 1;
    const bool null = stack_[top].is(Operand::Kind::constant) && stack_[top].value == 0;
    if (!is_wide(stack_[top - 1]) || !(null || is_wide(stack_[top]))) return leave();
    const Operand b = pop();
    const Operand a = pop();
    b_.load(t0, cell_of(a), 8);
    if (!null) b_.load(t1, cell_of(b), 8);
    const Operand d = target();
    const std::uint32_t behind = b_.make_label();
    b_.move(d, constant(equal ? 1 : 0));
    b_.branch_wide(Condition::eq, t0, null ? constant(0) : t1, behind);
    b_.move(d, constant(equal ? 0 : 1));
    b_.bind(behind);
    written(d);
}

/// The way of a branch whose condition, which is no longer on the stack, is 0.
void Walk::taken() {
    push(constant(0));
    b_.charge(at_ - run_ + 1, exit());
    static_cast<void>(pop());
    const std::vector<Operand> stack = stack_;
    put_all_in_place();
    go(static_cast<std::uint32_t>(code_.unfused[at_].b));
    stack_ = stack; // the other way
    ended_ = false;
}

void Walk::divide(bool remainder) {
    const std::uint32_t refused = exit();
    const Operand b = pop();
    const Operand a = pop();
    const bool known = b.is(Operand::Kind::constant) && b.value != 0 && b.value != ~0U;
    const Operand d = target();
    if (!known) b_.branch(Condition::eq, b, constant(0), refused);
    const std::uint32_t negated = b_.make_label();
    const std::uint32_t behind = b_.make_label();
    if (!known) b_.branch(Condition::eq, b, constant(~0U), negated);
    b_.value(remainder ? Form::mod : Form::div, d, a, b);
    if (!known) {
        b_.jump(behind);
        b_.bind(negated);
        if (remainder)
            b_.move(d, constant(0));
        else
            b_.value(Form::sub, d, constant(0), a);
        b_.bind(behind);
    }
    written(d);
}

void Walk::to_integer() {
    const std::uint32_t refused = exit();
    b_.value(Form::integer_towards, t0, pop(), {});
    b_.branch(Condition::eq, t0, constant(lowest), refused);
    const Operand d = target();
    copy(d, t0);
}

void Walk::approximately() {
    const Operand b = pop();
    const Operand a = pop();
    const Operand difference = own(stack_.size());
    b_.value(Form::fsub, difference, a, b);
    b_.value(Form::bit_and, difference, difference, constant(0x7FFFFFFF));
    compare(Condition::lt, true, difference, constant(std::bit_cast<std::uint32_t>(0.00001F)));
}

void Walk::call(std::uint32_t number) {
    const LinkedFunction& callee = code_.functions[number];
    if (callee.text + callee.handle != 0 || callee.owned_parameters) return leave_charged();
    put_all_in_place();
    const std::size_t depth = stack_.size();
    for (std::size_t i = depth - callee.parameters; i < depth; ++i)
        if (is_number(kind(i)) && !is_wide(own(i))) b_.store(cell_of(own(i), 4), constant(0));
    const std::uint32_t refused = exit();
    const Operand code = number == number_ ? Operand{} : t0;
    if (number != number_) {
        b_.wide(t0, &code_.native->table[number]);
        b_.load(t0, {t0, {}, 0}, 8);
        b_.branch_wide(Condition::eq, t0, constant(0), refused);
    }
    b_.branch_memory(Condition::not_below, code::calls_base, in_context(offsetof(NativeContext, calls_end)),
                     8, refused);
    const std::uint32_t frame = 8 * static_cast<std::uint32_t>(function_.locals + depth);
    b_.value(Form::add_wide, t1, code::frame_base,
             constant(frame + 8U * (callee.locals + callee.stack + 1U)));
    b_.branch_memory(Condition::above, t1, in_context(offsetof(NativeContext, cells_end)), 8, refused);
    b_.charge(at_ - run_ + 1, refused);
    b_.call(number, code, {at_, frame, 0}, own(depth).value);
    run_ = at_ + 1;
    stack_.resize(depth - callee.parameters);
    if (callee.result == TypeKind::none) return;
    const Operand result = own(stack_.size());
    push(result);
    if (!is_number(skrit::cell_of(callee.result))) return;
    b_.load(result, cell_of(result));
    written(result);
}

/// The machine makes the call, with everything in its place, and leaves the result in its cell.
void Walk::call_native(const CallSite& site) {
    b_.charge(at_ - run_ + 1, exit());
    put_all_in_place();
    const std::uint32_t keep = own(stack_.size()).value;
    stack_.resize(stack_.size() - site.count - (site.variadic ? 1 : 0) - (site.member ? 1 : 0));
    const Operand result = own(stack_.size());
    const bool gives = site.result != TypeKind::none;
    std::uint32_t refused = 0;
    if (!b_.quiet) {
        refused = add_exit(at_, 0);
        add_exit(at_ + 1, 0);
    }
    b_.helper(&Machine::call_for_native, refused, keep, gives ? result : Operand{}, {}, {});
    run_ = at_ + 1;
    if (gives) push(result);
}

void Walk::ret(bool result) {
    if (function_.text + function_.handle != 0 || function_.owned_parameters ||
        stack_.size() != (result ? 1U : 0U))
        return leave_charged();
    b_.charge(at_ - run_ + 1, exit());
    if (result) {
        const Operand value = pop();
        const code::Memory to{code::frame_base, {}, -8 * parameters_};
        if (is_number(skrit::cell_of(function_.result)))
            b_.store(to, value);
        else if (is_wide(value))
            copy_cell(to, cell_of(value));
        else { // null
            b_.store(to, value);
            b_.store({to.base, {}, to.offset + 4}, constant(0));
        }
    }
    b_.ret(at_, 0);
    ended_ = true;
}

} // namespace vellum::skrit
