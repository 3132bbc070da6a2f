// The verifier. Depths are counted per function from its entry, so a function is proved once however it is
// called; what it needs below its frame (arguments) and which tasks it may run in are then settled over the
// call graph.
#include "engines/pathologic/verify.hpp"

#include <algorithm>
#include <array>
#include <queue>
#include <set>
#include <string>
#include <utility>

#include "engines/pathologic/codes.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/isa/tables.hpp"
#include "engines/pathologic/pool.hpp"

namespace vellum::pathologic {

namespace {

constexpr std::uint32_t none = FunctionFacts::none;

/// "1 value", "2 values".
std::string amount(std::uint32_t count, std::string_view what) {
    return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

/// What has to hold for an operand, by its kind.
enum class Rule : std::uint8_t {
    none,
    stack_slot,
    task_slot,
    mode_slot,
    argument,
    wide_text,
    name,
    global,
    variable_type,
    component,
    boolean,
    keep_flags
};

Rule rule_of(const isa::OperandKind* kind) {
    struct Pair {
        const isa::OperandKind* kind;
        Rule rule;
    };
    static constexpr std::array<Pair, 11> rules{{{&operands::stack_slot, Rule::stack_slot},
                                                 {&operands::task_slot, Rule::task_slot},
                                                 {&operands::mode_slot, Rule::mode_slot},
                                                 {&operands::argument, Rule::argument},
                                                 {&operands::string, Rule::wide_text},
                                                 {&operands::method, Rule::name},
                                                 {&operands::global, Rule::global},
                                                 {&operands::variable_type, Rule::variable_type},
                                                 {&operands::component, Rule::component},
                                                 {&operands::boolean, Rule::boolean},
                                                 {&operands::keep_flags, Rule::keep_flags}}};
    const auto found = std::ranges::find(rules, kind, &Pair::kind);
    return found == rules.end() ? Rule::none : found->rule;
}

/// One operand to look at: where it stands among the instruction's values and its rule.
struct Check {
    Rule rule = Rule::none;
    std::uint8_t at = 0;
    std::uint8_t param = 0;
    std::uint8_t width = 1; ///< Values of one occurrence.
    bool list = false;      ///< Occurs to the end of the values.
};
/// What the verifier looks at in every instruction of a row, in one cache line.
struct Plan {
    std::array<Check, 6> checks{}; ///< Ended by Rule::none.
    isa::Flow flow = isa::Flow::next;
    Op op{};
    std::uint8_t target = 0; ///< Position of the target among the values, if control goes there.
    bool plain =
        false; ///< Control goes on to the next instruction and nothing is known of it but its checks.
};

/// Operands without a rule are dropped here, so that an instruction costs what it has to prove.
std::vector<Plan> plans_of(Numbering numbering) {
    const isa::Table& table = table_of(numbering);
    std::vector<Plan> plans(table.rows.size());
    for (std::size_t row = 0; row < plans.size(); ++row) {
        Plan& plan = plans[row];
        std::size_t used = 0;
        std::uint8_t at = 0;
        for (const isa::OperandSpec& spec : table.rows[row].operands) {
            const std::uint8_t width = spec.kind->field_count;
            if (const Rule rule = rule_of(spec.kind); rule != Rule::none)
                plan.checks[used++] = {rule, at, spec.param, width, spec.repeat != isa::Repeat::once};
            at = static_cast<std::uint8_t>(at + width); // a list is the last operand
        }
        plan.flow = table.rows[row].flow;
        plan.op = operation(numbering, row);
        // All operands before a target are one value.
        plan.target = static_cast<std::uint8_t>(std::max(table.rows[row].target_operand(), 0));
        plan.plain = (plan.flow == isa::Flow::next || plan.flow == isa::Flow::suspend) &&
                     plan.op != Op::TaskCall && plan.op != Op::TaskReturn;
    }
    return plans;
}

/// The plans of a numbering, made once.
const std::vector<Plan>& plans_for(Numbering numbering) {
    static const std::array<std::vector<Plan>, 2> both{plans_of(Numbering::alpha), plans_of(Numbering::hd)};
    return both[static_cast<std::size_t>(numbering)];
}

class ScriptVerifier {
  public:
    ScriptVerifier(const Script& script, Diagnostics& diagnostics)
        : script_(script),
          code_(script.instructions),
          diagnostics_(diagnostics),
          plans_(plans_for(script.numbering)),
          pool_(script.pool) {}

    Verification run() {
        check_tables();
        find_functions();
        std::vector<isa::EntryPoint> entries;
        entries.reserve(roots_.size());
        for (const Root& root : roots_) entries.push_back({facts_.functions[root.function].address, 0});
        facts_.flow = isa::verify_flow(code_, entries, {}, diagnostics_, script_.code_offset);
        for (std::size_t i = 0; i < facts_.functions.size(); ++i) walk(static_cast<std::uint32_t>(i));
        settle_arguments();
        settle_tasks();
        settle_proofs();
        return std::move(facts_);
    }

  private:
    /// A function that the engine itself starts.
    struct Root {
        std::uint32_t function;
        std::uint32_t task;   ///< Or none: whatever task is on top.
        std::uint32_t values; ///< What the engine puts on the stack for it.
    };
    /// `from` calls `to`, or runs into its code.
    struct Edge {
        std::uint32_t from, to;
        std::uint32_t depth; ///< Of the caller's frame.
        std::uint32_t task;  ///< The task entered for the call, or none.
        std::uint32_t at;    ///< Instruction index.
        bool shared = false; ///< No call: the code of `to` is also code of `from`.
    };
    /// What is known about a function beside its facts.
    struct Needs {
        std::uint32_t arguments_at = 0;   ///< Where the deepest access is.
        std::uint32_t task_variables = 0; ///< How many the task must have.
        std::uint32_t task_variables_at = 0;
        std::uint32_t task_limit = none; ///< How many all its tasks have.
        std::uint32_t task_witness = none;
        bool sound = true;
    };

    [[nodiscard]] Place place(std::size_t index) const {
        return Place::at_offset(script_.code_offset + code_.instructions[index].offset);
    }
    [[nodiscard]] std::string describe(std::size_t index) const {
        return std::string(code_.row(code_.instructions[index]).mnemonic) + " at " + std::to_string(index) +
               ": ";
    }
    // What reports is kept out of line: it would take the registers of the loops.
    [[gnu::cold, gnu::noinline]] void problem(const DiagnosticCode& code, std::size_t index,
                                              const std::string& message) {
        diagnostics_.add(code, describe(index) + message, place(index));
    }
    [[gnu::cold, gnu::noinline]] void unsound(std::uint32_t function, const DiagnosticCode& code,
                                              std::size_t index, const std::string& message) {
        needs_[function].sound = false;
        problem(code, index, message);
    }
    [[nodiscard]] Op op(std::size_t index) const { return plans_[code_.instructions[index].row].op; }

    // --- Tables ---

    void check_events(const std::vector<EventHandler>& events, const std::string& where) {
        std::set<std::uint32_t> seen;
        for (const EventHandler& handler : events) {
            if (handler.address >= code_.instructions.size())
                diagnostics_.add(codes::entry, where + ": event " + std::to_string(handler.id) +
                                                   " starts at " + std::to_string(handler.address) +
                                                   ", behind the code");
            if (!seen.insert(handler.id).second)
                diagnostics_.add(codes::duplicate,
                                 where + ": event " + std::to_string(handler.id) + " stands twice");
        }
    }

    void check_tables() {
        std::set<std::pair<std::string_view, std::uint32_t>> imports;
        for (const Import& import : script_.imports)
            if (!imports.emplace(import.name, import.argument_count).second)
                diagnostics_.add(codes::duplicate, "native " + import.name + "/" +
                                                       std::to_string(import.argument_count) +
                                                       " is imported twice");
        for (const GlobalVariable& global : script_.globals)
            if (global.named > 1)
                diagnostics_.add(codes::unusual, "global '" + global.name + "': its name flag is " +
                                                     std::to_string(global.named));
        for (std::size_t i = 0; i < script_.tasks.size(); ++i)
            check_events(script_.tasks[i].events, "task " + std::to_string(i));
        check_events(script_.events, "global events");
        if (script_.run_task >= script_.tasks.size())
            diagnostics_.add(codes::task, "the run starts in task " + std::to_string(script_.run_task) +
                                              ", but there are " + std::to_string(script_.tasks.size()));
        else if (script_.tasks[script_.run_task].parameter_count != 0)
            diagnostics_.add(codes::arguments,
                             "the run starts in a task that wants " +
                                 std::to_string(script_.tasks[script_.run_task].parameter_count) +
                                 " values on the stack, where there are none");
        if (script_.run_address >= code_.instructions.size())
            diagnostics_.add(codes::entry, "the run starts at " + std::to_string(script_.run_address) +
                                               ", behind the code");
    }

    // --- Functions ---

    /// Fills `entry_of_` and the function list. Each address is one function, named after the first way in; a
    /// kind, task and event together name at most one address, so that names made of them are unique.
    void find_functions() {
        const std::size_t size = code_.instructions.size();
        std::vector<FunctionFacts> found;
        std::vector<bool> taken(size, false);
        targets_.assign(size, false);
        std::set<std::uint64_t> named;
        const auto add = [&](std::uint32_t address, EntryKind kind, std::uint32_t task, std::uint32_t event) {
            if (address >= size) return;
            targets_[address] = true;
            if (taken[address]) return;
            taken[address] = true;
            FunctionFacts facts;
            facts.address = address;
            const std::uint64_t event_key = kind == EntryKind::task_init ? std::uint64_t{1} << 32U : event;
            const bool fresh =
                kind == EntryKind::call || kind == EntryKind::run ||
                named
                    .insert((std::uint64_t{kind == EntryKind::global_event ? none : task} << 33U) ^ event_key)
                    .second;
            facts.kind = fresh ? kind : EntryKind::call;
            if (fresh) {
                facts.task = task;
                facts.event = event;
            }
            found.push_back(facts);
        };
        add(script_.run_address, EntryKind::run, script_.run_task, none);
        for (std::size_t t = 0; t < script_.tasks.size(); ++t)
            for (const EventHandler& handler : script_.tasks[t].events)
                add(handler.address, EntryKind::task_event, static_cast<std::uint32_t>(t), handler.id);
        for (const EventHandler& handler : script_.events)
            add(handler.address, EntryKind::global_event, none, handler.id);
        find_called(add);
        std::ranges::sort(found, {}, &FunctionFacts::address);
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i].end = i + 1 < found.size() ? found[i + 1].address : static_cast<std::uint32_t>(size);
        facts_.functions = std::move(found);
        needs_.assign(facts_.functions.size(), {});
        add_roots();
    }

    template <class Add> void find_called(const Add& add) {
        const std::size_t size = code_.instructions.size();
        const isa::Instruction* const instructions = code_.instructions.data();
        const Plan* const plans = plans_.data();
        for (std::size_t i = 0; i < size; ++i) {
            const isa::Instruction& instruction = instructions[i];
            const Plan& plan = plans[instruction.row];
            const isa::Flow flow = plan.flow;
            if (flow == isa::Flow::next || flow == isa::Flow::suspend || flow == isa::Flow::ret) continue;
            const std::uint32_t target = code_.values[instruction.first + plan.target];
            if (target >= size) continue;
            targets_[target] = true;
            if (flow != isa::Flow::call) continue;
            if (i > 0 && op(i - 1) == Op::TaskCall)
                add(target, EntryKind::task_init, code_.values[code_.instructions[i - 1].first], none);
            else
                later_.push_back(target);
        }
        for (const std::uint32_t target : later_) add(target, EntryKind::call, none, none);
        later_.clear();
    }

    [[nodiscard]] std::uint32_t function_at(std::uint32_t address) const {
        const FunctionFacts* function = facts_.function_at(address);
        return function == nullptr ? none : static_cast<std::uint32_t>(function - facts_.functions.data());
    }

    void add_roots() {
        const auto add = [this](std::uint32_t address, std::uint32_t task, std::size_t values) {
            const std::uint32_t function = function_at(address);
            if (function != none) roots_.push_back({function, task, static_cast<std::uint32_t>(values)});
        };
        if (script_.run_task < script_.tasks.size()) add(script_.run_address, script_.run_task, 0);
        for (std::size_t t = 0; t < script_.tasks.size(); ++t)
            for (const EventHandler& handler : script_.tasks[t].events)
                add(handler.address, static_cast<std::uint32_t>(t), handler.variables.size());
        for (const EventHandler& handler : script_.events)
            add(handler.address, none, handler.variables.size());
    }

    // --- One function ---

    void walk(std::uint32_t function) {
        const std::uint32_t entry = facts_.functions[function].address;
        if (owner_.empty()) owner_.assign(code_.instructions.size(), none);
        if (facts_.flow.depth[entry] == isa::FlowFacts::unreached) {
            needs_[function].sound = false; // nothing is known about dead code
            return;
        }
        if (facts_.flow.depth[entry] != 0)
            needs_[function].sound = false; // also reached from inside other code
        if (visit(entry, function, 0)) work_.push_back(entry);
        while (!work_.empty()) {
            const std::uint32_t index = work_.back();
            work_.pop_back();
            follow(index, function);
        }
    }

    /// True if the instruction becomes part of the function now.
    bool visit(std::uint32_t index, std::uint32_t function, std::uint32_t from) {
        if (owner_[index] == function) return false;
        if (owner_[index] != none) { // code of another function: whatever that needs, this one needs
            edges_.push_back({function, owner_[index], 0, none, from, true});
            return false;
        }
        owner_[index] = function;
        return true;
    }

    /// Goes along the code of a function, up to where control does not go on or where it was before. What it
    /// reads is kept in local variables: the checks could change any member.
    void follow(std::uint32_t index, std::uint32_t function) {
        const isa::Instruction* const instructions = code_.instructions.data();
        const std::uint32_t* const values = code_.values.data();
        const std::uint32_t* const depths = facts_.flow.depth.data();
        const Plan* const plans = plans_.data();
        const auto size = static_cast<std::uint32_t>(code_.instructions.size());
        const bool faults = !facts_.flow.faulty.empty();
        std::uint32_t deepest = 0;
        do {
            const isa::Instruction& instruction = instructions[index];
            const Plan& plan = plans[instruction.row];
            const std::uint32_t depth = depths[index];
            deepest = std::max(deepest, depth);
            operands(plan, values + instruction.first, instruction.count, index, function, depth);
            // The flow verifier has reported where depths differ, too much is popped or a target is none.
            if (faults && facts_.flow.faulty[index]) needs_[function].sound = false;
            if (!plan.plain && !leads_on(plan, index, function, depth)) break;
            ++index;
        } while (index < size && visit(index, function, index - 1));
        FunctionFacts& facts = facts_.functions[function];
        facts.max_depth = std::max(facts.max_depth, deepest);
    }

    /// Where control goes; true if also to the next instruction.
    [[gnu::noinline]] bool leads_on(const Plan& plan, std::uint32_t index, std::uint32_t function,
                                    std::uint32_t depth) {
        const std::uint32_t first = code_.instructions[index].first;
        switch (plan.flow) {
        case isa::Flow::ret: returns(index, function, depth); return false;
        case isa::Flow::call: call(index, function, depth, code_.values[first + plan.target]); break;
        case isa::Flow::jump:
        case isa::Flow::branch: {
            const std::uint32_t target = code_.values[first + plan.target];
            if (target < code_.instructions.size() && visit(target, function, index)) work_.push_back(target);
            if (plan.flow == isa::Flow::jump) return false;
            break;
        }
        default: break;
        }
        if (plan.op == Op::TaskCall) task_call(index, function, depth, code_.values[first]);
        if (plan.op == Op::TaskReturn && (index == 0 || !enters_task(index - 1) || targets_[index]))
            unsound(function, codes::task_call, index,
                    "does not close a TaskCall and Call directly before it");
        return true;
    }

    void returns(std::uint32_t index, std::uint32_t function, std::uint32_t depth) {
        const isa::Instruction& instruction = code_.instructions[index];
        const std::uint32_t pops = code_.row(instruction).stack.dynamic(code_.operands(instruction)).pops;
        if (pops < depth)
            unsound(function, codes::frame, index,
                    "pops " + std::to_string(pops) + ", but the function has pushed " +
                        std::to_string(depth));
    }

    /// True for a Call that can only be reached through the TaskCall before it.
    [[nodiscard]] bool enters_task(std::uint32_t index) const {
        return index > 0 && op(index) == Op::Call && op(index - 1) == Op::TaskCall && !targets_[index];
    }

    void call(std::uint32_t index, std::uint32_t function, std::uint32_t depth, std::uint32_t target) {
        const std::uint32_t callee = function_at(target);
        if (callee == none) { // outside the code: reported by the flow verifier
            needs_[function].sound = false;
            return;
        }
        const std::uint32_t task =
            enters_task(index) ? code_.values[code_.instructions[index - 1].first] : none;
        edges_.push_back({function, callee, depth, task < script_.tasks.size() ? task : none, index});
    }

    void task_call(std::uint32_t index, std::uint32_t function, std::uint32_t depth, std::uint32_t task) {
        if (task >= script_.tasks.size()) {
            unsound(function, codes::task, index, "there is no task " + std::to_string(task));
            return;
        }
        const bool together = index + 2 < code_.instructions.size() && enters_task(index + 1) &&
                              op(index + 2) == Op::TaskReturn && !targets_[index + 2];
        if (!together) unsound(function, codes::task_call, index, "Call and TaskReturn do not follow");
        const std::uint32_t parameters = script_.tasks[task].parameter_count;
        if (parameters > depth) need_arguments(function, parameters - depth, index);
    }

    void need_arguments(std::uint32_t function, std::uint32_t count, std::uint32_t at) {
        FunctionFacts& facts = facts_.functions[function];
        if (count <= facts.arguments) return;
        facts.arguments = count;
        needs_[function].arguments_at = at;
    }

    [[gnu::cold, gnu::noinline]] void above_the_top(std::uint32_t index, std::uint32_t function) {
        unsound(function, codes::stack_operand, index, "S[0] lies above the top of the stack");
    }

    void stack_operand(std::uint32_t index, std::uint32_t function, std::uint32_t depth,
                       std::uint32_t variable) {
        if (variable - 1 < depth) return;
        if (variable == 0)
            above_the_top(index, function);
        else
            need_arguments(function, variable - depth, index);
    }

    void task_operand(std::uint32_t index, std::uint32_t function, std::uint32_t variable) {
        Needs& needs = needs_[function];
        if (variable < needs.task_variables) return;
        needs.task_variables = variable == none ? none : variable + 1;
        needs.task_variables_at = index;
    }

    void operands(const Plan& plan, const std::uint32_t* values, std::uint32_t count, std::uint32_t index,
                  std::uint32_t function, std::uint32_t depth) {
        for (const Check* check = plan.checks.data(); check->rule != Rule::none; ++check) {
            if (!check->list) {
                const std::uint32_t* at = values + check->at;
                const std::uint32_t mode = values[count - 1];
                const bool on_stack = check->rule == Rule::stack_slot ||
                                      (check->rule == Rule::mode_slot && (mode & check->param) == 0);
                if (on_stack && *at - 1 < depth) continue; // most of all operands
                operand(*check, index, function, depth, at, mode);
                continue;
            }
            for (std::uint32_t at = check->at; at < count; at += check->width)
                operand(*check, index, function, depth, values + at, 0);
        }
    }

    void operand(const Check& check, std::uint32_t index, std::uint32_t function, std::uint32_t depth,
                 const std::uint32_t* values, std::uint32_t mode) {
        const std::uint32_t value = *values;
        bool good = true;
        switch (check.rule) {
        case Rule::none: break;
        case Rule::stack_slot: stack_operand(index, function, depth, value); break;
        case Rule::task_slot: task_operand(index, function, value); break;
        case Rule::mode_slot:
            if ((mode & check.param) != 0)
                task_operand(index, function, value);
            else
                stack_operand(index, function, depth, value);
            break;
        case Rule::argument:
            if (values[1] == 0)
                stack_operand(index, function, depth, value);
            else
                task_operand(index, function, value);
            good = values[1] <= 1;
            break;
        case Rule::wide_text: good = !pool_.wide(value).empty(); break;
        case Rule::name: good = !pool_.name(value).empty(); break;
        case Rule::global: good = value < script_.globals.size(); break;
        case Rule::variable_type: good = !operands::type_name(value).empty(); break;
        case Rule::component: good = value <= 2; break;
        case Rule::boolean: good = value <= 1; break;
        case Rule::keep_flags: {
            const std::uint32_t keep = check.param;
            good = (value & ~(keep | (keep - 1U))) == 0;
            if ((value & keep) != 0)
                stack_operand(index, function, depth, 1); // reads the top without popping it
            break;
        }
        }
        if (!good) bad_operand(check.rule, index, function, values);
    }

    [[gnu::cold, gnu::noinline]] void bad_operand(Rule rule, std::uint32_t index, std::uint32_t function,
                                                  const std::uint32_t* values) {
        const std::string value = std::to_string(*values);
        switch (rule) {
        case Rule::wide_text:
        case Rule::name:
            unsound(function, codes::string, index,
                    "no complete text stands at offset " + value + " of the pool");
            break;
        case Rule::global: unsound(function, codes::global, index, "there is no global " + value); break;
        case Rule::variable_type:
            unsound(function, codes::variable_type, index, "there is no type " + value);
            break;
        case Rule::component:
            unsound(function, codes::component, index,
                    "a vector has no component " + std::to_string(static_cast<std::int32_t>(*values)));
            break;
        case Rule::argument:
            problem(codes::unusual, index, "addressing byte " + std::to_string(values[1]));
            break;
        case Rule::boolean: problem(codes::unusual, index, "bool constant " + value); break;
        case Rule::keep_flags: problem(codes::unusual, index, "flags " + value); break;
        default: break;
        }
    }

    // --- The call graph ---

    /// Propagates needs from callees to callers, greatest first: a need only shrinks on its way up, so the
    /// first that arrives is final and each function is expanded once.
    void settle_arguments() {
        group_edges(&Edge::to);
        std::priority_queue<std::pair<std::uint32_t, std::uint32_t>> work; // need, function
        for (std::uint32_t f = 0; f < needs_.size(); ++f)
            if (facts_.functions[f].arguments != 0) work.emplace(facts_.functions[f].arguments, f);
        while (!work.empty()) {
            const auto [wanted, callee] = work.top();
            work.pop();
            if (wanted != facts_.functions[callee].arguments) continue; // grew since it was queued
            for (const Edge& edge : edges_of(callee)) {
                if (edge.task != none || wanted <= edge.depth) continue;
                if (wanted - edge.depth <= facts_.functions[edge.from].arguments) continue;
                need_arguments(edge.from, wanted - edge.depth, edge.at);
                work.emplace(facts_.functions[edge.from].arguments, edge.from);
            }
        }
        settle_depths();
        check_arguments();
    }

    /// A function that shares another's code has frames as deep as that one's.
    void settle_depths() {
        std::priority_queue<std::pair<std::uint32_t, std::uint32_t>> work; // depth, function
        for (const Edge& edge : edges_)
            if (edge.shared) work.emplace(facts_.functions[edge.to].max_depth, edge.to);
        while (!work.empty()) {
            const auto [depth, function] = work.top();
            work.pop();
            if (depth != facts_.functions[function].max_depth) continue;
            for (const Edge& edge : edges_of(function)) {
                if (!edge.shared || facts_.functions[edge.from].max_depth >= depth) continue;
                facts_.functions[edge.from].max_depth = depth;
                work.emplace(depth, edge.from);
            }
        }
    }

    void check_arguments() {
        for (const Edge& edge : edges_) {
            if (edge.task == none) continue;
            const std::uint32_t wanted = facts_.functions[edge.to].arguments;
            const std::uint32_t given = script_.tasks[edge.task].parameter_count;
            if (wanted > given)
                unsound(edge.from, codes::arguments, edge.at,
                        "task " + std::to_string(edge.task) + " is given " + amount(given, "value") +
                            ", but its function touches " + std::to_string(wanted));
        }
        for (const Root& root : roots_) {
            const FunctionFacts& facts = facts_.functions[root.function];
            if (facts.arguments > root.values)
                unsound(root.function, codes::stack_operand, needs_[root.function].arguments_at,
                        "touches " + amount(facts.arguments, "value") +
                            " below the function's frame, where only " + std::to_string(root.values) +
                            " belong to it");
        }
    }

    /// Finds for every function how many variables all tasks have that it may run in. Limits are spread from
    /// the smallest up, so the first that reaches a function is final.
    void settle_tasks() {
        group_edges(&Edge::from);
        struct Source {
            std::uint32_t variables, task, function;
        };
        std::vector<Source> sources;
        const auto variables_of = [this](std::uint32_t task) {
            return static_cast<std::uint32_t>(script_.tasks[task].variables.size());
        };
        std::uint32_t smallest = none; // the task with the fewest variables stands for all of them
        for (std::uint32_t t = 0; t < script_.tasks.size(); ++t)
            if (smallest == none || variables_of(t) < variables_of(smallest)) smallest = t;
        for (const Root& root : roots_) {
            const std::uint32_t task = root.task != none ? root.task : smallest;
            sources.push_back({task != none ? variables_of(task) : 0, task, root.function});
        }
        for (const Edge& edge : edges_)
            if (edge.task != none) sources.push_back({variables_of(edge.task), edge.task, edge.to});
        std::ranges::sort(sources, {}, &Source::variables);
        std::vector<std::uint32_t> work;
        for (const Source& source : sources) {
            work.push_back(source.function);
            while (!work.empty()) {
                const std::uint32_t function = work.back();
                work.pop_back();
                Needs& needs = needs_[function];
                if (needs.task_limit <= source.variables) continue;
                needs.task_limit = source.variables;
                needs.task_witness = source.task;
                for (const Edge& edge : edges_of(function))
                    if (edge.task == none) work.push_back(edge.to);
            }
        }
        check_task_operands();
    }

    void check_task_operands() {
        for (std::uint32_t f = 0; f < needs_.size(); ++f) {
            const Needs& needs = needs_[f];
            if (needs.task_variables <= needs.task_limit) continue;
            const std::string task = needs.task_witness == none
                                         ? "there is no task"
                                         : "task " + std::to_string(needs.task_witness) + " has " +
                                               std::to_string(needs.task_limit);
            unsound(f, codes::task_operand, needs.task_variables_at,
                    "uses T[" + std::to_string(needs.task_variables - 1) + "], but " + task);
        }
    }

    /// A function is proved if it and everything it calls is sound.
    void settle_proofs() {
        group_edges(&Edge::to);
        std::vector<std::uint32_t> work;
        for (std::uint32_t f = 0; f < needs_.size(); ++f)
            if (!needs_[f].sound) work.push_back(f);
        while (!work.empty()) {
            const std::uint32_t callee = work.back();
            work.pop_back();
            for (const Edge& edge : edges_of(callee)) {
                if (!needs_[edge.from].sound) continue;
                needs_[edge.from].sound = false;
                work.push_back(edge.from);
            }
        }
        // Whoever runs proved code returns to any address that it was interrupted at, the start included.
        facts_.verified = script_.run_address < code_.instructions.size();
        for (std::uint32_t f = 0; f < needs_.size(); ++f) {
            FunctionFacts& facts = facts_.functions[f];
            facts.verified = needs_[f].sound;
            const bool reached = facts_.flow.depth[facts.address] != isa::FlowFacts::unreached;
            if (reached && !facts.verified) facts_.verified = false;
        }
    }

    /// Brings the edges of each function together; edges_of() answers by that key from then on.
    void group_edges(std::uint32_t Edge::* key) {
        groups_.assign(needs_.size() + 1, 0);
        for (const Edge& edge : edges_) ++groups_[edge.*key];
        std::uint32_t end = 0;
        for (std::uint32_t& group : groups_) group = end += group;
        grouped_.resize(edges_.size());
        for (auto edge = edges_.rbegin(); edge != edges_.rend(); ++edge)
            grouped_[--groups_[(*edge).*key]] = *edge;
        edges_.swap(grouped_);
    }
    [[nodiscard]] std::span<const Edge> edges_of(std::uint32_t function) const {
        return std::span(edges_).subspan(groups_[function], groups_[function + 1] - groups_[function]);
    }

    const Script& script_;
    const isa::Code& code_;
    Diagnostics& diagnostics_;
    const std::vector<Plan>& plans_; // by row
    PoolMap pool_;
    Verification facts_;
    std::vector<Root> roots_;
    std::vector<Edge> edges_, grouped_;
    std::vector<std::uint32_t> groups_; // where the edges of each function begin, and the end
    std::vector<Needs> needs_;          // parallel to facts_.functions
    std::vector<bool> targets_;         // something jumps to, calls or starts at the instruction
    std::vector<std::uint32_t> owner_;  // function of an instruction
    std::vector<std::uint32_t> work_, later_;
};

} // namespace

Verification verify_script(const Script& script, Diagnostics& diagnostics) {
    if (script.empty) return {};
    return ScriptVerifier(script, diagnostics).run();
}

} // namespace vellum::pathologic
