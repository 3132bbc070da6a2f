// What expressions mean: names, operators, conversions (docs/engines/skrit.md, "Types", "Operators").
#include <utility>

#include "base/suggest.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/builder.hpp"
#include "engines/skrit/compile/guesses.hpp"

namespace vellum::skrit {

namespace {

bool is_object(TypeKind kind) { return is_reference(kind) || kind == TypeKind::identifier; }

} // namespace

// --- Conversions
// ----------------------------------------------------------------------------------------------

bool Builder::lenient(ExportType from, ExportType to) const {
    // null, open and bad types have kinds of their own, above all others
    if (in_.inference == nullptr || static_cast<std::uint8_t>(from.kind) >= 100 ||
        static_cast<std::uint8_t>(to.kind) >= 100)
        return false;
    const auto guessed = [&](ExportType type) {
        if (type.kind == TypeKind::enumeration)
            return (exports_.enum_at(type.index).flags & export_inferred) != 0;
        return is_named(type.kind) && (exports_.class_at(type.index).flags & export_inferred) != 0;
    };
    return cell_of(from.kind) == cell_of(to.kind) && (guessed(from) || guessed(to));
}

int Builder::cost(ExportType from, ExportType to) const {
    if (from == to || is_bad(from) || is_bad(to)) return 0;
    if (is_open(from)) return 1;
    const TypeKind f = from.kind;
    switch (to.kind) {
    case TypeKind::boolean: return f == TypeKind::integer || f == TypeKind::enumeration ? 2 : -1;
    case TypeKind::integer:
        if (f == TypeKind::boolean || f == TypeKind::enumeration) return 1;
        if (f == TypeKind::real) return 100;
        break;
    case TypeKind::real:
        if (f == TypeKind::integer) return 1;
        if (f == TypeKind::boolean || f == TypeKind::enumeration) return 2;
        break;
    case TypeKind::pointer:
    case TypeKind::managed:
    case TypeKind::value:
        if (f == kind_null) return 1;
        if (is_reference(f) && f == to.kind && exports_.derives_from(from.index, to.index)) return 1;
        break;
    case TypeKind::identifier:
        if (f == kind_null) return 1;
        if (f == TypeKind::identifier && exports_.derives_from(from.index, to.index)) return 1;
        break;
    default: break;
    }
    return lenient(from, to) ? 50 : -1;
}

int Builder::cost(NodeId from, ExportType to) const {
    const Node& at = node(from);
    if (to.kind == TypeKind::identifier && at.kind == NodeKind::integer && at.a == 0) return 1;
    return cost(at.type, to);
}

void Builder::settle(NodeId id, ExportType type) {
    Node& at = node(id);
    if (!is_open(at.type) || in_.inference == nullptr) return;
    in_.inference->settle(at.type, type);
    if (static_cast<std::uint8_t>(type.kind) < 100) at.type = type;
    // the arms of a ?: and the operands of a sum that were open get the same type
    if (at.kind == NodeKind::ternary) {
        settle(at.b, type);
        settle(at.c, type);
    }
}

/// In open mode a declaration of the host may be the mistake: the script runs in its own game after all.
bool Builder::assume(NodeId id, ExportType to) {
    Node& at = node(id);
    const bool host = at.kind == NodeKind::member || at.kind == NodeKind::call || at.kind == NodeKind::name;
    if (in_.inference == nullptr || !host || at.op != 2) return false;
    report(codes::assumed_overload, at.position,
           "assumed an overload of the host's function that returns " + name_of(to) + " instead of " +
               name_of(at.type),
           "declare such overloads in a file for --exports");
    at.type = to;
    return true;
}

bool Builder::coerce(NodeId id, ExportType to) {
    Node& at = node(id);
    if (is_bad(at.type) || is_bad(to)) return false;
    if (is_open(at.type)) {
        settle(id, to);
        at.type = to;
        return true;
    }
    const int price = cost(id, to);
    if (price >= 100)
        report(codes::conversion, at.position, "the float is truncated to int",
               "write int( ... ) if that is intended");
    if (price >= 0) return true;
    std::string hint;
    if (at.type.kind == TypeKind::string || to.kind == TypeKind::string)
        hint = at.type.kind == TypeKind::string ? "host functions convert strings to numbers"
               : at.type.kind == kind_null      ? "an empty text is written \"\""
                                           : "MakeStringF and similar functions convert numbers to strings";
    if (hint.empty() && at.type.kind == kind_null) hint = "null is for objects; use 0 for numbers";
    if (hint.empty() && to.kind == TypeKind::enumeration)
        hint = "only its own constants fit into an enumeration";
    if (hint.empty()) hint = "there is no conversion; the host may have a function for it";
    if (to.kind == TypeKind::boolean && is_object(at.type.kind)) hint = "compare with null: x$ != null";
    if (to.kind == TypeKind::boolean && at.type.kind == TypeKind::real) hint = "compare with 0: x$ != 0.0";
    if (assume(id, to)) return true;
    report(codes::type, at.position, "cannot convert " + name_of(at.type) + " to " + name_of(to),
           std::move(hint));
    at.type = type_error;
    return false;
}

/// Whatever has four bytes may stand where a truth value is wanted: it is true unless it is 0.
bool Builder::coerce_truth(NodeId id, std::string_view what) {
    const Node& at = node(id);
    if (!is_object(at.type.kind)) return coerce_integral(id, what, type_bool);
    const bool identifier = at.type.kind == TypeKind::identifier;
    lint(codes::lint_condition, at.position, std::string(what) + " is given a " + name_of(at.type),
         identifier ? "an identifier that is not 0 may still be stale; .IsValid asks the game"
                    : "write the comparison: x$ != null");
    return true;
}

bool Builder::coerce_integral(NodeId id, std::string_view what, ExportType unknown_as) {
    Node& at = node(id);
    if (is_open(at.type)) {
        settle(id, unknown_as);
        at.type = unknown_as;
        return true;
    }
    if (is_bad(at.type)) return false;
    if (is_integral(at.type.kind) || assume(id, unknown_as)) return true;
    std::string hint;
    if (at.type.kind == TypeKind::real) hint = "compare with a number: x$ != 0.0";
    if (at.type.kind == TypeKind::string) hint = "compare with a string, or use StringTool.IsEmpty( s$ )";
    if (is_object(at.type.kind) || at.type.kind == kind_null) hint = "compare with null: x$ != null";
    report(codes::type, at.position, std::string(what) + " needs integral operands, not " + name_of(at.type),
           std::move(hint));
    at.type = type_error;
    return false;
}

// --- Expressions
// ----------------------------------------------------------------------------------------------

ExportType Builder::analyse(NodeId id, ExportType expected) {
    Node& at = node(id);
    ExportType type = type_error;
    switch (at.kind) {
    case NodeKind::integer: type = type_int; break;
    case NodeKind::real: type = type_float; break;
    case NodeKind::string: type = type_string; break;
    case NodeKind::boolean: type = type_bool; break;
    case NodeKind::null: type = type_null; break;
    case NodeKind::this_: type = exports_.class_type(exports_.find_class("SkritObject")); break;
    case NodeKind::vm: type = exports_.class_type(exports_.find_class("SkritMachine")); break;
    case NodeKind::owner:
        if (owner_declared_)
            type = owner_type_;
        else if (!std::exchange(owner_missed_, true)) // once for all its uses
            report(codes::owner, at.position, "owner is used without a declaration of its type",
                   "write owner = GoSkritComponent; or similar at the top level");
        break;
    case NodeKind::user: type = analyse_user(id); break;
    case NodeKind::name: type = analyse_name(id); break;
    case NodeKind::macro: type = type_float; break;
    case NodeKind::assembly:
        report(
            codes::syntax, at.position, "an asm block cannot be part of an expression",
            "use it as the body of a function, or as the whole value of a variable, a condition or a delay");
        break;
    case NodeKind::cast: {
        analyse(at.a, type_float);
        const ExportType to{static_cast<TypeKind>(at.op), no_index};
        Node& inner = node(at.a);
        if (is_open(inner.type)) {
            settle(at.a, type_float);
            inner.type = type_float;
        }
        if (!is_bad(inner.type)) {
            if (is_number(inner.type.kind) &&
                (to.kind != TypeKind::boolean || inner.type.kind != TypeKind::real))
                type = to;
            else if (to.kind == TypeKind::integer && lenient(inner.type, to))
                type = to;
            else
                report(codes::type, at.position,
                       "cannot convert " + name_of(inner.type) + " to " + name_of(to));
        }
        break;
    }
    case NodeKind::unary: type = analyse_unary(id, expected); break;
    case NodeKind::binary: type = analyse_binary(id, expected); break;
    case NodeKind::ternary: type = analyse_ternary(id, expected); break;
    case NodeKind::member: type = analyse_member(id, {}, no_node); break;
    case NodeKind::call: type = analyse_call(id); break;
    default: break;
    }
    node(id).type = type;
    return type;
}

std::string Builder::meant(NameSort sort, std::string_view wanted) const {
    return may_search() ? meant_name(exports_, sort, wanted) : std::string();
}

void Builder::report_no_member(std::uint32_t owner, const std::string& name, Position position) {
    const std::string& where = exports_.class_at(owner).name;
    std::string hint = may_search() ? meant_member(exports_, owner, name) : std::string();
    if (hint.empty()) hint = "/Help.Class( \"" + where + "\" ) on the console lists its members";
    report(codes::member, position, "'" + where + "' has no member '" + name + "'", std::move(hint));
}

std::string Builder::meant_user(Symbol symbol) const {
    if (!may_search()) return {};
    std::vector<std::string_view> names;
    for (Symbol known = 0; known < names_.size(); ++known)
        if (known != symbol && (names_[known].kind != NameKind::none || locals_of_[known] != no_index))
            names.push_back(in_.tokens.names.text(known));
    const std::string_view wanted = in_.tokens.names.text(symbol);
    const std::string_view meant = wanted.size() < 3 ? std::string_view() : nearest(wanted, names);
    if (!meant.empty()) return "did you mean '" + std::string(meant) + "$'?";
    if (in_.lookup.find_class(symbol) != no_index)
        return "names of the host have no $: " + std::string(wanted);
    return "it is not declared; the script's own names end with $";
}

ExportType Builder::analyse_user(NodeId id) {
    Node& at = node(id);
    const Symbol symbol = at.a;
    at.op = 0;
    if (const std::uint32_t local = locals_of_[symbol]; local != no_index) {
        if (local == initialised_)
            report(codes::own_value, at.position,
                   "'" + user_name(symbol) + "' is read in its own initializer, where it is still empty",
                   "a name is valid from its own declaration on, even if it hides another variable");
        at.ref = locals_[local].slot;
        return locals_[local].type;
    }
    if (state_ != no_index && !state_variables_.empty()) {
        const auto found = state_variables_.find(std::uint64_t{state_} << 32U | symbol);
        if (found != state_variables_.end()) {
            at.ref = unit_.variables[found->second].slot;
            return variable_types_[found->second];
        }
    }
    const NameEntry entry = names_[symbol];
    if (entry.kind == NameKind::variable) {
        at.ref = unit_.variables[entry.index].slot;
        return variable_types_[entry.index];
    }
    if (entry.kind == NameKind::function) return analyse_script_call(id, entry.index, {});
    if (ExportType type; variable_of_a_state(id, type)) return type;
    if (in_.inference != nullptr && missing_include_) {
        // statements call it, expressions may mean a variable; calls come through analyse_call
        const ExportType type = in_.inference->script_variable(spelled(at.position, symbol));
        at.ref = 0;
        return type;
    }
    report(codes::undefined, at.position, "undefined symbol '" + user_name(symbol) + "'", meant_user(symbol));
    return type_error;
}

/// A state's variable belongs to the object: below its declaration the whole script knows it.
bool Builder::variable_of_a_state(NodeId id, ExportType& type) {
    Node& at = node(id);
    const auto found = variables_of_states_.find(at.a);
    if (found == variables_of_states_.end()) return false;
    const VariableSyntax& syntax = in_.tree.variables[found->second];
    const std::string& state = unit_.states[state_bodies_[syntax.state]].name;
    at.ref = unit_.variables[found->second].slot;
    type = variable_types_[found->second];
    const SourceMap& sources = in_.sources;
    if (at.position < syntax.position && sources.file_of(at.position) == sources.file_of(syntax.position)) {
        report(codes::undefined, at.position, "'" + user_name(at.a) + "' is used above its declaration",
               "it is declared in line " + std::to_string(in_.sources.place(syntax.position).line) +
                   ", below; other states see it from there on");
        type = type_error;
    } else
        lint(codes::lint_state_variable, at.position,
             "'" + user_name(at.a) + "' is a variable of the state '" + state + "'",
             "declare variables used by several states at the top level");
    return true;
}

ExportType Builder::analyse_name(NodeId id) {
    Node& at = node(id);
    const std::string_view text = in_.tokens.names.text(at.a);
    if (const ConstantRef found = in_.lookup.constant(at.a)) {
        at.op = 1;
        at.ref = static_cast<std::uint32_t>(exports_.constant_at(found).value);
        return {TypeKind::enumeration, found.enumeration};
    }
    if (!in_.lookup.functions(no_index, at.a, Lookup::Prefix::none).empty())
        return host_call(id, no_index, true, at.a, {}, false);
    if (names_[at.a].kind != NameKind::none || locals_of_[at.a] != no_index) {
        report(codes::undefined, at.position, "undefined symbol '" + std::string(text) + "'",
               "names that a script defines end with $: " + std::string(text) + "$");
        return type_error;
    }
    if (in_.lookup.find_class(at.a) != no_index) {
        report(codes::undefined, at.position, "'" + std::string(text) + "' is a class and has no value",
               "use a dot to reach its members");
        return type_error;
    }
    if (in_.inference != nullptr) {
        at.op = 0;
        return in_.inference->constant(as_written(at.position, at.a));
    }
    report(codes::undefined, at.position, "undefined symbol '" + std::string(text) + "'",
           meant(NameSort::constant, text));
    return type_error;
}

ExportType Builder::analyse_unary(NodeId id, ExportType expected) {
    const Node at = node(id);
    const auto op = static_cast<Tok>(at.op);
    analyse(at.a, op == Tok::bang ? type_bool : expected);
    if (op == Tok::bang) return coerce_truth(at.a, "operator !") ? type_bool : type_error;
    if (op == Tok::tilde) return coerce_integral(at.a, "operator ~", type_int) ? type_int : type_error;
    Node& inner = node(at.a);
    if (is_open(inner.type)) {
        const ExportType as = expected.kind == TypeKind::integer ? type_int : type_float;
        settle(at.a, as);
        inner.type = as;
    }
    if (is_bad(inner.type)) return type_error;
    if (inner.type.kind == TypeKind::real) return type_float;
    if (is_integral(inner.type.kind)) return type_int;
    report(codes::type, at.position,
           std::string("operator ") + (op == Tok::minus ? "-" : "+") + " cannot be applied to " +
               name_of(inner.type),
           "it is for numbers");
    return type_error;
}

/// What a test in front of && (`x$ != null`, `x$`) or of || (`x$ == null`, `!x$`) asks of, or no_node.
NodeId Builder::guarded_by(const Node& test, bool both) const {
    const auto op = static_cast<Tok>(test.op);
    if (test.kind == NodeKind::binary && op == (both ? Tok::not_equal : Tok::equal)) {
        if (node(test.b).kind == NodeKind::null) return test.a;
        if (node(test.a).kind == NodeKind::null) return test.b;
    }
    if (test.kind == NodeKind::unary && op == Tok::bang && !both && is_reference(node(test.a).type.kind))
        return test.a;
    return no_node;
}

/// The seed's classic: `x$ != null && x$.Foo`. Both sides are evaluated, so the test guards nothing.
void Builder::warn_guard(NodeId id) {
    const Node& at = node(id);
    const bool both = static_cast<Tok>(at.op) == Tok::and_and;
    const NodeId tested = both && is_reference(node(at.a).type.kind) ? at.a : guarded_by(node(at.a), both);
    if (tested == no_node || node(tested).kind != NodeKind::user) return;
    // look for a member of the same variable along the left spine of the right side
    NodeId here = at.b;
    for (int steps = 0; steps < 32 && here != no_node; ++steps) {
        const Node& part = node(here);
        if (part.kind == NodeKind::member && node(part.a).kind == NodeKind::user &&
            node(part.a).a == node(tested).a) {
            report(codes::short_circuit, at.position,
                   std::string(both ? "&&" : "||") +
                       " evaluates both sides, so the null test does not guard the member access",
                   "nest two ifs instead");
            return;
        }
        const bool goes_on = part.kind == NodeKind::member || part.kind == NodeKind::call ||
                             part.kind == NodeKind::unary || part.kind == NodeKind::binary;
        here = goes_on ? part.a : no_node;
    }
}

ExportType Builder::analyse_binary(NodeId id, ExportType expected) {
    const Node at = node(id);
    const auto op = static_cast<Tok>(at.op);
    const bool logic = op == Tok::and_and || op == Tok::or_or;
    const bool bits = op == Tok::bar || op == Tok::caret || op == Tok::ampersand;
    const bool comparison = op >= Tok::less && op <= Tok::approx_equal;
    const ExportType hint = logic ? type_bool : bits ? type_int : comparison ? ExportType{} : expected;
    analyse(at.a, hint);
    // the left side often tells what an unknown right side is, and the other way round
    analyse(at.b, is_bad(node(at.a).type) || is_open(node(at.a).type) ? hint : node(at.a).type);
    if (logic) {
        const std::string_view what = op == Tok::and_and ? "operator &&" : "operator ||";
        const bool left_fits = coerce_truth(at.a, what);
        const bool fits = coerce_truth(at.b, what) && left_fits;
        if (fits) warn_guard(id);
        return fits ? type_bool : type_error;
    }
    if (bits) {
        const std::string what = "operator " + std::string(spelling(op));
        const bool left_fits = coerce_integral(at.a, what, type_int);
        if (!coerce_integral(at.b, what, type_int) || !left_fits) return type_error;
        const bool both =
            node(at.a).type.kind == TypeKind::boolean && node(at.b).type.kind == TypeKind::boolean;
        return both ? type_bool : type_int;
    }
    Node& left = node(at.a);
    Node& right = node(at.b);
    const auto adopt = [&](NodeId open, const Node& other) {
        ExportType as = other.type;
        if (other.type.kind == kind_null && in_.inference != nullptr) {
            const Node& part = node(open);
            const Node& named = part.kind == NodeKind::call ? node(part.a) : part;
            as = named.kind == NodeKind::member || named.kind == NodeKind::name
                     ? in_.inference->object(called(open), no_index)
                     : type_int;
        }
        settle(open, as);
        node(open).type = as;
    };
    if (is_open(left.type) && is_open(right.type)) {
        const bool number = !comparison && is_number(expected.kind);
        if (in_.inference != nullptr) {
            settle(at.a, number ? expected : type_error);
            settle(at.b, number ? expected : type_error);
        }
        left.type = right.type = number ? expected : type_int;
    } else if (is_open(left.type))
        adopt(at.a, right);
    else if (is_open(right.type))
        adopt(at.b, left);
    if (is_bad(left.type) || is_bad(right.type)) return type_error;
    if (comparison) {
        if (comparable(op, left, right)) return type_bool;
    } else if (const ExportType type = combined(op, left.type.kind, right.type.kind); !is_bad(type)) {
        if ((op == Tok::slash || op == Tok::percent) && type.kind == TypeKind::integer &&
            right.kind == NodeKind::integer && right.a == 0)
            report(codes::zero_divisor, right.position, "an integer is divided by 0",
                   "the script would fault here");
        return type;
    }
    const TypeKind l = left.type.kind;
    const TypeKind r = right.type.kind;
    const auto usable = [&](TypeKind kind) {
        if (op == Tok::equal || op == Tok::not_equal)
            return static_cast<std::uint8_t>(kind) < 100 && kind != TypeKind::none;
        return is_number(kind) || (kind == TypeKind::string && (comparison || op == Tok::plus));
    };
    if (usable(r) && assume(at.a, right.type)) return comparison ? type_bool : right.type;
    if (usable(l) && assume(at.b, left.type)) return comparison ? type_bool : left.type;
    std::string note = comparison ? "only values of the same kind can be compared" : "it is for numbers";
    if (op == Tok::plus && (l == TypeKind::string || r == TypeKind::string))
        note = "MakeStringF and similar functions convert numbers to strings";
    report(codes::type, at.position,
           "operator " + std::string(spelling(op)) + " cannot be applied to " + name_of(left.type) + " and " +
               name_of(right.type),
           std::move(note));
    return type_error;
}

/// What + and its like give for such operands.
ExportType Builder::combined(Tok op, TypeKind left, TypeKind right) {
    if (left == TypeKind::string && right == TypeKind::string && op == Tok::plus) return type_string;
    if (!is_number(left) || !is_number(right)) return type_error;
    return left == TypeKind::real || right == TypeKind::real ? type_float : type_int;
}

/// Both types are settled.
bool Builder::comparable(Tok op, const Node& left, const Node& right) const {
    const TypeKind l = left.type.kind;
    const TypeKind r = right.type.kind;
    if ((l == TypeKind::string && r == TypeKind::string) || (is_number(l) && is_number(r))) return true;
    const bool equality = op == Tok::equal || op == Tok::not_equal;
    if (equality) {
        if ((l == kind_null && (is_object(r) || r == kind_null)) || (r == kind_null && is_object(l)))
            return true;
        if (is_object(l) && l == r &&
            (exports_.derives_from(left.type.index, right.type.index) ||
             exports_.derives_from(right.type.index, left.type.index)))
            return true;
        if ((l == TypeKind::identifier && right.kind == NodeKind::integer && right.a == 0) ||
            (r == TypeKind::identifier && left.kind == NodeKind::integer && left.a == 0))
            return true;
    }
    if (lenient(left.type, right.type) || lenient(right.type, left.type)) return true;
    // a declaration of the host may be wrong; let the use decide
    return in_.inference != nullptr && equality && cell_of(l) == cell_of(r) && cell_of(l) == Cell::integer;
}

ExportType Builder::analyse_ternary(NodeId id, ExportType expected) {
    const Node at = node(id);
    analyse(at.a, type_bool);
    const bool condition_fits = coerce_truth(at.a, "the condition of ?:");
    analyse(at.b, expected);
    analyse(at.c, is_open(node(at.b).type) || is_bad(node(at.b).type) ? expected : node(at.b).type);
    Node& yes = node(at.b);
    Node& no = node(at.c);
    if (is_open(yes.type) && !is_open(no.type)) coerce(at.b, no.type);
    if (is_open(no.type) && !is_open(yes.type)) coerce(at.c, yes.type);
    if (!condition_fits || is_bad(yes.type) || is_bad(no.type)) return type_error;
    if (yes.type == no.type) return yes.type;
    if (is_open(yes.type)) return yes.type; // both open
    if (is_number(yes.type.kind) && is_number(no.type.kind))
        return yes.type.kind == TypeKind::real || no.type.kind == TypeKind::real ? type_float : type_int;
    const int to_no = cost(at.b, no.type);
    const int to_yes = cost(at.c, yes.type);
    if (to_no >= 0 && (to_yes < 0 || to_no <= to_yes)) return no.type;
    if (to_yes >= 0) return yes.type;
    report(codes::type, at.position,
           "both sides of ':' must have compatible types (" + name_of(yes.type) + ", " + name_of(no.type) +
               ")",
           "convert one of them");
    return type_error;
}

} // namespace vellum::skrit
