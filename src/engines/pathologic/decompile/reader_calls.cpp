// Calls: of functions and tasks with the block of values that each has, of natives and methods.
#include "engines/pathologic/decompile/reader.hpp"

namespace vellum::pathologic::decompile {

bool Reader::finish(std::uint32_t temporaries, const Stmt& stmt, bool inside, Event& event) {
    if (inside || pc_ >= end_ || op_at(pc_) != Op::Pop || values_at(pc_)[0] != temporaries)
        return refuse("the values of a call are not popped after it");
    ++pc_;
    if (!pop(temporaries)) return false;
    done_ = stmt;
    event = Event::statement;
    return true;
}

bool Reader::arguments(std::span<const std::uint32_t> values, std::size_t first, Stmt& stmt) {
    arguments_.clear();
    for (std::size_t i = first; i + 1 < values.size(); i += 2) {
        if (values[i + 1] > 1) return refuse("an argument has an unexpected marker");
        arguments_.push_back(read_operand(values[i], values[i + 1] != 0));
        if (arguments_.back() == none) return false;
    }
    stmt.b = tree_.list(arguments_);
    stmt.c = static_cast<std::uint32_t>(arguments_.size());
    return true;
}

bool Reader::native(std::uint32_t base, bool inside, Event& event) {
    const auto values = values_at(pc_);
    Stmt stmt{.kind = StmtKind::native, .a = texts_.native(values[0])};
    if (stmt.a == none) return refuse("a native has no name that can be written");
    stmt.e = texts_.native_place(values[0]);
    if (!arguments(values, 1, stmt)) return false;
    ++pc_;
    return finish(static_cast<std::uint32_t>(temporaries_.size() - base), stmt, inside, event);
}

bool Reader::method(bool task, std::uint32_t base, bool inside, Event& event) {
    const auto values = values_at(pc_);
    Stmt stmt{.kind = StmtKind::method, .a = texts_.name(values[1]), .d = read_operand(values[0], task)};
    if (stmt.a == none) return refuse("a method has no name that can be written");
    stmt.e = texts_.place(false, values[1]);
    if (stmt.d == none) return false;
    if (!arguments(values, 3, stmt)) return false;
    ++pc_;
    return finish(static_cast<std::uint32_t>(temporaries_.size() - base), stmt, inside, event);
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
    if (function == nullptr) return refuse("a call does not lead to a function");
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
    arguments_.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
        const Temporary& one = temporaries_[first + i];
        if (i < result) {
            if (one.value != none || one.type != *callee.result)
                return refuse("a result is set by the caller");
            continue;
        }
        if (one.value == none || one.type != callee.parameters[i - result])
            return refuse("an argument is missing or of another type");
        arguments_.push_back(one.value);
    }
    Expr made{.kind = task == none ? ExprKind::call : ExprKind::task_call, .a = task == none ? number : task};
    made.b = tree_.list(arguments_);
    made.c = static_cast<std::uint32_t>(arguments_.size());
    const NodeId value = expr(made);
    if (value == none) return false;
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
        if (!resolve(values[1], op_at(pc_) == Op::TMov, to)) return refuse("a result goes outside the frame");
        pc_ += 2;
        return pop(count) && store(to, value, base, inside, event);
    }
    default: break;
    }
    return refuse("the block of a call is not popped after it");
}

} // namespace vellum::pathologic::decompile
