// The world as front ends know it: programs become objects, frames update them, events go to all of them.
#include "vellum/scheduler.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/plural.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {

void World::add_program(StartProgram program) {
    if (latest_ == nullptr) latest_ = program.unit;
    programs_.push_back(std::move(program));
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
        const StartProgram& program = programs_[starting.program];
        if (starting.made == 0) {
            Diagnostics diagnostics;
            Creation creation;
            const std::vector<Property> fields(program.fields.begin(), program.fields.end());
            creation.fields = fields;
            starting.made = begin(creation, program.unit, program.parameters,
                                  program.bot.empty() ? stand_in.object : 0, diagnostics);
            if (starting.made == 0)
                refuse(diagnostics, program.unit->name());
            else if (advance(creation) == Progress::stopped)
                return leave(starting);
        }
        if (const std::uint64_t made = std::exchange(starting.made, 0); made != 0 && !program.bot.empty())
            bots.adopt(program.bot, {}, made);
        ++starting.program;
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
    static constexpr std::string_view events[] = {"OnGoPreload", "OnGoCommitCreation"};
    for (; stand_in.object != 0 && starting.event < std::size(events); ++starting.event) {
        if (starting.told.empty()) starting.told = owned(stand_in.object);
        if (tell_each(starting.told, starting.next, events[starting.event], {}) == Progress::stopped)
            return leave(starting);
    }
    return Progress::done;
}

std::vector<std::uint64_t> World::owned(std::uint64_t owner) const {
    std::vector<std::uint64_t> ids;
    for (const Object* object : list_)
        if (object != nullptr && object->owner == owner && !bots.is_bot(object->id))
            ids.push_back(object->id);
    return ids;
}

/// Whoever is told may remove itself or others: the walk goes over a copy of the ids.
Progress World::tell_each(std::vector<std::uint64_t>& told, std::size_t& next, std::string_view event,
                          std::span<const Value> values) {
    const EventId id = event_id(event);
    while (next < told.size())
        if (Object* object = find(told[next++]); object != nullptr && interested(*object, id))
            if (tell(*object, id, values) == Progress::stopped) return Progress::stopped;
    told.clear();
    next = 0;
    return Progress::done;
}

std::size_t World::send_to_owned(std::uint64_t owner, std::string_view event, std::span<const Value> values) {
    catch_up();
    const Entry entry(*this, true);
    const EventId id = event_id(event);
    std::size_t handled = 0;
    for (const std::uint64_t one : owned(owner))
        if (Object* object = find(one); object != nullptr && interested(*object, id))
            handled += deliver(*object, id, values) ? 1 : 0;
    return handled;
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
    const Value elapsed[] = {Value(frame.seconds)};
    const auto tell_bots = [&](std::string_view event, std::span<const Value> values) {
        if (this->bots.size() == 0) return Progress::done;
        if (frame.told.empty())
            for (const auto& [name, object] : this->bots.list()) frame.told.push_back(object);
        return tell_each(frame.told, frame.next, event, values);
    };
    if (frame.at == FrameTask::At::begin) frame.at = system_bots;
    if (frame.at == system_bots) {
        if (tell_bots("OnBotSysUpdate", elapsed) == Progress::stopped) return leave(frame);
        frame.at = game_paused ? drawing : FrameTask::At::bots; // a game that pauses is still on the screen
    }
    if (frame.at == FrameTask::At::bots) {
        if (tell_bots("OnBotUpdate", elapsed) == Progress::stopped) return leave(frame);
        frame.end = list_.size(); // what is made meanwhile begins with the next frame
        frame.next = 0;
        frame.at = FrameTask::At::objects;
    }
    const EventId on_update = event_id("OnUpdate");
    while (frame.at == FrameTask::At::objects || frame.at == updated) {
        if (frame.at == updated) {
            frame.at = FrameTask::At::objects;
            Object* still = find(frame.object);
            if (still == nullptr || !interested(*still, on_update)) continue;
            if (listens(*still, still->implementation->event(on_update)) &&
                tell(*still, on_update, elapsed) == Progress::stopped)
                return leave(frame);
        }
        if (interrupted()) return Progress::done;
        if (frame.next >= std::min(frame.end, list_.size())) {
            frame.next = 0;
            frame.at = components;
            break;
        }
        Object* const object = list_[frame.next++];
        if (object == nullptr) continue;
        frame.object = object->id;
        frame.at = updated;
        if (begin_update(*object, static_cast<double>(frame.seconds)) == Progress::stopped)
            return leave(frame);
    }
    if (frame.at == components) {
        if (stand_in.object != 0) {
            if (frame.told.empty()) frame.told = owned(stand_in.object);
            if (tell_each(frame.told, frame.next, "OnGoUpdate", elapsed) == Progress::stopped)
                return leave(frame);
        }
        frame.at = drawing;
    }
    return tell_bots("OnBotDraw", {}) == Progress::stopped ? leave(frame) : Progress::done;
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

/// What stands in for a value that nobody gave to an event.
Value World::left_out(const UnitType& type) {
    if (type.kind != TypeKind::pointer && type.kind != TypeKind::value && type.kind != TypeKind::managed)
        return {};
    if (same_name(type.name, "ReportContext")) return reports.context("generic");
    return stand_in.object == 0 ? Value() : Value(ObjectId{stand_in.object});
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
        const std::size_t given = values.size();
        values.resize(std::max(values.size(), declared.parameters.size()));
        for (std::size_t i = given; i < declared.parameters.size(); ++i)
            values[i] = left_out(unit.types[declared.parameters[i]]);
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
            return {CallOutcome::wrong_count,
                    fail(vellum::codes::engine_function,
                         "function '" + row.name + "' takes " + plural(row.parameters.size(), "argument"))};
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
    const EventId on_update = event_names_.find("OnUpdate"), on_go_update = event_names_.find("OnGoUpdate");
    const auto waits_for = [](const Object& object, EventId event) {
        const std::uint32_t local = object.implementation->event(event);
        return local != none && listens(object, local);
    };
    return !paused() && bots.size() == 0 && std::ranges::all_of(objects(), [&](const Object* object) {
        if (object == nullptr) return true;
        return object->timers.empty() && object->waiting.empty() &&
               (object->state == none || !object->unit().states[object->state].dynamic) &&
               !waits_for(*object, on_update) &&
               (stand_in.object == 0 || object->owner != stand_in.object ||
                !waits_for(*object, on_go_update));
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
    if (found != nullptr) return found->name;
    const std::string_view stream = reports.stream_of(object);
    return stream.empty() ? stand_in.name_of(object.id) : std::string(stream);
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
