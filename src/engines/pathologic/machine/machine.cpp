// Starting a run, events, calls from the host, tasks, faults and accounts. See "The machine" in
// docs/engines/pathologic.md.
#include "engines/pathologic/machine/machine.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/moving.hpp"
#include "base/plural.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/machine/text_count.hpp"
#include "vellum/pathologic.hpp"

namespace vellum::pathologic {

std::string_view words_for(EventOutcome outcome) noexcept {
    switch (outcome) {
    case EventOutcome::handled: return "handled";
    case EventOutcome::begun: return "handler waits";
    case EventOutcome::no_handler: return "no handler";
    case EventOutcome::disabled: return "disabled";
    case EventOutcome::ended: return "script has ended";
    case EventOutcome::over_limit: return "refused";
    case EventOutcome::no_receiver: return "no machines";
    case EventOutcome::wrong_count: return "wrong number of values";
    case EventOutcome::wrong_values: return "values do not fit";
    case EventOutcome::queued:
    case EventOutcome::remembered:
    case EventOutcome::busy:
    case EventOutcome::unknown_event:
    case EventOutcome::failed:
    case EventOutcome::interrupted: break;
    }
    return {};
}

namespace {

constexpr std::size_t disabled_size = sizeof(std::pair<std::uint32_t, std::uint32_t>);

} // namespace

Link::Link(std::shared_ptr<const Prepared> prepared, Host& natives)
    : code(std::move(prepared)), host(natives) {
    imports.resize(code->script->imports.size());
    resolved.resize(imports.size());
    find_enders();
    methods.resize(code->methods.size());
    texts.reserve(code->texts.size());
    for (const std::string& text : code->texts) texts.emplace_back(std::string_view(text));
}

void Link::find_enders() {
    std::unordered_set<std::string_view> enders{ends_all};
    for (const Import& import : code->script->imports) {
        const auto arity = static_cast<std::int32_t>(import.argument_count);
        known.push_back(
            known_natives().resolve_shared({NativeKind::function, {}, import.name, arity}).signature);
        if (known.back() != nullptr && known.back()->latent)
            enders.insert(known.back()->ended_by.begin(), known.back()->ended_by.end());
    }
    for (const Import& import : code->script->imports) ends.push_back(enders.contains(import.name));
}

const Native& Link::resolve(std::uint32_t index) {
    const Import& import = code->script->imports[index];
    imports[index] = host.resolve(
        {NativeKind::function, {}, import.name, static_cast<std::int32_t>(import.argument_count)});
    resolved[index] = true;
    return imports[index];
}

const Native& Link::method(std::uint32_t site, ObjectId receiver) {
    MethodCache& cache = methods[site];
    const std::string_view owner = host.object_class(receiver);
    if (!cache.known || cache.owner != owner) {
        const MethodSite& method = code->methods[site];
        cache.owner = owner;
        cache.native = host.resolve(
            {NativeKind::method, cache.owner, method.name, static_cast<std::int32_t>(method.argument_count)});
        cache.known = true;
    }
    return cache.native;
}

const FastOp* Link::ops_with_stops(std::span<const CodeRange> ranges) {
    if (stopped_ops.empty()) {
        stopped_ops = code->fast->ops;
        for (const CodeRange& range : ranges)
            if (range.program == code->script.get())
                for (std::size_t i = range.begin; i < std::min<std::size_t>(range.end, stopped_ops.size());
                     ++i)
                    stopped_ops[i].op = Fast::stoppable;
    }
    return stopped_ops.data();
}

Machine::Machine(MachineContext& world, std::uint32_t number, std::string machine_name,
                 std::shared_ptr<Link> natives)
    : context(world), index(number), link(std::move(natives)), code(link->code.get()) {
    name = std::move(machine_name);
}

bool Machine::start() {
    const Script& script = *code->script;
    if (script.empty || script.tasks.empty()) {
        state = MachineState::finished;
        return script.empty;
    }
    if (script.run_task >= script.tasks.size()) {
        fault(codes::fault_task, "the run task " + std::to_string(script.run_task) + " does not exist");
        return false;
    }
    for (const GlobalVariable& global : script.globals)
        globals.push_back(Value::default_of(type_of_tag(static_cast<std::uint32_t>(global.type))));
    tasks.push_back({script.run_task, 0, 0, {}});
    calls.push_back({});
    ip = script.run_address;
    const std::span<const Type> variables = code->list(code->task_variables[script.run_task]);
    if (!room(static_cast<std::uint32_t>(variables.size()))) return false;
    stack.insert(variables, 0);
    tell_size();
    state = MachineState::ready;
    return true;
}

Progress Machine::fault(const DiagnosticCode& fault_code, std::string message) {
    state = MachineState::faulted;
    context.report_fault(*this, fault_code, std::move(message));
    pending = {};
    return Progress::failed;
}

Progress Machine::bad_operand() {
    // The instruction has not popped anything yet: whichever of its variables is not there is the culprit.
    std::string which = "a variable";
    if (ip < code->code.size()) {
        const Instruction& instruction = code->code[ip];
        const auto v = code->operands(instruction);
        const std::span<const isa::OperandSpec> specs =
            hd_table.rows[static_cast<std::size_t>(instruction.op)].operands;
        std::size_t at = 0;
        for (std::size_t i = 0; i < specs.size() && at < v.size();
             i += specs[i].repeat == isa::Repeat::once) {
            const isa::OperandKind* kind = specs[i].kind;
            const bool own_byte = kind == &operands::argument && at + 1 < v.size();
            const bool is_place = kind == &operands::stack_slot || kind == &operands::task_slot ||
                                  kind == &operands::mode_slot || own_byte;
            const bool in_task = kind == &operands::task_slot || (own_byte && v[at + 1] != 0) ||
                                 (kind == &operands::mode_slot && (v.back() & specs[i].param) != 0);
            if (is_place && (in_task ? task_slot(v[at]) : stack_slot(v[at])) == nullptr) {
                which = std::string(in_task ? "T[" : "S[") + std::to_string(v[at]) + "]";
                break;
            }
            at += kind->field_count;
        }
    }
    return fault(codes::fault_operand, "the instruction needs " + which + ", which is not on the stack of " +
                                           plural(stack.size(), "variable"));
}

Progress Machine::verdict_fault(Verdict verdict, std::string what) {
    switch (verdict) {
    case Verdict::division_by_zero: return fault(codes::fault_division, "integer division by zero");
    case Verdict::too_long:
        return fault(codes::fault_memory,
                     "a text grows beyond " + std::to_string(context.limits.text) + " bytes");
    default: return fault(codes::fault_type, std::move(what));
    }
}

std::vector<Machine::Position> Machine::positions() const {
    constexpr std::size_t most = 64;
    std::vector<Position> result;
    if (tasks.empty() || state == MachineState::finished) return result;
    std::uint32_t address = ip;
    std::size_t call = calls.size();
    std::optional<std::uint32_t> top = stack.size(); // of the frame at hand
    const auto base = [&]() -> std::optional<std::uint32_t> {
        const auto& depths = code->script->verification().flow.depth;
        if (!verified || !top || address >= depths.size() || depths[address] > *top) return std::nullopt;
        return *top - depths[address];
    };
    const auto drop = [&](std::size_t count) {
        top = top && count <= *top ? std::optional(*top - static_cast<std::uint32_t>(count)) : std::nullopt;
    };
    for (std::size_t task = tasks.size(); task-- > 0;) {
        if (result.size() >= most) break;
        result.push_back({address, task, base()});
        for (; call > tasks[task].first_call; --call) {
            top = base();
            drop(calls[call - 1].extra_pop);
            address = calls[call - 1].return_address;
            if (address == ended_address || result.size() >= most) return result;
            // Inside a task the last frame is that of the caller's code, listed under the caller's task.
            if (call - 1 > tasks[task].first_call || task == 0) result.push_back({address, task, base()});
        }
        drop(code->script->tasks[tasks[task].task].variables.size());
    }
    return result;
}

std::vector<Frame> Machine::frames() const {
    std::vector<Frame> result;
    for (const Position& position : positions()) {
        Frame frame;
        frame.function = context.function_name(*code, position.address);
        frame.address = position.address;
        const DebugInfo* const debug = code->script->debug_info();
        const DebugLine* const line = debug == nullptr ? nullptr : debug->line_of(position.address);
        if (line != nullptr) {
            frame.source = debug->files[line->file];
            frame.line = line->line;
        } else
            frame.source = "task " + std::to_string(tasks[position.task].task);
        result.push_back(std::move(frame));
    }
    return result;
}

void Machine::tell_size() {
    const std::uint64_t size = stack.bytes() + calls.capacity() * sizeof(FunctionCall) +
                               tasks.capacity() * sizeof(TaskCall) + saved.capacity() * sizeof(Pending) +
                               globals.capacity() * sizeof(Value) + disabled_bytes_;
    context.resized(told_size_, size);
    told_size_ = size;
}

void Machine::sizes_changed() {
    disabled_bytes_ = 0;
    for (const TaskCall& task : tasks) disabled_bytes_ += task.disabled.capacity() * disabled_size;
    tell_size();
}

void Machine::count_texts(TextCount& count) const {
    for (std::uint32_t i = 0; i < stack.size(); ++i) count.add(stack[i]);
    for (const Value& value : globals) count.add(value);
    for (const Pending& waiting : saved) count.add(waiting.state);
    count.add(pending.state);
}

Progress Machine::no_memory() {
    return fault(codes::fault_memory, "the scripts hold more than " + std::to_string(context.limits.memory) +
                                          " bytes of stack, calls, texts and objects");
}

bool Machine::account(std::size_t size) {
    if (context.made_text(size + text_overhead)) return true;
    no_memory();
    return false;
}

bool Machine::text_moved(std::size_t size) {
    work(size);
    return account(2 * size);
}

Progress Machine::end_append(const FastOp& op) {
    if (!text_moved(stack.from_top(static_cast<std::uint32_t>(op.a)).text().size())) return Progress::failed;
    stack.erase(op.pop, 0);
    ++ip;
    return Progress::next;
}

bool Machine::pool_text(const Instruction& instruction, std::uint32_t offset, Value& text) {
    if (instruction.extra != Prepared::late_text) {
        text = link->texts[instruction.extra];
        return true;
    }
    text = Value(std::string_view(code->script->wide_string(offset)));
    work(text.text().size());
    return account(text.text().size());
}

bool Machine::enlarge(std::uint32_t count) {
    if (stack.has_room(count)) {
        if constexpr (move_stacks) stack.move_to(stack.capacity());
        return true;
    }
    // Twice the size if memory allows it, else little by little.
    for (const std::uint32_t part : {1U, 8U}) {
        const std::uint32_t capacity = stack.next_capacity(count, context.limits.stack, part);
        if (capacity == 0) return false;
        if (!context.afford(stack.cost_of(capacity))) continue;
        stack.move_to(capacity);
        tell_size();
        return true;
    }
    return false;
}

bool Machine::room(std::uint32_t count) {
    if (make_room(count)) return true;
    if (stack.next_capacity(count, context.limits.stack, 8) != 0)
        no_memory();
    else
        fault(codes::fault_memory,
              "the stack grows beyond " + std::to_string(context.limits.stack) + " variables");
    return false;
}

/// Room for one more in a list that never needs more than `limit`; false after a fault.
template <class T> bool Machine::grow(std::vector<T>& list, std::size_t limit) {
    if (list.size() < list.capacity()) {
        before_push(list);
        return true;
    }
    const std::size_t wanted = std::min(std::max<std::size_t>(list.size() * 2, 16), limit);
    if (!context.afford(wanted * sizeof(T))) {
        no_memory();
        return false;
    }
    list.reserve(wanted);
    tell_size();
    return true;
}

template bool Machine::grow(std::vector<Pending>& list, std::size_t limit);

bool Machine::push_call(FunctionCall call) {
    if (calls.size() >= context.limits.call_depth) {
        fault(codes::fault_call_depth,
              "calls are nested deeper than " + std::to_string(context.limits.call_depth));
        return false;
    }
    // Never more than the limit, so that the fast loop needs no other check.
    if (!grow(calls, context.limits.call_depth)) return false;
    calls.push_back(call);
    return true;
}

/// Keeps what waits until the call returns.
bool Machine::set_aside(FunctionCall& call) {
    if (!pending.active) return true;
    if (!grow(saved, ~std::size_t{0})) return false;
    saved.push_back(std::exchange(pending, {}));
    call.saved = static_cast<std::uint32_t>(saved.size());
    return true;
}

void Machine::restore_pending(std::uint32_t saved_index) {
    pending = {};
    if (saved_index == 0 || saved_index > saved.size()) return;
    pending = std::exchange(saved[saved_index - 1], {});
    drop_saved();
}

void Machine::drop_saved() {
    // Calls return in reverse order, so the saved natives shrink from the end; a slot given back earlier
    // waits.
    while (!saved.empty() && !saved.back().active) saved.pop_back();
}

Progress Machine::do_return(std::uint32_t count) {
    const TaskCall& task = tasks.back();
    if (calls.size() <= task.first_call)
        return fault(codes::fault_call_stack, "call stack underflow: Return without a call in this task");
    const FunctionCall call = calls.back();
    const std::uint64_t pops = std::uint64_t{count} + call.extra_pop;
    if (pops > stack.size())
        return fault(codes::fault_operand, "Return removes more variables than the stack has");
    if (call.marker == host_call) {
        // The host's arguments stand under the function's own variables; the deepest is the result slot.
        if (call.extra_pop != 0) host_result = stack[stack.size() - static_cast<std::uint32_t>(pops)];
        host_done = true;
        verified = verified_before_call;
    }
    calls.pop_back();
    stack.erase(static_cast<std::uint32_t>(pops), 0);
    ip = call.return_address;
    if (call.saved != 0 || pending.active) restore_pending(call.saved);
    // Whoever waits on the C++ stack for this function gets to go on: the host's call, or the native that
    // sent the event. Otherwise the run simply continues where it was interrupted, with the time it was
    // given.
    if (call.marker == host_call ? context.calling() : call.marker != 0 && call.marker == native_in_flight)
        return Progress::returned;
    return ip == ended_address ? Progress::ended : Progress::next;
}

Progress Machine::enter_task(std::uint32_t task) {
    const Script& script = *code->script;
    if (task >= script.tasks.size())
        return fault(codes::fault_task, "there is no task " + std::to_string(task));
    const std::uint32_t parameters = script.tasks[task].parameter_count;
    if (parameters > stack.size())
        return fault(codes::fault_task, "task " + std::to_string(task) + " needs " +
                                            plural(parameters, "value") + " on the stack");
    if (tasks.size() >= context.limits.call_depth)
        return fault(codes::fault_call_depth, "tasks are nested too deeply");
    const std::span<const Type> variables = code->list(code->task_variables[task]);
    work(std::uint64_t{parameters} + variables.size());
    if (!room(static_cast<std::uint32_t>(variables.size())) || !grow(tasks, context.limits.call_depth))
        return Progress::failed;
    const std::uint32_t base = stack.size() - parameters;
    stack.insert(variables, parameters);
    tasks.push_back({task, base, static_cast<std::uint32_t>(calls.size()), {}});
    ++ip;
    if (context.scheduler.observer() != nullptr)
        context.note(index, "task " + std::to_string(task) + " begins");
    return Progress::next;
}

Progress Machine::leave_task() {
    const TaskCall& task = tasks.back();
    if (tasks.size() < 2 || calls.size() != task.first_call)
        return fault(codes::fault_task, "a task is left that is still running or was never entered");
    const Script& script = *code->script;
    const auto variables = static_cast<std::uint32_t>(script.tasks[task.task].variables.size());
    const std::uint32_t parameters = script.tasks[task.task].parameter_count;
    if (std::uint64_t{variables} + parameters > stack.size())
        return fault(codes::fault_task, "the task's variables are no longer on the stack");
    work(std::uint64_t{parameters} + variables);
    stack.erase(variables, parameters);
    const std::uint32_t number = task.task;
    disabled_bytes_ -= std::min<std::uint64_t>(disabled_bytes_, task.disabled.capacity() * disabled_size);
    tasks.pop_back();
    ++ip;
    if (context.scheduler.observer() != nullptr)
        context.note(index, "task " + std::to_string(number) + " ends");
    return Progress::next;
}

bool Machine::disable_event(std::uint32_t id) {
    auto& disabled = tasks.back().disabled;
    work(disabled.size());
    for (auto& [event, counter] : disabled)
        if (event == id) {
            if (counter != 0xFFFFFFFF) ++counter;
            return true;
        }
    const std::size_t before = disabled.capacity();
    if (!grow(disabled, ~std::size_t{0})) return false;
    disabled.emplace_back(id, 1);
    if (disabled.capacity() != before) {
        disabled_bytes_ += (disabled.capacity() - before) * disabled_size;
        tell_size();
    }
    return true;
}

void Machine::enable_event(std::uint32_t id) {
    auto& disabled = tasks.back().disabled;
    work(disabled.size());
    for (auto entry = disabled.begin(); entry != disabled.end(); ++entry)
        if (entry->first == id) {
            if (--entry->second == 0) disabled.erase(entry);
            return;
        }
}

void Machine::end_waiting(std::uint32_t import) {
    const std::string_view name = code->script->imports[import].name;
    const auto look_at = [&](Pending& waiting, std::uint32_t address) {
        if (!waiting.active) return;
        const Signature* signature = nullptr;
        if (address < code->code.size() && code->code[address].op == Op::Func)
            if (const std::uint32_t number = code->operands(code->code[address])[0];
                number < link->known.size())
                signature = link->known[number];
        if (name == Link::ends_all ||
            (signature != nullptr && std::ranges::count(signature->ended_by, name) != 0))
            waiting.stopped = true;
    };
    look_at(pending, ip);
    if (saved.empty()) return;
    work(calls.size());
    for (const FunctionCall& call : calls)
        if (call.saved != 0 && call.saved <= saved.size())
            look_at(saved[call.saved - 1], call.return_address);
}

EventOutcome Machine::send(std::uint32_t id, std::span<const Value> values) {
    if (state == MachineState::finished || state == MachineState::faulted || tasks.empty())
        return EventOutcome::ended;
    const TaskCall& task = tasks.back();
    for (const auto& [event, counter] : task.disabled)
        if (event == id) return EventOutcome::disabled;
    const EventHandler* handler = code->handler(task.task, id);
    if (handler == nullptr) return EventOutcome::no_handler;
    if (handler->variables.size() != values.size()) return EventOutcome::wrong_count;
    if (!context.enter_nested()) return EventOutcome::over_limit;

    const auto count = static_cast<std::uint32_t>(values.size());
    if (!room(count)) {
        context.leave_nested();
        return EventOutcome::over_limit;
    }
    const std::uint32_t first = stack.size();
    bool fits = true;
    for (std::uint32_t i = 0; i < count; ++i) {
        Value variable = Value::default_of(type_of_tag(static_cast<std::uint32_t>(handler->variables[i])));
        fits = fits && store(variable, values[i], link->host) == Verdict::done;
        stack.push(std::move(variable));
    }
    if (!fits) {
        stack.erase(stack.size() - first, 0);
        context.leave_nested();
        return EventOutcome::wrong_values;
    }
    if (!push_call({ip, count, 0, native_in_flight}) || !set_aside(calls.back())) {
        context.leave_nested();
        return EventOutcome::over_limit;
    }
    const std::uint32_t depth = static_cast<std::uint32_t>(calls.size());
    ip = handler->address;
    state = MachineState::ready;
    const Progress progress = context.run_slice(*this, 0.0F);
    context.leave_nested();
    if (progress == Progress::failed) return EventOutcome::handled;
    return calls.size() >= depth && state != MachineState::finished ? EventOutcome::begun
                                                                    : EventOutcome::handled;
}

Progress Machine::run_checked(float delta_time, bool observed) {
    while (chunk != 0) {
        if (ip >= code->code.size()) {
            if (ip == ended_address) return Progress::ended;
            return fault(codes::fault_address, "execution leaves the code");
        }
        if (observed && context.observe_step(*this)) return Progress::paused;
        const Progress progress = step(delta_time);
        if (progress == Progress::suspended) return progress;
        --chunk;
        if (progress != Progress::next) return progress;
        if (look_up) break;
    }
    return Progress::paused;
}

Progress Machine::slice(float delta_time) {
    const std::uint64_t outer = chunk;
    Progress progress = Progress::paused;
    // Between two looks whether the world was interrupted; the fast loop needs more than the code is long.
    const std::uint64_t interval =
        std::max<std::uint64_t>(std::uint64_t{1} << 20U, 4 * std::uint64_t{code->code.size()});
    while (progress == Progress::paused) {
        if (context.scheduler.interrupted()) {
            progress = Progress::exhausted;
            break;
        }
        const std::uint64_t allowed = std::min({slice_left, context.pause_left(), interval});
        if (allowed == 0) {
            if (slice_left == 0) progress = Progress::exhausted;
            break;
        }
        chunk = allowed;
        const bool observed = context.observed();
        // The fast loop needs more left than it may run past a place where it looks.
        const bool fast = verified && !context.observed_everywhere() && code->fast != nullptr &&
                          allowed > code->code.size() && ip < code->code.size() && !context.limits.checked;
        progress = !fast                     ? run_checked(delta_time, observed)
                   : link->native == nullptr ? run_fast<false>(delta_time)
                                             : run_fast<true>(delta_time);
        const std::uint64_t executed = allowed - chunk;
        slice_left -= std::min(slice_left, executed + std::exchange(owed, 0));
        look_up = false;
        instructions += executed;
        context.count_instructions(executed);
    }
    chunk = outer;
    switch (progress) {
    case Progress::suspended: state = MachineState::waiting; break;
    case Progress::ended: state = MachineState::finished; break;
    case Progress::exhausted: state = MachineState::exhausted; break;
    case Progress::failed: break;
    default: state = MachineState::ready; break;
    }
    return progress;
}

bool Machine::begin_call(std::uint32_t address, std::span<const Value> values) {
    const auto count = static_cast<std::uint32_t>(values.size());
    if (!room(count)) return false;
    verified_before_call = verified;
    if (verified && !entry_fits(address, values)) verified = false; // until the function returns
    for (const Value& value : values) stack.push(value);
    if (!push_call({ip, count, 0, host_call}) || !set_aside(calls.back())) return false;
    ip = address;
    host_done = false;
    host_result = Value();
    state = MachineState::ready;
    return true;
}

} // namespace vellum::pathologic
