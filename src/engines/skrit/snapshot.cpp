// Saving and restoring worlds. Everything is kept by name (variables, states, terms, at functions), so that a
// saved game still loads when its scripts were edited; what no longer exists is left out (reference "Save
// games"). Restoring reads everything before it changes anything.
#include "runtime/snapshot.hpp"

#include <algorithm>
#include <map>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/objects/identity.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

namespace {

constexpr std::uint32_t format_version = 4;
constexpr std::uint32_t many = 1'000'000;

struct SavedVariable {
    std::string name, state, type;
    Value value;
};
struct SavedAt {
    AtIdentity at;
    double left = 0;
};
struct SavedObject {
    std::string implementation, parameters, state, pending;
    std::uint64_t id = 0, owner = 0;
    std::uint32_t references = 1;
    std::int32_t next_timer = 1000;
    double poll_period = 0, poll_clock = 0;
    bool poll_frames = false;
    std::vector<Timer> timers;
    std::vector<SavedAt> waiting;
    std::vector<TermIdentity> remembered;
    std::vector<SavedVariable> variables;
};
struct SavedImplementation {
    std::string name;
    bool made = false;
    std::vector<SavedVariable> variables;
};

void put_real(SnapshotWriter& out, double value) { out.out().u64(std::bit_cast<std::uint64_t>(value)); }
double get_real(SnapshotReader& in) {
    const auto value = std::bit_cast<double>(in.in().u64());
    return value > -1e9 && value < 1e9 ? value : 0; // what a world writes lies far inside
}
std::string get_text(SnapshotReader& in) { return std::string(in.text().view()); }

void put_variables(SnapshotWriter& out, const Unit& unit, const StackCell* cells, bool shared,
                   bool pointers) {
    std::uint32_t count = 0;
    for (const UnitVariable& variable : unit.variables) count += variable.shared == shared ? 1 : 0;
    out.out().u32(count);
    for (const UnitVariable& variable : unit.variables) {
        if (variable.shared != shared) continue;
        const UnitType& type = unit.types[variable.type];
        Value value = value_of(cells[cell_of_variable(unit, variable)], type.kind);
        if (!pointers && (type.kind == TypeKind::pointer || type.kind == TypeKind::value)) value = ObjectId{};
        out.text(variable.name);
        out.text(state_name(unit, variable.state));
        out.text(type.name);
        out.value(value);
    }
}

std::vector<SavedVariable> get_variables(SnapshotReader& in) {
    std::vector<SavedVariable> list(in.count(13, many, "variables"));
    for (SavedVariable& variable : list) {
        variable.name = get_text(in);
        variable.state = get_text(in);
        variable.type = get_text(in);
        variable.value = in.value();
    }
    return list;
}

} // namespace

class WorldSnapshot {
  public:
    static Result<std::vector<std::byte>> write(const World& world, bool pointers) {
        if (world.busy())
            return fail(vellum::codes::snapshot_busy, world.paused()
                                                          ? "a world cannot be saved while a script is paused"
                                                          : "a world cannot be saved while a script runs");
        SnapshotWriter out("skrit", format_version, {});
        out.begin("WRLD");
        out.out().u64(world.next_object_);
        out.out().u64(world.random);
        out.out().u64(world.executed);
        out.out().u64(world.frames_);
        out.boolean(world.started_);
        out.boolean(world.game_paused);
        out.end();
        std::map<std::string, const Implementation*> implementations; // in the order of their names
        for (const Object* object : world.objects())
            implementations.emplace(object->implementation->name, object->implementation.get());
        out.begin("IMPL");
        out.out().u32(static_cast<std::uint32_t>(implementations.size()));
        for (const auto& [name, implementation] : implementations) {
            out.text(name);
            out.boolean(implementation->made);
            put_variables(out, *implementation->unit, implementation->shared.get(), true, pointers);
        }
        out.end();
        out.begin("OBJS");
        out.out().u32(static_cast<std::uint32_t>(world.objects().size()));
        for (const Object* object : world.objects()) put_object(out, *object, pointers);
        out.end();
        out.begin("BOTS");
        out.out().u32(static_cast<std::uint32_t>(world.bots.size()));
        for (const auto& [name, object] : world.bots.list()) {
            out.text(name);
            out.out().u64(object);
        }
        out.end();
        return out.take();
    }

    static Result<void> read(World& world, std::span<const std::byte> bytes, bool announce) {
        if (world.entered_ != 0)
            return fail(vellum::codes::snapshot_busy, "a world cannot be restored while a script runs");
        Result<SnapshotReader> opened = SnapshotReader::open(bytes, "skrit", format_version, {});
        if (!opened) return std::unexpected(opened.error());
        SnapshotReader& in = *opened;
        in.begin("WRLD");
        const std::uint64_t next_object = in.in().u64();
        const std::uint64_t random = in.in().u64();
        const std::uint64_t executed = in.in().u64();
        const std::uint64_t frames = in.in().u64();
        const bool started = in.boolean();
        const bool paused = in.boolean();
        in.begin("IMPL");
        std::vector<SavedImplementation> implementations(in.count(9, many, "implementations"));
        for (SavedImplementation& saved : implementations) {
            saved.name = get_text(in);
            saved.made = in.boolean();
            saved.variables = get_variables(in);
        }
        in.begin("OBJS");
        std::vector<SavedObject> objects(in.count(40, world.bounds().objects, "objects"));
        for (SavedObject& saved : objects) get_object(in, saved);
        in.begin("BOTS");
        Bots::List bots(in.count(12, many, "bots"));
        for (auto& [name, object] : bots) {
            name = get_text(in);
            object = in.in().u64();
        }
        if (Result<void> done = in.finish(); !done) return done;

        std::map<std::string, UnitPtr> units;
        for (const SavedImplementation& saved : implementations) {
            const Result<UnitPtr> unit = unit_for(world, saved.name);
            if (!unit) return std::unexpected(unit.error());
            units[saved.name] = *unit;
        }
        std::map<std::uint64_t, const SavedObject*> ids;
        for (const SavedObject& saved : objects)
            if (!units.contains(saved.implementation) || (saved.id >> 32U) != (object_tag >> 32U) ||
                !ids.emplace(saved.id, &saved).second)
                return fail(codes::run_not_found, "the saved objects contradict each other");
        for (const auto& [name, object] : bots)
            if (!ids.contains(object)) return fail(codes::run_not_found, "a saved bot has no object");

        // from here on nothing can fail
        world.abandon();
        world.close_gaps();
        const World::Entry entry(world, true);
        while (!world.list_.empty()) forget(world, *world.list_.back());
        world.next_object_ = next_object & 0xFFFF'FFFFU;
        world.random = random;
        world.executed = executed;
        world.frames_ = frames;
        world.started_ = started;
        world.game_paused = paused;
        world.bots.restore(std::move(bots));
        std::vector<Object*> made;
        for (const SavedObject& saved : objects) {
            made.push_back(&restore_object(world, saved, units[saved.implementation]));
            ++made.back()
                  ->depth; // initialisers and OnLoadShared may release objects, but none goes before the end
        }
        for (const SavedImplementation& saved : implementations)
            for (Object* object : made)
                if (object->implementation->name == saved.name) {
                    object->implementation->made = saved.made;
                    initialise_new(world, *object, true, saved.variables);
                    restore_variables(world, *object, saved.variables);
                    if (announce) static_cast<void>(world.tell(*object, on_load_shared));
                    break;
                }
        for (std::size_t i = 0; i < made.size(); ++i) {
            restore_variables(world, *made[i], objects[i].variables);
            restore_rest(world, *made[i], objects[i]);
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
        return {};
    }

  private:
    static void put_object(SnapshotWriter& out, const Object& object, bool pointers) {
        const Unit& unit = object.unit();
        out.text(object.implementation->name);
        out.text(object.parameters);
        out.out().u64(object.id);
        out.out().u64(object.owner);
        out.out().u32(object.references);
        out.text(state_name(unit, object.state));
        out.text(state_name(unit, object.pending));
        out.out().i32(object.next_timer);
        put_real(out, object.poll_period);
        put_real(out, object.poll_clock);
        out.boolean(object.poll_frames);
        out.out().u32(static_cast<std::uint32_t>(object.timers.size()));
        for (const Timer& timer : object.timers) {
            out.out().i32(timer.id);
            put_real(out, timer.left);
            put_real(out, timer.period);
            out.out().i32(timer.repeats);
            out.boolean(timer.global);
            out.boolean(timer.frames);
        }
        out.out().u32(static_cast<std::uint32_t>(object.waiting.size()));
        for (const WaitingAt& at : object.waiting) {
            const AtIdentity identity = at_identity(unit, at.index);
            out.text(identity.function);
            out.text(identity.state);
            out.out().u32(identity.ordinal);
            put_real(out, at.left);
        }
        std::uint32_t count = 0;
        for (const bool term : object.remembered) count += term ? 1 : 0;
        out.out().u32(count);
        for (std::uint32_t t = 0; t < unit.transitions.size(); ++t)
            for (std::uint32_t i = 0; i < unit.transitions[t].terms.size(); ++i) {
                if (!object.remembered[object.implementation->term(t) + i]) continue;
                const TermIdentity identity = term_identity(unit, t, i);
                out.text(identity.from);
                out.text(identity.to);
                out.text(identity.term);
            }
        put_variables(out, unit, object.cells.get(), false, pointers);
    }

    static void get_object(SnapshotReader& in, SavedObject& saved) {
        saved.implementation = get_text(in);
        saved.parameters = get_text(in);
        saved.id = in.in().u64();
        saved.owner = in.in().u64();
        saved.references = std::max<std::uint32_t>(1, in.in().u32());
        saved.state = get_text(in);
        saved.pending = get_text(in);
        saved.next_timer = in.in().i32();
        saved.poll_period = get_real(in);
        saved.poll_clock = get_real(in);
        saved.poll_frames = in.boolean();
        saved.timers.resize(in.count(26, many, "timers"));
        for (Timer& timer : saved.timers) {
            timer.id = in.in().i32();
            timer.left = get_real(in);
            timer.period = get_real(in);
            timer.repeats = in.in().i32();
            timer.global = in.boolean();
            timer.frames = in.boolean();
        }
        saved.waiting.resize(in.count(20, many, "at functions"));
        for (SavedAt& at : saved.waiting) {
            at.at.function = get_text(in);
            at.at.state = get_text(in);
            at.at.ordinal = in.in().u32();
            at.left = get_real(in);
        }
        saved.remembered.resize(in.count(12, many, "terms"));
        for (TermIdentity& term : saved.remembered) {
            term.from = get_text(in);
            term.to = get_text(in);
            term.term = get_text(in);
        }
        saved.variables = get_variables(in);
    }

    static Result<UnitPtr> unit_for(World& world, const std::string& name) {
        if (const auto found = world.implementations_.find(name); found != world.implementations_.end())
            return found->second->unit;
        for (const auto& program : world.programs_)
            if (lower_case(program.unit->name()) == name) return program.unit;
        Diagnostics diagnostics;
        return world.find_unit(name, diagnostics);
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
        object.references = saved.references;
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

    static bool matches(const Unit& unit, const UnitVariable& variable, const SavedVariable& saved) {
        return same_name(variable.name, saved.name) &&
               same_name(state_name(unit, variable.state), saved.state) &&
               same_name(unit.types[variable.type].name, saved.type);
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
        if (saved.state.empty())
            object.state = unit.startup;
        else if (object.state == none)
            world.lose_state(object, saved.state);
        object.timers.clear();
        for (Timer timer : saved.timers) {
            if (object.timers.size() >= world.bounds().timers) break;
            timer.serial = world.next_serial();
            object.timers.push_back(timer);
        }
        object.waiting.clear();
        for (const SavedAt& at : saved.waiting)
            if (const std::uint32_t index = find_at(unit, at.at); index != none)
                object.waiting.push_back({index, at.left, world.next_serial()});
        for (const TermIdentity& term : saved.remembered)
            find_terms(unit, term, [&](std::uint32_t transition, std::uint32_t index) {
                object.remembered[object.implementation->term(transition) + index] = true;
            });
    }
};

Result<std::vector<std::byte>> World::snapshot() const { return WorldSnapshot::write(*this, true); }
Result<void> World::restore(std::span<const std::byte> bytes) {
    return WorldSnapshot::read(*this, bytes, false);
}
Result<std::vector<std::byte>> World::save() const { return WorldSnapshot::write(*this, false); }
Result<void> World::load(std::span<const std::byte> bytes) { return WorldSnapshot::read(*this, bytes, true); }

} // namespace vellum::skrit
