// Writes a function in the register form. While it is quiet nothing is written: so an engine's walker can
// look what its own operations make known before they are written.
#pragma once

#include <utility>

#include "code/form.hpp"

namespace vellum::code {

class Builder {
  public:
    Function function;
    bool quiet = false;
    bool remarks = false; ///< For a text that people read.
    bool cold = false;    ///< What is written now is rarely executed.

    [[nodiscard]] std::uint32_t make_label() { return add_label({}); }
    /// A label that leaves: what stands behind it reads `uses`.
    [[nodiscard]] std::uint32_t make_exit(std::uint32_t number, std::array<Operand, 3> uses) {
        Label label;
        label.exit = number;
        label.uses = uses;
        return add_label(label);
    }
    void bind(std::uint32_t label, std::uint32_t keep = 0) {
        Instruction& one = add(Op::label);
        one.label = label;
        one.keep = keep;
    }
    void value(Op op, Operand d, Operand a, Operand b) {
        Instruction& one = add(op);
        one.d = d;
        one.a = a;
        one.b = b;
    }
    void move(Operand d, Operand a) { value(Op::move, d, a, {}); }
    void load(Operand d, const Memory& memory, std::uint8_t width = 4) {
        Instruction& one = add(Op::load);
        one.d = d;
        one.memory = memory;
        one.width = width;
    }
    /// Element `index`, a variable, of those of 4 bytes at `base`.
    void load_element(Operand d, Operand base, Operand index) {
        load(d, {base, {}, 0});
        last().a = index;
    }
    void store_element(Operand base, Operand index, Operand b) {
        store({base, {}, 0}, b);
        last().a = index;
    }
    void load_signed(Operand d, const Memory& memory) {
        Instruction& one = add(Op::load_signed);
        one.d = d;
        one.memory = memory;
        one.width = 2;
    }
    void store(const Memory& memory, Operand b, std::uint8_t width = 4) {
        Instruction& one = add(Op::store);
        one.b = b;
        one.memory = memory;
        one.width = width;
    }
    void set(Op op, Operand d, Condition condition, Operand a, Operand b) {
        value(op, d, a, b);
        last().condition = condition;
    }
    void branch(Condition condition, Operand a, Operand b, std::uint32_t label) {
        value(Op::branch, {}, a, b);
        last().condition = condition;
        last().label = label;
    }
    void branch_wide(Condition condition, Operand a, Operand b, std::uint32_t label) {
        branch(condition, a, b, label);
        last().op = Op::branch_wide;
    }
    void branch_memory(Condition condition, Operand a, const Memory& memory, std::uint8_t width,
                       std::uint32_t label) {
        branch(condition, a, {}, label);
        last().op = Op::branch_memory;
        last().memory = memory;
        last().width = width;
    }
    void branch_real(Condition condition, bool negated, Operand a, Operand b, std::uint32_t label) {
        branch(condition, a, b, label);
        last().op = Op::branch_real;
        last().negated = negated;
    }
    /// To an exit: the first `keep` variables are read there.
    void jump(std::uint32_t label, std::uint32_t keep = 0) {
        Instruction& one = add(Op::jump);
        one.label = label;
        one.keep = keep;
    }
    void count(std::uint32_t instructions) {
        if (instructions != 0) add(Op::count).number = instructions;
    }
    void budget(std::uint32_t instructions, std::uint32_t exit) {
        Instruction& one = add(Op::budget);
        one.number = instructions;
        one.label = exit;
    }
    void charge(std::uint32_t instructions, std::uint32_t exit) {
        budget(instructions, exit);
        if (instructions != 0) last().op = Op::charge;
    }
    /// `d`: the variable whose home it writes, if any; `a` and `b`: variables it reads there.
    void helper(Helper function_, std::uint32_t number, std::uint32_t keep, Operand d, Operand a, Operand b) {
        value(Op::helper, d, a, b);
        last().function = function_;
        last().number = number;
        last().keep = keep;
    }
    void invoke(Operand d, const Invocation& invocation, Operand a, Operand b, std::uint32_t keep) {
        value(Op::invoke, d, a, b);
        last().keep = keep;
        last().site = static_cast<std::uint32_t>(function.invocations.size());
        if (!quiet) function.invocations.push_back(invocation);
    }
    void call(std::uint32_t number, Operand code, const CallSite& site, std::uint32_t keep) {
        Instruction& one = add(Op::call);
        one.a = code;
        one.number = number;
        one.keep = keep;
        one.site = static_cast<std::uint32_t>(function.sites.size());
        if (!quiet) function.sites.push_back(site);
    }
    void wide(Operand d, const void* number) {
        value(Op::wide, d, {}, {});
        last().wide = reinterpret_cast<std::uint64_t>(number);
    }
    void call_other(Helper there, Helper back, std::uint32_t number, std::uint32_t keep) {
        Instruction& one = add(Op::call_other);
        one.function = there;
        one.behind = back;
        one.number = number;
        one.keep = keep;
    }
    void remark(std::uint32_t number) {
        if (remarks) add(Op::remark).number = number;
    }
    void ret(std::uint32_t number, std::uint32_t keep) {
        Instruction& one = add(Op::ret);
        one.number = number;
        one.keep = keep;
    }

  private:
    Instruction& add(Op op) {
        if (quiet) return nothing_ = {};
        Instruction one;
        one.op = op;
        one.cold = cold;
        function.code.push_back(one);
        return function.code.back();
    }
    [[nodiscard]] Instruction& last() { return quiet ? nothing_ : function.code.back(); }
    std::uint32_t add_label(const Label& label) {
        if (quiet) return 0;
        function.labels.push_back(label);
        return static_cast<std::uint32_t>(function.labels.size() - 1);
    }
    Instruction nothing_;
};

} // namespace vellum::code
