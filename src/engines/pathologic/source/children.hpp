// The expressions in an expression, for those who walk through trees.
#pragma once

#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::source {

/// Calls `visit` with each operand of an expression, from left to right; arguments are operands of their
/// call.
template <class Visit> void each_child(const Tree& tree, const Expr& expr, Visit&& visit) {
    switch (expr.kind) {
    case ExprKind::boolean:
    case ExprKind::integer:
    case ExprKind::real:
    case ExprKind::string:
    case ExprKind::null:
    case ExprKind::variable:
    case ExprKind::global:
    case ExprKind::component: break;
    case ExprKind::call:
    case ExprKind::task_call:
        for (const NodeId argument : tree.items(expr.b, expr.c)) visit(argument);
        break;
    case ExprKind::unary:
    case ExprKind::cast:
    case ExprKind::exists: visit(expr.a); break;
    case ExprKind::binary:
    case ExprKind::both:
    case ExprKind::either:
        visit(expr.a);
        visit(expr.b);
        break;
    case ExprKind::conditional:
    case ExprKind::vector:
        visit(expr.a);
        visit(expr.b);
        visit(expr.c);
        break;
    }
}

} // namespace vellum::pathologic::source
