// One walk over each function; see the header.
#include "engines/pathologic/compile/warnings.hpp"

#include <string>
#include <unordered_set>
#include <utility>

#include "base/suggest.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/source/children.hpp"
#include "engines/pathologic/source/native_index.hpp"

namespace vellum::pathologic::compile {

using source::Expr;
using source::ExprKind;
using source::Function;
using source::Loop;
using source::NodeId;
using source::none;
using source::Space;
using source::Stmt;
using source::StmtKind;

namespace {

class Warnings {
  public:
    Warnings(const Engine& engine, const Parsed& parsed, const Lines& lines, Diagnostics& diagnostics)
        : tree_(parsed.tree),
          natives_(source::native_index(engine)),
          lines_(lines),
          diagnostics_(diagnostics) {}

    void function(std::uint32_t number, bool wanted) {
        const Function& function = tree_.functions[number];
        if (!wanted)
            add(codes::source_unused, function.place,
                "nothing calls '" + std::string(tree_.text(function.name)) +
                    "', so it does not come into the file");
        if (function.assembled) return;
        used_.assign(function.locals.size(), false);
        declared_.assign(function.locals.size(), 0);
        const bool ends = statement(function.body);
        if (ends && function.result && function.body != none)
            add(codes::source_no_return, function.place,
                "'" + std::string(tree_.text(function.name)) + "' can end without 'return' and a value");
        for (std::size_t i = 0; i < used_.size(); ++i)
            if (!used_[i] && function.local_names[i] != none)
                add(codes::source_unused, declared_[i],
                    "'" + std::string(tree_.text(function.local_names[i])) + "' is never used");
    }

  private:
    void add(const DiagnosticCode& code, std::uint32_t offset, std::string message) {
        diagnostics_.add(code, std::move(message), lines_.place(offset));
    }

    void use(Space space, std::uint32_t number) {
        if (space == Space::local) used_[number] = true;
    }

    void expression(NodeId id) {
        if (id == none) return;
        const Expr& expr = tree_.exprs[id];
        if (expr.kind == ExprKind::variable || expr.kind == ExprKind::component) use(expr.space, expr.a);
        each_child(tree_, expr, [this](NodeId child) { expression(child); });
    }

    /// Whether control comes out behind the block.
    bool block(const Stmt& stmt) {
        bool reached = true, told = false;
        for (const NodeId id : tree_.items(stmt.a, stmt.b)) {
            if (!reached && !told && tree_.stmts[id].kind != StmtKind::declare) {
                add(codes::source_unreachable, tree_.stmts[id].place, "this is never reached");
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
        case StmtKind::declare:
            declared_[stmt.a] = stmt.place;
            expression(stmt.b);
            return true;
        case StmtKind::assign_component:
        case StmtKind::update_component:
        case StmtKind::assign:
            use(stmt.space, stmt.a);
            expression(stmt.b);
            return true;
        case StmtKind::assign_global:
        case StmtKind::update_global: expression(stmt.b); return true;
        case StmtKind::method: expression(stmt.d); [[fallthrough]];
        case StmtKind::native: native(stmt); return true;
        case StmtKind::call: expression(stmt.a); return true;
        case StmtKind::condition: {
            expression(stmt.a);
            const bool first = statement(stmt.b);
            return (stmt.c == none || statement(stmt.c)) || first;
        }
        case StmtKind::loop: return loop(tree_.loops[stmt.a]);
        case StmtKind::repeat: {
            const bool outer = std::exchange(leaves_, false);
            statement(stmt.a);
            expression(stmt.b);
            leaves_ = outer;
            return true;
        }
        case StmtKind::result: expression(stmt.a); return false;
        case StmtKind::leave: leaves_ = true; return false;
        case StmtKind::resume: return false;
        case StmtKind::enable:
        case StmtKind::disable: return true;
        }
        return true;
    }

    bool loop(const Loop& head) {
        const bool outer = std::exchange(leaves_, false);
        if (head.start != none) statement(head.start);
        for (const NodeId one : tree_.items(head.first, head.before)) statement(one);
        expression(head.condition);
        statement(head.body);
        for (const NodeId one : tree_.items(head.step, head.steps)) statement(one);
        const bool constant = head.condition != none &&
                              tree_.exprs[head.condition].kind == ExprKind::boolean &&
                              tree_.exprs[head.condition].a != 0;
        const bool ends = (head.condition != none && !constant) || leaves_;
        leaves_ = outer;
        return ends;
    }

    /// With how many arguments there is one, or which name is near.
    [[nodiscard]] std::string advice(std::string_view name, bool method) const {
        const std::set<std::size_t>* const known = natives_.counts(name, method);
        if (known == nullptr) return did_you_mean(name, natives_.names(method));
        std::string counts;
        for (const std::size_t count : *known)
            counts += (counts.empty() ? "" : " or ") + std::to_string(count);
        return " The game's scripts give it " + counts + (counts == "1" ? " argument." : " arguments.");
    }

    void native(const Stmt& stmt) {
        for (const NodeId argument : tree_.items(stmt.b, stmt.c)) expression(argument);
        const bool method = stmt.kind == StmtKind::method;
        const std::uint64_t key =
            std::uint64_t{stmt.a} << 32U | std::uint64_t{stmt.c} << 1U | (method ? 1U : 0U);
        if (!seen_.insert(key).second) return;
        const std::string_view name = tree_.text(stmt.a);
        if (natives_.find(name, stmt.c, method) != nullptr || natives_.is_variadic(name, method)) return;
        const std::string shown = (method ? "'->" : "'@") + std::string(name);
        add(codes::source_native, stmt.place,
            "no script of the game calls " + shown + "' with " + std::to_string(stmt.c) +
                (stmt.c == 1 ? " argument." : " arguments.") + advice(name, method));
    }

    const source::Tree& tree_;
    const source::NativeIndex& natives_;
    const Lines& lines_;
    Diagnostics& diagnostics_;
    std::vector<bool> used_;
    std::vector<std::uint32_t> declared_;
    std::unordered_set<std::uint64_t> seen_; ///< Natives and methods, by name and number of arguments.
    bool leaves_ = false;                    ///< A break was seen in the loop.
};

} // namespace

void warn(const Engine& engine, const Parsed& parsed, const std::vector<bool>& wanted, const Lines& lines,
          Diagnostics& diagnostics) {
    Warnings warnings(engine, parsed, lines, diagnostics);
    for (std::uint32_t i = 0; i < parsed.tree.functions.size(); ++i) warnings.function(i, wanted[i]);
}

} // namespace vellum::pathologic::compile
