// The world as front ends know it: programs become objects, frames update them, events go to all of them.
#include "vellum/scheduler.hpp"

#include <algorithm>

#include "engines/skrit/machine/codes.hpp"
#include "engines/skrit/world.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {

void World::add_program(UnitPtr unit, std::string parameters) {
    programs_.push_back({std::move(unit), std::move(parameters)});
}

void World::start() {
    if (started_ || interrupted()) return;
    started_ = true;
    const auto refused = [&](const Diagnostics& diagnostics, const std::string& name) {
        for (const Diagnostic& problem : diagnostics.all()) {
            if (problem.severity != Severity::error) continue;
            vellum::Fault fault;
            fault.code = problem.code;
            fault.message = problem.message;
            fault.machine_name = name;
            report(std::move(fault));
        }
    };
    for (const StartProgram& program : programs_) {
        Diagnostics diagnostics;
        if (create(program.unit, program.parameters, 0, diagnostics) == 0)
            refused(diagnostics, program.unit->name());
    }
    for (const std::string& bot : start_bots_) {
        Diagnostics diagnostics;
        if (bots.add({}, bot, diagnostics) == 0) refused(diagnostics, bot);
    }
}

void World::frame(float seconds) {
    if (interrupted()) return; // no time passes
    ++frames_;
    close_gaps();
    const Entered entered(*this);
    bots.update(seconds, paused);
    if (paused) return;
    const EventId on_update = event_id("OnUpdate");
    const Value elapsed[] = {Value(seconds)};
    const std::size_t end = list_.size(); // what is made meanwhile begins with the next frame
    for (std::size_t i = 0; i < std::min(end, list_.size()) && !interrupted(); ++i) {
        if (list_[i] == nullptr) continue;
        const std::uint64_t id = list_[i]->id;
        update(*list_[i], static_cast<double>(seconds));
        Object* still = find(id);
        if (still == nullptr || !interested(*still, on_update)) continue;
        if (listens(*still, still->implementation->event(on_update)))
            static_cast<void>(deliver(*still, on_update, elapsed));
    }
}

EventResult World::send(const Event& event) {
    if (interrupted())
        return {EventOutcome::interrupted, fail(vellum::codes::run_interrupted, "the world is interrupted")};
    const std::uint32_t known = exports().find_event(event.name);
    const EventId id = event_id(event.name);
    bool mentioned = false;
    std::string_view best = "no handler";
    std::vector<std::uint64_t> targets;
    for (const Object* object : objects())
        if (object != nullptr && interested(*object, id)) targets.push_back(object->id);
    mentioned = !targets.empty();
    if (known == no_index && !mentioned)
        return {EventOutcome::unknown_event,
                fail(vellum::codes::engine_event, "there is no event '" + event.name + "'")};
    const auto rank = [](std::string_view text) { // the more happened, the better
        return text.starts_with("handled")      ? 3
               : text == "a transition took it" ? 2
               : text.starts_with("a ")         ? 1
                                                : 0;
    };
    const Entered entered(*this);
    for (const std::uint64_t target : targets) {
        Object* object = find(target);
        if (object == nullptr) continue;
        const Unit& unit = object->unit();
        const UnitEvent& declared = unit.events[object->implementation->event(id)];
        std::vector<Value> values = event.values;
        values.resize(std::max(values.size(), declared.parameters.size()));
        for (std::size_t i = 0; i < declared.parameters.size();
             ++i) { // constants by name, as scripts write them
            if (!values[i].is(Type::string) ||
                unit.types[declared.parameters[i]].kind != TypeKind::enumeration)
                continue;
            if (const ConstantRef constant = exports().find_constant(values[i].text()))
                values[i] = exports().constant_at(constant).value;
        }
        std::string_view became;
        told_ = &became;
        static_cast<void>(deliver(*object, id, values));
        told_ = nullptr;
        if (rank(became) > rank(best)) best = became;
    }
    static constexpr EventOutcome outcomes[] = {EventOutcome::no_handler, EventOutcome::remembered,
                                                EventOutcome::handled, EventOutcome::handled};
    return {outcomes[rank(best)], std::string(best)};
}

CallResult World::call(std::string_view function, std::span<const Value> arguments) {
    if (interrupted())
        return {CallOutcome::interrupted, fail(vellum::codes::run_interrupted, "the world is interrupted")};
    for (Object* object : objects()) {
        if (object == nullptr) continue;
        const std::uint32_t found = object->unit().find_function(function);
        if (found == none) continue;
        const UnitFunction& row = object->unit().functions_table[found];
        if (arguments.size() != row.parameters.size())
            return {CallOutcome::wrong_count, fail(vellum::codes::engine_function,
                                                   "function '" + row.name + "' takes " +
                                                       std::to_string(row.parameters.size()) + " arguments")};
        Value result;
        if (!call_function(*object, found, arguments, &result)) {
            const vellum::Fault* fault = faults().empty() ? nullptr : &faults().back();
            return {interrupted() ? CallOutcome::interrupted : CallOutcome::faulted,
                    fail(fault != nullptr ? *fault->code : codes::run_abort,
                         fault != nullptr ? fault->message : std::string("the function failed"))};
        }
        return result;
    }
    return {CallOutcome::unknown_function,
            fail(vellum::codes::engine_function, "no object has a function '" + std::string(function) + "'")};
}

bool World::listens(const Object& object, std::uint32_t event) {
    const Implementation& code = *object.implementation;
    return !code.handlers(event, none).empty() ||
           (object.state != none &&
            (!code.handlers(event, object.state).empty() || code.waits(object.state)));
}

bool World::finished() const {
    const EventId on_update = event_names_.find("OnUpdate");
    return bots.size() == 0 && std::ranges::all_of(objects(), [&](const Object* object) {
               if (object == nullptr) return true;
               const std::uint32_t update = object->implementation->event(on_update);
               return object->timers.empty() && object->waiting.empty() &&
                      (object->state == none || !object->unit().states[object->state].dynamic) &&
                      (update == none || !listens(*object, update));
           });
}

MachineInfo World::machine(std::size_t index) const {
    MachineInfo info;
    const std::span<Object* const> all = objects();
    if (index >= all.size()) return info;
    if (all[index] == nullptr) {
        info.state = MachineState::finished;
        return info;
    }
    const Object& object = *all[index];
    info.name = object.name;
    const bool waits = !object.timers.empty() || !object.waiting.empty() ||
                       (object.state != none && object.unit().states[object.state].dynamic);
    info.state = waits ? MachineState::waiting : MachineState::idle;
    info.instructions = executed;
    for (const Machine* machine : running_)
        if (machine->invocation().object == &object) {
            info.state = MachineState::ready;
            info.frames = machine->frames();
        }
    return info;
}

std::string World::object_name(ObjectId object) const {
    const Object* found = find(object.id);
    return found == nullptr ? std::string() : found->name;
}

const Program& World::program(std::size_t index) const {
    const std::span<Object* const> all = objects();
    return index < all.size() && all[index] != nullptr ? *all[index]->implementation->unit
                                                       : *programs_.front().unit;
}

void World::note(std::string_view text) {
    if (Observer* watcher = Scheduler::observer())
        watcher->note(*this, running_.empty() ? 0 : running_object()->index, text);
}

void World::set_budget(const Budget& budget) {
    Scheduler::set_budget(budget);
    if (budget.instructions != 0) limits.instructions = budget.instructions;
    if (budget.call_depth != 0) limits.depth = budget.call_depth;
    if (budget.memory != 0) limits.memory = budget.memory;
    allowance = 0; // what is held is counted anew
}

} // namespace vellum::skrit
