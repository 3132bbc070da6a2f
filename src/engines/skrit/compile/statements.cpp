// Functions and statements: each is analysed and written in one step. Blocks allocate their variables where
// they are declared and free them at their end; leaving a loop frees what its body had allocated; a return
// leaves that to the machine, which drops the whole frame.

#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/builder.hpp"

namespace vellum::skrit {

namespace {

constexpr std::uint32_t max_locals = 1000; // of one store at a time

constexpr Op alloc_ops[] = {Op::ALLOCVAR, Op::ALLOCSTR, Op::ALLOCHDL};
constexpr Op free_ops[] = {Op::FREEVAR, Op::FREESTR, Op::FREEHDL};

} // namespace

// --- Frames
// ---------------------------------------------------------------------------------------------------

void Builder::begin_function(std::uint32_t function, std::uint32_t state) {
    function_ = function;
    state_ = state;
    function_start_ = unit_.bytes.size();
    live_ = {};
    loops_.clear();
    too_long_ = false;
    unit_.functions_table[function].address = static_cast<std::uint32_t>(function_start_);
    unit_.line_table.push_back({static_cast<std::uint32_t>(function_start_),
                                unit_.functions_table[function].place.file,
                                unit_.functions_table[function].place.line});
    open_scope();
}

void Builder::end_function() {
    UnitFunction& function = unit_.functions_table[function_];
    // locals end with the function: no code, the frame goes as a whole
    while (locals_.size() > scopes_.back().first) {
        const Local& local = locals_.back();
        if (local.record != no_index)
            function.locals[local.record].end = static_cast<std::uint32_t>(unit_.bytes.size());
        if (local.symbol != no_index) locals_of_[local.symbol] = local.previous;
        locals_.pop_back();
    }
    scopes_.pop_back();
    function.end = static_cast<std::uint32_t>(unit_.bytes.size());
    if (in_.dry) {
    } else if (too_long_ || unit_.bytes.size() - function_start_ > 0x7FFF)
        diagnostics_.add(
            codes::limit, "the code of '" + function.name + "' is longer than 32 KB",
            Place{in_.sources.file(function.place.file).name, Place::unknown, function.place.line, 1},
            "split the function");
    function_ = no_index;
    state_ = no_index;
}

void Builder::open_scope() {
    ++scope_;
    scopes_.emplace_back(locals_.size(), live_);
}

void Builder::close_scope() {
    UnitFunction& function = unit_.functions_table[function_];
    const auto [first, live] = scopes_.back();
    scopes_.pop_back();
    free_down_to(live, false);
    while (locals_.size() > first) {
        const Local& local = locals_.back();
        if (local.record != no_index)
            function.locals[local.record].end = static_cast<std::uint32_t>(unit_.bytes.size());
        if (local.symbol != no_index) locals_of_[local.symbol] = local.previous;
        locals_.pop_back();
    }
}

void Builder::free_down_to(const Live& live, bool emit_only) {
    for (std::size_t store = 0; store < 3; ++store) {
        if (live_.count[store] > live.count[store])
            op_u16(free_ops[store], live_.count[store] - live.count[store]);
        if (!emit_only) live_.count[store] = live.count[store];
    }
}

std::uint32_t Builder::add_local(Symbol symbol, ExportType type, Position position, bool named) {
    const auto store = static_cast<std::size_t>(store_of(type.kind));
    op(alloc_ops[store]);
    Local local;
    local.type = type;
    if (live_.count[store] >= max_locals) {
        if (live_.count[store] == max_locals)
            report(codes::limit, position, "more than 1000 local variables at a time",
                   "a variable is freed at the end of its block");
        local.slot = 0;
        ++live_.count[store];
    } else
        local.slot = static_cast<std::uint16_t>(live_.count[store]++);
    local.symbol = named ? symbol : no_index;
    local.scope = static_cast<std::uint32_t>(scopes_.size());
    local.record = no_index;
    if (named) {
        const std::uint32_t outer = locals_of_[symbol];
        if (outer != no_index && locals_[outer].scope == local.scope)
            report(codes::duplicate, position, "'" + user_name(symbol) + "' is already defined",
                   "a block cannot have two variables of one name");
        local.previous = outer;
        locals_of_[symbol] = static_cast<std::uint32_t>(locals_.size());
        if (!in_.options.strip && !in_.dry) {
            UnitFunction& function = unit_.functions_table[function_];
            local.record = static_cast<std::uint32_t>(function.locals.size());
            function.locals.push_back({spelled(position, symbol), type_index(type), local.slot,
                                       static_cast<std::uint32_t>(unit_.bytes.size()), 0});
        }
    }
    locals_.push_back(local);
    return static_cast<std::uint32_t>(locals_.size() - 1);
}

void Builder::store(ExportType type, std::uint16_t slot) {
    constexpr Op ops[] = {Op::STOREVAR, Op::STORESTR, Op::STOREHDL};
    op_u16(ops[static_cast<std::size_t>(store_of(type.kind))], slot);
}

void Builder::emit_routine(std::uint32_t function, const RoutineSyntax& routine) {
    if (is_assembly(routine.body)) return assembly(function, node(routine.body));
    UnitFunction& row = unit_.functions_table[function];
    const std::uint32_t state = row.state;
    begin_function(function, state);
    result_ = scripts_[function].result;
    for (std::size_t i = 0; i < routine.parameters.size(); ++i) {
        const ParameterSyntax& parameter = routine.parameters[i];
        const ExportType type = scripts_[function].parameters[i];
        if (!parameter.named) {
            op(Op::SKIPPRM);
            continue;
        }
        const std::uint32_t local = add_local(parameter.name, type, parameter.position, true);
        op(Op::PUSHPRM);
        store(type, locals_[local].slot);
    }
    const bool ends = block(node(routine.body));
    if (!ends) {
        // a handler may leave the event's answer to others
        if (result_.kind == TypeKind::none || is_bad(result_) || row.kind == FunctionKind::event)
            op(Op::RETURN0);
        else {
            report(codes::missing_return, routine.position,
                   "'" + row.name + "' can end without return; it returns " + name_of(result_) + " 0 then",
                   "end every path with return");
            push_integer(0);
            if (result_.kind == TypeKind::real)
                op(Op::INTTOFLT);
            else if (result_.kind == TypeKind::string) {
                op(Op::POP1);
                push_text("");
                op(Op::CSTRTOSTR);
            }
            op(Op::RETURN);
        }
    }
    end_function();
}

/// A fragment whose only statement is a return of the value.
void Builder::emit_value_function(std::uint32_t function, NodeId value, ExportType wanted) {
    if (is_assembly(value)) return assembly(function, node(value));
    const std::uint32_t state = unit_.functions_table[function].state;
    begin_function(function, state);
    analyse(value, wanted);
    if (coerce(value, wanted)) emit_as(value, wanted);
    op(Op::RETURN);
    end_function();
}

/// A fragment whose only statement is a return of the condition.
void Builder::emit_condition_function(std::uint32_t function, NodeId value) {
    if (is_assembly(value)) return assembly(function, node(value));
    begin_function(function, unit_.functions_table[function].state);
    analyse(value, type_bool);
    const ExportType type = node(value).type;
    if (is_reference(type.kind) || type.kind == TypeKind::identifier) {
        static_cast<void>(coerce_truth(value, "a condition"));
        emit_truth(value);
        if (!is_reference(type.kind)) op(Op::INTTOBOO);
    } else if (coerce(value, type_bool))
        emit_as(value, type_bool);
    op(Op::RETURN);
    end_function();
}

// --- Statements
// -----------------------------------------------------------------------------------------------

bool Builder::block(const Node& at) {
    if (at.kind != NodeKind::block) return false; // reported by the parser
    open_scope();
    bool ends = false;
    for (const NodeId id : in_.tree.list(at)) ends = statement(id) || ends;
    close_scope();
    return ends;
}

/// Once a run has learnt something another will follow: the rest of this one need write no code.
bool Builder::dry() {
    if (!in_.dry && !in_.last && in_.inference != nullptr && in_.inference->version() != known_)
        in_.dry = true;
    return in_.dry;
}

bool Builder::statement(NodeId id) {
    const Node& at = node(id);
    if (dry()) return analyse_statement(at);
    const SourceLine line = in_.sources.line(at.position);
    LineEntry& last = unit_.line_table.back();
    const auto here = static_cast<std::uint32_t>(unit_.bytes.size());
    if (last.line != line.line || last.file != line.file) {
        if (last.address == here && here != unit_.functions_table[function_].address)
            last = {here, line.file, line.line};
        else
            unit_.line_table.push_back({here, line.file, line.line});
    }
    return analyse_statement(at);
}

bool Builder::analyse_statement(const Node& at) {
    switch (at.kind) {
    case NodeKind::block: return block(at);
    case NodeKind::if_: return if_statement(at);
    case NodeKind::while_: return while_statement(at);
    case NodeKind::forever: return forever_statement(at);
    case NodeKind::break_:
    case NodeKind::continue_: {
        const bool is_break = at.kind == NodeKind::break_;
        if (loops_.empty()) {
            report(codes::loop, at.position,
                   std::string("'") + (is_break ? "break" : "continue") + "' outside a loop",
                   is_break ? "return belongs in a function" : "only while and forever are loops");
            return false;
        }
        Loop& loop = loops_.back();
        free_down_to(loop.live, true);
        if (is_break) {
            loop.breaks.push_back(branch(Op::BRANCH));
            loop.has_break = true;
        } else
            branch_back(loop.continue_target);
        return true;
    }
    case NodeKind::sitnspin: op(Op::SITNSPIN); return false;
    case NodeKind::abort: op(Op::ABORT); return true;
    case NodeKind::return_: return_statement(at); return true;
    case NodeKind::setstate: op_u16(Op::SETSTATE, state_of(at.a, at.position)); return false;
    case NodeKind::declare: declare_locals(at); return false;
    case NodeKind::assign: assign(at); return false;
    case NodeKind::expression: expression_statement(at); return false;
    default: return false;
    }
}

void Builder::condition(NodeId id) {
    analyse(id, type_bool);
    if (coerce_truth(id, "a condition")) emit_truth(id);
}

bool Builder::if_statement(const Node& at) {
    const std::span<const NodeId> parts = in_.tree.list(at);
    std::vector<std::size_t> ends;
    bool all_end = at.a != no_node;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
        if (i != 0) {
            const SourceLine line = in_.sources.line(node(parts[i]).position);
            unit_.line_table.push_back(
                {static_cast<std::uint32_t>(unit_.bytes.size()), line.file, line.line});
        }
        condition(parts[i]);
        const std::size_t next = branch(Op::BRANCHZERO);
        const bool stops = block(node(parts[i + 1]));
        all_end = all_end && stops;
        const bool more = i + 2 < parts.size() || at.a != no_node;
        if (more && !stops) ends.push_back(branch(Op::BRANCH));
        patch_here(next);
    }
    if (at.a != no_node) all_end = block(node(at.a)) && all_end;
    for (const std::size_t place : ends) patch_here(place);
    return all_end;
}

bool Builder::while_statement(const Node& at) {
    const std::size_t start = unit_.bytes.size();
    condition(at.a);
    const std::size_t out = branch(Op::BRANCHZERO);
    loops_.push_back({live_, start, {}, false});
    const bool stops = block(node(at.b));
    if (!stops) {
        const SourceLine line = in_.sources.line(at.position);
        unit_.line_table.push_back({static_cast<std::uint32_t>(unit_.bytes.size()), line.file, line.line});
        branch_back(start);
    }
    patch_here(out);
    for (const std::size_t place : loops_.back().breaks) patch_here(place);
    loops_.pop_back();
    return false;
}

bool Builder::forever_statement(const Node& at) {
    const std::size_t start = unit_.bytes.size();
    loops_.push_back({live_, start, {}, false});
    const bool stops = block(node(at.a));
    if (!stops || loops_.back().breaks.empty()) branch_back(start);
    const bool endless = !loops_.back().has_break;
    for (const std::size_t place : loops_.back().breaks) patch_here(place);
    loops_.pop_back();
    return endless;
}

void Builder::return_statement(const Node& at) {
    if (at.a == no_node) {
        if (result_.kind != TypeKind::none && unit_.functions_table[function_].kind != FunctionKind::event)
            report(codes::return_value, at.position, "return value expected",
                   "the function returns " + name_of(result_));
        op(Op::RETURN0);
        return;
    }
    analyse(at.a, result_);
    if (result_.kind == TypeKind::none) {
        report(codes::return_value, at.position, "void function returns a value",
               "write the result type before the function's name");
        return;
    }
    if (coerce(at.a, result_)) emit_as(at.a, result_);
    op(Op::RETURN);
}

void Builder::declare_locals(const Node& at) {
    const ExportType type = type_of(in_.tree.types[at.a], false);
    for (const NodeId id : in_.tree.list(at)) {
        const Node& declarator = node(id);
        if (is_bad(type)) {
            if (declarator.b != no_node) analyse(declarator.b);
            add_local(declarator.a, type_error, declarator.position, true);
            continue;
        }
        // as in C, the name exists before its initial value is evaluated
        const std::uint32_t local = add_local(declarator.a, type, declarator.position, true);
        if (declarator.b == no_node) continue;
        initialised_ = local;
        analyse(declarator.b, type);
        initialised_ = no_index;
        if (!coerce(declarator.b, type)) continue;
        const Cell cell = emit(declarator.b);
        if (cell == Cell::text)
            op_u16(Op::STORECSTR, locals_[local].slot);
        else {
            convert(node(declarator.b).type, type, cell);
            store(type, locals_[local].slot);
        }
    }
}

// --- Assignments
// ----------------------------------------------------------------------------------------------

void Builder::assign(const Node& at) {
    const Node& target = node(at.a);
    if (target.kind == NodeKind::user && names_[target.a].kind != NameKind::function) {
        assign_variable(at, at.a);
        return;
    }
    if (target.kind == NodeKind::user && locals_of_[target.a] != no_index) {
        assign_variable(at, at.a);
        return;
    }
    if (target.kind == NodeKind::member) {
        assign_member(at, at.a);
        return;
    }
    analyse(at.b);
    if (target.kind == NodeKind::error) return;
    std::string hint = "only variables and writable members can be assigned";
    if (target.kind == NodeKind::name)
        hint =
            "names that a script defines end with $: " + std::string(in_.tokens.names.text(target.a)) + "$";
    report(codes::assignment, target.position, "left side of assignment is not assignable", std::move(hint));
}

void Builder::assign_variable(const Node& at, NodeId target) {
    ExportType type = analyse(target);
    if (at.c != no_node) { // x op= y is x = x op y
        if (is_bad(type)) {
            analyse(at.b);
            return;
        }
        analyse(at.c, type);
        type = node(target).type;
        if (is_bad(type) || !coerce(at.c, type)) return;
        const Cell cell = emit(at.c);
        convert(node(at.c).type, type, cell);
        store(type, static_cast<std::uint16_t>(node(target).ref));
        return;
    }
    analyse(at.b, is_open(type) ? ExportType{} : type);
    if (is_open(type)) {
        settle(target, node(at.b).type);
        type = node(target).type;
        if (is_open(type)) return;
    }
    if (is_bad(type)) return;
    if (!coerce(at.b, type)) return;
    const Cell cell = emit(at.b);
    if (cell == Cell::text && type.kind == TypeKind::string)
        op_u16(Op::STORECSTR, node(target).ref);
    else {
        convert(node(at.b).type, type, cell);
        store(type, static_cast<std::uint16_t>(node(target).ref));
    }
}

/// `object.Name = value` calls SetName; with an operator GetName first.
void Builder::assign_member(const Node& at, NodeId target) {
    MemberTarget found;
    found.node = target;
    if (!find_member(at, found) || found.owner == no_index) return;
    const std::uint32_t setter = setter_of(at, found);
    if (setter == no_index) return;
    const FunctionExport& declaration = exports_.function_at(setter);
    if (in_.inference != nullptr) {
        const ExportType type = at.c == no_node ? node(at.b).type : found.type;
        in_.inference->refine(setter, std::span(&type, 1));
    }
    const NodeId object = node(target).a;
    const ExportType receiver =
        found.is_class ? ExportType{TypeKind::pointer, found.owner} : node(object).type;
    const bool has_receiver = !found.is_class && !declaration.is_static;
    const ExportType result = in_.inference != nullptr && is_open(in_.inference->result_of(setter))
                                  ? type_void
                                  : declaration.result;
    if (at.c != no_node) {
        combine_member(at, found, setter, receiver, has_receiver, result);
        return;
    }
    const NodeId value[] = {at.b};
    check_arguments(declaration, value);
    if (has_receiver) emit_receiver(object);
    emit_arguments(declaration, value);
    emit_call_op(setter, result, receiver, has_receiver);
    if (result.kind != TypeKind::none) op(Op::POP1);
}

/// Whose member it is, and for an operator what it has now. The right side is analysed. False after
/// reporting.
bool Builder::find_member(const Node& at, MemberTarget& found) {
    const Node& member = node(found.node);
    const Node& object = node(member.a);
    if (object.kind == NodeKind::name) {
        found.owner = in_.lookup.find_class(object.a);
        if (found.owner == no_index && in_.inference != nullptr && !in_.lookup.constant(object.a) &&
            in_.lookup.functions(no_index, object.a, Lookup::Prefix::none).empty())
            found.owner = in_.inference->class_of_functions(called(member.a));
        found.is_class = found.owner != no_index;
    }
    if (at.c != no_node) {
        found.type = analyse(found.node);
        if (is_open(found.type)) {
            analyse(at.b);
            coerce(found.node, is_open(node(at.b).type) ? type_int : node(at.b).type);
            found.type = node(found.node).type;
        }
        if (is_bad(found.type)) {
            analyse(at.b);
            return false;
        }
        found.getter = member.ref;
        found.is_class = object.op == 4 && object.kind == NodeKind::name;
        found.owner = found.is_class ? in_.lookup.find_class(object.a) : object.type.index;
        return true;
    }
    analyse(at.b);
    if (found.is_class) {
        node(member.a).op = 4;
        return true;
    }
    ExportType type = analyse(member.a);
    if (is_open(type) && in_.inference != nullptr) {
        type = in_.inference->object(called(member.a), no_index);
        settle(member.a, type);
        node(member.a).type = type;
    }
    if (is_bad(type)) return false;
    if (!is_named(type.kind) || type.kind == TypeKind::enumeration) {
        report(codes::member, member.position, name_of(type) + " has no members",
               "only objects of the host have members");
        return false;
    }
    found.owner = type.index;
    return true;
}

/// The function that takes the value; `no_index` after reporting.
std::uint32_t Builder::setter_of(const Node& at, const MemberTarget& found) {
    const Node& member = node(found.node);
    const std::string name(as_written(member.position, member.b));
    const bool combines = at.c != no_node;
    std::span<const std::uint32_t> named = in_.lookup.members(found.owner, member.b, Lookup::Prefix::set);
    if (named.empty()) // o.SetFoo = v is seen in real scripts
        named = in_.lookup.members(found.owner, member.b, Lookup::Prefix::none);
    std::vector<std::uint32_t> setters;
    for (const std::uint32_t index : named)
        if (exports_.function_at(index).parameters.size() == 1) setters.push_back(index);
    if (setters.empty() && in_.inference != nullptr) {
        const ExportType type = combines ? found.type : node(at.b).type;
        const bool is_setter = name.size() > 3 && same_name(std::string_view(name).substr(0, 3), "Set");
        const std::uint32_t made = in_.inference->function(
            found.owner, is_setter ? name : "Set" + name,
            found.is_class && exports_.class_at(found.owner).kind != ClassKind::singleton,
            std::span(&type, 1), false, 0);
        in_.inference->settle(in_.inference->result_of(made), type_void);
        setters.push_back(made);
    }
    const ExportType given = node(at.b).type;
    std::uint32_t setter = no_index;
    if (combines) {
        if (!setters.empty()) setter = setters.front();
    } else if (!is_bad(given)) {
        const NodeId value[] = {at.b};
        bool ambiguous = false;
        setter = choose(setters, value, ambiguous);
        if (setter == no_index && in_.inference != nullptr)
            setter = in_.inference->function(found.owner, "Set" + name, found.is_class, std::span(&given, 1),
                                             false, 0);
    }
    if (setter != no_index || is_bad(given)) return setter;
    const auto is_read = [&](Lookup::Prefix prefix) {
        return !in_.lookup.members(found.owner, member.b, prefix).empty();
    };
    if (setters.empty() && !is_read(Lookup::Prefix::get) && !is_read(Lookup::Prefix::none))
        report_no_member(found.owner, name, member.position);
    else
        report(codes::assignment, member.position,
               setters.empty()
                   ? "'" + exports_.class_at(found.owner).name + "." + name + "' cannot be written"
                   : "no overload of 'Set" + name + "' takes " + name_of(given));
    return setter;
}

/// The object is evaluated once: there is no DUP, so it is kept in a variable of its own.
void Builder::combine_member(const Node& at, const MemberTarget& found, std::uint32_t setter,
                             ExportType receiver, bool has_receiver, ExportType result) {
    const Node& member = node(found.node);
    const FunctionExport& declaration = exports_.function_at(setter);
    const FunctionExport& read = exports_.function_at(found.getter);
    open_scope();
    std::uint32_t kept = no_index;
    if (has_receiver) {
        kept = add_local(0, receiver, member.position, false);
        emit(member.a);
        store(receiver, locals_[kept].slot);
    }
    const auto load_object = [&] {
        if (!has_receiver) return;
        load(receiver, locals_[kept].slot, Cell::string);
        if (store_of(receiver.kind) == Store::handle) op(Op::HDLTOPTR);
    };
    load_object();
    analyse(at.c, found.type);
    const ExportType wanted = declaration.parameters[0].any ? found.type : declaration.parameters[0].type;
    if (coerce(at.c, wanted)) {
        const ExportType combined = node(at.c).type;
        load_object();
        emit_call_op(found.getter, found.type, receiver, has_receiver && !read.is_static);
        const bool real = combined.kind == TypeKind::real;
        if (combined.kind == TypeKind::string) {
            op(emit(at.b) == Cell::text ? Op::ADDSC : Op::ADDSS);
        } else {
            if (real && found.type.kind != TypeKind::real) op(Op::INTTOFLT);
            if (real)
                emit_as(at.b, type_float);
            else
                emit(at.b);
            op(arithmetic_op(static_cast<Tok>(node(at.c).op), real));
        }
        if (wanted.kind == TypeKind::string)
            convert_text(Cell::string, declaration.parameters[0].in_out ? Cell::string : Cell::text);
        else
            convert(combined, wanted, cell_of(combined.kind));
        if (declaration.variadic) push_integer(1);
        emit_call_op(setter, result, receiver, has_receiver);
    }
    if (result.kind != TypeKind::none) op(Op::POP1);
    close_scope();
}

void Builder::expression_statement(const Node& at) {
    Node& value = node(at.a);
    const bool bare =
        value.kind == NodeKind::user || value.kind == NodeKind::name || value.kind == NodeKind::member;
    if (value.kind == NodeKind::user && in_.inference != nullptr && missing_include_ &&
        names_[value.a].kind == NameKind::none && locals_of_[value.a] == no_index) {
        static_cast<void>(in_.inference->script_function(spelled(value.position, value.a),
                                                         {})); // a call without parentheses
        return;
    }
    if (value.kind == NodeKind::member) value.op = 0x80; // a statement calls, it does not read
    if (value.kind == NodeKind::name && in_.inference != nullptr && !in_.lookup.constant(value.a) &&
        in_.lookup.find_class(value.a) == no_index &&
        in_.lookup.functions(no_index, value.a, Lookup::Prefix::none).empty())
        static_cast<void>(in_.inference->function(no_index, called(at.a), true, {}, false, 0));
    analyse(at.a);
    if (value.kind == NodeKind::error || is_bad(value.type)) return;
    if (value.kind != NodeKind::call && !(bare && value.op >= 2)) {
        std::string hint = "assign the value to a variable or pass it to a function";
        if (value.kind == NodeKind::binary && static_cast<Tok>(value.op) == Tok::equal)
            hint = "== compares; write an assignment with =";
        // the game takes it, and published scripts have it
        Diagnostic idle = make_diagnostic(codes::no_effect, "expression statement has no effect",
                                          in_.sources.place(at.position), std::move(hint));
        if (in_.inference != nullptr) idle.severity = Severity::warning;
        diagnostics_.add(std::move(idle));
        if (in_.inference == nullptr || is_open(value.type)) return;
    }
    emit(at.a);
    if (value.type.kind != TypeKind::none && !is_open(value.type)) op(Op::POP1);
}

} // namespace vellum::skrit
