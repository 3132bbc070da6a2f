// The script as a whole: its functions, where blocks begin, which stack shapes reach them.
#include <algorithm>
#include <utility>

#include "engines/ags/machine/fast/lowering.hpp"
#include "engines/ags/machine/native/native.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ags {

namespace {
constexpr std::size_t most_operations = 1U << 22U;
}

bool lower_script(const Environment& environment, const Instance& instance, FastCode& code,
                  std::string& reason) {
    Lowering lowering(environment, instance, code);
    if (lowering.run()) return true;
    reason = lowering.reason;
    return false;
}

bool Lowering::refuse(std::uint32_t step, const char* why) {
    if (reason.empty()) reason = "word " + std::to_string(steps_[step].word) + ": " + why;
    return false;
}

bool Lowering::run() {
    live_ = find_liveness(instance_);
    find_leaders();
    code_.entries.assign(steps_.size(), {});
    code_.layouts.push_back({});
    if (!find_functions() || !lower_blocks()) return false;
    patch_targets();
    find_function_limits();
    return check_parameters();
}

bool Lowering::find_functions() {
    for (const auto& [word, name] : instance_.script->entries()) {
        const std::uint32_t step = instance_.step_at[word];
        FastFunction function;
        function.start_word = word;
        function.start_step = step;
        // THISBASE stands first or behind the first LINENUM, and must tell the truth: calls are relative to
        // it.
        for (std::uint32_t i = step; i < step + 2 && i < steps_.size(); ++i) {
            if (steps_[i].op == Op::thisbase) function.has_base = true;
            if (steps_[i].op != Op::linenum) break;
        }
        function_at_.emplace(word, static_cast<std::uint32_t>(code_.functions.size()));
        code_.functions.push_back(function);
        if ((live_.before[step] & (call_clobbers | in_set(reg_ax))) != 0)
            return refuse(step, "a function uses registers it was not given");
        leader_[step] = true;
    }
    function_scratch_.assign(code_.functions.size(), 0);
    function_of_.assign(steps_.size(), FastEntry::none);
    for (std::uint32_t i = 0; i < code_.functions.size(); ++i) {
        const std::uint32_t step = code_.functions[i].start_step;
        code_.entries[step] = {FastEntry::none, i, 0};
        function_of_[step] = i;
        work_.push_back(step);
    }
    return true;
}

void Lowering::find_leaders() {
    leader_ = analysis::targets_of(successors_of(steps_));
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        const Step& step = steps_[i];
        // Something always follows a call: the last step is no instruction.
        if (step.op == Op::call) leader_[i + 1] = true;
        if (step.op == Op::callas) leader_[steps_[i + 1].op == Op::subrealstack ? i + 2 : i + 1] = true;
    }
}

std::uint32_t Lowering::layout_number(const Layout& layout) {
    // Neighbouring blocks share shapes; looking at the last few finds nearly all.
    for (std::size_t i = code_.layouts.size(), tries = 0; i-- > 0 && tries < 8; ++tries)
        if (code_.layouts[i] == layout) return static_cast<std::uint32_t>(i);
    code_.layouts.push_back(layout);
    return static_cast<std::uint32_t>(code_.layouts.size() - 1);
}

bool Lowering::reach(std::uint32_t from, std::uint32_t leader, const Layout& layout) {
    if (steps_[leader].op == Op::null)
        return refuse(from, "control leads to something other than an instruction");
    FastEntry& entry = code_.entries[leader];
    if (function_of_[leader] == FastEntry::none) {
        function_of_[leader] = function_;
        entry.function = function_;
        entry.layout = layout_number(layout);
        work_.push_back(leader);
        return true;
    }
    if (function_of_[leader] != function_) return refuse(leader, "two functions share code");
    if (code_.layouts[entry.layout] != layout)
        return refuse(leader, "the stack has different shapes on different paths");
    return true;
}

bool Lowering::lower_blocks() {
    while (!work_.empty()) {
        const std::uint32_t leader = work_.back();
        work_.pop_back();
        if (code_.entries[leader].op != FastEntry::none) continue;
        if (!lower_block(leader)) return false;
        if (code_.code.size() > most_operations) return refuse(leader, "the script is too large");
    }
    return reason.empty();
}

/// Branch targets are steps until every block has its place. Backward branches that are not loops of their
/// own pass through a budget check, as the precise interpreter looks at the budget there.
void Lowering::patch_targets() {
    std::unordered_map<std::uint32_t, std::uint32_t> checks; // target step -> operation
    const std::size_t count = code_.code.size();
    for (std::size_t i = 0; i < count; ++i) {
        FastInstruction& operation = code_.code[i];
        if (operation.op == FastOp::jump || operation.op == FastOp::jump_back)
            operation.imm = code_.entries[operation.imm].op;
        if (kind_of(operation.op) != FastKind::branch) continue;
        // The top bit says that the branch goes backwards.
        constexpr std::uint32_t backwards = 0x80000000U;
        const std::uint32_t target = operation.step & ~backwards;
        if ((operation.step & backwards) == 0) {
            operation.step = code_.entries[target].op;
            continue;
        }
        const auto [check, fresh] = checks.try_emplace(target, static_cast<std::uint32_t>(code_.code.size()));
        operation.step = check->second;
        if (fresh) { // may move the operations: `operation` is not used any more
            emit(FastOp::check_budget, 0, 0, 0, target, target);
            emit(FastOp::jump, 0, 0, 0, code_.entries[target].op, target);
        }
    }
    for (FastStop& stop : code_.stops) {
        if (stop.is_far) stop.return_op = code_.entries[stop.step + (stop.arguments != 0 ? 2 : 1)].op;
        if (stop.function == FastStop::none) continue;
        stop.entry_op = code_.entries[code_.functions[stop.function].start_step].op;
        stop.return_op = code_.entries[stop.step + 1].op;
    }
}

/// A called function reaches below its return address for parameters: its callers must have pushed that many.
bool Lowering::check_parameters() {
    for (const FastStop& stop : code_.stops) {
        if (stop.function == FastStop::none) continue;
        const std::vector<Layout::Entry>& entries = code_.layouts[stop.layout].entries;
        const std::uint32_t wanted = code_.functions[stop.function].parameters;
        if (wanted > entries.size())
            return refuse(stop.step, "a function gets fewer parameters than it uses");
        for (std::size_t i = entries.size() - wanted; i < entries.size(); ++i)
            if (entries[i].raw || entries[i].size != 4)
                return refuse(stop.step, "a parameter is not a plain value");
    }
    return true;
}

void Lowering::find_function_limits() {
    for (std::uint32_t i = 0; i < code_.functions.size(); ++i) {
        code_.functions[i].most_entries = static_cast<std::uint32_t>(function_scratch_[i]) + 2;
        code_.functions[i].most_bytes += 8;
    }
}

namespace {

/// True if a script that is not lowered can live beside lowered ones: these leave other things in the
/// registers that no compiled code expects to survive a call, so it must not look at them behind a call or at
/// the start of a function.
bool keeps_to_itself(const Instance& instance) {
    const std::vector<Step>& steps = instance.steps;
    const auto& entries = instance.script->entries();
    const Liveness live = find_liveness(instance);
    for (const auto& [word, name] : entries)
        if ((live.before[instance.step_at[word]] & (call_clobbers | in_set(reg_ax))) != 0) return false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        if (step.op != Op::call && step.op != Op::callas) continue; // the last step is none
        if ((live.before[i + 1] & call_clobbers) != 0) return false;
        if (step.op == Op::callas) continue;
        // The compiler loads the address right before: then it is a function that was looked at above.
        const bool known = i > 0 && steps[i - 1].op == Op::littoreg && steps[i - 1].a == step.a &&
                           is_number(steps[i - 1].value) && entries.contains(number_of(steps[i - 1].value));
        if (!known) return false;
    }
    return true;
}

} // namespace

void Environment::prepare_fast() {
    if (tier.most == Tier::precise) return;
    const std::uint32_t first = prepared_;
    for (; prepared_ < instances_.size(); ++prepared_) {
        Instance& instance = instances_[prepared_];
        auto code = std::make_unique<FastCode>();
        std::string reason;
        if (lower_script(*this, instance, *code, reason)) {
            // Code, machine code and C++, reads pointers as 64 bits.
            if (tier.most == Tier::native && sizeof(void*) == 8) add_hot_places(*code);
            instance.fast = std::move(code);
            continue;
        }
        if (!keeps_to_itself(instance)) {
            // The fast forms stay: one of them may be running at this moment.
            registers_escape_ = true;
            reason += "; it may see registers of others, so all scripts do";
        }
        slow_.push_back({instance.number, std::move(reason)});
    }
    for (std::uint32_t i = first; i < prepared_; ++i)
        if (instances_[i].fast != nullptr) link_far_calls(*this, *instances_[i].fast);
}

void Environment::count_executions(bool on) {
    counting_ = on;
    for (Instance& instance : instances_) instance.executed.clear();
    count_new_scripts();
}

void Environment::count_new_scripts() {
    for (Instance& instance : instances_) {
        if (!counting_ || !instance.executed.empty()) continue;
        instance.executed.assign(instance.steps.size(), 0);
        if (instance.fast != nullptr) instance.fast->times.assign(instance.fast->code.size(), 0);
    }
}

std::vector<std::uint64_t> Environment::executions(const Instance& instance) const {
    std::vector<std::uint64_t> counts = instance.executed;
    if (counts.empty()) return counts;
    // What operations have accounted for: up where a range begins, down behind its end.
    std::vector<std::uint64_t> changes(counts.size() + 1, 0);
    if (instance.fast != nullptr)
        for (const FastRange& range : instance.fast->ranges) {
            changes[range.first] += instance.fast->times[range.op];
            changes[range.first + range.count] -= instance.fast->times[range.op];
        }
    std::uint64_t now = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += now += changes[i];
    counts.pop_back(); // the last step is none of the program's
    return counts;
}

/// What seems to need more stack than there is, nobody enters in the fast form: neither from the precise one
/// nor by a call. No check is added for stops.
void Environment::plant(std::span<const CodeRange> ranges) {
    planted_ = !ranges.empty();
    for (Instance& instance : instances_) {
        std::ranges::fill(instance.stops, std::uint8_t{0}); // never shorter: somebody may be reading it
        for (const CodeRange& range : ranges) {
            if (range.program != instance.script.get()) continue;
            instance.stops.resize(instance.steps.size());
            const auto step_at = [&](std::uint32_t word) {
                return std::ranges::lower_bound(instance.steps, word, {}, &Step::word) -
                       instance.steps.begin();
            };
            const auto end = instance.stops.begin() + step_at(range.end);
            std::fill(std::min(end, instance.stops.begin() + step_at(range.begin)), end, std::uint8_t{1});
        }
        if (instance.fast == nullptr) continue;
        std::vector<FastFunction>& functions = instance.fast->functions;
        std::vector<std::uint32_t> starts;
        starts.reserve(functions.size());
        for (const FastFunction& one : functions) starts.push_back(one.start_word);
        std::ranges::sort(starts);
        for (FastFunction& one : functions) {
            if (one.hidden_entries != 0) one.most_entries = std::exchange(one.hidden_entries, 0) - 1;
            const auto next = std::ranges::upper_bound(starts, one.start_word);
            const std::uint32_t end = next == starts.end() ? ~std::uint32_t{0} : *next;
            const bool stops = std::ranges::any_of(ranges, [&](const CodeRange& range) {
                return range.program == instance.script.get() && range.begin < end &&
                       one.start_word < range.end;
            });
            if (stops) one.hidden_entries = std::exchange(one.most_entries, stack_entries) + 1;
        }
    }
}

std::vector<Fact> slow_script_facts(const Engine& engine,
                                    std::span<const std::shared_ptr<const Script>> scripts) {
    StandInHost host(nullptr, nullptr);
    Environment environment(engine, host);
    for (const std::shared_ptr<const Script>& script : scripts)
        if (!environment.add(script, "script")) break;
    if (!environment.link(0)) return {}; // says why itself when somebody wants to run it
    environment.prepare_fast();
    std::vector<Fact> facts;
    for (const Environment::Slow& slow : environment.slow())
        facts.emplace_back("slow form",
                           environment.instances()[slow.instance].script->name() + ", " + slow.reason);
    return facts;
}

} // namespace vellum::ags
