// The rows of the toy's table.
#include "toy/isa.hpp"

#include "isa/kinds.hpp"

namespace vellum::toy {

namespace {

using isa::Field;
using isa::Flow;

constexpr isa::OperandKind number_kind = isa::integer_kind("number", Field::i32);
constexpr isa::OperandKind slot_kind = isa::integer_kind("slot", Field::u8);
constexpr isa::OperandKind count_kind = isa::integer_kind("count", Field::u8);
constexpr isa::OperandKind label_kind = isa::target_kind(Field::u16);
constexpr isa::OperandKind native_kind = isa::reference_kind("native", Field::u8, isa::SymbolSpace::native);

constexpr std::array<isa::OperandSpec, 1> number{{{"value", &number_kind}}};
constexpr std::array<isa::OperandSpec, 1> read_slot{{{"global", &slot_kind, isa::Access::read}}};
constexpr std::array<isa::OperandSpec, 1> write_slot{{{"global", &slot_kind, isa::Access::write}}};
constexpr std::array<isa::OperandSpec, 1> target{{{"target", &label_kind}}};
constexpr std::array<isa::OperandSpec, 2> native_call{{{"native", &native_kind}, {"arguments", &count_kind}}};

/// As many as the second value says, and one more pushed than popped.
constexpr isa::StackEffect call_effect{isa::SlotCount::from_operand(1),
                                       isa::SlotCount::from_operand(1).plus(1),
                                       "arguments -- arguments result"};

constexpr std::array<isa::Row, opcode_count> rows{{
    {"Halt", halt, halt, {}, {}, Flow::stop, "Ends the script."},
    {"Push", push, push, number, {0, 1, "-- value"}, Flow::next, "Pushes a number."},
    {"Add", add, add, {}, {2, 1, "a b -- a+b"}, Flow::next, "Adds two numbers."},
    {"Load", load, load, read_slot, {0, 1, "-- value"}, Flow::next, "Pushes a global."},
    {"Store", store, store, write_slot, {1, 0, "value --"}, Flow::next, "Pops into a global."},
    {"Branch", branch, branch, target, {1, 0, "condition --"}, Flow::branch, "Jumps if the value is not 0."},
    {"Call", call, call, native_call, call_effect, Flow::next,
     "Calls a native on the top of the stack and pushes what it gives; the arguments stay."},
    {"Yield", yield, yield, {}, {}, Flow::suspend, "Goes on in the next frame."},
    {"Drop", drop, drop, {}, {1, 0, "value --"}, Flow::next, "Pops a value."},
}};
static_assert(isa::well_formed(rows));
constexpr auto row_index = isa::make_index<opcode_count>(rows);
constexpr auto layouts = isa::make_layouts<std::size(rows)>(rows);
constexpr isa::Table toy_table{"toy", "the toy machine", Field::u8,     isa::AddressUnit::byte,
                               rows,  row_index,         layouts.data()};

} // namespace

const isa::Table& table() { return toy_table; }

} // namespace vellum::toy
