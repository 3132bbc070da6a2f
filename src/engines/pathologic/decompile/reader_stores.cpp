// Stores: what an instruction writes ends a statement, or a value that lies on the stack.
#include "engines/pathologic/decompile/reader.hpp"

namespace vellum::pathologic::decompile {

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
            if (goes_on(to, value))
                result_ = value;
            else
                event = Event::stored;
            return true;
        }
        const bool returns = pc_ < end_ && op_at(pc_) == Op::Return && values_at(pc_)[0] == frame_;
        // A vector may get its components yet.
        if (!returns && tree_.exprs[value].kind != ExprKind::vector)
            return refuse("a result is set without a return");
        result_ = returns ? none : value;
        if (!returns) return true;
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

bool Reader::goes_on(const Target& to, NodeId value) {
    Target next{};
    return to.kind == Target::Kind::result && tree_.exprs[value].kind == ExprKind::vector && pc_ < end_ &&
           op_at(pc_) == Op::PushE && values_at(pc_)[1] == 0 && resolve(values_at(pc_)[0], false, next) &&
           next == to;
}

/// `Mov` of the top into a variable, and `Pop 1`.
bool Reader::store_and_pop(std::uint32_t base, bool inside, Event& event) {
    const bool task = op_at(pc_) == Op::TMov;
    const auto values = values_at(pc_);
    Target to{};
    if (!resolve(values[1], task, to)) return refuse("a store goes outside the frame");
    if (pc_ + 1 >= end_ || op_at(pc_ + 1) != Op::Pop || values_at(pc_ + 1)[0] != 1 || values[0] != 1)
        return refuse("a value is both moved and kept");
    const NodeId value = value_of(static_cast<std::uint32_t>(temporaries_.size() - 1));
    if (value == none) return false;
    pc_ += 2;
    return pop(1) && store(to, value, base, inside, event);
}

bool Reader::binary_store(Op op, std::span<const std::uint32_t> values, std::uint32_t base, bool inside,
                          Event& event) {
    const Mode& mode = mode_of(op);
    Target to{};
    if (!resolve(values[2], (values[3] & mode.task[2]) != 0, to))
        return refuse("a store goes outside the frame");
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
        temporaries_[to.number].op = source::plain_form(op);
        temporaries_[to.number].value = right;
        return true;
    }
    const NodeId a = read_operand(values[0], left_task);
    const NodeId b = read_operand(values[1], (values[3] & mode.task[1]) != 0);
    if (a == none || b == none) return false;
    const NodeId value = expr({.kind = ExprKind::binary, .op = source::plain_form(op), .a = a, .b = b});
    ++pc_;
    return pop(values[3] & mode.pops) && store(to, value, base, inside, event);
}

} // namespace vellum::pathologic::decompile
