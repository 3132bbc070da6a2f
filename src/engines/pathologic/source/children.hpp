// What is in an expression and in a statement, for those who walk through trees.
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

/// Calls `visit` with each expression of a statement itself, in the order of the text. The receiver of a
/// method comes first.
template <class Visit> void each_expression(const Tree& tree, const Stmt& stmt, Visit&& visit) {
    const auto present = [&](NodeId id) {
        if (id != none) visit(id);
    };
    switch (stmt.kind) {
    case StmtKind::declare:
    case StmtKind::assign:
    case StmtKind::assign_global:
    case StmtKind::update_global:
    case StmtKind::assign_component:
    case StmtKind::update_component:
    case StmtKind::repeat: present(stmt.b); break;
    case StmtKind::method: present(stmt.d); [[fallthrough]];
    case StmtKind::native:
        for (const NodeId argument : tree.items(stmt.b, stmt.c)) visit(argument);
        break;
    case StmtKind::call:
    case StmtKind::condition:
    case StmtKind::result: present(stmt.a); break;
    case StmtKind::loop: present(tree.loops[stmt.a].condition); break;
    case StmtKind::block:
    case StmtKind::leave:
    case StmtKind::resume:
    case StmtKind::enable:
    case StmtKind::disable: break;
    }
}

/// Calls `visit` with each statement in a statement, in the order of the text.
template <class Visit> void each_part(const Tree& tree, const Stmt& stmt, Visit&& visit) {
    switch (stmt.kind) {
    case StmtKind::block:
        for (const NodeId id : tree.items(stmt.a, stmt.b)) visit(id);
        break;
    case StmtKind::condition:
        visit(stmt.b);
        if (stmt.c != none) visit(stmt.c);
        break;
    case StmtKind::loop: {
        const Loop& head = tree.loops[stmt.a];
        if (head.start != none) visit(head.start);
        for (const NodeId id : tree.items(head.first, head.before)) visit(id);
        visit(head.body);
        for (const NodeId id : tree.items(head.step, head.steps)) visit(id);
        break;
    }
    case StmtKind::repeat: visit(stmt.a); break;
    default: break;
    }
}

} // namespace vellum::pathologic::source
