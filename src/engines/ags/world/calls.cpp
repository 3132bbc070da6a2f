// Events and calls from outside.
#include "engines/ags/world/world.hpp"

#include <algorithm>
#include <utility>

#include "base/number.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/world/entry.hpp"

namespace vellum::ags {

void World::tell_event(const Task& task, EventOutcome outcome) {
    if (observer() != nullptr) observer()->event(*this, 0, task.name, task.values, to_string(outcome));
}

EventResult World::send(const Event& event) {
    if (entered_ == 0) catch_up();
    if (paused())
        return {EventOutcome::interrupted,
                fail(vellum::codes::run_interrupted, "the world is paused and interrupted")};
    const Entry entry(*this);
    Task task;
    task.kind = Task::Kind::event;
    task.name = event.name;
    task.values = event.values;
    if (auto step = take_step(event.name)) {
        if (step->outcome != EventOutcome::handled) return *std::move(step);
        if (!advance(task)) return {EventOutcome::begun, std::string("paused")};
        tell_event(task, EventOutcome::handled);
        return *std::move(step);
    }
    EventResult begun{EventOutcome::begun, std::string("paused")};
    EventOutcome outcome = EventOutcome::no_handler;
    bool none_fits = false; // every handler takes more values: a fault each
    const bool by_value =
        event.name == "room" && event.values.size() == 1 && event.values[0].is(Type::integer);
    if (by_value || event.name.starts_with("room ")) {
        const std::int64_t wanted =
            by_value ? event.values[0].integer()
                     : whole_number<std::int64_t>(std::string_view(event.name).substr(5)).value_or(-1);
        if (!by_value && wanted < 0)
            return {EventOutcome::unknown_event,
                    fail(vellum::codes::engine_event, "write a room event as 'room 12' or 'room:12'")};
        const std::size_t index = index_of_room(wanted);
        if (index == rooms_.size())
            return {EventOutcome::no_receiver,
                    fail(vellum::codes::engine_event, "there is no room " + std::to_string(wanted))};
        task.kind = Task::Kind::room;
        go_to_room(index);
        if (!advance(task)) return begun;
        if (no_room_) return {EventOutcome::failed, std::unexpected(*std::exchange(no_room_, {}))};
        outcome = EventOutcome::handled;
    } else if (const std::size_t queued = queue_everywhere(event.name, event.values); queued != 0) {
        const bool busy = machines_[0]->active() || machines_[0]->in_native();
        const std::size_t before = faults().size();
        if (!advance(task)) return begun;
        outcome = busy ? EventOutcome::queued : EventOutcome::handled;
        const auto refused =
            std::ranges::count(std::span(faults()).subspan(std::min(before, faults().size())),
                               &codes::few_parameters, &Fault::code);
        none_fits = std::cmp_equal(refused, queued);
    }
    tell_event(task, outcome);
    return {none_fits ? EventOutcome::wrong_count : outcome, std::string(to_string(outcome))};
}

CallResult World::call(std::string_view function, std::span<const Value> arguments) {
    if (interrupted())
        return {vellum::CallOutcome::interrupted,
                fail(vellum::codes::run_interrupted, "the world is interrupted")};
    if (paused())
        return {
            vellum::CallOutcome::not_ready,
            fail(vellum::codes::engine_function, "a function cannot be called while the world is paused")};
    const Entry entry(*this);
    // "script/Function" looks in that script only; otherwise the script that was linked last and has it is
    // taken.
    const std::size_t slash = function.find('/');
    const std::string_view script =
        slash == std::string_view::npos ? std::string_view{} : function.substr(0, slash);
    std::string name(slash == std::string_view::npos ? function : function.substr(slash + 1));
    if (const std::size_t dot = name.find('.'); dot != std::string::npos) name.replace(dot, 1, "::");
    const std::vector<Instance>& instances = environment_.instances();
    const Instance* target = nullptr;
    std::uint32_t export_number = 0;
    for (std::size_t i = instances.size(); i-- > 0 && target == nullptr;) {
        const auto found = instances[i].functions.find(name);
        if (found == instances[i].functions.end()) continue;
        if (!script.empty() && instances[i].script->name() != script &&
            instances[i].script->section_of(1) != script)
            continue;
        target = &instances[i];
        export_number = found->second;
    }
    if (target == nullptr)
        return {vellum::CallOutcome::unknown_function,
                fail(vellum::codes::engine_function,
                     "no script " + (script.empty() ? std::string() : "'" + std::string(script) + "' ") +
                         "exports a function '" + name + "'")};
    Machine* machine = machines_[0].get();
    if (machine->active() || machine->in_native()) machine = fork();
    if (machine == nullptr)
        return {vellum::CallOutcome::over_limit,
                fail(codes::call_overflow, "CallScriptFunction stack overflow (recursive call error?)")};
    if (auto begun = begin(*machine, target->number, export_number, arguments); !begun)
        return {begun.error().code == &codes::few_parameters ? vellum::CallOutcome::wrong_count
                                                             : vellum::CallOutcome::faulted,
                std::unexpected(std::move(begun.error()))};
    const Exit exit = run(*machine);
    if (exit != Exit::paused) return end_call(*machine, exit, name);
    Task task;
    task.kind = Task::Kind::call;
    task.name = name;
    pause(task);
    return {vellum::CallOutcome::unfinished,
            fail(vellum::codes::engine_function, "'" + name + "' is paused")};
}

CallResult World::end_call(Machine& machine, Exit exit, const std::string& name) {
    const auto faulted = [this]() -> CallResult {
        const Fault& fault = faults().back();
        const bool stopped = fault.code == &vellum::codes::run_interrupted;
        return {stopped ? vellum::CallOutcome::interrupted : vellum::CallOutcome::faulted,
                fail(*fault.code, fault.message)};
    };
    switch (exit) {
    case Exit::budget: {
        fault_unfinished(machine, "the call");
        settle(machine, Exit::faulted);
        return faulted();
    }
    case Exit::waiting:
    case Exit::paused:
        settle(machine, exit);
        return {vellum::CallOutcome::unfinished,
                fail(vellum::codes::engine_function,
                     "'" + name + "' waits for a native; it continues in the next frames")};
    case Exit::faulted: {
        settle(machine, exit);
        return faulted();
    }
    case Exit::aborted: {
        settle(machine, exit);
        return {vellum::CallOutcome::faulted, fail(codes::host_error, "the host aborted '" + name + "'")};
    }
    case Exit::finished: break;
    }
    settle(machine, exit);
    return machine.result_value();
}

} // namespace vellum::ags
