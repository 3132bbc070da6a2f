// What happens to values on their way into variables.
#include <bit>
#include <cmath>

#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/types.hpp"
#include "engines/pathologic/compile/warning_kinds.hpp"
#include "engines/pathologic/source/children.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::compile {

namespace {

/// Values that go where their type loses something, or cannot go.
class Conversions {
  public:
    explicit Conversions(WarningOutput& out) : out_(out), tree_(out.tree) {}

    void function(const Function& function) {
        function_ = &function;
        statement(function.body);
    }

  private:
    [[nodiscard]] static bool loses(float value) {
        return std::trunc(value) != value || std::fabs(value) >= 2147483648.0F;
    }

    void check(VariableType to, NodeId value) {
        const auto from = type_of(tree_, *function_, value);
        if (!from || *from == to) return;
        const Expr& expr = tree_.exprs[value];
        const std::string shown =
            std::string(source::type_word(*from)) + " into " + std::string(source::type_word(to));
        if (to == VariableType::integer && from == VariableType::real) {
            // Of numbers that are computed the game's own scripts drop the fraction as a matter of course.
            if (expr.kind == ExprKind::real && loses(std::bit_cast<float>(expr.a)))
                out_.add(codes::source_conversion, expr.place, "the fraction is lost: " + shown);
            return;
        }
        const bool number =
            from == VariableType::boolean || from == VariableType::integer || from == VariableType::real;
        const bool fits = to == VariableType::string ||
                          (number && (to == VariableType::boolean || to == VariableType::integer)) ||
                          (to == VariableType::real && from == VariableType::integer) ||
                          (to == VariableType::object && from == VariableType::boolean);
        if (!fits)
            out_.add(codes::source_conversion, expr.place, "the machine puts no " + shown,
                     "a run that gets here ends with a fault");
    }

    void expression(NodeId id) {
        const Expr& expr = tree_.exprs[id];
        if (expr.kind == ExprKind::call || expr.kind == ExprKind::task_call) {
            const std::uint32_t number = expr.kind == ExprKind::call ? expr.a : tree_.tasks[expr.a].init;
            if (number != none)
                for (std::uint32_t i = 0; i < expr.c && i < tree_.functions[number].parameters.size(); ++i)
                    check(tree_.functions[number].parameters[i], tree_.lists[expr.b + i]);
        }
        each_child(tree_, expr, [this](NodeId child) { expression(child); });
    }

    void statement(NodeId id) {
        const Stmt& stmt = tree_.stmts[id];
        switch (stmt.kind) {
        case StmtKind::declare:
            if (stmt.b != none) check(function_->locals[stmt.a], stmt.b);
            break;
        case StmtKind::assign: check(type_of_variable(tree_, *function_, stmt.space, stmt.a), stmt.b); break;
        case StmtKind::assign_global: check(tree_.globals[stmt.a].type, stmt.b); break;
        case StmtKind::result:
            if (function_->result && stmt.a != none) check(*function_->result, stmt.a);
            break;
        default: break;
        }
        each_expression(tree_, stmt, [this](NodeId expr) { expression(expr); });
        each_part(tree_, stmt, [this](NodeId part) { statement(part); });
    }

    WarningOutput& out_;
    const Tree& tree_;
    const Function* function_ = nullptr;
};

} // namespace

void warn_of_conversions(WarningOutput& out, const source::Function& function) {
    Conversions(out).function(function);
}

} // namespace vellum::pathologic::compile
