// Values in registers and homes.
#include "code/x64_emitter.hpp"

#if VELLUM_NATIVE && defined(__x86_64__)

#include <bit>

namespace vellum::code {

unsigned flags_of(Condition condition) {
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
Condition swapped(Condition condition) {
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
    case Kind::count:
    case Kind::bytes:
    case Kind::data:
    case Kind::context:
        result.in = Value::In::integer;
        result.reg = operand.kind == Kind::frame   ? frame_register
                     : operand.kind == Kind::calls ? calls_register
                     : operand.kind == Kind::count ? count_register
                     : operand.kind == Kind::bytes ? bytes_register
                     : operand.kind == Kind::data  ? data_register
                                                   : context_register;
        return result;
    case Kind::variable: {
        const Web& known = flow_.webs[web];
        result.home = home_of(operand.value);
        result.in = known.reg < 0 ? Value::In::home : known.real ? Value::In::real : Value::In::integer;
        if (known.reg >= 0)
            result.reg = known.real
                             ? first_real + static_cast<unsigned>(known.reg)
                             : static_cast<unsigned>(integer_registers[static_cast<std::size_t>(known.reg)]);
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

Emitter::Address Emitter::address(const Memory& memory) {
    Address at;
    at.offset = memory.offset;
    switch (memory.base.kind) {
    case Kind::temporary: at.base = temporary_registers[memory.base.value]; break;
    case Kind::frame: at.base = frame_register; break;
    case Kind::bytes: at.base = bytes_register; break;
    case Kind::data: at.base = data_register; break;
    case Kind::calls: at.base = calls_register; break;
    case Kind::context:
    case Kind::count:
    case Kind::none:
    case Kind::variable:
    case Kind::constant: at.base = context_register; break;
    }
    if (memory.index.is(Kind::temporary)) at.index = temporary_registers[memory.index.value];
    return at;
}

Emitter::Address Emitter::address(const Instruction& one, const Value& index) {
    Address at = address(one.memory);
    if (!one.a.is(Kind::variable)) return at;
    at.index = integer(index, rax);
    at.scale = static_cast<unsigned>(std::countr_zero(unsigned{one.width}));
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

} // namespace vellum::code

#endif
