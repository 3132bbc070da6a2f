// Blocks, branches and loops; values are read in reader_values.cpp.
#include "engines/skrit/decompile/reader.hpp"

#include <algorithm>
#include <set>

#include "engines/skrit/isa/operands.hpp"

namespace vellum::skrit::decompile {

namespace {

constexpr std::size_t max_nesting = 190; // the parser's own limit is a little higher

constexpr Op free_ops[] = {Op::FREEVAR, Op::FREESTR, Op::FREEHDL};

bool is_free(Op op) { return std::ranges::find(free_ops, op) != std::end(free_ops); }

/// A break that leaves these statements' own loop.
bool has_break(const Tree& tree, std::span<const StmtId> list) {
    return std::ranges::any_of(list, [&](StmtId id) {
        const Stmt& at = tree.stmts[id];
        if (at.kind == StmtKind::stop_loop) return true;
        if (at.kind != StmtKind::block && at.kind != StmtKind::choice) return false;
        return has_break(tree, at.body) || has_break(tree, at.otherwise);
    });
}

} // namespace

bool ends(const Tree& tree, std::span<const StmtId> list) {
    return std::ranges::any_of(list, [&](StmtId id) {
        const Stmt& at = tree.stmts[id];
        switch (at.kind) {
        case StmtKind::returns:
        case StmtKind::abort:
        case StmtKind::stop_loop:
        case StmtKind::next_loop: return true;
        case StmtKind::block: return ends(tree, at.body);
        case StmtKind::choice: return at.has_else && ends(tree, at.body) && ends(tree, at.otherwise);
        case StmtKind::forever: return !has_break(tree, at.body);
        default: return false;
        }
    });
}

Reader::Mark Reader::mark() const {
    return {position_,
            tree_.exprs.size(),
            tree_.stmts.size(),
            tree_.lists.size(),
            tree_.variables.size(),
            next_symbol_,
            {live_[0], live_[1], live_[2]}};
}

void Reader::restore(const Mark& to) {
    position_ = to.position;
    tree_.exprs.resize(to.exprs);
    tree_.stmts.resize(to.stmts);
    tree_.lists.resize(to.lists);
    tree_.variables.resize(to.variables);
    next_symbol_ = to.next_symbol;
    for (std::size_t i = 0; i < 3; ++i) live_[i] = to.live[i];
    stack_.clear();
    dropped_.clear();
    loops_.clear();
    blocks_.clear();
    reason_.clear();
}

/// What may be read in two ways is read in the likelier one, unless that was found wrong.
bool Reader::decide(Question question, std::size_t at, bool likely) {
    const Subject subject{at, loops_.size(), question};
    const auto [known, fresh] = chosen_.try_emplace(subject, likely);
    if (fresh) decisions_.push_back({subject, false});
    return known->second;
}

/// Turns the last decision round that was not yet; false if there is none.
bool Reader::reconsider() {
    while (!decisions_.empty()) {
        Decision& last = decisions_.back();
        if (!last.turned) {
            last.turned = true;
            chosen_[last.subject] = !chosen_[last.subject];
            return true;
        }
        chosen_.erase(last.subject);
        decisions_.pop_back();
    }
    return false;
}

Reader::Reader(const Unit& unit, Tree& tree) : unit_(unit), tree_(tree), addresses_(unit.instructions) {
    const StoreSizes* const sizes[] = {&unit.instance, &unit.shared};
    for (std::size_t i = 0; i < 2; ++i) {
        global_[i][0].assign(sizes[i]->general, none);
        global_[i][1].assign(sizes[i]->text, none);
        global_[i][2].assign(sizes[i]->handle, none);
    }
    for (std::uint32_t i = 0; i < unit.variables.size(); ++i) {
        const UnitVariable& variable = unit.variables[i];
        const auto store = static_cast<std::size_t>(store_of(unit.types[variable.type].kind));
        global_[variable.shared ? 1 : 0][store][slot_index(variable.slot)] = i;
        Variable row;
        row.name = variable.name;
        row.type = variable.type;
        row.store = static_cast<Store>(store);
        tree.variables.push_back(std::move(row));
    }
    tree.functions.resize(unit.functions_table.size());
    for (std::size_t i = 0; i < tree.functions.size(); ++i)
        tree.functions[i].name = unit.functions_table[i].name;
    for (const State& state : unit.states) tree.states.push_back(state.name);
    for (const UnitEvent& event : unit.events) tree.events.push_back(event.name);
}

bool Reader::fail(std::string_view reason) {
    if (reason_.empty()) reason_ = reason;
    return false;
}

void Reader::read(std::uint32_t index) {
    const UnitFunction& row = unit_.functions_table[index];
    function_ = index;
    position_ = static_cast<std::size_t>(addresses_.boundary(row.address));
    end_ = static_cast<std::size_t>(addresses_.boundary(row.end));
    steps_ = 60 * (end_ - position_) + 1000;
    next_symbol_ = 0;
    stack_.clear();
    dropped_.clear();
    for (auto& list : live_) list.clear();
    loops_.clear();
    blocks_.clear();
    reason_.clear();
    back_.clear();
    for (std::size_t i = position_; i < end_; ++i)
        if (op_at(i) == Op::BRANCH && target(i) <= i) back_.emplace_back(target(i), i);
    std::ranges::sort(back_);
    targets_.clear();
    for (std::size_t i = position_; i < end_; ++i)
        if (op_at(i) == Op::BRANCH || op_at(i) == Op::BRANCHZERO) targets_.push_back(target(i));
    for (const LocalSymbol& local : row.locals)
        targets_.push_back(static_cast<std::size_t>(addresses_.boundary(local.end)));
    std::ranges::sort(targets_);
    const Mark before = mark();
    const std::size_t first_variable = tree_.variables.size();
    const bool taken = prologue();
    start_ = mark();
    const bool fine = taken && body();
    FunctionTree& made = tree_.functions[index];
    made.sound = fine;
    made.reason = fine ? std::string() : reason_;
    if (!fine) { // what was read of it says nothing
        made.parameters.clear();
        made.body.clear();
        return restore(before);
    }
    for (std::size_t i = first_variable; i < tree_.variables.size(); ++i)
        made.locals.push_back(static_cast<std::uint32_t>(i));
    if (!is_value(row.kind)) return;
    const Stmt* only = made.body.size() == 1 ? &tree_.stmts[made.body[0]] : nullptr;
    if (only != nullptr && only->kind == StmtKind::returns) made.value = only->a;
    if (made.value == none) {
        made.sound = false;
        made.reason = "it computes more than a value";
    }
}

/// Parameters are taken one after the other: into variables of their own, or passed over.
bool Reader::prologue() {
    const UnitFunction& row = unit_.functions_table[function_];
    for (std::uint32_t i = 0; i < row.parameters.size(); ++i) {
        if (position_ < end_ && op_at(position_) == Op::SKIPPRM) {
            tree_.functions[function_].parameters.push_back(none);
            ++position_;
            continue;
        }
        const Store store = store_of(unit_.types[row.parameters[i].type].kind);
        constexpr Op allocs[] = {Op::ALLOCVAR, Op::ALLOCSTR, Op::ALLOCHDL};
        constexpr Op stores[] = {Op::STOREVAR, Op::STORESTR, Op::STOREHDL};
        const auto kind = static_cast<std::size_t>(store);
        if (end_ - position_ < 3 || op_at(position_) != allocs[kind] || op_at(position_ + 1) != Op::PUSHPRM ||
            op_at(position_ + 2) != stores[kind] || operands_at(position_ + 2)[0] != live_[kind].size())
            return fail("its parameters are not taken in order");
        Block none_yet;
        if (!allocate(none_yet, kind)) return false;
        Variable& variable = tree_.variables.back();
        variable.parameter = i;
        variable.type = row.parameters[i].type;
        if (row.kind == FunctionKind::formula)
            variable.name = "#" + unit_.macros[i];
        else if (variable.name.empty() && !row.parameters[i].name.empty())
            variable.name = row.parameters[i].name + "$";
        variable.hidden = false;
        tree_.functions[function_].parameters.push_back(
            static_cast<std::uint32_t>(tree_.variables.size() - 1));
        tree_.stmts.pop_back();
        position_ += 2;
    }
    return true;
}

/// Where the return begins that the compiler adds behind the last statement, if there may be one.
std::size_t Reader::implicit_return(std::size_t first) const {
    const UnitFunction& row = unit_.functions_table[function_];
    const TypeKind result = unit_.types[row.result].kind;
    const std::size_t last = end_ - 1;
    if (end_ == first) return end_;
    if (op_at(last) == Op::RETURN0) return last;
    const auto is_zero = [&](std::size_t at) { return op_at(at) == Op::PUSH1 && operands_at(at)[0] == 0; };
    const std::size_t size = end_ - first;
    if (result == TypeKind::string)
        return size >= 6 && op_at(last - 1) == Op::CSTRTOSTR && op_at(last - 4) == Op::POP1 &&
                       is_zero(last - 5)
                   ? last - 5
                   : end_;
    const std::size_t begin = result == TypeKind::real ? last - 2 : last - 1;
    if (size < 4 || !is_zero(begin) || !is_free(op_at(begin - 1))) return end_;
    return result != TypeKind::real || op_at(last - 1) == Op::INTTOFLT ? begin : end_;
}

bool Reader::body() {
    const std::size_t implicit = implicit_return(position_);
    if (implicit != end_ && body_to(implicit) && !ends(tree_, tree_.functions[function_].body)) return true;
    return body_to(end_) &&
           (ends(tree_, tree_.functions[function_].body) || fail("control runs past its end"));
}

/// The statements before that instruction.
bool Reader::body_to(std::size_t end) {
    const Mark start = start_;
    chosen_.clear();
    decisions_.clear();
    std::string first_reason;
    do {
        restore(start);
        Block whole = make_block(end);
        if (range(whole)) {
            tree_.functions[function_].body = std::move(whole.list);
            return true;
        }
        if (first_reason.empty()) first_reason = reason_;
    } while (steps_ != 0 && reconsider());
    reason_ = first_reason;
    return false;
}

Reader::Live Reader::live() const {
    Live now;
    for (std::size_t i = 0; i < 3; ++i) now.count[i] = static_cast<std::uint32_t>(live_[i].size());
    return now;
}

Reader::Block Reader::make_block(std::size_t end) const {
    Block made;
    made.end = end;
    made.stack = stack_.size();
    made.loops = loops_.size();
    made.live = made.start_live = live();
    return made;
}

std::size_t Reader::target(std::size_t at) const {
    const auto address = isa::target_of(unit_.instructions, at);
    const std::ptrdiff_t found = address ? addresses_.boundary(*address) : -1;
    return found < 0 ? unit_.instructions.instructions.size() + 1 : static_cast<std::size_t>(found);
}

bool Reader::range(Block& at) {
    if (blocks_.size() > max_nesting) return fail("it is nested too deeply");
    blocks_.push_back(&at);
    bool fine = true;
    while (fine && position_ < at.end) fine = step(at);
    if (fine && stack_.size() == at.stack) fine = close_tails(at);
    blocks_.pop_back();
    if (!fine) return false;
    if (position_ != at.end || !at.tails.empty() || live() != at.live) return fail("its blocks overlap");
    return true;
}

bool Reader::step(Block& at) {
    if (steps_ == 0) return fail("it is too tangled");
    --steps_;
    const bool fresh = stack_.size() == at.stack;
    if (fresh && dropped_.empty()) {
        if (!close_tails(at)) return false;
        at.start = position_;
        at.start_live = live();
        bool found = false;
        if (!loop(at, found)) return false;
        if (found) return true;
    }
    const Op op = op_at(position_);
    const std::span<const std::uint32_t> operands = operands_at(position_);
    const auto plain = [&](StmtKind kind, std::uint32_t value = none) {
        Stmt made;
        made.kind = kind;
        made.value = value;
        ++position_;
        return add(at, std::move(made));
    };
    switch (op) {
    case Op::BRANCHZERO: return branch_zero(at);
    case Op::BRANCH: {
        const std::size_t to = target(position_);
        ++position_;
        return fresh ? jump(at, to, live()) : fail("it jumps within a value");
    }
    case Op::FREEVAR:
    case Op::FREESTR:
    case Op::FREEHDL: return fresh ? release(at) : fail("it ends a block within a value");
    case Op::ALLOCVAR: return fresh ? allocate(at, 0) : fail("it declares within a value");
    case Op::ALLOCSTR: return fresh ? allocate(at, 1) : fail("it declares within a value");
    case Op::ALLOCHDL: return fresh ? allocate(at, 2) : fail("it declares within a value");
    case Op::SITNSPIN: return plain(StmtKind::sitnspin);
    case Op::ABORT: return plain(StmtKind::abort);
    case Op::SETSTATE: return plain(StmtKind::setstate, operands[0]);
    case Op::RETURN0: return plain(StmtKind::returns);
    case Op::RETURN: {
        Stmt made;
        made.kind = StmtKind::returns;
        ++position_;
        return pop(made.a) && add(at, std::move(made));
    }
    case Op::STOREVAR: return store(at, 0, operands[0]);
    case Op::STORESTR:
    case Op::STORECSTR: return store(at, 1, operands[0]);
    case Op::STOREHDL: return store(at, 2, operands[0]);
    case Op::POP1: return drop(at);
    case Op::CALL:
    case Op::CALLSINGLETON:
    case Op::CALLMEMBER:
    case Op::CALLSINGLETONBASE:
    case Op::CALLMEMBERBASE: return host_call(at, op, operands);
    case Op::CALLSKRIT: return script_call(at, operands[0]);
    default: ++position_; return expression(op, operands);
    }
}

bool Reader::add(Block& at, Stmt statement) {
    if (stack_.size() != at.stack || !dropped_.empty()) return fail("a statement is inside a value");
    statement.address = address(at.start);
    tree_.stmts.push_back(std::move(statement));
    at.list.push_back(static_cast<StmtId>(tree_.stmts.size() - 1));
    at.before.push_back(at.start_live);
    return true;
}

/// The statements from `first` on become one.
void Reader::group(Block& at, std::size_t first, StmtKind kind) {
    Stmt made;
    made.kind = kind;
    made.body.assign(at.list.begin() + static_cast<std::ptrdiff_t>(first), at.list.end());
    made.address = made.body.empty() ? address(position_) : tree_.stmts[made.body.front()].address;
    if (kind == StmtKind::block && combines(made.body)) made.kind = StmtKind::combine;
    if (kind == StmtKind::forever && made.body.size() == 1 &&
        tree_.stmts[made.body.front()].kind == StmtKind::block)
        made.body = std::vector<StmtId>(tree_.stmts[made.body.front()].body);
    const Live before = first < at.before.size() ? at.before[first] : at.start_live;
    at.list.resize(first);
    at.before.resize(first);
    tree_.stmts.push_back(std::move(made));
    at.list.push_back(static_cast<StmtId>(tree_.stmts.size() - 1));
    at.before.push_back(before);
    for (auto& [index, end] : at.tails) index = std::min(index, first);
}

// --- Loops and branches
// ---------------------------------------------------------------------------------------

/// `object.Member op= value`: the object is kept in a variable that no source names.
bool Reader::combines(std::span<const StmtId> list) const {
    if (list.size() != 2) return false;
    const Stmt& kept = tree_.stmts[list[0]];
    const Stmt& sets = tree_.stmts[list[1]];
    if (kept.kind != StmtKind::declare || kept.a == none || sets.kind != StmtKind::call) return false;
    const Variable& variable = tree_.variables[kept.value];
    if (!unit_.stripped && !variable.hidden) return false;
    const auto is_kept = [&](ExprId id) {
        return id != none && tree_.exprs[id].kind == ExprKind::variable &&
               tree_.exprs[id].value == kept.value;
    };
    const Expr& setter = tree_.exprs[sets.a];
    if (variable.uses != 2 || setter.kind != ExprKind::call || !is_kept(setter.a) || setter.count != 1)
        return false;
    const Expr* value = &tree_.exprs[tree_.arguments(setter)[0]];
    while (value->kind == ExprKind::convert) value = &tree_.exprs[value->a];
    if (value->kind != ExprKind::binary) return false;
    const Expr* getter = &tree_.exprs[value->a];
    if (getter->kind == ExprKind::convert) getter = &tree_.exprs[getter->a];
    if (getter->kind != ExprKind::call || !is_kept(getter->a) || getter->count != 0) return false;
    const std::string& set = unit_.imports[setter.value].name;
    const std::string& get = unit_.imports[getter->value].name;
    return set.starts_with("Set") && (get == "Get" + set.substr(3) || get == set.substr(3));
}

bool Reader::close_tails(Block& at) {
    std::size_t first = none;
    for (const auto& [index, end] : at.tails)
        if (end == position_) first = std::min(first, index);
    if (first == none) return true;
    std::erase_if(at.tails, [&](const auto& tail) { return tail.second == position_; });
    // Only a body that never comes to its end has no way back.
    std::size_t longer = first;
    while (longer != 0 && !ends(tree_, std::span(at.list).subspan(longer))) do
            --longer;
        while (longer != 0 && at.before[longer] != at.before[first]);
    if (first < at.list.size() && at.before[longer] == at.before[first]) first = longer;
    if (ends(tree_, std::span(at.list).first(first)) && decide(Question::longer, position_, false)) {
        longer = first;
        while (longer != 0 && ends(tree_, std::span(at.list).first(longer))) --longer;
        if (at.before[longer] != (first < at.before.size() ? at.before[first] : at.start_live))
            return fail("a loop begins in another block");
        first = longer;
    }
    const auto list = std::span(at.list).subspan(first);
    if (!ends(tree_, list)) return fail("a loop has no way back");
    if (leads_elsewhere(list, tree_.stmts[list.front()].address)) return fail("it leaves two loops at once");
    group(at, first, StmtKind::forever);
    return true;
}

/// A jump out of a loop that ends here and begins at that address leads to another.
bool Reader::leads_elsewhere(std::span<const StmtId> list, std::uint32_t start) const {
    return std::ranges::any_of(list, [&](StmtId id) {
        const Stmt& at = tree_.stmts[id];
        if (at.kind == StmtKind::stop_loop) return at.value != position_;
        if (at.kind == StmtKind::next_loop) return address(at.value) != start;
        if (at.kind != StmtKind::block && at.kind != StmtKind::choice) return false;
        return leads_elsewhere(at.body, start) || leads_elsewhere(at.otherwise, start);
    });
}

bool Reader::loop(Block& at, bool& found) {
    const auto [first, last] =
        std::ranges::equal_range(back_, position_, {}, [](const auto& way) { return way.first; });
    auto behind =
        std::ranges::lower_bound(first, last, at.end, {}, [](const auto& way) { return way.second; });
    if (behind == first) return true;
    /// The branch that leaves a loop at its head, if one leads there from `from`.
    const auto test_to = [&](std::size_t from, std::size_t exit) {
        for (std::size_t i = position_; i < from; ++i)
            if (op_at(i) == Op::BRANCHZERO && target(i) == exit)
                return plain_value(position_, i) ? i : none_found;
        return none_found;
    };
    const bool opened = !loops_.empty() && loops_.back().start == position_;
    if (opened) { // what leads back is a continue of that loop, or the end of another within
        constexpr int most = 16;
        for (int tried = 0; behind != first && tried < most; ++tried) {
            const std::size_t way = (--behind)->second;
            const std::size_t test = test_to(way, way + 1);
            if (test == none_found || !decide(Question::inner_way, way, true)) continue;
            found = true;
            return while_loop(at, test, way, way + 1);
        }
        return true;
    }
    found = true;
    const std::size_t way = std::prev(behind)->second;
    if (const std::size_t test = test_to(way, way + 1); test != none_found)
        return while_loop(at, test, way, way + 1);
    std::size_t crossing = none_found;
    for (std::size_t i = position_; i < way && crossing == none_found; ++i)
        if (op_at(i) == Op::BRANCHZERO && target(i) > way) crossing = i;
    if (crossing == none_found && decide(Question::own_way, way, true)) return endless_loop(at, way, way + 1);
    // No way leads back from its end: the last statement leaves it.
    if (crossing != none_found && target(crossing) <= at.end && plain_value(position_, crossing) &&
        decide(Question::crossing, crossing, true))
        return while_loop(at, crossing, target(crossing), target(crossing));
    std::set<std::size_t> exits;
    for (std::size_t i = position_; i < at.end; ++i)
        if (op_at(i) == Op::BRANCH && target(i) > way && target(i) > i && target(i) <= at.end)
            exits.insert(target(i));
    for (const std::size_t exit : exits)
        if (exit == *exits.rbegin() || decide(Question::exit, exit, true))
            return endless_loop(at, exit, exit);
    return fail("a loop has no end");
}

bool Reader::while_loop(Block& at, std::size_t test, std::size_t body_end, std::size_t exit) {
    Stmt made;
    made.kind = StmtKind::loop_while;
    loops_.push_back({position_, exit, live()});
    const std::size_t start = at.start;
    const Live before = at.start_live;
    Block value = make_block(test);
    if (!range(value) || !value.list.empty() || !pop(made.a))
        return fail("a loop's condition is not a value");
    position_ = test + 1;
    Block inside = make_block(body_end);
    if (!range(inside) || stack_.size() != inside.stack) return fail("a loop's body leaves a value");
    made.body = std::move(inside.list);
    if (exit != body_end && ends(tree_, made.body)) next_loop(made.body);
    loops_.pop_back();
    position_ = exit;
    at.start = start;
    at.start_live = before;
    return add(at, std::move(made));
}

bool Reader::endless_loop(Block& at, std::size_t body_end, std::size_t exit) {
    Stmt made;
    made.kind = StmtKind::forever;
    loops_.push_back({position_, exit, live()});
    Block inside = make_block(body_end);
    if (!range(inside) || stack_.size() != inside.stack) return fail("a loop's body leaves a value");
    made.body = std::move(inside.list);
    if (exit == body_end && !ends(tree_, made.body)) return fail("a loop has no way back");
    if (exit != body_end && ends(tree_, made.body) && has_break(tree_, made.body)) next_loop(made.body);
    loops_.pop_back();
    position_ = exit;
    return add(at, std::move(made));
}

/// A `while` whose body never comes to its end has no way back, and what leaves it goes where its condition
/// goes.
bool Reader::lone_while(Block& at, ExprId condition, std::size_t test) {
    Stmt made;
    made.kind = StmtKind::loop_while;
    made.a = condition;
    const std::size_t exit = target(test);
    loops_.push_back({at.start, exit, live()});
    position_ = test + 1;
    Block inside = make_block(exit);
    if (!range(inside) || stack_.size() != inside.stack) return fail("a loop's body leaves a value");
    loops_.pop_back();
    if (!ends(tree_, inside.list)) return fail("a loop has no way back");
    made.body = std::move(inside.list);
    return add(at, std::move(made));
}

/// The way back of a body that never comes to its end was written, not made.
void Reader::next_loop(std::vector<StmtId>& body) {
    if (std::ranges::any_of(body, [&](StmtId id) { return tree_.stmts[id].kind == StmtKind::declare; })) {
        Stmt inside; // its variables are gone before
        inside.kind = StmtKind::block;
        inside.address = tree_.stmts[body.front()].address;
        inside.body = std::move(body);
        tree_.stmts.push_back(std::move(inside));
        body = {static_cast<StmtId>(tree_.stmts.size() - 1)};
    }
    Stmt made;
    made.kind = StmtKind::next_loop;
    tree_.stmts.push_back(std::move(made));
    body.push_back(static_cast<StmtId>(tree_.stmts.size() - 1));
}

bool Reader::branch_zero(Block& at) {
    const std::size_t test = position_;
    const std::size_t otherwise = target(test);
    ExprId condition = none;
    if (!pop(condition)) return false;
    if (otherwise <= test || otherwise > at.end) return fail("a branch leaves its block");
    const auto leaves_here = [&] {
        for (std::size_t i = test + 1; i < otherwise; ++i)
            if (op_at(i) == Op::BRANCH && target(i) == otherwise) return true;
        return false;
    };
    if (leaves_here() && decide(Question::lone_while, test, false)) return lone_while(at, condition, test);
    const std::size_t last = otherwise - 1;
    if (last > test && op_at(last) == Op::BRANCH) {
        const std::size_t to = target(last);
        const bool leaves = !loops_.empty() && to == loops_.back().exit;
        if (to >= otherwise && to <= at.end && !leaves) {
            // It may still be a break of a loop that nothing else shows.
            if (decide(Question::second_arm, last, true)) return arms(at, condition, test, otherwise, to);
        }
    }
    return arms(at, condition, test, otherwise, none_found);
}

/// `join`: where the arms meet if there are two.
bool Reader::arms(Block& at, ExprId condition, std::size_t test, std::size_t otherwise, std::size_t join) {
    const bool two = join != none_found;
    const std::size_t depth = stack_.size();
    position_ = test + 1;
    Block yes = make_block(two ? otherwise - 1 : otherwise);
    if (!range(yes)) return false;
    const bool value = stack_.size() == depth + 1;
    if (value) {
        ExprId one = none, other = none;
        if (!two || !yes.list.empty() || !pop(one)) return fail("an arm leaves a value");
        position_ = otherwise;
        Block no = make_block(join);
        if (!range(no) || !no.list.empty() || stack_.size() != depth + 1 || !pop(other))
            return fail("the arms of a value differ");
        Expr made;
        made.kind = ExprKind::choice;
        made.a = condition;
        made.b = one;
        made.c = other;
        return push(made);
    }
    if (stack_.size() != depth) return fail("an arm leaves values");
    if (two && ends(tree_, yes.list)) return fail("nothing comes to the end of an arm");
    Stmt made;
    made.kind = StmtKind::choice;
    made.a = condition;
    made.body = std::move(yes.list);
    if (two) {
        position_ = otherwise;
        Block no = make_block(join);
        if (!range(no) || stack_.size() != depth) return fail("an arm leaves a value");
        made.otherwise = std::move(no.list);
        made.has_else = true;
    }
    return add(at, std::move(made));
}

/// `live`: what is left of the variables there.
bool Reader::jump(Block& at, std::size_t target, const Live& live) {
    if (!loops_.empty() && live == loops_.back().live) {
        Stmt made;
        made.value = static_cast<std::uint32_t>(target);
        if (target == loops_.back().start || target == loops_.back().exit) {
            made.kind = target == loops_.back().exit ? StmtKind::stop_loop : StmtKind::next_loop;
            return add(at, std::move(made));
        }
    }
    return target >= position_ ? tail(at, target, live) : fail("it jumps back, but not to a loop");
}

/// A break whose loop has no way back: the loop begins with a statement of the block that goes on there.
bool Reader::tail(Block& at, std::size_t target, const Live& live) {
    Stmt leaves;
    leaves.kind = StmtKind::stop_loop;
    leaves.value = static_cast<std::uint32_t>(target);
    for (const Block* around : blocks_) { // another break of that loop was seen
        if (around->loops != loops_.size()) continue;
        for (const auto& [first, end] : around->tails)
            if (end == target && first < around->before.size() && around->before[first] == live)
                return add(at, std::move(leaves));
    }
    for (std::size_t i = blocks_.size(); i-- != 0;) {
        Block& around = *blocks_[i];
        if (target > around.end) continue;
        if (around.loops != loops_.size()) break;
        std::size_t first = around.list.size();
        if (around.start_live != live) {
            while (first != 0 && around.before[first - 1] != live) --first;
            if (first == 0) break;
            --first;
        }
        if (!add(at, std::move(leaves))) return false;
        around.tails.emplace_back(first, target);
        return true;
    }
    return fail("it jumps out of its block");
}

/// What keeps the object of `object.Member op= value` goes by itself, whatever is freed behind it.
bool Reader::end_of_combined(Block& at) {
    const std::size_t size = at.list.size();
    if (size < 2 || !combines(std::span(at.list).subspan(size - 2))) return false;
    const Op op = op_at(position_);
    const std::size_t store = op == Op::FREEVAR ? 0 : op == Op::FREESTR ? 1 : 2;
    Live after = live();
    if (operands_at(position_)[0] != 1) return false;
    --after.count[store];
    if (after != at.before[size - 2]) return false;
    ++position_;
    group(at, size - 2, StmtKind::block);
    live_[store].pop_back();
    return true;
}

bool Reader::release(Block& at) {
    if (end_of_combined(at)) return true;
    std::size_t next = position_;
    Live after = live();
    bool outer = false;
    for (std::size_t store = 0; store < 3; ++store) {
        if (next >= at.end || op_at(next) != free_ops[store]) continue;
        if (next != position_ && std::ranges::binary_search(targets_, next)) break; // of another block
        const std::uint32_t count = operands_at(next++)[0];
        if (count > after.count[store]) return fail("it frees variables that do not exist");
        after.count[store] -= count;
    }
    for (std::size_t store = 0; store < 3; ++store)
        outer = outer || after.count[store] < at.live.count[store];
    const bool jumps = next < at.end && op_at(next) == Op::BRANCH;
    const bool dead = next + 1 < at.end && is_free(op_at(next + 1));
    const auto loops = [&] {
        const std::size_t to = target(next);
        return to > next || (!loops_.empty() && to == loops_.back().start);
    };
    if (jumps && (outer || (loops() && decide(Question::dead_jump, next, dead)))) {
        position_ = next + 1;
        return jump(at, target(next), after);
    }
    if (outer) return fail("it frees variables of another block");
    position_ = next;
    return close(at, after);
}

bool Reader::close(Block& at, const Live& after) {
    const auto free = [&] {
        for (std::size_t store = 0; store < 3; ++store) live_[store].resize(after.count[store]);
        return true;
    };
    if (position_ == at.end && after == at.live) return free();
    std::size_t first = at.list.size();
    while (first != 0 &&
           !(at.before[first - 1] == after && tree_.stmts[at.list[first - 1]].kind == StmtKind::declare))
        --first;
    if (first == 0) return fail("a block's variables are not declared");
    group(at, first - 1, StmtKind::block);
    return free();
}

} // namespace vellum::skrit::decompile
