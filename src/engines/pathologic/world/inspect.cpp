// What a run holds, for debuggers: the variables of a frame's task, the stack of the innermost frame, the
// globals. Reads only; objects are named where the world itself made them.
#include "runtime/inspect.hpp"
#include "engines/pathologic/world/world.hpp"

namespace vellum::pathologic {

namespace {

/// Parameters and locals, if the source tells their names.
template <class Shown>
void add_locals(const Machine& machine, const Machine::Position& position, const Page& page,
                const Shown& shown, std::vector<Scope>& scopes) {
    const DebugInfo* const debug = machine.code->script->debug_info();
    const DebugFunction* const function = debug == nullptr ? nullptr : debug->function_of(position.address);
    if (function == nullptr || position.address == function->address) return; // the frame is not there yet
    const std::size_t parameters = function->parameters.size(), locals = function->locals.size();
    if (*position.base < parameters || *position.base + 2 * locals > machine.stack.size()) return;
    scopes.push_back(fill_scope("locals", parameters + locals, page, [&](std::size_t i) {
        const bool local = i >= parameters; // a frame begins with its locals, twice
        const std::size_t at = *position.base - parameters + i + (local ? locals : 0);
        return shown(local ? function->locals[i - parameters] : function->parameters[i], machine.stack[at]);
    }));
}

} // namespace

Result<std::vector<Scope>> RunningWorld::scopes(std::size_t index, std::size_t frame,
                                                const Page& page) const {
    const auto nothing = [] {
        return fail(vellum::codes::engine_unsupported, "there is no such machine or frame");
    };
    if (index >= machines_.size()) return nothing();
    const Machine& machine = *machines_[index];
    const auto shown = [&](std::string name, Value value) {
        value.make_canonical();
        if (value.is(Type::object))
            if (const std::string made = objects_.describe(value.object()); !made.empty())
                return variable(std::move(name), value, to_string(Type::object), std::string_view(made));
        return variable(std::move(name), value);
    };
    std::vector<Scope> result;
    const std::vector<Machine::Position> positions = machine.positions();
    if (frame >= std::max<std::size_t>(positions.size(), 1)) return nothing();
    const Stack& stack = machine.stack;
    const auto name_of = [&](bool in_task, std::uint32_t number) {
        const std::string_view known =
            frame < positions.size()
                ? variable_name(*machine.code->script, positions[frame].address, in_task, number)
                : std::string_view();
        if (!known.empty()) return std::string(known);
        return (in_task ? "T[" : "S[") + std::to_string(number) + "]";
    };
    if (frame < positions.size()) {
        const TaskCall& task = machine.tasks[positions[frame].task];
        const std::size_t room = task.base < stack.size() ? stack.size() - task.base : 0;
        const vellum::pathologic::Task& declared = machine.code->script->tasks[task.task];
        const std::size_t count = std::min(room, declared.parameter_count + declared.variables.size());
        result.push_back(fill_scope("task", count, page, [&](std::size_t i) {
            return shown(name_of(true, static_cast<std::uint32_t>(i)), stack[task.base + i]);
        }));
    }
    if (frame < positions.size() && positions[frame].base)
        add_locals(machine, positions[frame], page, shown, result);
    // What else lay on the stack of an outer frame belongs to calls that have not returned.
    if (frame == 0)
        result.push_back(fill_scope("stack", stack.size(), page, [&](std::size_t i) {
            return shown(name_of(false, static_cast<std::uint32_t>(i + 1)), stack[stack.size() - 1 - i]);
        }));
    const auto& globals = machine.code->script->globals;
    result.push_back(
        fill_scope("globals", std::min(machine.globals.size(), globals.size()), page, [&](std::size_t i) {
            const DebugInfo* const debug = machine.code->script->debug_info();
            if (debug != nullptr && i < debug->globals.size() && !debug->globals[i].empty())
                return shown(debug->globals[i], machine.globals[i]);
            return shown(globals[i].named != 0 ? globals[i].name : "global " + std::to_string(i),
                         machine.globals[i]);
        }));
    return result;
}

} // namespace vellum::pathologic
