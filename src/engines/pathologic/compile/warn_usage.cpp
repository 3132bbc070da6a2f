// Which locals are read and written.
#include <vector>

#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/warning_kinds.hpp"
#include "engines/pathologic/source/children.hpp"

namespace vellum::pathologic::compile {

namespace {

/// What becomes of the variables of a function.
class Usage {
  public:
    explicit Usage(WarningOutput& out) : out_(out), tree_(out.tree) {}

    void function(const Function& function) {
        locals_.assign(function.locals.size(), {});
        statement(function.body);
        for (std::size_t i = 0; i < locals_.size(); ++i) {
            const Use& use = locals_[i];
            if (use.read || function.local_names[i] == none) continue;
            const std::string name = out_.quoted(function.local_names[i]);
            if (!use.written)
                out_.add(codes::source_unused, use.place, name + " is never used");
            else
                out_.add(codes::source_unread, use.place, name + " is assigned a value that is never read");
        }
    }

  private:
    struct Use {
        std::uint32_t place = 0;
        bool read = false, written = false;
    };

    void read(Space space, std::uint32_t number) {
        if (space == Space::local) locals_[number].read = true;
    }
    void write(Space space, std::uint32_t number) {
        if (space == Space::local) locals_[number].written = true;
    }

    void expression(NodeId id) {
        const Expr& expr = tree_.exprs[id];
        if (expr.kind == ExprKind::variable || expr.kind == ExprKind::component) read(expr.space, expr.a);
        each_child(tree_, expr, [this](NodeId child) { expression(child); });
    }

    void statement(NodeId id) {
        const Stmt& stmt = tree_.stmts[id];
        switch (stmt.kind) {
        case StmtKind::declare:
            locals_[stmt.a].place = stmt.place;
            if (stmt.b != none) write(Space::local, stmt.a);
            break;
        case StmtKind::assign: write(stmt.space, stmt.a); break;
        case StmtKind::assign_component:
        case StmtKind::update_component: write(stmt.space, stmt.a); break;
        default: break;
        }
        each_expression(tree_, stmt, [this](NodeId expr) { expression(expr); });
        each_part(tree_, stmt, [this](NodeId part) { statement(part); });
    }

    WarningOutput& out_;
    const Tree& tree_;
    std::vector<Use> locals_;
};

} // namespace

void warn_of_usage(WarningOutput& out, const source::Function& function) { Usage(out).function(function); }

} // namespace vellum::pathologic::compile
