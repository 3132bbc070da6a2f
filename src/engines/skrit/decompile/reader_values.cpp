// Values: what lies on the expression stack.
#include <algorithm>

#include "engines/skrit/decompile/reader.hpp"
#include "engines/skrit/isa/operands.hpp"

namespace vellum::skrit::decompile {

namespace {

constexpr std::uint16_t max_depth = 398; // of expressions; the parser takes 400

bool is_push(Op op) { return op == Op::PUSH1 || op == Op::PUSH2 || op == Op::PUSH4; }

/// The constants and variables that the value may be are floats.
void mark_real(Tree& tree, ExprId id) {
    Expr& value = tree.exprs[id];
    if ((value.kind == ExprKind::constant && value.op == Op::PUSH4) || value.kind == ExprKind::variable)
        value.wide = true;
    if (value.kind != ExprKind::choice) return;
    mark_real(tree, value.b);
    mark_real(tree, value.c);
}

} // namespace

std::uint32_t Reader::variable_at(std::uint32_t slot, std::size_t store) const {
    const std::size_t index = slot_index(slot);
    const std::vector<std::uint32_t>& list = slot_frame(slot) == SlotFrame::local      ? live_[store]
                                             : slot_frame(slot) == SlotFrame::instance ? global_[0][store]
                                                                                       : global_[1][store];
    return index < list.size() ? list[index] : none;
}

bool Reader::push(Expr expr) {
    std::uint16_t deepest = 0;
    for (const ExprId part : {expr.a, expr.b, expr.c})
        if (part != none) deepest = std::max(deepest, tree_.exprs[part].depth);
    for (const ExprId part : tree_.arguments(expr)) deepest = std::max(deepest, tree_.exprs[part].depth);
    if (deepest >= max_depth) return fail("a value is nested too deeply");
    expr.depth = static_cast<std::uint16_t>(deepest + 1);
    tree_.exprs.push_back(expr);
    stack_.push_back(static_cast<ExprId>(tree_.exprs.size() - 1));
    return true;
}

bool Reader::pop(ExprId& id) {
    if (stack_.empty()) return fail("it takes a value that does not exist");
    id = stack_.back();
    stack_.pop_back();
    return true;
}

bool Reader::expression(Op op, std::span<const std::uint32_t> operands) {
    Expr made;
    made.op = op;
    const auto leaf = [&](ExprKind kind, std::uint32_t value = 0) {
        made.kind = kind;
        made.value = value;
        return push(made);
    };
    switch (op) {
    case Op::PUSH1:
    case Op::PUSH2:
        if (const auto value = static_cast<std::int32_t>(operands[0]);
            op == Op::PUSH2 && value >= -0x80 && value <= 0x7F)
            return fail("a number is pushed with a different width");
        return leaf(ExprKind::constant, operands[0]);
    case Op::PUSH4:
        // Only floats are wider than they need be.
        if (const auto value = static_cast<std::int32_t>(operands[0]); value >= -0x8000 && value <= 0x7FFF)
            made.wide = true;
        return leaf(ExprKind::constant, operands[0]);
    case Op::OFFTOPCC: {
        ExprId offset = none;
        if (!pop(offset)) return false;
        const Expr& constant = tree_.exprs[offset];
        if (constant.kind != ExprKind::constant || constant.wide)
            return fail("a text has no constant offset");
        return leaf(ExprKind::text, constant.value);
    }
    case Op::PUSHTHIS:
    case Op::PUSHVM:
    case Op::PUSHOWNER: return leaf(ExprKind::self);
    case Op::LOADVAR:
    case Op::LOADSTR:
    case Op::LOADCSTR:
    case Op::LOADHDL: {
        const std::uint32_t variable = variable_at(operands[0], op == Op::LOADVAR   ? 0
                                                                : op == Op::LOADHDL ? 2
                                                                                    : 1);
        if (variable == none) return fail("it reads a variable that does not exist");
        ++tree_.variables[variable].uses;
        return leaf(ExprKind::variable, variable);
    }
    case Op::FLTTODBL: {
        if (stack_.empty()) return fail("it takes a value that does not exist");
        mark_real(tree_, stack_.back());
        return true;
    }
    case Op::STRTOPCC:
    case Op::CSTRTOSTR:
    case Op::HDLTOPTR: return !stack_.empty() || fail("it takes a value that does not exist");
    case Op::BASEADJUST:
        made.kind = ExprKind::upcast;
        made.value = operands[0];
        return pop(made.a) && push(made);
    case Op::INTTOBOO:
    case Op::INTTOFLT:
    case Op::FLTTOINT: made.kind = ExprKind::convert; return pop(made.a) && push(made);
    case Op::NEGATEI:
    case Op::NEGATEF:
    case Op::BNOTI:
    case Op::NOTIB: made.kind = ExprKind::unary; return pop(made.a) && push(made);
    default: break;
    }
    const OpcodeFacts& facts = facts_of(static_cast<std::size_t>(op));
    if (facts.takes.size() != 2 || facts.gives.size() != 1 ||
        (facts.effect != Effect::plain && facts.effect != Effect::null))
        return fail("it has an instruction that the compiler never writes");
    made.kind = ExprKind::binary;
    return pop(made.b) && pop(made.a) && push(made);
}

bool Reader::arguments(Expr& call, std::size_t count) {
    if (count > stack_.size()) return fail("it takes values that do not exist");
    call.first = static_cast<std::uint32_t>(tree_.lists.size());
    call.count = static_cast<std::uint32_t>(count);
    tree_.lists.insert(tree_.lists.end(), stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end());
    stack_.resize(stack_.size() - count);
    return true;
}

bool Reader::host_call(Block& at, Op op, std::span<const std::uint32_t> operands) {
    const Import& import = unit_.imports[operands[0]];
    Expr call;
    call.kind = ExprKind::call;
    call.op = op;
    call.value = operands[0];
    if (operands.size() > 1) call.c = operands[1];
    std::size_t count = import.parameters.size();
    if (import.variadic) {
        ExprId number = none;
        if (!pop(number)) return false;
        const Expr& constant = tree_.exprs[number];
        if (constant.kind != ExprKind::constant || constant.value < count)
            return fail("a call's number of arguments is not constant");
        count = constant.value;
    }
    if (!arguments(call, count)) return false;
    if (import.kind == ImportKind::member && !pop(call.a)) return false;
    if (import.kind == ImportKind::function && !import.owner.empty() && !dropped_.empty() &&
        dropped_.back().first == stack_.size()) {
        call.b = dropped_.back().second;
        dropped_.pop_back();
    }
    // An upcast is no value: push looks at values only.
    const std::uint32_t upcast = call.c;
    call.c = none;
    ++position_;
    if (!called(at, call, unit_.types[import.result].kind)) return false;
    if (upcast != none) tree_.exprs.back().c = upcast;
    return true;
}

bool Reader::script_call(Block& at, std::uint32_t function) {
    Expr call;
    call.kind = ExprKind::script;
    call.value = function;
    ++position_;
    const UnitFunction& row = unit_.functions_table[function];
    return arguments(call, row.parameters.size()) && called(at, call, unit_.types[row.result].kind);
}

bool Reader::called(Block& at, const Expr& call, TypeKind result) {
    if (!push(call)) return false;
    if (result != TypeKind::none) return true;
    Stmt made;
    made.kind = StmtKind::call;
    made.a = stack_.back();
    stack_.pop_back();
    return add(at, std::move(made));
}

bool Reader::store(Block& at, std::size_t store, std::uint32_t slot) {
    const std::uint32_t variable = variable_at(slot, store);
    ++position_;
    ExprId value = none;
    if (variable == none) return fail("it writes a variable that does not exist");
    if (!pop(value)) return false;
    if (!at.list.empty() && tree_.variables[variable].local && tree_.variables[variable].uses == 0) {
        Stmt& last = tree_.stmts[at.list.back()];
        if (last.kind == StmtKind::declare && last.value == variable && last.a == none &&
            stack_.size() == at.stack && dropped_.empty()) {
            last.a = value;
            return true;
        }
    }
    Stmt made;
    made.kind = StmtKind::assign;
    made.value = variable;
    made.a = value;
    return add(at, std::move(made));
}

/// A static function may be asked of that value.
bool Reader::may_be_object(const Expr& value) const {
    if (value.kind == ExprKind::self || value.kind == ExprKind::upcast) return true;
    if (value.kind == ExprKind::choice)
        return may_be_object(tree_.exprs[value.b]) || may_be_object(tree_.exprs[value.c]);
    if (value.kind != ExprKind::variable) return false;
    const Variable& variable = tree_.variables[value.value];
    return variable.store != Store::text && (variable.type == 0 || is_named(unit_.types[variable.type].kind));
}

/// A value that nobody wants, or the object that a static function is asked of.
bool Reader::drop(Block& at) {
    ExprId value = none;
    const std::size_t here = position_++;
    if (!pop(value)) return false;
    if (stack_.size() != at.stack ||
        (may_be_object(tree_.exprs[value]) && decide(Question::receiver, here, true))) {
        dropped_.emplace_back(stack_.size(), value);
        return true;
    }
    Stmt made;
    made.kind = StmtKind::call;
    made.a = value;
    return add(at, std::move(made));
}

bool Reader::allocate(Block& at, std::size_t store) {
    const UnitFunction& row = unit_.functions_table[function_];
    Variable made;
    made.local = true;
    made.store = static_cast<Store>(store);
    if (store == 1) made.type = static_cast<TypeIndex>(TypeKind::string);
    ++position_;
    const std::uint32_t here = address(position_);
    while (next_symbol_ < row.locals.size() && row.locals[next_symbol_].begin < here) ++next_symbol_;
    if (next_symbol_ < row.locals.size() && row.locals[next_symbol_].begin == here &&
        row.locals[next_symbol_].slot == live_[store].size() &&
        store_of(unit_.types[row.locals[next_symbol_].type].kind) == made.store) {
        made.name = row.locals[next_symbol_].name;
        made.type = row.locals[next_symbol_].type;
        ++next_symbol_;
    } else
        made.hidden = !unit_.stripped;
    tree_.variables.push_back(std::move(made));
    const auto variable = static_cast<std::uint32_t>(tree_.variables.size() - 1);
    live_[store].push_back(variable);
    Stmt statement;
    statement.kind = StmtKind::declare;
    statement.value = variable;
    return add(at, std::move(statement));
}

/// What an instruction takes from the stack and gives to it; false if it is none of a value.
bool Reader::cells(std::size_t at, std::size_t& takes, std::size_t& gives) const {
    const Op op = op_at(at);
    const OpcodeFacts& facts = facts_of(static_cast<std::size_t>(op));
    const std::span<const std::uint32_t> operands = operands_at(at);
    gives = facts.gives.size();
    takes = std::min(facts.takes.find('/'), facts.takes.size());
    switch (facts.effect) {
    case Effect::plain: return op != Op::BRANCHZERO && op != Op::BRANCH && gives == 1;
    case Effect::call: {
        const Import& import = unit_.imports[operands[0]];
        takes = import.parameters.size() + (import.kind == ImportKind::member ? 1 : 0);
        if (import.variadic) {
            if (at == 0 || !is_push(op_at(at - 1))) return false;
            const std::uint32_t count = operands_at(at - 1)[0];
            if (count > 1000) return false;
            takes += 1 + count - import.parameters.size();
        }
        gives = unit_.types[import.result].kind == TypeKind::none ? 0 : 1;
        return gives == 1;
    }
    case Effect::script:
        takes = unit_.functions_table[operands[0]].parameters.size();
        gives = unit_.types[unit_.functions_table[operands[0]].result].kind == TypeKind::none ? 0 : 1;
        return gives == 1;
    case Effect::load:
    case Effect::push:
    case Effect::constant:
    case Effect::null: return true;
    default: return false;
    }
}

/// Nothing but one value is computed there.
bool Reader::plain_value(std::size_t from, std::size_t to) const {
    std::size_t depth = 0;
    for (std::size_t i = from; i < to; ++i) {
        const Op op = op_at(i);
        if (op == Op::BRANCHZERO || op == Op::BRANCH) { // of a ?: within
            if (depth == 0 || target(i) <= i || target(i) > to) return false;
            --depth;
            continue;
        }
        std::size_t takes = 0, gives = 0;
        if (!cells(i, takes, gives) || takes > depth) return false;
        depth = depth - takes + gives;
    }
    return depth == 1;
}

} // namespace vellum::skrit::decompile
