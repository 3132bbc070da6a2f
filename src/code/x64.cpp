#include "code/x64.hpp"

#if VELLUM_NATIVE

#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include "code/flow.hpp"
#include "code/x64_assembler.hpp"

namespace vellum::code {

namespace {

using Kind = Operand::Kind;
using Address = Assembler::Address;

// Pinned: what a call may not change. rax, xmm0 and xmm1 are the emitter's.
constexpr Register context_register = rbx;
constexpr Register frame_register = rbp;
constexpr Register calls_register = r13;
constexpr Register count_register = r14;
constexpr Register data_register = r15;
constexpr std::array temporary_registers{rcx, rdx, rsi};
static_assert(temporary_registers.size() == temporaries);
constexpr std::array integer_registers{rdi, r8, r9, r10, r11, r12};
constexpr std::uint32_t first_real = 2;
constexpr std::uint32_t real_registers = 14;

[[nodiscard]] constexpr Address in_context(std::size_t offset) {
    return {context_register, rsp, static_cast<std::int32_t>(offset)};
}

/// What follows 0F 8x and 0F 9x.
[[nodiscard]] unsigned flags_of(Condition condition) {
    switch (condition) {
    case Condition::eq: return 0x4;
    case Condition::ne: return 0x5;
    case Condition::lt: return 0xC;
    case Condition::ge: return 0xD;
    case Condition::gt: return 0xF;
    case Condition::le: return 0xE;
    case Condition::below: return 0x2;
    case Condition::not_below: return 0x3;
    case Condition::above: return 0x7;
    case Condition::not_above: return 0x6;
    }
    return 0;
}
[[nodiscard]] Condition swapped(Condition condition) {
    switch (condition) {
    case Condition::lt: return Condition::gt;
    case Condition::gt: return Condition::lt;
    case Condition::le: return Condition::ge;
    case Condition::ge: return Condition::le;
    case Condition::below: return Condition::above;
    case Condition::above: return Condition::below;
    case Condition::not_below: return Condition::not_above;
    case Condition::not_above: return Condition::not_below;
    case Condition::eq:
    case Condition::ne: break;
    }
    return condition;
}

class Emitter {
  public:
    explicit Emitter(const Function& function)
        : f_(function),
          flow_(find_flow(function, integer_registers.size(), real_registers)),
          places_(function.labels.size(), unplaced) {}
    MachineCode run();

  private:
    static constexpr std::uint32_t unplaced = 0xFFFFFFFF;
    /// Where a value is.
    struct Value {
        enum class In : std::uint8_t { integer, real, home, constant };
        In in = In::constant;
        unsigned reg = 0;
        std::uint32_t number = 0;
        Address home;
    };

    [[nodiscard]] Address home_of(std::uint32_t variable) const {
        return {frame_register, rsp, f_.variables[variable].home};
    }
    [[nodiscard]] Value value(const Operand& operand, std::uint32_t web) const;
    [[nodiscard]] bool in_register(const Value& one, Register reg) const {
        return one.in == Value::In::integer && one.reg == reg;
    }
    /// The register of a value, which is put into `otherwise` if it has none.
    Register integer(const Value& one, Register otherwise);
    unsigned real(const Value& one, unsigned otherwise);
    void load_integer(Register to, const Value& one);
    void load_real(unsigned to, const Value& one);
    void put_integer(const Value& to, Register from);
    void put_real(const Value& to, unsigned from);
    /// `opcode` is that of OP r32, r/m32; `group` the one for constants.
    void with(std::uint32_t opcode, unsigned group, Register left, const Value& right, bool wide = false);
    [[nodiscard]] Address address(const Memory& memory);
    void go(unsigned flags, std::uint32_t label);
    void go(std::uint32_t label);

    void emit(std::uint32_t at);
    void arithmetic(const Instruction& one, const Value& d, Value a, Value b);
    void shift(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void divide(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void reals(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void load(const Instruction& one, const Value& d);
    void store(const Instruction& one, const Value& b);
    void compare(const Value& a, const Value& b, Condition& condition, bool wide);
    unsigned compare_reals(const Instruction& one, const Value& a, const Value& b);
    void branch_memory(const Instruction& one, const Value& a);
    void store_all(const Place& place);
    void load_all(const Place& place);
    void helper(const Instruction& one, const Place& place);
    void call(const Instruction& one, const Place& place);
    void leave() {
        as_.registers(0x83, 0, rsp, true); // add rsp, 8
        as_.byte(8);
        as_.byte(0xC3);
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
};

Emitter::Value Emitter::value(const Operand& operand, std::uint32_t web) const {
    Value result;
    switch (operand.kind) {
    case Kind::constant: result.number = operand.value; return result;
    case Kind::temporary:
        result.in = Value::In::integer;
        result.reg = temporary_registers[operand.value];
        return result;
    case Kind::frame:
    case Kind::calls:
    case Kind::data:
    case Kind::context:
        result.in = Value::In::integer;
        result.reg = operand.kind == Kind::frame   ? frame_register
                     : operand.kind == Kind::calls ? calls_register
                     : operand.kind == Kind::data  ? data_register
                                                   : context_register;
        return result;
    case Kind::bytes:
        result.in = Value::In::home; // 64 bits
        result.home = in_context(offsetof(Context, bytes));
        return result;
    case Kind::variable: {
        const Web& known = flow_.webs[web];
        result.home = home_of(operand.value);
        result.in = known.reg < 0 ? Value::In::home : known.real ? Value::In::real : Value::In::integer;
        if (known.reg >= 0)
            result.reg = known.real ? first_real + static_cast<unsigned>(known.reg)
                                    : integer_registers[static_cast<std::size_t>(known.reg)];
        return result;
    }
    case Kind::none: break;
    }
    return result;
}

void Emitter::load_integer(Register to, const Value& one) {
    switch (one.in) {
    case Value::In::integer:
        if (one.reg != to) as_.registers(0x8B, to, one.reg);
        break;
    case Value::In::real: as_.registers(0x0F7E, one.reg, to, false, 0x66); break; // movd
    case Value::In::home: as_.memory(0x8B, to, one.home); break;
    case Value::In::constant:
        if (one.number == 0)
            as_.registers(0x31, to, to); // callers that need flags load before they compare
        else
            as_.constant(to, one.number);
        break;
    }
}

void Emitter::load_real(unsigned to, const Value& one) {
    switch (one.in) {
    case Value::In::real:
        if (one.reg != to) as_.registers(0x0F28, to, one.reg); // movaps
        break;
    case Value::In::integer: as_.registers(0x0F6E, to, one.reg, false, 0x66); break;
    case Value::In::home: as_.memory(0x0F10, to, one.home, false, 0xF3); break; // movss
    case Value::In::constant:
        if (one.number == 0) {
            as_.registers(0x0F57, to, to); // xorps
        } else {
            as_.constant(rax, one.number);
            as_.registers(0x0F6E, to, rax, false, 0x66);
        }
        break;
    }
}

Register Emitter::integer(const Value& one, Register otherwise) {
    if (one.in == Value::In::integer) return static_cast<Register>(one.reg);
    load_integer(otherwise, one);
    return otherwise;
}

unsigned Emitter::real(const Value& one, unsigned otherwise) {
    if (one.in == Value::In::real) return one.reg;
    load_real(otherwise, one);
    return otherwise;
}

void Emitter::put_integer(const Value& to, Register from) {
    switch (to.in) {
    case Value::In::integer:
        if (to.reg != from) as_.registers(0x8B, to.reg, from);
        break;
    case Value::In::real: as_.registers(0x0F6E, to.reg, from, false, 0x66); break;
    case Value::In::home: as_.memory(0x89, from, to.home); break;
    case Value::In::constant: break;
    }
}

void Emitter::put_real(const Value& to, unsigned from) {
    switch (to.in) {
    case Value::In::real:
        if (to.reg != from) as_.registers(0x0F28, to.reg, from);
        break;
    case Value::In::integer: as_.registers(0x0F7E, from, to.reg, false, 0x66); break;
    case Value::In::home: as_.memory(0x0F11, from, to.home, false, 0xF3); break;
    case Value::In::constant: break;
    }
}

void Emitter::with(std::uint32_t opcode, unsigned group, Register left, const Value& right, bool wide) {
    switch (right.in) {
    case Value::In::integer: as_.registers(opcode, left, right.reg, wide); break;
    case Value::In::home: as_.memory(opcode, left, right.home, wide); break;
    case Value::In::real: // its home is its own: the value may as well be there
        as_.memory(0x0F11, right.reg, right.home, false, 0xF3);
        as_.memory(opcode, left, right.home, wide);
        break;
    case Value::In::constant: {
        const auto number = static_cast<std::int32_t>(right.number);
        const bool small = number >= -128 && number < 128;
        as_.registers(small ? 0x83 : 0x81, group, left, wide);
        if (small)
            as_.byte(right.number & 0xFF);
        else
            as_.dword(right.number);
        break;
    }
    }
}

Address Emitter::address(const Memory& memory) {
    Address at;
    at.offset = memory.offset;
    switch (memory.base.kind) {
    case Kind::bytes:
        as_.memory(0x8B, rax, in_context(offsetof(Context, bytes)), true);
        at.base = rax;
        break;
    case Kind::temporary: at.base = temporary_registers[memory.base.value]; break;
    case Kind::frame: at.base = frame_register; break;
    case Kind::data: at.base = data_register; break;
    case Kind::calls: at.base = calls_register; break;
    case Kind::context:
    case Kind::none:
    case Kind::variable:
    case Kind::constant: at.base = context_register; break;
    }
    if (memory.index.is(Kind::temporary)) at.index = temporary_registers[memory.index.value];
    return at;
}

void Emitter::go(unsigned flags, std::uint32_t label) {
    as_.byte(0x0F);
    as_.byte(0x80 | flags);
    fixups_.push_back({as_.position(), label});
    as_.dword(0);
}

void Emitter::go(std::uint32_t label) {
    as_.byte(0xE9);
    fixups_.push_back({as_.position(), label});
    as_.dword(0);
}

void Emitter::arithmetic(const Instruction& one, const Value& d, Value a, Value b) {
    struct Codes {
        std::uint32_t opcode;
        unsigned group;
    };
    const Codes codes = one.op == Op::add       ? Codes{0x03, 0}
                        : one.op == Op::sub     ? Codes{0x2B, 5}
                        : one.op == Op::bit_and ? Codes{0x23, 4}
                        : one.op == Op::bit_or  ? Codes{0x0B, 1}
                        : one.op == Op::bit_xor ? Codes{0x33, 6}
                                                : Codes{0x0FAF, 0};
    Register target = d.in == Value::In::integer ? static_cast<Register>(d.reg) : rax;
    if (in_register(b, target) && !in_register(a, target)) {
        if (one.op == Op::sub)
            target = rax;
        else
            std::swap(a, b);
    }
    if (one.op == Op::mul && b.in == Value::In::constant) {
        const Register from = integer(a, target);
        as_.registers(0x69, target, from);
        as_.dword(b.number);
    } else if (one.op == Op::add && b.in == Value::In::constant && a.in == Value::In::integer &&
               a.reg != target) {
        as_.memory(0x8D, target,
                   {static_cast<Register>(a.reg), rsp, static_cast<std::int32_t>(b.number)}); // lea
    } else {
        load_integer(target, a);
        with(codes.opcode, codes.group, target, b);
    }
    put_integer(d, target);
}

void Emitter::shift(const Instruction& one, const Value& d, const Value& a, const Value& b) {
    const unsigned group = one.op == Op::shl ? 4 : one.op == Op::shr ? 5 : 7;
    if (b.in == Value::In::constant) {
        const Register target = d.in == Value::In::integer ? static_cast<Register>(d.reg) : rax;
        load_integer(target, a);
        as_.registers(0xC1, group, target);
        as_.byte(b.number & 31);
        put_integer(d, target);
        return;
    }
    load_integer(rax, a);
    load_integer(rcx, b);
    as_.registers(0xD3, group, rax);
    put_integer(d, rax);
}

void Emitter::divide(const Instruction& one, const Value& d, const Value& a, const Value& b) {
    load_integer(rcx, b);
    load_integer(rax, a);
    as_.byte(0x99); // cdq
    as_.registers(0xF7, 7, rcx);
    put_integer(d, one.op == Op::div ? rax : rdx);
}

void Emitter::reals(const Instruction& one, const Value& d, const Value& a, const Value& b) {
    const std::uint32_t opcode = one.op == Op::fadd   ? 0x0F58
                                 : one.op == Op::fsub ? 0x0F5C
                                 : one.op == Op::fmul ? 0x0F59
                                                      : 0x0F5E;
    // The left one is the destination: of two NaNs it stays.
    unsigned target = d.in == Value::In::real ? d.reg : 0;
    if (b.in == Value::In::real && b.reg == target && !(a.in == Value::In::real && a.reg == target))
        target = 0;
    if (b.in == Value::In::home) {
        load_real(target, a);
        as_.memory(opcode, target, b.home, false, 0xF3);
    } else {
        const unsigned right = real(b, 1);
        load_real(target, a);
        as_.registers(opcode, target, right, false, 0xF3);
    }
    put_real(d, target);
}

void Emitter::load(const Instruction& one, const Value& d) {
    const Address at = address(one.memory);
    if (one.op == Op::load && one.width == 4 && d.in == Value::In::real) {
        as_.memory(0x0F10, d.reg, at, false, 0xF3);
        return;
    }
    const Register target = d.in == Value::In::integer ? static_cast<Register>(d.reg) : rax;
    if (one.op == Op::load_signed)
        as_.memory(0x0FBF, target, at);
    else if (one.width == 1)
        as_.memory(0x0FB6, target, at);
    else if (one.width == 2)
        as_.memory(0x0FB7, target, at);
    else
        as_.memory(0x8B, target, at, one.width == 8);
    put_integer(d, target);
}

void Emitter::store(const Instruction& one, const Value& b) {
    const Address at = address(one.memory);
    if (b.in == Value::In::constant) {
        if (one.width == 2) as_.byte(0x66);
        as_.memory(one.width == 1 ? 0xC6 : 0xC7, 0, at, one.width == 8);
        if (one.width == 1)
            as_.byte(b.number & 0xFF);
        else if (one.width == 2) {
            as_.byte(b.number & 0xFF);
            as_.byte(b.number >> 8 & 0xFF);
        } else
            as_.dword(b.number);
        return;
    }
    if (one.width == 4 && b.in == Value::In::real) {
        as_.memory(0x0F11, b.reg, at, false, 0xF3);
        return;
    }
    Register from = at.base == rax ? temporary_registers.back() : rax;
    if (b.in == Value::In::integer)
        from = static_cast<Register>(b.reg);
    else
        load_integer(from, b);
    if (one.width == 2) as_.byte(0x66);
    as_.memory(one.width == 1 ? 0x88 : 0x89, from, at, one.width == 8, 0, one.width == 1);
}

void Emitter::compare(const Value& first, const Value& second, Condition& condition, bool wide) {
    Value a = first;
    Value b = second;
    if (a.in == Value::In::constant) {
        std::swap(a, b);
        condition = swapped(condition);
    }
    const bool zero = b.in == Value::In::constant && b.number == 0;
    if (a.in == Value::In::home && b.in != Value::In::home && b.in != Value::In::real) {
        if (b.in == Value::In::integer) {
            as_.memory(0x39, b.reg, a.home, wide);
        } else {
            const auto number = static_cast<std::int32_t>(b.number);
            const bool small = number >= -128 && number < 128;
            as_.memory(small ? 0x83 : 0x81, 7, a.home, wide);
            if (small)
                as_.byte(b.number & 0xFF);
            else
                as_.dword(b.number);
        }
        return;
    }
    const Register left = integer(a, rax);
    if (zero)
        as_.registers(0x85, left, left, wide);
    else
        with(0x3B, 7, left, b, wide);
}

/// Gives the flags of the condition.
unsigned Emitter::compare_reals(const Instruction& one, const Value& a, const Value& b) {
    const bool turned = one.condition == Condition::lt || one.condition == Condition::le;
    const Value& left = turned ? b : a;
    const Value& right = turned ? a : b;
    const unsigned reg = real(left, 0);
    if (right.in == Value::In::home)
        as_.memory(0x0F2E, reg, right.home); // ucomiss: "above" is false where one of them is NaN
    else
        as_.registers(0x0F2E, reg, real(right, 1));
    const bool or_equal = one.condition == Condition::ge || one.condition == Condition::le;
    return flags_of(or_equal ? Condition::not_below : Condition::above);
}

void Emitter::branch_memory(const Instruction& one, const Value& a) {
    if (one.width == 1) { // with a constant only
        const Address at = address(one.memory);
        as_.memory(0x80, 7, at);
        as_.byte(a.number & 0xFF);
        go(flags_of(swapped(one.condition)), one.label);
        return;
    }
    const Register left = integer(a, rax);
    as_.memory(0x3B, left, address(one.memory), one.width == 8);
    go(flags_of(one.condition), one.label);
}

void Emitter::store_all(const Place& place) {
    for (const std::uint32_t number : flow_.stored(place)) {
        const Web& web = flow_.webs[number];
        if (web.reg < 0 || !web.written) continue;
        const Address home = home_of(web.variable);
        if (web.real)
            as_.memory(0x0F11, first_real + static_cast<unsigned>(web.reg), home, false, 0xF3);
        else
            as_.memory(0x89, integer_registers[static_cast<std::size_t>(web.reg)], home);
    }
}

void Emitter::load_all(const Place& place) {
    for (const std::uint32_t number : flow_.loaded(place)) {
        const Web& web = flow_.webs[number];
        if (web.reg < 0) continue;
        const Address home = home_of(web.variable);
        if (web.real)
            as_.memory(0x0F10, first_real + static_cast<unsigned>(web.reg), home, false, 0xF3);
        else
            as_.memory(0x8B, integer_registers[static_cast<std::size_t>(web.reg)], home);
    }
}

void Emitter::helper(const Instruction& one, const Place& place) {
    store_all(place);
    as_.memory(0x89, frame_register, in_context(offsetof(Context, frame)), true);
    as_.memory(0x89, calls_register, in_context(offsetof(Context, calls)), true);
    as_.memory(0x89, count_register, in_context(offsetof(Context, count)), true);
    as_.registers(0x8B, rdi, context_register, true);
    as_.constant(rsi, one.number);
    as_.constant_wide(rax, reinterpret_cast<std::uint64_t>(one.function));
    as_.registers(0xFF, 2, rax);
    as_.memory(0x8B, count_register, in_context(offsetof(Context, count)), true);
    as_.registers(0x85, rax, rax);
    as_.byte(0x0F);
    as_.byte(0x89); // jns
    unwinds_.push_back(as_.position());
    as_.dword(0);
    load_all(place);
}

void Emitter::call(const Instruction& one, const Place& place) {
    const CallSite& site = f_.sites[one.site];
    store_all(place);
    as_.memory(0x8B, rax, in_context(offsetof(Context, functions)), true);
    as_.memory(0xC7, 0, {calls_register, rsp, 0});
    as_.dword(site.note);
    const auto move = [&](bool up) {
        as_.registers(0x83, up ? 0 : 5, calls_register, true);
        as_.byte(4);
        as_.registers(0x81, up ? 0 : 5, frame_register, true);
        as_.dword(site.frame);
        as_.memory(0x81, up ? 0 : 5, in_context(offsetof(Context, bytes)), true);
        as_.dword(site.bytes);
    };
    move(true);
    as_.memory(0xFF, 2, {rax, rsp, static_cast<std::int32_t>(8 * one.number)});
    as_.registers(0x85, rax, rax);
    as_.byte(0x0F);
    as_.byte(0x89);
    unwinds_.push_back(as_.position());
    as_.dword(0);
    move(false);
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
    case Op::sub_wide: {
        const auto target = static_cast<Register>(d.reg);
        if (a.in == Value::In::integer && (one.a.is(Kind::variable) || one.a.is(Kind::temporary)) &&
            a.reg == target) {
        } else if (a.in == Value::In::integer && !one.a.is(Kind::variable))
            as_.registers(0x8B, target, a.reg, true);
        else if (one.a.is(Kind::bytes))
            as_.memory(0x8B, target, a.home, true);
        else
            load_integer(target, a);
        if (one.op == Op::add_wide)
            with(0x03, 0, target, b, true);
        else
            with(0x2B, 5, target, b, true);
        break;
    }
    case Op::shl_wide: {
        const auto target = static_cast<Register>(d.reg);
        load_integer(target, a);
        as_.registers(0xC1, 4, target, true);
        as_.byte(b.number);
        break;
    }
    case Op::fadd:
    case Op::fsub:
    case Op::fmul:
    case Op::fdiv: reals(one, d, a, b); break;
    case Op::move:
        if (d.in == Value::In::real)
            load_real(d.reg, a);
        else if (d.in == Value::In::integer)
            load_integer(static_cast<Register>(d.reg), a);
        else if (a.in == Value::In::real)
            put_real(d, a.reg);
        else if (a.in == Value::In::constant) {
            as_.memory(0xC7, 0, d.home);
            as_.dword(a.number);
        } else
            put_integer(d, integer(a, rax));
        break;
    case Op::load:
    case Op::load_signed: load(one, d); break;
    case Op::store: store(one, b); break;
    case Op::set: {
        Condition condition = one.condition;
        compare(a, b, condition, false);
        as_.registers(0x0F90 | flags_of(condition), 0, rax, false, 0, true);
        as_.registers(0x0FB6, rax, rax);
        put_integer(d, rax);
        break;
    }
    case Op::set_real: {
        const unsigned flags = compare_reals(one, a, b);
        as_.registers(0x0F90 | flags, 0, rax, false, 0, true);
        as_.registers(0x0FB6, rax, rax);
        put_integer(d, rax);
        break;
    }
    case Op::branch:
    case Op::branch_wide: {
        Condition condition = one.condition;
        compare(a, b, condition, one.op == Op::branch_wide);
        go(flags_of(condition), one.label);
        break;
    }
    case Op::branch_memory: branch_memory(one, a); break;
    case Op::branch_real: go(compare_reals(one, a, b) ^ (one.negated ? 1U : 0U), one.label); break;
    case Op::jump: go(one.label); break;
    case Op::label: places_[one.label] = as_.position(); break;
    case Op::count:
        as_.registers(0x81, 0, count_register, true);
        as_.dword(one.number);
        break;
    case Op::budget:
        as_.memory(0x8D, rax, {count_register, rsp, static_cast<std::int32_t>(one.number)}, true);
        as_.memory(0x3B, rax, in_context(offsetof(Context, limit)), true);
        go(flags_of(Condition::not_below), one.label);
        break;
    case Op::helper: helper(one, flow_.at_instruction[at]); break;
    case Op::call: call(one, flow_.at_instruction[at]); break;
    case Op::ret: {
        store_all(flow_.at_instruction[at]);
        as_.constant(rax, returned | one.number);
        leave();
        break;
    }
    }
}

MachineCode Emitter::run() {
    MachineCode result;
    result.entries.resize(f_.labels.size());
    const auto prologue = [&] {
        as_.registers(0x83, 5, rsp, true); // the stack stays aligned at calls
        as_.byte(8);
    };
    prologue();
    load_all(flow_.at_label[f_.code.front().label]);
    for (std::uint32_t at = 0; at < f_.code.size(); ++at) emit(at);
    const std::uint32_t unwind = as_.position();
    leave();
    for (std::uint32_t label = 0; label < f_.labels.size(); ++label) {
        if (f_.labels[label].exit != Label::here) {
            places_[label] = as_.position();
            store_all(flow_.at_label[label]);
            as_.constant(rax, f_.labels[label].exit);
            leave();
        } else if (f_.labels[label].entry) {
            result.entries[label] = as_.position();
            prologue();
            load_all(flow_.at_label[label]);
            go(label);
        }
    }
    const auto patch = [&](std::uint32_t at, std::uint32_t to) {
        const std::uint32_t distance = to - (at + 4);
        for (std::uint32_t i = 0; i < 4; ++i)
            as_.bytes[at + i] = static_cast<std::byte>(distance >> (8 * i) & 0xFFU);
    };
    for (const Fixup& fixup : fixups_) patch(fixup.at, places_[fixup.label]);
    for (const std::uint32_t at : unwinds_) patch(at, unwind);
    result.bytes = std::move(as_.bytes);
    return result;
}

} // namespace

MachineCode make_x64(const Function& function) { return Emitter(function).run(); }

std::vector<std::byte> make_x64_enter() {
    Assembler as;
    constexpr std::array saved{rbx, rbp, r12, r13, r14, r15};
    const auto push = [&](Register reg, std::uint32_t opcode) {
        if (reg >= r8) as.byte(0x41);
        as.byte(opcode | (reg & 7));
    };
    for (const Register reg : saved) push(reg, 0x50);
    as.registers(0x83, 5, rsp, true);
    as.byte(8);
    as.registers(0x8B, context_register, rdi, true);
    const auto each = [&](std::uint32_t opcode) {
        as.memory(opcode, frame_register, in_context(offsetof(Context, frame)), true);
        as.memory(opcode, calls_register, in_context(offsetof(Context, calls)), true);
        as.memory(opcode, count_register, in_context(offsetof(Context, count)), true);
    };
    each(0x8B);
    as.memory(0x8B, data_register, in_context(offsetof(Context, data)), true);
    as.registers(0xFF, 2, rsi); // aligned here: six pushed, eight taken and a return address
    each(0x89);
    as.registers(0x83, 0, rsp, true);
    as.byte(8);
    for (std::size_t i = saved.size(); i-- > 0;) push(saved[i], 0x58);
    as.byte(0xC3);
    return as.bytes;
}

} // namespace vellum::code

#endif
