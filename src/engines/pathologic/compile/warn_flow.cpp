// Where control goes.
#include <utility>

#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/warning_kinds.hpp"

namespace vellum::pathologic::compile {

namespace {

/// Where control goes: what is never reached, and ends without a result.
class Flow {
  public:
    explicit Flow(WarningOutput& out) : out_(out), tree_(out.tree) {}

    void function(const Function& function) {
        const bool ends = statement(function.body);
        if (ends && function.result && function.body != none)
            out_.add(codes::source_no_return, function.place,
                     out_.quoted(function.name) + " can end without 'return' and a value");
    }

  private:
    /// Declarations do nothing, and a last `return` is often written for its looks.
    [[nodiscard]] static bool is_harmless(const Stmt& stmt) {
        return (stmt.kind == StmtKind::declare && stmt.b == none) ||
               (stmt.kind == StmtKind::result && stmt.a == none);
    }

    /// Whether control comes out behind the block.
    bool block(const Stmt& stmt) {
        bool reached = true, told = false;
        for (const NodeId id : tree_.items(stmt.a, stmt.b)) {
            if (!reached && !told && !is_harmless(tree_.stmts[id])) {
                out_.add(codes::source_unreachable, tree_.stmts[id].place, "this is never reached");
                told = true;
            }
            reached = statement(id) && reached;
        }
        return reached;
    }

    bool statement(NodeId id) {
        if (id == none) return true;
        const Stmt& stmt = tree_.stmts[id];
        switch (stmt.kind) {
        case StmtKind::block: return block(stmt);
        case StmtKind::condition: {
            const bool first = statement(stmt.b);
            const bool second = stmt.c == none ? !always(stmt.a) : statement(stmt.c);
            return first || second;
        }
        case StmtKind::loop: return loop(tree_.loops[stmt.a]);
        case StmtKind::repeat: {
            const Exits exits = inside(stmt.a);
            return exits.leaves || ((exits.ends || exits.resumes) && !always(stmt.b));
        }
        case StmtKind::leave: exits_.leaves = true; return false;
        case StmtKind::resume: exits_.resumes = true; return false;
        case StmtKind::result: return false;
        default: return true;
        }
    }

    bool loop(const Loop& head) {
        const Exits exits = inside(head.body);
        return exits.leaves || (head.condition != none && !always(head.condition));
    }

    /// The ways out of a loop's body.
    struct Exits {
        bool ends = false;                    ///< Behind its last statement.
        bool leaves = false, resumes = false; ///< By break and continue.
    };
    Exits inside(NodeId body) {
        const Exits outer = std::exchange(exits_, {});
        exits_.ends = statement(body);
        return std::exchange(exits_, outer);
    }

    /// A condition that the text itself says is true.
    [[nodiscard]] bool always(NodeId condition) const {
        const source::Expr& expr = tree_.exprs[condition];
        return (expr.kind == ExprKind::boolean || expr.kind == ExprKind::integer) && expr.a != 0;
    }

    WarningOutput& out_;
    const Tree& tree_;
    Exits exits_; ///< Of the innermost loop, so far.
};

} // namespace

void warn_of_flow(WarningOutput& out, const source::Function& function) { Flow(out).function(function); }

} // namespace vellum::pathologic::compile
