// The code model's questions about a program: what an instruction says, what belongs to a function, where its
// blocks are.
#include "vellum/code.hpp"

#include <algorithm>
#include <map>

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
    case ReferenceKind::written_global: return "written global";
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
    const auto first = static_cast<std::size_t>(entry < 0 ? 0 : entry);
    std::size_t last = first;
    if (entry >= 0 && function.end == 0) {
        last = code->instructions.size();
    } else if (entry >= 0) {
        const auto end =
            std::ranges::lower_bound(code->instructions, function.end, {}, &isa::Instruction::address);
        last = std::max(first, static_cast<std::size_t>(end - code->instructions.begin()));
    }
    return std::views::iota(first, last);
}

std::vector<BasicBlock> blocks_of(const Program& program, const Function& function) {
    static_assert(BasicBlock::none == analysis::none);
    const isa::Code* code = program.code();
    const std::ptrdiff_t entry = code == nullptr ? -1 : code->at(function.address);
    if (entry < 0) return {};
    // Only what the function reaches is looked at: programs have many functions, and callers ask about each.
    std::map<std::uint32_t, analysis::Successors> reached;
    std::vector<std::uint32_t> work{static_cast<std::uint32_t>(entry)};
    while (!work.empty()) {
        const std::uint32_t index = work.back();
        work.pop_back();
        const auto [found, fresh] = reached.try_emplace(index);
        if (!fresh) continue;
        found->second = analysis::successors_at(*code, index);
        for (const std::uint32_t to : {found->second.target, found->second.next})
            if (to != analysis::none) work.push_back(to);
    }
    // The graph counts the reached instructions from 0.
    std::vector<std::uint32_t> indices;
    std::vector<analysis::Successors> successors;
    for (const auto& [index, ways] : reached) {
        indices.push_back(index);
        successors.push_back(ways);
    }
    const auto number = [&](std::uint32_t index) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(indices, index) - indices.begin());
    };
    for (analysis::Successors& ways : successors)
        for (std::uint32_t* to : {&ways.next, &ways.target})
            if (*to != analysis::none) *to = number(*to);
    const std::uint32_t first = number(static_cast<std::uint32_t>(entry));
    const analysis::ControlFlowGraph graph(successors, std::span(&first, 1));
    std::vector<BasicBlock> blocks(graph.size());
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
        const std::span<const std::uint32_t> instructions = graph.instructions(i);
        const auto [next, target] = graph.ways(i);
        blocks[i] = {indices[instructions.front()], static_cast<std::uint32_t>(instructions.size()), next,
                     target, graph.block_of(first) == i};
    }
    return blocks;
}

} // namespace vellum
