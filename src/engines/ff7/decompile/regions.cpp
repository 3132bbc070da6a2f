// By recursion over regions [low, high) in the order of the code. A jump back makes a loop, a condition whose
// target lies in the region an `if`; the jump in front of that target, if it leads on inside the region,
// makes the `else`. Whatever the choice, the words come out the same, because every jump is given a name.
#include "engines/ff7/decompile/regions.hpp"

#include <algorithm>

namespace vellum::ff7::decompile {

namespace {

/// The parser takes 400.
constexpr std::uint32_t most_nesting = 350;

class Nesting {
  public:
    Nesting(const std::vector<Flat>& list, source::Tree& tree)
        : list_(list),
          tree_(tree),
          labelled_(list.size(), false),
          end_(static_cast<std::uint32_t>(list.size() - 1)) {
        for (std::uint32_t i = 0; i < list.size(); ++i)
            if (list[i].kind == FlatKind::jump && list[i].target <= i) backs_.push_back({list[i].target, i});
        std::ranges::sort(backs_, {}, [](const Back& one) { return std::pair(one.top, one.jump); });
    }

    NodeId run(std::string& why) {
        NodeId made = region(0, end_, none, {none, none}, true);
        if (any_label_)
            made = region(0, end_, none, {none, none}, true); // now that it is known which there are
        if (too_deep_) why = "it is nested too deeply";
        return too_deep_ ? none : made;
    }

  private:
    struct Back {
        std::uint32_t top, jump;
    };
    /// Statements that the innermost loop begins with and that follow it.
    struct Loop {
        std::uint32_t top, exit;
    };

    /// The last jump back to a statement from before `high`, or none.
    [[nodiscard]] std::uint32_t back_to(std::uint32_t top, std::uint32_t high) const {
        const auto after = std::ranges::lower_bound(
            backs_, std::pair(top, high), {}, [](const Back& one) { return std::pair(one.top, one.jump); });
        if (after == backs_.begin()) return none;
        const Back& found = *std::prev(after);
        return found.top == top ? found.jump : none;
    }

    [[nodiscard]] source::TextId label_of(std::uint32_t index) {
        static constexpr char digits[] = "0123456789abcdef";
        std::string text = "L_0000";
        for (std::uint32_t i = 0, address = list_[index].address; i < 4; ++i, address >>= 4U)
            text[5 - i] = digits[address & 0xFU];
        return tree_.intern(text);
    }

    void put_label(std::vector<NodeId>& into, std::uint32_t index) {
        if (labelled_[index])
            into.push_back(tree_.add(
                Stmt{.kind = StmtKind::label, .label = label_of(index), .place = list_[index].address}));
    }

    NodeId block(const std::vector<NodeId>& items, std::uint32_t index) {
        Stmt stmt{.kind = StmtKind::block, .place = list_[index].address};
        tree_.operands(stmt, items);
        return tree_.add(stmt);
    }

    /// `begun`: the statement that a loop was found at already. `high` is labelled here if `closes`: then it
    /// is a jump that has no statement of its own.
    NodeId region(std::uint32_t low, std::uint32_t high, std::uint32_t begun, Loop loop,
                  bool closes = false) {
        if (++depth_ > most_nesting) too_deep_ = true;
        std::vector<NodeId> items;
        for (std::uint32_t i = low; i < high && !too_deep_;) i = one(items, i, high, i == begun, loop);
        if (closes) put_label(items, high);
        --depth_;
        return block(items, low);
    }

    /// Gives the number of the statement that follows.
    std::uint32_t one(std::vector<NodeId>& items, std::uint32_t i, std::uint32_t high, bool begun,
                      Loop loop) {
        const Flat& flat = list_[i];
        if (!begun) {
            put_label(items, i);
            if (const std::uint32_t back = back_to(i, high); back != none && back >= i)
                return repeated(items, i, back);
        }
        switch (flat.kind) {
        case FlatKind::plain: items.push_back(flat.statement); return i + 1;
        case FlatKind::result:
            items.push_back(tree_.add(Stmt{.kind = StmtKind::result_here, .place = flat.address}));
            return i + 1;
        case FlatKind::jump: items.push_back(jump(flat, loop)); return i + 1;
        case FlatKind::branch: break;
        }
        return flat.target > i && flat.target <= high ? condition(items, i, high, loop) : unless(items, i);
    }

    std::uint32_t repeated(std::vector<NodeId>& items, std::uint32_t i, std::uint32_t back) {
        const Flat& flat = list_[i];
        const Loop inside{i, back + 1};
        Stmt stmt{.kind = StmtKind::loop, .place = flat.address};
        if (flat.kind == FlatKind::branch && flat.target == back + 1 && back > i) {
            take_operands(stmt, flat);
            stmt.a = region(i + 1, back, none, inside, true);
        } else {
            stmt.a = region(i, back, i, inside, back != i); // a jump to itself has its label already
        }
        items.push_back(tree_.add(stmt));
        return back + 1;
    }

    void take_operands(Stmt& stmt, const Flat& flat) const {
        const Stmt& from = tree_.stmts[flat.statement];
        stmt.bare = from.bare;
        stmt.first = from.first;
        stmt.count = from.count;
    }

    std::uint32_t condition(std::vector<NodeId>& items, std::uint32_t i, std::uint32_t high, Loop loop) {
        const Flat& flat = list_[i];
        Stmt stmt{.kind = StmtKind::condition, .place = flat.address};
        take_operands(stmt, flat);
        const std::uint32_t otherwise = flat.target;
        const std::uint32_t before = otherwise - 1;
        std::uint32_t next = otherwise;
        const Flat& jump = list_[before];
        if (before > i && jump.kind == FlatKind::jump && jump.target >= otherwise && jump.target <= high) {
            next = jump.target;
            stmt.a = region(i + 1, before, none, loop, true);
            stmt.b = region(otherwise, next, none, loop);
        } else {
            stmt.a = region(i + 1, otherwise, none, loop);
        }
        items.push_back(tree_.add(stmt));
        return next;
    }

    NodeId jump(const Flat& flat, Loop loop) {
        Stmt stmt{.kind = StmtKind::jump, .place = flat.address};
        if (flat.target == loop.exit)
            stmt.kind = StmtKind::leave;
        else if (flat.target == loop.top)
            stmt.kind = StmtKind::resume;
        else if (flat.target == end_)
            stmt.kind = StmtKind::result;
        else
            stmt.label = to(flat.target);
        return tree_.add(stmt);
    }

    std::uint32_t unless(std::vector<NodeId>& items, std::uint32_t i) {
        Stmt stmt = tree_.stmts[list_[i].statement];
        stmt.label = to(list_[i].target);
        items.push_back(tree_.add(stmt));
        return i + 1;
    }

    source::TextId to(std::uint32_t index) {
        labelled_[index] = true;
        any_label_ = true;
        return label_of(index);
    }

    const std::vector<Flat>& list_;
    source::Tree& tree_;
    std::vector<Back> backs_;
    std::vector<bool> labelled_;
    std::uint32_t end_, depth_ = 0;
    bool any_label_ = false, too_deep_ = false;
};

} // namespace

NodeId nest(const std::vector<Flat>& list, source::Tree& tree, std::string& why) {
    return Nesting(list, tree).run(why);
}

} // namespace vellum::ff7::decompile
