// Top-level declarations: the tables of the unit (docs/engines/skrit.md, "Variables and properties", "Events
// and triggers", "States").
#include <algorithm>
#include <bit>
#include <cmath>

#include "base/ascii.hpp"
#include "base/hash.hpp"
#include "base/suggest.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/builder.hpp"
#include "engines/skrit/compile/guesses.hpp"

namespace vellum::skrit {

Builder::Builder(const Input& input, Unit& unit, Diagnostics& diagnostics)
    : in_(input),
      unit_(unit),
      diagnostics_(diagnostics),
      exports_(input.exports),
      known_(input.inference != nullptr ? input.inference->version() : 0) {
    names_.resize(input.tokens.names.size());
    locals_of_.assign(input.tokens.names.size(), no_index);
    unit_.types.reserve(16);
    for (const TypeKind kind :
         {TypeKind::none, TypeKind::boolean, TypeKind::integer, TypeKind::real, TypeKind::string})
        unit_.types.push_back({kind, std::string(to_string(kind))});
}

void Builder::run() {
    for (const Diagnostic& diagnostic : diagnostics_.all())
        missing_include_ = missing_include_ || diagnostic.code == &codes::include_assumed;
    missing_include_ = missing_include_ && in_.inference != nullptr;
    if (in_.formula != no_node) {
        UnitFunction row;
        row.name = "formula";
        row.kind = FunctionKind::formula;
        row.place = in_.sources.line(0);
        for (const Token& token : in_.tokens.tokens)
            if (token.kind == Tok::macro &&
                macro_slots_.try_emplace(token.value, static_cast<std::uint32_t>(macro_slots_.size()))
                    .second) {
                std::string name = lower_case(in_.tokens.names.text(token.value));
                if (in_.options.macros != nullptr &&
                    std::ranges::find(*in_.options.macros, name) == in_.options.macros->end())
                    report(codes::macro, token.position, "unknown macro '#" + name + "'");
                row.parameters.push_back({static_cast<TypeIndex>(TypeKind::real), false, false, name});
                unit_.macros.push_back(std::move(name));
            }
        unit_.functions_table.push_back(std::move(row));
        begin_function(0, no_index);
        for (std::uint32_t i = 0; i < unit_.macros.size(); ++i) {
            op(Op::ALLOCVAR);
            op(Op::PUSHPRM);
            op_u16(Op::STOREVAR, i);
        }
        live_.count[0] = static_cast<std::uint32_t>(unit_.macros.size());
        if (live_.count[0] > 1000) report(codes::limit, 0, "a formula has at most 1000 macros");
        ExportType type = analyse(in_.formula, type_float);
        if (is_open(type)) {
            settle(in_.formula, type_float);
            type = type_float;
        }
        if (type.kind == kind_null) type = type_int;
        unit_.functions_table[0].result = type_index(type);
        emit_as(in_.formula, type);
        op(type.kind == TypeKind::none ? Op::RETURN0 : Op::RETURN);
        end_function();
        unit_.first = 0;
        finish_unit();
        return;
    }
    if (!in_.dry) { // sizes that most scripts stay under
        unit_.bytes.reserve(2 * in_.tokens.tokens.size());
        unit_.line_table.reserve(in_.tokens.tokens.size() / 4);
        unit_.imports.reserve(32);
        unit_.strings.reserve(16 * in_.tokens.strings.size());
    }
    tables();
    owner();
    states();
    globals();
    declare_routines();
    assumed_routines();
    // code: routines in order, then the fragments around them
    const std::size_t routines = in_.tree.routines.size();
    for (std::uint32_t i = 0; i < routines; ++i) emit_routine(i, in_.tree.routines[i]);
    for (std::uint32_t i = static_cast<std::uint32_t>(routines); i < scripts_.size(); ++i) {
        // what a missing include would define: it does nothing
        begin_function(i, no_index);
        const ExportType result = scripts_[i].result;
        for (std::size_t k = 0; k < scripts_[i].parameters.size(); ++k) op(Op::SKIPPRM);
        if (result.kind == TypeKind::none)
            op(Op::RETURN0);
        else {
            if (result.kind == TypeKind::real)
                push_real(0);
            else if (result.kind == TypeKind::string) {
                push_text("");
                op(Op::CSTRTOSTR);
            } else
                push_integer(0);
            op(Op::RETURN);
        }
        end_function();
    }
    handlers();
    delays();
    initial_values();
    transitions();
    if (unit_.functions_table.size() > 0xFFFF || unit_.states.size() > 0xFFFF)
        report(codes::limit, 0, "the script has more than 65535 functions or states");
    finish_unit();
}

namespace {

/// What is a type in other languages and none here, and what to write; empty for other words.
std::string_view foreign_type(std::string_view name) {
    struct Row {
        std::string_view word, hint;
    };
    constexpr std::string_view whole = "whole numbers are int";
    constexpr std::string_view types = "types are bool, int, float, string and the host's types";
    constexpr std::string_view function = "a function starts with its result type or its name";
    static constexpr Row rows[] = {
        {"double", "floating point numbers are float"},
        {"real", "floating point numbers are float"},
        {"number", "numbers are int or float"},
        {"boolean", "truth values are bool"},
        {"char", "use string; 'abcd' is an int"},
        {"str", "texts are string"},
        {"text", "texts are string"},
        {"integer", whole},
        {"long", whole},
        {"short", whole},
        {"byte", whole},
        {"unsigned", whole},
        {"dword", whole},
        {"uint", whole},
        {"var", types},
        {"let", types},
        {"auto", types},
        {"local", types},
        {"const", types},
        {"static", types},
        {"struct", types},
        {"class", types},
        {"enum", types},
        {"array", "there are no arrays"},
        {"function", function},
        {"func", function},
        {"def", function},
        {"sub", function},
        {"proc", function},
    };
    for (const Row& row : rows)
        if (same_name(row.word, name)) return row.hint;
    return {};
}

} // namespace

ExportType Builder::type_of(const TypeSyntax& syntax, bool allow_void) {
    if (!syntax.written) return type_void;
    ExportType type;
    switch (syntax.symbol) {
    case word::bool_: return type_bool;
    case word::int_: return type_int;
    case word::float_: return type_float;
    case word::string: return type_string;
    case word::void_:
        if (!allow_void) {
            report(codes::type, syntax.position, "a variable cannot be void",
                   "types are bool, int, float, string and the host's types");
            return type_error;
        }
        return type_void;
    default: break;
    }
    const std::string_view name = as_written(syntax.position, syntax.symbol);
    if (in_.lookup.type(syntax.symbol, type)) return type;
    std::string hint(foreign_type(name));
    if (hint.empty() && in_.inference != nullptr) return in_.inference->type(name);
    const bool is_class = exports_.find_class(name) != no_index;
    report(codes::undefined, syntax.position,
           is_class ? "'" + std::string(name) + "' has no objects for a variable to hold"
                    : "unknown type '" + std::string(name) + "'",
           !hint.empty() || is_class ? std::move(hint) : meant(NameSort::type, name));
    return type_error;
}

void Builder::owner() {
    for (const OwnerSyntax& syntax : in_.tree.owners) {
        ExportType type = type_of(syntax.type, false);
        if (!is_bad(type) && (!is_named(type.kind) || type.kind == TypeKind::enumeration)) {
            report(codes::owner, syntax.type.position, "the owner is an object of a host class",
                   "components say owner = GoSkritComponent; jobs owner = Job;");
            type = type_error;
        }
        if (type.kind == TypeKind::managed) type.kind = TypeKind::pointer; // the engine holds the reference
        if (owner_declared_ && type != owner_type_ && !is_bad(type)) {
            report(codes::owner, syntax.position, "owner is declared with two types",
                   "remove one of them; the other may be in an #include");
            continue;
        }
        owner_declared_ = true;
        owner_type_ = type;
        unit_.owner = type_index(type);
    }
}

// --- States
// ---------------------------------------------------------------------------------------------------

/// The number of a state, which is made if there is none of that name. `position`: where it is named.
std::uint32_t Builder::add_state(Symbol symbol, Position position) {
    const auto [entry, fresh] =
        state_names_.try_emplace(symbol, static_cast<std::uint32_t>(unit_.states.size()));
    if (!fresh) return entry->second;
    State state;
    state.name = position == no_place ? user_name(symbol) : spelled(position, symbol);
    if (!in_.dry && position != no_place) state.place = in_.sources.line(position);
    unit_.states.push_back(std::move(state));
    return entry->second;
}

/// With `#option -explicit_states` a name that is used as a state declares an empty one.
void Builder::implied_states() {
    for (const TransitionSyntax& one : in_.tree.transitions) {
        if (one.has_source) add_state(one.source, one.source_position);
        add_state(one.target, one.target_position);
    }
    for (const Node& one : in_.tree.nodes)
        if (one.kind == NodeKind::setstate) add_state(one.a, one.position);
}

void Builder::states() {
    Position startup_at = 0;
    for (const StateSyntax& syntax : in_.tree.state_bodies) {
        const std::uint32_t number = add_state(syntax.name, syntax.position);
        state_bodies_.push_back(number);
        State& state = unit_.states[number];
        if (syntax.startup) {
            if (unit_.startup != none && unit_.startup != number)
                // A published script has two: open mode takes the first, as it takes everything real.
                diagnostics_.add({&codes::state,
                                  in_.inference != nullptr ? Severity::warning : Severity::error,
                                  "more than one startup state",
                                  in_.sources.place(syntax.position),
                                  in_.inference != nullptr ? "the first one is used" : "",
                                  {{in_.sources.place(startup_at), "the first one is here"}}});
            else {
                state.startup = true;
                unit_.startup = number;
                startup_at = syntax.position;
            }
        }
        if (syntax.polls) {
            if (state.polls)
                report(codes::state, syntax.position, "the state has two poll periods", "remove one of them");
            state.polls = true;
        }
    }
    if (in_.inference != nullptr && missing_include_)
        for (const std::string& name : in_.inference->states())
            add_state(in_.tokens.names.intern(std::string_view(name).substr(0, name.size() - 1)), no_place);
    if (!in_.explicit_states) implied_states();
    const bool only_implied = in_.tree.state_bodies.empty() && !in_.explicit_states;
    if (unit_.startup == none && !unit_.states.empty() && !only_implied) {
        unit_.startup = 0;
        unit_.states[0].startup = true;
        if (!in_.tree.state_bodies.empty())
            report(codes::no_startup, in_.tree.state_bodies[0].position,
                   "no state is marked startup; '" + unit_.states[0].name + "' is used",
                   "write startup before the initial state");
    }
}

std::uint32_t Builder::state_of(Symbol symbol, Position position) {
    if (const auto found = state_names_.find(symbol); found != state_names_.end()) return found->second;
    if (in_.inference != nullptr && missing_include_) {
        in_.inference->script_state(spelled(position, symbol));
        return 0;
    }
    std::vector<std::string_view> states;
    if (may_search())
        for (const auto& [known, index] : state_names_) states.push_back(in_.tokens.names.text(known));
    std::ranges::sort(states); // of equals the first is meant, whatever the table's order
    const std::string_view meant = nearest(in_.tokens.names.text(symbol), states);
    report(codes::state, position, "unknown state '" + user_name(symbol) + "'",
           meant.size() < 3 ? "declare it with state " + user_name(symbol) + " { ... }"
                            : "did you mean '" + std::string(meant) + "$'?");
    return 0;
}

// --- Variables
// ------------------------------------------------------------------------------------------------

void Builder::globals() {
    unit_.variables.reserve(in_.tree.variables.size());
    variable_types_.reserve(in_.tree.variables.size());
    variable_syntax_.reserve(in_.tree.variables.size());
    for (std::size_t i = 0; i < in_.tree.variables.size(); ++i) {
        variable_syntax_.emplace_back(static_cast<std::uint32_t>(unit_.variables.size()),
                                      static_cast<std::uint32_t>(i));
        declare_variable(in_.tree.variables[i]);
    }
    if (in_.inference == nullptr || !missing_include_) return;
    for (const Inference::AssumedVariable& assumed : in_.inference->variables()) {
        const Symbol symbol =
            in_.tokens.names.intern(std::string_view(assumed.name).substr(0, assumed.name.size() - 1));
        if (assumed.open || names_[symbol].kind != NameKind::none) continue;
        UnitVariable variable;
        variable.name = assumed.name;
        variable.type = type_index(assumed.type);
        variable.slot = new_slot(assumed.type, false, 0);
        variable.initial = zero_of(assumed.type);
        variable.documentation = "assumed: its include was not found";
        names_[symbol] = {NameKind::variable, static_cast<std::uint32_t>(unit_.variables.size())};
        unit_.variables.push_back(std::move(variable));
        variable_types_.push_back(assumed.type);
    }
}

/// A name of object level, or of one state's variables, is declared once more.
void Builder::duplicate(Symbol symbol, Position position, std::uint32_t state) {
    Diagnostic twice = make_diagnostic(codes::duplicate, "'" + user_name(symbol) + "' is already defined",
                                       in_.sources.place(position), "rename one of them");
    constexpr std::size_t most_searched = 100; // the first place is looked for among all declarations
    if (diagnostics_.errors() < most_searched) {
        Position first = position;
        for (const VariableSyntax& one : in_.tree.variables)
            if (one.name == symbol && one.state == state) first = std::min(first, one.position);
        for (const RoutineSyntax& one : in_.tree.routines)
            if (one.name == symbol && state == no_index && one.kind != RoutineKind::trigger)
                first = std::min(first, one.position);
        if (first != position) twice.related.push_back({in_.sources.place(first), "the first one is here"});
    }
    diagnostics_.add(std::move(twice));
}

void Builder::declare_variable(const VariableSyntax& syntax) {
    const ExportType type = type_of(syntax.type, false);
    UnitVariable variable;
    if (!in_.dry) { // what only the finished unit tells
        variable.name = spelled(syntax.position, syntax.name);
        variable.place = in_.sources.line(syntax.position);
        for (const std::uint32_t number : syntax.documentation)
            variable.documentation += in_.tokens.strings[number];
    }
    variable.type = type_index(type);
    variable.shared = syntax.shared;
    variable.property = syntax.property;
    variable.hidden = syntax.hidden;
    variable.slot = new_slot(type, syntax.shared, syntax.position);
    variable.initial = zero_of(type);
    const auto index = static_cast<std::uint32_t>(unit_.variables.size());
    const bool reference = is_reference(type.kind);
    if (syntax.property && reference)
        report(codes::property_type, syntax.type.position,
               "the property '" + user_name(syntax.name) +
                   "' is a reference, which cannot be set from outside",
               "properties must be numbers, strings, enumerations or identifiers");
    if (syntax.state == no_index) {
        NameEntry& entry = names_[syntax.name];
        if (entry.kind != NameKind::none) duplicate(syntax.name, syntax.position, no_index);
        entry = {NameKind::variable, index};
    } else {
        variable.state = state_bodies_[syntax.state];
        const std::uint64_t key = std::uint64_t{variable.state} << 32U | syntax.name;
        const auto [other, first] = variables_of_states_.try_emplace(syntax.name, index);
        if (!state_variables_.try_emplace(key, index).second)
            duplicate(syntax.name, syntax.position, syntax.state);
        else if (!first)
            report(codes::duplicate, syntax.position,
                   "'" + user_name(syntax.name) + "' is already declared in the state '" +
                       unit_.states[unit_.variables[other->second].state].name + "'",
                   "variables of states belong to the object: all states see them");
    }
    unit_.variables.push_back(std::move(variable));
    variable_types_.push_back(type);
}

void Builder::initial_values() {
    for (const auto& [index, tree_index] : variable_syntax_) {
        const VariableSyntax& syntax = in_.tree.variables[tree_index];
        if (syntax.initial == no_node) continue;
        const ExportType type = variable_types_[index];
        if (!is_assembly(syntax.initial)) {
            analyse(syntax.initial, type);
            if (is_bad(type) || !coerce(syntax.initial, type)) continue;
            if (constant(syntax.initial, type, unit_.variables[index].initial)) continue;
        }
        unit_.variables[index].initial = zero_of(type);
        if (syntax.property) {
            report(codes::constant, node(syntax.initial).position,
                   "a property's default must be a constant expression",
                   "set computed values in event OnConstruct$");
            continue;
        }
        const std::uint32_t function = fragment(FunctionKind::initialiser, unit_.variables[index].name,
                                                unit_.variables[index].state, syntax.position);
        unit_.functions_table[function].result = type_index(type);
        unit_.variables[index].initialiser = function;
        emit_value_function(function, syntax.initial, type);
    }
}

// --- Routines
// -------------------------------------------------------------------------------------------------

void Builder::declare_routines() {
    unit_.functions_table.reserve(in_.tree.routines.size() + in_.tree.transitions.size());
    scripts_.reserve(in_.tree.routines.size() + in_.tree.transitions.size());
    for (const RoutineSyntax& syntax : in_.tree.routines) {
        Script script;
        UnitFunction row;
        if (!in_.dry) {
            row.name = spelled(syntax.position, syntax.name);
            row.place = in_.sources.line(syntax.position);
        }
        row.state = syntax.state == no_index ? none : state_bodies_[syntax.state];
        constexpr FunctionKind kinds[] = {FunctionKind::function, FunctionKind::event, FunctionKind::trigger,
                                          FunctionKind::at};
        row.kind = kinds[static_cast<std::size_t>(syntax.kind)];
        script.result = type_of(syntax.result, true);
        script.parameters.reserve(syntax.parameters.size());
        row.parameters.reserve(syntax.parameters.size());
        for (const ParameterSyntax& parameter : syntax.parameters) {
            const ExportType type = type_of(parameter.type, false);
            script.parameters.push_back(type);
            std::string name = parameter.named ? spelled(parameter.position, parameter.name) : "";
            if (name.ends_with('$')) name.pop_back();
            row.parameters.push_back({type_index(type), false, false, std::move(name)});
        }
        const auto index = static_cast<std::uint32_t>(unit_.functions_table.size());
        script.routine = index;
        const bool callable = syntax.kind == RoutineKind::function || syntax.kind == RoutineKind::at ||
                              syntax.kind == RoutineKind::event;
        if (callable && syntax.state == no_index) {
            NameEntry& entry = names_[syntax.name];
            const bool both_events =
                entry.kind == NameKind::function && syntax.kind == RoutineKind::event &&
                unit_.functions_table[entry.index].kind == FunctionKind::event; // several handlers are fine
            if (entry.kind != NameKind::none && !both_events)
                duplicate(syntax.name, syntax.position, no_index);
            if (entry.kind == NameKind::none) entry = {NameKind::function, index};
            if (syntax.kind == RoutineKind::function) no_handler(syntax);
            if (unit_.first == none && syntax.kind == RoutineKind::function) {
                unit_.first = index;
                if (unit_.mode == UnitMode::command) row.kind = FunctionKind::command;
            }
        }
        if (syntax.kind == RoutineKind::event || syntax.kind == RoutineKind::trigger) {
            // the event may give a result; handlers return it without naming the type
            const std::uint32_t event = event_of(
                syntax.name, syntax.position,
                syntax.has_parameters && syntax.kind == RoutineKind::event ? &script.parameters : nullptr);
            if (event != no_index && syntax.kind == RoutineKind::event)
                script.result = exports_.event_at(event).result;
        }
        row.result = type_index(script.result);
        unit_.functions_table.push_back(std::move(row));
        scripts_.push_back(std::move(script));
    }
    if (unit_.mode == UnitMode::command && unit_.first == none && diagnostics_.ok() &&
        !in_.tree.routines.empty())
        report(codes::compile_first, in_.tree.routines[0].position, "the command has no function to run");
}

/// "OnTimer$( int, float )".
std::string Builder::event_text(const EventExport& event) const {
    std::string text = event.name + "$(";
    for (std::size_t i = 0; i < event.parameters.size(); ++i)
        text += (i == 0 ? " " : ", ") + exports_.type_name(event.parameters[i].type);
    return text + (event.parameters.empty() ? ")" : " )");
}

/// A function of an event's name that nothing calls was meant to be a handler.
void Builder::no_handler(const RoutineSyntax& syntax) {
    const std::uint32_t event = in_.lookup.event(syntax.name);
    if (event == no_index || (exports_.event_at(event).flags & export_inferred) != 0 ||
        unit_.mode == UnitMode::command)
        return;
    const bool called = std::ranges::any_of(
        in_.tree.nodes, [&](const Node& one) { return one.kind == NodeKind::user && one.a == syntax.name; });
    if (!called)
        report(codes::event_function, syntax.position,
               "'" + user_name(syntax.name) +
                   "' is a function that is never called, not a handler of the event",
               "a handler starts with the word event");
}

/// What to write where a constant stands for an event; empty if the name is no constant.
std::string Builder::is_constant(Symbol symbol) const {
    const ConstantRef found = in_.lookup.constant(symbol);
    if (!found) return {};
    const std::string& name = exports_.constant_at(found).name;
    return same_name(exports_.enum_at(found.enumeration).name, "eWorldEvent")
               ? "messages arrive with an event: OnGoHandleMessage( " + name + " )"
               : "an event starts with On, such as OnTimer( 1 )";
}

/// The event of a handler or term; checks a written parameter list against it.
std::uint32_t Builder::event_of(Symbol symbol, Position position, const std::vector<ExportType>* written) {
    const std::string_view name = as_written(position, symbol);
    std::uint32_t event = in_.lookup.event(symbol);
    const bool known = event != no_index && (exports_.event_at(event).flags & export_inferred) == 0;
    if (!known && !is_constant(symbol).empty()) {
        report(codes::event, position, "'" + std::string(name) + "' is a constant, not an event",
               is_constant(symbol));
        return no_index;
    }
    if (in_.inference != nullptr && !known)
        event = in_.inference->event(name, written != nullptr ? std::span<const ExportType>(*written)
                                                              : std::span<const ExportType>());
    if (event == no_index) {
        report(codes::event, position, "'" + user_name(symbol) + "' is not an event",
               meant(NameSort::event, name));
        return no_index;
    }
    if (written == nullptr) return event;
    const EventExport& declaration = exports_.event_at(event);
    bool match = written->size() == declaration.parameters.size();
    for (std::size_t i = 0; match && i < written->size(); ++i) {
        const ExportType a = (*written)[i];
        const ExportType b = declaration.parameters[i].type;
        match = a == b || is_bad(a) || lenient(a, b) || lenient(b, a);
    }
    if (!match) {
        report(codes::event, position, "parameters of event '" + user_name(symbol) + "' do not match",
               "it is " + event_text(declaration));
    }
    return event;
}

/// What a missing include would define and the script calls.
void Builder::assumed_routines() {
    if (in_.inference == nullptr || !missing_include_) return;
    for (const Inference::AssumedFunction& assumed : in_.inference->functions()) {
        const Symbol symbol =
            in_.tokens.names.intern(std::string_view(assumed.name).substr(0, assumed.name.size() - 1));
        if (names_[symbol].kind != NameKind::none) continue;
        Script script;
        UnitFunction row;
        row.name = assumed.name;
        row.documentation = "assumed: its include was not found";
        script.result = assumed.open ? type_void : assumed.result;
        if (assumed.open) continue; // not settled yet: calls keep asking
        for (ExportType type : assumed.parameters) {
            if (type.kind == TypeKind::none) type = type_int;
            script.parameters.push_back(type);
            row.parameters.push_back({type_index(type), false, false, {}});
        }
        row.result = type_index(script.result);
        names_[symbol] = {NameKind::function, static_cast<std::uint32_t>(unit_.functions_table.size())};
        unit_.functions_table.push_back(std::move(row));
        scripts_.push_back(std::move(script));
    }
}

std::uint32_t Builder::fragment(FunctionKind kind, std::string name, std::uint32_t state, Position position) {
    UnitFunction row;
    row.kind = kind;
    row.name = std::move(name);
    row.state = state;
    if (!in_.dry) row.place = in_.sources.line(position);
    unit_.functions_table.push_back(std::move(row));
    scripts_.emplace_back();
    return static_cast<std::uint32_t>(unit_.functions_table.size() - 1);
}

// --- Handlers, transitions, delays
// ----------------------------------------------------------------------------

bool Builder::filter(std::uint32_t event, const std::vector<NodeId>& arguments,
                     std::vector<Constant>& constants) {
    const EventExport& declaration = exports_.event_at(event);
    if (arguments.size() > declaration.parameters.size()) {
        if ((declaration.flags & export_inferred) == 0 || in_.inference == nullptr) {
            report(codes::event, node(arguments[declaration.parameters.size()]).position,
                   "event '" + declaration.name + "' has " + std::to_string(declaration.parameters.size()) +
                       " parameters",
                   "it is " + event_text(declaration));
            return false;
        }
        std::vector<ExportType> types;
        types.reserve(arguments.size());
        for (const NodeId argument : arguments) types.push_back(analyse(argument));
        in_.inference->event(declaration.name, types);
    }
    for (std::size_t i = 0; i < arguments.size() && i < declaration.parameters.size(); ++i) {
        const ExportType type = declaration.parameters[i].type;
        analyse(arguments[i], type);
        if (!coerce(arguments[i], type)) return false;
        Constant value;
        if (!constant(arguments[i], type, value)) {
            if (in_.inference != nullptr && node(arguments[i]).kind == NodeKind::name)
                continue; // settled next time
            report(codes::constant, node(arguments[i]).position, "a trigger only compares with constants",
                   "compare in its body: if( n$ == id$ ) { ... }");
            return false;
        }
        constants.push_back(value);
    }
    return true;
}

/// What the unit calls the event of a name that stands for another.
std::string Builder::event_called(const std::string& name) {
    const Symbol symbol = in_.tokens.names.intern(name);
    if (const auto event = called_events_.find(symbol); event != called_events_.end()) return event->second;
    const auto called = called_.find(symbol);
    return called == called_.end() ? name : called->second.substr(0, called->second.rfind('$'));
}

void Builder::handlers() {
    const auto unit_event = [&](std::uint32_t event) {
        if (unit_events_.size() <= event) unit_events_.resize(event + 1, 0);
        if (unit_events_[event] == 0) {
            const EventExport& declaration = exports_.event_at(event);
            std::string name = event_called(declaration.name);
            const auto given = given_events_.find(name);
            if (given != given_events_.end()) return (unit_events_[event] = given->second + 1) - 1;
            UnitEvent row;
            row.name = std::move(name);
            row.result = type_index(declaration.result);
            row.inferred = (declaration.flags & export_inferred) != 0;
            for (const ExportParameter& parameter : declaration.parameters)
                row.parameters.push_back(type_index(parameter.type));
            unit_.events.push_back(std::move(row));
            unit_events_[event] = static_cast<std::uint32_t>(unit_.events.size());
        }
        return unit_events_[event] - 1;
    };
    for (std::uint32_t i = 0; i < in_.tree.routines.size(); ++i) {
        const RoutineSyntax& syntax = in_.tree.routines[i];
        if (syntax.kind != RoutineKind::event && syntax.kind != RoutineKind::trigger) continue;
        const std::uint32_t event = in_.lookup.event(syntax.name);
        if (event == no_index) continue; // reported with the declaration
        Handler handler;
        handler.function = i;
        handler.state = unit_.functions_table[i].state;
        handler.trigger = syntax.kind == RoutineKind::trigger;
        if (!filter(event, syntax.arguments, handler.filter)) continue;
        handler.event = unit_event(event);
        unit_.handlers.push_back(std::move(handler));
    }
    // the events of transitions stand in the same table
    for (const TransitionSyntax& syntax : in_.tree.transitions)
        for (const TermSyntax& term : syntax.terms) {
            if (term.condition != no_node) continue;
            const std::uint32_t event = event_of(term.event, term.position, nullptr);
            if (event != no_index) static_cast<void>(unit_event(event));
        }
}

void Builder::transitions() {
    const auto add = [&](const TransitionSyntax& syntax, std::uint32_t from) {
        Transition row;
        row.from = from;
        row.to = state_of(syntax.target, syntax.target_position);
        if (!in_.dry) row.place = in_.sources.line(syntax.position);
        const std::string name = unit_.states[from].name;
        for (const TermSyntax& syntax_term : syntax.terms) {
            Term term;
            if (syntax_term.condition != no_node) {
                term.condition = fragment(FunctionKind::condition, name, from, syntax_term.position);
                unit_.functions_table[term.condition].result = static_cast<TypeIndex>(TypeKind::boolean);
                emit_condition_function(term.condition, syntax_term.condition);
                unit_.states[from].dynamic = true;
            } else {
                const std::uint32_t event = in_.lookup.event(syntax_term.event);
                if (event == no_index) return;
                if (!filter(event, syntax_term.arguments, term.filter)) return;
                term.event = unit_events_[event] - 1;
            }
            row.terms.push_back(std::move(term));
        }
        if (syntax.handler != no_node) {
            row.handler = fragment(FunctionKind::transition, name, from, syntax.position);
            if (is_assembly(syntax.handler))
                assembly(row.handler, node(syntax.handler));
            else {
                begin_function(row.handler, from);
                result_ = type_void;
                if (!block(node(syntax.handler))) op(Op::RETURN0);
                end_function();
            }
        }
        unit_.states[from].transitions.push_back(static_cast<std::uint32_t>(unit_.transitions.size()));
        unit_.transitions.push_back(std::move(row));
    };
    for (const TransitionSyntax& syntax : in_.tree.transitions) {
        if (syntax.state == no_index) continue;
        const std::uint32_t from = state_bodies_[syntax.state];
        if (syntax.has_source && state_of(syntax.source, syntax.source_position) != from) {
            report(codes::state, syntax.source_position, "a transition inside a state leaves that state",
                   "move it to a transition block at the top level");
            continue;
        }
        add(syntax, from);
    }
    for (const TransitionSyntax& syntax : in_.tree.transitions) {
        if (syntax.state != no_index) continue;
        if (!syntax.has_source) {
            report(codes::state, syntax.position, "a transition outside states must name the state it leaves",
                   "write Source$ -> Target$: ...");
            continue;
        }
        const std::size_t errors = diagnostics_.errors();
        const std::uint32_t from = state_of(syntax.source, syntax.source_position);
        if (diagnostics_.errors() == errors && from < unit_.states.size()) add(syntax, from);
    }
}

Delay Builder::delay_of(const DelaySyntax& syntax, std::uint32_t state, std::string name) {
    Delay delay;
    delay.unit = syntax.unit;
    if (!is_assembly(syntax.value)) {
        analyse(syntax.value, type_float);
        if (!coerce(syntax.value, type_float)) return delay;
    }
    Constant value;
    if (!is_assembly(syntax.value) && constant(syntax.value, type_float, value)) {
        delay.value = std::bit_cast<float>(value.bits);
        if (std::isnan(delay.value))
            report(codes::constant, node(syntax.value).position, "the time is not a number",
                   "write seconds, such as 2.5");
        return delay;
    }
    delay.function = fragment(FunctionKind::period, std::move(name), state, node(syntax.value).position);
    unit_.functions_table[delay.function].result = static_cast<TypeIndex>(TypeKind::real);
    emit_value_function(delay.function, syntax.value, type_float);
    return delay;
}

void Builder::delays() {
    for (std::size_t i = 0; i < in_.tree.state_bodies.size(); ++i) {
        const StateSyntax& syntax = in_.tree.state_bodies[i];
        if (!syntax.polls) continue;
        const std::uint32_t state = state_bodies_[i];
        unit_.states[state].poll = delay_of(syntax.poll, state, unit_.states[state].name);
    }
    for (std::uint32_t i = 0; i < in_.tree.routines.size(); ++i) {
        const RoutineSyntax& syntax = in_.tree.routines[i];
        if (syntax.kind != RoutineKind::at) continue;
        const std::uint32_t state = unit_.functions_table[i].state;
        const Delay delay = delay_of(syntax.delay, state, unit_.functions_table[i].name);
        unit_.at_functions.push_back({i, state, delay});
    }
}

} // namespace vellum::skrit
