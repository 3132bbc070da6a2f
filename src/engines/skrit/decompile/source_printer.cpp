// See the header. Statements are in source_statements.cpp.
#include "engines/skrit/decompile/source_printer.hpp"

#include "engines/skrit/source/texts.hpp"

namespace vellum::skrit::decompile {

namespace {

bool is_function(FunctionKind kind) {
    return kind == FunctionKind::function || kind == FunctionKind::command;
}

} // namespace

SourcePrinter::SourcePrinter(const Unit& unit, const Tree& tree, const Types& types, const Exports& exports,
                             Exports* made_up, const SourceForm& form)
    : unit_(unit),
      tree_(tree),
      types_(types),
      form_(form),
      values_(unit, tree, types, exports, made_up, out_),
      handlers_(unit.functions_table.size(), none),
      at_(unit.functions_table.size(), none) {
    for (std::uint32_t i = 0; i < unit.handlers.size(); ++i) handlers_[unit.handlers[i].function] = i;
    for (std::uint32_t i = 0; i < unit.at_functions.size(); ++i) at_[unit.at_functions[i].function] = i;
}

std::string SourcePrinter::run() {
    if (unit_.mode == UnitMode::formula) {
        line("#option formula");
        value_of(0, unit_.functions_table[0].result);
        out_.newline();
        return out_.take();
    }
    if (unit_.mode == UnitMode::command) {
        line("#option command");
        gap();
        first_ = true;
    }
    if (!form_.tables.empty()) {
        out_.put("asm {\n", form_.tables, "}\n");
        first_ = false;
        gap();
    }
    declarations();
    routines();
    rest();
    return out_.take();
}

void SourcePrinter::line(std::string_view text) {
    begin_line();
    out_.put(text, '\n');
}
void SourcePrinter::begin_line() {
    out_.fill(indent_, '\t');
    first_ = false;
}

/// A blank line between what stands in a block.
void SourcePrinter::gap() {
    if (!first_) out_.newline();
}

void SourcePrinter::declarations() {
    bool properties = false;
    while (next_variable_ < unit_.variables.size() && unit_.variables[next_variable_].property &&
           unit_.variables[next_variable_].state == none) {
        variable(next_variable_++);
        properties = true;
    }
    if (unit_.owner != 0) {
        if (properties) gap();
        begin_line();
        out_.put("owner = ", unit_.types[unit_.owner].name, ";\n");
    }
    if (properties || unit_.owner != 0)
        if (next_variable_ < unit_.variables.size() && unit_.variables[next_variable_].state == none) gap();
    variables_here();
}

/// What the open state, or the top level, declares before the next variable of another.
void SourcePrinter::variables_here() {
    while (next_variable_ < unit_.variables.size() && unit_.variables[next_variable_].state == state_)
        variable(next_variable_++);
}

void SourcePrinter::variable(std::uint32_t index) {
    const UnitVariable& row = unit_.variables[index];
    if (!row.property && !row.documentation.empty()) line("// " + row.documentation);
    begin_line();
    if (row.shared) out_.text("shared ");
    if (row.property) out_.text("property ");
    out_.put(types_.name(row.type), ' ', tree_.variables[index].name);
    const bool empty = types_.kind(row.type) == TypeKind::string ? unit_.string_at(row.initial.bits).empty()
                                                                 : row.initial.bits == 0;
    if (row.initialiser != none) {
        out_.text(" = ");
        value_of(row.initialiser, row.type);
    } else if (!empty) {
        out_.text(" = ");
        values_.constant(row.initial);
    }
    if (row.property && !row.documentation.empty()) out_.put(" doc = ", quoted_text(row.documentation));
    if (row.hidden) out_.text(" hidden");
    out_.text(";\n");
}

// --- States
// --------------------------------------------------------------------------------------------------

/// Opens a state's body; those with lower numbers are there before it.
void SourcePrinter::enter(std::uint32_t state) {
    if (state_ == state) return;
    leave();
    while (next_state_ < state) {
        enter(next_state_);
        leave();
    }
    gap();
    const State& row = unit_.states[state];
    begin_line();
    const bool first = state == next_state_;
    if (first && row.startup) out_.text("startup ");
    out_.put("state ", tree_.states[state]);
    if (first && row.polls) {
        out_.text(" poll ");
        delay(row.poll);
    }
    out_.newline();
    line("{");
    if (first) ++next_state_;
    state_ = state;
    ++indent_;
    first_ = true;
    variables_here();
    while (next_transition_ < unit_.transitions.size() && unit_.transitions[next_transition_].from == state)
        transition(unit_.transitions[next_transition_++]);
}

void SourcePrinter::leave() {
    if (state_ == none) return;
    --indent_;
    state_ = none;
    line("}");
}

void SourcePrinter::rest() {
    while (next_transition_ < unit_.transitions.size()) {
        leave();
        enter(unit_.transitions[next_transition_].from);
    }
    if (next_state_ < unit_.states.size()) enter(static_cast<std::uint32_t>(unit_.states.size() - 1));
    while (next_variable_ < unit_.variables.size()) {
        leave();
        if (const std::uint32_t state = unit_.variables[next_variable_].state; state != none) enter(state);
        variables_here();
    }
    leave();
}

void SourcePrinter::delay(const Delay& delay) {
    constexpr std::string_view units[] = {" frames )", " msec )", " seconds )"};
    out_.text("( ");
    if (delay.function != none)
        value_of(delay.function, Types::real);
    else if (delay.value == static_cast<float>(static_cast<std::int32_t>(delay.value)) && delay.value > 0)
        out_.dec(static_cast<std::int64_t>(delay.value));
    else
        out_.real(delay.value);
    out_.text(units[static_cast<std::size_t>(delay.unit)]);
}

void SourcePrinter::filter(const std::vector<Constant>& constants, bool always) {
    if (constants.empty() && !always) return;
    out_.text(constants.empty() ? "()" : "( ");
    for (std::size_t i = 0; i < constants.size(); ++i) {
        if (i != 0) out_.text(", ");
        values_.constant(constants[i]);
    }
    if (!constants.empty()) out_.text(" )");
}

void SourcePrinter::transition(const Transition& row) {
    begin_line();
    out_.put("transition -> ", tree_.states[row.to], ": ");
    for (std::size_t i = 0; i < row.terms.size(); ++i) {
        const Term& term = row.terms[i];
        if (i != 0) out_.text(" and ");
        if (term.condition != none) {
            out_.text("if ( ");
            value_of(term.condition, Types::boolean);
            out_.text(" )");
            continue;
        }
        out_.text(tree_.events[term.event]);
        filter(term.filter, true);
    }
    if (row.handler == none) return out_.text(";\n");
    out_.text(" =");
    body_of(row.handler);
}

/// A function's body, from the end of the line that declares it.
void SourcePrinter::body_of(std::uint32_t function) {
    out_.ch(tree_.functions[function].kept ? ' ' : '\n');
    const std::size_t begin = out_.size();
    if (tree_.functions[function].kept) {
        assembly(function);
        out_.newline();
    } else
        block(tree_.functions[function].body);
    pieces_.push_back({begin, out_.size(), function});
}

/// The value that a function computes.
void SourcePrinter::value_of(std::uint32_t function, TypeIndex type) {
    const std::size_t begin = out_.size();
    if (tree_.functions[function].kept)
        assembly(function);
    else
        values_.value(tree_.functions[function].value, type);
    pieces_.push_back({begin, out_.size(), function});
}

void SourcePrinter::assembly(std::uint32_t function) {
    out_.put("asm {\n", form_.assembly.lines(function, std::string(indent_ + 1, '\t')));
    out_.fill(indent_, '\t');
    out_.ch('}');
}

// --- Routines
// ------------------------------------------------------------------------------------------------

void SourcePrinter::routines() {
    for (std::uint32_t i = 0; i < unit_.functions_table.size(); ++i) {
        const UnitFunction& row = unit_.functions_table[i];
        if (!is_routine(row.kind)) continue;
        if (row.state == none) {
            leave();
            variables_here();
        } else
            enter(row.state);
        routine(i);
    }
}

void SourcePrinter::routine(std::uint32_t index) {
    const UnitFunction& row = unit_.functions_table[index];
    gap();
    const std::size_t begin = out_.size();
    if (!row.documentation.empty()) line("// " + row.documentation);
    begin_line();
    if (row.kind == FunctionKind::event) out_.text("event ");
    if (row.kind == FunctionKind::trigger) out_.text("trigger ");
    if (is_function(row.kind) || (row.kind == FunctionKind::at && row.result != 0))
        out_.put(types_.name(row.result), ' ');
    out_.text(tree_.functions[index].name);
    if (row.kind == FunctionKind::trigger)
        filter(unit_.handlers[handlers_[index]].filter, true);
    else if (row.kind == FunctionKind::at) {
        out_.text(" at ");
        delay(unit_.at_functions[at_[index]].delay);
    } else if (is_function(row.kind) || !row.parameters.empty())
        parameters(index);
    result_ = row.result;
    body_of(index);
    pieces_.back().begin = begin;
}

void SourcePrinter::parameters(std::uint32_t index) {
    const UnitFunction& row = unit_.functions_table[index];
    out_.text(row.parameters.empty() ? "()" : "( ");
    for (std::size_t i = 0; i < row.parameters.size(); ++i) {
        if (i != 0) out_.text(", ");
        out_.text(types_.name(row.parameters[i].type));
        const std::string& name = parameter_name(index, i);
        if (name.empty()) continue;
        out_.put(' ', name);
    }
    if (!row.parameters.empty()) out_.text(" )");
}

/// Empty for a parameter that has none.
const std::string& SourcePrinter::parameter_name(std::uint32_t function, std::size_t parameter) const {
    static const std::string unnamed;
    const FunctionTree& at = tree_.functions[function];
    if (at.kept) return form_.names.parameter(function, parameter);
    return at.parameters[parameter] == none ? unnamed : tree_.variables[at.parameters[parameter]].name;
}

} // namespace vellum::skrit::decompile
