// Values that nothing ever sees: no name is taken from them. One pass over each function in the order of its
// text, which takes a value for seen wherever it is not sure.
#include <utility>

#include "engines/pathologic/decompile/hints.hpp"
#include "engines/pathologic/source/children.hpp"

namespace vellum::pathologic::decompile {

/// Something reads the variable: what it was set to is seen. If that is nothing yet, it is nothing that a
/// text says.
void Hints::seen(std::uint32_t place) {
    if (place >= outer_) return;
    Stored& last = stored_[place];
    if (last.block != 0 && last.value == none) define(place, none, {});
    last.block = 0;
}

void Hints::seen_in(NodeId id) {
    const Expr& expr = tree_.exprs[id];
    if (expr.kind == ExprKind::variable || expr.kind == ExprKind::component) return seen(place(expr));
    source::each_child(tree_, expr, [this](NodeId child) { seen_in(child); });
}

/// What the variable held is overwritten, if nothing can have happened in between.
void Hints::stored(std::uint32_t place, NodeId value) {
    if (place >= outer_) return;
    Stored& last = stored_[place];
    if (last.block == block_ && last.jumps == jumps_ && last.value != none) dead_[last.value] = true;
    last = {value, block_, jumps_};
}

void Hints::part(NodeId id) {
    const std::uint32_t around = std::exchange(block_, ++blocks_);
    find_dead(id);
    block_ = around;
}

void Hints::find_dead(NodeId id) {
    const Stmt& stmt = tree_.stmts[id];
    switch (stmt.kind) {
    case StmtKind::block:
        for (const NodeId one : tree_.items(stmt.a, stmt.b)) find_dead(one);
        return;
    case StmtKind::declare:
        if (stmt.b != none) seen_in(stmt.b);
        return stored(locals_[function_] + stmt.a, stmt.b);
    case StmtKind::assign: seen_in(stmt.b); return stored(place(stmt.space, stmt.a), stmt.b);
    case StmtKind::assign_component:
    case StmtKind::update_component: seen_in(stmt.b); return seen(place(stmt.space, stmt.a));
    case StmtKind::native:
    case StmtKind::method: {
        if (stmt.kind == StmtKind::method) seen_in(stmt.d);
        const vellum::Signature* const known = find(stmt).signature;
        const auto arguments = tree_.items(stmt.b, stmt.c);
        const auto is_answer = [&](std::size_t i) {
            return tree_.exprs[arguments[i]].kind == ExprKind::variable &&
                   ((known != nullptr && known->parameters[i].direction == Direction::out) ||
                    (i == 0 && is_turned(stmt)));
        };
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (!is_answer(i)) seen_in(arguments[i]);
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (is_answer(i)) stored(place(tree_.exprs[arguments[i]]), arguments[i]);
        return;
    }
    case StmtKind::leave:
    case StmtKind::resume: ++jumps_; return;
    case StmtKind::loop: {
        const Loop& head = tree_.loops[stmt.a];
        if (head.start != none) find_dead(head.start);
        for (const NodeId one : tree_.items(head.first, head.before)) part(one);
        if (head.condition != none) seen_in(head.condition);
        part(head.body);
        for (const NodeId one : tree_.items(head.step, head.steps)) part(one);
        return;
    }
    case StmtKind::repeat: part(stmt.a); return seen_in(stmt.b);
    default:
        source::each_expression(tree_, stmt, [this](NodeId one) { seen_in(one); });
        source::each_part(tree_, stmt, [this](NodeId one) { part(one); });
    }
}

} // namespace vellum::pathologic::decompile
