// The abstract run over types; see the header. What an instruction pops and pushes, and of which type, is
// read from its row, so that an instruction about which nothing is said here is known by its depth at least.
#include "engines/pathologic/machine/types.hpp"

#include <algorithm>
#include <optional>

#include "analysis/dataflow.hpp"
#include "engines/pathologic/isa/operands.hpp"

namespace vellum::pathologic {

namespace {

/// Far above what any compiler makes (88); keeps hostile files from becoming memory.
constexpr std::size_t largest_frame = 4096;

bool numeric(Type type) noexcept { return type == Type::integer || type == Type::real; }

/// Makes `into` what both are; true if it changed.
bool join(std::vector<Type>& into, std::span<const Type> from) {
    bool changed = false;
    for (std::size_t i = 0; i < into.size() && i < from.size(); ++i)
        if (into[i] != from[i] && into[i] != Type::none) {
            into[i] = Type::none;
            changed = true;
        }
    return changed;
}

} // namespace

TypeInference::TypeInference(const Prepared& code)
    : code_(code), facts_(code.script->verification()), entries_(facts_.functions.size()) {}

Type TypeInference::result_type(Op op, Type a, Type b) noexcept {
    switch (pushed_types[static_cast<std::size_t>(op)]) {
    case Pushed::boolean: return Type::boolean;
    case Pushed::integer: return Type::integer;
    case Pushed::real: return Type::real;
    case Pushed::string: return Type::string;
    case Pushed::vector: return Type::vector;
    case Pushed::first_operand: return a;
    case Pushed::arithmetic: break;
    case Pushed::nothing:
    case Pushed::unknown:
    case Pushed::global:
    case Pushed::listed: return Type::none;
    }
    if (a == Type::none || b == Type::none) return Type::none;
    if (op == Op::Add && (a == Type::string || (a == Type::integer && b == Type::string)))
        return Type::string;
    if (a == Type::vector) return op == Op::Or ? Type::real : Type::vector;
    if (numeric(a) && numeric(b)) return a == b ? a : Type::real;
    if (a == Type::boolean && b == Type::boolean) return Type::boolean;
    if (a == Type::integer || b == Type::integer) return Type::integer;
    return Type::none;
}

std::uint32_t TypeInference::function_index(std::uint32_t address) const {
    const FunctionFacts* function = facts_.function_at(address);
    return function == nullptr ? FunctionFacts::none
                               : static_cast<std::uint32_t>(function - facts_.functions.data());
}

void TypeInference::enter(std::uint32_t function, std::span<const Type> stack, std::uint32_t task) {
    if (function == FunctionFacts::none) return;
    Entry& entry = entries_[function];
    const std::size_t count = facts_.functions[function].arguments;
    std::vector<Type> types(count, Type::none);
    const std::size_t given = std::min(count, stack.size());
    std::ranges::copy(stack.last(given), types.end() - static_cast<std::ptrdiff_t>(given));
    bool changed = !entry.reached;
    if (!entry.reached) {
        entry.reached = true;
        entry.types = std::move(types);
        entry.task = task;
    } else {
        changed = join(entry.types, types);
        if (entry.task != task && entry.task != unknown_task) {
            entry.task = unknown_task;
            changed = true;
        }
    }
    if (changed && !entry.queued) {
        entry.queued = true;
        queue_.push_back(function);
    }
}

bool TypeInference::settle() {
    if (!facts_.verified || !code_.types_valid) return false;
    const Script& script = *code_.script;
    enter(function_index(script.run_address), {}, script.run_task);
    const auto handlers = [&](const std::vector<EventHandler>& events, std::uint32_t task) {
        for (const EventHandler& event : events) {
            std::vector<Type> types;
            types.reserve(event.variables.size());
            for (const VariableType type : event.variables)
                types.push_back(type_of_tag(static_cast<std::uint32_t>(type)));
            enter(function_index(event.address), types, task);
        }
    };
    for (std::size_t task = 0; task < script.tasks.size(); ++task)
        handlers(script.tasks[task].events, static_cast<std::uint32_t>(task));
    handlers(script.events, unknown_task);
    // Types only ever become unknown, so this ends; the bound is for files made to be slow.
    const std::uint64_t bound = 4'000'000 + 200 * static_cast<std::uint64_t>(code_.code.size());
    while (!queue_.empty()) {
        const std::uint32_t function = queue_.back();
        queue_.pop_back();
        entries_[function].queued = false;
        follow(function, nullptr);
        if (failed_ || effort_ > bound) return false;
    }
    return true;
}

void TypeInference::visit(std::uint32_t function, const Visit& visit) {
    if (entries_[function].reached) follow(function, &visit);
}

std::uint32_t TypeInference::task_at(std::uint32_t address, std::uint32_t task) const {
    // TaskCall, Call and TaskReturn stand together (verified), so a look back tells whether a task call is
    // open.
    for (std::uint32_t back = 1; back <= 2 && back <= address; ++back) {
        const Instruction& before = code_.code[address - back];
        if (before.op == Op::TaskCall) {
            const Op here = code_.code[address].op;
            if (back == 1 || here == Op::TaskReturn) return code_.operands(before)[0];
        }
    }
    return task;
}

void TypeInference::apply(std::uint32_t address, std::vector<Type>& frame, std::uint32_t task) const {
    const Instruction& instruction = code_.code[address];
    const auto v = code_.operands(instruction);
    const auto slot = [&](std::uint32_t distance) {
        return distance >= 1 && distance <= frame.size() ? frame[frame.size() - distance] : Type::none;
    };
    const auto in_task = [&](std::uint32_t number) {
        if (task >= code_.task_variables.size()) return Type::none;
        const auto variables = code_.list(code_.task_variables[task]);
        return number < variables.size() ? variables[number] : Type::none;
    };
    const isa::Row& row = hd_table.rows[static_cast<std::size_t>(instruction.op)];
    const auto operand = [&](std::size_t number) {
        if (number >= row.operands.size()) return Type::none;
        const isa::OperandKind* kind = row.operands[number].kind;
        if (kind == &operands::stack_slot) return slot(v[number]);
        if (kind == &operands::task_slot) return in_task(v[number]);
        if (kind != &operands::mode_slot) return Type::none;
        return (v.back() & row.operands[number].param) != 0 ? in_task(v[number]) : slot(v[number]);
    };

    // Tasks insert and remove their variables under the arguments.
    if (instruction.op == Op::TaskCall) {
        const auto variables = code_.list(code_.task_variables[v[0]]);
        const std::uint32_t under = std::min<std::uint32_t>(code_.script->tasks[v[0]].parameter_count,
                                                            static_cast<std::uint32_t>(frame.size()));
        frame.insert(frame.end() - static_cast<std::ptrdiff_t>(under), variables.begin(), variables.end());
        return;
    }
    if (instruction.op == Op::TaskReturn) {
        if (task >= code_.task_variables.size()) return;
        const std::uint32_t under = code_.script->tasks[task].parameter_count;
        const std::uint32_t count = code_.task_variables[task].count;
        if (std::uint64_t{under} + count > frame.size()) return;
        const auto first =
            frame.end() - static_cast<std::ptrdiff_t>(under) - static_cast<std::ptrdiff_t>(count);
        frame.erase(first, first + static_cast<std::ptrdiff_t>(count));
        return;
    }

    // Everything else does what its row says.
    const Pushed result = pushed_types[static_cast<std::size_t>(instruction.op)];
    Type pushed = result_type(instruction.op, operand(0), operand(1));
    if (result == Pushed::global && v[0] < code_.script->globals.size())
        pushed = type_of_tag(static_cast<std::uint32_t>(code_.script->globals[v[0]].type));
    const std::uint32_t pops = row.stack.pops.of(v.data(), v.size());
    frame.resize(frame.size() - std::min<std::size_t>(pops, frame.size()));
    if (result == Pushed::listed) {
        const auto types = code_.list({instruction.extra, instruction.count - 1U});
        frame.insert(frame.end(), types.begin(), types.end());
        return;
    }
    frame.resize(frame.size() + row.stack.pushes.of(v.data(), v.size()), pushed);
}

analysis::ControlFlowGraph TypeInference::graph_of(const FunctionFacts& function) {
    const std::uint32_t begin = function.address;
    std::vector<analysis::Successors> successors(function.end - begin);
    const auto inside = [&](std::uint32_t address) {
        if (address >= begin && address < function.end) return address - begin;
        failed_ = true;
        return analysis::none;
    };
    for (std::uint32_t i = 0; i < successors.size(); ++i) {
        const Instruction& instruction = code_.code[begin + i];
        const auto values = code_.operands(instruction);
        if (instruction.op == Op::Jump) successors[i].target = inside(values[0]);
        if (instruction.op == Op::JumpB) successors[i].target = inside(values[1]);
        if (instruction.op != Op::Jump && instruction.op != Op::Return)
            successors[i].next = inside(begin + i + 1);
    }
    const std::uint32_t first = 0;
    return {successors, std::span(&first, 1)};
}

bool TypeInference::run(std::uint32_t address, std::vector<Type>& frame, const Entry& entry,
                        const Visit* visit) {
    effort_ += 1 + frame.size() / 16;
    if (frame.size() > largest_frame) failed_ = true;
    if (failed_) return false;
    const Instruction& instruction = code_.code[address];
    const std::uint32_t task = task_at(address, entry.task);
    if (visit != nullptr) (*visit)(address, frame, task);
    if (instruction.op == Op::Return) return true;
    if (instruction.op == Op::Call && visit == nullptr)
        enter(function_index(code_.operands(instruction)[0]), frame, task);
    apply(address, frame, task);
    return true;
}

void TypeInference::follow(std::uint32_t number, const Visit* visit) {
    using Frame = std::vector<Type>;
    const FunctionFacts& function = facts_.functions[number];
    const Entry entry = entries_[number];
    if (function.end <= function.address) return;
    effort_ += function.end - function.address;
    const analysis::ControlFlowGraph graph = graph_of(function);
    std::vector<std::optional<Frame>> known(graph.size());
    known[graph.block_of(0)] = entry.types;
    known = analysis::solve(
        graph, analysis::Direction::forward, std::move(known),
        [&](std::uint32_t block, Frame frame) -> std::optional<Frame> {
            for (const std::uint32_t at : graph.instructions(block))
                if (!run(function.address + at, frame, entry, nullptr)) return std::nullopt;
            return frame;
        },
        [](Frame& into, const Frame& from, std::uint32_t) { return join(into, from); });
    if (visit == nullptr) return;
    for (std::uint32_t block = 0; block < graph.size() && !failed_; ++block)
        for (const std::uint32_t at : graph.instructions(block))
            if (!run(function.address + at, *known[block], entry, visit)) return;
}

} // namespace vellum::pathologic
