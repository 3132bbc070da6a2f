// Each operation of the fast form in the register form. Everything that may leave stands in front of
// everything that is done, because the fast form repeats the operation. What fast/run.cpp checks is checked
// here.
#include <algorithm>

#include "engines/ags/machine/fast/lowering.hpp"
#include "engines/ags/machine/native/pieces.hpp"
#include "engines/ags/machine/native/walk.hpp"

namespace vellum::ags {

namespace {

using code::constant;

constexpr std::uint32_t one_as_real = 0x3F800000;

[[nodiscard]] constexpr code::Condition opposite(code::Condition condition) {
    using enum code::Condition;
    switch (condition) {
    case eq: return ne;
    case ne: return eq;
    case lt: return ge;
    case ge: return lt;
    case gt: return le;
    case le: return gt;
    case below: return not_below;
    case not_below: return below;
    case above: return not_above;
    case not_above: return above;
    }
    return condition;
}

} // namespace

void Walk::arithmetic(const FastInstruction& i) {
    const unsigned place_of = static_cast<unsigned>(i.op) - static_cast<unsigned>(FastOp::add_);
    const auto family = static_cast<Arithmetic>(place_of / 3);
    const auto immediate = static_cast<Immediate>(place_of % 3);
    const Operand left = immediate == Immediate::left ? constant(i.imm) : number(i.a);
    const Operand right = immediate == Immediate::right ? constant(i.imm) : number(i.b);
    const auto write = [&](Op op, std::uint32_t tag) {
        b_.value(op, number(i.d), left, right);
        set_tag(i.d, tag);
    };
    const auto divide = [&](Op op) {
        if (right.is(Operand::Kind::constant) && (i.imm == 0 || i.imm == ~0U)) return leave();
        if (!right.is(Operand::Kind::constant)) {
            b_.branch(Condition::eq, right, constant(0), exit());
            b_.branch(Condition::eq, right, constant(~0U), exit());
        }
        write(op, integer_tag);
    };
    switch (family) {
    case Arithmetic::add_:
    case Arithmetic::sub_:
        b_.value(family == Arithmetic::add_ ? Op::add : Op::sub, number(i.d), left, right);
        if (immediate == Immediate::left)
            set_tag(i.d, integer_tag);
        else
            copy_tag(i.d, i.a);
        break;
    case Arithmetic::mul_: write(Op::mul, integer_tag); break;
    case Arithmetic::and_: write(Op::bit_and, integer_tag); break;
    case Arithmetic::or_: write(Op::bit_or, integer_tag); break;
    case Arithmetic::xor_: write(Op::bit_xor, integer_tag); break;
    case Arithmetic::shl_: write(Op::shl, integer_tag); break;
    case Arithmetic::shr_: write(Op::sar, integer_tag); break;
    case Arithmetic::div_: divide(Op::div); break;
    case Arithmetic::mod_: divide(Op::mod); break;
    case Arithmetic::fadd_: write(Op::fadd, real_tag); break;
    case Arithmetic::fsub_: write(Op::fsub, real_tag); break;
    case Arithmetic::fmul_: write(Op::fmul, real_tag); break;
    case Arithmetic::fdiv_:
        if (right.is(Operand::Kind::constant)) {
            if (i.imm << 1U == 0) return leave();
        } else { // zero of either sign
            b_.value(Op::shl, t0, right, constant(1));
            b_.branch(Condition::eq, t0, constant(0), exit());
        }
        write(Op::fdiv, real_tag);
        break;
    }
}

void Walk::comparison(const FastInstruction& i) {
    const unsigned place_of = static_cast<unsigned>(i.op) - static_cast<unsigned>(FastOp::eq_);
    const auto family = static_cast<Comparison>(place_of / 6);
    const unsigned variant = place_of % 6;
    const bool immediate = variant % 2 != 0;
    const Operand right = immediate ? constant(i.imm) : number(i.b);
    const auto counted = static_cast<std::uint16_t>(i.d);
    const auto integers = [&](Condition condition) {
        if (variant < 2) {
            b_.set(Op::set, number(i.d), condition, number(i.a), right);
            set_tag(i.d, integer_tag);
        } else
            b_.branch(variant < 4 ? opposite(condition) : condition, number(i.a), right,
                      taken(i.step, counted));
    };
    const auto reals = [&](Condition condition) {
        if (variant < 2) {
            b_.set(Op::set_real, t0, condition, number(i.a), right);
            b_.value(Op::mul, number(i.d), t0, constant(one_as_real));
            set_tag(i.d, real_tag);
        } else
            b_.branch_real(condition, variant < 4, number(i.a), right, taken(i.step, counted));
    };
    switch (family) {
    case Comparison::eq: equality(i, true); break;
    case Comparison::ne: equality(i, false); break;
    case Comparison::gt: integers(Condition::gt); break;
    case Comparison::lt: integers(Condition::lt); break;
    case Comparison::ge: integers(Condition::ge); break;
    case Comparison::le: integers(Condition::le); break;
    case Comparison::fgt: reals(Condition::gt); break;
    case Comparison::flt: reals(Condition::lt); break;
    case Comparison::fge: reals(Condition::ge); break;
    case Comparison::fle: reals(Condition::le); break;
    }
}

/// Numbers are equal by what they are, pointers are another matter.
void Walk::equality(const FastInstruction& i, bool wanted) {
    const unsigned variant = (static_cast<unsigned>(i.op) - static_cast<unsigned>(FastOp::eq_)) % 6;
    const bool immediate = variant % 2 != 0;
    const bool branches = variant >= 2;
    const Operand right = immediate ? constant(i.imm) : number(i.b);
    const auto is_number_tag = [](std::uint32_t tag) { return tag <= last_number_tag; };
    const bool left_known = known_tag(i.a) != any_tag;
    const bool left_number = left_known && is_number_tag(known_tag(i.a));
    const bool right_number = immediate || (known_tag(i.b) != any_tag && is_number_tag(known_tag(i.b)));
    if (branches && variant < 4) wanted = !wanted; // taken unless
    const std::uint32_t to = branches ? taken(i.step, static_cast<std::uint16_t>(i.d)) : 0;
    if (immediate && !left_number) {
        if (branches) {
            const std::uint32_t skip = b_.make_label();
            b_.load(t0, tag_place(i.a));
            b_.branch(Condition::above, t0, constant(last_number_tag), wanted ? skip : to);
            b_.branch(wanted ? Condition::eq : Condition::ne, number(i.a), right, to);
            b_.bind(skip);
            return;
        }
        b_.load(t0, tag_place(i.a));
        b_.set(Op::set, t0, Condition::not_above, t0, constant(last_number_tag));
        b_.set(Op::set, t1, Condition::eq, number(i.a), right);
        b_.value(Op::bit_and, t0, t0, t1);
        b_.value(Op::bit_xor, number(i.d), t0, constant(wanted ? 0 : 1));
        set_tag(i.d, integer_tag);
        return;
    }
    const bool checks = !left_number || !right_number;
    const std::uint32_t elsewhere = checks && !branches ? b_.make_label() : checks ? exit() : 0;
    if (!left_number) {
        b_.load(t0, tag_place(i.a));
        b_.branch(Condition::above, t0, constant(last_number_tag), elsewhere);
    }
    if (!right_number) {
        b_.load(t0, tag_place(i.b));
        b_.branch(Condition::above, t0, constant(last_number_tag), elsewhere);
    }
    const Condition condition = wanted ? Condition::eq : Condition::ne;
    if (branches) {
        b_.branch(condition, number(i.a), right, to);
        return;
    }
    b_.set(Op::set, number(i.d), condition, number(i.a), right);
    set_tag(i.d, integer_tag);
    if (!checks) return;
    const std::uint32_t back = b_.make_label();
    b_.bind(back);
    cold_helper(slow_for_native, elsewhere, back, number(i.d), number(i.a), number(i.b));
}

/// To a label if an entry is null, or if it is not.
void Walk::null_branch(const FastInstruction& i, bool if_null, std::uint32_t label) {
    const std::uint32_t tag = known_tag(i.a);
    const Condition condition = if_null ? Condition::eq : Condition::ne;
    if (tag <= last_number_tag) {
        b_.branch(condition, number(i.a), constant(0), label);
        return;
    }
    const std::uint32_t skip = b_.make_label();
    b_.load(t0, tag_place(i.a));
    b_.branch(Condition::above, t0, constant(last_number_tag), if_null ? skip : label);
    b_.branch(condition, number(i.a), constant(0), label);
    b_.bind(skip);
}

void Walk::move(std::int16_t to, std::int16_t from) {
    if (to == from) return;
    b_.move(number(to), number(from));
    copy_tag(to, from);
}

void Walk::set_word(std::int16_t to, Word word) {
    b_.move(number(to), constant(number_of(word)));
    set_tag(to, tag_of(word));
}

/// A word that is an entry, to a place 8 bytes wide. Written at once: who reads all of it would wait for two
/// halves.
void Walk::put(const Memory& to, std::int16_t entry) {
    const std::uint32_t tag = known_tag(entry);
    if (tag == integer_tag) return b_.store(to, number(entry), 8);
    if (tag != any_tag)
        b_.move(t2, constant(tag));
    else
        b_.load(t2, tag_place(entry));
    b_.value(Op::shl_wide, t2, t2, constant(32));
    b_.move(t1, number(entry));
    b_.value(Op::add_wide, t2, t2, t1);
    b_.store(to, t2, 8);
}

void Walk::put_word(Memory to, Word word) {
    if (tag_of(word) == integer_tag && number_of(word) <= INT32_MAX)
        return b_.store(to, constant(number_of(word)), 8);
    b_.store(to, constant(number_of(word)));
    to.offset += 4;
    b_.store(to, constant(tag_of(word)));
}

/// An integer from memory.
void Walk::memory_load(std::int16_t to, const Memory& memory, std::uint32_t width) {
    if (width == 2)
        b_.load_signed(number(to), memory);
    else
        b_.load(number(to), memory, static_cast<std::uint8_t>(width));
    set_tag(to, integer_tag);
}

/// Operations that write one number and no memory of entries.
constexpr FastOp write_one_number[] = {
#define ARITHMETIC(name) FastOp::name##_, FastOp::name##_si, FastOp::name##_is,
#include "engines/ags/machine/fast/operations.def"
    FastOp::move, FastOp::move_number, FastOp::move_constant, FastOp::data_load_at};

/// What an operation makes known of the numbers in entries; nothing is known of those that others may write.
void Walk::note_most(const FastInstruction& i) {
    if (ended_ || i.op == FastOp::data_store_at) return;
    if (i.op == FastOp::check_bounds) {
        if (const std::uint32_t a = index_of(i.a); !b_.function.variables[a].in_memory)
            most_[a] = std::min(most_[a], i.imm - 1);
    } else if (i.op == FastOp::scale) {
        const std::uint32_t most = most_[index_of(i.a)];
        const std::uint64_t scaled = std::uint64_t{most} * i.imm;
        const std::uint32_t d = index_of(i.d);
        const bool known = most != any_number && !b_.function.variables[d].in_memory;
        most_[d] = known && scaled < any_number ? static_cast<std::uint32_t>(scaled) : any_number;
    } else if (std::ranges::find(write_one_number, i.op) != std::end(write_one_number)) {
        most_[index_of(i.d)] = any_number;
    } else {
        std::ranges::fill(most_, any_number);
    }
}

void Walk::operation(const FastInstruction& i) {
    const auto result = [&](Op op, Operand a, Operand b) {
        b_.value(op, number(i.d), a, b);
        set_tag(i.d, integer_tag);
    };
    const auto known = [&](std::size_t offset) {
        return Memory{code::data_base, {}, static_cast<std::int32_t>(offset)};
    };
    const Memory raw{code::bytes_base, {}, static_cast<std::int32_t>(i.imm)};
    const auto load_raw = [&](std::uint32_t width) { memory_load(i.d, raw, width); };
    const auto store_raw = [&](std::uint8_t width) { b_.store(raw, number(i.a), width); };
    const auto load_data = [&](std::uint32_t width) { memory_load(i.d, known(i.imm), width); };
    const auto store_data = [&](std::uint8_t width) { b_.store(known(i.imm), number(i.a), width); };
    const auto machine_register = [&](std::int32_t number) {
        b_.load(t0, in_context(offsetof(NativeContext, registers)), 8);
        return Memory{t0, {}, 8 * number};
    };
    switch (i.op) {
#define ARITHMETIC(name)                                                                                     \
    case FastOp::name##_:                                                                                    \
    case FastOp::name##_si:                                                                                  \
    case FastOp::name##_is:
#include "engines/ags/machine/fast/operations.def"
        return arithmetic(i);
#define COMPARISON(name)                                                                                     \
    case FastOp::name##_:                                                                                    \
    case FastOp::name##_si:                                                                                  \
    case FastOp::unless_##name:                                                                              \
    case FastOp::unless_##name##_si:                                                                         \
    case FastOp::if_##name:                                                                                  \
    case FastOp::if_##name##_si:
#include "engines/ags/machine/fast/operations.def"
        return comparison(i);
    case FastOp::move: return move(i.d, i.a);
    case FastOp::move_number: return set_word(i.d, integer_word(i.imm));
    case FastOp::move_constant: return set_word(i.d, code_.constants[i.imm]);
    case FastOp::constant_plus:
        b_.value(Op::add, number(i.d), number(i.a), constant(number_of(code_.constants[i.imm])));
        return set_tag(i.d, tag_of(code_.constants[i.imm]));
    case FastOp::move_register: {
        Memory from = machine_register(i.a);
        b_.load(number(i.d), from);
        from.offset += 4;
        b_.load(t1, from);
        b_.store(tag_place(i.d), t1);
        return forget_tag(i.d);
    }
    case FastOp::set_register: return put(machine_register(i.d), i.a);
    case FastOp::set_register_number: return put_word(machine_register(i.d), integer_word(i.imm));
    case FastOp::set_register_constant: return put_word(machine_register(i.d), code_.constants[i.imm]);
    case FastOp::narrow_byte: return result(Op::bit_and, number(i.a), constant(0xFF));
    case FastOp::narrow_word: return result(Op::bit_and, number(i.a), constant(0xFFFF));
    case FastOp::sign_word:
        b_.value(Op::shl, t0, number(i.a), constant(16));
        return result(Op::sar, t0, constant(16));
    case FastOp::scale:
        b_.value(Op::mul, number(i.d), number(i.a), constant(i.imm));
        return copy_tag(i.d, i.a);
    case FastOp::is_zero:
        b_.load(t0, tag_place(i.a));
        b_.set(Op::set, t0, Condition::not_above, t0, constant(last_number_tag));
        b_.set(Op::set, t1, Condition::eq, number(i.a), constant(0));
        return result(Op::bit_and, t0, t1);
    case FastOp::is_true:
        b_.set(Op::set, number(i.d), Condition::ne, number(i.a), constant(0));
        return set_tag(i.d, integer_tag);
    case FastOp::both:
        b_.set(Op::set, t0, Condition::ne, number(i.a), constant(0));
        b_.set(Op::set, t1, Condition::ne, number(i.b), constant(0));
        return result(Op::bit_and, t0, t1);
    case FastOp::either:
        b_.value(Op::bit_or, t0, number(i.a), number(i.b));
        b_.set(Op::set, number(i.d), Condition::ne, t0, constant(0));
        return set_tag(i.d, integer_tag);
    case FastOp::raw_load: return load_raw(4);
    case FastOp::raw_load_1: return load_raw(1);
    case FastOp::raw_load_2: return load_raw(2);
    case FastOp::raw_store: return store_raw(4);
    case FastOp::raw_store_1: return store_raw(1);
    case FastOp::raw_store_2: return store_raw(2);
    case FastOp::raw_load_at: return raw_at(i, false);
    case FastOp::raw_store_at: return raw_at(i, true);
    case FastOp::data_load: return load_data(4);
    case FastOp::data_load_1: return load_data(1);
    case FastOp::data_load_2: return load_data(2);
    case FastOp::data_store: return store_data(4);
    case FastOp::data_store_1: return store_data(1);
    case FastOp::data_store_2: return store_data(2);
    case FastOp::data_load_at: return data_at(i, 4, false);
    case FastOp::data_load_at_1: return data_at(i, 1, false);
    case FastOp::data_load_at_2: return data_at(i, 2, false);
    case FastOp::data_store_at: return data_at(i, 4, true);
    case FastOp::data_store_at_1: return data_at(i, 1, true);
    case FastOp::data_store_at_2: return data_at(i, 2, true);
    case FastOp::load: return load(i, 4);
    case FastOp::load_1: return load(i, 1);
    case FastOp::load_2: return load(i, 2);
    case FastOp::store: return store(i, 4);
    case FastOp::store_1: return store(i, 1);
    case FastOp::store_2: return store(i, 2);
    case FastOp::field_load: return field(i, 4, false);
    case FastOp::field_load_1: return field(i, 1, false);
    case FastOp::field_load_2: return field(i, 2, false);
    case FastOp::field_store: return field(i, 4, true);
    case FastOp::field_store_1: return field(i, 1, true);
    case FastOp::field_store_2: return field(i, 2, true);
    case FastOp::element_load:
    case FastOp::element_load_4:
    case FastOp::check_array: return known_element(i, false);
    case FastOp::element_store:
    case FastOp::element_store_4: return known_element(i, true);
    case FastOp::element_load_narrow: return element(i, i.imm, false);
    case FastOp::element_store_narrow: return element(i, i.imm, true);
    case FastOp::check_bounds:
        if (static_cast<std::int32_t>(i.imm) <= 0) return leave();
        if (stays_within(i.a, 0, i.imm - 1)) return;
        return b_.branch(Condition::not_below, number(i.a), constant(i.imm), exit());
    case FastOp::check_null: return null_branch(i, true, exit());
    case FastOp::pointer_load: b_.move(t2, number(i.a)); return handle_to_pointer(i, exit());
    case FastOp::pointer_load_at: return pointer_load_at(i);
    case FastOp::pointer_store: return pointer_store(i);
    case FastOp::pointer_store_at:
    case FastOp::pointer_init_at: return slow(i, {}, number(i.a), number(i.b));
    case FastOp::pointer_clear: return pointer_clear(i);
    case FastOp::pointer_clear_at: return slow(i, {}, number(i.a), i.b == no_entry ? Operand{} : number(i.b));
    case FastOp::address: {
        // address_word(Tag::stack, entry, offset): how far the frame is from the end says which entry
        b_.value(Op::add_wide, t0, code::frame_base, constant(0));
        b_.load(t1, in_context(offsetof(NativeContext, frames_end)), 8);
        b_.value(Op::sub_wide, t1, t1, t0);
        b_.value(Op::mul, t1, t1, constant(static_cast<std::uint32_t>(-2)));
        const std::uint32_t entry = stack_entries + static_cast<std::uint32_t>(i.a);
        b_.value(Op::add, t1, t1, constant(tag_of(address_word(Tag::stack, entry))));
        b_.store(tag_place(i.d), t1);
        b_.move(number(i.d), constant(i.imm));
        return forget_tag(i.d);
    }
    case FastOp::new_raw: return slow(i, {}, {}, {});
    case FastOp::new_array: return slow(i, number(i.d), number(i.a), {});
    case FastOp::new_object: return slow(i, number(i.d), {}, {});
    case FastOp::create_string: return slow(i, number(i.d), number(i.a), {});
    case FastOp::text_equal:
    case FastOp::text_differs: return slow(i, number(i.d), number(i.a), number(i.b));
    case FastOp::call_object: null_branch(i, true, exit()); return put(machine_register(reg_op), i.a);
    case FastOp::argument:
    case FastOp::argument_number: return given_.push_back(i);
    case FastOp::parameter: return slow(i, {}, number(i.a), {});
    case FastOp::drop_parameters: return slow(i, {}, {}, {});
    case FastOp::call_native:
    case FastOp::call_plain:
    case FastOp::call_pure:
    case FastOp::call_listed: return native_call(i);
    case FastOp::call: return call(i);
    case FastOp::call_far: return call_far(i);
    case FastOp::ret_number: put_word(machine_register(reg_ax), integer_word(i.imm)); return ret(i);
    case FastOp::ret_entry: put(machine_register(reg_ax), i.a); return ret(i);
    case FastOp::ret: return ret(i);
    case FastOp::set_line: return b_.store(in_context(offsetof(NativeContext, line)), constant(i.imm));
    case FastOp::loop_check_off: {
        const std::uint32_t skip = b_.make_label();
        const Memory from = in_context(offsetof(NativeContext, unchecked_from));
        b_.branch_memory(Condition::not_below, code::calls_base, from, 8, skip);
        b_.store(from, code::calls_base, 8);
        return b_.bind(skip);
    }
    case FastOp::jump_if_null: return null_branch(i, true, taken(i.step, static_cast<std::uint16_t>(i.d)));
    case FastOp::jump_if_set: return null_branch(i, false, taken(i.step, static_cast<std::uint16_t>(i.d)));
    case FastOp::jump:
        b_.count(static_cast<std::uint16_t>(i.d));
        reach(i.imm);
        b_.jump(blocks_.at(original(i.imm)).label);
        ended_ = true;
        return;
    case FastOp::jump_back: return jump_back(i);
    case FastOp::check_budget: return b_.budget(0, exit());
    case FastOp::hot: break;
    }
}

} // namespace vellum::ags
