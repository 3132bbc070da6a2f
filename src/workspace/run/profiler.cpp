#include "workspace/run/profiler.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <numeric>
#include <string>
#include <utility>

#include "base/ascii.hpp"
#include "program/lines.hpp"
#include "vellum/code.hpp"
#include "vellum/program.hpp"

namespace vellum::runs {

namespace {

constexpr std::uint64_t between_looks = 256; ///< Observed instructions.
constexpr std::size_t most_spans = 1'000'000;
constexpr std::size_t deepest = 256; ///< Functions of a stack that are told apart.

/// An instruction that goes elsewhere and comes back; the host's functions are no place in the code (AGS).
bool calls(const isa::Row& row) {
    return row.flow == isa::Flow::call || same_name(row.mnemonic.substr(0, 4), "call");
}

/// Of the processor where it can be had, so that other programs do not count.
double seconds_now() {
#if defined(CLOCK_THREAD_CPUTIME_ID) && !defined(__wasm__)
    timespec now{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
        return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
#endif
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The function that contains an address, among those by ascending address; its size if there is none.
std::size_t function_at(std::span<const Function> functions, std::uint32_t address) {
    const auto behind = std::ranges::upper_bound(functions, address, {}, &Function::address);
    return behind == functions.begin() ? functions.size()
                                       : static_cast<std::size_t>(behind - functions.begin()) - 1;
}

} // namespace

Profiler::Profiler(Scheduler& world) : world_(world), counted_(world.count_executions(true)) {
    if (!counted_)
        world_.add_observer(*this);
    else
        world_.set_sampler(this);
    instructions_before_ = seen_instructions_ = world_.instructions();
    began_ = looked_at_ = seconds_now();
}

Profiler::~Profiler() {
    world_.set_sampler(nullptr);
    if (counted_) world_.count_executions(false);
    world_.remove_observer(*this);
}

Profiler::Code& Profiler::code_of(const Program& program) {
    const auto [found, is_new] = code_index_.try_emplace(&program, codes_.size());
    if (is_new) {
        Code made;
        made.program = &program;
        made.functions = program.functions();
        std::ranges::sort(made.functions, {}, &Function::address);
        // Code in front of the first function, or of a program without any.
        if (made.functions.empty() || made.functions.front().address != 0)
            made.functions.insert(made.functions.begin(), Function{"(start)", 0, 0, -1, {}, {}});
        made.first = function_count_;
        function_count_ += made.functions.size();
        if (program.code() != nullptr) made.times.resize(program.code()->instructions.size());
        codes_.push_back(std::move(made));
    }
    return codes_[found->second];
}

void Profiler::step(const Step& step) {
    Code& code = code_of(step.scheduler.program(step.machine));
    last_ = step.instruction < code.times.size() ? &code.times[step.instruction] : nullptr;
    if (last_ != nullptr) ++*last_;
    if (++steps_ % between_looks == 0) look(step.scheduler, step.machine);
}

void Profiler::native(const NativeStep& step) {
    // An instruction that waits for a native counts when it is over.
    if (step.call.outcome == Outcome::pending && last_ != nullptr) --*std::exchange(last_, nullptr);
    if (step.call.resumed) return;
    std::string name(step.key.owner);
    if (!name.empty()) name += '.';
    ++natives_[name.append(step.key.name)];
}

void Profiler::sample(const Scheduler& world, std::uint32_t machine) { look(world, machine); }

void Profiler::look(const Scheduler& world, std::uint32_t machine) {
    const MachineInfo info = world.machine(machine);
    std::vector<std::size_t> stack;
    for (std::size_t i = 0; i < std::min(info.frames.size(), deepest); ++i) {
        const Code& code = code_of(world.frame_program(machine, i));
        stack.push_back(code.first + function_at(code.functions, info.frames[i].address));
    }
    if (stack.empty()) return;
    std::ranges::reverse(stack);
    const double now = seconds_now();
    const std::uint64_t instructions = world.instructions();
    const std::uint64_t spent = instructions - std::exchange(seen_instructions_, instructions);
    const double seconds = now - std::exchange(looked_at_, now);
    if (spans_.size() < most_spans) spans_.push_back({stack.back(), spent, seconds});
    stacks_[std::move(stack)] += spent;
}

tools::Profile Profiler::finish() {
    tools::Profile profile;
    profile.seconds = seconds_now() - began_;
    profile.counted = counted_;
    if (counted_)
        for (ExecutionCounts& one : world_.execution_counts())
            if (one.program != nullptr) code_of(*one.program).times = std::move(one.times);
    add_functions(profile);
    add_calls(profile);
    add_times(spans_, profile);
    add_stacks(profile);
    // What was numbered in order of first use gets the order of the table.
    std::vector<std::size_t> order(profile.functions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        const std::uint64_t of_a = profile.functions[a].instructions;
        const std::uint64_t of_b = profile.functions[b].instructions;
        return of_a != of_b ? of_a > of_b : a < b;
    });
    std::erase_if(order, [&](std::size_t one) { return profile.functions[one].instructions == 0; });
    std::vector<std::size_t> place(profile.functions.size(), 0);
    std::vector<tools::Profile::Function> sorted;
    for (const std::size_t one : order) {
        place[one] = sorted.size();
        sorted.push_back(std::move(profile.functions[one]));
    }
    profile.functions = std::move(sorted);
    for (tools::Profile::Call& call : profile.calls) {
        call.caller = place[call.caller];
        call.callee = place[call.callee];
    }
    for (tools::Profile::Stack& stack : profile.stacks)
        for (std::size_t& function : stack.functions) function = place[function];
    std::ranges::sort(profile.natives, [](const auto& a, const auto& b) {
        return a.calls != b.calls ? a.calls > b.calls : a.name < b.name;
    });
    return profile;
}

/// Functions with their lines: each instruction belongs to one function and one line, so all sums are the
/// run's.
void Profiler::add_functions(tools::Profile& profile) {
    std::uint64_t counted = 0;
    for (const Code& code : codes_) {
        const LineTable table(*code.program);
        std::vector<std::map<std::uint32_t, std::uint64_t>> lines(code.functions.size());
        const std::size_t first = profile.functions.size();
        for (const Function& function : code.functions) {
            tools::Profile::Function made;
            made.script = code.program->name();
            made.name = function.name;
            const DebugLine* const line = table.at(function.address);
            made.file = line != nullptr && line->file < table.files().size() ? table.files()[line->file]
                                                                             : code.program->name();
            if (line != nullptr) made.line = line->line;
            profile.functions.push_back(std::move(made));
        }
        for (std::size_t i = 0; i < code.times.size(); ++i) {
            if (code.times[i] == 0) continue;
            const std::uint32_t address = code.program->code()->instructions[i].address;
            const std::size_t number = function_at(code.functions, address);
            tools::Profile::Function& function = profile.functions[first + number];
            function.instructions += code.times[i];
            if (address == code.functions[number].address) function.calls = code.times[i];
            const DebugLine* const line = table.at(address);
            lines[number][line == nullptr ? 0 : line->line] += code.times[i];
            counted += code.times[i];
        }
        for (std::size_t number = 0; number < lines.size(); ++number)
            for (const auto& [line, times] : lines[number])
                profile.functions[first + number].lines.push_back({line, times});
    }
    // Work that counts as instructions, and programs that are gone by now.
    profile.instructions = std::max(world_.instructions() - instructions_before_, counted);
    if (profile.instructions > counted) {
        tools::Profile::Function other;
        other.name = "(elsewhere)";
        other.instructions = profile.instructions - counted;
        other.lines = {{0, other.instructions}};
        profile.functions.push_back(std::move(other));
    }
}

/// Calls of functions and natives: as often as the instruction that names them was executed.
void Profiler::add_calls(tools::Profile& profile) const {
    std::unordered_map<std::string, std::size_t> exported; // the first of that name
    for (const Code& code : codes_)
        for (std::size_t i = 0; i < code.functions.size(); ++i)
            exported.try_emplace(code.functions[i].name, code.first + i);
    std::map<std::string, std::uint64_t> natives = natives_;
    for (const Code& code : codes_) {
        std::unordered_map<std::string, std::size_t> own;
        for (std::size_t i = 0; i < code.functions.size(); ++i) {
            own.try_emplace(code.functions[i].name, code.first + i);
            for (const std::string& name : code.functions[i].also) own.try_emplace(name, code.first + i);
        }
        const LineTable table(*code.program);
        for (const Reference& reference : code.program->references()) {
            const auto& instructions = code.program->code()->instructions;
            const auto at =
                std::ranges::lower_bound(instructions, reference.address, {}, &isa::Instruction::address);
            const auto index = static_cast<std::size_t>(at - instructions.begin());
            if (index >= code.times.size() || code.times[index] == 0) continue;
            const bool is_import = reference.kind == ReferenceKind::import;
            // An import is called if the next instruction calls; else it is a variable.
            const bool is_call = !is_import || (index + 1 < instructions.size() &&
                                                calls(code.program->code()->row(instructions[index + 1])));
            if (!is_call) continue;
            const auto& names = is_import ? exported : own;
            const auto callee = names.find(reference.name);
            if ((is_import || reference.kind == ReferenceKind::function) && callee != names.end()) {
                const DebugLine* const line = table.at(reference.address);
                profile.calls.push_back({code.first + function_at(code.functions, reference.address),
                                         callee->second, line == nullptr ? 0 : line->line,
                                         code.times[index]});
            } else if (counted_ && (is_import || reference.kind == ReferenceKind::native))
                natives[reference.name] += code.times[index];
        }
    }
    for (const auto& [name, calls] : natives) profile.natives.push_back({name, calls});
}

/// Instructions of a run take about the same time everywhere; what a span took beyond that is the time of
/// natives, and of whoever was found there at its end.
void Profiler::add_times(std::span<const Span> spans, tools::Profile& profile) {
    std::vector<double> rates;
    for (const Span& span : spans)
        if (span.instructions != 0) rates.push_back(span.seconds / static_cast<double>(span.instructions));
    std::ranges::sort(rates);
    const double usual = rates.empty() ? 0 : rates[rates.size() / 4];
    double given = 0;
    for (const Span& span : spans) {
        const double beyond = span.seconds - usual * static_cast<double>(span.instructions);
        // A little more or less is chance.
        if (beyond <= usual * static_cast<double>(span.instructions)) continue;
        profile.functions[span.function].seconds += beyond;
        given += beyond;
    }
    const double rest = std::max(profile.seconds - given, 0.0);
    for (tools::Profile::Function& function : profile.functions)
        if (profile.instructions != 0)
            function.seconds +=
                rest * static_cast<double>(function.instructions) / static_cast<double>(profile.instructions);
}

/// The stacks that were seen, stretched so that each function has in them what it has executed.
void Profiler::add_stacks(tools::Profile& profile) const {
    std::vector<std::uint64_t> seen(profile.functions.size(), 0);
    for (const auto& [stack, instructions] : stacks_) seen[stack.back()] += instructions;
    std::vector<std::uint64_t> left;
    for (const tools::Profile::Function& function : profile.functions) left.push_back(function.instructions);
    for (const auto& [stack, instructions] : stacks_) {
        const std::size_t function = stack.back();
        // Functions below that have executed nothing since are not in the table.
        std::vector<std::size_t> open;
        for (const std::size_t one : stack)
            if (profile.functions[one].instructions != 0) open.push_back(one);
        if (seen[function] == 0 || instructions == 0 || open.empty() || open.back() != function) continue;
        const double part = static_cast<double>(instructions) / static_cast<double>(seen[function]);
        const auto share =
            static_cast<std::uint64_t>(part * static_cast<double>(profile.functions[function].instructions));
        const std::uint64_t given = std::min(share, left[function]);
        if (given == 0) continue;
        left[function] -= given;
        profile.stacks.push_back({std::move(open), given});
    }
    // What rounding has left goes to the first stack of the function, what nobody has seen to one of its own.
    for (tools::Profile::Stack& stack : profile.stacks)
        stack.instructions += std::exchange(left[stack.functions.back()], 0);
    for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] != 0) profile.stacks.push_back({{i}, left[i]});
}

} // namespace vellum::runs
