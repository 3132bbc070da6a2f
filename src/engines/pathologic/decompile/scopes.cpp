// Scopes, declarations, and the loops that read better as `for`; see the header.
#include "engines/pathologic/decompile/scopes.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "engines/pathologic/source/children.hpp"

namespace vellum::pathologic::decompile {

constexpr std::uint32_t nowhere = none;

class Declarations::Scopes {
  public:
    explicit Scopes(Tree& tree) : tree_(tree) {}

    bool run(Function& function) {
        function_ = &function;
        if (!function.locals.empty() && !declare()) return false;
        drop_return();
        make_for(function.body);
        return true;
    }

  private:
    struct Block {
        NodeId id;
        std::uint32_t parent; ///< Block, and the statement in it that holds this one.
        std::uint32_t index;
        std::uint32_t depth;
        std::uint32_t loop;  ///< Whose body it is, or none.
        std::uint32_t first; ///< Statements, in the lists of the tree.
        std::uint32_t count;
        std::uint32_t places; ///< Where its part of `ends_` and `starts_` begins.
    };
    struct Declaration {
        std::uint32_t block, index, local; ///< `index`: the statement it stands before.
        auto operator<=>(const Declaration&) const = default;
    };
    struct Local {
        std::uint32_t last_block = nowhere, last_index = 0; ///< Last mention.
        bool last_is_end = false;                           ///< It is `x = null` in a statement of its own.
        std::uint32_t end_block = nowhere;                  ///< Where the scope of an object ends.
        std::uint32_t block = nowhere;                      ///< Innermost that holds all uses.
        std::uint32_t first = std::numeric_limits<std::uint32_t>::max(); ///< First use.
        std::uint32_t block_index = 0;
    };

    /// False if no placement fits.
    bool declare() {
        blocks_.clear();
        ends_.clear();
        declarations_.clear();
        places_ = 0;
        locals_.assign(function_->locals.size(), {});
        survey(function_->body, nowhere, 0);
        if (!end_scopes()) return false;
        for (Block& block : blocks_) drop_ends(block);
        starts_.resize(places_);
        number();
        if (!place()) return false;
        rebuild();
        return true;
    }

    // --- All blocks, and the last mention of every local ---

    void survey(NodeId id, std::uint32_t parent, std::uint32_t index, std::uint32_t loop = none) {
        const auto number = static_cast<std::uint32_t>(blocks_.size());
        const Stmt stmt = tree_.stmts[id];
        const std::uint32_t depth = parent == nowhere ? 0 : blocks_[parent].depth + 1;
        blocks_.push_back({id, parent, index, depth, loop, stmt.a, stmt.b, places_});
        places_ += stmt.b + 1;
        for (std::uint32_t i = 0; i < stmt.b; ++i) {
            const NodeId child = tree_.lists[stmt.a + i];
            mentions(child, [&](std::uint32_t local) { note(local, number, i, false); });
            const Stmt& one = tree_.stmts[child];
            if (one.kind == StmtKind::assign && one.space == Space::local) {
                note(one.a, number, i, tree_.exprs[one.b].kind == ExprKind::null);
            }
            each_block(child,
                       [&](NodeId inner, std::uint32_t its_loop) { survey(inner, number, i, its_loop); });
            // The head of a loop comes behind its body for what is mentioned in steps; conditions of do as
            // well.
            if (one.kind == StmtKind::loop) {
                const Loop head = tree_.loops[tree_.stmts[child].a];
                for (const NodeId step : tree_.items(head.step, head.steps))
                    all_mentions(step, [&](std::uint32_t local) { note(local, number, i, false); });
            }
            if (one.kind == StmtKind::repeat)
                expression(tree_.stmts[child].b, [&](std::uint32_t local) { note(local, number, i, false); });
        }
    }

    [[nodiscard]] NodeId statement(const Block& block, std::size_t i) const {
        return tree_.lists[block.first + i];
    }

    void note(std::uint32_t local, std::uint32_t block, std::uint32_t index, bool end) {
        Local& one = locals_[local];
        one.last_block = block;
        one.last_index = index;
        one.last_is_end = end;
    }

    template <class Visit> void each_block(NodeId id, Visit&& visit) {
        const Stmt stmt = tree_.stmts[id];
        switch (stmt.kind) {
        case StmtKind::condition:
            visit(stmt.b, none);
            if (stmt.c != none) visit(stmt.c, none);
            break;
        case StmtKind::loop: visit(tree_.loops[stmt.a].body, stmt.a); break;
        case StmtKind::repeat: visit(stmt.a, none); break;
        default: break;
        }
    }

    template <class Visit> void expression(NodeId id, Visit&& visit) {
        if (id == none) return;
        const Expr& expr = tree_.exprs[id];
        const bool variable = expr.kind == ExprKind::variable || expr.kind == ExprKind::component;
        if (variable && expr.space == Space::local) visit(expr.a);
        each_child(tree_, expr, [&](NodeId child) { expression(child, visit); });
    }

    /// What a statement mentions in front of its blocks, its own target aside.
    template <class Visit> void mentions(NodeId id, Visit&& visit) {
        const Stmt stmt = tree_.stmts[id];
        switch (stmt.kind) {
        case StmtKind::declare:
        case StmtKind::assign:
        case StmtKind::assign_global:
        case StmtKind::update_global: expression(stmt.b, visit); break;
        case StmtKind::assign_component:
        case StmtKind::update_component:
            if (stmt.space == Space::local) visit(stmt.a);
            expression(stmt.b, visit);
            break;
        case StmtKind::method: expression(stmt.d, visit); [[fallthrough]];
        case StmtKind::native:
            for (const NodeId argument : tree_.items(stmt.b, stmt.c)) expression(argument, visit);
            break;
        case StmtKind::call:
        case StmtKind::condition:
        case StmtKind::result: expression(stmt.a, visit); break;
        case StmtKind::loop: {
            const Loop head = tree_.loops[stmt.a];
            if (head.start != none) all_mentions(head.start, visit);
            for (const NodeId one : tree_.items(head.first, head.before)) all_mentions(one, visit);
            expression(head.condition, visit);
            break;
        }
        default: break;
        }
    }

    template <class Visit> void all_mentions(NodeId id, Visit&& visit) {
        mentions(id, visit);
        const Stmt& stmt = tree_.stmts[id];
        if (stmt.kind == StmtKind::assign && stmt.space == Space::local) visit(stmt.a);
    }

    // --- The ends of objects ---

    bool end_scopes() {
        if (std::ranges::count(function_->locals, VariableType::object) == 0) return true;
        ends_.assign(places_, 0);
        for (std::uint32_t i = 0; i < locals_.size(); ++i) {
            if (function_->locals[i] != VariableType::object) continue;
            Local& local = locals_[i];
            if (!local.last_is_end) return false;
            local.end_block = local.last_block;
            ends_[blocks_[local.last_block].places + local.last_index] = 1;
        }
        for (Block& block : blocks_)
            if (!ends_fit(block)) return false;
        return true;
    }

    /// They stand at the end of the block, the last local first; behind them only the step of a loop.
    bool ends_fit(Block& block) {
        std::uint32_t first = 0;
        while (first < block.count && !ends(block, first)) ++first;
        std::uint32_t behind = first;
        std::uint32_t previous = none;
        while (behind < block.count && ends(block, behind)) {
            const std::uint32_t local = tree_.stmts[statement(block, behind)].a;
            if (local > previous) return false;
            previous = local;
            ++behind;
        }
        if (behind == block.count) {
            // A function's own objects end behind its last return.
            return first == block.count || block.parent != nowhere ||
                   (first > 0 && is_return(block, first - 1));
        }
        if (block.loop == none || tree_.loops[block.loop].steps != 0) return false;
        for (std::uint32_t i = behind; i < block.count; ++i) {
            if (ends(block, i)) return false;
            const StmtKind kind = tree_.stmts[statement(block, i)].kind;
            if (kind == StmtKind::condition || kind == StmtKind::loop || kind == StmtKind::repeat ||
                kind == StmtKind::result || kind == StmtKind::leave || kind == StmtKind::resume ||
                kind == StmtKind::enable || kind == StmtKind::disable)
                return false;
        }
        Loop& head = tree_.loops[block.loop];
        if (!head.counted && resumes(head.body)) return false;
        head.counted = true;
        head.step = block.first + behind;
        head.steps = block.count - behind;
        block.count = behind;
        return true;
    }

    [[nodiscard]] bool is_return(const Block& block, std::size_t at) const {
        return tree_.stmts[statement(block, at)].kind == StmtKind::result;
    }

    /// The statement is the end of an object's scope.
    [[nodiscard]] bool ends(const Block& block, std::uint32_t at) const {
        return ends_[block.places + at] != 0;
    }

    void drop_ends(Block& block) {
        if (ends_.empty()) return;
        while (block.count != 0 && ends(block, block.count - 1)) --block.count;
    }

    // --- Places in the order of the text ---

    void number() {
        std::uint32_t first = 0;
        std::uint32_t place = 0;
        number(first, place);
    }

    /// Numbers the blocks in the order of the text, which is the order they were found in.
    void number(std::uint32_t& next_block, std::uint32_t& place) {
        const std::uint32_t mine = next_block++;
        for (std::uint32_t i = 0; i < blocks_[mine].count; ++i) {
            starts_[blocks_[mine].places + i] = place;
            const NodeId id = statement(blocks_[mine], i);
            const auto use = [&](std::uint32_t local) { used(local, mine, place); };
            all_mentions(id, use);
            const std::uint32_t here = place++;
            each_block(id, [&](NodeId, std::uint32_t) { number(next_block, place); });
            const Stmt& stmt = tree_.stmts[id];
            const auto late = [&](std::uint32_t local) { used(local, mine, here); };
            if (stmt.kind == StmtKind::loop) {
                const Loop head = tree_.loops[stmt.a];
                for (const NodeId step : tree_.items(head.step, head.steps)) all_mentions(step, late);
            }
            if (stmt.kind == StmtKind::repeat) expression(stmt.b, late);
        }
        starts_[blocks_[mine].places + blocks_[mine].count] = place++;
    }
    void used(std::uint32_t local, std::uint32_t block, std::uint32_t place) {
        Local& one = locals_[local];
        one.first = std::min(one.first, place);
        if (one.block == nowhere) {
            one.block = block;
            return;
        }
        std::uint32_t a = one.block, b = block;
        while (a != b) {
            if (blocks_[a].depth >= blocks_[b].depth)
                a = blocks_[a].parent;
            else
                b = blocks_[b].parent;
        }
        one.block = a;
    }

    // --- Declarations ---

    bool place() {
        std::uint32_t limit = std::numeric_limits<std::uint32_t>::max();
        std::uint32_t next_block = 0;
        for (std::uint32_t i = static_cast<std::uint32_t>(locals_.size()); i-- > 0;) {
            Local& local = locals_[i];
            const bool object = function_->locals[i] == VariableType::object;
            std::uint32_t at = object ? local.end_block : local.block == nowhere ? next_block : local.block;
            if (object && local.block != nowhere && !within(local.block, at)) return false;
            const std::uint32_t bound = std::min(local.first, limit);
            std::uint32_t index = 0;
            for (;;) {
                if (before(at, bound, index)) break;
                if (object || blocks_[at].parent == nowhere) return false;
                at = blocks_[at].parent;
            }
            declarations_.push_back({at, index, i});
            limit = starts_[blocks_[at].places + index];
            next_block = at;
        }
        return true;
    }

    [[nodiscard]] bool within(std::uint32_t inner, std::uint32_t outer) const {
        while (inner != nowhere && inner != outer) inner = blocks_[inner].parent;
        return inner == outer;
    }

    /// The last statement of the block that does not begin behind `bound`.
    bool before(std::uint32_t number, std::uint32_t bound, std::uint32_t& index) const {
        const Block& block = blocks_[number];
        const auto starts = std::span(starts_).subspan(block.places, block.count + 1);
        const auto behind = std::ranges::upper_bound(starts, bound);
        if (behind == starts.begin()) return false;
        index = static_cast<std::uint32_t>(behind - starts.begin() - 1);
        if (index == block.count && index > 0) { // nothing is declared behind a jump
            const StmtKind kind = tree_.stmts[statement(block, index - 1)].kind;
            if (kind == StmtKind::result || kind == StmtKind::leave || kind == StmtKind::resume) --index;
        }
        return true;
    }

    void rebuild() {
        std::ranges::sort(declarations_);
        auto next = declarations_.begin();
        for (std::uint32_t number = 0; number < blocks_.size(); ++number) {
            const Block& block = blocks_[number];
            list_.clear();
            for (std::uint32_t i = 0; i <= block.count; ++i) {
                bool merged = false;
                while (next != declarations_.end() && next->block == number && next->index == i) {
                    const std::uint32_t local = next->local;
                    ++next;
                    Stmt stmt{.kind = StmtKind::declare, .a = local};
                    const bool adjacent =
                        next == declarations_.end() || next->block != number || next->index != i;
                    if (i < block.count) {
                        const Stmt& following = tree_.stmts[statement(block, i)];
                        stmt.place = following.place;
                        if (adjacent && following.kind == StmtKind::assign &&
                            following.space == Space::local && following.a == local &&
                            !mentioned(following.b, local)) {
                            stmt.b = following.b;
                            merged = true;
                        }
                    }
                    list_.push_back(tree_.add(stmt));
                }
                if (i < block.count && !merged) list_.push_back(statement(block, i));
            }
            Stmt& stmt = tree_.stmts[block.id];
            stmt.b = static_cast<std::uint32_t>(list_.size());
            stmt.a = tree_.list(list_);
        }
    }

    bool mentioned(NodeId id, std::uint32_t local) {
        bool found = false;
        expression(id, [&](std::uint32_t other) { found = found || other == local; });
        return found;
    }

    /// The return that the compiler adds.
    void drop_return() {
        Stmt& body = tree_.stmts[function_->body];
        if (body.b == 0) return;
        const Stmt& last = tree_.stmts[tree_.lists[body.a + body.b - 1]];
        if (last.kind == StmtKind::result && last.a == none) --body.b;
    }

    // --- `for` ---

    /// An assignment of an int to a local or a loop's variable in front of its loop.
    void make_for(NodeId id) {
        const Stmt body = tree_.stmts[id];
        bool any = false;
        for (std::uint32_t i = 0; i < body.b; ++i) {
            const NodeId child = tree_.lists[body.a + i];
            each_block(child, [&](NodeId inner, std::uint32_t loop) {
                any = any || loop != none;
                make_for(inner);
            });
        }
        if (!any) return;
        const std::vector<NodeId> list(tree_.items(body.a, body.b).begin(),
                                       tree_.items(body.a, body.b).end());
        std::vector<NodeId> kept;
        kept.reserve(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Stmt& stmt = tree_.stmts[list[i]];
            if (stmt.kind == StmtKind::loop && tree_.loops[stmt.a].condition != none) {
                take_step(tree_.loops[stmt.a], kept.empty() ? none : kept.back());
                Loop& head = tree_.loops[stmt.a];
                if (head.steps != 0 && !kept.empty() && starts(kept.back(), head, list, i)) {
                    head.start = kept.back();
                    kept.pop_back();
                }
            }
            kept.push_back(list[i]);
        }
        Stmt& now = tree_.stmts[id];
        now.b = static_cast<std::uint32_t>(kept.size());
        now.a = tree_.list(kept);
    }

    /// The variable that a statement sets.
    [[nodiscard]] bool sets(NodeId id, Space& space, std::uint32_t& number) const {
        if (id == none) return false;
        const Stmt& stmt = tree_.stmts[id];
        if (stmt.kind == StmtKind::declare && stmt.b != none) {
            space = Space::local;
            number = stmt.a;
            return true;
        }
        if (stmt.kind != StmtKind::assign) return false;
        space = stmt.space;
        number = stmt.a;
        return true;
    }

    [[nodiscard]] bool reads(NodeId id, Space space, std::uint32_t number) const {
        if (id == none) return false;
        const Expr& expr = tree_.exprs[id];
        switch (expr.kind) {
        case ExprKind::variable: return expr.space == space && expr.a == number;
        case ExprKind::unary:
        case ExprKind::cast: return reads(expr.a, space, number);
        case ExprKind::binary:
        case ExprKind::both:
        case ExprKind::either: return reads(expr.a, space, number) || reads(expr.b, space, number);
        default: return false;
        }
    }

    [[nodiscard]] bool resumes(NodeId id) {
        bool found = false;
        const Stmt stmt = tree_.stmts[id];
        for (const NodeId child : tree_.items(stmt.a, stmt.b)) {
            const StmtKind kind = tree_.stmts[child].kind;
            if (kind == StmtKind::resume) return true;
            if (kind == StmtKind::condition)
                each_block(child, [&](NodeId inner, std::uint32_t) { found = found || resumes(inner); });
        }
        return found;
    }

    /// The last statement of a loop's body is its step if it counts the variable that was set in front of the
    /// loop.
    void take_step(Loop& head, NodeId in_front) {
        Space space{}, other{};
        std::uint32_t number = 0, counted = 0;
        if (head.steps != 0 || head.before != 0 || !sets(in_front, space, number) ||
            !reads(head.condition, space, number))
            return;
        Stmt& body = tree_.stmts[head.body];
        if (body.b < 2) return;
        const NodeId last = tree_.lists[body.a + body.b - 1];
        if (tree_.stmts[last].kind != StmtKind::assign || !sets(last, other, counted) || other != space ||
            counted != number || !reads(tree_.stmts[last].b, space, number) || resumes(head.body))
            return;
        for (const NodeId child : tree_.items(body.a, body.b))
            if (tree_.stmts[child].kind == StmtKind::declare &&
                function_->locals[tree_.stmts[child].a] == VariableType::object)
                return;
        head.step = tree_.list(std::span(&last, 1));
        head.steps = 1;
        head.counted = true;
        --body.b;
    }

    bool starts(NodeId candidate, const Loop& head, const std::vector<NodeId>& list, std::size_t loop) {
        Space space{}, other{};
        std::uint32_t number = 0, counted = 0;
        if (head.before != 0 || !sets(candidate, space, number) || !reads(head.condition, space, number))
            return false;
        if (!sets(tree_.lists[head.step], other, counted) || other != space || counted != number)
            return false;
        if (tree_.stmts[candidate].kind != StmtKind::declare) return true;
        if (function_->locals[number] == VariableType::object) return false;
        for (std::size_t i = loop + 1; i < list.size(); ++i)
            if (uses(list[i], number)) return false;
        return true;
    }

    bool uses(NodeId id, std::uint32_t local) {
        bool found = false;
        const auto look = [&](std::uint32_t other) { found = found || other == local; };
        all_mentions(id, look);
        const Stmt stmt = tree_.stmts[id];
        if (stmt.kind == StmtKind::loop) {
            const Loop head = tree_.loops[stmt.a];
            for (const NodeId step : tree_.items(head.step, head.steps)) all_mentions(step, look);
        }
        if (stmt.kind == StmtKind::repeat) expression(stmt.b, look);
        each_block(id, [&](NodeId inner, std::uint32_t) {
            const Stmt block = tree_.stmts[inner];
            for (const NodeId child : tree_.items(block.a, block.b)) found = found || uses(child, local);
        });
        return found;
    }

    Tree& tree_;
    Function* function_ = nullptr;
    std::vector<Block> blocks_;
    std::uint32_t places_ = 0; ///< One for each statement of a block and one for its end.
    std::vector<std::uint8_t> ends_;
    std::vector<std::uint32_t> starts_; ///< By place, in the order of the text.
    std::vector<Local> locals_;
    std::vector<Declaration> declarations_; ///< By block and statement.
    std::vector<NodeId> list_;
};

Declarations::Declarations(Tree& tree) : scopes_(std::make_unique<Scopes>(tree)) {}
Declarations::~Declarations() = default;

bool Declarations::place(Function& function) { return scopes_->run(function); }

} // namespace vellum::pathologic::decompile
