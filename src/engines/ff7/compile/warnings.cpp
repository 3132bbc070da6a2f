// Notes; see the header.
#include "engines/ff7/compile/warnings.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "engines/ff7/compile/codes.hpp"

namespace vellum::ff7::compile {

namespace {

class Reach {
  public:
    Reach(const source::Tree& tree, const vellum::source::Sources& sources, Diagnostics& out)
        : tree_(tree), sources_(sources), out_(out) {}

    /// True if control may go on behind the statement.
    bool statement(NodeId id) {
        const Stmt& stmt = tree_.stmts[id];
        switch (stmt.kind) {
        case StmtKind::block: return block(stmt);
        case StmtKind::condition: return condition(stmt);
        case StmtKind::loop: {
            const bool outer = left_;
            left_ = false;
            statement(stmt.a);
            const bool goes_on = stmt.count != 0 || left_;
            left_ = outer;
            return goes_on;
        }
        case StmtKind::leave: left_ = true; return false;
        case StmtKind::resume:
        case StmtKind::result:
        case StmtKind::result_here:
        case StmtKind::jump: return false;
        default: return true;
        }
    }

  private:
    bool block(const Stmt& stmt) {
        bool reached = true;
        bool told = false;
        for (const NodeId one : tree_.items(stmt)) {
            if (tree_.stmts[one].kind == StmtKind::label) reached = true;
            if (!reached && !told) {
                out_.add(codes::source_unreachable, "this is never reached",
                         sources_.place(tree_.stmts[one].place));
                told = true;
            }
            if (!statement(one)) reached = false;
        }
        return reached;
    }

    /// A chain of `else if` without going deeper.
    bool condition(const Stmt& first) {
        bool reached = false;
        for (const Stmt* stmt = &first;;) {
            reached = statement(stmt->a) || reached;
            if (stmt->b == none) return true;
            const Stmt& next = tree_.stmts[stmt->b];
            if (next.kind != StmtKind::condition) return statement(stmt->b) || reached;
            stmt = &next;
        }
    }

    const source::Tree& tree_;
    const vellum::source::Sources& sources_;
    Diagnostics& out_;
    bool left_ = false; ///< A `break` leaves the loop that is open.
};

/// By Surprise.
constexpr std::array<std::string_view, surprises> meanings{
    "&& and || always evaluate both sides, the right one first",
    "a number of 32768 or more stays positive: numbers range from 0 to 65535",
    "a sign is a separate instruction, so the number after it is at most 65535",
    "values are read when the instruction takes them, not before",
    "the value is read again for each comparison",
};

} // namespace

void note_unreachable(const source::Tree& tree, const vellum::source::Sources& sources,
                      Diagnostics& diagnostics) {
    for (const source::Function& function : tree.functions)
        if (function.body != none)
            static_cast<void>(Reach(tree, sources, diagnostics).statement(function.body));
}

void explain(const Parsed& parsed, const vellum::source::Sources& sources, Diagnostics& diagnostics) {
    std::array<std::size_t, surprises> order{0, 1, 2, 3, 4};
    std::ranges::sort(order, {}, [&](std::size_t one) { return std::pair(parsed.met[one], one); });
    for (const std::size_t one : order)
        if (parsed.met[one] != none)
            diagnostics.add(codes::source_explanation, std::string(meanings[one]),
                            sources.place(parsed.met[one]));
}

} // namespace vellum::ff7::compile
