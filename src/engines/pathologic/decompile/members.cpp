// Which functions belong to which task; see naming.hpp. A function belongs to a task if it uses its
// variables, or calls one that does; everything between the first and the last such function belongs there as
// well.
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "engines/pathologic/decompile/naming.hpp"

namespace vellum::pathologic::decompile {

namespace {

class Members {
  public:
    Members(const Script& script, source::Tree& tree)
        : script_(script),
          tree_(tree),
          first_callee_(tree.functions.size() + 1),
          needs_(tree.functions.size(), false) {}

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
            if (!needs_[function]) needs_[function] = uses_task(op, values);
        }
        first_callee_[function + 1] = callees_.size();
    }

    static bool uses_task(Op op, std::span<const std::uint32_t> values) {
        switch (op) {
        case Op::MovT:
        case Op::TMov:
        case Op::TMovB:
        case Op::TMovI:
        case Op::TMovF:
        case Op::TMovS:
        case Op::TMovV:
        case Op::TMovT:
        case Op::PushT:
        case Op::SetNullT:
        case Op::TObjFunc: return true;
        case Op::PushE: return values[1] != 0;
        case Op::PopE: return (values[2] & 1U) != 0;
        case Op::Func: return marked(values.subspan(1));
        case Op::ObjFunc: return marked(values.subspan(3));
        default: {
            const Mode& mode = mode_of(op);
            std::uint32_t bits = 0;
            for (const std::uint8_t bit : mode.task) bits |= bit;
            return mode.pops != 0 && (values.back() & bits) != 0;
        }
        }
    }
    static bool marked(std::span<const std::uint32_t> arguments) {
        for (std::size_t i = 1; i < arguments.size(); i += 2)
            if (arguments[i] != 0) return true;
        return false;
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
        std::vector<std::uint32_t> open;
        for (std::uint32_t i = 0; i < needs_.size(); ++i)
            if (needs_[i]) open.push_back(i);
        while (!open.empty()) {
            const std::uint32_t one = open.back();
            open.pop_back();
            for (const auto& [callee, caller] :
                 std::ranges::equal_range(callers, one, {}, [](const auto& call) { return call.first; }))
                if (!needs_[caller]) {
                    needs_[caller] = true;
                    open.push_back(caller);
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
            if (entry.task == task || (entry.kind == EntryKind::call && needs_[function])) add(function);
        }
        while (!open.empty()) {
            const std::uint32_t one = open.back();
            open.pop_back();
            found.push_back(one);
            for (const std::uint32_t callee : callees(one))
                if (callee != none && needs_[callee]) add(callee);
        }
        return found;
    }

    /// What nothing calls and needs a task belongs to a neighbour's. If the run begins elsewhere, that is all
    /// that the init of the main task needs.
    void take_uncalled() {
        std::vector<source::Function>& functions = tree_.functions;
        for (std::size_t first = 0, last = 0; first < functions.size(); first = last + 1) {
            for (last = first; last < functions.size() && functions[last].task == none;) ++last;
            const std::uint32_t before = first == 0 ? none : functions[first - 1].task;
            const std::uint32_t behind = last == functions.size() ? none : functions[last].task;
            const bool follows = behind == none || (before != none && before == tree_.main);
            for (std::size_t i = first; i < last; ++i)
                if (needs_[i]) functions[i].task = follows ? before : behind;
        }
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
    std::vector<bool> needs_;
};

} // namespace

void find_members(const Script& script, source::Tree& tree) { Members(script, tree).run(); }

} // namespace vellum::pathologic::decompile
