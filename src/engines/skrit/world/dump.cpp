// Plain text, one thing a line.
#include "engines/skrit/world/dump.hpp"

#include "engines/skrit/listing/documents.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

std::string dump_object(const World& world, const Object& object) {
    const Unit& unit = object.unit();
    std::string text = "skrit " + object.name + " (" + unit.name() + ")\n";
    for (const UnitVariable& variable : unit.variables) {
        text += std::string("  ") + (variable.shared ? "shared " : "") +
                (variable.property ? "property " : "") + unit.types[variable.type].name + " " +
                variable.name +
                (variable.state == none ? "" : " (of " + unit.states[variable.state].name + ")") + " = " +
                value_text(world.value_of_variable(object, variable)) + "\n";
    }
    text += "  state " + (object.state == none ? std::string("-") : unit.states[object.state].name);
    if (object.pending != none) text += ", pending " + unit.states[object.pending].name;
    text += "\n";
    for (const Timer& timer : object.timers)
        text += "  timer " + std::to_string(timer.id) + ": " + real_text(static_cast<float>(timer.left)) +
                (timer.frames ? " frames" : " seconds") + (timer.global ? ", global\n" : "\n");
    return text;
}

} // namespace vellum::skrit
