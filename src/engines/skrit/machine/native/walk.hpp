// Writing a function of decoded code in the register form. Every cell of its frame is a variable, but what
// stands on the expression stack is mostly known without being there: a constant, or a local variable that
// was loaded. Variables are the lower halves of cells; those that may hold pointers stay in memory as a
// whole.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "code/builder.hpp"
#include "engines/skrit/machine/native/native.hpp"

namespace vellum::skrit {

class Walk {
  public:
    Walk(const LinkedCode& code, std::uint32_t function, std::uint32_t first_exit);
    /// False if the function is too large.
    bool run(NativeForm& form);

  private:
    using Operand = code::Operand;
    using Condition = code::Condition;
    static constexpr Operand t0 = code::temporary(0);
    static constexpr Operand t1 = code::temporary(1);
    /// An instruction that is jumped to, or the first one.
    struct Leader {
        std::uint32_t label = 0;
        bool entry = false;
        bool reached = false;
        /// The loop may charge for a text before it charges for instructions: what was not charged for is its
        /// own business then.
        bool exact = false;
    };

    // --- the function (walk.cpp)
    void find_leaders();
    void find_variables();
    void note_wide(std::uint32_t at);
    void find_exact();
    void reach(std::uint32_t at);
    void walk_from(std::uint32_t at);
    void write_cold();

    // --- cells (walk.cpp)
    [[nodiscard]] Operand local(std::int32_t offset) const {
        return {Operand::Kind::variable, static_cast<std::uint32_t>(parameters_ + offset)};
    }
    /// The variable of a cell of the expression stack.
    [[nodiscard]] Operand own(std::size_t depth) const {
        return local(static_cast<std::int32_t>(function_.locals + depth));
    }
    [[nodiscard]] bool is_wide(const Operand& operand) const {
        return operand.is(Operand::Kind::variable) && wide_[operand.value];
    }
    [[nodiscard]] bool same(const Operand& a, const Operand& b) const {
        return a.kind == b.kind && a.value == b.value;
    }
    /// The cell of a variable, or its upper half.
    [[nodiscard]] code::Memory cell_of(const Operand& variable, std::int32_t more = 0) const {
        return {code::frame_base, {}, 8 * (static_cast<std::int32_t>(variable.value) - parameters_) + more};
    }
    [[nodiscard]] Cell kind(std::size_t depth) const {
        return code_.unit->verification.stack_before(at_)[depth];
    }
    [[nodiscard]] Operand pop();
    void push(const Operand& operand) { stack_.push_back(operand); }
    /// A number was written to a variable.
    void written(const Operand& variable);
    void copy(const Operand& to, const Operand& from);
    void copy_cell(const code::Memory& to, const code::Memory& from);
    void put_in_place(std::size_t depth);
    void put_all_in_place();
    /// A variable is about to be written: nobody on the stack may mean it.
    void define(const Operand& variable);
    /// Where the result goes: the local variable it is stored in next, or its own cell.
    [[nodiscard]] Operand target();
    [[nodiscard]] bool is_next(Do op) const;

    // --- ways out (walk.cpp)
    /// The number of a way out.
    std::uint32_t add_exit(std::uint32_t at, std::uint32_t uncharged);
    /// A label that leaves in front of the instruction, with the stack as it stands.
    [[nodiscard]] std::uint32_t exit();
    void leave();
    /// The same where the loop charges at once.
    void leave_charged();
    void go(std::uint32_t to);

    // --- operations (operations.cpp)
    void operation(const Instruction& one);
    bool arithmetic(const Instruction& one);
    bool comparison(const Instruction& one);
    bool loads_and_stores(const Instruction& one);
    void compare(Condition condition, bool real, const Operand& a, const Operand& b);
    void compare_references(bool equal);
    void taken();
    void load_local(std::int32_t offset);
    void store_local(std::int32_t offset);
    void load_outside(const Operand& base, std::int32_t offset);
    void store_outside(const Operand& base, std::int32_t offset);
    void load_member(std::size_t offset);
    void swap();
    void drop(std::size_t count);
    void divide(bool remainder);
    void to_integer();
    void approximately();
    void call(std::uint32_t number);
    void call_native(const CallSite& site);
    void ret(bool result);

    const LinkedCode& code_;
    const std::uint32_t number_;
    const LinkedFunction& function_;
    const std::uint32_t first_exit_;
    std::int32_t parameters_ = 0;
    std::uint32_t end_ = 0; ///< One past its last instruction.
    std::map<std::uint32_t, Leader> leaders_;
    std::vector<std::uint32_t> work_;
    std::map<std::uint32_t, std::uint32_t> falls_; ///< Leader -> the one that control falls into from there.
    std::vector<bool> wide_;                       ///< By variable: it may hold something else than a number.
    code::Builder b_;
    std::uint32_t at_ = 0;
    std::uint32_t run_ = 0; ///< From there on nothing was charged for.
    std::vector<Operand> stack_;
    bool ended_ = false;
    std::uint32_t leader_ = 0; ///< That the walk began at.
    /// What stands behind everything else: cells are put in their places, and code leaves.
    struct Cold {
        std::uint32_t label = 0;
        std::uint32_t exit = 0;
        std::vector<Operand> stack;
    };
    std::vector<Cold> cold_;
    std::vector<NativeCode::Exit> exits_;
};

} // namespace vellum::skrit
