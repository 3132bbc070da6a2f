// Values of the reader: the instructions are carried out with expressions for values. What they store, call
// and decide stands in the files beside.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>

#include "engines/pathologic/decompile/reader.hpp"
#include "engines/pathologic/isa/operands.hpp"

namespace vellum::pathologic::decompile {

namespace {

bool is_finite(std::uint32_t bits) { return std::isfinite(std::bit_cast<float>(bits)); }

/// What an operator does with its operands.
enum class Form : std::uint8_t { other, binary, binary_store, unary, unary_store };

constexpr auto forms = [] {
    std::array<Form, hd_row_count> made{};
    const auto set = [&](Op op, Form plain, Form store) {
        made[static_cast<std::size_t>(op)] = plain;
        made[static_cast<std::size_t>(source::storing(op))] = store;
    };
    for (auto op = static_cast<std::size_t>(Op::Add); op <= static_cast<std::size_t>(Op::GE); ++op)
        set(static_cast<Op>(op), Form::binary, Form::binary_store);
    set(Op::Pow, Form::binary, Form::binary_store);
    for (const Op op :
         {Op::NullEq, Op::NullNeq, Op::Neg, Op::Not, Op::Sqrt, Op::Sin, Op::Cos, Op::ASin, Op::CString})
        set(op, Form::unary, Form::unary_store);
    return made;
}();

} // namespace

source::NodeId Reader::expr(Expr one) {
    one.place = pc_;
    const NodeId made = tree_.add(one);
    if (tree_.exprs[made].height <= source::most_height) return made;
    refuse("its expressions are nested too deeply");
    return none;
}

source::NodeId Reader::number(std::uint32_t bits) { return expr({.kind = ExprKind::real, .a = bits}); }

source::NodeId Reader::vector(const std::uint32_t* bits) {
    for (int i = 0; i < 3; ++i)
        if (!is_finite(bits[i])) {
            refuse("a vector has a component that is not a number");
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
    const auto first_local = static_cast<std::int64_t>(first_local_);
    if (at >= frame_) {
        out = {Target::Kind::temporary, static_cast<std::uint32_t>(at - frame_)};
        return out.number < temporaries_.size();
    }
    if (at >= first_local) {
        out = {Target::Kind::local, static_cast<std::uint32_t>(at - first_local)};
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
        refuse("a value is used before it exists");
        return none;
    }
    const Expr& held = tree_.exprs[one.value];
    if (held.kind == ExprKind::component && held.a == none) {
        refuse("a component of an expression is used");
        return none;
    }
    if (!one.slot) return one.value;
    // One value of its own that was written in place: a cast.
    const auto behind = std::ranges::upper_bound(groups_, number, {}, &Group::first);
    if (behind == groups_.begin() || std::prev(behind)->first != number || std::prev(behind)->count != 1) {
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
        refuse("an operand is outside the frame");
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
        if (!is_finite(values[at])) return refuse("a float is not a number");
        out = number(values[at]);
        return true;
    case Op::MovS:
    case Op::TMovS:
    case Op::PushS: {
        const source::TextId text = texts_.wide(values[at]);
        if (text == none) return refuse("unterminated string");
        out = expr({.kind = ExprKind::string, .a = text, .b = texts_.place(true, values[at])});
        return true;
    }
    default: out = vector(values.data() + at); return out != none;
    }
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
    switch (forms[static_cast<std::size_t>(op)]) {
    case Form::other: break;
    case Form::binary: {
        const Mode& mode = mode_of(op);
        const NodeId a = read_operand(values[0], (values[2] & mode.task[0]) != 0);
        const NodeId b = a == none ? none : read_operand(values[1], (values[2] & mode.task[1]) != 0);
        if (b == none) return false;
        value = expr({.kind = ExprKind::binary, .op = op, .a = a, .b = b});
        ++pc_;
        return pop(values[2] & mode.pops) && push(value);
    }
    case Form::binary_store: return binary_store(op, values, base, inside, event);
    case Form::unary: {
        const Mode& mode = mode_of(op);
        const NodeId a = read_operand(values[0], (values[1] & mode.task[0]) != 0);
        if (a == none) return false;
        value = expr({.kind = ExprKind::unary, .op = op, .a = a});
        ++pc_;
        return pop(values[1] & mode.pops) && push(value);
    }
    case Form::unary_store: {
        const Mode& mode = mode_of(op);
        if (!resolve(values[1], (values[2] & mode.task[1]) != 0, to))
            return refuse("a store goes outside the frame");
        const NodeId a = read_operand(values[0], (values[2] & mode.task[0]) != 0);
        if (a == none) return false;
        value = expr({.kind = ExprKind::unary, .op = source::plain_form(op), .a = a});
        ++pc_;
        return pop(values[2] & mode.pops) && store(to, value, base, inside, event);
    }
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
            return refuse("a store goes outside the frame");
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
        if (!resolve(values[0], task_form, to)) return refuse("a store goes outside the frame");
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
                if (temporaries_.size() == base &&
                    result_logical(to, values[1] != 0, end, base, inside, event))
                    return true;
                if (event == Event::failed) return false;
            }
        }
        return store(to, value, base, inside, event);
    }
    case Op::SetNull:
    case Op::SetNullT:
        if (!resolve(values[0], op == Op::SetNullT, to)) return refuse("a store goes outside the frame");
        value = expr({.kind = ExprKind::null});
        ++pc_;
        return store(to, value, base, inside, event);
    case Op::Jump:
        if (inside || temporaries_.size() != base) return refuse("a jump in the middle of an expression");
        event = Event::jump;
        return true;
    case Op::JumpB:
        if (!inside && temporaries_.size() == 1 && values[1] <= pc_)
            return refuse("a backward jump is not a loop");
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
        if (values[1] > 1 || values[2] > 2) return refuse("a component is unexpected");
        if (!resolve(values[0], values[1] != 0, to)) return refuse("an operand is outside the frame");
        if (to.kind == Target::Kind::temporary || to.kind == Target::Kind::result)
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
            return refuse("a component is unexpected");
        const Temporary top = temporaries_.back();
        if (!resolve(values[0], values[2] != 0, to)) return refuse("a store goes outside the frame");
        if (!top.replaced && !top.updated) return refuse("a component is stored without a value");
        ++pc_;
        if (!pop(1)) return false;
        if (to.kind == Target::Kind::temporary || to.kind == Target::Kind::result) {
            // a vector that is being put together
            const bool result = to.kind == Target::Kind::result;
            const NodeId target = result                            ? result_
                                  : to.number < temporaries_.size() ? temporaries_[to.number].value
                                                                    : none;
            if (target == none || tree_.exprs[target].kind != ExprKind::vector || top.updated)
                return refuse("a component is stored in a value that is not a vector");
            Expr made = tree_.exprs[target];
            (values[1] == 0 ? made.a : values[1] == 1 ? made.b : made.c) = top.value;
            const NodeId put = expr(made);
            if (put == none) return false;
            if (result) return store(to, put, base, inside, event);
            temporaries_[to.number].value = put;
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
            return refuse("a global is stored in an unexpected way");
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
            return refuse("exists() has an unexpected form");
        const NodeId named = value_of(static_cast<std::uint32_t>(temporaries_.size() - 2));
        const NodeId counted = value_of(static_cast<std::uint32_t>(temporaries_.size() - 1));
        if (named == none || counted == none) return false;
        const Expr text = tree_.exprs[named];
        const Expr count = tree_.exprs[counted];
        if (text.kind != ExprKind::string || text.b != none || count.kind != ExprKind::integer)
            return refuse("exists() has an unexpected form");
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
        if (inside || temporaries_.size() != base || values[0] != frame_)
            return refuse("a return has an unexpected form");
        ++pc_;
        done_ = {.kind = StmtKind::result};
        event = Event::statement;
        return true;
    default: return refuse("an instruction has no form in the language");
    }
}

} // namespace vellum::pathologic::decompile
