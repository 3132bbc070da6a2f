// Makes the rows of both tables from instructions.def. Operand lists and stack effects that several rows
// share have a name here; a row only says which it uses.
#include "engines/pathologic/isa/tables.hpp"

#include "engines/pathologic/isa/operands.hpp"

namespace vellum::pathologic {

namespace {

using isa::Access;
using isa::OperandSpec;
using isa::Repeat;
using isa::Row;
using isa::SlotCount;
using isa::StackEffect;

// Mode byte: one addressing bit per variable operand from bit 7 down, the pop count in what is left.
constexpr std::uint8_t first_bit = 0x80;
constexpr std::uint8_t second_bit = 0x40;
constexpr std::uint8_t third_bit = 0x20;
constexpr std::uint8_t fourth_bit = 0x10;

constexpr OperandSpec read(const char* name, const isa::OperandKind& kind, std::uint8_t param = 0) {
    return {name, &kind, Access::read, Repeat::once, 0, param};
}
constexpr OperandSpec write(const char* name, const isa::OperandKind& kind, std::uint8_t param = 0) {
    return {name, &kind, Access::write, Repeat::once, 0, param};
}
constexpr OperandSpec plain(const char* name, const isa::OperandKind& kind, std::uint8_t param = 0) {
    return {name, &kind, Access::none, Repeat::once, 0, param};
}

namespace k = operands;

constexpr std::array<OperandSpec, 0> nothing{};
constexpr std::array copy_stack_stack{read("source", k::stack_slot), write("destination", k::stack_slot)};
constexpr std::array copy_task_stack{read("source", k::task_slot), write("destination", k::stack_slot)};
constexpr std::array copy_stack_task{read("source", k::stack_slot), write("destination", k::task_slot)};
constexpr std::array copy_task_task{read("source", k::task_slot), write("destination", k::task_slot)};
constexpr std::array stack_bool{write("destination", k::stack_slot), plain("value", k::boolean)};
constexpr std::array stack_int{write("destination", k::stack_slot), plain("value", k::integer)};
constexpr std::array stack_float{write("destination", k::stack_slot), plain("value", k::real)};
constexpr std::array stack_string{write("destination", k::stack_slot), plain("value", k::string)};
constexpr std::array stack_vector{write("destination", k::stack_slot), plain("value", k::vector)};
constexpr std::array task_bool{write("destination", k::task_slot), plain("value", k::boolean)};
constexpr std::array task_int{write("destination", k::task_slot), plain("value", k::integer)};
constexpr std::array task_float{write("destination", k::task_slot), plain("value", k::real)};
constexpr std::array task_string{write("destination", k::task_slot), plain("value", k::string)};
constexpr std::array task_vector{write("destination", k::task_slot), plain("value", k::vector)};
constexpr std::array jump{plain("target", k::target)};
constexpr std::array branch{read("condition", k::stack_slot), plain("target", k::target),
                            plain("wanted", k::boolean), plain("pop", k::short_count)};
constexpr std::array one_stack{read("source", k::stack_slot)};
constexpr std::array one_task{read("source", k::task_slot)};
constexpr std::array one_bool{plain("value", k::boolean)};
constexpr std::array one_int{plain("value", k::integer)};
constexpr std::array one_float{plain("value", k::real)};
constexpr std::array one_string{plain("value", k::string)};
constexpr std::array one_vector{plain("value", k::vector)};
constexpr std::array type_list{plain("count", k::list_length),
                               OperandSpec{"types", &k::variable_type, Access::none, Repeat::counted, 0, 0}};
constexpr std::array component_read{read("vector", k::argument), plain("component", k::component)};
constexpr std::array component_write{
    OperandSpec{"vector", &k::mode_slot, Access::read_write, Repeat::once, 0, 0x01},
    plain("component", k::component), plain("flags", k::keep_flags, 0x02)};
constexpr std::array global_read{read("global", k::global)};
constexpr std::array global_write{write("global", k::global), plain("flags", k::keep_flags, 0x01)};
constexpr std::array pop_count{plain("count", k::count)};
constexpr std::array clear_stack{write("destination", k::stack_slot)};
constexpr std::array clear_task{write("destination", k::task_slot)};
constexpr std::array unary_push{read("value", k::mode_slot, first_bit), plain("pop", k::mode_pops, 0x7F)};
constexpr std::array unary_store{read("value", k::mode_slot, first_bit),
                                 write("destination", k::mode_slot, second_bit),
                                 plain("pop", k::mode_pops, 0x3F)};
constexpr std::array binary_push{read("left", k::mode_slot, first_bit),
                                 read("right", k::mode_slot, second_bit), plain("pop", k::mode_pops, 0x3F)};
constexpr std::array binary_store{
    read("left", k::mode_slot, first_bit), read("right", k::mode_slot, second_bit),
    write("destination", k::mode_slot, third_bit), plain("pop", k::mode_pops, 0x1F)};
constexpr std::array call{plain("target", k::target)};
constexpr std::array frame_size{plain("frame", k::count)};
constexpr std::array task_id{plain("task", k::task)};
constexpr std::array event_id{plain("event", k::event)};
constexpr std::array native_call{
    plain("native", k::native),
    OperandSpec{"arguments", &k::argument, Access::read_write, Repeat::external, 0, 0}};
constexpr std::array stack_method_call{
    read("object", k::stack_slot), plain("method", k::method), plain("count", k::list_length),
    OperandSpec{"arguments", &k::argument, Access::read_write, Repeat::counted, 2, 0}};
constexpr std::array task_method_call{
    read("object", k::task_slot), plain("method", k::method), plain("count", k::list_length),
    OperandSpec{"arguments", &k::argument, Access::read_write, Repeat::counted, 2, 0}};
constexpr std::array method_query_push{
    read("object", k::mode_slot, first_bit), read("name", k::mode_slot, second_bit),
    read("arguments", k::mode_slot, third_bit), plain("pop", k::mode_pops, 0x1F)};
constexpr std::array method_query_store{
    read("object", k::mode_slot, first_bit), read("name", k::mode_slot, second_bit),
    read("arguments", k::mode_slot, third_bit), write("destination", k::mode_slot, fourth_bit),
    plain("pop", k::mode_pops, 0x0F)};

constexpr StackEffect fixed(std::uint32_t pops, std::uint32_t pushes) { return {pops, pushes, ""}; }
/// The pop count of a mode byte, then one result if the instruction pushes it.
constexpr SlotCount mode_pops(std::uint32_t mask) { return SlotCount::from_operand(SlotCount::last, mask); }

constexpr StackEffect branch_pops{SlotCount::from_operand(3), 0, "pop values --"};
constexpr StackEffect pushes_listed{0, SlotCount::from_operand(0), "-- one per type"};
constexpr StackEffect pops_counted{SlotCount::from_operand(0), 0, "count values --"};
constexpr StackEffect pops_component{SlotCount::one_unless(2, 2), 0, "value --"};
constexpr StackEffect pops_global{SlotCount::one_unless(1, 1), 0, "value --"};
constexpr StackEffect pops_then_one{mode_pops(0x3F), 1, "pop values -- result"};
constexpr StackEffect pops_then_one_unary{mode_pops(0x7F), 1, "pop values -- result"};
constexpr StackEffect pops_then_one_query{mode_pops(0x1F), 1, "pop values -- result"};
constexpr StackEffect pops_after_store{mode_pops(0x1F), 0, "pop values --"};
constexpr StackEffect pops_after_unary_store{mode_pops(0x3F), 0, "pop values --"};
constexpr StackEffect pops_after_query_store{mode_pops(0x0F), 0, "pop values --"};

constexpr std::uint16_t none = 0xFFFF;

constexpr std::array<Row, hd_row_count> hd_rows{{
#define ROW(alpha, hd, name, operands, stack, result, flow, meaning)                                         \
    {#name, hd, hd, operands, stack, isa::Flow::flow, meaning},
#include "engines/pathologic/isa/instructions.def"
#undef ROW
}};

consteval std::array<Row, alpha_row_count> rows_of_alpha() {
    constexpr std::array<std::uint16_t, hd_row_count> opcodes{{
#define ROW(alpha, hd, name, operands, stack, result, flow, meaning) alpha,
#include "engines/pathologic/isa/instructions.def"
#undef ROW
    }};
    std::array<Row, alpha_row_count> rows{};
    std::size_t used = 0;
    for (std::size_t i = 0; i < hd_rows.size(); ++i) {
        if (opcodes[i] == none) continue;
        rows[used] = hd_rows[i];
        rows[used].opcode = rows[used].opcode_last = opcodes[i];
        ++used;
    }
    return rows;
}

constexpr std::array<Row, alpha_row_count> alpha_rows = rows_of_alpha();

constexpr auto hd_index = isa::make_index<hd_row_count>(hd_rows);
constexpr auto alpha_index = isa::make_index<alpha_row_count>(alpha_rows);
constexpr auto hd_layouts = isa::make_layouts<hd_row_count>(hd_rows);
constexpr auto alpha_layouts = isa::make_layouts<alpha_row_count>(alpha_rows);

/// Every row stands where its Op says, and each numbering is without gaps.
consteval bool in_order() {
    for (std::size_t i = 0; i < hd_rows.size(); ++i)
        if (hd_rows[i].opcode != i) return false;
    for (std::size_t i = 0; i < alpha_rows.size(); ++i) {
        if (alpha_rows[i].opcode != i) return false;
        if (alpha_rows[i].mnemonic !=
            hd_rows[static_cast<std::size_t>(operation(Numbering::alpha, i))].mnemonic)
            return false;
    }
    return true;
}
static_assert(in_order());
static_assert(isa::well_formed(hd_rows) && isa::well_formed(alpha_rows));

consteval Mode mode_in(const Row& row) {
    Mode mode;
    for (std::size_t i = 0; i < row.operands.size(); ++i) {
        const OperandSpec& operand = row.operands[i];
        if (operand.kind == &k::mode_slot) mode.task.at(i) = operand.param;
        if (operand.kind == &k::mode_pops) mode.pops = operand.param;
    }
    return mode;
}

consteval std::array<Mode, hd_row_count> modes_of_rows() {
    std::array<Mode, hd_row_count> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = mode_in(hd_rows[i]);
    return all;
}

consteval std::array<Ready, hd_row_count> ready_of_rows() {
    std::array<Ready, hd_row_count> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const OperandSpec& operand : hd_rows[i].operands) {
            const auto at = static_cast<std::size_t>(&operand - hd_rows[i].operands.data());
            const bool last = at + 1 == hd_rows[i].operands.size();
            if (operand.kind == &k::string && last) all[i] = Ready::text;
            if (operand.kind == &k::variable_type && at == 1) all[i] = Ready::types;
            if (operand.kind == &k::method && at == 1) all[i] = Ready::method;
        }
    return all;
}

constexpr std::array<Pushed, hd_row_count> result_column{{
#define ROW(alpha, hd, name, operands, stack, result, flow, meaning) Pushed::result,
#include "engines/pathologic/isa/instructions.def"
#undef ROW
}};

/// Rows push something exactly if they say of which type; no bit of a mode byte means two things, and the
/// stack effect counts the bits that the pop count has.
consteval bool columns_agree() {
    for (std::size_t i = 0; i < hd_rows.size(); ++i) {
        const Row& row = hd_rows[i];
        const bool pushes = row.stack.pushes.depends() || row.stack.pushes.fixed != 0;
        if (pushes == (result_column[i] == Pushed::nothing)) return false;
        const Mode mode = mode_in(row);
        unsigned used = mode.pops;
        for (const std::uint8_t bit : mode.task) {
            if ((used & bit) != 0) return false;
            used |= bit;
        }
        if (mode.pops != 0 && (row.stack.pops.at != SlotCount::last || row.stack.pops.bits != mode.pops))
            return false;
        const bool first = result_column[i] == Pushed::first_operand || result_column[i] == Pushed::global;
        if (row.operands.size() < (result_column[i] == Pushed::arithmetic ? 2U : first ? 1U : 0U))
            return false;
    }
    return true;
}
static_assert(columns_agree());

} // namespace

constexpr std::array<Pushed, hd_row_count> pushed_types = result_column;
constexpr std::array<Ready, hd_row_count> ready_operands = ready_of_rows();
constexpr std::array<Mode, hd_row_count> modes = modes_of_rows();

constexpr isa::Table hd_table{"pathologic-hd",  "Pathologic, 90 opcodes (2005, demo, HD)",
                              isa::Field::u16,  isa::AddressUnit::instruction,
                              hd_rows,          hd_index,
                              hd_layouts.data()};
constexpr isa::Table alpha_table{"pathologic-alpha",  "Pathologic, 88 opcodes (alpha)",
                                 isa::Field::u16,     isa::AddressUnit::instruction,
                                 alpha_rows,          alpha_index,
                                 alpha_layouts.data()};

} // namespace vellum::pathologic
