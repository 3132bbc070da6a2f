// A program's code across the C border.
#include <algorithm>

#include "capi/handles.hpp"

using namespace vellum;
using namespace vellum::capi;

static_assert(static_cast<int>(ReferenceKind::written_global) == VELLUM_REFERENCE_WRITTEN_GLOBAL);
static_assert(BasicBlock::none == VELLUM_NO_INDEX);

namespace {

std::uint32_t index_at(const vellum_code& code, std::int64_t address) {
    const std::ptrdiff_t found = code.code == nullptr ? -1 : code.code->at(address);
    return found < 0 ? VELLUM_NO_INDEX : static_cast<std::uint32_t>(found);
}

} // namespace

vellum_code* vellum_code_create(const vellum_program* program) {
    if (program == nullptr) return nullptr;
    auto* code = new vellum_code;
    code->program = program->program;
    code->code = code->program->code();
    code->facts = code->program->facts();
    code->functions = code->program->functions();
    code->references = code->program->references();
    return code;
}

void vellum_code_free(vellum_code* code) { delete code; }

std::size_t vellum_code_fact_count(const vellum_code* code) {
    return code == nullptr ? 0 : code->facts.size();
}

vellum_status vellum_code_fact(const vellum_code* code, std::size_t index, vellum_fact* out) {
    if (out == nullptr || index >= vellum_code_fact_count(code)) return VELLUM_BAD_ARGUMENT;
    const Fact& fact = code->facts[index];
    *out = {fact.name.c_str(), fact.value.c_str(), fact.number ? 1 : 0, fact.number.value_or(0)};
    return VELLUM_OK;
}

std::uint32_t vellum_code_table(const vellum_code* code) {
    if (code == nullptr || code->code == nullptr) return VELLUM_NO_INDEX;
    const auto tables = code->program->engine().format().tables();
    const auto found = std::ranges::find(tables, code->code->table);
    return found == tables.end() ? VELLUM_NO_INDEX : static_cast<std::uint32_t>(found - tables.begin());
}

std::size_t vellum_code_instruction_count(const vellum_code* code) {
    return code == nullptr || code->code == nullptr ? 0 : code->code->instructions.size();
}

vellum_status vellum_code_instruction(const vellum_code* code, std::size_t index, vellum_instruction* out) {
    if (out == nullptr || index >= vellum_code_instruction_count(code)) return VELLUM_BAD_ARGUMENT;
    const isa::Code& all = *code->code;
    const isa::Instruction& instruction = all.instructions[index];
    const std::uint32_t end =
        index + 1 < all.instructions.size() ? all.instructions[index + 1].offset : all.size;
    const auto target = isa::target_of(all, index);
    std::uint32_t operands = 0;
    isa::for_each_operand(all.row(instruction), all.operands(instruction),
                          [&](const isa::OperandSpec&, std::span<const std::uint32_t>) { ++operands; });
    *out = {instruction.address,
            instruction.offset,
            end - instruction.offset,
            instruction.opcode,
            instruction.row,
            target ? index_at(*code, *target) : VELLUM_NO_INDEX,
            operands};
    return VELLUM_OK;
}

std::uint32_t vellum_code_find(const vellum_code* code, std::uint32_t address) {
    return code == nullptr ? VELLUM_NO_INDEX : index_at(*code, address);
}

const char* vellum_code_text(vellum_code* code, std::size_t index) {
    if (code == nullptr) return "";
    code->text = instruction_text(*code->program, index);
    return code->text.c_str();
}

vellum_status vellum_code_operand(vellum_code* code, std::size_t index, std::size_t operand,
                                  vellum_operand* out) {
    if (out == nullptr || index >= vellum_code_instruction_count(code)) return VELLUM_BAD_ARGUMENT;
    if (code->instruction != index) {
        code->operands = operands_of(*code->program, index);
        code->instruction = index;
    }
    if (operand >= code->operands.size()) return VELLUM_BAD_ARGUMENT;
    const Operand& found = code->operands[operand];
    const isa::OperandKind& kind = *found.spec->kind;
    *out = {literal(found.spec->name),
            literal(kind.name),
            found.text.c_str(),
            static_cast<std::int32_t>(found.spec->access),
            kind.field_count,
            {},
            {}};
    for (std::size_t i = 0; i < kind.field_count; ++i) {
        out->fields[i] = static_cast<std::int32_t>(kind.fields[i]);
        out->values[i] = found.values[i];
    }
    return VELLUM_OK;
}

std::size_t vellum_code_function_count(const vellum_code* code) {
    return code == nullptr ? 0 : code->functions.size();
}

vellum_status vellum_code_function(const vellum_code* code, std::size_t index, vellum_function* out) {
    if (out == nullptr || index >= vellum_code_function_count(code)) return VELLUM_BAD_ARGUMENT;
    const Function& function = code->functions[index];
    const auto range = instructions_of(*code->program, function);
    *out = {function.name.c_str(),
            function.kind.c_str(),
            function.address,
            function.end,
            function.parameters,
            range.empty() ? 0 : static_cast<std::uint32_t>(range.front()),
            static_cast<std::uint32_t>(range.size())};
    return VELLUM_OK;
}

std::size_t vellum_code_block_count(vellum_code* code, std::size_t function) {
    if (function >= vellum_code_function_count(code)) return 0;
    if (code->function != function) {
        code->blocks = blocks_of(*code->program, code->functions[function]);
        code->function = function;
    }
    return code->blocks.size();
}

vellum_status vellum_code_block(vellum_code* code, std::size_t function, std::size_t block,
                                vellum_block* out) {
    if (out == nullptr || block >= vellum_code_block_count(code, function)) return VELLUM_BAD_ARGUMENT;
    const BasicBlock& found = code->blocks[block];
    *out = {found.first, found.count, found.next, found.target, found.entry ? 1 : 0};
    return VELLUM_OK;
}

std::size_t vellum_code_reference_count(const vellum_code* code) {
    return code == nullptr ? 0 : code->references.size();
}

vellum_status vellum_code_reference(const vellum_code* code, std::size_t index, vellum_reference* out) {
    if (out == nullptr || index >= vellum_code_reference_count(code)) return VELLUM_BAD_ARGUMENT;
    const Reference& reference = code->references[index];
    *out = {reference.name.c_str(), literal(to_string(reference.kind)),
            static_cast<std::int32_t>(reference.kind), reference.address, index_at(*code, reference.address)};
    return VELLUM_OK;
}
