// The world as front ends know it: programs become objects, frames update them, events go to all of them.
#include "vellum/scheduler.hpp"

#include <algorithm>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {

void World::add_program(UnitPtr unit, std::string parameters) {
    if (latest_ == nullptr) latest_ = unit;
    programs_.push_back({std::move(unit), std::move(parameters)});
}

std::vector<ProgramPtr> World::programs() const {
    std::vector<ProgramPtr> list;
    list.reserve(programs_.size());
    for (const StartProgram& program : programs_) list.push_back(program.unit);
    return list;
}

void World::refuse(const Diagnostics& diagnostics, const std::string& name) {
    for (const Diagnostic& problem : diagnostics.all()) {
        if (problem.severity != Severity::error) continue;
        vellum::Fault fault;
        fault.code = problem.code;
        fault.message = problem.message;
        fault.machine_name = name;
        report(std::move(fault));
    }
}

void World::start() {
    if (started_ || interrupted()) return;
    started_ = true;
    const Entry entry(*this);
    Starting starting;
    static_cast<void>(advance(starting));
}

Progress World::advance(Starting& starting) {
    while (starting.program < programs_.size()) {
        const StartProgram& program = programs_[starting.program++];
        Diagnostics diagnostics;
        Creation creation;
        if (begin(creation, program.unit, program.parameters, 0, diagnostics) == 0)
            refuse(diagnostics, program.unit->name());
        else if (advance(creation) == Progress::stopped)
            return leave(starting);
    }
    for (; starting.bot < start_bots_.size(); ++starting.bot) {
        const std::string& bot = start_bots_[starting.bot];
        Diagnostics diagnostics;
        if (starting.made == 0) {
            Creation creation;
            if (bots.has_room({}, bot, diagnostics)) starting.made = begin(creation, bot, 0, diagnostics);
            if (starting.made == 0) {
                refuse(diagnostics, bot);
                continue;
            }
            if (advance(creation) == Progress::stopped) return leave(starting);
        }
        bots.adopt({}, bot, std::exchange(starting.made, 0));
    }
    return Progress::done;
}

void World::frame(float seconds) {
    catch_up();
    if (interrupted()) return; // no time passes
    ++frames_;
    close_gaps();
    const Entry entry(*this);
    FrameTask frame;
    frame.seconds = seconds;
    static_cast<void>(advance(frame));
}

Progress World::advance(FrameTask& frame) {
    using enum FrameTask::At;
    if (frame.at == FrameTask::At::begin) frame.at = system_bots;
    if (frame.at == system_bots) {
        if (tell_bots(frame, "OnBotSysUpdate") == Progress::stopped) return leave(frame);
        if (game_paused) return Progress::done;
        frame.at = FrameTask::At::bots;
    }
    if (frame.at == FrameTask::At::bots) {
        if (tell_bots(frame, "OnBotUpdate") == Progress::stopped) return leave(frame);
        frame.end = list_.size(); // what is made meanwhile begins with the next frame
        frame.next = 0;
        frame.at = FrameTask::At::objects;
    }
    const EventId on_update = event_id("OnUpdate");
    const Value elapsed[] = {Value(frame.seconds)};
    for (;;) {
        if (frame.at == updated) {
            frame.at = FrameTask::At::objects;
            Object* still = find(frame.object);
            if (still == nullptr || !interested(*still, on_update)) continue;
            if (listens(*still, still->implementation->event(on_update)) &&
                tell(*still, on_update, elapsed) == Progress::stopped)
                return leave(frame);
        }
        if (frame.next >= std::min(frame.end, list_.size()) || interrupted()) return Progress::done;
        Object* const object = list_[frame.next++];
        if (object == nullptr) continue;
        frame.object = object->id;
        frame.at = updated;
        if (begin_update(*object, static_cast<double>(frame.seconds)) == Progress::stopped)
            return leave(frame);
    }
}

/// A bot may remove itself or others while it runs: the walk goes over a copy of the ids.
Progress World::tell_bots(FrameTask& frame, std::string_view event) {
    if (frame.bots.empty()) {
        if (bots.size() == 0) return Progress::done;
        for (const auto& [name, object] : bots.list()) frame.bots.push_back(object);
    }
    const EventId id = event_id(event);
    const Value values[] = {Value(frame.seconds)};
    while (frame.next < frame.bots.size())
        if (Object* object = find(frame.bots[frame.next++]); object != nullptr && interested(*object, id))
            if (tell(*object, id, values) == Progress::stopped) return Progress::stopped;
    frame.bots.clear();
    frame.next = 0;
    return Progress::done;
}

/// The more happened, the greater. Equals do not take each other's place in what is said of an event.
static std::size_t rank(Became became) {
    static constexpr std::size_t ranks[] = {0, 0, 1, 2, 3, 3};
    return ranks[static_cast<std::size_t>(became)];
}

EventResult World::send(const Event& event) {
    catch_up();
    if (interrupted())
        return {EventOutcome::interrupted, fail(vellum::codes::run_interrupted, "the world is interrupted")};
    const std::uint32_t known = exports().find_event(event.name);
    Sending sending;
    sending.id = event_id(event.name);
    sending.event = &event;
    for (const Object* object : objects())
        if (object != nullptr && interested(*object, sending.id)) sending.targets.push_back(object->id);
    if (known == no_index && sending.targets.empty())
        return {EventOutcome::unknown_event,
                fail(vellum::codes::engine_event, "there is no event '" + event.name + "'")};
    const Entry entry(*this);
    if (advance(sending) == Progress::stopped) return {EventOutcome::begun, std::string("paused")};
    static constexpr EventOutcome outcomes[] = {EventOutcome::no_handler, EventOutcome::remembered,
                                                EventOutcome::handled, EventOutcome::handled};
    return {outcomes[rank(sending.best)], std::string(to_string(sending.best))};
}

Progress World::advance(Sending& sending) {
    while (sending.next < sending.targets.size()) {
        Object* object = find(sending.targets[sending.next++]);
        if (object == nullptr) continue;
        const Unit& unit = object->unit();
        const std::uint32_t local = object->implementation->event(sending.id);
        if (local == none) continue;
        const UnitEvent& declared = unit.events[local];
        std::vector<Value> values = sending.event->values;
        values.resize(std::max(values.size(), declared.parameters.size()));
        for (std::size_t i = 0; i < declared.parameters.size();
             ++i) { // constants by name, as scripts write them
            if (!values[i].is(Type::string) ||
                unit.types[declared.parameters[i]].kind != TypeKind::enumeration)
                continue;
            if (const ConstantRef constant = exports().find_constant(values[i].text()))
                values[i] = exports().constant_at(constant).value;
        }
        Became became{};
        if (tell(*object, sending.id, values, &became) == Progress::stopped) return leave(sending);
        if (rank(became) > rank(sending.best)) sending.best = became;
    }
    return Progress::done;
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
    return !paused() && bots.size() == 0 && std::ranges::all_of(objects(), [&](const Object* object) {
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
    return index < all.size() && all[index] != nullptr ? *all[index]->implementation->unit : *latest_;
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
