// What a run holds, for debuggers: the variables of a frame's task, the stack of the innermost frame, the
// globals. Reads only; objects are named where the world itself made them.
#include "runtime/inspect.hpp"
#include "engines/pathologic/world/world.hpp"

namespace vellum::pathologic {

namespace {

/// Where on the stack a parameter or local of a frame is, by its number among both; nothing if it has none.
struct Locals {
    const DebugFunction* function = nullptr;
    std::size_t count = 0; ///< Parameters and locals.
    std::size_t base = 0;

    Locals(const Machine& machine, const Machine::Position& position) {
        const DebugInfo* const debug = machine.code->script->debug_info();
        function = debug == nullptr || !position.base ? nullptr : debug->function_of(position.address);
        if (function == nullptr || position.address == function->address) return; // not there yet
        const std::size_t parameters = function->parameters.size(), locals = function->locals.size();
        if (*position.base < parameters || *position.base + 2 * locals > machine.stack.size()) return;
        base = *position.base - parameters;
        count = parameters + locals;
    }
    [[nodiscard]] const std::string& name(std::size_t i) const {
        const std::size_t parameters = function->parameters.size();
        return i < parameters ? function->parameters[i] : function->locals[i - parameters];
    }
    /// A frame begins with its locals, twice.
    [[nodiscard]] std::size_t slot(std::size_t i) const {
        return base + i + (i >= function->parameters.size() ? function->locals.size() : 0);
    }
};

/// Parameters and locals, if the source tells their names.
template <class Shown>
void add_locals(const Machine& machine, const Machine::Position& position, const Page& page,
                const Shown& shown, std::vector<Scope>& scopes) {
    const Locals locals(machine, position);
    if (locals.count == 0) return;
    scopes.push_back(fill_scope("locals", locals.count, page, [&](std::size_t i) {
        return shown(locals.name(i), machine.stack[locals.slot(i)]);
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
    if (frame < positions.size()) add_locals(machine, positions[frame], page, shown, result);
    if (frame < positions.size())
        if (const auto& disabled = machine.tasks[positions[frame].task].disabled; !disabled.empty())
            result.push_back(fill_scope("disabled events", disabled.size(), page, [&](std::size_t i) {
                return variable("event " + std::to_string(disabled[i].first),
                                Value(static_cast<std::int32_t>(disabled[i].second)), "times");
            }));
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

Result<void> RunningWorld::change_variable(std::size_t index, std::size_t frame, std::string_view scope,
                                           std::size_t number, const Value& value) {
    if (index >= machines_.size()) return no_variable();
    Machine& machine = *machines_[index];
    const std::vector<Machine::Position> positions = machine.positions();
    Stack& stack = machine.stack;
    Value* place = nullptr;
    if (scope == "globals" && number < machine.globals.size()) place = &machine.globals[number];
    if (scope == "stack" && frame == 0 && number < stack.size()) place = &stack[stack.size() - 1 - number];
    if (frame < positions.size() && scope == "task") {
        const TaskCall& task = machine.tasks[positions[frame].task];
        const vellum::pathologic::Task& declared = machine.code->script->tasks[task.task];
        if (number < declared.parameter_count + declared.variables.size() &&
            task.base + number < stack.size())
            place = &stack[task.base + number];
    }
    if (frame < positions.size() && scope == "locals")
        if (const Locals locals(machine, positions[frame]); number < locals.count)
            place = &stack[locals.slot(number)];
    if (scope == "disabled events") return unchangeable("events are switched by the script");
    if (place == nullptr) return no_variable();
    // What was verified about types must stay true.
    Value now = value;
    if (place->is(Type::real) && value.is(Type::integer)) now = Value(static_cast<float>(value.integer()));
    if (!now.is(place->type())) return wrong_type(to_string(place->type()), value);
    if (now.is(Type::string)) {
        if (now.text().size() > limits.text) return unchangeable("the string is too long");
        if (!made_text(now.text().size())) return unchangeable("the scripts' memory is used up");
    }
    *place = std::move(now);
    return {};
}

} // namespace vellum::pathologic
