// What single instructions do to registers and stack, as the reader keeps track of them.
#include <algorithm>

#include "engines/ags/decompile/reader.hpp"

namespace vellum::ags::decompile {

namespace {
constexpr std::size_t most_indices = 16; ///< The compiler takes ten parts of a path.
}

bool Reader::set_ax(ExprId expr, Body& out) {
    settle(out);
    ax_ = {.expr = expr};
    return true;
}

bool Reader::take_ax(ExprId& expr) {
    if (ax_.expr == no_expr) return fail("it reads a register that holds nothing");
    expr = ax_.expr;
    ax_.pending = false;
    return true;
}

bool Reader::local_at(std::int32_t position, Place& place) {
    place = {.base = Place::Base::local};
    if (position < -4) {
        const std::int32_t parameter = -position / 4 - 2;
        if (position % 4 != 0 || parameter >= block_.functions()[number_].parameters)
            return fail("it reads its caller's values on the stack");
        place.id = function_->first_local + static_cast<std::uint32_t>(parameter);
        return true;
    }
    const auto found = std::ranges::upper_bound(
        live_, position, {}, [&](std::uint32_t local) { return tree_.locals[local].position; });
    if (found == live_.begin()) return fail("it reads something other than a variable");
    place.id = *(found - 1);
    const Local& local = tree_.locals[place.id];
    place.offset = position - local.position;
    return place.offset < std::max(local.size, 1) || fail("it reads something other than a variable");
}

/// A struct of nothing but methods has no bytes: it stands where the next variable does, and of the two only
/// a struct can be taken as a whole.
void Reader::prefer_empty(Place& place) const {
    if (place.base != Place::Base::local || place.offset != 0) return;
    const Local& at = tree_.locals[place.id];
    if (at.size == 0 || (place.indices.empty() ? at.size > 4 : place.indices.front().size != 0)) return;
    for (const std::uint32_t local : live_)
        if (tree_.locals[local].size == 0 && tree_.locals[local].position == at.position) place.id = local;
}

void Reader::make_local(std::int32_t size, bool handle, bool zeroed) {
    const auto local = static_cast<std::uint32_t>(tree_.locals.size());
    tree_.locals.push_back({.position = depth_, .size = size, .handle = handle, .zeroed = zeroed});
    stack_.push_back({.size = size, .local = local});
    live_.push_back(local);
    depth_ += size;
}

void Reader::drop(std::size_t slots) {
    for (; slots > 0 && !stack_.empty(); --slots) {
        depth_ -= stack_.back().size;
        if (stack_.back().from == reg_none) live_.pop_back();
        stack_.pop_back();
    }
}

bool Reader::declare(std::uint32_t& at, Body& out) {
    const Step& step = block_[at + 1];
    const Step& grow = block_[at + 2];
    if (!grow.is(Op::add, reg_sp) || grow.b < 0 || grow.b > 0x00FFFFFF || depth_ > 0x3FFFFFFF)
        return fail("an unknown variable");
    Stmt made{.kind = StmtKind::declare};
    bool handle = false;
    std::int32_t size = 4;
    switch (step.op) {
    case Op::zeromemory:
        settle(out);
        size = step.a;
        break;
    case Op::meminitptr: handle = true; break;
    case Op::memwrite: break;
    case Op::memwriteb: size = 1; break;
    case Op::memwritew: size = 2; break;
    default: return fail("an unknown variable");
    }
    if (size != grow.b) return fail("an unknown variable");
    if (step.op != Op::zeromemory && (!step.is(step.op, reg_ax) || !take_ax(made.value)))
        return fail("an unknown variable");
    if (begin_ == nowhere) begin_ = at;
    made.local = static_cast<std::uint32_t>(tree_.locals.size());
    make_local(size, handle, made.value == no_expr);
    at += 3;
    emit(std::move(made), at, out);
    return true;
}

/// "string s;": REGTOREG SP,CX; ADD SP,200; REGTOREG SP,MAR; MEMWRITE CX; ADD SP,4.
bool Reader::declare_text(std::uint32_t& at, Body& out) {
    if (!block_[at + 1].is(Op::add, reg_sp) || block_[at + 1].b != old_text_bytes ||
        !block_[at + 2].is(Op::regtoreg, reg_sp, reg_mar) || !block_[at + 3].is(Op::memwrite, reg_cx) ||
        !block_[at + 4].is(Op::add, reg_sp) || block_[at + 4].b != 4)
        return fail("an unknown variable");
    settle(out);
    if (begin_ == nowhere) begin_ = at;
    Stmt made{.kind = StmtKind::declare};
    made.local = static_cast<std::uint32_t>(tree_.locals.size());
    make_local(old_text_bytes + 4, false, true);
    tree_.locals.back().text = true;
    at += 5;
    emit(std::move(made), at, out);
    return true;
}

bool Reader::push(const Step& step, Body&) {
    Slot slot{.from = static_cast<std::uint32_t>(step.a)};
    switch (step.a) {
    case reg_ax:
        if (!take_ax(slot.value.expr)) return false;
        break;
    case reg_bx: slot.value = bx_; break;
    case reg_cx: slot.indices = cx_; break;
    case reg_mar:
        if (!known_mar_) return fail("it saves an unknown place");
        slot.place = mar_;
        break;
    case reg_op: break;
    default: return fail("it saves a register that the compiler never saves");
    }
    stack_.push_back(std::move(slot));
    depth_ += 4;
    return depth_ < 0x3FFFFFFF || fail("its stack is too deep");
}

bool Reader::pop(const Step& step, Body& out) {
    if (stack_.empty() || stack_.back().from == reg_none)
        return fail("it restores a register that was not saved");
    const Slot slot = std::move(stack_.back());
    stack_.back() = {.from = reg_op};
    drop(1);
    switch (step.a) {
    case reg_ax:
        if (slot.from != reg_ax) return fail("it restores something other than it saved");
        return set_ax(slot.value.expr, out);
    case reg_bx:
        if (slot.from != reg_ax && slot.from != reg_bx)
            return fail("it restores something other than it saved");
        bx_ = slot.value;
        return true;
    case reg_cx:
        if (slot.from != reg_cx) return fail("it restores something other than it saved");
        cx_ = slot.indices;
        return true;
    case reg_op: return slot.from == reg_op || fail("it restores something other than it saved");
    case reg_mar:
        known_mar_ = true;
        saved_mar_ = slot.from == reg_mar;
        if (slot.from == reg_mar)
            mar_ = slot.place;
        else if (slot.from == reg_op)
            mar_ = {.base = Place::Base::object, .id = this_};
        else if (slot.from == reg_ax)
            mar_ = {.base = Place::Base::object, .id = slot.value.expr};
        else
            return fail("it restores something other than it saved");
        return true;
    default: return fail("it restores something other than it saved");
    }
}

bool Reader::move(const Step& step, Body& out) {
    if (step.is(Op::regtoreg, reg_bx, reg_ax)) {
        if (bx_.expr == no_expr) return fail("it reads a register that holds nothing");
        return set_ax(bx_.expr, out);
    }
    if (step.is(Op::regtoreg, reg_mar, reg_ax)) {
        if (!known_mar_) return fail("it reads an unknown place");
        if (mar_.base == Place::Base::object && mar_.offset == 0 && mar_.indices.empty())
            return set_ax(mar_.id, out);
        prefer_empty(mar_);
        return set_ax(tree_.add({.kind = ExprKind::access, .width = Width::address, .place = mar_}), out);
    }
    if (step.a != reg_ax) return fail("it moves registers as the compiler never does");
    Value value = ax_;
    if (!take_ax(value.expr)) return false;
    switch (step.b) {
    case reg_bx: bx_ = {.expr = value.expr}; return true;
    case reg_cx: cx_.assign(1, {value.expr, value.length, value.size}); return true;
    case reg_dx: dx_ = {value.expr, value.length, 4, true}; return true;
    default: return fail("it moves registers as the compiler never does");
    }
}

bool Reader::arithmetic(const Step& step, Body& out) {
    // "BX op AX" is an operator, "AX op BX" that of "+=" or of a case.
    const bool plain = step.a == reg_bx && step.b == reg_ax;
    if (!plain && !(step.a == reg_ax && step.b == reg_bx))
        return fail("it calculates as the compiler never does");
    ExprId right = no_expr;
    if (!take_ax(right)) return false;
    if (bx_.expr == no_expr) return fail("it reads a register that holds nothing");
    if (!plain)
        return set_ax(
            tree_.add({.kind = ExprKind::compound, .op = step.op, .left = right, .right = bx_.expr}), out);
    const Expr& left = tree_.exprs[bx_.expr];
    const bool negation =
        (step.op == Op::subreg || step.op == Op::fsubreg) && bx_.size == -1 && left.kind == ExprKind::number;
    Expr made{.kind = negation ? ExprKind::negate : ExprKind::binary, .op = step.op};
    made.left = negation ? right : bx_.expr;
    if (!negation) made.right = right;
    bx_ = {.expr = tree_.add(std::move(made))};
    ax_ = {};
    return true;
}

bool Reader::write(std::uint32_t at, Body& out) {
    const Step& step = block_[at];
    Expr target{.kind = ExprKind::access};
    target.width = step.op == Op::memwriteb   ? Width::byte
                   : step.op == Op::memwritew ? Width::word
                   : step.op == Op::memwrite  ? Width::whole
                                              : Width::handle;
    ExprId value = no_expr;
    if (!step.is(step.op, reg_ax) || !known_mar_)
        return fail("it writes to memory as the compiler never does");
    if (!take_ax(value)) return false;
    target.place = mar_;
    target.whole_array = target.width == Width::handle && !saved_mar_;
    const Expr& written = tree_.exprs[value];
    Stmt made{.kind = StmtKind::assign, .value = value};
    if (written.kind == ExprKind::step || written.kind == ExprKind::compound) {
        made.kind = written.kind == ExprKind::step ? StmtKind::step : StmtKind::compound;
        made.op = written.op;
        made.value = written.kind == ExprKind::step ? no_expr : written.right;
    }
    made.target = tree_.add(std::move(target));
    emit(std::move(made), at + 1, out);
    ax_ = {};
    return true;
}

bool Reader::call(std::uint32_t& at, Body& out) {
    const Step& target = block_[at];
    const bool imported = target.fixup == static_cast<std::uint8_t>(FixupType::import);
    if (!block_[at + 1].is(imported ? Op::callext : Op::call, reg_ax))
        return fail("a function that is not called");
    Expr made{.kind = imported ? ExprKind::call : ExprKind::own_call, .value = target.b};
    const ExprId before = ax_.expr; // a static property may be asked of an object
    const bool instance = std::exchange(has_object_, false);
    settle(out);
    if (begin_ == nowhere) begin_ = at;
    made.is_static = !instance;
    made.left = instance ? object_ : no_expr;
    at += 2;
    bool setter = false;
    ExprId value = no_expr;
    if (imported) {
        if (target.b < 0 || static_cast<std::size_t>(target.b) >= block_.imports().size())
            return fail("it calls an unknown import");
        const ImportName& name = block_.imports()[static_cast<std::size_t>(target.b)];
        if (name.form == ImportName::Form::none) return fail("it calls an import without a name");
        std::int32_t count = std::exchange(arguments_, -1);
        if (count < 0) count = block_[at].op == Op::subrealstack ? block_[at].a : 0;
        if (count < 0 || static_cast<std::size_t>(count) > reals_.size())
            return fail("a call with more arguments than there are");
        const auto given = reals_.end() - count;
        setter = name.accessor() && count > 0 && given->from_bx;
        if (setter || (name.accessor() &&
                       (name.form == ImportName::Form::get || name.form == ImportName::Form::indexed_get))) {
            made.kind = ExprKind::property;
            if (setter) value = given->expr;
            if (count == (setter ? 2 : 1)) made.right = (reals_.end() - 1)->expr;
            if (count > (setter ? 2 : 1)) return fail("a property with several values");
            // Of a class it is a 0 that nothing is done with.
            if (!instance && before != no_expr &&
                (tree_.exprs[before].kind == ExprKind::access ||
                 tree_.exprs[before].kind == ExprKind::this_ ||
                 tree_.exprs[before].kind == ExprKind::property))
                made.left = before;
        } else {
            for (std::int32_t i = 0; i < count; ++i) made.arguments.push_back((reals_.end() - 1 - i)->expr);
        }
        reals_.erase(given, reals_.end());
        if (block_[at].op == Op::subrealstack) ++at;
    } else {
        const std::uint32_t number = block_.function_at(target.b);
        if (number == nowhere) return fail("it calls something other than a function");
        made.value = static_cast<std::int32_t>(number);
        const Extent& called = block_.functions()[number];
        std::int32_t count = called.parameters;
        if (called.variadic) count = block_[at].is(Op::sub, reg_sp) ? block_[at].b / 4 : 0;
        for (std::int32_t i = 0; i < count; ++i) {
            if (stack_.empty() || stack_.back().from != reg_ax)
                return fail("a call with more arguments than there are");
            made.arguments.push_back(stack_.back().value.expr);
            drop(1);
        }
        if (count > 0) {
            if (!block_[at].is(Op::sub, reg_sp) || block_[at].b != 4 * count)
                return fail("a call that leaves its arguments on the stack");
            ++at;
        }
    }
    if (instance && block_[at].is(Op::popreg, reg_op)) {
        if (!pop(block_[at], out)) return false;
        ++at;
    }
    const bool reads = made.kind == ExprKind::property && !setter;
    const ExprId expr = tree_.add(std::move(made));
    if (!setter) {
        ax_ = {.expr = expr, .pending = !reads};
        pending_end_ = at;
        return true;
    }
    Stmt stmt{.kind = StmtKind::assign, .target = expr, .value = value};
    if (const Expr& written = tree_.exprs[value];
        written.kind == ExprKind::step || written.kind == ExprKind::compound) {
        stmt.kind = written.kind == ExprKind::step ? StmtKind::step : StmtKind::compound;
        stmt.op = written.op;
        stmt.value = written.kind == ExprKind::step ? no_expr : written.right;
    }
    emit(std::move(stmt), at, out);
    ax_ = {};
    return true;
}

bool Reader::simple(std::uint32_t& at, Body& out) {
    const Step& step = block_[at];
    constexpr auto import = static_cast<std::uint8_t>(FixupType::import);
    constexpr auto function = static_cast<std::uint8_t>(FixupType::function);
    constexpr auto string = static_cast<std::uint8_t>(FixupType::string);
    constexpr auto data = static_cast<std::uint8_t>(FixupType::data);
    const auto change = [&](ExprKind kind) {
        Expr made{.kind = kind, .op = step.op};
        if (!step.is(step.op, reg_ax) || !take_ax(made.left))
            return fail("it calculates as the compiler never does");
        ax_ = {.expr = tree_.add(std::move(made))};
        return true;
    };
    switch (step.op) {
    case Op::littoreg:
        if (step.a == reg_ax && (step.fixup == import || step.fixup == function)) return call(at, out);
        ++at;
        if (step.a == reg_ax && step.fixup == Script::no_fixup)
            return set_ax(tree_.add({.kind = ExprKind::number, .value = step.b}), out);
        if (step.a == reg_ax && step.fixup == string)
            return set_ax(tree_.add({.kind = ExprKind::text, .value = step.b}), out);
        if (step.a == reg_bx && step.b == 0 && step.fixup == Script::no_fixup) {
            bx_ = {.expr = tree_.add({.kind = ExprKind::number}), .size = -1};
            return true;
        }
        if (step.a == reg_mar && (step.fixup == data || step.fixup == import)) {
            mar_ = step.fixup == data
                       ? Place{.base = Place::Base::global, .offset = step.b}
                       : Place{.base = Place::Base::import, .id = static_cast<std::uint32_t>(step.b)};
            known_mar_ = true;
            saved_mar_ = false;
            if (step.fixup == import &&
                (step.b < 0 || static_cast<std::size_t>(step.b) >= block_.imports().size()))
                return fail("it reads an unknown import");
            return true;
        }
        return fail("it loads registers as the compiler never does");
    case Op::loadspoffs:
        ++at;
        known_mar_ = true;
        saved_mar_ = false;
        return local_at(depth_ - step.a, mar_);
    case Op::add:
    case Op::sub:
    case Op::fadd:
    case Op::fsub:
        ++at;
        if (step.is(Op::add, reg_mar)) {
            if (step.b < 0 || mar_.offset > 0x3FFFFFFF) return fail("an unknown place");
            mar_.offset += step.b;
            return true;
        }
        if (step.b != 1) return fail("it calculates as the compiler never does");
        return change(ExprKind::step);
    case Op::mul:
        ++at;
        if (step.a == reg_dx) return true;
        if (step.a != reg_ax) return fail("it calculates as the compiler never does");
        ax_.size = step.b;
        return true;
    case Op::checkbounds:
        ++at;
        ax_.length = step.b;
        return step.a == reg_ax || fail("it checks a value that the compiler never checks");
    case Op::dynamicbounds:
    case Op::checknull:
    case Op::thisbase: ++at; return step.op != Op::thisbase || fail("a function inside another");
    case Op::regtoreg:
        if (step.is(Op::regtoreg, reg_sp, reg_mar)) return declare(at, out);
        if (step.is(Op::regtoreg, reg_sp, reg_cx)) return declare_text(at, out);
        ++at;
        return move(step, out);
    case Op::addreg:
        if (step.is(Op::addreg, reg_mar, reg_cx)) {
            mar_.indices.insert(mar_.indices.begin(), cx_.begin(), cx_.end());
        } else if (step.is(Op::addreg, reg_mar, reg_dx)) {
            mar_.indices.push_back(dx_);
        } else if (step.is(Op::addreg, reg_cx, reg_ax)) {
            const Value value = ax_;
            ExprId expr = no_expr;
            if (!take_ax(expr)) return false;
            if (cx_.size() >= most_indices) return fail("a place with too many indices");
            cx_.push_back({expr, value.length, value.size});
        } else {
            ++at;
            return arithmetic(step, out);
        }
        ++at;
        return mar_.indices.size() <= most_indices || fail("a place with too many indices");
    case Op::subreg:
    case Op::mulreg:
    case Op::divreg:
    case Op::modreg:
    case Op::bitand_:
    case Op::bitor_:
    case Op::xorreg:
    case Op::shiftleft:
    case Op::shiftright:
    case Op::isequal:
    case Op::notequal:
    case Op::greater:
    case Op::lessthan:
    case Op::gte:
    case Op::lte:
    case Op::and_:
    case Op::or_:
    case Op::faddreg:
    case Op::fsubreg:
    case Op::fmulreg:
    case Op::fdivreg:
    case Op::fgreater:
    case Op::flessthan:
    case Op::fgte:
    case Op::flte:
    case Op::stringsequal:
    case Op::stringsnoteq: ++at; return arithmetic(step, out);
    case Op::pushreg: ++at; return push(step, out);
    case Op::popreg: ++at; return pop(step, out);
    case Op::pushreal: {
        ++at;
        Real real;
        if (step.a == reg_ax) {
            if (!take_ax(real.expr)) return false;
        } else if (step.a == reg_bx || step.a == reg_dx) {
            real = {step.a == reg_bx ? bx_.expr : dx_.value, step.a == reg_bx};
            if (real.expr == no_expr) return fail("it reads a register that holds nothing");
        } else {
            return fail("it passes an argument that the compiler never passes");
        }
        reals_.push_back(real);
        return true;
    }
    case Op::numfuncargs:
        arguments_ = step.a;
        ++at;
        return true;
    case Op::callobj:
        ++at;
        has_object_ = true;
        return step.a == reg_ax ? take_ax(object_) : fail("it calls as the compiler never does");
    case Op::memread:
    case Op::memreadb:
    case Op::memreadw:
    case Op::memreadptr: {
        ++at;
        if (!known_mar_) return fail("it reads an unknown place");
        if (step.is(Op::memreadptr, reg_mar)) {
            mar_.dynamic = true;
            return true;
        }
        if (step.a != reg_ax) return fail("it reads into an unusual register");
        const Width width = step.op == Op::memread    ? Width::whole
                            : step.op == Op::memreadb ? Width::byte
                            : step.op == Op::memreadw ? Width::word
                                                      : Width::handle;
        return set_ax(tree_.add({.kind = ExprKind::access,
                                 .width = width,
                                 .whole_array = width == Width::handle && !saved_mar_,
                                 .place = mar_}),
                      out);
    }
    case Op::memwrite:
    case Op::memwriteb:
    case Op::memwritew:
    case Op::memwriteptr:
        if (!write(at, out)) return false;
        ++at;
        return true;
    case Op::notreg: ++at; return change(ExprKind::not_);
    case Op::createstring: ++at; return change(ExprKind::make_string);
    case Op::checknullreg: ++at; return change(ExprKind::check_null);
    case Op::newarray: {
        ++at;
        if (!change(ExprKind::new_array)) return false;
        tree_.exprs[ax_.expr].value = step.b;
        tree_.exprs[ax_.expr].managed = step.c != 0;
        return true;
    }
    case Op::newuserobject:
        ++at;
        if (step.a != reg_ax) return fail("it creates an object as the compiler never does");
        return set_ax(tree_.add({.kind = ExprKind::new_object, .value = step.b}), out);
    default: return fail("an instruction that the compiler never writes here");
    }
}

} // namespace vellum::ags::decompile
