// A symbolic stack holds the expressions that a statement has made so far; what is neither a push nor a
// computing code ends the statement with all of them.
#include "engines/ff7/decompile/statements.hpp"

#include <algorithm>
#include <utility>

#include "engines/ff7/isa/isa.hpp"
#include "engines/ff7/source/words.hpp"

namespace vellum::ff7::decompile {

namespace {

/// A text nests each operator twice at most, and the parser takes 400.
constexpr std::uint16_t most_height = 190;

class Walk {
  public:
    Walk(const Script& script, Range range, source::Tree& tree, std::vector<Flat>& out)
        : words_(script.words), range_(range), tree_(tree), out_(out) {}

    bool run(std::string& why) {
        at_ = range_.begin;
        start_ = at_;
        while (at_ < range_.end) step();
        flush();
        if (too_high_) why = "an expression is nested too deeply";
        return !too_high_;
    }

  private:
    [[nodiscard]] std::uint16_t word(std::uint32_t at) const { return words_[at]; }

    void step() {
        const std::uint16_t code = word(at_);
        if (code == code::reset) {
            flush();
            start_ = at_;
            reset_ = true;
            ++at_;
        } else if (is_push(code)) {
            item({.kind = ExprKind::push, .code = code, .operand = word(at_ + 1)});
            at_ += 2;
        } else if (code < code::reset && code != code::write) {
            computing(code);
            ++at_;
        } else if (code == code::jump) {
            flush();
            add({FlatKind::jump, at_, at_ + 2, word(at_ + 1), none});
            at_ += 2;
        } else if (code == code::jump_if_false) {
            branch();
        } else if (code == code::ret) {
            flush();
            add({FlatKind::result, at_, at_ + 1, 0, none});
            ++at_;
        } else {
            instruction(code);
        }
        if (items_.empty() && !reset_) start_ = at_;
    }

    void item(const Expr& expr) {
        Expr placed = expr;
        placed.place = at_;
        const NodeId id = tree_.add(placed);
        too_high_ = too_high_ || tree_.exprs[id].height > most_height;
        items_.push_back(id);
    }

    void computing(std::uint16_t code) {
        const std::uint8_t taken = source::taken_by(code);
        if (taken == 0) return item({.kind = ExprKind::stale, .code = code});
        const NodeId right = top();
        if (taken == 1) return item({.kind = ExprKind::unary, .code = code, .a = right});
        const NodeId left = top();
        item({.kind = ExprKind::binary, .code = code, .a = left, .b = right});
    }

    /// The item on top, or one that lies there from before.
    NodeId top() {
        if (items_.empty()) return tree_.add(Expr{.kind = ExprKind::pop, .place = at_});
        const NodeId id = items_.back();
        items_.pop_back();
        return id;
    }

    void add(const Flat& flat) {
        out_.push_back(flat);
        items_.clear();
        reset_ = false;
        start_ = flat.end;
    }

    void statement(Stmt stmt, std::uint32_t end) {
        stmt.place = start_;
        add({FlatKind::plain, start_, end, 0, tree_.add(stmt)});
    }

    /// What nothing takes: `push` or `reset`.
    void flush() {
        if (!items_.empty()) {
            Stmt stmt{.kind = StmtKind::push, .bare = !reset_};
            tree_.operands(stmt, items_);
            statement(stmt, at_);
        } else if (reset_) {
            statement({.kind = StmtKind::reset}, at_);
        }
    }

    /// All that was pushed but the last `count` becomes a statement of its own, which the next one begins
    /// behind.
    void keep_last(std::size_t count) {
        if (items_.size() <= count) return;
        const std::vector<NodeId> last(items_.end() - static_cast<std::ptrdiff_t>(count), items_.end());
        items_.resize(items_.size() - count);
        Stmt stmt{.kind = StmtKind::push, .bare = !reset_};
        tree_.operands(stmt, items_);
        const std::uint32_t begin = last.empty() ? at_ : first_word(last.front());
        statement(stmt, begin);
        items_ = last;
    }

    /// Where the words of an expression that a statement made begin.
    [[nodiscard]] std::uint32_t first_word(NodeId id) const {
        while (tree_.exprs[id].a != none && tree_.exprs[tree_.exprs[id].a].kind != ExprKind::pop)
            id = tree_.exprs[id].a;
        const Expr& expr = tree_.exprs[id];
        // Its left operand lies there already: the right one's words come first.
        if (expr.b != none && tree_.exprs[expr.b].kind != ExprKind::pop) return first_word(expr.b);
        return expr.place;
    }

    void branch() {
        Stmt stmt{.kind = StmtKind::unless, .bare = !reset_, .place = start_};
        if (items_.empty()) items_.push_back(top());
        tree_.operands(stmt, items_);
        add({FlatKind::branch, start_, at_ + 2, word(at_ + 1), tree_.add(stmt)});
        at_ += 2;
    }

    void instruction(std::uint16_t code) {
        const std::size_t taken = source::taken_by(code);
        if (taken == 0) {
            if (items_.empty()) {
                flush();
                start_ = at_;
            } else if (held_across()) {
                return;
            }
        } else {
            keep_last(taken);
        }
        Stmt stmt{.kind = StmtKind::instruction, .bare = !reset_, .code = code};
        finish(stmt, taken, at_ + 1);
    }

    void finish(Stmt stmt, std::size_t taken, std::uint32_t end) {
        std::vector<NodeId> operands;
        for (std::size_t i = items_.size(); i < taken; ++i)
            operands.push_back(tree_.add(Expr{.kind = ExprKind::pop, .place = at_}));
        operands.insert(operands.end(), items_.begin(), items_.end());
        tree_.operands(stmt, operands);
        if (operands.empty()) stmt.bare = false;
        statement(stmt, end);
        at_ = end;
    }

    /// Instructions that take nothing stand between the operands of one and its code.
    bool held_across() {
        std::vector<std::uint32_t> between;
        std::uint32_t at = at_;
        while (at < range_.end && is_between(word(at))) between.push_back(word(at++));
        if (at >= range_.end) return false;
        const std::uint16_t code = word(at);
        const bool takes = code == code::write || is_call(code) || code >= code::load_model;
        if (!takes || source::taken_by(code) != items_.size()) return false;
        Stmt stmt{.kind = StmtKind::instruction, .bare = !reset_, .code = code};
        if (code == code::set_prompt && between.size() == 1 && between[0] == code::wait_window) {
            stmt.form = Form::prompt;
        } else {
            stmt.first_after = tree_.list(between);
            stmt.afters = static_cast<std::uint32_t>(between.size());
        }
        finish(stmt, items_.size(), at + 1);
        return true;
    }

    static bool is_between(std::uint16_t code) {
        return code >= code::load_model && source::taken_by(code) == 0;
    }

    std::span<const std::uint16_t> words_;
    Range range_;
    source::Tree& tree_;
    std::vector<Flat>& out_;
    std::uint32_t at_ = 0, start_ = 0; ///< start_: of the statement that is being read.
    bool reset_ = false, too_high_ = false;
    std::vector<NodeId> items_;
};

/// Two statements that have one name together, where no jump leads between them.
class Joined {
  public:
    Joined(source::Tree& tree, std::vector<Flat>& list) : tree_(tree), list_(list) {}

    void run(const std::vector<bool>& targets, std::uint32_t begin) {
        std::vector<Flat> kept;
        for (std::size_t i = 0; i < list_.size(); ++i) {
            const bool pair = i + 1 < list_.size() && list_[i].kind == FlatKind::plain &&
                              list_[i + 1].kind == FlatKind::plain && !targets[list_[i + 1].address - begin];
            if (pair && join(list_[i], list_[i + 1])) ++i;
            kept.push_back(list_[i]);
        }
        list_ = std::move(kept);
    }

  private:
    /// True if the second has become both.
    bool join(const Flat& first, Flat& second) {
        const Stmt& one = tree_.stmts[first.statement];
        Stmt& two = tree_.stmts[second.statement];
        if (one.kind != StmtKind::instruction || two.kind != StmtKind::instruction || one.afters != 0 ||
            two.afters != 0 || one.form != Form::plain || two.form != Form::plain)
            return false;
        if (one.code == code::wait_frames && !one.bare && two.code == code::wait && two.count == 0) {
            two = one;
            two.form = Form::wait;
        } else if (one.code == code::wait_window && one.count == 0 && !two.bare &&
                   (two.code == code::set_window_size || two.code == code::set_message)) {
            two.form = Form::opened;
        } else
            return false;
        two.place = first.address;
        second.address = first.address;
        return true;
    }

    source::Tree& tree_;
    std::vector<Flat>& list_;
};

} // namespace

bool make_flat(const Script& script, Range range, source::Tree& tree, std::vector<Flat>& out,
               std::string& why) {
    out.clear();
    if (!Walk(script, range, tree, out).run(why)) return false;
    std::vector<bool> targets(range.end - range.begin, false);
    for (const Flat& one : out)
        if (one.kind == FlatKind::jump || one.kind == FlatKind::branch) {
            if (one.target < range.begin || one.target >= range.end) {
                why = "a jump leaves it";
                return false;
            }
            targets[one.target - range.begin] = true;
        }
    Joined(tree, out).run(targets, range.begin);
    for (Flat& one : out)
        if (one.kind == FlatKind::jump || one.kind == FlatKind::branch) {
            const auto found = std::ranges::lower_bound(out, one.target, {}, &Flat::address);
            if (found == out.end() || found->address != one.target) {
                why = "a jump leads between the words of a statement";
                return false;
            }
            one.target = static_cast<std::uint32_t>(found - out.begin());
        }
    return true;
}

} // namespace vellum::ff7::decompile
