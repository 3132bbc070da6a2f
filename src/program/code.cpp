// The code model's questions about a program: what an instruction says, what belongs to a function, where its
// blocks are.
#include "vellum/code.hpp"

#include <algorithm>

#include "analysis/control_flow.hpp"
#include "base/text_writer.hpp"
#include "isa/listing.hpp"
#include "vellum/program.hpp"

namespace vellum {

namespace {

const isa::Symbols& symbols_of(const Program& program) {
    static const isa::NoSymbols none;
    return program.symbols() != nullptr ? *program.symbols() : none;
}

bool has_instruction(const isa::Code* code, std::size_t index) {
    return code != nullptr && index < code->instructions.size();
}

} // namespace

std::string_view to_string(ReferenceKind kind) noexcept {
    switch (kind) {
    case ReferenceKind::native: return "native";
    case ReferenceKind::method: return "method";
    case ReferenceKind::string: return "string";
    case ReferenceKind::global: return "global";
    case ReferenceKind::event: return "event";
    case ReferenceKind::handler: return "handler";
    case ReferenceKind::import: return "import";
    case ReferenceKind::function: return "function";
    case ReferenceKind::possible_function: return "possible function";
    case ReferenceKind::state: return "state";
    }
    return {};
}

std::string instruction_text(const Program& program, std::size_t index) {
    const isa::Code* code = program.code();
    if (!has_instruction(code, index)) return {};
    TextWriter out;
    isa::print_instruction(out, *code, index, symbols_of(program));
    return out.take();
}

std::vector<Operand> operands_of(const Program& program, std::size_t index) {
    const isa::Code* code = program.code();
    if (!has_instruction(code, index)) return {};
    const isa::Instruction& instruction = code->instructions[index];
    const std::span<const std::uint32_t> all = code->operands(instruction);
    const std::uint32_t next = isa::next_address(*code, index);
    std::vector<Operand> operands;
    isa::for_each_operand(code->row(instruction), all,
                          [&](const isa::OperandSpec& spec, std::span<const std::uint32_t> values) {
                              TextWriter text;
                              if (spec.kind->shown)
                                  spec.kind->text->print(text, symbols_of(program),
                                                         {*code, instruction, spec, values, all, next});
                              operands.push_back({&spec, values, text.take()});
                          });
    return operands;
}

std::ranges::iota_view<std::size_t, std::size_t> instructions_of(const Program& program,
                                                                 const Function& function) {
    const isa::Code* code = program.code();
    const std::ptrdiff_t entry = code == nullptr ? -1 : code->at(function.address);
    if (entry < 0) return {0, 0};
    const auto first = static_cast<std::size_t>(entry);
    if (function.end == 0) return {first, code->instructions.size()};
    const auto end =
        std::ranges::lower_bound(code->instructions, function.end, {}, &isa::Instruction::address);
    return {first, std::max(first, static_cast<std::size_t>(end - code->instructions.begin()))};
}

std::vector<BasicBlock> blocks_of(const Program& program, const Function& function) {
    static_assert(BasicBlock::none == analysis::none);
    const isa::Code* code = program.code();
    const std::ptrdiff_t first = code == nullptr ? -1 : code->at(function.address);
    if (first < 0) return {};
    const auto entry = static_cast<std::uint32_t>(first);
    const analysis::ControlFlowGraph graph(analysis::successors_of(*code), std::span(&entry, 1));
    std::vector<BasicBlock> blocks(graph.size());
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
        const std::span<const std::uint32_t> instructions = graph.instructions(i);
        const auto [next, target] = graph.ways(i);
        blocks[i] = {instructions.front(), static_cast<std::uint32_t>(instructions.size()), next, target,
                     graph.block_of(entry) == i};
    }
    return blocks;
}

} // namespace vellum
