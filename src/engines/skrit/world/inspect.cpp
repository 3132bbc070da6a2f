// What an object holds, for debuggers: locals and expression stack of its running frames, its variables.
#include "runtime/inspect.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {

Result<std::vector<Scope>> World::scopes(std::size_t index, std::size_t frame, const Page& page) const {
    const auto nothing = [] {
        return fail(vellum::codes::engine_unsupported, "there is no such object or frame");
    };
    const std::span<Object* const> all = objects();
    if (index >= all.size()) return nothing();
    if (all[index] == nullptr && frame == 0) return std::vector<Scope>{}; // it is gone
    if (all[index] == nullptr) return nothing();
    const Object& object = *all[index];
    std::vector<InspectedFrame> frames;
    for (const Machine* machine : running_)
        if (machine->invocation().object == &object) frames = machine->inspect();
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
    return result;
}

} // namespace vellum::skrit
