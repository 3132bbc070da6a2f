// Functions, statements and what nests them; see the header. What single instructions mean is in
// reader_values.cpp.
#include "engines/ags/decompile/reader.hpp"

#include <algorithm>

namespace vellum::ags::decompile {

namespace {

constexpr std::uint32_t most_nesting = 80; ///< The compiler takes 75.
constexpr std::uint32_t longest_increment = 256;
constexpr std::uint32_t most_readings = 24; ///< Of a function.

bool is_zeroing(const Step& step) noexcept {
    return step.op == Op::memzeroptr || step.op == Op::memzeroptrnd;
}

} // namespace

Reader::Reader(const Block& block, Tree& tree, const std::set<std::uint32_t>& fors)
    : block_(block), tree_(tree), fors_(fors) {
    for (std::uint32_t i = 0; i < block.steps().size(); ++i)
        if (block[i].op == Op::jz) last_condition_[block.target(i)] = i;
}

bool Reader::fail(std::string reason) {
    if (function_->reason.empty()) function_->reason = std::move(reason);
    return false;
}

void Reader::begin(std::uint32_t number) {
    number_ = number;
    function_ = &tree_.functions[number];
    *function_ = {};
    function_->first_local = static_cast<std::uint32_t>(tree_.locals.size());
    ax_ = bx_ = {};
    dx_ = {};
    cx_.clear();
    known_mar_ = has_object_ = false;
    arguments_ = -1;
    stack_.clear();
    live_.clear();
    reals_.clear();
    loops_.clear();
    depth_ = region_depth_ = next_line_ = 0;
    begin_ = nowhere;
    nesting_ = 0;
    next_choice_ = 0;
    this_ = tree_.add({.kind = ExprKind::this_, .value = static_cast<std::int32_t>(number)});
}

void Reader::keep(std::uint32_t number) {
    begin(number);
    function_->kept = true;
    std::uint32_t at = block_.functions()[number].first;
    static_cast<void>(prologue(at));
    const auto parameters = static_cast<std::uint32_t>(block_.functions()[number].parameters);
    for (auto i = static_cast<std::uint32_t>(tree_.locals.size()) - function_->first_local; i < parameters;
         ++i)
        tree_.locals.push_back({.position = -4 * static_cast<std::int32_t>(i + 2), .parameter = true});
    function_->locals = parameters;
    function_->reason.clear();
}

void Reader::read(std::uint32_t number) {
    const std::size_t exprs = tree_.exprs.size();
    const std::size_t stmts = tree_.stmts.size();
    const std::size_t locals = tree_.locals.size();
    choices_.clear();
    std::string reason;
    for (std::uint32_t tries = 1;; ++tries) {
        read_once(number);
        if (function_->sound) return;
        if (reason.empty()) reason = function_->reason;
        // The last thing that could be understood in another way is.
        while (!choices_.empty() && !choices_.back()) choices_.pop_back();
        if (choices_.empty() || tries == most_readings) break;
        choices_.back() = false;
        tree_.exprs.resize(exprs);
        tree_.stmts.resize(stmts);
        tree_.locals.resize(locals);
        const Extent& extent = block_.functions()[number];
        for (std::set<std::uint32_t>* const loops : {&literal_loops_, &likely_fors_})
            loops->erase(loops->lower_bound(extent.first), loops->lower_bound(extent.end));
    }
    function_->reason = std::move(reason);
}

/// True the first time that a place is met that can be understood in two ways.
bool Reader::first_choice() {
    if (next_choice_ == choices_.size()) choices_.push_back(true);
    return choices_[next_choice_++];
}

void Reader::read_once(std::uint32_t number) {
    begin(number);
    std::uint32_t at = block_.functions()[number].first;
    const std::uint32_t end = epilogue();
    Body body;
    function_->sound = end != nowhere && prologue(at) && at <= end &&
                       region(at, end, Where::function, body, nullptr, function_->end_line);
    if (function_->sound) {
        Release release;
        if (release_at(end + 1, release))
            function_->sound = note_release(release, true) && release.total == depth_
                                   ? true
                                   : fail("what it "
                                          "releases at its "
                                          "end");
        else if (depth_ != 0)
            function_->sound = fail("what it releases at its end");
    } else if (function_->reason.empty()) {
        fail("it does not begin or end as functions do");
    }
    function_->body = std::move(body);
    function_->locals = static_cast<std::uint32_t>(tree_.locals.size()) - function_->first_local;
}

/// The LITTOREG AX,0 that a closing brace writes.
std::uint32_t Reader::epilogue() const {
    const Extent& extent = block_.functions()[number_];
    std::uint32_t at = extent.end;
    const auto back = [&](auto&& wanted) {
        if (at <= extent.first || !wanted(block_[at - 1])) return false;
        --at;
        return true;
    };
    if (!back([](const Step& step) { return step.op == Op::ret; })) return nowhere;
    static_cast<void>(back([](const Step& step) { return step.is(Op::sub, reg_sp); }));
    while (back(is_zeroing))
        if (!back([](const Step& step) { return step.op == Op::loadspoffs || step.is(Op::add, reg_mar); }))
            return nowhere;
    return back([](const Step& step) { return step.clears_ax(); }) ? at : nowhere;
}

bool Reader::prologue(std::uint32_t& at) {
    const Extent& extent = block_.functions()[number_];
    if (block_[at].op == Op::linenum) function_->line = block_[at++].a;
    if (block_[at].op != Op::thisbase) return false;
    ++at;
    if (block_[at].op == Op::loopcheckoff) {
        function_->noloopcheck = true;
        ++at;
    }
    for (std::int32_t i = 0; i < extent.parameters; ++i)
        tree_.locals.push_back({.position = -4 * (i + 2), .parameter = true});
    while (block_[at].op == Op::loadspoffs && block_[at + 1].is(Op::memread, reg_ax) &&
           block_[at + 2].is(Op::meminitptr, reg_ax)) {
        const std::int32_t parameter = block_[at].a / 4 - 2;
        if (parameter < 0 || parameter >= extent.parameters)
            return fail("it begins with a strange parameter");
        tree_.locals[function_->first_local + static_cast<std::uint32_t>(parameter)].handle = true;
        at += 3;
    }
    if (!extent.type.empty() && block_[at].is(Op::regtoreg, reg_sp, reg_mar) &&
        block_[at + 1].op == Op::writelit && block_[at + 2].is(Op::add, reg_sp)) {
        function_->instance = true;
        stack_.push_back({.from = reg_sp});
        depth_ += 4;
        at += 3;
    }
    return true;
}

std::uint32_t Reader::emit(Stmt made, std::uint32_t end, Body& out) {
    if (made.line == 0) made.line = take_line();
    if (made.first == 0) made.first = begin_ == nowhere ? end : begin_;
    made.end = end;
    tree_.stmts.push_back(std::move(made));
    out.push_back(static_cast<std::uint32_t>(tree_.stmts.size() - 1));
    begin_ = nowhere;
    return out.back();
}

void Reader::settle(Body& out) {
    if (!ax_.pending) return;
    ax_.pending = false;
    const ExprId expr = ax_.expr;
    ax_ = {};
    emit({.kind = StmtKind::expression, .value = expr}, pending_end_, out);
    begin_ = pending_end_;
}

bool Reader::region(std::uint32_t at, std::uint32_t end, Where where, Body& out, ExprId* rest,
                    std::int32_t& end_line) {
    if (++nesting_ > most_nesting) return fail("it is nested too deeply");
    const std::int32_t depth = depth_;
    const std::int32_t around = std::exchange(region_depth_, depth);
    bool closed = false;
    begin_ = nowhere;
    while (at < end && !closed) {
        if (begin_ == nowhere) begin_ = at;
        const Step& step = block_[at];
        switch (step.op) {
        case Op::linenum:
            settle(out);
            next_line_ = step.a;
            ++at;
            break;
        case Op::jz:
            if (is_logic(at)) {
                ++at;
                break;
            }
            if (!conditional(at, end, out)) return false;
            break;
        case Op::jnz:
            if (!is_logic(at)) return fail("a condition that no statement compiles to");
            ++at;
            break;
        case Op::jmp:
            settle(out);
            if (!do_loop(at, end, out)) return false;
            break;
        case Op::ret: {
            ExprId value = no_expr;
            if (depth_ != 0) return fail("it returns without releasing its variables");
            if (!take_ax(value)) return false;
            emit({.kind = StmtKind::return_, .value = value}, ++at, out);
            break;
        }
        case Op::littoreg:
            if (const Exit kind = exit_at(at); kind != Exit::none) {
                settle(out);
                if (!exit_statement(kind, at, at + 2, out)) return false;
                at += 2;
                break;
            }
            if (!simple(at, out)) return false;
            break;
        case Op::regtoreg: {
            const std::uint32_t jump = block_[at + 1].op == Op::linenum ? at + 2 : at + 1;
            if (step.is(Op::regtoreg, reg_ax, reg_bx) && block_[jump].op == Op::jmp &&
                block_[jump + 1].op == Op::jmp) {
                if (!choice(at, end, out)) return false;
                break;
            }
            if (!simple(at, out)) return false;
            break;
        }
        case Op::sub:
        case Op::loadspoffs:
            if (step.is(Op::sub, reg_sp) || (step.op == Op::loadspoffs && is_zeroing(block_[at + 1]))) {
                if (!leave(at, end, where, out, closed)) return false;
                break;
            }
            [[fallthrough]];
        default:
            if (!simple(at, out)) return false;
            break;
        }
    }
    if (at != end) return fail("a statement that continues after its block");
    if (rest != nullptr) {
        if (!take_ax(*rest)) return false;
    } else {
        settle(out);
    }
    if (where != Where::function && depth_ != depth) return fail("a block that keeps its variables");
    end_line = take_line();
    region_depth_ = around;
    begin_ = nowhere;
    --nesting_;
    return true;
}

bool Reader::is_logic(std::uint32_t at) const {
    const std::uint32_t target = block_.target(at);
    if (target == nowhere || target < at + 4 || !block_[at + 1].is(Op::pushreg, reg_ax)) return false;
    return block_[target - 2].is(block_[at].op == Op::jz ? Op::and_ : Op::or_, reg_bx, reg_ax) &&
           block_[target - 1].is(Op::regtoreg, reg_bx, reg_ax);
}

Reader::Exit Reader::exit_at(std::uint32_t at) const {
    if (!block_[at].clears_ax() || block_[at + 1].op != Op::jmp || loops_.empty()) return Exit::none;
    const std::uint32_t target = block_.target(at + 1);
    const Loop& inner = loops_.back();
    if (target == nowhere) return Exit::none;
    if (target == inner.break_to || (inner.is_switch && target == inner.end && at + 2 == inner.back))
        return Exit::break_;
    for (std::size_t i = loops_.size(); i > 0; --i)
        if (!loops_[i - 1].is_switch)
            return loops_[i - 1].continue_to == target ? Exit::continue_ : Exit::none;
    return Exit::none;
}

/// The loop that a continue goes on with, or null.
Reader::Loop* Reader::repeated_loop() {
    for (std::size_t i = loops_.size(); i > 0; --i)
        if (!loops_[i - 1].is_switch) return &loops_[i - 1];
    return nullptr;
}

/// How deep the stack is where an exit leads: it releases all that was declared since.
std::int32_t Reader::depth_left_by(Exit kind) {
    const Loop* const loop = kind == Exit::continue_ ? repeated_loop()
                             : loops_.empty()        ? nullptr
                                                     : &loops_.back();
    return loop == nullptr ? -1 : loop->depth;
}

bool Reader::exit_statement(Exit kind, std::uint32_t first, std::uint32_t end, Body& out) {
    const std::uint32_t before = out.empty() ? nowhere : out.back();
    const bool is_break = kind == Exit::break_;
    const std::uint32_t made =
        emit({.kind = is_break ? StmtKind::break_ : StmtKind::continue_, .first = first}, end, out);
    if (!is_break)
        for (std::size_t i = loops_.size(); i > 0; --i)
            if (!loops_[i - 1].is_switch) {
                loops_[i - 1].continues.push_back({made, before});
                break;
            }
    return true;
}

bool Reader::release_at(std::uint32_t at, Release& found) const {
    const std::uint32_t first = at;
    while (block_[at].op == Op::loadspoffs && is_zeroing(block_[at + 1])) {
        found.ones.push_back(
            {.position = depth_ - block_[at].a, .disposes = block_[at + 1].op == Op::memzeroptr});
        at += 2;
        for (; block_[at].is(Op::add, reg_mar) && is_zeroing(block_[at + 1]); at += 2)
            ++found.ones.back().count;
    }
    if (block_[at].is(Op::sub, reg_sp)) found.total = block_[at++].b;
    found.end = at;
    return at != first;
}

bool Reader::note_release(const Release& release, bool ends_function) {
    std::vector<std::uint32_t> order;
    for (const auto& [position, count, disposes] : release.ones) {
        Place place;
        if (!local_at(position, place)) return false;
        tree_.locals[place.id].is_struct |= disposes && ends_function;
        function_->handles.push_back({place.id, place.offset, count});
        if (order.empty() || order.back() != place.id) order.push_back(place.id);
    }
    if (order.size() > 1) function_->releases.push_back(std::move(order));
    return true;
}

/// At the releases in front of what leaves a block or at its end.
bool Reader::leave(std::uint32_t& at, std::uint32_t end, Where where, Body& out, bool& closed) {
    Release release;
    if (!release_at(at, release)) return fail("a release that no block compiles to");
    const std::uint32_t behind = release.end;
    if (block_[behind].op == Op::ret) {
        ExprId value = no_expr;
        if (!take_ax(value) || !note_release(release, true)) return false;
        if (release.total != depth_) return fail("a return that releases something else");
        emit({.kind = StmtKind::return_, .value = value}, behind + 1, out);
        at = behind + 1;
        return true;
    }
    settle(out);
    if (behind < end) {
        Exit kind = exit_at(behind);
        std::uint32_t exit = behind;
        const std::int32_t left = depth_ - release.total;
        const auto leaves = [&](Exit what) { return left == depth_left_by(what); };
        bool pasted = false;
        if (kind == Exit::none && leaves(Exit::continue_)) {
            // A continue of a for repeats the increment first.
            const Loop& loop = *repeated_loop();
            for (; exit < end && exit - behind < longest_increment; ++exit) {
                if (block_[exit].op == Op::linenum || block_[exit].op == Op::ret) break;
                if (exit_at(exit) != Exit::continue_) continue;
                const std::uint32_t count = exit - behind;
                pasted = loop.back >= count && block_.same(behind, loop.back - count, count);
                if (pasted) kind = Exit::continue_;
                break;
            }
        } else if (kind != Exit::none && !leaves(kind)) {
            kind = Exit::none; // the release is that of a block before it
        }
        // "{ int a; } break;" on one line has the same code as "int a; break;" but for what follows it:
        // behind the latter the block still ends. Where nothing follows that is clear, else both are tried.
        if (kind != Exit::none && left >= region_depth_) {
            std::uint32_t after = exit + 2;
            if (block_[after].op == Op::linenum) ++after;
            if (after >= end || !first_choice()) kind = Exit::none;
        }
        if (pasted && kind != Exit::none) repeated_loop()->pasted = true;
        if (kind != Exit::none) {
            if (!note_release(release) || !exit_statement(kind, at, exit + 2, out)) return false;
            at = exit + 2;
            return true;
        }
    }
    if (!note_release(release)) return false;
    const std::int32_t depth = depth_ - release.total;
    if (behind == end && where == Where::braces) {
        while (depth_ > depth && !stack_.empty() && stack_.back().from == reg_none) drop(1);
        if (depth_ != depth) return fail("a block that releases something else");
        closed = true;
        at = behind;
        return true;
    }
    at = behind;
    return wrap(depth, behind, out);
}

bool Reader::wrap(std::int32_t depth, std::uint32_t end, Body& out) {
    std::size_t from = out.size();
    while (from > 0) {
        const Stmt& stmt = tree_.stmts[out[from - 1]];
        const bool declares = stmt.kind == StmtKind::declare;
        if (declares && tree_.locals[stmt.local].position < depth) break;
        --from;
        // The block's first: what stands before it belongs to others, however much that is.
        if (declares && tree_.locals[stmt.local].position == depth) break;
    }
    while (from < out.size() && tree_.stmts[out[from]].kind != StmtKind::declare) ++from;
    while (depth_ > depth && !stack_.empty() && stack_.back().from == reg_none) drop(1);
    if (depth_ != depth || from == out.size()) return fail("a block that releases something else");
    Stmt block{.kind = StmtKind::block};
    block.first = tree_.stmts[out[from]].first;
    block.line = 0;
    block.end_line = take_line();
    block.body.assign(out.begin() + static_cast<std::ptrdiff_t>(from), out.end());
    out.resize(from);
    // "for (int i ..." is a block of its own.
    if (block.body.size() == 2 && tree_.stmts[block.body[1]].kind == StmtKind::for_ &&
        tree_.stmts[block.body[1]].before == nowhere && tree_.stmts[block.body[1]].line == 0 &&
        block.end_line == 0 && same_variable(block.body[0], tree_.stmts[block.body[1]].after)) {
        Stmt& loop = tree_.stmts[block.body[1]];
        loop.before = block.body[0];
        loop.line = std::exchange(tree_.stmts[block.body[0]].line, 0);
        loop.first = block.first;
        out.push_back(block.body[1]);
        begin_ = nowhere;
        return true;
    }
    const std::int32_t line = tree_.stmts[block.body.front()].line;
    const std::int32_t waiting = std::exchange(next_line_, 0);
    const std::uint32_t made = emit(std::move(block), end, out);
    tree_.stmts[made].line = line;
    next_line_ = waiting;
    return true;
}

/// True of the last jump of "switch (x) { }": like the one in front of it, it leads to what follows.
bool Reader::ends_empty_switch(std::uint32_t jump) const {
    const std::uint32_t before = block_[jump - 1].op == Op::linenum ? jump - 2 : jump - 1;
    return block_[before].op == Op::jmp && block_.target(before) == jump + 1;
}

bool Reader::conditional(std::uint32_t& at, std::uint32_t end, Body& out) {
    const std::uint32_t target = block_.target(at);
    if (target == nowhere || target <= at || target > end)
        return fail("a condition that leads out of its block");
    const std::uint32_t jump = target - 1;
    const bool leads_on = jump > at && block_[jump].op == Op::jmp && !block_[jump - 1].clears_ax();
    if (leads_on && begin_ != nowhere && block_.target(jump) == begin_) return loop(at, jump, out);
    Stmt made{.kind = StmtKind::if_};
    if (!take_ax(made.value)) return false;
    made.line = take_line();
    made.first = begin_;
    const std::uint32_t other = leads_on ? block_.target(jump) : nowhere;
    made.has_else = other != nowhere && other >= target && other <= end && last_condition_[target] == at &&
                    !(other == target && ends_empty_switch(jump));
    const std::uint32_t first = made.first;
    if (!region(at + 1, made.has_else ? jump : target, Where::braces, made.body, nullptr, made.end_line))
        return false;
    if (made.has_else && !region(target, other, Where::braces, made.otherwise, nullptr, made.else_end_line))
        return false;
    at = made.has_else ? other : target;
    made.first = first;
    const std::int32_t line = made.line;
    tree_.stmts[emit(std::move(made), at, out)].line = line;
    return true;
}

bool Reader::loop(std::uint32_t& at, std::uint32_t back, Body& out) {
    Stmt made{.kind = StmtKind::while_};
    if (!take_ax(made.value)) return false;
    made.line = take_line();
    made.first = begin_;
    loops_.push_back({.break_to = at, .continue_to = begin_, .back = back, .depth = depth_});
    if (!region(at + 1, back, Where::braces, made.body, nullptr, made.end_line)) return false;
    const Loop done = std::move(loops_.back());
    loops_.pop_back();
    at = back + 1;
    const std::int32_t line = made.line;
    const std::uint32_t statement = emit(std::move(made), at, out);
    tree_.stmts[statement].line = line;
    make_for(statement, done, out);
    return !done.pasted || tree_.stmts[statement].kind == StmtKind::for_ ||
           fail("a loop that repeats something else");
}

bool Reader::same_code(std::uint32_t one, std::uint32_t other) const {
    const auto begin = [&](const Stmt& stmt) {
        return block_[stmt.first].op == Op::linenum ? stmt.first + 1 : stmt.first;
    };
    const Stmt& left = tree_.stmts[one];
    const Stmt& right = tree_.stmts[other];
    const std::uint32_t count = left.end - begin(left);
    return right.end - begin(right) == count && block_.same(begin(left), begin(right), count);
}

bool Reader::same_variable(std::uint32_t initialiser, std::uint32_t increment) const {
    const Stmt& first = tree_.stmts[initialiser];
    if (increment == nowhere) return false;
    const Place& changed = tree_.exprs[tree_.stmts[increment].target].place;
    if (!changed.indices.empty()) return false;
    if (first.kind == StmtKind::declare)
        return first.value != no_expr && changed.base == Place::Base::local && changed.id == first.local;
    if (first.kind != StmtKind::assign) return false;
    const Place& set = tree_.exprs[first.target].place;
    return set.base == changed.base && set.id == changed.id && set.offset == changed.offset &&
           set.indices.empty() && (set.base == Place::Base::local || set.base == Place::Base::global);
}

void Reader::note_literals(const Stmt& loop, const Stmt& step, std::uint32_t back) {
    constexpr auto string = static_cast<std::uint8_t>(FixupType::string);
    std::int32_t last = -1;
    for (std::uint32_t at = step.first; at < step.end; ++at)
        if (block_[at].fixup == string) last = std::max(last, block_[at].b);
    if (last < 0) return;
    literal_loops_.insert(back);
    for (std::uint32_t at = loop.first; at < step.first; ++at)
        if (block_[at].fixup == string && block_[at].b > last) likely_fors_.insert(back);
}

/// What a loop declares is released in front of its step or condition: a block that ends there, and the
/// loop's own braces in the source, unless there is a line between.
void Reader::open_block(Stmt& loop) {
    if (loop.body.empty() || loop.end_line != 0) return;
    const Stmt& block = tree_.stmts[loop.body.back()];
    if (block.kind != StmtKind::block) return;
    loop.end_line = block.end_line;
    loop.body.pop_back();
    loop.body.insert(loop.body.end(), block.body.begin(), block.body.end());
}

/// A while whose last statement could be an increment becomes a for, where the source must have had one or
/// probably had.
void Reader::make_for(std::uint32_t statement, const Loop& loop, Body& out) {
    Stmt& made = tree_.stmts[statement];
    if (made.body.empty() || made.end_line != 0) return;
    const std::uint32_t last = made.body.back();
    Stmt& increment = tree_.stmts[last];
    if (increment.kind != StmtKind::assign && increment.kind != StmtKind::compound &&
        increment.kind != StmtKind::step)
        return;
    if (increment.end != loop.back) return; // the body releases its variables behind it
    bool proved = loop.pasted;
    for (const Continue& each : loop.continues) {
        if (tree_.stmts[each.statement].first != tree_.stmts[each.statement].end - 2) continue; // has its own
        if (each.before == nowhere || !same_code(each.before, last)) return;
        proved = true;
    }
    note_literals(made, increment, loop.back);
    proved |= fors_.contains(loop.back);
    const bool starts = out.size() > 1 && made.line == 0 && same_variable(out[out.size() - 2], last);
    if (!proved && !starts) return;
    for (const Continue& each : loop.continues) {
        Stmt& exit = tree_.stmts[each.statement];
        if (exit.first != exit.end - 2) continue;
        Stmt& repeated = tree_.stmts[each.before];
        repeated.kind = StmtKind::nothing;
        if (exit.line == 0) exit.line = repeated.line;
    }
    made.kind = StmtKind::for_;
    made.after = last;
    made.end_line = std::exchange(increment.line, 0);
    made.body.pop_back();
    open_block(made);
    if (starts && tree_.stmts[out[out.size() - 2]].kind == StmtKind::assign) {
        Stmt& initialiser = tree_.stmts[out[out.size() - 2]];
        made.before = out[out.size() - 2];
        made.line = std::exchange(initialiser.line, 0);
        made.first = initialiser.first;
        out.erase(out.end() - 2);
    }
}

bool Reader::do_loop(std::uint32_t& at, std::uint32_t end, Body& out) {
    const std::uint32_t leave = at + 1;
    const std::uint32_t behind = block_[leave].op == Op::jmp ? block_.target(leave) : nowhere;
    if (block_.target(at) != at + 2 || behind == nowhere || behind > end || behind < at + 3 ||
        block_[behind - 1].op != Op::jnz || block_.target(behind - 1) != at + 2)
        return fail("a jump that no statement compiles to");
    Stmt made{.kind = StmtKind::do_};
    made.line = take_line();
    made.first = begin_;
    loops_.push_back({.break_to = leave, .continue_to = at + 2, .depth = depth_});
    ExprId condition = no_expr;
    if (!region(at + 2, behind - 1, Where::braces, made.body, &condition, made.end_line)) return false;
    loops_.pop_back();
    made.value = condition;
    open_block(made);
    at = behind;
    const std::int32_t line = made.line;
    tree_.stmts[emit(std::move(made), at, out)].line = line;
    return true;
}

bool Reader::table(std::uint32_t at, std::uint32_t end, Stmt& made, std::vector<std::uint32_t>& targets,
                   std::vector<std::int32_t>& first_lines) {
    Body nothing;
    std::vector<std::int32_t> lines;
    const Value value = bx_;
    while (at < end) {
        if (block_[at].op == Op::linenum) {
            lines.push_back(block_[at++].a);
            continue;
        }
        if (block_[at].op == Op::jmp && at + 1 == end) { // the default
            targets.push_back(block_.target(at));
            made.cases.push_back({});
            if (made.cases.size() == 1) lines.swap(first_lines);
            return true;
        }
        if (!block_[at].is(Op::pushreg, reg_bx)) return fail("a malformed table of cases");
        bx_ = value;
        while (at < end && (block_[at].op != Op::jz || is_logic(at))) {
            if (block_[at].op == Op::jz || block_[at].op == Op::jnz) {
                if (!is_logic(at)) return fail("a malformed table of cases");
                ++at;
            } else if (!simple(at, nothing)) {
                return false;
            }
        }
        ExprId test = no_expr;
        if (at >= end || !take_ax(test) || tree_.exprs[test].kind != ExprKind::compound || !nothing.empty())
            return fail("a malformed table of cases");
        made.cases.push_back({.test = tree_.exprs[test].left});
        if (made.cases.size() == 1)
            lines.swap(first_lines); // one of them may be that of the brace
        else
            made.cases.back().line = lines.empty() ? 0 : lines.back();
        lines.clear();
        targets.push_back(block_.target(at++));
    }
    return true;
}

/// A variable without any bytes, a struct of nothing but methods, leaves no trace of the braces that a case
/// needs around it.
void Reader::enclose_variables(Body& body) {
    const auto first = std::ranges::find_if(
        body, [&](std::uint32_t each) { return tree_.stmts[each].kind == StmtKind::declare; });
    if (first == body.end()) return;
    Stmt block{.kind = StmtKind::block};
    block.first = tree_.stmts[*first].first;
    block.end = tree_.stmts[body.back()].end;
    block.line = tree_.stmts[*first].line;
    block.body.assign(first, body.end());
    body.erase(first, body.end());
    tree_.stmts.push_back(std::move(block));
    body.push_back(static_cast<std::uint32_t>(tree_.stmts.size() - 1));
}

bool Reader::choice(std::uint32_t& at, std::uint32_t end, Body& out) {
    Stmt made{.kind = StmtKind::switch_};
    if (!take_ax(made.value)) return false;
    made.line = take_line();
    made.first = begin_;
    const std::uint32_t jump = block_[at + 1].op == Op::linenum ? at + 2 : at + 1;
    const std::uint32_t first = block_.target(jump);
    const std::uint32_t behind = block_.target(jump + 1);
    if (first == nowhere || behind == nowhere || first < jump + 3 || behind < first || behind > end ||
        block_[first - 1].op != Op::jmp)
        return fail("a malformed switch");
    bx_ = {.expr = made.value};
    std::vector<std::uint32_t> targets;
    std::vector<std::int32_t> lines; // in front of the first case
    if (!table(first, behind, made, targets, lines)) return false;
    const ExprId first_test = made.cases.empty() ? no_expr : made.cases.front().test;
    const bool ends_in_break = block_[first - 2].clears_ax();
    const std::uint32_t bodies_end = ends_in_break ? first : first - 1;
    // In the order of the bodies; the default behind the cases that it shares one with.
    std::vector<std::uint32_t> order(made.cases.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(targets[i], i); });
    std::uint32_t from = jump + 2;
    if (order.empty()) {
        // Nothing but the line of its brace.
        next_line_ = 0;
        Body nothing;
        if (!region(from, bodies_end, Where::label, nothing, nullptr, made.end_line)) return false;
        if (!nothing.empty()) return fail("a switch that begins without a label");
    } else if (targets[order.front()] != from) {
        return fail("a switch that begins without a label");
    }
    loops_.push_back({.is_switch = true,
                      .break_to = jump + 1,
                      .end = behind,
                      .back = ends_in_break ? first : nowhere,
                      .depth = depth_});
    std::vector<Case> cases;
    next_line_ = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        Case each = std::move(made.cases[order[i]]);
        const std::uint32_t to = i + 1 < order.size() ? targets[order[i + 1]] : bodies_end;
        if (to == nowhere || to < from || to > bodies_end) return fail("a case that leads out of its switch");
        std::int32_t line = 0;
        if (to > from && !region(from, to, Where::label, each.body, nullptr, line)) return false;
        enclose_variables(each.body);
        if (i + 1 == order.size())
            made.end_line = line;
        else if (line != 0)
            return fail("a line that does not begin a statement");
        from = to;
        cases.push_back(std::move(each));
    }
    loops_.pop_back();
    made.cases = std::move(cases);
    if (!lines.empty()) {
        // The brace's line waits for the table if the last body ends in a break.
        std::int32_t last_line = made.line;
        for (std::uint32_t i = jump; i < bodies_end; ++i)
            if (block_[i].op == Op::linenum) last_line = std::max(last_line, block_[i].a);
        for (const Case& each : made.cases) last_line = std::max(last_line, each.line);
        const bool of_brace = ends_in_break && (lines.size() > 1 || lines.front() >= last_line);
        if (of_brace) made.end_line = lines.front();
        const auto labelled =
            std::ranges::find_if(made.cases, [&](const Case& each) { return each.test == first_test; });
        if (labelled != made.cases.end() && (!of_brace || lines.size() > 1)) labelled->line = lines.back();
    }
    at = behind;
    const std::int32_t line = made.line;
    tree_.stmts[emit(std::move(made), at, out)].line = line;
    return true;
}

} // namespace vellum::ags::decompile
