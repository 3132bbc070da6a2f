// What an object holds, for debuggers: locals and expression stack of its running frames, its variables.
#include "runtime/inspect.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {

std::vector<InspectedFrame> World::frames_of(const Object& object) const {
    std::vector<InspectedFrame> frames;
    for (const Machine* machine : running_)
        if (machine->invocation().object == &object) frames = machine->inspect();
    return frames;
}

Result<std::vector<Scope>> World::scopes(std::size_t index, std::size_t frame, const Page& page) const {
    const auto nothing = [] {
        return fail(vellum::codes::engine_unsupported, "there is no such object or frame");
    };
    const std::span<Object* const> all = objects();
    if (index >= all.size()) return nothing();
    if (all[index] == nullptr && frame == 0) return std::vector<Scope>{}; // it is gone
    if (all[index] == nullptr) return nothing();
    const Object& object = *all[index];
    const std::vector<InspectedFrame> frames = frames_of(object);
    if (frame >= std::max<std::size_t>(frames.size(), 1)) return nothing();
    std::vector<Scope> result;
    if (frame < frames.size()) {
        const auto shown = [&](std::string_view name, const std::vector<Inspected>& list) {
            return fill_scope(name, list.size(), page, [&](std::size_t i) {
                const Inspected& one = list[i];
                return variable(one.name.empty() ? "cell " + std::to_string(i) : one.name, one.value,
                                one.type);
            });
        };
        result.push_back(shown("locals", frames[frame].locals));
        result.push_back(shown("stack", frames[frame].stack));
    }
    const Unit& unit = object.unit();
    result.push_back(fill_scope("variables", unit.variables.size(), page, [&](std::size_t i) {
        const UnitVariable& one = unit.variables[i];
        return variable(one.name, value_of_variable(object, one), unit.types[one.type].name);
    }));
    const auto name_of = [&](std::uint32_t state) {
        return state == none ? std::string_view("-") : std::string_view(unit.states[state].name);
    };
    if (!unit.states.empty())
        result.push_back(fill_scope("states", 2, page, [&](std::size_t i) {
            const std::string_view name = name_of(i == 0 ? object.state : object.pending);
            return variable(i == 0 ? "state" : "pending", Value(name), "state", name);
        }));
    if (!object.timers.empty())
        result.push_back(fill_scope("timers", object.timers.size(), page, [&](std::size_t i) {
            const Timer& one = object.timers[i];
            return variable("timer " + std::to_string(one.id), Value(static_cast<float>(one.left)),
                            one.frames ? "updates" : "seconds");
        }));
    return result;
}

Result<void> World::change_variable(std::size_t index, std::size_t frame, std::string_view scope,
                                    std::size_t number, const Value& value) {
    const std::span<Object* const> all = objects();
    if (index >= all.size() || all[index] == nullptr) return no_variable();
    Object& object = *all[index];
    const Unit& unit = object.unit();
    const auto fits = [&](TypeKind kind) {
        const bool number_wanted = kind != TypeKind::string && kind != TypeKind::pointer &&
                                   kind != TypeKind::managed && kind != TypeKind::value &&
                                   kind != TypeKind::none;
        return kind == TypeKind::string ? value.is(Type::string)
                                        : number_wanted && (value.is(Type::integer) || value.is(Type::real) ||
                                                            value.is(Type::boolean));
    };
    constexpr std::string_view own = "objects are the world's";
    if (scope == "variables") {
        if (number >= unit.variables.size()) return no_variable();
        const UnitVariable& one = unit.variables[number];
        const UnitType& type = unit.types[one.type];
        if (type.kind == TypeKind::pointer || type.kind == TypeKind::managed || type.kind == TypeKind::value)
            return unchangeable(own);
        if (!fits(type.kind)) return wrong_type(type.name, value);
        if (!set_variable(object, one, value)) return unchangeable("the text is too long");
        return {};
    }
    if (scope == "locals") {
        const std::vector<InspectedFrame> frames = frames_of(object);
        if (frame >= frames.size() || number >= frames[frame].locals.size()) return no_variable();
        const Inspected& one = frames[frame].locals[number];
        switch (one.kind) {
        case TypeKind::none:
        case TypeKind::pointer:
        case TypeKind::managed:
        case TypeKind::value: return unchangeable(own);
        default: break;
        }
        if (!fits(one.kind)) return wrong_type(one.type, value);
        if (one.kind == TypeKind::boolean) {
            one.cell->set_bool(vellum::detail::to_boolean(value));
        } else if (one.kind == TypeKind::real) {
            one.cell->set_real(canonical(vellum::detail::to_real(value)));
        } else if (one.kind == TypeKind::string) {
            if (value.text().size() > limits.text) return unchangeable("the text is too long");
            fresh += value.string().footprint() + text_overhead;
            one.cell->text() = value.string();
        } else {
            one.cell->set_integer(vellum::detail::to_integer(value));
        }
        return {};
    }
    for (const std::string_view other : {"stack", "states", "timers"})
        if (scope == other) return unchangeable("it belongs to the machine");
    return no_variable();
}

} // namespace vellum::skrit
