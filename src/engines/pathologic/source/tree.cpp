#include "engines/pathologic/source/tree.hpp"

#include <algorithm>

#include "engines/pathologic/source/children.hpp"

namespace vellum::pathologic::source {

NodeId Tree::add(const Expr& expr) {
    Expr& made = exprs.emplace_back(expr);
    made.height = 1;
    each_child(*this, made, [&](NodeId child) {
        if (child != none) made.height = std::max(made.height, exprs[child].height + 1);
    });
    return static_cast<NodeId>(exprs.size() - 1);
}

} // namespace vellum::pathologic::source
