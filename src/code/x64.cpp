#include "code/machine_code.hpp"

#if VELLUM_NATIVE && defined(__x86_64__)

#include <utility>

#include "code/x64_emitter.hpp"

namespace vellum::code {

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

/// The number towards 0, which is one too many where its float is above; what is out of range gives the
/// lowest, and from that nothing is taken.
void Emitter::integer_below(const Value& d, const Value& a) {
    const unsigned from = real(a, 1);
    as_.registers(0x0F2C, rax, from, false, 0xF3); // cvttss2si
    as_.registers(0x0F57, 0, 0);                   // xorps: the conversion would wait for what was there
    as_.registers(0x0F2A, 0, rax, false, 0xF3);    // cvtsi2ss
    as_.registers(0x31, rcx, rcx);
    as_.registers(0x0F2E, 0, from); // ucomiss
    as_.registers(0x0F90 | flags_of(Condition::above), 0, rcx, false, 0, true);
    as_.registers(0x2B, rax, rcx);
    as_.byte(0x71); // jno over the next
    as_.byte(2);
    as_.registers(0x03, rax, rcx);
    put_integer(d, rax);
}

void Emitter::load(const Instruction& one, const Value& d, const Value& a) {
    const Address at = address(one, a);
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

void Emitter::store(const Instruction& one, const Value& a, const Value& b) {
    const Address at = address(one, a);
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
    Register from = at.index == rax ? temporary_registers.back() : rax;
    if (b.in == Value::In::integer)
        from = static_cast<Register>(b.reg);
    else
        load_integer(from, b);
    if (one.width == 2) as_.byte(0x66);
    as_.memory(one.width == 1 ? 0x88 : 0x89, from, at, one.width == 8, 0, one.width == 1);
}

void Emitter::add_wide(const Instruction& one, const Value& d, const Value& a, const Value& b) {
    const auto target = static_cast<Register>(d.reg);
    const bool base = a.in == Value::In::integer && !one.a.is(Kind::variable); // 64 bits
    if (base && a.reg != target && one.op == Op::add_wide && b.in == Value::In::constant) {
        as_.memory(0x8D, target, // lea
                   {static_cast<Register>(a.reg), rsp, static_cast<std::int32_t>(b.number)}, true);
        return;
    }
    if (base && a.reg != target)
        as_.registers(0x8B, target, a.reg, true);
    else if (!base)
        load_integer(target, a);
    if (b.in == Value::In::constant && b.number == 0) return;
    if (one.op == Op::add_wide)
        with(0x03, 0, target, b, true);
    else
        with(0x2B, 5, target, b, true);
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
    as_.memory(0x89, bytes_register, in_context(offsetof(Context, bytes)), true);
    call_helper(one.function, one.number);
    as_.memory(0x8B, count_register, in_context(offsetof(Context, count)), true);
    leave_if_exit();
    load_all(place);
}

void Emitter::invoke(const Instruction& one, const Value& a, const Value& b, const Place& place) {
    using Given = Invocation::Given::Kind;
    constexpr std::array parameters{rdi, rsi, rdx, rcx};
    const Invocation& what = f_.invocations[one.site];
    store_all(place);
    // From the last to the first: only the first one's register may hold a variable, which goes last.
    for (std::size_t i = parameters.size(); i-- > 0;) {
        const Register to = parameters[i];
        const Invocation::Given& given = what.given[i];
        switch (given.kind) {
        case Given::nothing: break;
        case Given::a: load_integer(to, a); break;
        case Given::b: load_integer(to, b); break;
        case Given::number: as_.constant_wide(to, given.value); break;
        case Given::place: as_.memory(0x8D, to, in_context(given.value), true); break;
        case Given::member: as_.memory(0x8B, to, in_context(given.value), true); break;
        }
    }
    call_function(what.function);
    as_.registers(0x8B, temporary_registers[one.d.value], rax, true);
    load_all(place);
}

void Emitter::call_helper(Helper function, std::uint32_t number) {
    as_.registers(0x8B, rdi, context_register, true);
    as_.constant(rsi, number);
    call_function(reinterpret_cast<std::uint64_t>(function));
}

void Emitter::call_function(std::uint64_t address) {
    as_.constant_wide(rax, address);
    as_.registers(0xFF, 2, rax);
}

void Emitter::leave_if_exit() {
    as_.registers(0x85, rax, rax);
    as_.byte(0x0F);
    as_.byte(0x89); // jns
    unwinds_.push_back(as_.position());
    as_.dword(0);
}

void Emitter::call(const Instruction& one, const Place& place) {
    const CallSite& site = f_.sites[one.site];
    store_all(place);
    as_.memory(0xC7, 0, {calls_register, rsp, 0});
    as_.dword(site.note);
    const auto add = [&](bool up, Register to, std::uint32_t number) {
        if (number != 0) with(0, up ? 0 : 5, to, fixed(number), true);
    };
    const auto move = [&](bool up) {
        add(up, calls_register, sizeof(std::uint32_t));
        add(up, frame_register, site.frame);
        add(up, bytes_register, site.bytes);
    };
    move(true);
    if (one.a.is(Kind::temporary))
        as_.registers(0xFF, 2, temporary_registers[one.a.value]);
    else {
        as_.byte(0xE8);
        as_.dword(0U - (as_.position() + 4)); // where the function begins
    }
    leave_if_exit();
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
    case Op::sub_wide: add_wide(one, d, a, b); break;
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
    case Op::square_root:
    case Op::real_of_integer: {
        const unsigned target = d.in == Value::In::real ? d.reg : 0;
        if (one.op == Op::square_root)
            as_.registers(0x0F51, target, real(a, 1), false, 0xF3); // sqrtss
        else {
            const Register from = integer(a, rax);
            as_.registers(0x0F57, target, target);
            as_.registers(0x0F2A, target, from, false, 0xF3);
        }
        put_real(d, target);
        break;
    }
    case Op::integer_below: integer_below(d, a); break;
    case Op::integer_towards:
        as_.registers(0x0F2C, rax, real(a, 1), false, 0xF3); // cvttss2si
        put_integer(d, rax);
        break;
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
    case Op::load_signed: load(one, d, a); break;
    case Op::store: store(one, a, b); break;
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
    case Op::jump:
        if (at + 1 == f_.code.size() || f_.code[at + 1].op != Op::label || f_.code[at + 1].label != one.label)
            go(one.label);
        break;
    case Op::label: places_[one.label] = as_.position(); break;
    case Op::count: with(0, 0, count_register, fixed(one.number), true); break;
    case Op::budget:
        as_.memory(0x8D, rax, {count_register, rsp, static_cast<std::int32_t>(one.number)}, true);
        as_.memory(0x3B, rax, in_context(offsetof(Context, limit)), true);
        go(flags_of(Condition::not_below), one.label);
        break;
    case Op::charge:
        with(0, 0, count_register, fixed(one.number), true);
        as_.memory(0x3B, count_register, in_context(offsetof(Context, limit)), true);
        as_.byte(0x0F);
        as_.byte(0x80 | flags_of(Condition::not_below));
        charges_.push_back({as_.position(), one.number, one.label});
        as_.dword(0);
        break;
    case Op::helper: helper(one, flow_.at_instruction[at]); break;
    case Op::invoke: invoke(one, a, b, flow_.at_instruction[at]); break;
    case Op::call: call(one, flow_.at_instruction[at]); break;
    case Op::wide: as_.constant_wide(static_cast<Register>(d.reg), one.wide); break;
    case Op::call_other: break; // never written for machine code
    case Op::remark: break;
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
    if (!flow_.found) return result;
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
    const auto patch = [&](std::uint32_t at, std::uint32_t to) {
        const std::uint32_t distance = to - (at + 4);
        for (std::uint32_t i = 0; i < 4; ++i)
            as_.bytes[at + i] = static_cast<std::byte>(distance >> (8 * i) & 0xFFU);
    };
    for (const Charge& charge : charges_) {
        const std::uint32_t back = as_.position();
        with(0, 5, count_register, fixed(charge.number), true);
        go(charge.label);
        patch(charge.at, back);
    }
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
    for (const Fixup& fixup : fixups_) patch(fixup.at, places_[fixup.label]);
    for (const std::uint32_t at : unwinds_) patch(at, unwind);
    result.bytes = std::move(as_.bytes);
    return result;
}

MachineCode make_machine_code(const Function& function) { return Emitter(function).run(); }

std::vector<std::byte> make_enter() {
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
        as.memory(opcode, bytes_register, in_context(offsetof(Context, bytes)), true);
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
