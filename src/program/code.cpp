// The code model's questions about a program: what an instruction says, what belongs to a function, where its
// blocks are.
#include "vellum/code.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "analysis/control_flow.hpp"
#include "base/text_writer.hpp"
#include "isa/listing.hpp"
#include "program/blocks.hpp"
#include "vellum/program.hpp"

namespace vellum {

namespace {

bool has_instruction(const isa::Code* code, std::size_t index) {
    return code != nullptr && index < code->instructions.size();
}

/// The blocks of the instructions that an entry reaches, ascending, with their successors.
std::vector<BasicBlock> blocks_among(std::span<const std::uint32_t> indices,
                                     std::vector<analysis::Successors> successors, std::uint32_t entry) {
    static_assert(BasicBlock::none == analysis::none);
    // The graph counts the reached instructions from 0.
    const auto number = [&](std::uint32_t index) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(indices, index) - indices.begin());
    };
    for (std::size_t i = 0; i < successors.size(); ++i)
        for (std::uint32_t* to : {&successors[i].next, &successors[i].target})
            if (*to != analysis::none)
                *to = i + 1 < indices.size() && indices[i + 1] == *to ? static_cast<std::uint32_t>(i + 1)
                                                                      : number(*to);
    const std::uint32_t first = number(entry);
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
    isa::print_instruction(out, *code, index, isa::symbols_or_none(program.symbols()));
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
                                  spec.kind->text->print(text, isa::symbols_or_none(program.symbols()),
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
    std::vector<std::uint32_t> indices;
    std::vector<analysis::Successors> successors;
    for (const auto& [index, ways] : reached) {
        indices.push_back(index);
        successors.push_back(ways);
    }
    return blocks_among(indices, std::move(successors), static_cast<std::uint32_t>(entry));
}

FunctionBlocks::FunctionBlocks(const isa::Code& code)
    : code_(code), successors_(analysis::successors_of(code)), reachable_(successors_) {}

std::vector<BasicBlock> FunctionBlocks::of(const Function& function) {
    const std::ptrdiff_t entry = code_.at(function.address);
    if (entry < 0) return {};
    const std::vector<std::uint32_t> indices = reachable_.from(static_cast<std::uint32_t>(entry));
    std::vector<analysis::Successors> successors;
    successors.reserve(indices.size());
    for (const std::uint32_t index : indices) successors.push_back(successors_[index]);
    return blocks_among(indices, std::move(successors), static_cast<std::uint32_t>(entry));
}

} // namespace vellum
