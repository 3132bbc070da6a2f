// The engines' instruction tables across the C border.
#include "capi/handles.hpp"

using namespace vellum;
using namespace vellum::capi;

static_assert(static_cast<int>(isa::Field::opcode) == VELLUM_FIELD_OPCODE);
static_assert(static_cast<int>(isa::Access::read_write) == VELLUM_ACCESS_READ_WRITE);
static_assert(static_cast<int>(isa::Flow::suspend) == VELLUM_FLOW_SUSPEND);
static_assert(static_cast<int>(isa::AddressUnit::word32) == VELLUM_UNIT_WORD32);

namespace {

const isa::Table* table_of(const char* engine, std::size_t table) {
    const Engine* found = find_engine(text_or_empty(engine));
    return found == nullptr || table >= found->format().tables().size() ? nullptr
                                                                        : found->format().tables()[table];
}

const isa::Row* row_of(const char* engine, std::size_t table, std::size_t row) {
    const isa::Table* found = table_of(engine, table);
    return found == nullptr || row >= found->rows.size() ? nullptr : &found->rows[row];
}

/// The number, or -1 where only an instruction or its program tells it.
std::int32_t slots(const isa::StackEffect& effect, const isa::SlotCount& count) {
    return effect.in_program || count.depends() ? -1 : static_cast<std::int32_t>(count.fixed);
}

} // namespace

std::size_t vellum_table_count(const char* engine) {
    const Engine* found = find_engine(text_or_empty(engine));
    return found == nullptr ? 0 : found->format().tables().size();
}

vellum_status vellum_table_get(const char* engine, std::size_t table, vellum_table* out) {
    const isa::Table* found = table_of(engine, table);
    if (found == nullptr || out == nullptr) return VELLUM_BAD_ARGUMENT;
    *out = {literal(found->name), literal(found->title), static_cast<std::int32_t>(found->unit),
            static_cast<std::int32_t>(found->opcode_field), found->rows.size()};
    return VELLUM_OK;
}

vellum_status vellum_table_row(const char* engine, std::size_t table, std::size_t row, vellum_row* out) {
    const isa::Row* found = row_of(engine, table, row);
    if (found == nullptr || out == nullptr) return VELLUM_BAD_ARGUMENT;
    *out = {literal(found->mnemonic),
            literal(found->meaning),
            literal(found->stack.text),
            found->opcode,
            found->opcode_last,
            static_cast<std::int32_t>(found->flow),
            slots(found->stack, found->stack.pops),
            slots(found->stack, found->stack.pushes),
            found->operands.size(),
            found->implicit.size()};
    return VELLUM_OK;
}

vellum_status vellum_table_operand(const char* engine, std::size_t table, std::size_t row,
                                   std::size_t operand, vellum_row_operand* out) {
    const isa::Row* found = row_of(engine, table, row);
    if (found == nullptr || out == nullptr || operand >= found->operands.size()) return VELLUM_BAD_ARGUMENT;
    const isa::OperandSpec& spec = found->operands[operand];
    *out = {literal(spec.name),
            literal(spec.kind->name),
            static_cast<std::int32_t>(spec.access),
            spec.repeat == isa::Repeat::once ? 0 : 1,
            spec.kind->shown ? 0 : 1,
            spec.kind->field_count,
            {}};
    for (std::size_t i = 0; i < spec.kind->field_count; ++i)
        out->fields[i] = static_cast<std::int32_t>(spec.kind->fields[i]);
    return VELLUM_OK;
}

vellum_status vellum_table_implicit_operand(const char* engine, std::size_t table, std::size_t row,
                                            std::size_t operand, vellum_implicit_operand* out) {
    const isa::Row* found = row_of(engine, table, row);
    if (found == nullptr || out == nullptr || operand >= found->implicit.size()) return VELLUM_BAD_ARGUMENT;
    const isa::ImplicitOperand& used = found->implicit[operand];
    *out = {literal(used.name), static_cast<std::int32_t>(used.access), used.number};
    return VELLUM_OK;
}
