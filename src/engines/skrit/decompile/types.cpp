// See the header.
#include "engines/skrit/decompile/types.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace vellum::skrit::decompile {

namespace {

bool between(Op op, Op first, Op last) { return op >= first && op <= last; }

} // namespace

Types::Types(const Unit& unit, Tree& tree) : unit_(unit), tree_(tree), all_(unit.types) {
    this_ = class_named("SkritObject");
    vm_ = class_named("SkritMachine");
}

TypeIndex Types::class_named(std::string_view name) {
    for (std::size_t i = 0; i < all_.size(); ++i)
        if (is_named(all_[i].kind) && all_[i].kind != TypeKind::enumeration && same_name(all_[i].name, name))
            return static_cast<TypeIndex>(i);
    constexpr std::size_t most = 0xFFFF;
    if (all_.size() == most) return 0;
    all_.push_back({TypeKind::pointer, std::string(name)});
    return static_cast<TypeIndex>(all_.size() - 1);
}

TypeIndex Types::parameter(const Expr& call, std::size_t index) const {
    if (call.kind == ExprKind::script) return unit_.functions_table[call.value].parameters[index].type;
    const Import& import = unit_.imports[call.value];
    return index < import.parameters.size() && !import.parameters[index].any ? import.parameters[index].type
                                                                             : 0;
}

TypeIndex Types::operand(const Expr& binary) const {
    switch (binary.op) {
    case Op::ADDI:
    case Op::SUBTRACTI:
    case Op::MULTIPLYI:
    case Op::DIVIDEI:
    case Op::MODULOI:
    case Op::POWERI:
    case Op::ISGREATERI:
    case Op::ISLESSI:
    case Op::ISGREATEREQUALI:
    case Op::ISLESSEQUALI: return integer;
    case Op::ADDF:
    case Op::SUBTRACTF:
    case Op::MULTIPLYF:
    case Op::DIVIDEF:
    case Op::MODULOF:
    case Op::POWERF:
    case Op::ISEQUALF:
    case Op::ISNOTEQUALF:
    case Op::ISAPPROXEQUALF:
    case Op::ISGREATERF:
    case Op::ISLESSF:
    case Op::ISGREATEREQUALF:
    case Op::ISLESSEQUALF: return real;
    case Op::ISEQUALB:
    case Op::ISNOTEQUALB:
    case Op::ISGREATERB:
    case Op::ISLESSB:
    case Op::ISGREATEREQUALB:
    case Op::ISLESSEQUALB: return boolean;
    default: return 0;
    }
}

TypeIndex Types::type_of(const Expr& at) const {
    switch (at.kind) {
    case ExprKind::constant: return at.op == Op::PUSH4 && at.wide ? real : TypeIndex{0};
    case ExprKind::text: return string;
    case ExprKind::self: return at.op == Op::PUSHTHIS ? this_ : at.op == Op::PUSHVM ? vm_ : unit_.owner;
    case ExprKind::variable: return tree_.variables[at.value].type;
    case ExprKind::call: return unit_.imports[at.value].result;
    case ExprKind::script: return unit_.functions_table[at.value].result;
    case ExprKind::unary: return at.op == Op::NOTIB ? boolean : at.op == Op::NEGATEF ? real : integer;
    case ExprKind::binary: {
        if (at.op == Op::ANDIB || at.op == Op::ORIB || between(at.op, Op::ISEQUALI, Op::ISLESSEQUALC))
            return boolean;
        if (between(at.op, Op::ADDSS, Op::ADDCC)) return string;
        if (between(at.op, Op::BANDI, Op::BORI))
            return kind_of(at.a) == TypeKind::boolean && kind_of(at.b) == TypeKind::boolean ? boolean
                                                                                            : integer;
        return operand(at);
    }
    case ExprKind::convert: return at.op == Op::INTTOBOO ? boolean : at.op == Op::INTTOFLT ? real : integer;
    case ExprKind::upcast: return unit_.upcasts[at.value].to;
    case ExprKind::choice: {
        const TypeIndex one = of_[at.b], other = of_[at.c];
        const auto no_bool = [&](ExprId id) { // a constant has the type of what is beside it
            return tree_.exprs[id].kind == ExprKind::constant && tree_.exprs[id].value > 1;
        };
        if ((one == boolean && no_bool(at.c)) || (other == boolean && no_bool(at.b))) return integer;
        if (one == 0 || one == other) return other;
        if (other == 0) return one;
        if (kind(one) == TypeKind::real || kind(other) == TypeKind::real) return real;
        return is_number(kind(one)) && is_number(kind(other)) ? integer : one;
    }
    }
    return 0;
}

void Types::values() {
    of_.assign(tree_.exprs.size(), 0);
    for (std::size_t i = 0; i < tree_.exprs.size(); ++i) of_[i] = type_of(tree_.exprs[i]); // parts come first
}

void Types::infer() {
    values();
    const auto open = [](const Variable& variable) { return variable.local && variable.type == 0; };
    if (std::ranges::none_of(tree_.variables, open)) return;
    constexpr int rounds = 6; // what one local tells of another is rarely more than a few steps away
    for (int round = 0; round < rounds; ++round) {
        std::vector<Evidence> known(tree_.variables.size());
        gather(known);
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i)
            gather(tree_.functions[i].body, unit_.functions_table[i].result, known);
        bool changed = false;
        for (std::size_t i = unit_.variables.size(); i < known.size(); ++i) {
            Variable& variable = tree_.variables[i];
            if (variable.parameter != none || variable.store == Store::text ||
                (variable.local && !unit_.stripped && !variable.hidden))
                continue;
            const TypeIndex type = choose(known[i], *this);
            changed = changed || type != variable.type;
            variable.type = type;
        }
        if (!changed) break;
        values();
    }
    for (Variable& variable : tree_.variables)
        if (open(variable)) variable.type = integer;
    values();
}

TypeIndex Types::choose(const Evidence& evidence, const Types& types) {
    if (evidence.certain != 0) return evidence.certain;
    TypeIndex type = evidence.stored;
    if (evidence.mixed) type = integer;
    if (type == 0 ||
        (type == integer && evidence.used != 0 && types.kind(evidence.used) == TypeKind::enumeration &&
         !evidence.mixed && evidence.stored == 0))
        type = evidence.used;
    if (type == 0) return evidence.wide ? real : TypeIndex{0};
    if (types.kind(type) == TypeKind::boolean && (evidence.number || evidence.large)) return integer;
    return type;
}

/// What every value says of the variables in it.
void Types::gather(std::vector<Evidence>& known) {
    const auto object = [&](ExprId id, TypeIndex type) {
        if (id != none && tree_.exprs[id].kind == ExprKind::variable)
            known[tree_.exprs[id].value].certain = type;
    };
    for (const Expr& at : tree_.exprs) switch (at.kind) {
        case ExprKind::call:
        case ExprKind::script: {
            std::size_t index = 0;
            for (const ExprId argument : tree_.arguments(at)) {
                const TypeIndex type = parameter(at, index++);
                want(argument, type, known);
                if (type == boolean) is_bool(argument, known);
            }
            if (at.kind == ExprKind::call && at.a != none)
                object(at.a,
                       at.c != none ? unit_.upcasts[at.c].from : class_named(unit_.imports[at.value].owner));
            break;
        }
        case ExprKind::variable:
            if (at.wide) known[at.value].used = real;
            break;
        case ExprKind::upcast: object(at.a, unit_.upcasts[at.value].from); break;
        case ExprKind::binary: {
            const bool equality = at.op == Op::ISEQUALI || at.op == Op::ISNOTEQUALI;
            want(at.a, equality ? of_[at.b] : operand(at), known);
            want(at.b, equality ? of_[at.a] : operand(at), known);
            if (operand(at) != boolean) break;
            is_bool(at.a, known);
            is_bool(at.b, known);
            break;
        }
        case ExprKind::unary:
            if (at.op == Op::NEGATEF) want(at.a, real, known);
            break;
        case ExprKind::convert:
            if (at.op == Op::FLTTOINT) want(at.a, real, known);
            if (at.op == Op::INTTOBOO && tree_.exprs[at.a].kind == ExprKind::variable)
                known[tree_.exprs[at.a].value].number = true;
            break;
        default: break;
        }
}

/// The value is a bool where an int would have been turned into one, or would have been compared as an int.
/// What it is made of is bools then.
void Types::is_bool(ExprId id, std::vector<Evidence>& known) const {
    const Expr& at = tree_.exprs[id];
    if (at.kind == ExprKind::variable) known[at.value].certain = boolean;
    const bool bits = at.kind == ExprKind::binary && between(at.op, Op::BANDI, Op::BORI);
    if (bits) is_bool(at.a, known);
    if (bits || at.kind == ExprKind::choice) is_bool(at.b, known);
    if (at.kind == ExprKind::choice) is_bool(at.c, known);
}

void Types::stored(std::uint32_t variable, ExprId value, std::vector<Evidence>& known) {
    Evidence& at = known[variable];
    const Expr* expr = &tree_.exprs[value];
    if (expr->kind == ExprKind::constant) {
        at.constants = true;
        at.large = at.large || expr->value > 1;
        at.wide = at.wide || expr->wide;
        return;
    }
    const TypeIndex type = of_[value];
    if (type == 0) return;
    if (at.stored == 0)
        at.stored = type;
    else if (at.stored != type && is_number(kind(type)) && is_number(kind(at.stored)))
        at.mixed = true;
}

void Types::want(ExprId id, TypeIndex type, std::vector<Evidence>& known) {
    if (id == none || type == 0) return;
    const Expr& at = tree_.exprs[id];
    if (at.kind == ExprKind::choice) {
        want(at.b, type, known);
        want(at.c, type, known);
    }
    if (at.kind != ExprKind::variable) return;
    TypeIndex& used = known[at.value].used;
    if (used == 0 || kind(used) == TypeKind::integer) used = type; // an int may be of any narrower type
}

void Types::gather(std::span<const StmtId> list, TypeIndex result, std::vector<Evidence>& known) {
    for (const StmtId id : list) {
        const Stmt& at = tree_.stmts[id];
        if (at.kind == StmtKind::returns) want(at.a, result, known);
        if (at.kind == StmtKind::returns && result == boolean && at.a != none) is_bool(at.a, known);
        if ((at.kind == StmtKind::assign || at.kind == StmtKind::declare) && at.a != none) {
            const Variable& variable = tree_.variables[at.value];
            stored(at.value, at.a, known);
            want(at.a, variable.type, known);
            const bool declared = !variable.local || variable.parameter != none || !unit_.stripped;
            if (variable.type == boolean && declared) is_bool(at.a, known);
        }
        gather(at.body, result, known);
        gather(at.otherwise, result, known);
    }
}

} // namespace vellum::skrit::decompile
