#include "engines/pathologic/compile/types.hpp"

namespace vellum::pathologic::compile {

namespace {

using Known = std::optional<VariableType>;

bool compares(Op op) { return op >= Op::Eq && op <= Op::GE; }
bool is_number(Known type) { return type == VariableType::integer || type == VariableType::real; }
bool counts(Known type) { return type == VariableType::integer || type == VariableType::boolean; }

/// As the machine's operators have it; the left operand's type decides.
Known type_of_operator(Op op, Known a, Known b) {
    if (!a || !b) return std::nullopt;
    if (compares(op)) return VariableType::boolean;
    if (op == Op::Pow) return VariableType::real;
    if (op == Op::Add && (a == VariableType::string || b == VariableType::string))
        return VariableType::string;
    if (a == VariableType::vector) {
        if (b == VariableType::vector) return op == Op::Or ? VariableType::real : VariableType::vector;
        return is_number(b) ? a : std::nullopt;
    }
    if (a == VariableType::boolean && b == VariableType::boolean) return VariableType::boolean;
    if (counts(a) && counts(b)) return VariableType::integer;
    if (is_number(a) && is_number(b)) return VariableType::real;
    return std::nullopt;
}

} // namespace

VariableType type_of_variable(const Tree& tree, const Function& function, Space space, std::uint32_t number) {
    switch (space) {
    case Space::local: return function.locals[number];
    case Space::parameter: return function.parameters[number];
    case Space::task: break;
    }
    return tree.tasks[function.task].variables[number].type;
}

std::optional<VariableType> type_of(const Tree& tree, const Function& function, NodeId id) {
    if (id == none) return std::nullopt;
    const Expr& expr = tree.exprs[id];
    switch (expr.kind) {
    case ExprKind::boolean:
    case ExprKind::both:
    case ExprKind::either:
    case ExprKind::exists: return VariableType::boolean;
    case ExprKind::integer: return VariableType::integer;
    case ExprKind::real:
    case ExprKind::component: return VariableType::real;
    case ExprKind::string: return VariableType::string;
    case ExprKind::null: return VariableType::object;
    case ExprKind::vector: return VariableType::vector;
    case ExprKind::variable: return type_of_variable(tree, function, expr.space, expr.a);
    case ExprKind::global: return tree.globals[expr.a].type;
    case ExprKind::cast: return expr.type;
    case ExprKind::call: return tree.functions[expr.a].result;
    case ExprKind::task_call:
        return tree.tasks[expr.a].init == none ? std::nullopt
                                               : tree.functions[tree.tasks[expr.a].init].result;
    case ExprKind::unary:
        switch (expr.op) {
        case Op::NullEq:
        case Op::NullNeq:
        case Op::Not: return VariableType::boolean;
        case Op::Neg: return type_of(tree, function, expr.a);
        case Op::CString: return VariableType::string;
        default: return VariableType::real;
        }
    case ExprKind::binary:
        return type_of_operator(expr.op, type_of(tree, function, expr.a), type_of(tree, function, expr.b));
    case ExprKind::conditional: {
        const Known first = type_of(tree, function, expr.b);
        return first == type_of(tree, function, expr.c) ? first : std::nullopt;
    }
    }
    return std::nullopt;
}

} // namespace vellum::pathologic::compile
