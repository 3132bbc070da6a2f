// Calls, parameters and returns. Around each of them everything stands where the machine expects it, because
// a native may wait, look at the call stack, or never come back.
#include <algorithm>

#include "engines/ags/machine/fast/lowering.hpp"

namespace vellum::ags {

std::uint32_t Lowering::add_stop(std::uint32_t at) {
    FastStop stop;
    stop.step = at;
    stop.layout = layout_number(layout_);
    stop.line = line_;
    stop.instructions = uncounted_;
    code_.stops.push_back(stop);
    return static_cast<std::uint32_t>(code_.stops.size() - 1);
}

void Lowering::account(std::uint32_t last, std::uint32_t count, std::uint32_t hops) {
    const auto op = static_cast<std::uint32_t>(code_.code.size() - 1);
    code_.ranges.push_back({op, last - count + 1, count});
    for (std::uint32_t step = last; hops > 0; --hops) {
        step = number_of(steps_[step].value);
        code_.ranges.push_back({op, step, 1});
    }
}

void Lowering::settle_parameters() {
    for (Symbol& parameter : parameters_) {
        emit(FastOp::parameter, 0, entry_of(parameter), 0, 0, at_);
        parameter = Symbol();
        pins_.clear();
    }
    parameters_.clear();
}

/// The newest parameters as arguments. Older ones belong to a call that is still being prepared: they go to
/// the machine's list.
void Lowering::settle_arguments(std::size_t count, std::uint32_t at) {
    const std::size_t older = parameters_.size() - count;
    for (std::size_t i = 0; i < older; ++i) {
        emit(FastOp::parameter, 0, entry_of(parameters_[i]), 0, 0, at);
        parameters_[i] = Symbol();
        pins_.clear();
    }
    parameters_.erase(parameters_.begin(), parameters_.begin() + static_cast<std::ptrdiff_t>(older));
    for (std::size_t i = 0; i < count; ++i) { // the last pushed is the first in source order
        Symbol& parameter = parameters_[count - 1 - i];
        const auto number = static_cast<std::int16_t>(i);
        if (parameter.is_integer())
            emit(FastOp::argument_number, number, 0, 0, number_of(parameter.word), at);
        else
            emit(FastOp::argument, number, entry_of(parameter), 0, 0, at);
        parameter = Symbol(); // nobody needs its entry any more
        pins_.clear();
    }
}

bool Lowering::lower_parameter_drop(std::uint32_t at) {
    const std::uint32_t count = number_of(steps_[at].value);
    if (called_parameters_ != 0) {
        if (count != called_parameters_) return false;
        parameters_.resize(parameters_.size() - count);
        called_parameters_ = 0;
        return true;
    }
    if (!parameters_.empty() || signed_of(steps_[at].value) < 0) return false;
    settle_stack(); // it may be left here: behind a call of another script the parameters are on the stack,
                    // too
    settle_registers(live_.before[at]);
    const std::uint32_t number = add_stop(at);
    --code_.stops[number].instructions; // counted by who executes it, or with what follows
    code_.stops[number].arguments = count;
    emit(FastOp::drop_parameters, 0, 0, 0, number, at);
    return true;
}

bool Lowering::lower_external(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a == reg_sp || tail_.size != 0 || called_parameters_ != 0 || next_arguments_ < 0) return false;
    const Symbol target = registers_[step.a];
    if (!target.is(Symbol::Kind::constant) || kind_of(target.word) != Tag::code) return false;
    const std::uint32_t callee = object_of(target.word);
    if (environment_.callees()[callee].kind == CalleeKind::script) return false;
    const auto count = static_cast<std::size_t>(next_arguments_);
    const auto after = static_cast<RegisterSet>(live_.after[at] & ~in_set(reg_ax));
    const bool direct = count <= parameters_.size();
    registers_[step.a] = Symbol();
    settle_stack(); // first: machine code takes arguments from where they stand if nothing comes between
    if (direct) {
        settle_arguments(count, at);
        called_parameters_ = static_cast<std::uint32_t>(count);
    } else
        settle_parameters();
    settle_registers(after);
    const std::uint32_t number = add_stop(at);
    FastStop& stop = code_.stops[number];
    stop.callee = callee;
    stop.to = &environment_.callees()[callee];
    stop.arguments = static_cast<std::uint32_t>(count);
    stop.with_self = object_call_;
    stop.target = depth();
    most_scratch_ = std::max(most_scratch_, depth());
    stop.result_wanted = direct && (live_.after[at] & in_set(reg_ax)) != 0;
    if (step.a != reg_ax) return false; // the result would meet the target
    const bool plain = direct && !object_call_ && Machine::takes_plain(*stop.to, count);
    const bool pure = plain && stop.to->kind == CalleeKind::builtin;
    stop.op = static_cast<std::uint32_t>(code_.code.size());
    emit(pure     ? FastOp::call_pure
         : plain  ? FastOp::call_plain
         : direct ? FastOp::call_native
                  : FastOp::call_listed,
         0, 0, 0, number, at);
    account(at, uncounted_);
    // Nothing stands in scratch entries now but what registers_ says; the result takes the first.
    if (stop.result_wanted && is_held(stop.target, after)) return false;
    registers_[reg_ax] = stop.result_wanted ? Symbol::of_entry(stop.target) : Symbol::of_register(reg_ax);
    uncounted_ = 0;
    next_arguments_ = -1;
    object_call_ = false;
    return true;
}

bool Lowering::lower_call(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a != reg_ax || tail_.size != 0 || called_parameters_ != 0 || next_arguments_ >= 0) return false;
    const Symbol target = registers_[reg_ax];
    if (!target.is_integer()) return false;
    const auto function = function_at_.find(number_of(target.word));
    if (function == function_at_.end()) return false;
    if (leader_[at + 1] && (live_.before[at + 1] & call_clobbers) != 0)
        return refuse(at, "registers are used after a call");
    registers_[reg_ax] = Symbol();
    settle_parameters();
    settle_stack();
    const std::uint32_t number = add_stop(at);
    code_.stops[number].function = function->second;
    emit(FastOp::call, 0, depth(), static_cast<std::int16_t>(layout_.bytes), number, at);
    account(at, uncounted_);
    object_call_ = false;
    ended_ = true;
    return reach(at, at + 1, layout_);
}

/// A call into another script, which puts its parameters on the machine's list and on the stack, as the
/// precise interpreter does. Behind it they are dropped from both: SUBREALSTACK is part of the return.
bool Lowering::lower_far(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a != reg_ax || tail_.size != 0 || called_parameters_ != 0 || next_arguments_ < 0) return false;
    const Symbol target = registers_[reg_ax];
    if (!target.is(Symbol::Kind::constant) || kind_of(target.word) != Tag::code) return false;
    const bool drops = next_arguments_ != 0;
    if (drops && (steps_[at + 1].op != Op::subrealstack ||
                  number_of(steps_[at + 1].value) != static_cast<std::uint32_t>(next_arguments_)))
        return false;
    const std::uint32_t next = drops ? at + 2 : at + 1;
    if (!leader_[next] || (live_.before[next] & call_clobbers) != 0)
        return refuse(at, "registers are used after a call");
    registers_[reg_ax] = Symbol();
    const auto count = static_cast<std::size_t>(next_arguments_);
    const bool listed = count > parameters_.size(); // some of them were pushed in another block
    settle_stack();
    if (listed)
        settle_parameters();
    else
        settle_arguments(count, at);
    settle_registers(static_cast<RegisterSet>(live_.before[at] & ~in_set(reg_ax)));
    const std::uint32_t number = add_stop(at);
    Layout behind = layout_;
    behind.entries.insert(behind.entries.end(), count, {});
    behind.bytes += 4 * static_cast<std::uint32_t>(count);
    FastStop& stop = code_.stops[number];
    stop.layout_behind = layout_number(behind);
    stop.is_far = true;
    stop.listed = listed;
    stop.callee = object_of(target.word);
    stop.instance = environment_.callees()[stop.callee].instance;
    stop.arguments = static_cast<std::uint32_t>(count);
    stop.with_self = object_call_;
    emit(FastOp::call_far, 0, depth(), static_cast<std::int16_t>(layout_.bytes), number, at);
    account(at, uncounted_);
    ended_ = true;
    return reach(at, next, layout_);
}

void link_far_calls(const Environment& environment, FastCode& code) {
    for (FastStop& stop : code.stops) {
        if (!stop.is_far) continue;
        const Instance& target = environment.instances()[stop.instance];
        if (target.fast == nullptr) continue;
        const std::uint32_t step = target.step_at[environment.callees()[stop.callee].address];
        const FastEntry& entry = target.fast->entries[step];
        if (entry.op == FastEntry::none) continue;
        const FastFunction& function = target.fast->functions[entry.function];
        if (function.start_step != step || function.parameters > stop.arguments) continue;
        stop.function = entry.function;
        stop.entry_op = entry.op;
    }
}

bool Lowering::lower_return(std::uint32_t at) {
    if (!stack_.empty() || tail_.size != 0 || called_parameters_ != 0 || next_arguments_ >= 0 || object_call_)
        return false;
    settle_parameters();
    const auto counted = static_cast<std::int16_t>(uncounted_);
    Symbol& result = registers_[reg_ax];
    if (result.needs_register(reg_ax))
        emit(FastOp::ret, counted, 0, 0, 0, at);
    else if (result.is_integer())
        emit(FastOp::ret_number, counted, 0, 0, number_of(result.word), at);
    else {
        const std::int16_t entry = entry_of(result);
        emit(FastOp::ret_entry, counted, entry, 0, 0, at);
    }
    account(at, uncounted_);
    ended_ = true;
    return true;
}

} // namespace vellum::ags
