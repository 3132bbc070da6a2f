// Making a script ready: one pass over the code. Trusts nothing about operand values beyond what the decoder
// guarantees (the operands of each instruction are there); ranges are checked while running or verified
// before.
#include "engines/pathologic/machine/prepared.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/hash.hpp"
#include "engines/pathologic/machine/text_count.hpp"
#include "isa/code.hpp"

namespace vellum::pathologic {

Type type_of_tag(std::uint32_t tag) noexcept {
    switch (tag) {
    case 1: return Type::boolean;
    case 2: return Type::integer;
    case 3: return Type::real;
    case 4: return Type::string;
    case 5: return Type::object;
    case 6: return Type::vector;
    default: return Type::none;
    }
}

namespace {

std::uint64_t identity_of(const Script& script) {
    StateHash hash;
    hash.u32(static_cast<std::uint32_t>(script.numbering));
    hash.update(script.pool);
    hash.u32(script.run_task);
    hash.u32(script.run_address);
    const auto handlers = [&](const std::vector<EventHandler>& events) {
        hash.u32(static_cast<std::uint32_t>(events.size()));
        for (const EventHandler& event : events) {
            hash.u32(event.id);
            hash.u32(event.address);
            for (const VariableType type : event.variables) hash.u8(static_cast<std::uint8_t>(type));
        }
    };
    for (const GlobalVariable& global : script.globals) {
        hash.u8(static_cast<std::uint8_t>(global.type));
        hash.update(global.name);
    }
    for (const Import& import : script.imports) {
        hash.update(import.name);
        hash.u32(import.argument_count);
    }
    for (const Task& task : script.tasks) {
        for (const VariableType type : task.variables) hash.u8(static_cast<std::uint8_t>(type));
        hash.u32(task.parameter_count);
        handlers(task.events);
    }
    handlers(script.events);
    for (const isa::Instruction& instruction : script.instructions.instructions) {
        hash.u32(instruction.opcode);
        for (const std::uint32_t value : script.instructions.operands(instruction)) hash.u32(value);
    }
    return hash.digest();
}

} // namespace

Prepared::Prepared(std::shared_ptr<const Script> source) : script(std::move(source)) {
    const isa::Code& decoded = script->instructions;
    // Eight times what lies in the file, as with listings; real scripts need a part of that.
    text_left_ = 8 * (std::uint64_t{script->pool.size()} + decoded.size) + 65536;
    code.reserve(decoded.instructions.size());
    std::unordered_map<std::uint32_t, std::uint32_t> known_texts;
    const auto text = [&](std::uint32_t offset) {
        const auto [place, fresh] = known_texts.try_emplace(offset);
        if (fresh) place->second = add_text(offset);
        return place->second;
    };
    const auto method = [&](std::uint32_t offset, std::uint32_t arguments) {
        const std::string_view name = script->ascii_name(offset);
        methods.push_back({name, arguments, arguments == 2 && name.ends_with("ScriptProperty")});
        return static_cast<std::uint32_t>(methods.size() - 1);
    };
    for (const isa::Instruction& source_instruction : decoded.instructions) {
        Instruction instruction{operation_of(source_instruction, script->numbering), source_instruction.count,
                                source_instruction.first, 0};
        const auto values = decoded.operands(source_instruction);
        switch (ready_operands[static_cast<std::size_t>(instruction.op)]) {
        case Ready::nothing: break;
        case Ready::text: instruction.extra = text(values.back()); break;
        case Ready::types: instruction.extra = add_types(values.subspan(1)); break;
        case Ready::method: instruction.extra = method(values[1], values[2]); break;
        }
        code.push_back(instruction);
    }
    const auto tags = [&](const std::vector<VariableType>& variables) {
        std::vector<std::uint32_t> numbers;
        numbers.reserve(variables.size());
        for (const VariableType variable : variables) numbers.push_back(static_cast<std::uint32_t>(variable));
        return TypeList{add_types(numbers), static_cast<std::uint32_t>(numbers.size())};
    };
    for (const Task& task : script->tasks) task_variables.push_back(tags(task.variables));
    for (const GlobalVariable& global : script->globals)
        types_valid = types_valid && type_of_tag(static_cast<std::uint32_t>(global.type)) != Type::none;
    identity = identity_of(*script);
    fast = make_fast_code(*this);
}

Prepared::~Prepared() = default;

std::uint32_t Prepared::add_text(std::uint32_t offset) {
    if (text_left_ == 0) return late_text;
    texts.push_back(script->wide_string(offset));
    text_left_ -= std::min<std::uint64_t>(text_left_, texts.back().size() + text_overhead);
    return static_cast<std::uint32_t>(texts.size() - 1);
}

std::uint32_t Prepared::add_types(std::span<const std::uint32_t> tags) {
    const auto first = static_cast<std::uint32_t>(types.size());
    for (const std::uint32_t tag : tags) {
        const Type type = type_of_tag(tag);
        if (type == Type::none) types_valid = false;
        types.push_back(type);
    }
    return first;
}

const EventHandler* Prepared::handler(std::uint32_t task, std::uint32_t event) const noexcept {
    if (task < script->tasks.size())
        for (const EventHandler& candidate : script->tasks[task].events)
            if (candidate.id == event) return &candidate;
    for (const EventHandler& candidate : script->events)
        if (candidate.id == event) return &candidate;
    return nullptr;
}

} // namespace vellum::pathologic
