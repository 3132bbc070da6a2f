// What is asked of the game.
#include "base/suggest.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/warning_kinds.hpp"
#include "engines/pathologic/source/children.hpp"

namespace vellum::pathologic::compile {

namespace {

/// Natives nobody knows, and answers that are lost.
class Natives {
  public:
    Natives(WarningOutput& out, const source::NativeIndex& natives, std::unordered_set<std::uint64_t>& told)
        : out_(out), tree_(out.tree), natives_(natives), told_(told) {}

    void statement(NodeId id) {
        const Stmt& stmt = tree_.stmts[id];
        if (stmt.kind == StmtKind::native || stmt.kind == StmtKind::method) native(stmt);
        each_part(tree_, stmt, [this](NodeId part) { statement(part); });
    }

  private:
    void native(const Stmt& stmt) {
        const bool method = stmt.kind == StmtKind::method;
        const std::string_view name = tree_.text(stmt.a);
        const Signature* const known = natives_.find(name, stmt.c, method);
        const std::string shown = (method ? "'->" : "'@") + std::string(name) + "'";
        // Methods of one name mean another thing in another class, which the text does not tell.
        if (known != nullptr) return method ? void() : answers(stmt, *known, shown);
        const std::uint64_t key =
            std::uint64_t{stmt.a} << 32U | std::uint64_t{stmt.c} << 1U | (method ? 1U : 0U);
        if (natives_.is_variadic(name, method) || !told_.insert(key).second) return;
        std::string message = "no script of the game calls " + shown + " with " + std::to_string(stmt.c) +
                              (stmt.c == 1 ? " argument." : " arguments.");
        std::string hint;
        for (const std::string& one : natives_.declarations(name, method))
            hint += (hint.empty() ? "it is " : " or ") + one;
        if (hint.empty()) message += did_you_mean(name, natives_.names(method));
        out_.add(codes::source_native, stmt.place, std::move(message), std::move(hint));
    }

    /// Only a variable keeps what a native writes.
    void answers(const Stmt& stmt, const Signature& known, const std::string& shown) {
        for (std::uint32_t i = 0; i < stmt.c && i < known.parameters.size(); ++i) {
            const Expr& argument = tree_.exprs[tree_.lists[stmt.b + i]];
            if (known.parameters[i].direction != Direction::out || argument.kind == ExprKind::variable)
                continue;
            const std::string what =
                known.parameters[i].name.empty() ? std::string() : " ('" + known.parameters[i].name + "')";
            out_.add(codes::source_answer, argument.place,
                     "what " + shown + " writes into argument " + std::to_string(i + 1) + what + " is lost",
                     argument.kind == ExprKind::global || argument.kind == ExprKind::component
                         ? "use a local or a variable of the task, then copy it"
                         : "pass a variable to keep it");
        }
    }

    WarningOutput& out_;
    const Tree& tree_;
    const source::NativeIndex& natives_;
    std::unordered_set<std::uint64_t>& told_; ///< Natives and methods, by name and number of arguments.
};

} // namespace

void warn_of_natives(WarningOutput& out, const source::NativeIndex& natives,
                     std::unordered_set<std::uint64_t>& told, const source::Function& function) {
    Natives(out, natives, told).statement(function.body);
}

} // namespace vellum::pathologic::compile
