// Expressions and simple statements of the reader: the instructions are carried out with expressions for
// values.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engines/pathologic/decompile/reader.hpp"
#include "engines/pathologic/isa/operands.hpp"

namespace vellum::pathologic::decompile {

using source::Expr;
using source::ExprKind;
using source::none;
using source::Space;
using source::Stmt;
using source::StmtKind;

namespace {

bool is_finite(std::uint32_t bits) { return std::isfinite(std::bit_cast<float>(bits)); }

bool is_binary(Op op) { return (op >= Op::Add && op <= Op::GE) || op == Op::Pow; }
bool is_binary_store(Op op) { return (op >= Op::Add2 && op <= Op::GE2) || op == Op::Pow2; }

bool is_unary(Op op) {
    switch (op) {
    case Op::NullEq:
    case Op::NullNeq:
    case Op::Neg:
    case Op::Not:
    case Op::Sqrt:
    case Op::Sin:
    case Op::Cos:
    case Op::ASin:
    case Op::CString: return true;
    default: return false;
    }
}

/// The operator of a storing form.
Op plain_form(Op op) {
    if (op >= Op::Sqrt2) return static_cast<Op>(static_cast<int>(op) - 1);
    return static_cast<Op>(static_cast<int>(op) - (static_cast<int>(Op::Add2) - static_cast<int>(Op::Add)));
}

bool is_unary_store(Op op) {
    return op >= Op::NullEq2 && !is_binary_store(op) && op <= Op::CString2 && op != Op::Sqrt &&
           is_unary(plain_form(op)) && !is_unary(op);
}

} // namespace

source::NodeId Reader::expr(Expr one) {
    one.place = pc_;
    return tree_.add(one);
}

source::NodeId Reader::number(std::uint32_t bits) { return expr({.kind = ExprKind::real, .a = bits}); }

source::NodeId Reader::vector(const std::uint32_t* bits) {
    for (int i = 0; i < 3; ++i)
        if (!is_finite(bits[i])) {
            refuse("a vector has a component that is no number");
            return none;
        }
    const NodeId x = number(bits[0]);
    const NodeId y = number(bits[1]);
    const NodeId z = number(bits[2]);
    return expr({.kind = ExprKind::vector, .a = x, .b = y, .c = z});
}

bool Reader::resolve(std::uint32_t operand, bool task, Target& out) {
    if (task) {
        out = {Target::Kind::task, operand};
        if (operand == none) return false;
        task_variables_ = std::max(task_variables_, operand + 1);
        return true;
    }
    const std::int64_t at = position(operand);
    const auto locals = static_cast<std::int64_t>(locals_);
    if (at >= 2 * locals) {
        out = {Target::Kind::temporary, static_cast<std::uint32_t>(at - 2 * locals)};
        return out.number < temporaries_.size();
    }
    if (at >= locals) {
        out = {Target::Kind::local, static_cast<std::uint32_t>(at - locals)};
        return true;
    }
    if (at >= 0) return false;
    const auto parameters = static_cast<std::int64_t>(signature_->parameters.size());
    if (-at <= parameters) {
        out = {Target::Kind::parameter, static_cast<std::uint32_t>(parameters + at)};
        return true;
    }
    out = {Target::Kind::result, 0};
    return -at == parameters + 1 && signature_->result.has_value();
}

/// What a temporary holds, as a value.
source::NodeId Reader::value_of(std::uint32_t number) {
    Temporary& one = temporaries_[number];
    if (one.replaced || one.updated || one.value == none) {
        refuse("a value is used before it is there");
        return none;
    }
    const Expr& held = tree_.exprs[one.value];
    if (held.kind == ExprKind::component && held.a == none) {
        refuse("a component of an expression is used");
        return none;
    }
    if (!one.slot) return one.value;
    // One value of its own that was written in place: a cast.
    if (groups_.empty() || groups_.back().first != number || groups_.back().count != 1) {
        refuse("an argument is used before its call");
        return none;
    }
    const ExprKind kind = tree_.exprs[one.value].kind;
    if (kind == ExprKind::null && one.type == VariableType::object) return one.value;
    if ((kind == ExprKind::both || kind == ExprKind::either) && one.type == VariableType::boolean)
        return one.value;
    return expr({.kind = ExprKind::cast, .type = one.type, .a = one.value});
}

source::NodeId Reader::read_operand(std::uint32_t operand, bool task) {
    Target from{};
    if (!resolve(operand, task, from)) {
        refuse("an operand lies outside of the frame");
        return none;
    }
    switch (from.kind) {
    case Target::Kind::temporary: return value_of(from.number);
    case Target::Kind::local:
        return expr({.kind = ExprKind::variable, .space = Space::local, .a = from.number});
    case Target::Kind::parameter:
        return expr({.kind = ExprKind::variable, .space = Space::parameter, .a = from.number});
    case Target::Kind::task:
        return expr({.kind = ExprKind::variable, .space = Space::task, .a = from.number});
    case Target::Kind::result: break;
    }
    refuse("the result is read");
    return none;
}

bool Reader::push(NodeId value) {
    if (value == none) return false;
    temporaries_.push_back({.value = value});
    return true;
}

bool Reader::pop(std::uint32_t count) {
    if (count > temporaries_.size()) return refuse("more is popped than was pushed");
    temporaries_.resize(temporaries_.size() - count);
    const std::size_t size = temporaries_.size();
    while (!groups_.empty() && groups_.back().first + groups_.back().count > size) groups_.pop_back();
    while (!armed_.empty() && armed_.back().level > size) armed_.pop_back();
    return true;
}

bool Reader::store(const Target& to, NodeId value, std::uint32_t base, bool inside, Event& event) {
    if (value == none) return false;
    if (to.kind == Target::Kind::temporary) {
        if (to.number >= temporaries_.size()) return refuse("a store goes into what is popped");
        Temporary& one = temporaries_[to.number];
        if (one.slot) {
            one.value = value;
        } else {
            const ExprKind kind = tree_.exprs[one.value].kind;
            if (kind != ExprKind::global && kind != ExprKind::component)
                return refuse("a value is overwritten");
            if (one.updated) return refuse("a value is changed twice");
            one.value = value;
            one.replaced = true;
        }
        stored_to_ = to;
        stored_ = value;
        stored_at_ = pc_;
        return true;
    }
    if (temporaries_.size() != base) return refuse("a store in the middle of an expression");
    if (inside || to.kind == Target::Kind::result) {
        stored_to_ = to;
        stored_ = value;
        stored_at_ = pc_;
        if (inside) {
            event = Event::stored;
            return true;
        }
        if (pc_ >= end_ || op_at(pc_) != Op::Return || values_at(pc_)[0] != 2 * locals_)
            return refuse("a result is set without a return");
        ++pc_;
        done_ = {.kind = StmtKind::result, .a = value};
        event = Event::statement;
        return true;
    }
    done_ = {.kind = StmtKind::assign, .a = to.number, .b = value};
    done_.space = to.kind == Target::Kind::local       ? Space::local
                  : to.kind == Target::Kind::parameter ? Space::parameter
                                                       : Space::task;
    event = Event::statement;
    return true;
}

bool Reader::finish(std::uint32_t temporaries, const Stmt& stmt, std::uint32_t base, bool inside,
                    Event& event) {
    if (inside || pc_ >= end_ || op_at(pc_) != Op::Pop || values_at(pc_)[0] != temporaries)
        return refuse("the values of a call are not popped behind it");
    ++pc_;
    if (!pop(temporaries)) return false;
    if (temporaries_.size() != base) return refuse("a call in the middle of an expression");
    done_ = stmt;
    event = Event::statement;
    return true;
}

bool Reader::native(std::uint32_t base, bool inside, Event& event) {
    const auto values = values_at(pc_);
    Stmt stmt{.kind = StmtKind::native, .a = texts_.native(values[0])};
    if (stmt.a == none) return refuse("a native has no name that can be written");
    std::vector<NodeId> arguments;
    for (std::size_t i = 1; i + 1 < values.size(); i += 2) {
        if (values[i + 1] > 1) return refuse("an argument is marked oddly");
        arguments.push_back(read_operand(values[i], values[i + 1] != 0));
        if (arguments.back() == none) return false;
    }
    stmt.b = tree_.list(arguments);
    stmt.c = static_cast<std::uint32_t>(arguments.size());
    ++pc_;
    return finish(static_cast<std::uint32_t>(temporaries_.size() - base), stmt, base, inside, event);
}

bool Reader::method(bool task, std::uint32_t base, bool inside, Event& event) {
    const auto values = values_at(pc_);
    Stmt stmt{.kind = StmtKind::method, .a = texts_.name(values[1]), .d = read_operand(values[0], task)};
    if (stmt.a == none) return refuse("a method has no name that can be written");
    if (stmt.d == none) return false;
    std::vector<NodeId> arguments;
    for (std::size_t i = 3; i + 1 < values.size(); i += 2) {
        if (values[i + 1] > 1) return refuse("an argument is marked oddly");
        arguments.push_back(read_operand(values[i], values[i + 1] != 0));
        if (arguments.back() == none) return false;
    }
    stmt.b = tree_.list(arguments);
    stmt.c = static_cast<std::uint32_t>(arguments.size());
    ++pc_;
    return finish(static_cast<std::uint32_t>(temporaries_.size() - base), stmt, base, inside, event);
}

bool Reader::call(std::uint32_t base, bool inside, Event& event) {
    std::uint32_t task = none;
    if (op_at(pc_) == Op::TaskCall) {
        task = values_at(pc_)[0];
        if (pc_ + 2 >= end_ || op_at(pc_ + 1) != Op::Call || op_at(pc_ + 2) != Op::TaskReturn ||
            task >= script_.tasks.size())
            return refuse("a task is not called as a whole");
        ++pc_;
    }
    const FunctionEntry* const function = script_.entries.function_at(values_at(pc_)[0]);
    pc_ += task == none ? 1 : 2;
    if (function == nullptr) return refuse("a call leads to no function");
    const auto number = static_cast<std::uint32_t>(function - script_.entries.functions.data());
    if (task != none && tree_.tasks[task].init != number) return refuse("a task is entered elsewhere");
    const Signature& callee = signatures_[number];
    const std::uint32_t result = callee.result ? 1 : 0;
    const auto count = static_cast<std::uint32_t>(result + callee.parameters.size());
    if (groups_.empty() || groups_.back().count != count ||
        groups_.back().first + count != temporaries_.size())
        return refuse("a call has no block of its size");
    const std::uint32_t first = groups_.back().first;
    groups_.pop_back();
    std::vector<NodeId> arguments;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Temporary& one = temporaries_[first + i];
        if (i < result) {
            if (one.value != none || one.type != *callee.result)
                return refuse("a result is set by the caller");
            continue;
        }
        if (one.value == none || one.type != callee.parameters[i - result])
            return refuse("an argument is missing or of another type");
        arguments.push_back(one.value);
    }
    Expr made{.kind = task == none ? ExprKind::call : ExprKind::task_call, .a = task == none ? number : task};
    made.b = tree_.list(arguments);
    made.c = static_cast<std::uint32_t>(arguments.size());
    const NodeId value = expr(made);
    if (pc_ >= end_) return refuse("nothing follows a call");
    const auto values = values_at(pc_);
    switch (op_at(pc_)) {
    case Op::Pop:
        ++pc_;
        if (values[0] == count) {
            if (!pop(count)) return false;
            if (temporaries_.size() != base || inside) return true; // a receiver once more
            done_ = {.kind = StmtKind::call, .a = value};
            event = Event::statement;
            return true;
        }
        if (result == 0 || values[0] != count - 1) break;
        if (!pop(count)) return false;
        return push(value);
    case Op::Mov:
    case Op::TMov: {
        if (result == 0 || values[0] != count || pc_ + 1 >= end_ || op_at(pc_ + 1) != Op::Pop ||
            values_at(pc_ + 1)[0] != count)
            break;
        Target to{};
        if (!resolve(values[1], op_at(pc_) == Op::TMov, to))
            return refuse("a result goes outside of the frame");
        pc_ += 2;
        return pop(count) && store(to, value, base, inside, event);
    }
    default: break;
    }
    return refuse("the block of a call is not popped behind it");
}

/// `Mov` of the top into a variable, and `Pop 1`.
bool Reader::store_and_pop(std::uint32_t base, bool inside, Event& event) {
    const bool task = op_at(pc_) == Op::TMov;
    const auto values = values_at(pc_);
    Target to{};
    if (!resolve(values[1], task, to)) return refuse("a store goes outside of the frame");
    if (pc_ + 1 >= end_ || op_at(pc_ + 1) != Op::Pop || values_at(pc_ + 1)[0] != 1 || values[0] != 1)
        return refuse("a value is moved and stays");
    const NodeId value = value_of(static_cast<std::uint32_t>(temporaries_.size() - 1));
    if (value == none) return false;
    pc_ += 2;
    return pop(1) && store(to, value, base, inside, event);
}

/// A constant in an instruction's operands from `at` on.
bool Reader::constant(Op op, std::span<const std::uint32_t> values, std::size_t at, NodeId& out) {
    switch (op) {
    case Op::MovB:
    case Op::TMovB:
    case Op::PushB:
        if (values[at] > 1) return refuse("a bool is neither false nor true");
        out = expr({.kind = ExprKind::boolean, .a = values[at]});
        return true;
    case Op::MovI:
    case Op::TMovI:
    case Op::PushI: out = expr({.kind = ExprKind::integer, .a = values[at]}); return true;
    case Op::MovF:
    case Op::TMovF:
    case Op::PushF:
        if (!is_finite(values[at])) return refuse("a float is no number");
        out = number(values[at]);
        return true;
    case Op::MovS:
    case Op::TMovS:
    case Op::PushS: {
        const source::TextId text = texts_.wide(values[at]);
        if (text == none) return refuse("a text has no end");
        out = expr({.kind = ExprKind::string, .a = text});
        return true;
    }
    default: out = vector(values.data() + at); return out != none;
    }
}

bool Reader::binary_store(Op op, std::span<const std::uint32_t> values, std::uint32_t base, bool inside,
                          Event& event) {
    const Mode& mode = mode_of(op);
    Target to{};
    if (!resolve(values[2], (values[3] & mode.task[2]) != 0, to))
        return refuse("a store goes outside of the frame");
    Target left{};
    const bool left_task = (values[3] & mode.task[0]) != 0;
    if (to.kind == Target::Kind::temporary && resolve(values[0], left_task, left) && left == to &&
        !temporaries_[to.number].slot) {
        Temporary& one = temporaries_[to.number];
        const NodeId right = read_operand(values[1], (values[3] & mode.task[1]) != 0);
        if (right == none || one.replaced || one.updated) return refuse("a value is changed twice");
        ++pc_;
        if (!pop(values[3] & mode.pops) || to.number + 1 != temporaries_.size())
            return refuse("a value is changed in the middle of an expression");
        temporaries_[to.number].updated = true;
        temporaries_[to.number].op = plain_form(op);
        temporaries_[to.number].value = right;
        return true;
    }
    const NodeId a = read_operand(values[0], left_task);
    const NodeId b = read_operand(values[1], (values[3] & mode.task[1]) != 0);
    if (a == none || b == none) return false;
    const NodeId value = expr({.kind = ExprKind::binary, .op = plain_form(op), .a = a, .b = b});
    ++pc_;
    return pop(values[3] & mode.pops) && store(to, value, base, inside, event);
}

bool Reader::logical(const Armed& armed, std::uint32_t target, NodeId value, Event& event, std::uint32_t base,
                     bool inside) {
    Armed now = armed;
    if (now.first == none) {
        now.first = value;
        now.end = target;
        armed_.back() = now;
        return true;
    }
    // The second condition is behind; the other constant follows, and the end.
    const auto begun = values_at(now.instruction);
    if (pc_ + 1 != now.end || op_at(pc_) != op_at(now.instruction) || values_at(pc_)[0] != begun[0] ||
        values_at(pc_)[1] != (now.value ? 0U : 1U))
        return refuse("a condition of && or || is half there");
    const NodeId whole =
        expr({.kind = now.value ? ExprKind::either : ExprKind::both, .a = now.first, .b = value});
    ++pc_;
    armed_.pop_back();
    if (now.target.kind == Target::Kind::temporary) {
        temporaries_[now.target.number].value = whole;
        stored_to_ = now.target;
        stored_ = whole;
        stored_at_ = pc_;
        return true;
    }
    return store(now.target, whole, base, inside, event);
}

/// Reads one side of `?:` up to `end`: a value pushed, or one stored.
bool Reader::side(std::uint32_t end, bool& stored, Target& to, NodeId& value) {
    const auto level = static_cast<std::uint32_t>(temporaries_.size());
    stored_at_ = none;
    const Event event = run(end, level, true);
    if (event == Event::failed || pc_ != end) return refuse("a side of ?: is no value");
    if (event == Event::stored) {
        stored = true;
        to = stored_to_;
        value = stored_;
        return true;
    }
    if (event != Event::end) return refuse("a side of ?: is no value");
    if (temporaries_.size() == level + 1) {
        stored = false;
        value = value_of(level);
        return value != none && pop(1);
    }
    if (temporaries_.size() != level || stored_at_ != pc_) return refuse("a side of ?: is no value");
    stored = true;
    to = stored_to_;
    value = stored_;
    return true;
}

bool Reader::conditional(NodeId value, std::uint32_t target, std::uint32_t base, bool inside, Event& event,
                         bool& taken) {
    taken = false;
    const std::uint32_t end = target_at(target - 1);
    bool stored_first = false, stored_second = false;
    Target first{}, second{};
    NodeId a = none, b = none;
    if (++nesting_ > 200) return refuse("its expressions are nested too deeply");
    if (!side(target - 1, stored_first, first, a)) return false;
    pc_ = target;
    if (!side(end, stored_second, second, b)) return false;
    --nesting_;
    if (stored_first != stored_second || (stored_first && !(first == second)))
        return refuse("the sides of ?: do different things");
    taken = true;
    const NodeId whole = expr({.kind = ExprKind::conditional, .a = value, .b = a, .c = b});
    if (!stored_first) return push(whole);
    return store(first, whole, base, inside, event);
}

bool Reader::condition(std::uint32_t end, std::uint32_t base, bool inside, Event& event) {
    const auto values = values_at(pc_);
    if (values[0] != 1 || values[3] != 1 || values[2] > 1 || temporaries_.size() <= base)
        return refuse("a condition is not on the top");
    const std::uint32_t at = pc_;
    const std::uint32_t target = values[1];
    const NodeId value = value_of(static_cast<std::uint32_t>(temporaries_.size() - 1));
    if (value == none) return false;
    const auto level = static_cast<std::uint32_t>(temporaries_.size() - 1);
    if (!armed_.empty() && armed_.back().level == level && armed_.back().value == (values[2] != 0) &&
        target > at && target <= end_ && (armed_.back().first == none || armed_.back().end == target)) {
        const Armed armed = armed_.back();
        const auto begun = values_at(armed.instruction);
        const bool ends = op_at(target - 1) == op_at(armed.instruction) &&
                          values_at(target - 1)[0] == begun[0] &&
                          values_at(target - 1)[1] == (armed.value ? 0U : 1U);
        if (ends) {
            ++pc_;
            return pop(1) && logical(armed, target, value, event, base, inside);
        }
    }
    ++pc_;
    if (!pop(1)) return false;
    const bool could = values[2] == 0 && target > pc_ && target <= end && op_at(target - 1) == Op::Jump &&
                       target_at(target - 1) >= target && target_at(target - 1) <= end;
    if (could) {
        const bool must = inside || !temporaries_.empty();
        const Mark here = mark();
        const std::uint32_t nesting = nesting_;
        const std::string_view why = why_;
        const std::vector<Temporary> temporaries = temporaries_;
        const std::vector<Group> groups = groups_;
        const std::vector<Armed> armed = armed_;
        bool taken = false;
        if (conditional(value, target, base, inside, event, taken)) {
            const bool result = event == Event::statement && done_.kind == StmtKind::assign;
            if (!result) return true;
            event = Event::end; // an assignment is printed as if and else
        }
        if (must || effort_ == 0) return refuse("a condition in the middle of an expression");
        back_to(here);
        nesting_ = nesting;
        why_ = why;
        temporaries_ = temporaries;
        groups_ = groups;
        armed_ = armed;
    } else if (inside || !temporaries_.empty())
        return refuse("a condition in the middle of an expression");
    condition_ = value;
    branch_ = at;
    event = Event::branch;
    return true;
}

Reader::Event Reader::run(std::uint32_t end, std::uint32_t base, bool inside) {
    Event event = Event::end;
    while (pc_ < end) {
        if (effort_ == 0) return fail("reading it takes too long");
        --effort_;
        if (!instruction(end, base, inside, event)) return Event::failed;
        if (event != Event::end) return event;
    }
    return Event::end;
}

bool Reader::instruction(std::uint32_t end, std::uint32_t base, bool inside, Event& event) {
    const Op op = op_at(pc_);
    const auto values = values_at(pc_);
    const bool task_form = op >= Op::TMov && op <= Op::TMovT;
    Target to{};
    NodeId value = none;
    if (is_binary(op)) {
        const Mode& mode = mode_of(op);
        const NodeId a = read_operand(values[0], (values[2] & mode.task[0]) != 0);
        const NodeId b = a == none ? none : read_operand(values[1], (values[2] & mode.task[1]) != 0);
        if (b == none) return false;
        value = expr({.kind = ExprKind::binary, .op = op, .a = a, .b = b});
        ++pc_;
        return pop(values[2] & mode.pops) && push(value);
    }
    if (is_binary_store(op)) return binary_store(op, values, base, inside, event);
    if (is_unary(op)) {
        const Mode& mode = mode_of(op);
        const NodeId a = read_operand(values[0], (values[1] & mode.task[0]) != 0);
        if (a == none) return false;
        value = expr({.kind = ExprKind::unary, .op = op, .a = a});
        ++pc_;
        return pop(values[1] & mode.pops) && push(value);
    }
    if (is_unary_store(op)) {
        const Mode& mode = mode_of(op);
        if (!resolve(values[1], (values[2] & mode.task[1]) != 0, to))
            return refuse("a store goes outside of the frame");
        const NodeId a = read_operand(values[0], (values[2] & mode.task[0]) != 0);
        if (a == none) return false;
        value = expr({.kind = ExprKind::unary, .op = plain_form(op), .a = a});
        ++pc_;
        return pop(values[2] & mode.pops) && store(to, value, base, inside, event);
    }
    switch (op) {
    case Op::Mov:
    case Op::TMov:
        if (resolve(values[0], false, to) && to.kind == Target::Kind::temporary)
            return store_and_pop(base, inside, event);
        [[fallthrough]];
    case Op::MovT:
    case Op::TMovT:
        value = read_operand(values[0], op == Op::MovT || op == Op::TMovT);
        if (value == none) return false;
        if (!resolve(values[1], op == Op::TMov || op == Op::TMovT, to))
            return refuse("a store goes outside of the frame");
        ++pc_;
        return store(to, value, base, inside, event);
    case Op::MovB:
    case Op::TMovB:
    case Op::MovI:
    case Op::TMovI:
    case Op::MovF:
    case Op::TMovF:
    case Op::MovS:
    case Op::TMovS:
    case Op::MovV:
    case Op::TMovV: {
        if (!resolve(values[0], task_form, to)) return refuse("a store goes outside of the frame");
        if (!constant(op, values, 1, value)) return false;
        const std::uint32_t at = pc_++;
        if ((op == Op::MovB || op == Op::TMovB)) {
            const bool outside = to.kind != Target::Kind::temporary;
            if (!outside) {
                while (!armed_.empty() && armed_.back().level >= temporaries_.size() &&
                       armed_.back().first == none)
                    armed_.pop_back();
                armed_.push_back({to, at, static_cast<std::uint32_t>(temporaries_.size()), values[1] != 0});
            } else if (to.kind == Target::Kind::result || values[1] == 1) {
                if (temporaries_.size() == base && result_logical(to, values[1] != 0, end, event))
                    return true;
                if (event == Event::failed) return false;
            }
        }
        return store(to, value, base, inside, event);
    }
    case Op::SetNull:
    case Op::SetNullT:
        if (!resolve(values[0], op == Op::SetNullT, to)) return refuse("a store goes outside of the frame");
        value = expr({.kind = ExprKind::null});
        ++pc_;
        return store(to, value, base, inside, event);
    case Op::Jump:
        if (inside || temporaries_.size() != base) return refuse("a jump in the middle of an expression");
        event = Event::jump;
        return true;
    case Op::JumpB:
        if (!inside && temporaries_.size() == 1 && values[1] <= pc_) return refuse("a jump back is no loop");
        return condition(end, base, inside, event);
    case Op::Push:
    case Op::PushT:
        value = read_operand(values[0], op == Op::PushT);
        ++pc_;
        return push(value);
    case Op::PushB:
    case Op::PushI:
    case Op::PushF:
    case Op::PushS:
    case Op::PushVec:
        if (!constant(op, values, 0, value)) return false;
        ++pc_;
        return push(value);
    case Op::PushV: {
        const std::uint32_t count = values[0];
        groups_.push_back({static_cast<std::uint32_t>(temporaries_.size()), count});
        for (std::uint32_t i = 0; i < count; ++i) {
            if (operands::type_name(values[1 + i]).empty()) return refuse("a value has no known type");
            temporaries_.push_back({.slot = true, .type = static_cast<VariableType>(values[1 + i])});
        }
        ++pc_;
        return true;
    }
    case Op::PushE: {
        if (values[1] > 1 || values[2] > 2) return refuse("a component is odd");
        if (!resolve(values[0], values[1] != 0, to)) return refuse("an operand lies outside of the frame");
        if (to.kind == Target::Kind::result) {
            return refuse("a component of the result is used");
        }
        if (to.kind == Target::Kind::temporary)
            value = expr({.kind = ExprKind::component, .space = Space::local, .a = none, .b = values[2]});
        else
            value = expr({.kind = ExprKind::component,
                          .space = to.kind == Target::Kind::local       ? Space::local
                                   : to.kind == Target::Kind::parameter ? Space::parameter
                                                                        : Space::task,
                          .a = to.number,
                          .b = values[2]});
        ++pc_;
        return push(value);
    }
    case Op::PushGE:
        if (values[0] >= script_.globals.size()) return refuse("there is no such global");
        value = expr({.kind = ExprKind::global, .a = values[0]});
        ++pc_;
        return push(value);
    case Op::PopE: {
        if (temporaries_.size() <= base || values[2] > 1 || values[1] > 2)
            return refuse("a component is odd");
        const Temporary top = temporaries_.back();
        if (!resolve(values[0], values[2] != 0, to)) return refuse("a store goes outside of the frame");
        if (!top.replaced && !top.updated) return refuse("a component is stored without a value");
        ++pc_;
        if (!pop(1)) return false;
        if (to.kind == Target::Kind::temporary || to.kind == Target::Kind::result) {
            // a vector that is being put together
            const NodeId target = to.kind == Target::Kind::temporary && to.number < temporaries_.size()
                                      ? temporaries_[to.number].value
                                      : none;
            if (target == none || tree_.exprs[target].kind != ExprKind::vector || top.updated)
                return refuse("a component is stored into no vector");
            Expr made = tree_.exprs[target];
            (values[1] == 0 ? made.a : values[1] == 1 ? made.b : made.c) = top.value;
            temporaries_[to.number].value = expr(made);
            stored_to_ = to;
            stored_ = temporaries_[to.number].value;
            stored_at_ = pc_;
            return true;
        }
        if (temporaries_.size() != base || inside) return refuse("a store in the middle of an expression");
        done_ = {.kind = top.updated ? StmtKind::update_component : StmtKind::assign_component,
                 .op = top.op,
                 .a = to.number,
                 .b = top.value,
                 .c = values[1]};
        done_.space = to.kind == Target::Kind::local       ? Space::local
                      : to.kind == Target::Kind::parameter ? Space::parameter
                                                           : Space::task;
        event = Event::statement;
        return true;
    }
    case Op::PopGE: {
        if (temporaries_.size() != base + 1 || values[1] != 0 || inside)
            return refuse("a global is stored oddly");
        const Temporary top = temporaries_.back();
        if (!top.replaced && !top.updated) return refuse("a global is stored without a value");
        ++pc_;
        if (!pop(1)) return false;
        done_ = {.kind = top.updated ? StmtKind::update_global : StmtKind::assign_global,
                 .op = top.op,
                 .a = values[0],
                 .b = top.value};
        event = Event::statement;
        return true;
    }
    case Op::Func: return native(base, inside, event);
    case Op::ObjFunc: return method(false, base, inside, event);
    case Op::TObjFunc: return method(true, base, inside, event);
    case Op::TaskCall:
    case Op::Call: return call(base, inside, event);
    case Op::FuncExist: {
        if (temporaries_.size() < base + 2 || values[1] != 2 || values[2] != 1)
            return refuse("exists() is odd");
        const NodeId named = value_of(static_cast<std::uint32_t>(temporaries_.size() - 2));
        const NodeId counted = value_of(static_cast<std::uint32_t>(temporaries_.size() - 1));
        if (named == none || counted == none) return false;
        const Expr text = tree_.exprs[named];
        const Expr count = tree_.exprs[counted];
        if (text.kind != ExprKind::string || count.kind != ExprKind::integer)
            return refuse("exists() is odd");
        const NodeId object = read_operand(values[0], (values[3] & mode_of(op).task[0]) != 0);
        if (object == none) return false;
        value = expr({.kind = ExprKind::exists, .a = object, .b = text.a, .c = count.a});
        ++pc_;
        return pop(values[3] & mode_of(op).pops) && push(value);
    }
    case Op::EventEnable:
    case Op::EventDisable:
        if (inside || temporaries_.size() != base) return refuse("an event is switched in an expression");
        ++pc_;
        done_ = {.kind = op == Op::EventEnable ? StmtKind::enable : StmtKind::disable, .a = values[0]};
        event = Event::statement;
        return true;
    case Op::Return:
        if (inside || temporaries_.size() != base || values[0] != 2 * locals_)
            return refuse("a return is odd");
        ++pc_;
        done_ = {.kind = StmtKind::result};
        event = Event::statement;
        return true;
    default: return refuse("an instruction has no place in the language");
    }
}

/// `D = a || b`, and `return a && b`, which begin with a plain store.
bool Reader::result_logical(const Target& to, bool value, std::uint32_t end, Event& event) {
    if (!temporaries_.empty()) return false;
    const Mark here = mark();
    const std::uint32_t at = pc_ - 1;
    const std::string_view why = why_;
    const auto read = [&](NodeId& out, std::uint32_t& target) {
        const auto level = static_cast<std::uint32_t>(temporaries_.size());
        // Everything up to the condition that decides.
        while (pc_ < end) {
            if (effort_ == 0) return false;
            --effort_;
            if (op_at(pc_) == Op::JumpB && temporaries_.size() == level + 1) {
                const auto values = values_at(pc_);
                const bool logical_end =
                    values[1] > pc_ && values[1] <= end && values[2] == (value ? 1U : 0U) &&
                    op_at(values[1] - 1) == op_at(at) && values_at(values[1] - 1)[0] == values_at(at)[0] &&
                    values_at(values[1] - 1)[1] == (value ? 0U : 1U);
                if (logical_end) {
                    out = value_of(level);
                    target = values[1];
                    ++pc_;
                    return out != none && pop(1);
                }
            }
            Event inner = Event::end;
            if (!instruction(end, level, true, inner) || inner != Event::end) return false;
        }
        return false;
    };
    NodeId a = none, b = none;
    std::uint32_t first = 0, second = 0;
    if (read(a, first) && read(b, second) && first == second && pc_ + 1 == first) {
        const NodeId whole = expr({.kind = value ? ExprKind::either : ExprKind::both, .a = a, .b = b});
        ++pc_;
        if (store(to, whole, 0, false, event)) return true;
    }
    back_to(here);
    why_ = why;
    if (effort_ == 0) {
        refuse("reading it takes too long");
        event = Event::failed;
    } else
        event = Event::end;
    return false;
}

} // namespace vellum::pathologic::decompile
