// Memory in the register form: the function's own, the script's, and that of objects of the scripts' own.
// What else an address may mean is found by a helper or the fast form.
#include "engines/ags/machine/fast/lowering.hpp"
#include "engines/ags/machine/native/pieces.hpp"
#include "engines/ags/machine/native/walk.hpp"

namespace vellum::ags {

namespace {

using code::constant;

constexpr unsigned object_shift = 5;
static_assert(sizeof(Object) == 1U << object_shift);

} // namespace

void Walk::raw_at(const FastInstruction& i, bool stores) {
    const RawArea& area = code_.areas[i.imm];
    if (area.size < area.width) return leave();
    const std::int16_t index = stores ? i.b : i.a;
    const std::uint32_t last = area.size - area.width;
    b_.value(Op::add, t0, number(index), constant(area.offset));
    if (!stays_within(index, area.offset, last)) b_.branch(Condition::above, t0, constant(last), exit());
    const Memory memory{code::bytes_base, t0, static_cast<std::int32_t>(area.position)};
    if (stores)
        b_.store(memory, number(i.a), static_cast<std::uint8_t>(area.width));
    else
        memory_load(i.d, memory, area.width);
}

void Walk::data_at(const FastInstruction& i, std::uint32_t width, bool stores) {
    if (instance_.data.size() < width || instance_.data.size() > INT32_MAX) return leave();
    const std::int16_t index = stores ? i.b : i.a;
    const std::uint32_t last = static_cast<std::uint32_t>(instance_.data.size()) - width;
    b_.value(Op::add, t0, number(index), constant(i.imm));
    if (!stays_within(index, i.imm, last)) b_.branch(Condition::above, t0, constant(last), exit());
    const Memory memory{code::data_base, t0, 0};
    if (stores)
        b_.store(memory, number(i.a), static_cast<std::uint8_t>(width));
    else
        memory_load(i.d, memory, width);
}

/// Leaves its place in the table in the first temporary.
void Walk::object_of_handle(Operand handle, std::uint32_t otherwise) {
    b_.branch_memory(Condition::not_below, handle, in_context(offsetof(NativeContext, table_size)), 4,
                     otherwise);
    b_.value(Op::shl_wide, t0, handle, constant(object_shift));
    b_.load(t1, in_context(offsetof(NativeContext, table)), 8);
    b_.value(Op::add_wide, t0, t0, t1);
}

/// Leaves the object's place in the table in the first temporary; elsewhere if it is of another kind. The
/// handle may be that temporary.
void Walk::object_at(Operand handle, std::uint32_t least_kind, std::uint32_t most_kind,
                     std::uint32_t otherwise) {
    object_of_handle(handle, otherwise);
    const Memory kind = in_object(offsetof(Object, kind));
    if (least_kind == most_kind)
        b_.branch_memory(Condition::ne, constant(least_kind), kind, 1, otherwise);
    else {
        b_.load(t1, kind, 1);
        b_.value(Op::sub, t1, t1, constant(least_kind));
        b_.branch(Condition::above, t1, constant(most_kind - least_kind), otherwise);
    }
}

void Walk::field(const FastInstruction& i, std::uint32_t width, bool stores) {
    constexpr auto user = static_cast<std::uint32_t>(ObjectKind::user);
    if (i.imm > INT32_MAX - width) return leave();
    object_at(number(i.a), user, user, exit());
    b_.branch_memory(Condition::above, constant(i.imm + width), in_object(offsetof(Object, size)), 4, exit());
    b_.load(t0, in_object(offsetof(Object, data)), 8);
    const Memory memory = in_object(i.imm);
    if (stores)
        b_.store(memory, number(i.b), static_cast<std::uint8_t>(width));
    else
        memory_load(i.d, memory, width);
}

/// Elements of four bytes and those that are checked only: their arrays are kept in mind.
void Walk::known_element(const FastInstruction& i, bool stores) {
    const NativeContext::ArrayUse use = array_use(i.op);
    const std::uint32_t slot = array_slot(op_);
    const auto kept = [&](std::size_t member, std::size_t size) {
        return in_context(offsetof(NativeContext, arrays) + use * sizeof(NativeContext::Arrays) + member +
                          size * slot);
    };
    const std::uint32_t again = b_.make_label();
    const std::uint32_t unknown = b_.make_label();
    b_.bind(again);
    b_.branch_memory(Condition::ne, number(i.a), kept(offsetof(NativeContext::Arrays, handles), 4), 4,
                     unknown);
    b_.branch_memory(Condition::not_below, number(i.b), kept(offsetof(NativeContext::Arrays, limits), 4), 4,
                     unknown);
    cold_helper(find_array_for_native, unknown, again, {}, number(i.a), number(i.b));
    if (use == NativeContext::checked) { // D = address_word(Tag::object, handle, offset)
        b_.value(Op::shl, t0, number(i.a), constant(tag_bits));
        b_.value(Op::bit_or, t0, t0, constant(object_tag));
        b_.move(t1, number(i.b));
        b_.store(tag_place(i.d), t0);
        b_.move(number(i.d), t1);
        forget_tag(i.d);
        return;
    }
    b_.load(t0, kept(offsetof(NativeContext::Arrays, data), 8), 8);
    if (use == NativeContext::by_index) {
        if (stores) return b_.store_element(t0, number(i.b), number(i.d));
        b_.load_element(number(i.d), t0, number(i.b));
        return set_tag(i.d, integer_tag);
    }
    b_.move(t1, number(i.b));
    const Memory memory{t0, t1, 0};
    if (stores)
        b_.store(memory, number(i.d));
    else
        memory_load(i.d, memory, 4);
}

/// Elements of one or two bytes.
void Walk::element(const FastInstruction& i, std::uint32_t width, bool stores) {
    constexpr auto array = static_cast<std::uint32_t>(ObjectKind::array);
    object_at(number(i.a), array, array, exit());
    b_.move(t1, number(i.b));
    b_.branch(Condition::lt, t1, constant(0), exit());
    b_.value(Op::add, t2, t1, constant(width)); // no overflow: the index is not negative
    b_.branch_memory(Condition::above, t2, in_object(offsetof(Object, size)), 4, exit());
    b_.load(t0, in_object(offsetof(Object, data)), 8);
    const Memory memory{t0, t1, 0};
    if (stores)
        b_.store(memory, number(i.d), static_cast<std::uint8_t>(width));
    else
        memory_load(i.d, memory, width);
}

/// Memory of an object of the scripts' own, of the script's data, or of another script's data if it is known
/// which; everything else is found elsewhere. `numbers`: words that may be addresses are, too.
code::Memory Walk::place(const FastInstruction& i, std::uint32_t width, bool numbers,
                         std::uint32_t otherwise) {
    const auto usable = [&](const Instance& script) {
        return script.data.size() >= width && script.data.size() <= INT32_MAX &&
               (!numbers || script.pointer_cells.empty());
    };
    const auto in_data = [&](const Instance& script) {
        b_.value(Op::add, t1, number(i.a), constant(i.imm));
        b_.branch(Condition::above, t1, constant(static_cast<std::uint32_t>(script.data.size()) - width),
                  otherwise);
    };
    const std::uint32_t tag = known_tag(i.a);
    const std::uint32_t own_data = tag_of(address_word(Tag::data, instance_.number));
    const bool own = usable(instance_);
    if (own && tag == own_data) {
        in_data(instance_);
        return {code::data_base, t1, 0};
    }
    if (const Word word = word_of(0, tag); tag != any_tag && kind_of(word) == Tag::data && tag != own_data) {
        const Instance& script = environment_.instances()[object_of(word)];
        if (usable(script)) {
            in_data(script);
            b_.load(t0, in_context(offsetof(NativeContext, data_places)), 8);
            b_.load(t0, {t0, {}, static_cast<std::int32_t>(8 * script.number)}, 8);
            return {t0, t1, 0};
        }
    }
    const std::uint32_t object = b_.make_label();
    const std::uint32_t found = b_.make_label();
    b_.load(t0, tag_place(i.a));
    if (own) {
        b_.branch(Condition::ne, t0, constant(own_data), object);
        in_data(instance_);
        b_.value(Op::add_wide, t0, code::data_base, constant(0));
        b_.jump(found);
    }
    b_.bind(object);
    b_.value(Op::bit_and, t1, t0, constant((1U << tag_bits) - 1));
    b_.branch(Condition::ne, t1, constant(object_tag), otherwise);
    b_.value(Op::shr, t0, t0, constant(tag_bits));
    object_at(t0, static_cast<std::uint32_t>(ObjectKind::array), static_cast<std::uint32_t>(ObjectKind::user),
              otherwise);
    b_.value(Op::add, t1, number(i.a), constant(i.imm));
    b_.load(t2, in_object(offsetof(Object, size)));
    b_.value(Op::sub_wide, t2, t2, constant(width));
    b_.branch_wide(Condition::gt, t1, t2, otherwise);
    b_.load(t0, in_object(offsetof(Object, data)), 8);
    b_.bind(found);
    return {t0, t1, 0};
}

void Walk::load(const FastInstruction& i, std::uint32_t width) {
    const std::uint32_t elsewhere = b_.make_label();
    const std::uint32_t back = b_.make_label();
    const Memory memory = place(i, width, width == 4, elsewhere);
    const Operand address = number(i.a);
    memory_load(i.d, memory, width);
    b_.bind(back);
    cold_helper(slow_for_native, elsewhere, back, number(i.d), address,
                {}); // comes back with an integer only
}

void Walk::store(const FastInstruction& i, std::uint32_t width) {
    const std::uint32_t elsewhere = b_.make_label();
    const std::uint32_t back = b_.make_label();
    b_.store(place(i, width, false, elsewhere), number(i.b), static_cast<std::uint8_t>(width));
    b_.bind(back);
    cold_helper(slow_for_native, elsewhere, back, {}, number(i.a), number(i.b));
}

/// The handle in the third temporary as a pointer: its tag says which object, its number is 0.
void Walk::handle_to_pointer(const FastInstruction& i, std::uint32_t otherwise) {
    const std::uint32_t null = b_.make_label();
    b_.branch(Condition::eq, t2, constant(0), null);
    object_at(t2, 1, static_cast<std::uint32_t>(ObjectKind::file), otherwise);
    b_.value(Op::shl, t2, t2, constant(tag_bits));
    b_.value(Op::bit_or, t2, t2, constant(object_tag));
    b_.bind(null);
    b_.store(tag_place(i.d), t2);
    b_.move(number(i.d), constant(0));
    forget_tag(i.d);
}

void Walk::pointer_load_at(const FastInstruction& i) {
    const std::uint32_t elsewhere = b_.make_label();
    const std::uint32_t back = b_.make_label();
    b_.load(t2, place(i, 4, false, elsewhere));
    const Operand address = number(i.a);
    handle_to_pointer(i, elsewhere);
    b_.bind(back);
    cold_helper(slow_for_native, elsewhere, back, number(i.d), address, {});
}

/// As object_of_handle; elsewhere unless there is more than one reference to it.
void Walk::object_with_others(Operand handle, std::uint32_t otherwise) {
    object_of_handle(handle, otherwise);
    b_.branch_memory(Condition::not_below, constant(1), in_object(offsetof(Object, references)), 4,
                     otherwise);
}

/// Of the object in the first temporary.
void Walk::add_to_references(std::uint32_t change) {
    b_.load(t1, in_object(offsetof(Object, references)));
    b_.value(Op::add, t1, t1, constant(change));
    b_.store(in_object(offsetof(Object, references)), t1);
}

/// A pointer to an object in place of null, or of one that others keep.
void Walk::pointer_store(const FastInstruction& i) {
    const std::uint32_t elsewhere = b_.make_label();
    const std::uint32_t back = b_.make_label();
    const bool releases = i.b != 0;
    cold_helper(slow_for_native, elsewhere, back, number(i.d), number(i.a), number(i.d));
    b_.load(t2, tag_place(i.a));
    b_.value(Op::bit_and, t0, t2, constant((1U << tag_bits) - 1));
    b_.branch(Condition::ne, t0, constant(object_tag), elsewhere);
    b_.value(Op::shr, t2, t2, constant(tag_bits));
    if (releases) {
        const std::uint32_t null = b_.make_label();
        b_.branch(Condition::eq, number(i.d), constant(0), null);
        object_with_others(number(i.d), elsewhere);
        b_.bind(null);
    }
    object_of_handle(t2, elsewhere);
    b_.branch_memory(Condition::eq, constant(0), in_object(offsetof(Object, kind)), 1, elsewhere);
    add_to_references(1);
    if (releases) {
        const std::uint32_t null = b_.make_label();
        b_.branch(Condition::eq, number(i.d), constant(0), null);
        object_of_handle(number(i.d), elsewhere);
        add_to_references(~0U);
        b_.bind(null);
    }
    b_.move(number(i.d), t2);
    set_tag(i.d, integer_tag);
    b_.bind(back);
}

void Walk::pointer_clear(const FastInstruction& i) {
    const std::uint32_t elsewhere = b_.make_label();
    const std::uint32_t back = b_.make_label();
    const std::uint32_t null = b_.make_label();
    cold_helper(slow_for_native, elsewhere, back, number(i.d), number(i.d),
                i.a == no_entry ? Operand{} : number(i.a));
    b_.branch(Condition::eq, number(i.d), constant(0), null);
    object_with_others(number(i.d), elsewhere);
    add_to_references(~0U);
    b_.bind(null);
    b_.move(number(i.d), constant(0));
    set_tag(i.d, integer_tag);
    b_.bind(back);
}

} // namespace vellum::ags
