// Saving and restoring worlds (docs/engines/skrit.md, "Saved games and changed skrits"). What no longer
// exists in an edited script is left out, what is new gets its initial value. Restoring reads and checks
// everything before it changes anything.
#include <algorithm>
#include <map>
#include <set>

#include "base/codes.hpp"
#include "base/hash.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/format.hpp"
#include "engines/skrit/snapshot/saved.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

namespace {

/// A text by all that a machine in the middle of it relies on.
std::uint64_t identity(const Unit& unit) { return hash64(write_skc(unit)); }

std::vector<SavedVariable> saved_variables(const Unit& unit, const StackCell* cells, bool shared,
                                           bool pointers) {
    std::vector<SavedVariable> list;
    for (const UnitVariable& variable : unit.variables) {
        if (variable.shared != shared) continue;
        const UnitType& type = unit.types[variable.type];
        Value value = value_of(cells[cell_of_variable(unit, variable)], type.kind);
        if (!pointers && (type.kind == TypeKind::pointer || type.kind == TypeKind::value)) value = ObjectId{};
        list.push_back(
            {variable.name, std::string(state_name(unit, variable.state)), type.name, std::move(value)});
    }
    return list;
}

/// All members of an object are here, so that a new one is not forgotten: its place and name follow from the
/// rest, its depth and end from what is under way.
SavedObject saved_object(const Object& object, bool pointers) {
    const auto& [implementation, cells, id, index, owner, name, parameters, state, pending, timers, waiting,
                 remembered, poll_period, poll_clock, poll_frames, references, depth, going, next_timer,
                 trace] = object;
    const Unit& unit = *implementation->unit;
    SavedObject saved{implementation->name,
                      parameters,
                      std::string(state_name(unit, state)),
                      std::string(state_name(unit, pending)),
                      id,
                      owner,
                      references,
                      next_timer,
                      poll_period,
                      poll_clock,
                      poll_frames,
                      trace,
                      timers,
                      {},
                      {},
                      saved_variables(unit, cells.get(), false, pointers)};
    for (const WaitingAt& at : waiting)
        saved.waiting.push_back({at_identity(unit, at.index), at.left, at.serial});
    for (std::uint32_t t = 0; t < unit.transitions.size(); ++t)
        for (std::uint32_t i = 0; i < unit.transitions[t].terms.size(); ++i)
            if (remembered[implementation->term(t) + i])
                saved.remembered.push_back(term_identity(unit, t, i));
    return saved;
}

bool matches(const Unit& unit, const UnitVariable& variable, const SavedVariable& saved) {
    return same_name(variable.name, saved.name) && same_name(state_name(unit, variable.state), saved.state) &&
           same_name(unit.types[variable.type].name, saved.type);
}

} // namespace

class WorldSnapshot {
  public:
    static Result<std::vector<std::byte>> take(const World& world, bool pointers) {
        if (world.entered_ != 0)
            return fail(vellum::codes::snapshot_busy, "a world cannot be saved while a script runs");
        SavedWorld saved;
        saved.next_object = world.next_object_;
        saved.next_serial = world.next_serial_;
        saved.random = world.random;
        saved.executed = world.executed;
        saved.frames = world.frames_;
        saved.started = world.started_;
        saved.game_paused = world.game_paused;
        std::map<std::string, const Implementation*> implementations; // in the order of their names
        for (const Object* object : world.objects()) {
            if (object == nullptr) continue;
            implementations.emplace(object->implementation->name, object->implementation.get());
            saved.objects.push_back(saved_object(*object, pointers));
        }
        for (const auto& [name, implementation] : implementations)
            saved.implementations.push_back(
                {name, implementation->made,
                 saved_variables(*implementation->unit, implementation->shared.get(), true, pointers)});
        saved.bots = world.bots.list();
        saved.resolved.insert(world.resolved_.begin(), world.resolved_.end());
        for (const auto& [key, code] : world.commands_) saved.commands.push_back(key);
        std::ranges::sort(saved.commands);
        saved.streams = world.reports.states();
        saved.stand_in = world.stand_in.values();
        if (world.paused()) saved.pause = under_way(world);
        return write(saved);
    }

    static Result<void> put_back(World& world, std::span<const std::byte> bytes, bool announce) {
        if (world.entered_ != 0)
            return fail(vellum::codes::snapshot_busy, "a world cannot be restored while a script runs");
        Result<SavedWorld> saved = read(bytes, world.bounds());
        if (!saved) return std::unexpected(saved.error());
        if (announce && saved->pause)
            return fail(vellum::codes::snapshot_busy,
                        "a script is paused in this snapshot: it is restored, not loaded as a saved game");
        std::map<std::string, UnitPtr> units;
        for (const SavedImplementation& implementation : saved->implementations) {
            Result<UnitPtr> unit = unit_for(world, implementation.name);
            if (!unit) return std::unexpected(unit.error());
            units[implementation.name] = std::move(*unit);
        }
        if (Result<void> fine = check(world, *saved, units); !fine) return fine;
        // from here on nothing can fail
        put_back(world, *saved, units, announce);
        return {};
    }

  private:
    static SavedPause under_way(const World& world) {
        const Machine& machine = *world.running_.back();
        const auto& object = *static_cast<const Object*>(machine.invocation().object);
        SavedPause pause{
            object.id,    identity(object.unit()), world.granted_, world.remaining + world.reserve,
            object.going, machine.stopped(),       world.agenda_,  {}};
        for (std::size_t i = 0; i < world.list_.size(); ++i)
            if (world.list_[i] == nullptr) pause.gaps.push_back(static_cast<std::uint32_t>(i));
        return pause;
    }

    static Result<UnitPtr> unit_for(World& world, const std::string& name) {
        if (const auto found = world.implementations_.find(name); found != world.implementations_.end())
            return found->second->unit;
        for (const auto& program : world.programs_)
            if (implementation_key(program.unit->name()) == name) return program.unit;
        Diagnostics diagnostics;
        return world.find_unit(name, diagnostics);
    }

    static Result<void> check(const World& world, const SavedWorld& saved,
                              const std::map<std::string, UnitPtr>& units) {
        std::set<std::uint64_t> ids;
        const SavedObject* paused = nullptr;
        for (const SavedObject& object : saved.objects) {
            if (!units.contains(object.implementation) || (object.id >> 32U) != (object_tag >> 32U) ||
                !ids.insert(object.id).second)
                return fail(codes::run_not_found, "the saved objects contradict each other");
            if (saved.pause && saved.pause->object == object.id) paused = &object;
        }
        for (const auto& [name, object] : saved.bots)
            if (!ids.contains(object)) return fail(codes::run_not_found, "a saved bot has no object");
        if (!saved.pause) return {};
        if (paused == nullptr) return fail(codes::run_not_found, "the paused script has no object");
        const Unit& unit = *units.at(paused->implementation);
        if (saved.pause->text != identity(unit))
            return fail(vellum::codes::snapshot_version,
                        "the snapshot was taken inside a different version of " + unit.name());
        if (!is_sound(*saved.pause, *paused, unit, world.bounds()))
            return fail(vellum::codes::snapshot_corrupt, "the paused state contradicts itself");
        return {};
    }

    static void put_back(World& world, SavedWorld& saved, std::map<std::string, UnitPtr>& units,
                         bool announce) {
        world.abandon();
        world.close_gaps();
        const World::Entry entry(world, true);
        while (!world.list_.empty()) forget(world, *world.list_.back());
        world.next_object_ = saved.next_object & 0xFFFF'FFFFU;
        world.next_serial_ = saved.next_serial;
        world.random = saved.random;
        world.executed = saved.executed;
        world.frames_ = saved.frames;
        world.started_ = saved.started;
        world.game_paused = saved.game_paused;
        world.bots.restore(std::move(saved.bots));
        std::vector<Object*> made;
        for (const SavedObject& object : saved.objects) {
            made.push_back(&restore_object(world, object, units[object.implementation]));
            ++made.back()
                  ->depth; // initialisers and OnLoadShared may release objects, but none goes before the end
        }
        for (const SavedImplementation& implementation : saved.implementations)
            for (Object* object : made)
                if (object->implementation->name == implementation.name) {
                    object->implementation->made = implementation.made;
                    initialise_new(world, *object, true, implementation.variables);
                    restore_variables(world, *object, implementation.variables);
                    if (announce) static_cast<void>(world.tell(*object, on_load_shared));
                    break;
                }
        for (std::size_t i = 0; i < made.size(); ++i) {
            restore_variables(world, *made[i], saved.objects[i].variables);
            restore_rest(world, *made[i], saved.objects[i]);
        }
        std::vector<std::uint64_t> restored;
        for (Object* object : made) {
            restored.push_back(object->id);
            --object->depth;
            if (object->going) static_cast<void>(world.end(*object));
        }
        if (announce)
            for (const std::uint64_t id : restored)
                if (Object* object = world.find(id)) static_cast<void>(world.tell(*object, on_load));
        world.resolved_ = {saved.resolved.begin(), saved.resolved.end()};
        world.stand_in.restore(std::move(saved.stand_in));
        if (!announce) { // a saved game is no session: what a player set up stays
            world.reports.restore(saved.streams);
            world.keep_compiled(saved.commands);
        }
        if (saved.pause) stand_still(world, saved);
    }

    /// Takes an object away without a word to its script.
    static void forget(World& world, Object& object) {
        const std::shared_ptr<Implementation> code = object.implementation;
        world.free_cells(object.cells.get(), object.unit().instance);
        if (--code->objects == 0) world.forget(*code);
        world.list_.pop_back();
        world.objects_.erase(object.id);
    }

    static Object& restore_object(World& world, const SavedObject& saved, const UnitPtr& unit) {
        const std::uint64_t next = std::exchange(world.next_object_, saved.id & 0xFFFF'FFFFU);
        Object& object = world.add_object(world.implementation(unit, saved.implementation), saved.owner);
        world.next_object_ = next;
        object.parameters = saved.parameters;
        object.references = std::max<std::uint32_t>(1, saved.references);
        object.next_timer = saved.next_timer;
        ++object.depth;
        initialise_new(world, object, false, saved.variables);
        --object.depth;
        return object;
    }

    /// Initial values for the variables that the saved game does not know.
    static void initialise_new(World& world, Object& object, bool shared,
                               const std::vector<SavedVariable>& variables) {
        const Unit& unit = object.unit();
        world.initialise(object, shared, [&](const UnitVariable& variable) {
            return std::ranges::any_of(
                variables, [&](const SavedVariable& saved) { return matches(unit, variable, saved); });
        });
    }

    static void restore_variables(World& world, Object& object, const std::vector<SavedVariable>& variables) {
        const Unit& unit = object.unit();
        for (const SavedVariable& saved : variables)
            for (const UnitVariable& variable : unit.variables)
                if (matches(unit, variable, saved))
                    static_cast<void>(world.set_variable(object, variable, saved.value));
    }

    static void restore_rest(World& world, Object& object, const SavedObject& saved) {
        const Unit& unit = object.unit();
        object.state = saved.state.empty() ? none : unit.find_state(saved.state);
        object.pending = saved.pending.empty() ? none : unit.find_state(saved.pending);
        object.poll_period = saved.poll_period;
        object.poll_clock = saved.poll_clock;
        object.poll_frames = saved.poll_frames;
        object.trace = saved.trace;
        if (saved.state.empty())
            object.state = unit.startup;
        else if (object.state == none)
            world.lose_state(object, saved.state);
        object.timers = saved.timers;
        if (object.timers.size() > world.bounds().timers) object.timers.resize(world.bounds().timers);
        object.waiting.clear();
        for (const SavedAt& at : saved.waiting)
            if (const std::uint32_t index = find_at(unit, at.at); index != none)
                object.waiting.push_back({index, at.left, at.serial});
        for (const TermIdentity& term : saved.remembered)
            find_terms(unit, term, [&](std::uint32_t transition, std::uint32_t index) {
                object.remembered[object.implementation->term(transition) + index] = true;
            });
    }

    /// The pause itself, over restored objects.
    static void stand_still(World& world, SavedWorld& saved) {
        SavedPause& pause = *saved.pause;
        Object* const object = world.find(pause.object);
        if (object == nullptr) return; // gone while edited scripts of others began
        open_gaps(world, pause.gaps);
        const SavedObject& exact =
            *std::ranges::find(saved.objects, pause.object, &SavedObject::id); // in the middle of anything
        if (exact.state.empty()) object->state = none;
        object->references = exact.references;
        object->going = pause.going;
        object->depth = depth_of(pause);
        for (LeftTask& left : pause.agenda) {
            if (auto* delivery = std::get_if<Delivery>(&left.task)) delivery->object = object;
            if (auto* update = std::get_if<Update>(&left.task)) update->object = object;
            if (auto* creation = std::get_if<Creation>(&left.task)) creation->object = object;
            if (auto* sending = std::get_if<Sending>(&left.task))
                sending->id = world.event_id(left.event.name);
            if (auto* settling = std::get_if<Settling>(&left.task)) {
                settling->object = object;
                if (settling->at == Settling::At::freed) --object->implementation->objects;
            }
        }
        world.agenda_ = std::move(pause.agenda);
        world.stand_still(*object, pause.machine, pause.granted, pause.left);
    }

    static void open_gaps(World& world, std::span<const std::uint32_t> gaps) {
        std::vector<Object*> list;
        std::size_t next = 0;
        const auto fill_to = [&](std::size_t place) {
            while (list.size() < place && next < world.list_.size()) list.push_back(world.list_[next++]);
        };
        for (const std::uint32_t gap : gaps) {
            fill_to(gap);
            list.push_back(nullptr);
        }
        fill_to(world.list_.size() + gaps.size());
        while (!list.empty() && list.back() == nullptr) list.pop_back(); // none stands at the end
        world.list_ = std::move(list);
        world.gaps_ = static_cast<std::size_t>(std::ranges::count(world.list_, nullptr));
        for (std::size_t i = 0; i < world.list_.size(); ++i)
            if (world.list_[i] != nullptr) world.list_[i]->index = static_cast<std::uint32_t>(i);
    }
};

Result<std::vector<std::byte>> World::snapshot() const { return WorldSnapshot::take(*this, true); }
Result<void> World::restore(std::span<const std::byte> bytes) {
    return WorldSnapshot::put_back(*this, bytes, false);
}
Result<std::vector<std::byte>> World::save() const {
    if (paused())
        return fail(vellum::codes::snapshot_busy, "a game cannot be saved while a script is paused");
    return WorldSnapshot::take(*this, false);
}
Result<void> World::load(std::span<const std::byte> bytes) {
    return WorldSnapshot::put_back(*this, bytes, true);
}

} // namespace vellum::skrit
