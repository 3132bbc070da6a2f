// Calls, returns and loops in the register form, and what is called for.
#include <algorithm>
#include <utility>

#include "engines/ags/machine/native/pieces.hpp"
#include "engines/ags/machine/native/walk.hpp"

namespace vellum::ags {

namespace {

using code::constant;

/// A member of what the second temporary points to.
[[nodiscard]] constexpr code::Memory in_fields(std::size_t offset) {
    return {t1, {}, static_cast<std::int32_t>(offset)};
}

} // namespace

void Walk::slow(const FastInstruction& i, Operand d, Operand a, Operand b) {
    const bool drops = i.op == FastOp::drop_parameters;
    const std::uint32_t keep =
        drops ? static_cast<std::uint32_t>(parameters_) +
                    static_cast<std::uint32_t>(code_.layouts[code_.stops[i.imm].layout].entries.size())
              : 0;
    b_.helper(slow_for_native, op_, keep, d, a, b);
    if (d.is(Operand::Kind::variable)) forget_tag(i.d);
}

/// Arguments stand in their entries until something may overwrite these, or may leave: the fast form wants
/// them in their places.
bool Walk::leaves_arguments(const FastInstruction& i) const {
    constexpr FastOp elsewhere[] = {FastOp::argument,     FastOp::argument_number,       FastOp::call_pure,
                                    FastOp::set_register, FastOp::set_register_number,   FastOp::call_plain,
                                    FastOp::set_line,     FastOp::set_register_constant, FastOp::call_far};
    constexpr FastOp moves[] = {FastOp::move, FastOp::move_number, FastOp::move_constant};
    const auto overwrites = [&](const FastInstruction& one) {
        return one.op == FastOp::argument && one.a == i.d;
    };
    return given_.empty() || std::ranges::find(elsewhere, i.op) != std::end(elsewhere) ||
           (std::ranges::find(moves, i.op) != std::end(moves) && std::ranges::none_of(given_, overwrites));
}

void Walk::settle_arguments() {
    for (const FastInstruction& one : std::exchange(given_, {}))
        if (one.op == FastOp::argument)
            put(argument_place(one.d), one.a);
        else
            put_word(argument_place(one.d), integer_word(one.imm));
}

std::uint32_t Walk::kept_at(const FastStop& stop) const {
    return static_cast<std::uint32_t>(parameters_) +
           static_cast<std::uint32_t>(code_.layouts[stop.layout].entries.size());
}

void Walk::native_call(const FastInstruction& i) {
    const FastStop& stop = code_.stops[i.imm];
    const bool pure = i.op == FastOp::call_pure;
    const bool plain = i.op == FastOp::call_plain;
    if (calls_itself_ && pure && given_.size() == stop.arguments) return pure_call(stop);
    if (calls_itself_ && plain && given_.size() == stop.arguments && plain_call(stop)) return;
    settle_arguments();
    const Operand result = stop.result_wanted ? number(stop.target) : Operand{};
    if (pure || plain)
        b_.helper(pure ? pure_for_native : plain_for_native, i.imm, kept_at(stop), result, {}, {});
    else
        b_.helper(call_for_native, op_, kept_at(stop), result, {}, {});
    if (stop.result_wanted) forget_tag(stop.target);
}

/// The same call by a helper, with the arguments where it finds them.
void Walk::cold_call(const FastStop& stop, code::Helper helper, std::uint32_t label, std::uint32_t back) {
    if (!b_.quiet)
        cold_.push_back({label,
                         back,
                         0,
                         helper,
                         op_,
                         stop.result_wanted ? number(stop.target) : Operand{},
                         {},
                         {},
                         kept_at(stop),
                         given_});
}

/// A number that a function gave becomes the call's result. The helpers, which are there for other cases,
/// give one of the same kind.
void Walk::take_result(const FastStop& stop, Operand from) {
    const std::uint32_t tag = stop.to->gives_real ? real_tag : integer_tag;
    b_.load(t1, in_context(offsetof(NativeContext, fields)), 8);
    b_.store(in_fields(offsetof(MachineFields, far_arguments)), constant(~0U));
    if (stop.result_wanted) {
        if (!from.is(Operand::Kind::variable)) b_.move(number(stop.target), from);
        set_tag(stop.target, tag);
    } else {
        const std::size_t ax = offsetof(MachineFields, registers) + sizeof(Word) * reg_ax;
        b_.store(in_fields(ax), from);
        b_.store(in_fields(ax + 4), constant(tag));
    }
}

/// A function that only computes: nobody can look at anything meanwhile.
void Walk::pure_call(const FastStop& stop) {
    using Given = code::Invocation::Given;
    const std::uint32_t otherwise = b_.make_label();
    const std::uint32_t behind = b_.make_label();
    code::Invocation invocation{reinterpret_cast<std::uint64_t>(stop.to->pure), {}};
    Operand numbers[2] = {constant(0), constant(0)};
    for (const FastInstruction& one : given_)
        if (one.d < 2) numbers[one.d] = one.op == FastOp::argument ? number(one.a) : constant(one.imm);
    invocation.given[0].kind = Given::Kind::a;
    invocation.given[1].kind = Given::Kind::b;
    b_.branch_memory(Condition::eq, constant(0), in_context(offsetof(NativeContext, calls_pure)), 1,
                     otherwise);
    const Computes computes = stop.to->computes;
    const bool known = computes != Computes::something && stop.result_wanted &&
                       numbers[1].is(Operand::Kind::constant) && numbers[1].value == 0;
    cold_call(stop, call_for_native, otherwise, behind);
    given_.clear();
    if (known) {
        if (computes == Computes::square_root)
            b_.branch_real(Condition::lt, false, numbers[0], constant(0), otherwise);
        b_.charge(stop.instructions, otherwise);
        b_.value(computes == Computes::square_root       ? Op::square_root
                 : computes == Computes::real_of_integer ? Op::real_of_integer
                                                         : Op::integer_below,
                 number(stop.target), numbers[0], {});
        take_result(stop, number(stop.target));
    } else {
        b_.budget(stop.instructions, otherwise);
        b_.invoke(t0, invocation, numbers[0], numbers[1], 0);
        b_.branch_wide(Condition::lt, t0, constant(0), otherwise);
        b_.count(stop.instructions);
        take_result(stop, t0);
    }
    b_.bind(behind);
}

/// A native of numbers. What it may look at is made visible: the calls, the count and where the script
/// stands. False: not all arguments are numbers.
bool Walk::plain_call(const FastStop& stop) {
    using Given = code::Invocation::Given;
    const Callee& callee = *stop.to;
    const auto is_number_tag = [&](const FastInstruction& one) {
        return one.op == FastOp::argument_number || known_tag(one.a) <= last_number_tag ||
               known_tag(one.a) == any_tag;
    };
    if (!std::ranges::all_of(given_, is_number_tag)) return false;
    const std::uint32_t otherwise = b_.make_label();
    const std::uint32_t unusual = b_.make_label();
    const std::uint32_t behind = b_.make_label();
    const auto member = [](std::size_t offset) { return in_context(offset); };
    b_.branch_memory(Condition::eq, constant(0), member(offsetof(NativeContext, calls_pure)), 1, otherwise);
    for (const FastInstruction& one : given_) {
        const auto at = static_cast<std::size_t>(one.d);
        const Memory to = member(offsetof(NativeContext, plain_arguments) + sizeof(std::uint32_t) * at);
        const bool boolean = callee.types[at] == Type::boolean;
        if (one.op == FastOp::argument_number) {
            b_.store(to, constant(boolean && one.imm != 0 ? 1 : one.imm));
            continue;
        }
        if (known_tag(one.a) == any_tag) {
            b_.load(t0, tag_place(one.a));
            b_.branch(Condition::above, t0, constant(last_number_tag), otherwise);
        }
        if (boolean) b_.set(Op::set, t0, Condition::ne, number(one.a), constant(0));
        b_.store(to, boolean ? t0 : number(one.a));
    }
    b_.count(stop.instructions);
    b_.store(member(offsetof(NativeContext, code) + offsetof(code::Context, calls)), code::calls_base, 8);
    b_.load(t1, member(offsetof(NativeContext, fields)), 8);
    b_.store(in_fields(offsetof(MachineFields, executed)), code::count_base, 8);
    b_.load(t1, member(offsetof(NativeContext, view)), 8);
    b_.load(t0, member(offsetof(NativeContext, state)), 8);
    b_.store(in_fields(offsetof(MachineView, fast_state)), t0, 8);
    b_.store(member(offsetof(NativeContext, step)), constant(stop.step));

    code::Invocation invocation{reinterpret_cast<std::uint64_t>(callee.native.plain), {}};
    invocation.given = {Given{Given::Kind::number, reinterpret_cast<std::uint64_t>(callee.native.self)},
                        Given{Given::Kind::member, offsetof(NativeContext, plain_call)},
                        Given{Given::Kind::place, offsetof(NativeContext, plain_arguments)},
                        Given{Given::Kind::place, offsetof(NativeContext, plain_result)}};
    b_.invoke(t0, invocation, {}, {}, kept_at(stop));
    b_.store(member(offsetof(NativeContext, plain_done)), t0, 1);
    b_.load(t1, member(offsetof(NativeContext, view)), 8);
    b_.store(in_fields(offsetof(MachineView, fast_state)), constant(0), 8);
    b_.load(t0, in_fields(offsetof(MachineView, stop_at)), 8);
    b_.store(member(offsetof(NativeContext, code) + offsetof(code::Context, limit)), t0, 8);
    b_.branch_wide(Condition::not_below, code::count_base, t0, unusual);
    b_.branch_memory(Condition::eq, constant(0), member(offsetof(NativeContext, plain_done)), 1, unusual);
    b_.load(t0, member(offsetof(NativeContext, changes)), 8);
    b_.load(t0, in_object(0));
    b_.branch_memory(Condition::ne, t0, member(offsetof(NativeContext, known_changes)), 4, unusual);
    cold_call(stop, call_for_native, otherwise, behind);
    cold_call(stop, end_plain_for_native, unusual, behind);
    given_.clear();
    const Operand result = stop.result_wanted ? number(stop.target) : t0;
    b_.load(result, member(offsetof(NativeContext, plain_result)));
    take_result(stop, result);
    b_.bind(behind);
    return true;
}

void Walk::call(const FastInstruction& i) {
    const FastStop& stop = code_.stops[i.imm];
    const FastFunction& callee = code_.functions[stop.function];
    const auto entries = static_cast<std::uint32_t>(i.a) + 1;
    const auto bytes = static_cast<std::uint32_t>(i.b) + 4;
    const Operand code = stop.function == number_ ? Operand{} : t0;
    if (stop.function != number_) {
        const auto place = static_cast<std::int32_t>(8 * stop.function);
        if (calls_itself_)
            b_.wide(t0, code_.native->table.data());
        else
            b_.load(t0, in_context(offsetof(NativeContext, code) + offsetof(code::Context, functions)), 8);
        b_.load(t0, {t0, {}, place}, 8);
        b_.branch_wide(Condition::eq, t0, constant(0), exit());
    }
    b_.branch_memory(Condition::not_below, code::calls_base, in_context(offsetof(NativeContext, calls_end)),
                     8, exit());
    b_.value(Op::add_wide, t1, code::frame_base, constant(8 * (entries + callee.most_entries)));
    b_.branch_memory(Condition::not_below, t1, in_context(offsetof(NativeContext, frames_end)), 8, exit());
    b_.value(Op::add_wide, t1, code::bytes_base, constant(bytes + callee.most_bytes));
    b_.branch_memory(Condition::not_below, t1, in_context(offsetof(NativeContext, bytes_end)), 8, exit());
    b_.charge(stop.instructions, exit());
    const Memory line = in_context(offsetof(NativeContext, line));
    const Memory kept{code::calls_base, {}, offsetof(NativeContext, lines) - offsetof(NativeContext, notes)};
    if (stop.line >= 0)
        b_.store(line, constant(static_cast<std::uint32_t>(stop.line)));
    else {
        b_.load(t1, line);
        b_.store(kept, t1);
    }
    const std::size_t depth = code_.layouts[stop.layout].entries.size();
    b_.call(stop.function, code, {i.imm, 8 * entries, bytes},
            static_cast<std::uint32_t>(parameters_) + static_cast<std::uint32_t>(depth));
    if (stop.line >= 0)
        b_.store(line, constant(static_cast<std::uint32_t>(stop.line)));
    else {
        b_.load(t0, kept);
        b_.store(line, t0);
    }
    // Parameters are the callee's own.
    for (std::size_t given = 0; given < callee.parameters && given < depth; ++given)
        tags_[static_cast<std::size_t>(parameters_) + depth - 1 - given] = any_tag;
    reach(stop.return_op);
    b_.jump(blocks_.at(original(stop.return_op)).label);
    ended_ = true;
}

/// True if an argument stands where the copy of an earlier one goes, which is written before. `first`: the
/// entry of the last one's copy; the others' are above it.
bool Walk::arguments_cross(std::int16_t first) const {
    return std::ranges::any_of(given_, [&](const FastInstruction& one) {
        return one.op == FastOp::argument && one.a > first + static_cast<int>(given_.size()) - 1 - one.d;
    });
}

/// A call of another script's function. Nothing is made for it but notes: who wants to see runs and
/// parameters makes them (NativeContext::make_runs).
void Walk::call_far(const FastInstruction& i) {
    const FastStop& stop = code_.stops[i.imm];
    const std::uint32_t keep = kept_at(stop);
    reach(stop.return_op);
    const std::uint32_t behind = blocks_.at(original(stop.return_op)).label;
    if (!calls_itself_) {
        settle_arguments();
        b_.call_other(enter_far_for_native, leave_far_for_native, op_, keep);
        b_.jump(behind);
        ended_ = true;
        return;
    }
    const Instance& target = environment_.instances()[stop.instance];
    if (stop.function == FastStop::none || target.fast->native == nullptr ||
        (!stop.listed && given_.size() != stop.arguments)) {
        settle_arguments();
        return leave(keep);
    }
    if (stop.listed) b_.helper(read_list_for_native, op_, keep, {}, {}, {});
    const bool crossed = stop.listed || arguments_cross(i.a);
    if (crossed) settle_arguments();
    const FastFunction& callee = target.fast->functions[stop.function];
    const auto entries = static_cast<std::uint32_t>(i.a) + stop.arguments + 1;
    const std::uint32_t bytes = static_cast<std::uint32_t>(i.b) + 4 * stop.arguments + 4;
    const std::uint32_t refused = b_.make_label();
    if (!b_.quiet) cold_.push_back({refused, exit(), 0, nullptr, 0, {}, {}, {}, keep, given_});
    b_.wide(t0, &target.fast->native->table[stop.function]);
    b_.load(t0, in_object(0), 8);
    b_.branch_wide(Condition::eq, t0, constant(0), refused);
    b_.value(Op::add_wide, t1, code::calls_base, constant(4 * (most_nested_calls + 1)));
    b_.branch_memory(Condition::above, t1, in_context(offsetof(NativeContext, far_end)), 8, refused);
    b_.value(Op::add_wide, t1, code::frame_base, constant(8 * (entries + callee.most_entries)));
    b_.branch_memory(Condition::not_below, t1, in_context(offsetof(NativeContext, frames_end)), 8, refused);
    b_.value(Op::add_wide, t1, code::bytes_base, constant(bytes + callee.most_bytes));
    b_.branch_memory(Condition::not_below, t1, in_context(offsetof(NativeContext, bytes_end)), 8, refused);
    b_.charge(stop.instructions, refused);

    const auto copy = [&](std::uint32_t number) {
        return Memory{code::frame_base, {}, 8 * static_cast<std::int32_t>(entries - 2 - number)};
    };
    for (std::uint32_t number = 0; crossed && number < stop.arguments; ++number) {
        b_.load(t1, argument_place(static_cast<std::int16_t>(number)), 8);
        b_.store(copy(number), t1, 8);
    }
    for (const FastInstruction& one : given_) {
        const Memory to = copy(static_cast<std::uint32_t>(one.d));
        if (one.op == FastOp::argument)
            put(to, one.a);
        else
            put_word(to, integer_word(one.imm));
    }
    given_.clear();

    // What the caller's run has is put aside, and the callee's begins.
    const auto kept = [](std::size_t offset) {
        return Memory{
            code::calls_base, {}, static_cast<std::int32_t>(offset - offsetof(NativeContext, notes))};
    };
    const auto member = [](std::size_t offset) { return in_context(offset); };
    const Memory line = member(offsetof(NativeContext, line));
    const Memory loops = member(offsetof(NativeContext, loops));
    const Memory lines = kept(offsetof(NativeContext, lines));
    const struct {
        Memory place, kept;
    } aside[] = {
        {member(offsetof(NativeContext, unchecked_from)), kept(offsetof(NativeContext, unchecked_of))},
        {member(offsetof(NativeContext, calls_end)), kept(offsetof(NativeContext, ends_of))}};
    if (stop.line >= 0)
        b_.store(line, constant(static_cast<std::uint32_t>(stop.line)));
    else {
        b_.load(t1, line);
        b_.store(lines, t1);
    }
    for (const auto& one : aside) {
        b_.load(t1, one.place, 8);
        b_.value(Op::sub_wide, t1, t1, code::context_base);
        b_.store(one.kept, t1);
    }
    b_.value(Op::add_wide, t1, code::context_base,
             constant(offsetof(NativeContext, notes) + 4 * (most_fast_calls + 1)));
    b_.store(aside[0].place, t1, 8);
    b_.value(Op::add_wide, t1, code::calls_base, constant(4 * (most_nested_calls + 1)));
    b_.store(aside[1].place, t1, 8);
    b_.load(t1, loops);
    b_.store(kept(offsetof(NativeContext, loops_of)), t1);
    b_.store(loops, constant(0));
    const auto run_in = [&](const Instance& script, std::uint32_t far_arguments) {
        b_.load(t1, member(offsetof(NativeContext, fields)), 8);
        b_.store(in_fields(offsetof(MachineFields, instance)), constant(script.number));
        b_.store(in_fields(offsetof(MachineFields, far_arguments)), constant(far_arguments));
        b_.wide(code::data_base, script.data.data());
    };
    run_in(target, ~0U);
    b_.call(stop.function, t0, {i.imm, 8 * entries, bytes}, keep);

    run_in(instance_, stop.arguments == 0 ? 0 : ~0U);
    const std::uint32_t made = b_.make_label();
    const std::uint32_t ended = b_.make_label();
    if (stop.listed)
        b_.jump(made);
    else
        b_.branch_memory(Condition::below, code::calls_base, member(offsetof(NativeContext, made)), 8, made);
    cold_helper(end_run_for_native, made, ended, {}, {}, {});
    b_.bind(ended);
    if (stop.line >= 0)
        b_.store(line, constant(static_cast<std::uint32_t>(stop.line)));
    else {
        b_.load(t1, lines);
        b_.store(line, t1);
    }
    for (const auto& one : aside) {
        b_.load(t1, one.kept);
        b_.value(Op::add_wide, t1, t1, code::context_base);
        b_.store(one.place, t1, 8);
    }
    b_.load(t1, kept(offsetof(NativeContext, loops_of)));
    b_.store(loops, t1);
    if (stop.arguments != 0) { // SUBREALSTACK
        const std::uint32_t spent = b_.make_label();
        b_.count(1);
        b_.branch_memory(Condition::not_below, code::count_base,
                         member(offsetof(NativeContext, code) + offsetof(code::Context, limit)), 8, spent);
        if (!b_.quiet)
            cold_.push_back({spent, behind, 0, out_of_budget_for_native, op_, {}, {}, {}, keep, {}});
    }
    b_.jump(behind);
    ended_ = true;
}

void Walk::ret(const FastInstruction& i) {
    const auto counted = static_cast<std::uint16_t>(i.d);
    b_.charge(counted, exit());
    if (turns_checks_off_) {
        const std::uint32_t skip = b_.make_label();
        const Memory from = in_context(offsetof(NativeContext, unchecked_from));
        b_.branch_memory(Condition::ne, code::calls_base, from, 8, skip);
        b_.value(Op::add_wide, t0, code::context_base,
                 constant(offsetof(NativeContext, notes) + 4 * (most_fast_calls + 1)));
        b_.store(from, t0, 8);
        b_.bind(skip);
    }
    b_.ret(op_, static_cast<std::uint32_t>(parameters_));
    ended_ = true;
}

void Walk::jump_back(const FastInstruction& i) {
    const auto counted = static_cast<std::uint16_t>(i.d);
    reach(i.imm);
    const std::uint32_t target = blocks_.at(original(i.imm)).label;
    if (environment_.loop_limit != 0) {
        const std::uint32_t skip = b_.make_label();
        const Memory loops = in_context(offsetof(NativeContext, loops));
        b_.branch_memory(Condition::not_below, code::calls_base,
                         in_context(offsetof(NativeContext, unchecked_from)), 8, skip);
        b_.load(t0, loops);
        b_.branch(Condition::not_below, t0, constant(environment_.loop_limit), exit());
        b_.charge(counted, exit());
        b_.value(Op::add, t0, t0, constant(1));
        b_.store(loops, t0);
        b_.jump(target);
        b_.bind(skip);
    }
    b_.charge(counted, exit());
    b_.jump(target);
    ended_ = true;
}

} // namespace vellum::ags
