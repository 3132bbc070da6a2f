// One pass over the code that counts the values on the stack; see the header.
#include "engines/pathologic/decompile/signatures.hpp"

#include <algorithm>
#include <span>

#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/isa/tables.hpp"
#include "engines/pathologic/source/tree.hpp"
#include "engines/pathologic/verify/verify_plan.hpp"

namespace vellum::pathologic::decompile {

namespace {

constexpr std::int64_t unknown = -1;
constexpr std::int64_t most_reach = 64;

class Pass {
  public:
    explicit Pass(const Script& script)
        : script_(script),
          code_(script.instructions),
          plans_(plans_for(script.numbering)),
          signatures_(script.entries.functions.size()),
          recorded_(code_.instructions.size(), unknown) {}

    std::vector<Signature> run() {
        for (const EventHandler& handler : script_.events) take(handler);
        for (const pathologic::Task& task : script_.tasks)
            for (const EventHandler& handler : task.events) take(handler);
        for (const FunctionEntry& function : script_.entries.functions) {
            if (function.kind == EntryKind::run && script_.entries.function_at(function.address) == &function)
                signatures_[number(function.address)].known =
                    true; // takes nothing, unless it is called as well
            walk(function, nullptr);
        }
        for (const FunctionEntry& function : script_.entries.functions)
            if (Signature& signature = signatures_[number(function.address)]; !signature.known)
                walk(function, &signature);
        return std::move(signatures_);
    }

  private:
    struct Group {
        std::size_t instruction;
        std::int64_t first;
        std::uint32_t count;
        bool first_written;
    };

    [[nodiscard]] std::size_t number(std::uint32_t address) const {
        return script_.entries.numbers[address] - 1;
    }

    void take(const EventHandler& handler) {
        if (script_.entries.function_at(handler.address) == nullptr) return;
        Signature& signature = signatures_[number(handler.address)];
        if (signature.known) return;
        signature.known = true;
        signature.parameters = handler.variables;
    }

    /// Takes the signatures of what it calls from the blocks, or finds what it reaches itself.
    void walk(const FunctionEntry& function, Signature* own) {
        groups_.clear();
        std::int64_t size = 0;
        bool reached = true;
        for (std::size_t i = function.address; i < function.end; ++i) {
            const isa::Instruction& instruction = code_.instructions[i];
            const auto values = code_.operands(instruction);
            const isa::Row& row = code_.row(instruction);
            const Op op = operation(script_.numbering, instruction.row);
            if (!reached && recorded_[i] != unknown) size = recorded_[i];
            reached = true;
            while (!groups_.empty() && groups_.back().first + groups_.back().count > size) groups_.pop_back();
            if (own == nullptr)
                note_store(op, values, size);
            else
                reach(instruction.row, values, size, *own);
            const std::int64_t pops = row.stack.pops.of(values.data(), values.size());
            const std::int64_t pushes = row.stack.pushes.of(values.data(), values.size());
            if (op == Op::PushV && own == nullptr) groups_.push_back({i, size, values[0], false});
            if (op == Op::Call && own == nullptr) call(values[0], size);
            size += pushes - pops;
            if (isa::jumps(row.flow)) record(values[static_cast<std::size_t>(row.target_operand())], size, i);
            if (op == Op::Jump || op == Op::Return) reached = false;
            if (op == Op::Return) size += pops; // what follows is in the same frame
        }
    }

    void record(std::uint32_t target, std::int64_t size, std::size_t from) {
        if (target > from && target < recorded_.size()) recorded_[target] = size;
    }

    void note_store(Op op, std::span<const std::uint32_t> values, std::int64_t size) {
        if (groups_.empty()) return;
        std::uint32_t destination = 0;
        switch (op) {
        case Op::MovB:
        case Op::MovI:
        case Op::MovF:
        case Op::MovS:
        case Op::MovV:
        case Op::SetNull: destination = values[0]; break;
        case Op::Mov:
        case Op::MovT: destination = values[1]; break;
        default: {
            const Mode& mode = mode_of(op);
            if (code_.table == nullptr || mode.pops == 0 ||
                pushed_types[static_cast<std::size_t>(op)] != Pushed::nothing)
                return;
            const std::size_t at = values.size() - 2; // the destination stands before the mode byte
            if ((values.back() & mode.task[at]) != 0) return;
            destination = values[at];
        }
        }
        for (std::size_t i = groups_.size(); i-- > 0;)
            if (groups_[i].count != 0 && groups_[i].first == size - destination) {
                groups_[i].first_written = true;
                return;
            }
    }

    void reach(std::size_t row, std::span<const std::uint32_t> values, std::int64_t size, Signature& own) {
        const Plan& plan = plans_[row];
        const auto slot = [&](std::uint32_t operand) {
            const std::int64_t below = operand - size;
            if (below > most_reach) own.reach = source::none;
            if (below > 0) own.reach = std::max(own.reach, static_cast<std::uint32_t>(below));
        };
        for (const Check& check : std::span(plan.slots).first(plan.slot_count))
            if (check.rule == Rule::stack_slot || (values.back() & check.param) == 0) slot(values[check.at]);
        if (plan.list.rule == Rule::argument)
            for (std::size_t at = plan.list.at; at < values.size(); at += plan.list.width)
                if (values[at + 1] == 0) slot(values[at]);
    }

    void call(std::uint32_t target, std::int64_t size) {
        while (!groups_.empty() && groups_.back().first + groups_.back().count != size) groups_.pop_back();
        if (groups_.empty()) return;
        const Group group = groups_.back();
        groups_.pop_back();
        if (script_.entries.function_at(target) == nullptr) return;
        Signature& signature = signatures_[number(target)];
        const bool entry = script_.entries.functions[number(target)].kind == EntryKind::run;
        if (signature.known && !entry) return;
        const auto types = code_.operands(code_.instructions[group.instruction]).subspan(1);
        for (const std::uint32_t type : types)
            if (operands::type_name(type).empty()) return;
        signature.known = true;
        std::size_t first = 0;
        if (!types.empty() && !group.first_written) {
            signature.result = static_cast<VariableType>(types[0]);
            first = 1;
        }
        signature.parameters.clear();
        signature.parameters.reserve(types.size());
        for (const std::uint32_t type : types.subspan(first))
            signature.parameters.push_back(static_cast<VariableType>(type));
    }

    const Script& script_;
    const isa::Code& code_;
    const std::vector<Plan>& plans_;
    std::vector<Signature> signatures_;
    std::vector<std::int64_t> recorded_;
    std::vector<Group> groups_;
};

} // namespace

std::vector<Signature> find_signatures(const Script& script) { return Pass(script).run(); }

} // namespace vellum::pathologic::decompile
