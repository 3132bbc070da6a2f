// Looks at every statement and expression once; see the header.
#include "engines/pathologic/decompile/parameter_types.hpp"

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engines/pathologic/compile/types.hpp"
#include "engines/pathologic/source/native_index.hpp"

namespace vellum::pathologic::decompile {

namespace {

using namespace source;
using Known = std::optional<VariableType>;

class Types {
  public:
    Types(const Script& script, const Tree& tree, Function& function)
        : script_(script), tree_(tree), function_(function), votes_(function.parameters.size()) {}

    void run(std::size_t first_expr, std::size_t first_stmt) {
        for (const Stmt& stmt : std::span(tree_.stmts).subspan(first_stmt)) look_at(stmt);
        for (const Expr& expr : std::span(tree_.exprs).subspan(first_expr)) look_at(expr);
        for (std::size_t i = 0; i < votes_.size(); ++i)
            if (votes_[i].type) function_.parameters[i] = *votes_[i].type;
        bool found = false;
        for (const Stmt& stmt : std::span(tree_.stmts).subspan(first_stmt))
            if (const Known type =
                    stmt.kind == StmtKind::result && function_.result ? type_of(stmt.a) : Known{};
                type && !std::exchange(found, true))
                function_.result = type;
    }

  private:
    /// How much a use says of a type.
    enum Weight : std::uint8_t { hint, same, certain };
    struct Vote {
        Known type;
        Weight weight = hint;
    };

    [[nodiscard]] bool is_parameter(NodeId id) const {
        return id != none && tree_.exprs[id].kind == ExprKind::variable &&
               tree_.exprs[id].space == Space::parameter;
    }
    /// Of an expression that is no parameter, whose types are what is looked for.
    [[nodiscard]] Known type_of(NodeId id) const {
        if (!is_parameter(id)) return compile::type_of(tree_, function_, id);
        return votes_[tree_.exprs[id].a].type;
    }
    void vote(std::uint32_t parameter, Known type, Weight weight) {
        Vote& vote = votes_[parameter];
        if (type && (!vote.type || vote.weight < weight)) vote = {type, weight};
    }
    void is(NodeId id, Known type, Weight weight = same) {
        if (is_parameter(id)) vote(tree_.exprs[id].a, type, weight);
    }
    void like(NodeId id, NodeId other) {
        if (is_parameter(id)) is(id, type_of(other));
    }
    [[nodiscard]] Known variable(Space space, std::uint32_t number) const {
        if (space == Space::parameter) return std::nullopt;
        if (space == Space::task && function_.task == none) return std::nullopt;
        return compile::type_of_variable(tree_, function_, space, number);
    }

    void look_at(const Stmt& stmt) {
        switch (stmt.kind) {
        case StmtKind::assign:
            is(stmt.b, variable(stmt.space, stmt.a));
            if (stmt.space == Space::parameter) vote(stmt.a, type_of(stmt.b), same);
            return;
        case StmtKind::assign_global:
        case StmtKind::update_global: return is(stmt.b, tree_.globals[stmt.a].type);
        case StmtKind::assign_component:
        case StmtKind::update_component:
            if (stmt.space == Space::parameter) vote(stmt.a, VariableType::vector, certain);
            return is(stmt.b, VariableType::real);
        case StmtKind::native:
        case StmtKind::method: return native(stmt);
        case StmtKind::condition: return is(stmt.a, VariableType::boolean, hint);
        case StmtKind::repeat: return is(stmt.b, VariableType::boolean, hint);
        default: return;
        }
    }

    void native(const Stmt& stmt) {
        const bool method = stmt.kind == StmtKind::method;
        if (method) is(stmt.d, VariableType::object);
        const vellum::Signature* const known =
            native_index(script_.engine()).find(tree_.text(stmt.a), stmt.c, method);
        if (known == nullptr) return;
        for (std::uint32_t i = 0; i < stmt.c && i < known->parameters.size(); ++i)
            is(tree_.lists[stmt.b + i], variable_type(known->parameters[i].type));
    }

    static Known variable_type(Type type) {
        switch (type) {
        case Type::boolean: return VariableType::boolean;
        case Type::integer: return VariableType::integer;
        case Type::real: return VariableType::real;
        case Type::string: return VariableType::string;
        case Type::object: return VariableType::object;
        case Type::vector: return VariableType::vector;
        default: return std::nullopt;
        }
    }

    void look_at(const Expr& expr) {
        switch (expr.kind) {
        case ExprKind::component:
            if (expr.space == Space::parameter && expr.a != none) vote(expr.a, VariableType::vector, certain);
            return;
        case ExprKind::vector:
            for (const NodeId part : {expr.a, expr.b, expr.c}) is(part, VariableType::real);
            return;
        case ExprKind::call: return arguments(expr, expr.a);
        case ExprKind::task_call: return arguments(expr, tree_.tasks[expr.a].init);
        case ExprKind::unary:
            switch (expr.op) {
            case Op::NullEq:
            case Op::NullNeq: return is(expr.a, VariableType::object);
            case Op::Not: return is(expr.a, VariableType::boolean, hint);
            case Op::Neg: return;
            case Op::CString: return is(expr.a, VariableType::integer);
            default: return is(expr.a, VariableType::real);
            }
        case ExprKind::binary: like(expr.a, expr.b); return like(expr.b, expr.a);
        case ExprKind::both:
        case ExprKind::either:
            is(expr.a, VariableType::boolean, hint);
            return is(expr.b, VariableType::boolean, hint);
        case ExprKind::conditional:
            is(expr.a, VariableType::boolean, hint);
            like(expr.b, expr.c);
            return like(expr.c, expr.b);
        case ExprKind::exists: return is(expr.a, VariableType::object);
        default: return;
        }
    }

    void arguments(const Expr& call, std::uint32_t function) {
        if (function == none) return;
        const std::vector<VariableType>& types = tree_.functions[function].parameters;
        for (std::uint32_t i = 0; i < call.c && i < types.size(); ++i) is(tree_.lists[call.b + i], types[i]);
    }

    const Script& script_;
    const Tree& tree_;
    Function& function_;
    std::vector<Vote> votes_;
};

} // namespace

void find_parameter_types(const Script& script, const Tree& tree, std::size_t first_expr,
                          std::size_t first_stmt, Function& function) {
    Types(script, tree, function).run(first_expr, first_stmt);
}

} // namespace vellum::pathologic::decompile
