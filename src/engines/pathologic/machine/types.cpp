// The abstract run over types; see the header. Effects mirror step.cpp: what an instruction pushes there has
// the type given here.
#include "engines/pathologic/machine/types.hpp"

#include <algorithm>
#include <deque>

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
    switch (op) {
    case Op::Eq:
    case Op::Neq:
    case Op::LT:
    case Op::GT:
    case Op::LE:
    case Op::GE:
    case Op::NullEq:
    case Op::NullNeq:
    case Op::Not: return Type::boolean;
    case Op::Neg: return a;
    case Op::Sqrt:
    case Op::Sin:
    case Op::Cos:
    case Op::ASin:
    case Op::Pow: return Type::real;
    case Op::CString: return Type::string;
    default: break;
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
    const auto operand = [&](std::uint32_t number, bool in_task) {
        if (!in_task) return slot(number);
        if (task >= code_.task_variables.size()) return Type::none;
        const auto variables = code_.list(code_.task_variables[task]);
        return number < variables.size() ? variables[number] : Type::none;
    };
    const auto pop = [&](std::uint32_t count) {
        frame.resize(frame.size() - std::min<std::size_t>(count, frame.size()));
    };
    const auto push = [&](Type type) { frame.push_back(type); };
    switch (instruction.op) {
    case Op::JumpB: pop(v[3]); break;
    case Op::Push: push(slot(v[0])); break;
    case Op::PushT: push(operand(v[0], true)); break;
    case Op::PushB: push(Type::boolean); break;
    case Op::PushI: push(Type::integer); break;
    case Op::PushF: push(Type::real); break;
    case Op::PushS: push(Type::string); break;
    case Op::PushVec: push(Type::vector); break;
    case Op::PushV:
        for (const Type type : code_.list({instruction.extra, instruction.count - 1U})) push(type);
        break;
    case Op::PushE: push(Type::real); break;
    case Op::PopE:
        if ((v[2] & 2U) == 0) pop(1);
        break;
    case Op::PushGE:
        push(v[0] < code_.script->globals.size()
                 ? type_of_tag(static_cast<std::uint32_t>(code_.script->globals[v[0]].type))
                 : Type::none);
        break;
    case Op::PopGE:
        if ((v[1] & 1U) == 0) pop(1);
        break;
    case Op::Pop: pop(v[0]); break;
    case Op::Add:
    case Op::Sub:
    case Op::Mult:
    case Op::Div:
    case Op::Mod:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Eq:
    case Op::Neq:
    case Op::LT:
    case Op::GT:
    case Op::LE:
    case Op::GE:
    case Op::Pow: {
        const Type result = result_type(instruction.op, operand(v[0], (v[2] & 0x80U) != 0),
                                        operand(v[1], (v[2] & 0x40U) != 0));
        pop(v[2] & 0x3FU);
        push(result);
        break;
    }
    case Op::Add2:
    case Op::Sub2:
    case Op::Mult2:
    case Op::Div2:
    case Op::Mod2:
    case Op::And2:
    case Op::Or2:
    case Op::Xor2:
    case Op::Eq2:
    case Op::Neq2:
    case Op::LT2:
    case Op::GT2:
    case Op::LE2:
    case Op::GE2:
    case Op::Pow2: pop(v[3] & 0x1FU); break;
    case Op::NullEq:
    case Op::NullNeq:
    case Op::Neg:
    case Op::Not:
    case Op::Sqrt:
    case Op::Sin:
    case Op::Cos:
    case Op::ASin:
    case Op::CString: {
        const Type result = result_type(instruction.op, operand(v[0], (v[1] & 0x80U) != 0), Type::none);
        pop(v[1] & 0x7FU);
        push(result);
        break;
    }
    case Op::NullEq2:
    case Op::NullNeq2:
    case Op::Neg2:
    case Op::Not2:
    case Op::Sqrt2:
    case Op::Sin2:
    case Op::Cos2:
    case Op::ASin2:
    case Op::CString2: pop(v[2] & 0x3FU); break;
    case Op::TaskCall: {
        const auto variables = code_.list(code_.task_variables[v[0]]);
        const std::uint32_t under = std::min<std::uint32_t>(code_.script->tasks[v[0]].parameter_count,
                                                            static_cast<std::uint32_t>(frame.size()));
        frame.insert(frame.end() - static_cast<std::ptrdiff_t>(under), variables.begin(), variables.end());
        break;
    }
    case Op::TaskReturn: {
        if (task >= code_.task_variables.size()) break;
        const std::uint32_t under = code_.script->tasks[task].parameter_count;
        const std::uint32_t count = code_.task_variables[task].count;
        if (std::uint64_t{under} + count > frame.size()) break;
        const auto first =
            frame.end() - static_cast<std::ptrdiff_t>(under) - static_cast<std::ptrdiff_t>(count);
        frame.erase(first, first + static_cast<std::ptrdiff_t>(count));
        break;
    }
    case Op::FuncExist:
        pop(v[3] & 0x1FU);
        push(Type::boolean);
        break;
    case Op::FuncExist2: pop(v[4] & 0x0FU); break;
    default: break;
    }
}

void TypeInference::follow(std::uint32_t number, const Visit* visit) {
    const FunctionFacts& function = facts_.functions[number];
    const Entry entry = entries_[number];
    const std::uint32_t begin = function.address;
    const std::uint32_t size = function.end > begin ? function.end - begin : 0;
    if (size == 0) return;
    constexpr std::uint32_t absent = 0xFFFFFFFF;
    std::vector<std::uint32_t> state_of(size, absent);
    std::vector<std::vector<Type>> states;
    std::deque<std::uint32_t> work;
    const auto flow_into = [&](std::uint32_t address, const std::vector<Type>& frame) {
        if (address < begin || address - begin >= size) {
            failed_ = true;
            return;
        }
        std::uint32_t& state = state_of[address - begin];
        if (state == absent) {
            state = static_cast<std::uint32_t>(states.size());
            states.push_back(frame);
        } else if (!join(states[state], frame)) {
            return;
        }
        work.push_back(address);
    };
    const auto run_from = [&](std::uint32_t address, bool final) {
        std::vector<Type> frame = states[state_of[address - begin]];
        for (;; ++address) {
            if (address - begin >= size) {
                failed_ = true;
                return;
            }
            effort_ += 1 + frame.size() / 16;
            if (frame.size() > largest_frame) failed_ = true;
            if (failed_) return;
            const Instruction& instruction = code_.code[address];
            const std::uint32_t task = task_at(address, entry.task);
            if (final) (*visit)(address, frame, task);
            const auto v = code_.operands(instruction);
            if (instruction.op == Op::Return) return;
            if (instruction.op == Op::Call && !final) enter(function_index(v[0]), frame, task);
            apply(address, frame, task);
            if (instruction.op == Op::Jump || instruction.op == Op::JumpB) {
                if (!final) flow_into(v[instruction.op == Op::Jump ? 0 : 1], frame);
                if (instruction.op == Op::Jump) return;
            }
            if (address + 1 - begin < size && facts_.flow.leader[address + 1]) {
                if (!final) flow_into(address + 1, frame);
                return;
            }
        }
    };
    flow_into(begin, entry.types);
    while (!work.empty()) {
        const std::uint32_t address = work.front();
        work.pop_front();
        run_from(address, false);
    }
    if (visit == nullptr) return;
    for (std::uint32_t i = 0; i < size; ++i)
        if (state_of[i] != absent) run_from(begin + i, true);
}

} // namespace vellum::pathologic
