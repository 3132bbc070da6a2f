// Memory in the register form: the function's own, the script's, and that of objects of the scripts' own.
// What else an address may mean is found by a helper or the fast form.
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
    b_.value(Op::add, t0, number(stores ? i.b : i.a), constant(area.offset));
    b_.branch(Condition::above, t0, constant(area.size - area.width), exit());
    const Memory memory{code::bytes_base, t0, static_cast<std::int32_t>(area.position)};
    if (stores)
        b_.store(memory, number(i.a), static_cast<std::uint8_t>(area.width));
    else
        memory_load(i.d, memory, area.width);
}

void Walk::data_at(const FastInstruction& i, std::uint32_t width, bool stores) {
    if (instance_.data.size() < width || instance_.data.size() > INT32_MAX) return leave();
    b_.value(Op::add, t0, number(stores ? i.b : i.a), constant(i.imm));
    b_.branch(Condition::above, t0, constant(static_cast<std::uint32_t>(instance_.data.size()) - width),
              exit());
    const Memory memory{code::data_base, t0, 0};
    if (stores)
        b_.store(memory, number(i.a), static_cast<std::uint8_t>(width));
    else
        memory_load(i.d, memory, width);
}

/// Leaves the object's place in the table in the first temporary; elsewhere if it is of another kind. The
/// handle may be that temporary.
void Walk::object_at(Operand handle, std::uint32_t least_kind, std::uint32_t most_kind,
                     std::uint32_t otherwise) {
    b_.branch_memory(Condition::not_below, handle, in_context(offsetof(NativeContext, table_size)), 4,
                     otherwise);
    b_.value(Op::shl_wide, t0, handle, constant(object_shift));
    b_.load(t1, in_context(offsetof(NativeContext, table)), 8);
    b_.value(Op::add_wide, t0, t0, t1);
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

void Walk::element(const FastInstruction& i, std::uint32_t scale, std::uint32_t width, bool stores) {
    constexpr auto array = static_cast<std::uint32_t>(ObjectKind::array);
    object_at(number(i.a), array, array, exit());
    if (scale == 4)
        b_.value(Op::shl, t1, number(i.b), constant(2));
    else
        b_.move(t1, number(i.b));
    b_.branch(Condition::lt, t1, constant(0), exit());
    b_.value(Op::add, t2, t1, constant(width)); // no overflow: the index is not negative
    b_.branch_memory(Condition::above, t2, in_object(offsetof(Object, size)), 4, exit());
    if (i.op == FastOp::check_array) { // D = address_word(Tag::object, handle, offset)
        b_.value(Op::shl, t0, number(i.a), constant(tag_bits));
        b_.value(Op::bit_or, t0, t0, constant(object_tag));
        b_.store(tag_place(i.d), t0);
        b_.move(number(i.d), t1);
        forget_tag(i.d);
        return;
    }
    b_.load(t0, in_object(offsetof(Object, data)), 8);
    const Memory memory{t0, t1, 0};
    if (stores)
        b_.store(memory, number(i.d), static_cast<std::uint8_t>(width));
    else
        memory_load(i.d, memory, width);
}

/// Memory of an object of the scripts' own or of the script's data; everything else is found elsewhere.
code::Memory Walk::place(const FastInstruction& i, std::uint32_t width, std::uint32_t otherwise) {
    const std::uint32_t own_data = tag_of(address_word(Tag::data, instance_.number));
    const std::size_t size = instance_.data.size();
    if (known_tag(i.a) == own_data && size >= width && size <= INT32_MAX) {
        b_.value(Op::add, t1, number(i.a), constant(i.imm));
        b_.branch(Condition::above, t1, constant(static_cast<std::uint32_t>(size) - width), otherwise);
        return {code::data_base, t1, 0};
    }
    b_.load(t0, tag_place(i.a));
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
    return {t0, t1, 0};
}

void Walk::load(const FastInstruction& i, std::uint32_t width) {
    const bool data = known_tag(i.a) == tag_of(address_word(Tag::data, instance_.number));
    if (width == 4 && data && !instance_.pointer_cells.empty())
        return slow(i, number(i.d), number(i.a), {}); // its words may be addresses
    const std::uint32_t elsewhere = b_.make_label();
    const std::uint32_t back = b_.make_label();
    const Memory memory = place(i, width, elsewhere);
    const Operand address = number(i.a);
    memory_load(i.d, memory, width);
    b_.bind(back);
    cold_helper(elsewhere, back, number(i.d), address, {}); // comes back with an integer only
}

void Walk::store(const FastInstruction& i, std::uint32_t width) {
    const std::uint32_t elsewhere = b_.make_label();
    const std::uint32_t back = b_.make_label();
    b_.store(place(i, width, elsewhere), number(i.b), static_cast<std::uint8_t>(width));
    b_.bind(back);
    cold_helper(elsewhere, back, {}, number(i.a), number(i.b));
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
    b_.load(t2, place(i, 4, elsewhere));
    const Operand address = number(i.a);
    handle_to_pointer(i, elsewhere);
    b_.bind(back);
    cold_helper(elsewhere, back, number(i.d), address, {});
}

} // namespace vellum::ags
