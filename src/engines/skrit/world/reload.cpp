// Dynamic reload: a skrit is compiled again and its objects move over, keeping what still exists by name and
// type (docs/engines/skrit.md, "Saved games and changed skrits"). What runs at that moment ends on the old
// code.

#include "engines/skrit/codes.hpp"
#include "engines/skrit/objects/identity.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

void World::lose_state(Object& object, std::string_view state) {
    const std::string text = "state " + std::string(state) + " of " + object.name +
                             " no longer exists; it is in its startup state now";
    if (on_warning) on_warning(text);
    if (Observer* watcher = Scheduler::observer()) watcher->note(*this, object.index, "warning: " + text);
    object.state = object.unit().startup;
    bool asked = false;
    if (object.state != none) static_cast<void>(set_poll(object, asked));
}

/// State, what waits and what is remembered of an object that came from an older implementation.
void World::move_states(Object& object, const Implementation& old, const Unit& before) {
    const Unit& after = object.unit();
    const auto moved = [&](std::uint32_t state) {
        return state == none ? none : after.find_state(before.states[state].name);
    };
    const std::uint32_t was = object.state;
    object.state = moved(was);
    object.pending = moved(object.pending);
    if (was != none && object.state == none) {
        lose_state(object, before.states[was].name);
    } else if (was != none && after.states[object.state].polls) {
        // a period that the script chose stays as long as the clause does
        const Delay& had = before.states[was].poll;
        const Delay& has = after.states[object.state].poll;
        if (!before.states[was].polls || had.unit != has.unit || had.value != has.value ||
            had.function != none || has.function != none) {
            bool asked = false;
            static_cast<void>(set_poll(object, asked));
        }
    }
    std::vector<WaitingAt> waiting;
    for (const WaitingAt& at : object.waiting)
        if (const std::uint32_t index = find_at(after, at_identity(before, at.index)); index != none)
            waiting.push_back({index, at.left, at.serial});
    object.waiting = std::move(waiting);
    std::vector<bool> remembered(object.implementation->term_count(), false);
    for (std::uint32_t t = 0; t < before.transitions.size(); ++t)
        for (std::uint32_t i = 0; i < before.transitions[t].terms.size(); ++i)
            if (object.remembered[old.term(t) + i])
                find_terms(after, term_identity(before, t, i), [&](std::uint32_t to, std::uint32_t term) {
                    remembered[object.implementation->term(to) + term] = true;
                });
    object.remembered = std::move(remembered);
}

/// The objects of one text go on with another. Nothing runs.
void World::exchange(std::shared_ptr<Implementation>& place, const UnitPtr& unit) {
    const std::shared_ptr<Implementation> old = place;
    auto fresh = std::make_shared<Implementation>();
    fresh->unit = unit;
    fresh->name = old->name;
    fresh->code = link(*unit, *this);
    fresh->prepare(event_names_, settings_.retail ? &exports() : nullptr);
    make_ready(fresh->code);
    fresh->shared = std::make_unique<StackCell[]>(cell_count(unit->shared));
    fresh->made = old->made;
    place = fresh;

    const Unit& before = *old->unit;
    const Unit& after = *unit;
    const auto same_variable = [&](const UnitVariable& a, const UnitVariable& b) {
        return same_name(a.name, b.name) && a.shared == b.shared &&
               same_name(before.types[a.type].name, after.types[b.type].name) &&
               same_name(a.state == none ? std::string_view() : before.states[a.state].name,
                         b.state == none ? std::string_view() : after.states[b.state].name);
    };
    const Entry entry(*this, true);
    bool first = true;
    std::vector<std::uint64_t> ids; // initialisers run scripts, which may make and release objects
    for (const Object* object : objects())
        if (object != nullptr && object->implementation == old) ids.push_back(object->id);
    for (const std::uint64_t id : ids) {
        Object* const object = find(id);
        if (object == nullptr || object->implementation != old) continue;
        ++object->depth; // it stays until it has moved
        std::unique_ptr<StackCell[]> cells = std::move(object->cells);
        object->implementation = fresh;
        ++fresh->objects;
        --old->objects;
        object->cells = std::make_unique<StackCell[]>(cell_count(after.instance));
        if (first) initialise(*object, true);
        initialise(*object, false);
        for (const UnitVariable& variable : before.variables) {
            if (variable.shared && !first) continue;
            for (const UnitVariable& target : after.variables)
                if (same_variable(variable, target))
                    static_cast<void>(set_variable(
                        *object, target,
                        value_of((variable.shared ? old->shared : cells)[cell_of_variable(before, variable)],
                                 before.types[variable.type].kind)));
        }
        first = false;
        free_cells(cells.get(), before.instance);
        move_states(*object, *old, before);
        --object->depth;
        static_cast<void>(settle(*object));
    }
    free_cells(old->shared.get(), before.shared);
}

bool World::reload(std::string_view name, Diagnostics& diagnostics) {
    if (busy()) {
        diagnostics.add(codes::run_reload, "skrits cannot be reloaded while one of them runs");
        return false;
    }
    for (;;) {
        const auto source =
            settings_.sources == nullptr ? std::nullopt : settings_.sources->include(name, {});
        if (!source) {
            diagnostics.add(codes::run_not_found, "there is no skrit '" + std::string(name) + "'");
            return false;
        }
        const auto found = implementations_.find(implementation_key(source->name));
        if (found == implementations_.end()) return true; // nobody uses it: the next request compiles it
        Diagnostics of_this;
        const Result<UnitPtr> unit = compile(source->text, UnitMode::skrit, source->name, of_this);
        if (!unit && on_retry && on_retry(of_this)) continue;
        for (const Diagnostic& problem : of_this.all()) diagnostics.add(problem);
        if (!unit) return false;
        exchange(found->second, *unit);
        return true;
    }
}

Result<void> World::exchange(const Program& old, const ProgramPtr& fresh) {
    if (busy()) return fail(codes::run_reload, "skrits cannot be reloaded while one of them runs");
    const Unit* const unit = fresh == nullptr ? nullptr : unit_of(*fresh);
    if (unit == nullptr) return fail(codes::run_reload, "the program is not a skrit");
    const UnitPtr with(fresh, unit);
    for (StartProgram& program : programs_)
        if (program.unit.get() == &old) program.unit = with;
    for (auto& [name, code] : implementations_)
        if (code->unit.get() == &old) {
            if (latest_ == code->unit) latest_ = with;
            exchange(code, with);
            break; // it may have changed the list
        }
    return {};
}

} // namespace vellum::skrit
