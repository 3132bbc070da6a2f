// Which functions belong to which task; see naming.hpp. A function belongs to a task if it uses its
// variables, or calls one that does; everything between the first and the last such function belongs there as
// well.
#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "engines/pathologic/decompile/naming.hpp"
#include "engines/pathologic/verify/verify_plan.hpp"

namespace vellum::pathologic::decompile {

namespace {

class Members {
  public:
    Members(const Script& script, source::Tree& tree)
        : script_(script),
          tree_(tree),
          first_callee_(tree.functions.size() + 1),
          plans_(plans_for(script.numbering)),
          needs_(tree.functions.size(), 0) {}

    void run() {
        for (std::uint32_t i = 0; i < needs_.size(); ++i) look_at(i);
        spread();
        std::vector<std::vector<std::uint32_t>> found;
        for (std::uint32_t task = 0; task < script_.tasks.size(); ++task) found.push_back(take(task));
        if (!take_spans(found)) take_needed(found);
        take_uncalled();
    }

  private:
    [[nodiscard]] std::uint32_t number(std::uint32_t address) const {
        const FunctionEntry* const entry = script_.entries.function_at(address);
        return entry == nullptr ? none : static_cast<std::uint32_t>(entry - script_.entries.functions.data());
    }

    void look_at(std::uint32_t function) {
        const isa::Code& code = script_.instructions;
        const FunctionEntry& entry = script_.entries.functions[function];
        for (std::uint32_t i = entry.address; i < entry.end; ++i) {
            const isa::Instruction& instruction = code.instructions[i];
            const Op op = operation(script_.numbering, instruction.row);
            const auto values = code.operands(instruction);
            if (op == Op::Call) {
                const bool enters =
                    i > 0 && operation(script_.numbering, code.instructions[i - 1].row) == Op::TaskCall;
                if (!enters) callees_.push_back(number(values[0]));
            }
            needs_[function] = std::max(needs_[function], task_variables(plans_[instruction.row], values));
        }
        first_callee_[function + 1] = callees_.size();
    }

    /// How many variables a task must have for the instruction.
    [[nodiscard]] static std::uint32_t task_variables(const Plan& plan,
                                                      std::span<const std::uint32_t> values) {
        std::uint32_t most = 0;
        const auto variable = [&](std::uint32_t operand) {
            most = std::max(most, operand == none ? none : operand + 1);
        };
        const auto look_at = [&](const Check& check, std::size_t at) {
            if (check.rule == Rule::task_slot ||
                (check.rule == Rule::mode_slot && (values.back() & check.param) != 0) ||
                (check.rule == Rule::argument && values[at + 1] != 0))
                variable(values[at]);
        };
        for (const Check& check : std::span(plan.slots).first(plan.slot_count)) look_at(check, check.at);
        for (const Check& check : std::span(plan.singles).first(plan.single_count)) look_at(check, check.at);
        if (plan.list.rule == Rule::argument)
            for (std::size_t at = plan.list.at; at < values.size(); at += plan.list.width)
                look_at(plan.list, at);
        return most;
    }

    [[nodiscard]] std::span<const std::uint32_t> callees(std::uint32_t function) const {
        return std::span(callees_).subspan(first_callee_[function],
                                           first_callee_[function + 1] - first_callee_[function]);
    }

    /// Who calls a function that needs a task needs it.
    void spread() {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> callers; // by callee
        for (std::uint32_t i = 0; i < needs_.size(); ++i)
            for (const std::uint32_t callee : callees(i))
                if (callee != none) callers.emplace_back(callee, i);
        std::ranges::sort(callers);
        std::vector<std::uint32_t> most, open; // the largest need first, which no other raises
        for (std::uint32_t i = 0; i < needs_.size(); ++i)
            if (needs_[i] != 0) most.push_back(i);
        std::ranges::sort(most, std::greater(), [&](std::uint32_t i) { return needs_[i]; });
        for (const std::uint32_t first : most) {
            open.push_back(first);
            while (!open.empty()) {
                const std::uint32_t one = open.back();
                open.pop_back();
                for (const auto& [callee, caller] :
                     std::ranges::equal_range(callers, one, {}, [](const auto& call) { return call.first; }))
                    if (needs_[caller] < needs_[one]) {
                        needs_[caller] = needs_[one];
                        open.push_back(caller);
                    }
            }
        }
    }

    /// What belongs to the task and what that needs of it.
    std::vector<std::uint32_t> take(std::uint32_t task) {
        std::vector<std::uint32_t> open, found;
        std::vector<bool> seen(needs_.size(), false);
        const auto add = [&](std::uint32_t function) {
            if (function == none || seen[function]) return;
            seen[function] = true;
            open.push_back(function);
        };
        add(tree_.tasks[task].init);
        for (const EventHandler& handler : script_.tasks[task].events) {
            const std::uint32_t function = number(handler.address);
            if (function == none) continue;
            const FunctionEntry& entry = script_.entries.functions[function];
            // A handler may stand elsewhere; then it belongs to whose it is.
            if (entry.task == task || (entry.kind == EntryKind::call && needs_[function] != 0)) add(function);
        }
        while (!open.empty()) {
            const std::uint32_t one = open.back();
            open.pop_back();
            found.push_back(one);
            for (const std::uint32_t callee : callees(one))
                if (callee != none && needs_[callee] != 0) add(callee);
        }
        return found;
    }

    /// What nothing calls and needs a task belongs to that of what it calls, or to a neighbour's that has all
    /// its variables. If the run begins elsewhere, that is all that the init of the main task needs.
    void take_uncalled() {
        std::vector<source::Function>& functions = tree_.functions;
        for (std::size_t first = 0, last = 0; first < functions.size(); first = last + 1) {
            for (last = first; last < functions.size() && functions[last].task == none;) ++last;
            std::uint32_t before = first == 0 ? none : functions[first - 1].task;
            std::uint32_t behind = last == functions.size() ? none : functions[last].task;
            if (before != none && before == tree_.main) std::swap(before, behind);
            for (std::size_t i = first; i < last; ++i)
                if (needs_[i] != 0)
                    functions[i].task = task_for(static_cast<std::uint32_t>(i), behind, before);
        }
    }

    [[nodiscard]] std::uint32_t task_for(std::uint32_t function, std::uint32_t near,
                                         std::uint32_t other) const {
        for (const std::uint32_t callee : callees(function))
            if (callee != none && needs_[callee] != 0 && tree_.functions[callee].task != none)
                return tree_.functions[callee].task;
        const auto fits = [&](std::uint32_t task) {
            return task != none && script_.tasks[task].variables.size() >= needs_[function];
        };
        if (fits(near)) return near;
        if (fits(other)) return other;
        for (std::uint32_t task = 0; task < script_.tasks.size(); ++task)
            if (fits(task)) return task;
        return near != none ? near : other;
    }

    /// Tasks are mixed: each gets only what it needs.
    void take_needed(const std::vector<std::vector<std::uint32_t>>& found) {
        for (source::Function& function : tree_.functions) function.task = none;
        for (std::uint32_t task = 0; task < found.size(); ++task)
            for (const std::uint32_t one : found[task])
                if (tree_.functions[one].task == none) tree_.functions[one].task = task;
    }

    /// Gives each task all between the first and the last function that it needs. False if two want the same.
    bool take_spans(const std::vector<std::vector<std::uint32_t>>& found) {
        for (std::uint32_t task = 0; task < found.size(); ++task) {
            if (found[task].empty()) continue;
            const auto [first, last] = std::ranges::minmax(found[task]);
            for (std::uint32_t i = first; i <= last; ++i) {
                if (tree_.functions[i].task != none) return false;
                tree_.functions[i].task = task;
            }
        }
        return true;
    }

    const Script& script_;
    source::Tree& tree_;
    std::vector<std::uint32_t> callees_; ///< Of all functions, those of each together.
    std::vector<std::size_t> first_callee_;
    const std::vector<Plan>& plans_;
    std::vector<std::uint32_t>
        needs_; ///< How many variables the task of a function must have; 0: it needs none.
};

} // namespace

void find_members(const Script& script, source::Tree& tree) { Members(script, tree).run(); }

} // namespace vellum::pathologic::decompile
