// The lowering; see the header.
#include "engines/pathologic/source/lowering.hpp"

#include <array>
#include <bit>

#include "engines/pathologic/source/children.hpp"

namespace vellum::pathologic::source {

namespace {

constexpr std::uint8_t boolean_tag = static_cast<std::uint8_t>(VariableType::boolean);

bool is_constant(ExprKind kind) {
    switch (kind) {
    case ExprKind::boolean:
    case ExprKind::integer:
    case ExprKind::real:
    case ExprKind::string: return true;
    default: return false;
    }
}

std::uint32_t float_bits(const Expr& number) {
    if (number.kind == ExprKind::real) return number.a;
    if (number.kind == ExprKind::integer)
        return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(number.a)));
    return 0;
}

bool is_number(const Expr& expr) { return expr.kind == ExprKind::real || expr.kind == ExprKind::integer; }

} // namespace

Lowering::Lowering(const Tree& tree, isa::Code& code, Link& link, std::vector<std::uint32_t>* places)
    : tree_(tree), code_(code), link_(link), places_(places), alpha_(code.table == &alpha_table) {}

void Lowering::emit(Op op, std::initializer_list<std::uint32_t> values) {
    auto row = static_cast<std::uint16_t>(op);
    if (alpha_) {
        if (op == Op::CString || op == Op::CString2)
            complete_ = false;
        else if (op > Op::CString2)
            row -= 2;
    }
    const isa::Row& entry = code_.table->rows[row];
    const auto first = static_cast<std::uint32_t>(code_.values.size());
    for (const std::uint32_t value : values) code_.values.push_back(value);
    for (const std::uint32_t value : values_) code_.values.push_back(value);
    values_.clear();
    const auto count = static_cast<std::uint16_t>(code_.values.size() - first);
    code_.instructions.push_back({here(), 0, first, count, row, entry.opcode});
    if (places_ != nullptr) places_->push_back(place_);
}

std::size_t Lowering::jump(Op op, std::initializer_list<std::uint32_t> values) {
    emit(op, values);
    return code_.instructions.size() - 1;
}

/// Takes the condition from the top.
std::size_t Lowering::jump_if(bool wanted) {
    const std::size_t at = jump(Op::JumpB, {1, 0, wanted ? 1U : 0U, 1});
    --size_;
    return at;
}

/// Sends a jump to what comes next.
void Lowering::patch(std::size_t instruction, std::size_t operand) {
    code_.values[code_.instructions[instruction].first + operand] = here();
}

/// As an operand says it: from the top, counted before the instruction does anything.
std::uint32_t Lowering::reach(Slot slot) const {
    return static_cast<std::uint32_t>(slot.task ? slot.number : size_ - slot.number);
}

std::uint32_t Lowering::mode(Op op, std::initializer_list<Slot> slots, std::uint32_t pops) const {
    std::uint32_t bits = pops;
    std::size_t i = 0;
    for (const Slot& slot : slots) {
        if (slot.task) bits |= mode_of(op).task[i];
        ++i;
    }
    return bits;
}

Lowering::Slot Lowering::slot_of(Space space, std::uint32_t number) const {
    const auto index = static_cast<std::int32_t>(number);
    switch (space) {
    case Space::local: return {false, locals_ + index};
    case Space::parameter: return {false, index - static_cast<std::int32_t>(function_->parameters.size())};
    case Space::task: break;
    }
    return {true, index};
}

Lowering::Operand Lowering::operand(NodeId id) {
    const Expr& expr = tree_.exprs[id];
    if (expr.kind == ExprKind::variable) return {slot_of(expr.space, expr.a), false};
    push(id);
    return {top(), true};
}

void Lowering::pop(std::uint32_t count) {
    emit(Op::Pop, {count});
    size_ -= static_cast<std::int32_t>(count);
}

void Lowering::copy(Slot from, Slot to) {
    const Op op = from.task ? (to.task ? Op::TMovT : Op::MovT) : (to.task ? Op::TMov : Op::Mov);
    emit(op, {reach(from), reach(to)});
}

void Lowering::push(NodeId id) {
    const Expr& expr = tree_.exprs[id];
    switch (expr.kind) {
    case ExprKind::boolean: emit(Op::PushB, {expr.a}); break;
    case ExprKind::integer: emit(Op::PushI, {expr.a}); break;
    case ExprKind::real: emit(Op::PushF, {expr.a}); break;
    case ExprKind::string: emit(Op::PushS, {link_.wide(expr.a, expr.b)}); break;
    case ExprKind::null:
        emit(Op::PushV, {1, static_cast<std::uint32_t>(VariableType::object)});
        ++size_;
        into(top(), id);
        return;
    case ExprKind::vector: {
        const Expr &x = tree_.exprs[expr.a], &y = tree_.exprs[expr.b], &z = tree_.exprs[expr.c];
        emit(Op::PushVec, {float_bits(x), float_bits(y), float_bits(z)});
        ++size_;
        components(top(), expr);
        return;
    }
    case ExprKind::variable: {
        const Slot slot = slot_of(expr.space, expr.a);
        emit(slot.task ? Op::PushT : Op::Push, {reach(slot)});
        break;
    }
    case ExprKind::global: emit(Op::PushGE, {expr.a}); break;
    case ExprKind::component: {
        const Slot slot = slot_of(expr.space, expr.a);
        emit(Op::PushE, {reach(slot), slot.task ? 1U : 0U, expr.b});
        break;
    }
    case ExprKind::call:
    case ExprKind::task_call: pop(call(expr) - 1); return;
    case ExprKind::unary: {
        const Operand a = operand(expr.a);
        emit(expr.op, {reach(a.slot), mode(expr.op, {a.slot}, a.temporary ? 1 : 0)});
        size_ -= a.temporary ? 1 : 0;
        break;
    }
    case ExprKind::binary: {
        const Operand a = operand(expr.a);
        const Operand b = operand(expr.b);
        const std::int32_t pops = (a.temporary ? 1 : 0) + (b.temporary ? 1 : 0);
        emit(expr.op, {reach(a.slot), reach(b.slot),
                       mode(expr.op, {a.slot, b.slot}, static_cast<std::uint32_t>(pops))});
        size_ -= pops;
        break;
    }
    case ExprKind::both:
    case ExprKind::either:
        emit(Op::PushV, {1, boolean_tag});
        ++size_;
        logical(top(), expr);
        return;
    case ExprKind::conditional: {
        push(expr.a);
        const std::size_t other = jump_if(false);
        push(expr.b);
        const std::size_t end = jump(Op::Jump, {0});
        patch(other, 1);
        --size_;
        push(expr.c);
        patch(end, 0);
        return;
    }
    case ExprKind::exists: {
        const Operand object = operand(expr.a);
        emit(Op::PushS, {link_.wide(expr.b, none)});
        ++size_;
        emit(Op::PushI, {expr.c});
        ++size_;
        const std::int32_t pops = object.temporary ? 3 : 2;
        emit(Op::FuncExist, {reach(object.slot), 2, 1,
                             mode(Op::FuncExist, {object.slot}, static_cast<std::uint32_t>(pops))});
        size_ -= pops;
        break;
    }
    case ExprKind::cast:
        emit(Op::PushV, {1, static_cast<std::uint32_t>(expr.type)});
        ++size_;
        into(top(), expr.a);
        return;
    }
    ++size_;
}

void Lowering::constant_into(Slot to, const Expr& expr) {
    const std::uint32_t at = reach(to);
    switch (expr.kind) {
    case ExprKind::boolean: return emit(to.task ? Op::TMovB : Op::MovB, {at, expr.a});
    case ExprKind::integer: return emit(to.task ? Op::TMovI : Op::MovI, {at, expr.a});
    case ExprKind::real: return emit(to.task ? Op::TMovF : Op::MovF, {at, expr.a});
    default: return emit(to.task ? Op::TMovS : Op::MovS, {at, link_.wide(expr.a, expr.b)});
    }
}

/// The components that are no numbers, into a vector that is there.
void Lowering::components(Slot to, const Expr& expr) {
    const std::array<NodeId, 3> parts{expr.a, expr.b, expr.c};
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        if (is_number(tree_.exprs[parts[i]])) continue;
        emit(Op::PushE, {reach(to), to.task ? 1U : 0U, i});
        ++size_;
        into(top(), parts[i]);
        emit(Op::PopE, {reach(to), i, to.task ? 1U : 0U});
        --size_;
    }
}

void Lowering::vector_into(Slot to, const Expr& expr) {
    const Expr &x = tree_.exprs[expr.a], &y = tree_.exprs[expr.b], &z = tree_.exprs[expr.c];
    emit(to.task ? Op::TMovV : Op::MovV, {reach(to), float_bits(x), float_bits(y), float_bits(z)});
    components(to, expr);
}

void Lowering::logical(Slot to, const Expr& expr) {
    const bool either = expr.kind == ExprKind::either;
    emit(to.task ? Op::TMovB : Op::MovB, {reach(to), either ? 1U : 0U});
    push(expr.a);
    const std::size_t first = jump_if(either);
    push(expr.b);
    const std::size_t second = jump_if(either);
    emit(to.task ? Op::TMovB : Op::MovB, {reach(to), either ? 0U : 1U});
    patch(first, 1);
    patch(second, 1);
}

void Lowering::binary_into(Op op, Operand left, NodeId right, Slot to) {
    const Operand b = operand(right);
    const std::int32_t pops = (left.temporary ? 1 : 0) + (b.temporary ? 1 : 0);
    const Op store = storing(op);
    emit(store, {reach(left.slot), reach(b.slot), reach(to),
                 mode(store, {left.slot, b.slot, to}, static_cast<std::uint32_t>(pops))});
    size_ -= pops;
}

/// Whether an operand of the expression depends on what lies there. Functions see the variables of their
/// task.
bool Lowering::reads(const Expr& expr, Slot slot) const {
    if (expr.kind == ExprKind::variable || expr.kind == ExprKind::component) {
        const Slot from = slot_of(expr.space, expr.a);
        return from.task == slot.task && from.number == slot.number;
    }
    if (slot.task && expr.kind == ExprKind::call) return true;
    bool found = false;
    each_child(tree_, expr, [&](NodeId child) { found = found || reads(tree_.exprs[child], slot); });
    return found;
}

void Lowering::into(Slot to, NodeId id) {
    const Expr& expr = tree_.exprs[id];
    if (is_constant(expr.kind)) return constant_into(to, expr);
    // These write before they have read everything.
    const bool gradual =
        expr.kind == ExprKind::vector || expr.kind == ExprKind::both || expr.kind == ExprKind::either;
    if (gradual && reads(expr, to)) {
        push(id);
        copy(top(), to);
        return pop(1);
    }
    switch (expr.kind) {
    case ExprKind::null: return emit(to.task ? Op::SetNullT : Op::SetNull, {reach(to)});
    case ExprKind::vector: return vector_into(to, expr);
    case ExprKind::variable: return copy(slot_of(expr.space, expr.a), to);
    case ExprKind::both:
    case ExprKind::either: return logical(to, expr);
    case ExprKind::binary: return binary_into(expr.op, operand(expr.a), expr.b, to);
    case ExprKind::unary: {
        const Operand a = operand(expr.a);
        const Op store = storing(expr.op);
        emit(store, {reach(a.slot), reach(to), mode(store, {a.slot, to}, a.temporary ? 1 : 0)});
        size_ -= a.temporary ? 1 : 0;
        return;
    }
    case ExprKind::call:
    case ExprKind::task_call: {
        const std::uint32_t values = call(expr);
        copy({false, size_ - static_cast<std::int32_t>(values)}, to);
        return pop(values);
    }
    case ExprKind::conditional: {
        push(expr.a);
        const std::size_t other = jump_if(false);
        into(to, expr.b);
        const std::size_t end = jump(Op::Jump, {0});
        patch(other, 1);
        into(to, expr.c);
        return patch(end, 0);
    }
    default: // global, component, exists, cast
        push(id);
        copy(top(), to);
        return pop(1);
    }
}

std::uint32_t Lowering::call(const Expr& expr) {
    const bool task = expr.kind == ExprKind::task_call;
    const std::uint32_t number = task ? tree_.tasks[expr.a].init : expr.a;
    const Function& target = tree_.functions[number];
    const std::uint32_t result = target.result ? 1 : 0;
    const std::uint32_t count = result + expr.c;
    if (target.result) values_.push_back(static_cast<std::uint32_t>(*target.result));
    for (std::uint32_t i = 0; i < expr.c; ++i)
        values_.push_back(static_cast<std::uint32_t>(i < target.parameters.size() ? target.parameters[i]
                                                                                  : VariableType::integer));
    emit(Op::PushV, {count});
    const std::int32_t first = size_ + static_cast<std::int32_t>(result);
    size_ += static_cast<std::int32_t>(count);
    for (std::uint32_t i = 0; i < expr.c; ++i)
        into({false, first + static_cast<std::int32_t>(i)}, tree_.lists[expr.b + i]);
    if (task) emit(Op::TaskCall, {expr.a});
    emit(Op::Call, {0});
    const std::size_t value = code_.values.size() - 1;
    code_.values[value] = link_.function(number, value);
    if (task) emit(Op::TaskReturn, {});
    return count;
}

/// Pushes what is no variable; the operands stand at the end of `operands_`. With `again`, a receiver that is
/// a call, the original evaluates it once more before each argument that is a variable. Gives the number of
/// temporaries.
std::uint32_t Lowering::values_for(std::uint32_t first, std::uint32_t count, const Expr* again) {
    std::uint32_t temporaries = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const NodeId id = tree_.lists[first + i];
        if (again != nullptr && tree_.exprs[id].kind == ExprKind::variable) pop(call(*again));
        const Operand one = operand(id);
        operands_.push_back(one);
        temporaries += one.temporary ? 1 : 0;
    }
    return temporaries;
}

void Lowering::native(const Stmt& stmt) {
    const std::size_t mark = operands_.size();
    const std::uint32_t temporaries = values_for(stmt.b, stmt.c, nullptr);
    for (std::size_t i = mark; i < operands_.size(); ++i) {
        values_.push_back(reach(operands_[i].slot));
        values_.push_back(operands_[i].slot.task ? 1 : 0);
    }
    operands_.resize(mark);
    emit(Op::Func, {link_.native(stmt.a, stmt.c, stmt.e)});
    pop(temporaries);
}

void Lowering::method(const Stmt& stmt) {
    const Expr& receiver = tree_.exprs[stmt.d];
    const bool called = receiver.kind == ExprKind::call || receiver.kind == ExprKind::task_call;
    const Operand object = operand(stmt.d);
    const std::size_t mark = operands_.size();
    const std::uint32_t temporaries =
        values_for(stmt.b, stmt.c, called ? &receiver : nullptr) + (object.temporary ? 1 : 0);
    for (std::size_t i = mark; i < operands_.size(); ++i) {
        values_.push_back(reach(operands_[i].slot));
        values_.push_back(operands_[i].slot.task ? 1 : 0);
    }
    operands_.resize(mark);
    emit(object.slot.task ? Op::TObjFunc : Op::ObjFunc,
         {reach(object.slot), link_.name(stmt.a, stmt.e), stmt.c});
    pop(temporaries);
}

void Lowering::clear_object(std::uint32_t local) {
    if (function_->locals[local] == VariableType::object)
        emit(Op::SetNull, {reach(slot_of(Space::local, local))});
}

void Lowering::list(std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) statement(tree_.lists[first + i]);
}

/// The objects that the block itself declares die, the last one first.
void Lowering::end_scope(NodeId id) {
    const Stmt& stmt = tree_.stmts[id];
    for (std::uint32_t i = stmt.b; i-- > 0;) {
        const Stmt& one = tree_.stmts[tree_.lists[stmt.a + i]];
        if (one.kind == StmtKind::declare) clear_object(one.a);
    }
}

void Lowering::block(NodeId id) {
    const Stmt& stmt = tree_.stmts[id];
    list(stmt.a, stmt.b);
    end_scope(id);
}

void Lowering::condition(const Stmt& stmt) {
    push(stmt.a);
    const std::size_t other = jump_if(false);
    statement(stmt.b);
    if (stmt.c == none) return patch(other, 1);
    const std::size_t end = jump(Op::Jump, {0});
    patch(other, 1);
    statement(stmt.c);
    patch(end, 0);
}

void Lowering::loop(const Stmt& stmt) {
    const Loop& head = tree_.loops[stmt.a];
    if (head.start != none) statement(head.start);
    const std::uint32_t begin = here();
    list(head.first, head.before);
    constexpr std::size_t endless = ~std::size_t{0};
    std::size_t end = endless;
    if (head.condition != none) {
        push(head.condition);
        end = jump_if(false);
    }
    if (depth_ == exits_.size()) exits_.emplace_back();
    const std::size_t mine = depth_++;
    exits_[mine].again = head.counted ? none : begin;
    block(head.body);
    for (const std::size_t at : exits_[mine].resume) patch(at, 0);
    list(head.step, head.steps);
    emit(Op::Jump, {begin});
    if (end != endless) patch(end, 1);
    for (const std::size_t at : exits_[mine].leave) patch(at, 0);
    exits_[mine].resume.clear();
    exits_[mine].leave.clear();
    --depth_;
    if (head.start != none && tree_.stmts[head.start].kind == StmtKind::declare)
        clear_object(tree_.stmts[head.start].a);
}

void Lowering::repeat(const Stmt& stmt) {
    const std::uint32_t begin = here();
    if (depth_ == exits_.size()) exits_.emplace_back();
    const std::size_t mine = depth_++;
    exits_[mine].again = none;
    block(stmt.a);
    for (const std::size_t at : exits_[mine].resume) patch(at, 0);
    push(stmt.b);
    code_.values[code_.instructions[jump_if(true)].first + 1] = begin;
    for (const std::size_t at : exits_[mine].leave) patch(at, 0);
    exits_[mine].resume.clear();
    exits_[mine].leave.clear();
    --depth_;
}

/// `op=` of what is no plain variable: the old value is fetched first.
void Lowering::update(const Stmt& stmt) {
    const bool global = stmt.kind == StmtKind::update_global || stmt.kind == StmtKind::assign_global;
    const bool plain = stmt.kind == StmtKind::assign_global || stmt.kind == StmtKind::assign_component;
    const Slot vector = global ? Slot{} : slot_of(stmt.space, stmt.a);
    if (global)
        emit(Op::PushGE, {stmt.a});
    else
        emit(Op::PushE, {reach(vector), vector.task ? 1U : 0U, stmt.c});
    ++size_;
    if (plain)
        into(top(), stmt.b);
    else
        binary_into(stmt.op, {top(), false}, stmt.b, top());
    if (global)
        emit(Op::PopGE, {stmt.a, 0});
    else
        emit(Op::PopE, {reach(vector), stmt.c, vector.task ? 1U : 0U});
    --size_;
}

void Lowering::statement(NodeId id) {
    const Stmt& stmt = tree_.stmts[id];
    place_ = stmt.place;
    switch (stmt.kind) {
    case StmtKind::block: return block(id);
    case StmtKind::declare:
        if (stmt.b != none) into(slot_of(Space::local, stmt.a), stmt.b);
        return;
    case StmtKind::assign: return into(slot_of(stmt.space, stmt.a), stmt.b);
    case StmtKind::assign_global:
    case StmtKind::update_global:
    case StmtKind::assign_component:
    case StmtKind::update_component: return update(stmt);
    case StmtKind::native: return native(stmt);
    case StmtKind::method: return method(stmt);
    case StmtKind::call: return pop(call(tree_.exprs[stmt.a]));
    case StmtKind::condition: return condition(stmt);
    case StmtKind::loop: return loop(stmt);
    case StmtKind::repeat: return repeat(stmt);
    case StmtKind::result:
        if (stmt.a != none)
            into({false, -static_cast<std::int32_t>(function_->parameters.size()) - 1}, stmt.a);
        return emit(Op::Return, {static_cast<std::uint32_t>(frame_)});
    case StmtKind::leave:
        if (depth_ != 0) exits_[depth_ - 1].leave.push_back(jump(Op::Jump, {0}));
        return;
    case StmtKind::resume:
        if (depth_ == 0) return;
        if (exits_[depth_ - 1].again != none)
            emit(Op::Jump, {exits_[depth_ - 1].again});
        else
            exits_[depth_ - 1].resume.push_back(jump(Op::Jump, {0}));
        return;
    case StmtKind::enable: return emit(Op::EventEnable, {stmt.a});
    case StmtKind::disable: return emit(Op::EventDisable, {stmt.a});
    }
}

bool Lowering::function(const Function& function) {
    function_ = &function;
    complete_ = true;
    const auto locals = static_cast<std::int32_t>(function.locals.size());
    locals_ = function.frame == Frame::twice ? locals : 0;
    size_ = frame_ = locals_ + locals;
    place_ = function.place;
    if (function.frame != Frame::nothing && (!function.parameters.empty() || locals != 0)) {
        for (int copies = function.frame == Frame::twice ? 2 : 1; copies != 0; --copies)
            for (const VariableType type : function.locals)
                values_.push_back(static_cast<std::uint32_t>(type));
        emit(Op::PushV, {static_cast<std::uint32_t>(size_)});
    }
    const Stmt& body = tree_.stmts[function.body];
    list(body.a, body.b);
    const bool returns =
        body.b != 0 && tree_.stmts[tree_.lists[body.a + body.b - 1]].kind == StmtKind::result;
    if (!returns) emit(Op::Return, {static_cast<std::uint32_t>(frame_)});
    end_scope(function.body);
    return complete_;
}

} // namespace vellum::pathologic::source
