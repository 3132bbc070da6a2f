// Events by name and number to one machine or all of them, and calls of script functions by the host.
#include <algorithm>

#include "base/number.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/format/names.hpp"
#include "engines/pathologic/world/world.hpp"
#include "isa/functions.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic {

namespace {

/// A decimal or 0x number; nothing if the text is anything else.
std::optional<std::uint32_t> number(std::string_view text) {
    int base = 10;
    if (text.starts_with("0x")) {
        text.remove_prefix(2);
        base = 16;
    }
    return whole_number<std::uint32_t>(text, base);
}

std::unexpected<Diagnostic> world_interrupted() {
    return fail(vellum::codes::run_interrupted, "the world was interrupted", {},
                "nothing runs until the interruption ends");
}

/// A handler was there and did not take the values.
bool is_refusal(EventOutcome outcome) {
    return outcome == EventOutcome::wrong_count || outcome == EventOutcome::wrong_values;
}

/// What the handler of the task on top wants: "wants 2 values (int, object)".
std::string wanted_values(const Machine& machine, std::uint32_t event) {
    const EventHandler* handler =
        machine.tasks.empty() ? nullptr : machine.code->handler(machine.tasks.back().task, event);
    if (handler == nullptr || handler->variables.empty()) return "takes no values";
    std::string types;
    for (const VariableType type : handler->variables) {
        if (!types.empty()) types += ", ";
        types += to_string(value_type(type));
    }
    const std::size_t count = handler->variables.size();
    return "wants " + std::to_string(count) + (count == 1 ? " value (" : " values (") + types + ")";
}

EventResult refused(const Machine& machine, std::uint32_t event, std::string_view name,
                    EventOutcome outcome) {
    return {outcome, fail(vellum::codes::engine_event, "event " + std::string(name) + ": " +
                                                           std::string(words_for(outcome)) +
                                                           "; the handler " + wanted_values(machine, event))};
}

} // namespace

Result<std::uint32_t> RunningWorld::event_id(std::string_view name) const {
    if (const auto id = number(name)) return *id;
    // Windows and game objects share names; the number that some running script handles is meant.
    std::optional<std::uint32_t> known;
    for (const EventName& candidate : event_names()) {
        if (candidate.name != name) continue;
        if (!known) known = candidate.id;
        for (const std::unique_ptr<Machine>& machine : machines_)
            if (!machine->tasks.empty() && machine->code->script->window == candidate.window &&
                machine->code->handler(machine->tasks.back().task, candidate.id) != nullptr)
                return candidate.id;
    }
    if (known) return *known;
    return fail(vellum::codes::engine_event,
                "there is no event named '" + std::string(name) + "'" + meant_event(name), {},
                "name an event by number (2) or name (OnUse), with @ for one machine (2@0)");
}

Result<std::uint32_t> RunningWorld::machine_named(std::string_view name) const {
    for (std::size_t i = 0; i < machines_.size(); ++i)
        if (machines_[i]->name == name) return static_cast<std::uint32_t>(i);
    if (const auto index = number(name); index && *index < machines_.size()) return *index;
    return fail(vellum::codes::engine_event, "there is no machine '" + std::string(name) + "'");
}

void RunningWorld::tell_event(const Machine& machine, std::uint32_t event, std::span<const Value> values,
                              EventOutcome outcome) {
    if (observer() == nullptr) return;
    std::string text = std::to_string(event);
    if (const std::string_view name = event_name(event, machine.code->script->window); !name.empty()) {
        text += " (";
        text += name;
        text += ')';
    }
    observer()->event(*this, machine.index, text, canonical(values), words_for(outcome));
}

EventOutcome RunningWorld::deliver(Machine& machine, std::uint32_t event, std::span<const Value> values) {
    ++delivering_;
    const auto depth = static_cast<std::uint32_t>(machine.calls.size() + 1);
    const EventOutcome outcome = machine.send(event, values);
    if (paused()) { // told when it is known what became of it
        state_.cursor.kind = Cursor::Kind::event;
        state_.cursor.depth = depth;
        state_.cursor.event = event;
        state_.cursor.values = canonical(values);
    } else {
        tell_event(machine, event, values, outcome);
    }
    tell_if_ended(machine); // an event that finds no room ends its run before anything runs
    --delivering_;
    return outcome;
}

void RunningWorld::deliver_to_rest(std::uint32_t first, std::uint32_t event, std::span<const Value> values,
                                   Deliveries& deliveries) {
    const std::size_t count = machines_.size();
    ++delivering_;
    for (std::size_t i = first; i < count && !interrupted(); ++i) {
        const EventOutcome outcome = deliver(*machines_[i], event, values);
        if (!is_refusal(deliveries.last)) deliveries.last = outcome;
        deliveries.best = std::min(deliveries.best, outcome);
        if (outcome == EventOutcome::handled || outcome == EventOutcome::begun) ++deliveries.handled;
        if (paused()) {
            state_.cursor.to_all = true;
            state_.cursor.next = static_cast<std::uint32_t>(i) + 1;
            break;
        }
    }
    --delivering_;
}

EventResult RunningWorld::send(const Event& event) {
    std::string_view name = event.name;
    std::optional<std::uint32_t> addressed;
    if (const std::size_t at = name.rfind('@'); at != std::string_view::npos) {
        const Result<std::uint32_t> found = machine_named(name.substr(at + 1));
        if (!found) return {EventOutcome::no_receiver, std::unexpected(found.error())};
        addressed = *found;
        name = name.substr(0, at);
    }
    const Result<std::uint32_t> id = event_id(name);
    if (!id) return {EventOutcome::unknown_event, std::unexpected(id.error())};
    if (addressed) {
        EventResult sent = send_to(*addressed, *id, event.values);
        return sent && is_refusal(sent.outcome) ? refused(*machines_[*addressed], *id, name, sent.outcome)
                                                : sent;
    }
    if (interrupted()) return {EventOutcome::interrupted, world_interrupted()};
    catch_up();
    const Entry entry(*this);
    Deliveries all;
    deliver_to_rest(0, *id, event.values, all);
    if (all.handled == 0 && is_refusal(all.last)) {
        const auto refuses = [&](const std::unique_ptr<Machine>& machine) {
            return !machine->tasks.empty() &&
                   machine->code->handler(machine->tasks.back().task, *id) != nullptr;
        };
        const auto first = std::ranges::find_if(machines_, refuses);
        return refused(first == machines_.end() ? *machines_.front() : **first, *id, name, all.last);
    }
    if (machines_.size() <= 1) return {all.last, std::string(words_for(all.last))};
    return {all.best,
            "handled by " + std::to_string(all.handled) + " of " + std::to_string(machines_.size())};
}

EventResult RunningWorld::send_to(std::uint32_t index, std::uint32_t event, std::span<const Value> values) {
    if (index >= machines_.size())
        return {EventOutcome::no_receiver,
                fail(vellum::codes::engine_event, "there is no machine " + std::to_string(index))};
    if (interrupted()) return {EventOutcome::interrupted, world_interrupted()};
    catch_up();
    const Entry entry(*this);
    const EventOutcome outcome = deliver(*machines_[index], event, values);
    return {outcome, std::string(words_for(outcome))};
}

CallResult RunningWorld::call(std::string_view function, std::span<const Value> arguments) {
    Machine* machine = machines_.empty() ? nullptr : machines_.front().get();
    if (const std::size_t at = function.rfind('@'); at != std::string_view::npos) {
        const Result<std::uint32_t> found = machine_named(function.substr(at + 1));
        if (!found) return {CallOutcome::not_ready, std::unexpected(found.error())};
        machine = machines_[*found].get();
        function = function.substr(0, at);
    }
    if (machine == nullptr || machine->tasks.empty())
        return {CallOutcome::not_ready,
                fail(vellum::codes::engine_function, "no script with this function has started")};
    if (machine->state == MachineState::faulted)
        return {CallOutcome::not_ready,
                fail(vellum::codes::engine_function, "the script was ended by a fault")};
    if (state_.cursor.active || slices_ != 0)
        return {CallOutcome::not_ready,
                fail(vellum::codes::engine_function,
                     "a function cannot be called while the world runs or is paused")};
    const std::vector<Function> functions = machine->code->script->functions();
    std::optional<std::uint32_t> address = number(function);
    if (!address) address = function_address(machine->code->script->entries, function);
    if (const auto named = isa::function_named(functions, function, vellum::codes::engine_function); named)
        address = (*named)->address;
    const auto found = address ? std::ranges::find(functions, *address, &Function::address) : functions.end();
    if (found == functions.end())
        return {CallOutcome::unknown_function,
                fail(vellum::codes::engine_function, "there is no function '" + std::string(function) + "'",
                     {}, "call a function by its name in the source or listing, or by its address")};
    // Fewer than the function touches, and it would write into variables of whoever runs.
    const FunctionFacts* facts = machine->code->script->verification().function_at(found->address);
    if (facts != nullptr && arguments.size() < facts->arguments)
        return {CallOutcome::wrong_count,
                fail(vellum::codes::engine_function,
                     "the function '" + found->name + "' takes " + std::to_string(facts->arguments) +
                         " values, not " + std::to_string(arguments.size()),
                     {}, "pass the values that the function expects, result slot first")};
    if (interrupted()) return {CallOutcome::interrupted, world_interrupted()};
    for (const Value& value : arguments)
        if (value.is(Type::none) || value.is(Type::memory))
            return {CallOutcome::wrong_values,
                    fail(vellum::codes::engine_function, "an argument has a type that scripts do not have")};

    const Entry entry(*this);
    const MachineState before = machine->state;
    Progress progress = Progress::failed;
    if (machine->begin_call(found->address, arguments))
        progress = run_call(*machine, before, limits.instructions);
    else
        tell_if_ended(*machine);
    if (progress == Progress::paused) {
        state_.cursor.kind = Cursor::Kind::call;
        state_.cursor.before = before;
        return {CallOutcome::unfinished, fail(vellum::codes::engine_function, "the function is paused")};
    }
    if (progress == Progress::returned) {
        machine->host_result.make_canonical();
        return std::exchange(machine->host_result, Value());
    }
    if (machine->state == MachineState::faulted)
        return {CallOutcome::faulted, fail(vellum::codes::engine_function,
                                           "the function ended with a fault" +
                                               (faults().empty() ? "" : ": " + faults().back().message))};
    if (progress == Progress::exhausted && interrupted())
        return {CallOutcome::interrupted,
                fail(vellum::codes::run_interrupted,
                     "the world was interrupted; the function continues in the first frame after that")};
    return {CallOutcome::unfinished,
            fail(vellum::codes::engine_function,
                 progress == Progress::exhausted
                     ? "the function used up its instructions and continues in the next frame"
                     : "the function waits for a native and continues in the next frame")};
}

/// Until the function returns that the host called.
Progress RunningWorld::run_call(Machine& machine, MachineState before, std::uint64_t share) {
    calling_ = true;
    const Progress progress = run_slice_of(machine, 0.0F, share);
    calling_ = false;
    if (progress == Progress::returned) machine.state = before;
    return progress;
}

} // namespace vellum::pathologic
