// The verifier. Each instruction is visited once, while walking through the function that comes to it first.
// Depths are counted per function from its entry, so a function is verified once however it is called; what
// it needs below its frame (arguments) and which tasks it may run in are then settled over the call graph.
#include "engines/pathologic/format/script.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <string>
#include <utility>

#include "engines/pathologic/codes.hpp"
#include "engines/pathologic/format/pool.hpp"
#include "engines/pathologic/format/repetitions.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/verify/verify_plan.hpp"
#include "isa/codes.hpp"

namespace vellum::pathologic {

namespace {

constexpr std::uint32_t none = FunctionFacts::none;

/// "1 value", "2 values".
std::string amount(std::uint32_t count, std::string_view what) {
    return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

class ScriptVerifier {
  public:
    ScriptVerifier(const Script& script, Diagnostics& diagnostics)
        : script_(script),
          code_(script.instructions),
          diagnostics_(diagnostics),
          plans_(plans_for(script.numbering)),
          pool_(script.pool) {
        range_of(Rule::global) = {0, static_cast<std::uint32_t>(script.globals.size())};
        range_of(Rule::variable_type) = {1, operands::type_names.size() - 1}; // tag 0 is none
        range_of(Rule::component) = {0, operands::component_words.size()};
        range_of(Rule::boolean) = {0, operands::boolean_words.size()};
    }

    Verification run() {
        check_tables();
        take_functions();
        walk_functions();
        settle_arguments();
        settle_tasks();
        settle_proofs();
        return std::move(facts_);
    }

  private:
    /// Values that are good without another look.
    struct Range {
        std::uint32_t low = 0, size = 0;
    };
    Range& range_of(Rule rule) { return ranges_[static_cast<std::size_t>(rule)]; }

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
        bool reached = false; ///< From a root.
    };

    [[nodiscard]] Place place(std::size_t index) const {
        return code_.place_of(static_cast<std::uint32_t>(index),
                              script_.code_offset + code_.instructions[index].offset);
    }
    [[nodiscard]] std::string describe(std::size_t index) const {
        return code_.words_for(code_.instructions[index]) + ": ";
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
        const std::vector<bool> repeated = repetitions(events, &EventHandler::id);
        for (std::size_t i = 0; i < events.size(); ++i) {
            const EventHandler& handler = events[i];
            if (handler.address >= code_.instructions.size())
                diagnostics_.add(codes::entry, where + ": event " + std::to_string(handler.id) +
                                                   " starts at " + isa::address_text(handler.address) +
                                                   ", past the end of the code");
            if (repeated[i])
                diagnostics_.add(codes::duplicate,
                                 where + ": event " + std::to_string(handler.id) + " is listed twice");
        }
    }

    void check_tables() {
        const std::vector<bool> repeated = repetitions(script_.imports, &Import::key);
        for (std::size_t i = 0; i < script_.imports.size(); ++i)
            if (repeated[i])
                diagnostics_.add(codes::duplicate, "native " + script_.imports[i].name + "/" +
                                                       std::to_string(script_.imports[i].argument_count) +
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
                             "the run starts in a task that needs " +
                                 std::to_string(script_.tasks[script_.run_task].parameter_count) +
                                 " values on the stack, but there are none");
        if (script_.run_address >= code_.instructions.size())
            diagnostics_.add(codes::entry, "the run starts at " + isa::address_text(script_.run_address) +
                                               ", past the end of the code");
    }

    // --- Functions ---

    void take_functions() {
        for (const FunctionEntry& entry : script_.entries.functions) facts_.functions.push_back({entry});
        needs_.assign(facts_.functions.size(), {});
        add_roots();
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

    /// Walks through every function that can be reached from a root. Depths are counted from the entry, where
    /// a function has none however it is come to.
    void walk_functions() {
        const std::size_t size = code_.instructions.size();
        facts_.flow.depth.assign(size, analysis::FlowFacts::unreached);
        owner_.assign(size, none);
        const auto count = static_cast<std::uint32_t>(facts_.functions.size());
        for (std::uint32_t function = 0; function < count; ++function) {
            facts_.flow.depth[facts_.functions[function].address] = 0;
            owner_[facts_.functions[function].address] = function;
        }
        for (const Root& root : roots_) reach(root.function);
        while (!later_.empty()) {
            const std::uint32_t function = later_.top();
            later_.pop();
            work_.push_back(facts_.functions[function].address);
            while (!work_.empty()) {
                const std::uint32_t index = work_.back();
                work_.pop_back();
                follow(index, function);
            }
        }
        for (std::uint32_t function = 0; function < count; ++function) {
            const std::uint32_t entry = facts_.functions[function].address;
            if (needs_[function].reached) continue;
            needs_[function].sound = false; // nothing is known about dead code
            facts_.flow.depth[entry] = analysis::FlowFacts::unreached;
        }
    }

    /// The function is walked through some time.
    void reach(std::uint32_t function) {
        if (needs_[function].reached) return;
        needs_[function].reached = true;
        later_.push(function);
    }

    /// True if the instruction becomes part of the function now, with that depth.
    bool arrive(std::uint32_t index, std::uint32_t function, std::uint32_t depth, std::uint32_t from) {
        std::uint32_t& known = facts_.flow.depth[index];
        if (known == analysis::FlowFacts::unreached) {
            known = depth;
            owner_[index] = function;
            return true;
        }
        meet(index, function, depth, from);
        return false;
    }

    /// Control comes to an instruction that another way led to before, or to the entry of a function.
    void meet(std::uint32_t index, std::uint32_t function, std::uint32_t depth, std::uint32_t from) {
        const std::uint32_t owner = owner_[index], known = facts_.flow.depth[index];
        if (known != depth) mismatch(index, function, depth, from);
        if (owner == function) return;
        edges_.push_back({function, owner, 0, none, from, true}); // whatever that needs, this one needs
        reach(owner);
    }

    [[gnu::cold, gnu::noinline]] void mismatch(std::uint32_t index, std::uint32_t function,
                                               std::uint32_t depth, std::uint32_t from) {
        unsound(function, vellum::codes::isa_stack_mismatch, from,
                analysis::mismatch_text(index, depth, facts_.flow.depth[index]));
    }
    [[gnu::cold, gnu::noinline]] void underflow(std::uint32_t index, std::uint32_t function,
                                                std::uint32_t pops, std::uint32_t depth) {
        unsound(function, vellum::codes::isa_stack_underflow, index, analysis::underflow_text(pops, depth));
    }
    [[gnu::cold, gnu::noinline]] void bad_target(std::uint32_t index, std::uint32_t function,
                                                 std::uint32_t target) {
        unsound(function, vellum::codes::isa_jump_target, index, analysis::bad_target_text(target));
    }
    [[gnu::cold, gnu::noinline]] void fall_off(std::uint32_t index, std::uint32_t function) {
        unsound(function, vellum::codes::isa_fall_off, index, analysis::fall_off_text());
    }

    /// Goes along the code of a function, up to where control does not go on or where it was before. What it
    /// reads is kept in local variables: the checks could change any member.
    void follow(std::uint32_t index, std::uint32_t function) {
        const isa::Instruction* const instructions = code_.instructions.data();
        const std::uint32_t* const values = code_.values.data();
        std::uint32_t* const depths = facts_.flow.depth.data();
        std::uint32_t* const owners = owner_.data();
        const Plan* const plans = plans_.data();
        const auto size = static_cast<std::uint32_t>(code_.instructions.size());
        std::uint32_t depth = depths[index], deepest = depth;
        for (;;) {
            const isa::Instruction& instruction = instructions[index];
            const Plan& plan = plans[instruction.row];
            const std::uint32_t count = instruction.count;
            const std::uint32_t* const own = values + instruction.first;
            operands(plan, own, count, index, function, depth);
            const std::uint32_t pops = plan.pops.of(own, count);
            const std::uint32_t pushes = plan.pushes.of(own, count);
            const std::uint32_t before = depth;
            // Only lists push more than one, and each of their entries is a byte of the file: no sum is too
            // great.
            depth = before - pops + pushes;
            if (pops > before) [[unlikely]] {
                underflow(index, function, pops, before);
                depth = pushes;
            }
            if (!plan.plain && !leads_on(plan, index, function, before, depth)) break;
            if (++index == size) [[unlikely]] {
                fall_off(index - 1, function);
                break;
            }
            if (depths[index] != analysis::FlowFacts::unreached) {
                meet(index, function, depth, index - 1);
                break;
            }
            depths[index] = depth;
            owners[index] = function;
            deepest = std::max(deepest, depth);
        }
        FunctionFacts& facts = facts_.functions[function];
        facts.max_depth = std::max(facts.max_depth, deepest);
        facts_.flow.max_depth = std::max(facts_.flow.max_depth, deepest);
    }

    /// Where control goes; true if also to the next instruction.
    [[gnu::noinline]] bool leads_on(const Plan& plan, std::uint32_t index, std::uint32_t function,
                                    std::uint32_t depth, std::uint32_t after) {
        const std::uint32_t* const values = code_.values.data() + code_.instructions[index].first;
        switch (plan.flow) {
        case isa::Flow::ret: returns(index, function, depth); return false;
        case isa::Flow::call: call(index, function, depth, values[plan.target]); break;
        case isa::Flow::jump:
        case isa::Flow::branch: {
            const std::uint32_t target = values[plan.target];
            if (target >= code_.instructions.size())
                bad_target(index, function, target);
            else if (arrive(target, function, after, index))
                work_.push_back(target);
            if (plan.flow == isa::Flow::jump) return false;
            break;
        }
        case isa::Flow::next:
        case isa::Flow::stop:
        case isa::Flow::suspend: break;
        }
        if (plan.op == Op::TaskCall) task_call(index, function, depth, values[0]);
        if (plan.op == Op::TaskReturn &&
            (index == 0 || !enters_task(index - 1) || script_.entries.targets[index]))
            unsound(function, codes::task_call, index,
                    "does not close a TaskCall and Call directly before it");
        return true;
    }

    void returns(std::uint32_t index, std::uint32_t function, std::uint32_t depth) {
        const isa::Instruction& instruction = code_.instructions[index];
        const std::uint32_t pops =
            plans_[instruction.row].pops.of(code_.values.data() + instruction.first, instruction.count);
        if (pops < depth)
            unsound(function, codes::frame, index,
                    "pops " + std::to_string(pops) + ", but the function has pushed " +
                        std::to_string(depth));
    }

    /// True for a Call that can only be reached through the TaskCall before it.
    [[nodiscard]] bool enters_task(std::uint32_t index) const {
        return index > 0 && op(index) == Op::Call && op(index - 1) == Op::TaskCall &&
               !script_.entries.targets[index];
    }

    void call(std::uint32_t index, std::uint32_t function, std::uint32_t depth, std::uint32_t target) {
        if (target >= code_.instructions.size()) {
            bad_target(index, function, target);
            return;
        }
        const std::uint32_t callee = owner_[target]; // every target of a call is the entry of a function
        const std::uint32_t task =
            enters_task(index) ? code_.values[code_.instructions[index - 1].first] : none;
        edges_.push_back({function, callee, depth, task < script_.tasks.size() ? task : none, index});
        reach(callee);
    }

    void task_call(std::uint32_t index, std::uint32_t function, std::uint32_t depth, std::uint32_t task) {
        if (task >= script_.tasks.size()) {
            unsound(function, codes::task, index, "there is no task " + std::to_string(task));
            return;
        }
        const bool together = index + 2 < code_.instructions.size() && enters_task(index + 1) &&
                              op(index + 2) == Op::TaskReturn && !script_.entries.targets[index + 2];
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
        unsound(function, codes::stack_operand, index, "S[0] is above the top of the stack");
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
        const Check* check = plan.slots.data();
        for (const Check* const end = check + plan.slot_count; check != end; ++check) {
            const std::uint32_t in_task =
                check->rule == Rule::mode_slot ? values[count - 1] & check->param : 0;
            if (in_task != 0 || values[check->at] - 1 >= depth)
                operand(*check, index, function, depth, values + check->at, values[count - 1]);
        }
        check = plan.singles.data();
        for (const Check* const end = check + plan.single_count; check != end; ++check) {
            const Range range = ranges_[static_cast<std::size_t>(check->rule)];
            if (values[check->at] - range.low >= range.size)
                operand(*check, index, function, depth, values + check->at, values[count - 1]);
        }
        if (plan.list.rule != Rule::none) list(plan.list, values, count, index, function, depth);
    }

    void list(const Check& check, const std::uint32_t* values, std::uint32_t count, std::uint32_t index,
              std::uint32_t function, std::uint32_t depth) {
        const Range range = ranges_[static_cast<std::size_t>(check.rule)];
        const bool variables = check.rule == Rule::argument;
        for (std::uint32_t at = check.at; at < count; at += check.width) {
            const std::uint32_t value = values[at];
            const bool good =
                variables ? values[at + 1] == 0 && value - 1 < depth : value - range.low < range.size;
            if (!good) operand(check, index, function, depth, values + at, 0);
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
        case Rule::global:
        case Rule::variable_type:
        case Rule::component:
        case Rule::boolean: good = false; break; // outside the range
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
                    "there is no complete text at offset " + value + " of the pool");
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
        case Rule::none:
        case Rule::stack_slot:
        case Rule::task_slot:
        case Rule::mode_slot: break; // said where the frame is known
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

    /// A function is verified if it and everything it calls is sound.
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
        // Whoever runs verified code returns to any address that it was interrupted at, the start included. A
        // start in a task that does not exist is no root, so nothing is known about its function.
        facts_.verified =
            script_.run_address < code_.instructions.size() && script_.run_task < script_.tasks.size();
        for (std::uint32_t f = 0; f < needs_.size(); ++f) {
            FunctionFacts& facts = facts_.functions[f];
            facts.verified = needs_[f].sound;
            if (needs_[f].reached && !facts.verified) facts_.verified = false;
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
    std::array<Range, rule_count> ranges_{}; // by rule; empty where more is to be looked at
    Verification facts_;
    std::vector<Root> roots_;
    std::vector<Edge> edges_, grouped_;
    std::vector<std::uint32_t> groups_; // where the edges of each function begin, and the end
    std::vector<Needs> needs_;          // parallel to facts_.functions
    std::vector<std::uint32_t> owner_;  // function of an instruction
    std::vector<std::uint32_t> work_;   // instructions of a function to go on from
    // Functions to walk through; by address, so that what is reported is about in order.
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> later_;
};

} // namespace

Verification verify_script(const Script& script, Diagnostics& diagnostics) {
    if (script.empty) return {};
    return ScriptVerifier(script, diagnostics).run();
}

} // namespace vellum::pathologic
