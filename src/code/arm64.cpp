#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "code/arm64_assembler.hpp"
#include "code/flow.hpp"
#include "code/machine_code.hpp"

#if VELLUM_NATIVE && defined(__aarch64__)

namespace vellum::code {

namespace {

using namespace arm64;

// Pinned: what a call may not change. 0 to 3, 16 and 17 and the first reals are the emitter's.
constexpr Register context_register = 19;
constexpr Register frame_register = 20;
constexpr Register calls_register = 21;
constexpr Register count_register = 22;
constexpr Register bytes_register = 23;
constexpr Register data_register = 24;
constexpr std::array<Register, temporaries> temporary_registers{13, 14, 15};
constexpr std::array<Register, 9> integer_registers{4, 5, 6, 7, 8, 9, 10, 11, 12};
constexpr Register scratch = 16;
constexpr Register other_scratch = 17;
constexpr Register third_scratch = 0;
constexpr std::array<Register, 20> real_registers{4,  5,  6,  7,  16, 17, 18, 19, 20, 21,
                                                  22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
constexpr Register real_scratch = 0;
constexpr Register left_real = 1;
constexpr Register right_real = 2;

[[nodiscard]] std::uint32_t flags_of(Condition condition) {
    constexpr std::array<std::uint32_t, 10> flags{eq, ne, lt, ge, gt, le, lo, hs, hi, ls};
    return flags[static_cast<std::size_t>(condition)];
}
/// Of floats: false where one of them is NaN, but for "unequal".
[[nodiscard]] std::uint32_t real_flags_of(Condition condition) {
    return condition == Condition::lt ? mi : condition == Condition::le ? ls : flags_of(condition);
}

class Emitter {
  public:
    explicit Emitter(const Function& function)
        : f_(function),
          flow_(find_flow(function, integer_registers.size(), real_registers.size())),
          places_(function.labels.size()) {}
    MachineCode run();

  private:
    using Kind = Operand::Kind;
    struct Value {
        enum class In : std::uint8_t { integer, real, home, constant };
        In in = In::constant;
        Register reg = 0;
        std::uint32_t number = 0;
        std::int32_t home = 0;
    };
    struct Address {
        Register base = 0;
        std::int32_t offset = 0;
    };

    [[nodiscard]] Value value(const Operand& operand, std::uint32_t web) const;
    [[nodiscard]] static Register base_of(const Operand& operand);
    [[nodiscard]] Address address(const Memory& memory);
    [[nodiscard]] Address address(const Instruction& one, const Value& index);
    void transfer(Transfer op, Register t, Address at, unsigned width);
    void load_home(Register to, std::int32_t home) { transfer(ldr_, to, {frame_register, home}, 4); }
    void load_context(Register to, std::size_t offset) {
        transfer(ldr_wide, to, {context_register, static_cast<std::int32_t>(offset)}, 8);
    }
    void store_context(Register from, std::size_t offset) {
        transfer(str_wide, from, {context_register, static_cast<std::int32_t>(offset)}, 8);
    }
    void add(Register d, Register n, std::int32_t number, bool wide);
    [[nodiscard]] Register integer(const Value& one, Register otherwise);
    void load_integer(Register to, const Value& one);
    [[nodiscard]] Register real(const Value& one, Register otherwise);
    [[nodiscard]] static Register target(const Value& d) {
        return d.in == Value::In::integer ? d.reg : scratch;
    }
    void put_integer(const Value& to, Register from);
    void put_real(const Value& to, Register from);
    void go(std::uint32_t label) {
        fixups_.push_back({as_.position(), label});
        as_.jump();
    }
    void go(std::uint32_t flags, std::uint32_t label) {
        fixups_.push_back({as_.position(), label});
        as_.jump_if(flags);
    }

    void emit(std::uint32_t at);
    void arithmetic(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void shift(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void divide(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void reals(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void settle_nan(const Value& d, Register left, Register right);
    void whole_number(const Instruction& one, const Value& d, const Value& a);
    void load(const Instruction& one, const Value& d, const Value& a);
    void store(const Instruction& one, const Value& a, const Value& b);
    void wide(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void compare(const Value& a, const Value& b, bool wide);
    std::uint32_t compare_reals(const Instruction& one, const Value& a, const Value& b);
    void branch_memory(const Instruction& one, const Value& a);
    void compare_with_limit(Register count);
    void store_all(const Place& place) { move_all(flow_.stored(place), true); }
    void load_all(const Place& place) { move_all(flow_.loaded(place), false); }
    void move_all(std::span<const std::uint32_t> webs, bool stores);
    void call_function(std::uint64_t address) {
        as_.constant(scratch, address);
        as_.call(scratch);
    }
    void leave_if_exit();
    void helper(const Instruction& one, const Place& place);
    void invoke(const Instruction& one, const Value& a, const Value& b, const Place& place);
    void call(const Instruction& one, const Place& place);
    void prologue() {
        as_.push_pair(29, link);
        as_.add_small(29, stack, 0, true);
    }
    void leave() {
        as_.pop_pair(29, link);
        as_.ret();
    }
    void leave_with(std::uint32_t number) {
        as_.constant(0, number);
        leave();
    }

    const Function& f_;
    Flow flow_;
    Assembler as_;
    std::vector<std::uint32_t> places_; ///< by label
    struct Fixup {
        std::uint32_t at = 0;
        std::uint32_t label = 0;
    };
    std::vector<Fixup> fixups_;
    std::vector<std::uint32_t> unwinds_; ///< Jumps to where a callee's exit goes on.
    /// Jumps of charges that are taken back.
    struct Charge {
        std::uint32_t at = 0;
        std::uint32_t number = 0;
        std::uint32_t label = 0;
    };
    std::vector<Charge> charges_;
    /// Results that are NaN, which are made as x86 makes them.
    struct Nan {
        std::uint32_t at = 0;
        std::uint32_t back = 0;
        Register left = 0;
        Register right = 0;
    };
    std::vector<Nan> nans_;
};

// --- values

Register Emitter::base_of(const Operand& operand) {
    switch (operand.kind) {
    case Kind::temporary: return temporary_registers[operand.value];
    case Kind::frame: return frame_register;
    case Kind::bytes: return bytes_register;
    case Kind::data: return data_register;
    case Kind::calls: return calls_register;
    case Kind::count: return count_register;
    case Kind::context:
    case Kind::none:
    case Kind::variable:
    case Kind::constant: break;
    }
    return context_register;
}

Emitter::Value Emitter::value(const Operand& operand, std::uint32_t web) const {
    Value result;
    if (operand.is(Kind::constant)) {
        result.number = operand.value;
    } else if (operand.is(Kind::variable)) {
        const Web& known = flow_.webs[web];
        result.home = f_.variables[operand.value].home;
        result.in = known.reg < 0 ? Value::In::home : known.real ? Value::In::real : Value::In::integer;
        if (known.reg >= 0) {
            const auto number = static_cast<std::size_t>(known.reg);
            result.reg = known.real ? real_registers[number] : integer_registers[number];
        }
    } else if (!operand.is(Kind::none)) {
        result.in = Value::In::integer;
        result.reg = base_of(operand);
    }
    return result;
}

Emitter::Address Emitter::address(const Memory& memory) {
    Address at{base_of(memory.base), memory.offset};
    if (memory.index.is(Kind::temporary)) {
        as_.add_shifted(other_scratch, at.base, temporary_registers[memory.index.value], 0);
        at.base = other_scratch;
    }
    return at;
}

Emitter::Address Emitter::address(const Instruction& one, const Value& index) {
    Address at = address(one.memory);
    if (!one.a.is(Kind::variable)) return at;
    as_.add_shifted(other_scratch, at.base, integer(index, scratch),
                    static_cast<unsigned>(std::countr_zero(unsigned{one.width})));
    at.base = other_scratch;
    return at;
}

void Emitter::transfer(Transfer op, Register t, Address at, unsigned width) {
    if (!Assembler::reaches(at.offset, width)) {
        as_.constant(third_scratch, static_cast<std::uint64_t>(std::int64_t{at.offset}));
        as_.add_shifted(other_scratch, at.base, third_scratch, 0);
        at = {other_scratch, 0};
    }
    as_.transfer(op, t, at.base, at.offset, width);
}

void Emitter::add(Register d, Register n, std::int32_t number, bool wide) {
    if (Assembler::is_small(number)) {
        as_.add_small(d, n, number, wide);
        return;
    }
    as_.constant(other_scratch, static_cast<std::uint64_t>(std::int64_t{number}));
    as_.three(add_, d, n, other_scratch, wide);
}

void Emitter::load_integer(Register to, const Value& one) {
    switch (one.in) {
    case Value::In::integer:
        if (one.reg != to) as_.move(to, one.reg);
        break;
    case Value::In::real: as_.two(fmov_to_integer, to, one.reg); break;
    case Value::In::home: load_home(to, one.home); break;
    case Value::In::constant: as_.constant(to, one.number); break;
    }
}

Register Emitter::integer(const Value& one, Register otherwise) {
    if (one.in == Value::In::integer) return one.reg;
    if (one.in == Value::In::constant && one.number == 0) return zero;
    load_integer(otherwise, one);
    return otherwise;
}

Register Emitter::real(const Value& one, Register otherwise) {
    if (one.in == Value::In::real) return one.reg;
    if (one.in == Value::In::home)
        transfer(ldr_real, otherwise, {frame_register, one.home}, 4);
    else
        as_.two(fmov_to_real, otherwise, integer(one, scratch));
    return otherwise;
}

void Emitter::put_integer(const Value& to, Register from) {
    switch (to.in) {
    case Value::In::integer:
        if (to.reg != from) as_.move(to.reg, from);
        break;
    case Value::In::real: as_.two(fmov_to_real, to.reg, from); break;
    case Value::In::home: transfer(str_, from, {frame_register, to.home}, 4); break;
    case Value::In::constant: break;
    }
}

void Emitter::put_real(const Value& to, Register from) {
    switch (to.in) {
    case Value::In::real:
        if (to.reg != from) as_.two(fmov_, to.reg, from);
        break;
    case Value::In::integer: as_.two(fmov_to_integer, to.reg, from); break;
    case Value::In::home: transfer(str_real, from, {frame_register, to.home}, 4); break;
    case Value::In::constant: break;
    }
}

// --- operations

void Emitter::arithmetic(const Instruction& one, const Value& d, const Value& a, const Value& b) {
    const auto number = static_cast<std::int32_t>(b.number);
    if ((one.op == Op::add || one.op == Op::sub) && b.in == Value::In::constant &&
        Assembler::is_small(number) && a.in != Value::In::constant) {
        const Register left = integer(a, scratch);
        as_.add_small(target(d), left, one.op == Op::add ? number : -number, false);
        put_integer(d, target(d));
        return;
    }
    const std::uint32_t op = one.op == Op::add       ? add_
                             : one.op == Op::sub     ? sub_
                             : one.op == Op::bit_and ? and_
                             : one.op == Op::bit_or  ? orr_
                             : one.op == Op::bit_xor ? eor_
                                                     : mul_;
    const Register left = integer(a, scratch);
    const Register right = integer(b, other_scratch);
    as_.three(op, target(d), left, right);
    put_integer(d, target(d));
}

void Emitter::shift(const Instruction& one, const Value& d, const Value& a, const Value& b) {
    const Register left = integer(a, scratch);
    if (b.in == Value::In::constant) {
        const unsigned by = b.number & 31;
        if (one.op == Op::shl)
            as_.shift_left(target(d), left, by);
        else
            as_.shift_right(target(d), left, by, one.op == Op::sar);
    } else {
        const std::uint32_t op = one.op == Op::shl ? lsl_ : one.op == Op::shr ? lsr_ : asr_;
        as_.three(op, target(d), left, integer(b, other_scratch));
    }
    put_integer(d, target(d));
}

void Emitter::divide(const Instruction& one, const Value& d, const Value& a, const Value& b) {
    const Register left = integer(a, scratch);
    const Register right = integer(b, other_scratch);
    as_.three(sdiv_, third_scratch, left, right);
    if (one.op == Op::mod)
        as_.multiply_subtract(target(d), third_scratch, right, left);
    else
        as_.move(target(d), third_scratch);
    put_integer(d, target(d));
}

/// Of two NaNs the left one stays, quieted; a new one has a sign.
void Emitter::settle_nan(const Value& d, Register left, Register right) {
    as_.three(fcmp_, 0, real_scratch, real_scratch);
    nans_.push_back({as_.position(), 0, left, right});
    as_.jump_if(vs);
    nans_.back().back = as_.position();
    put_real(d, real_scratch);
}

void Emitter::reals(const Instruction& one, const Value& d, const Value& a, const Value& b) {
    const std::uint32_t op = one.op == Op::fadd   ? fadd_
                             : one.op == Op::fsub ? fsub_
                             : one.op == Op::fmul ? fmul_
                                                  : fdiv_;
    const Register left = real(a, left_real);
    const Register right = real(b, right_real);
    as_.three(op, real_scratch, left, right);
    settle_nan(d, left, right);
}

/// What is no number or does not fit is the lowest.
void Emitter::whole_number(const Instruction& one, const Value& d, const Value& a) {
    const Register from = real(a, left_real);
    as_.two(one.op == Op::integer_below ? fcvtms_ : fcvtzs_, scratch, from);
    as_.constant(other_scratch, 0x80000000U);
    as_.compare_with_half(scratch, scratch);
    as_.select(scratch, scratch, other_scratch, eq);
    as_.three(fcmp_, 0, from, from);
    as_.select(scratch, scratch, other_scratch, vc);
    put_integer(d, scratch);
}

void Emitter::load(const Instruction& one, const Value& d, const Value& a) {
    const Address at = address(one, a);
    if (one.op == Op::load && one.width == 4 && d.in == Value::In::real) {
        transfer(ldr_real, d.reg, at, 4);
        return;
    }
    const Transfer op = one.op == Op::load_signed ? ldrsh_
                        : one.width == 1          ? ldrb_
                        : one.width == 2          ? ldrh_
                        : one.width == 4          ? ldr_
                                                  : ldr_wide;
    transfer(op, target(d), at, one.width);
    put_integer(d, target(d));
}

void Emitter::store(const Instruction& one, const Value& a, const Value& b) {
    const Address at = address(one, a);
    if (one.width == 4 && b.in == Value::In::real) {
        transfer(str_real, b.reg, at, 4);
        return;
    }
    Register from = zero;
    if (b.in == Value::In::constant && b.number != 0) {
        from = scratch;
        as_.constant(from, static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(b.number)}));
    } else if (b.in != Value::In::constant)
        from = integer(b, scratch);
    const Transfer op = one.width == 1 ? strb_ : one.width == 2 ? strh_ : one.width == 4 ? str_ : str_wide;
    transfer(op, from, at, one.width);
}

void Emitter::wide(const Instruction& one, const Value& d, const Value& a, const Value& b) {
    Register left = scratch;
    if (a.in == Value::In::integer)
        left = a.reg;
    else
        load_integer(left, a);
    if (one.op == Op::shl_wide)
        as_.shift_left_wide(d.reg, left, b.number);
    else if (b.in == Value::In::constant) {
        const auto number = static_cast<std::int32_t>(b.number);
        add(d.reg, left, one.op == Op::add_wide ? number : -number, true);
    } else
        as_.three(one.op == Op::add_wide ? add_ : sub_, d.reg, left, integer(b, other_scratch), true);
}

void Emitter::compare(const Value& a, const Value& b, bool wide) {
    const Register left = integer(a, scratch);
    const auto number = static_cast<std::int32_t>(b.number);
    if (b.in != Value::In::constant || number == 0)
        as_.three(subs_, zero, left, integer(b, other_scratch), wide);
    else if (Assembler::is_small(number) && left != zero)
        as_.add_small(zero, left, -number, wide, true);
    else {
        as_.constant(other_scratch, static_cast<std::uint64_t>(std::int64_t{number}));
        as_.three(subs_, zero, left, other_scratch, wide);
    }
}

std::uint32_t Emitter::compare_reals(const Instruction& one, const Value& a, const Value& b) {
    const Register left = real(a, left_real);
    as_.three(fcmp_, 0, left, real(b, right_real));
    return real_flags_of(one.condition);
}

void Emitter::branch_memory(const Instruction& one, const Value& a) {
    const Address at = address(one.memory);
    transfer(one.width == 1 ? ldrb_ : one.width == 4 ? ldr_ : ldr_wide, other_scratch, at, one.width);
    const Register left = integer(a, scratch);
    as_.three(subs_, zero, left, other_scratch, one.width == 8);
    go(flags_of(one.condition), one.label);
}

void Emitter::compare_with_limit(Register count) {
    load_context(other_scratch, offsetof(Context, limit));
    as_.three(subs_, zero, count, other_scratch, true);
}

void Emitter::move_all(std::span<const std::uint32_t> webs, bool stores) {
    for (const std::uint32_t number : webs) {
        const Web& web = flow_.webs[number];
        if (web.reg < 0 || (stores && !web.written)) continue;
        const Address home{frame_register, f_.variables[web.variable].home};
        const auto reg = static_cast<std::size_t>(web.reg);
        if (web.real)
            transfer(stores ? str_real : ldr_real, real_registers[reg], home, 4);
        else
            transfer(stores ? str_ : ldr_, integer_registers[reg], home, 4);
    }
}

void Emitter::leave_if_exit() {
    as_.add_small(zero, 0, 0, false, true); // adds: the sign of what was given
    unwinds_.push_back(as_.position());
    as_.jump_if(ge);
}

void Emitter::helper(const Instruction& one, const Place& place) {
    store_all(place);
    store_context(frame_register, offsetof(Context, frame));
    store_context(calls_register, offsetof(Context, calls));
    store_context(count_register, offsetof(Context, count));
    store_context(bytes_register, offsetof(Context, bytes));
    as_.move(0, context_register, true);
    as_.constant(1, one.number);
    call_function(reinterpret_cast<std::uint64_t>(one.function));
    load_context(count_register, offsetof(Context, count));
    leave_if_exit();
    load_all(place);
}

void Emitter::invoke(const Instruction& one, const Value& a, const Value& b, const Place& place) {
    using Given = Invocation::Given::Kind;
    const Invocation& what = f_.invocations[one.site];
    store_all(place);
    // From the last to the first, which is the emitter's own as well.
    for (auto to = static_cast<Register>(what.given.size()); to-- > 0;) {
        const Invocation::Given& given = what.given[to];
        switch (given.kind) {
        case Given::nothing: break;
        case Given::a: load_integer(to, a); break;
        case Given::b: load_integer(to, b); break;
        case Given::number: as_.constant(to, given.value); break;
        case Given::place: add(to, context_register, static_cast<std::int32_t>(given.value), true); break;
        case Given::member: load_context(to, given.value); break;
        }
    }
    call_function(what.function);
    as_.move(temporary_registers[one.d.value], 0, true);
    load_all(place);
}

void Emitter::call(const Instruction& one, const Place& place) {
    const CallSite& site = f_.sites[one.site];
    store_all(place);
    as_.constant(scratch, site.note);
    transfer(str_, scratch, {calls_register, 0}, 4);
    const auto move = [&](std::int32_t sign) {
        add(calls_register, calls_register, sign * static_cast<std::int32_t>(sizeof(std::uint32_t)), true);
        if (site.frame != 0)
            add(frame_register, frame_register, sign * static_cast<std::int32_t>(site.frame), true);
        if (site.bytes != 0)
            add(bytes_register, bytes_register, sign * static_cast<std::int32_t>(site.bytes), true);
    };
    move(1);
    if (one.a.is(Kind::temporary))
        as_.call(temporary_registers[one.a.value]);
    else {
        const std::uint32_t at = as_.position();
        as_.call_near();
        as_.patch(at, 0); // where the function begins
    }
    leave_if_exit();
    move(-1);
    load_all(place);
}

void Emitter::emit(std::uint32_t at) {
    const Instruction& one = f_.code[at];
    const Flow::Operands& webs = flow_.operands[at];
    const Value d = value(one.d, webs.d);
    const Value a = value(one.a, webs.a);
    const Value b = value(one.b, webs.b);
    switch (one.op) {
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor: arithmetic(one, d, a, b); break;
    case Op::shl:
    case Op::sar:
    case Op::shr: shift(one, d, a, b); break;
    case Op::div:
    case Op::mod: divide(one, d, a, b); break;
    case Op::add_wide:
    case Op::sub_wide:
    case Op::shl_wide: wide(one, d, a, b); break;
    case Op::fadd:
    case Op::fsub:
    case Op::fmul:
    case Op::fdiv: reals(one, d, a, b); break;
    case Op::square_root: {
        const Register from = real(a, left_real);
        as_.two(fsqrt_, real_scratch, from);
        settle_nan(d, from, from);
        break;
    }
    case Op::real_of_integer:
        as_.two(scvtf_, real_scratch, integer(a, scratch));
        put_real(d, real_scratch);
        break;
    case Op::integer_below:
    case Op::integer_towards: whole_number(one, d, a); break;
    case Op::move:
        if (a.in == Value::In::real)
            put_real(d, a.reg);
        else if (d.in == Value::In::integer)
            load_integer(d.reg, a);
        else
            put_integer(d, integer(a, scratch));
        break;
    case Op::load:
    case Op::load_signed: load(one, d, a); break;
    case Op::store: store(one, a, b); break;
    case Op::set:
        compare(a, b, false);
        as_.set_if(target(d), flags_of(one.condition));
        put_integer(d, target(d));
        break;
    case Op::set_real: {
        const std::uint32_t flags = compare_reals(one, a, b);
        as_.set_if(target(d), flags);
        put_integer(d, target(d));
        break;
    }
    case Op::branch:
    case Op::branch_wide:
        compare(a, b, one.op == Op::branch_wide);
        go(flags_of(one.condition), one.label);
        break;
    case Op::branch_memory: branch_memory(one, a); break;
    case Op::branch_real: go(compare_reals(one, a, b) ^ (one.negated ? 1U : 0U), one.label); break;
    case Op::jump:
        if (at + 1 == f_.code.size() || f_.code[at + 1].op != Op::label || f_.code[at + 1].label != one.label)
            go(one.label);
        break;
    case Op::label: places_[one.label] = as_.position(); break;
    case Op::count: add(count_register, count_register, static_cast<std::int32_t>(one.number), true); break;
    case Op::budget:
        add(scratch, count_register, static_cast<std::int32_t>(one.number), true);
        compare_with_limit(scratch);
        go(hs, one.label);
        break;
    case Op::charge:
        add(count_register, count_register, static_cast<std::int32_t>(one.number), true);
        compare_with_limit(count_register);
        charges_.push_back({as_.position(), one.number, one.label});
        as_.jump_if(hs);
        break;
    case Op::helper: helper(one, flow_.at_instruction[at]); break;
    case Op::invoke: invoke(one, a, b, flow_.at_instruction[at]); break;
    case Op::call: call(one, flow_.at_instruction[at]); break;
    case Op::wide: as_.constant(d.reg, one.wide); break;
    case Op::call_other: break; // never written for machine code
    case Op::remark: break;
    case Op::ret:
        store_all(flow_.at_instruction[at]);
        leave_with(returned | one.number);
        break;
    }
}

MachineCode Emitter::run() {
    MachineCode result;
    if (!flow_.found) return result;
    result.entries.resize(f_.labels.size());
    prologue();
    load_all(flow_.at_label[f_.code.front().label]);
    for (std::uint32_t at = 0; at < f_.code.size(); ++at) emit(at);
    const std::uint32_t unwind = as_.position();
    leave();
    for (const Charge& charge : charges_) {
        as_.patch(charge.at, as_.position());
        add(count_register, count_register, -static_cast<std::int32_t>(charge.number), true);
        go(charge.label);
    }
    for (const Nan& nan : nans_) {
        constexpr std::uint32_t quiet = 0x00400000;
        as_.patch(nan.at, as_.position());
        std::vector<std::uint32_t> found;
        as_.constant(scratch, quiet);
        for (const Register operand : {nan.left, nan.right}) {
            as_.three(fcmp_, 0, operand, operand);
            as_.two(fmov_to_integer, other_scratch, operand);
            found.push_back(as_.position());
            as_.jump_if(vs);
        }
        as_.constant(other_scratch, 0xFFC00000U);
        for (const std::uint32_t at : found) as_.patch(at, as_.position());
        as_.three(orr_, other_scratch, other_scratch, scratch);
        as_.two(fmov_to_real, real_scratch, other_scratch);
        const std::uint32_t at = as_.position();
        as_.jump();
        as_.patch(at, nan.back);
    }
    for (std::uint32_t label = 0; label < f_.labels.size(); ++label) {
        if (f_.labels[label].exit != Label::here) {
            places_[label] = as_.position();
            store_all(flow_.at_label[label]);
            leave_with(f_.labels[label].exit);
        } else if (f_.labels[label].entry) {
            result.entries[label] = as_.position();
            prologue();
            load_all(flow_.at_label[label]);
            go(label);
        }
    }
    if (as_.bytes.size() >= Assembler::farthest) return {};
    for (const Fixup& fixup : fixups_) as_.patch(fixup.at, places_[fixup.label]);
    for (const std::uint32_t at : unwinds_) as_.patch(at, unwind);
    result.bytes = std::move(as_.bytes);
    return result;
}

} // namespace

MachineCode make_machine_code(const Function& function) { return Emitter(function).run(); }

std::vector<std::byte> make_enter() {
    Assembler as;
    constexpr std::array<std::pair<Register, Register>, 4> saved{{{29, link},
                                                                  {context_register, frame_register},
                                                                  {calls_register, count_register},
                                                                  {bytes_register, data_register}}};
    const auto each = [&](Transfer op) {
        const auto one = [&](Register reg, std::size_t offset) {
            as.transfer(op, reg, context_register, static_cast<std::int32_t>(offset), 8);
        };
        one(frame_register, offsetof(Context, frame));
        one(calls_register, offsetof(Context, calls));
        one(count_register, offsetof(Context, count));
        one(bytes_register, offsetof(Context, bytes));
    };
    for (const auto& [first, second] : saved) as.push_pair(first, second);
    as.move(context_register, 0, true);
    each(ldr_wide);
    as.transfer(ldr_wide, data_register, context_register, static_cast<std::int32_t>(offsetof(Context, data)),
                8);
    as.call(1);
    each(str_wide);
    for (std::size_t i = saved.size(); i-- > 0;) as.pop_pair(saved[i].first, saved[i].second);
    as.ret();
    return as.bytes;
}

} // namespace vellum::code

#endif
