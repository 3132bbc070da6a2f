// Conditions within expressions: &&, || and ?: as they stand in code.
#include "engines/pathologic/decompile/reader.hpp"

namespace vellum::pathologic::decompile {

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
        return refuse("a condition of && or || is incomplete");
    const NodeId whole =
        expr({.kind = now.value ? ExprKind::either : ExprKind::both, .a = now.first, .b = value});
    if (whole == none) return false;
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
    if (event == Event::failed || pc_ != end) return refuse("a branch of ?: is not a value");
    if (event == Event::stored) {
        stored = true;
        to = stored_to_;
        value = stored_;
        return true;
    }
    if (event != Event::end) return refuse("a branch of ?: is not a value");
    if (temporaries_.size() == level + 1) {
        stored = false;
        value = value_of(level);
        return value != none && pop(1);
    }
    if (temporaries_.size() != level || stored_at_ != pc_) return refuse("a branch of ?: is not a value");
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
    // Both sides may replace the value on the top: each finds it as it was.
    const std::size_t level = temporaries_.size();
    const Temporary top = level == 0 ? Temporary{} : temporaries_.back();
    const auto undo = [&] {
        if (level != 0 && temporaries_.size() == level) temporaries_.back() = top;
    };
    if (!side(target - 1, stored_first, first, a)) return false;
    undo();
    pc_ = target;
    if (!side(end, stored_second, second, b)) return false;
    undo();
    --nesting_;
    if (stored_first != stored_second || (stored_first && !(first == second)))
        return refuse("the branches of ?: differ");
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

/// `D = a || b`, and `return a && b`, which begin with a plain store.
bool Reader::result_logical(const Target& to, bool value, std::uint32_t end, std::uint32_t base, bool inside,
                            Event& event) {
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
        if (store(to, whole, base, inside, event)) return true;
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
