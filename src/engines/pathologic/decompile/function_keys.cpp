// See the header. The numbering of a build does not count, so the same function has one number in all of
// them.
#include "engines/pathologic/decompile/function_keys.hpp"

#include <map>

#include "base/hash.hpp"
#include "engines/pathologic/decompile/function_hash.hpp"
#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic::decompile {

namespace {

/// Without what it calls.
std::uint64_t own_hash(const source::Function& function, std::uint64_t code) {
    StateHash hash;
    hash.u32(function.event.value_or(none));
    hash.u8(function.init ? 1 : 0);
    hash.u8(function.result ? static_cast<std::uint8_t>(*function.result) : 0);
    for (const VariableType type : function.parameters) hash.u8(static_cast<std::uint8_t>(type));
    hash.u64(code);
    return hash.digest();
}

} // namespace

std::vector<FunctionKey> function_keys(const Script& script, const source::Tree& tree) {
    const auto& entries = script.entries.functions;
    const isa::Code& code = script.instructions;
    source::Tree named; // only for its texts
    Texts texts(script, named);
    std::vector<std::uint64_t> own = function_hashes(script, named, texts);
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = own_hash(tree.functions[i], own[i]);
    std::vector<std::vector<std::uint32_t>> answers(tree.tasks.size());
    for (std::uint32_t i = 0; i < entries.size(); ++i)
        if (tree.functions[i].event && tree.functions[i].task < answers.size())
            answers[tree.functions[i].task].push_back(i);
    std::map<std::uint64_t, std::uint32_t> twins;
    std::vector<FunctionKey> keys;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        StateHash hash;
        hash.u64(own[i]);
        for (std::uint32_t at = entries[i].address; at < entries[i].end; ++at) {
            const isa::Instruction& instruction = code.instructions[at];
            if (operation(script.numbering, instruction.row) != Op::Call) continue;
            const FunctionEntry* const callee = script.entries.function_at(code.operands(instruction)[0]);
            hash.u64(callee == nullptr ? 0 : own[static_cast<std::size_t>(callee - entries.data())]);
        }
        if (tree.functions[i].init && tree.functions[i].task < answers.size())
            for (const std::uint32_t handler : answers[tree.functions[i].task]) hash.u64(own[handler]);
        const std::uint64_t made = hash.digest();
        keys.push_back({made, twins[made]++});
    }
    return keys;
}

std::vector<std::uint32_t> globals_in(const Script& script, const FunctionEntry& entry) {
    std::vector<std::uint32_t> found;
    std::vector<bool> seen(script.globals.size(), false);
    const isa::Code& code = script.instructions;
    for (std::uint32_t i = entry.address; i < entry.end; ++i)
        isa::for_each_operand(code.row(code.instructions[i]), code.operands(code.instructions[i]),
                              [&](const isa::OperandSpec& spec, std::span<const std::uint32_t> values) {
                                  if (spec.kind->role != isa::Role::reference ||
                                      spec.kind->space != isa::SymbolSpace::global ||
                                      values[0] >= seen.size() || seen[values[0]])
                                      return;
                                  seen[values[0]] = true;
                                  found.push_back(values[0]);
                              });
    if (entry.kind == EntryKind::run)
        for (std::uint32_t i = 0; i < seen.size(); ++i)
            if (!seen[i]) found.push_back(i);
    return found;
}

} // namespace vellum::pathologic::decompile
