// See the header.
#include "engines/skrit/decompile/spelling.hpp"

#include "base/ascii.hpp"
#include "engines/skrit/decompile/names.hpp"

namespace vellum::skrit::decompile {

namespace {

bool fits(std::string_view name) { return name.size() <= longest_name && is_user_name(name); }

} // namespace

Spelling::Spelling(const Unit& unit, Tree& tree) {
    for (const UnitVariable& one : unit.variables) taken_.insert(lower_case(one.name));
    for (const State& one : unit.states) taken_.insert(lower_case(one.name));
    for (const UnitFunction& one : unit.functions_table) {
        taken_.insert(lower_case(one.name));
        for (const UnitParameter& parameter : one.parameters) taken_.insert(lower_case(parameter.name) + "$");
    }
    // What is declared twice: names of the object, of the states' variables, of states.
    std::unordered_set<std::string> object, inner, states;
    for (std::size_t i = 0; i < unit.variables.size(); ++i) {
        auto& scope = unit.variables[i].state == none ? object : inner;
        const bool fresh = scope.insert(lower_case(unit.variables[i].name)).second;
        if (!fresh || !fits(unit.variables[i].name)) rename(tree.variables[i].name, "variable");
    }
    for (std::size_t i = 0; i < unit.states.size(); ++i)
        if (!states.insert(lower_case(unit.states[i].name)).second || !fits(unit.states[i].name))
            rename(tree.states[i], "state");
    for (std::uint32_t i = 0; i < unit.functions_table.size(); ++i) {
        const UnitFunction& row = unit.functions_table[i];
        if (!is_routine(row.kind)) continue;
        const bool handler = row.kind == FunctionKind::event || row.kind == FunctionKind::trigger;
        if (handler && !fits(row.name)) reason_ = "a handler has a name that cannot be written in source";
        const bool shared = handler || row.state != none;
        if (!shared && (!object.insert(lower_case(row.name)).second || !fits(row.name)))
            rename(tree.functions[i].name, "function");
        else if (!handler && !fits(row.name))
            rename(tree.functions[i].name, "function");
        for (std::size_t p = 0; p < row.parameters.size(); ++p) {
            if (row.parameters[p].name.empty()) continue;
            std::string& name = parameters_[std::uint64_t{i} << 32U | p];
            name = row.parameters[p].name + "$";
            if (!fits(name)) rename(name, "parameter");
        }
    }
}

void Spelling::rename(std::string& name, std::string_view sort) {
    std::string made;
    do made = std::string(sort) + std::to_string(++number_) + "$";
    while (!taken_.insert(made).second);
    rows_.text("\t.name ");
    rows_.text(made);
    rows_.ch(' ');
    rows_.quoted(name);
    rows_.newline();
    name = std::move(made);
}

const std::string& Spelling::parameter(std::uint32_t function, std::size_t index) const {
    static const std::string unnamed;
    const auto found = parameters_.find(std::uint64_t{function} << 32U | index);
    return found == parameters_.end() ? unnamed : found->second;
}

} // namespace vellum::skrit::decompile
