// The text that an expression begins with.
#pragma once

#include <string_view>

#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::source {

/// "vol_" of `"vol_" + number + "_state"`; empty if it begins with none.
[[nodiscard]] inline std::string_view leading_text(const Tree& tree, const Expr& expr) {
    const Expr* first = &expr;
    while (first->kind == ExprKind::binary && first->op == Op::Add) first = &tree.exprs[first->a];
    return first->kind == ExprKind::string ? tree.text(first->a) : std::string_view{};
}

} // namespace vellum::pathologic::source
