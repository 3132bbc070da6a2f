// Writing a function of the fast form in the register form. Each slot of the stack is three variables, of
// which a number takes one. What type a slot has is known from inference; memory is told only where others
// may look.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "code/builder.hpp"
#include "engines/pathologic/machine/native/native.hpp"

namespace vellum::pathologic {

class Walk {
  public:
    Walk(const Prepared& code, std::uint32_t function);
    bool run(TypeInference& types, NativeForm& form);

  private:
    using Operand = code::Operand;
    using Memory = code::Memory;
    using Condition = code::Condition;
    using Op = code::Op;

    struct Frame {
        std::uint32_t first = 0; ///< In `types_`.
        std::uint32_t depth = 0;
    };
    struct Block {
        std::uint32_t label = 0;
        bool entry = false;
    };
    /// Slots whose type memory does not say yet, and what it says.
    struct Unwritten {
        std::uint32_t slot;
        Type type;
        Type stored;
    };
    /// Stands behind everything else: leaves at an instruction.
    struct Exit {
        std::uint32_t label = 0;
        std::uint32_t address = 0;
        std::uint32_t counted = 0; ///< Instructions to be counted first; may be below 0.
        std::uint32_t depth = 0;
        std::vector<Unwritten> unwritten;
    };

    // --- the function
    [[nodiscard]] bool find_frames(TypeInference& types);
    [[nodiscard]] bool find_blocks();
    void walk_block(std::uint32_t address, const Block& block);
    void write_exits();
    [[nodiscard]] const Frame* frame_at(std::uint32_t address) const;

    // --- slots
    /// Slots count from the top, as operations do.
    [[nodiscard]] std::uint32_t slot(std::int32_t from_top) const {
        return frame_.depth - static_cast<std::uint32_t>(from_top);
    }
    [[nodiscard]] static Operand part(std::uint32_t slot, std::uint32_t part) {
        return {Operand::Kind::variable, 3 * slot + part};
    }
    [[nodiscard]] Operand number(std::int32_t from_top) const { return part(slot(from_top), 0); }
    /// Where an operation's result goes: a slot, or the one on top of what is left.
    [[nodiscard]] std::uint32_t result(const FastOp& op, bool stores) const {
        return stores ? slot(op.c) : frame_.depth - op.pop;
    }
    /// A value of that type is in the slot from now on; gives its number.
    Operand give(std::uint32_t slot, Type type) {
        now_[slot] = type;
        return part(slot, 0);
    }
    void take_frame(const Frame& frame);
    void copy(std::uint32_t to, std::uint32_t from);
    void clear(std::uint32_t slot, Type type);
    [[nodiscard]] bool give_vector(std::uint32_t slot, const Value& value);
    [[nodiscard]] std::vector<Unwritten> unwritten(std::uint32_t depth) const;
    void write_type(const Unwritten& what);
    /// Memory says what the slots below that one are.
    void write_types(std::uint32_t depth);

    // --- control
    /// A label that leaves at this instruction when `counted` more have been counted than were executed.
    [[nodiscard]] std::uint32_t exit(std::uint32_t counted = 0);
    void count();
    void ask_step(code::Helper helper = step_for_native);
    void move_text();
    void jump(const FastOp& op);
    /// The operands of a branch are there; its types are written. Gives the label to go to.
    [[nodiscard]] std::uint32_t before_branch(const FastOp& op);
    void behind_branch(const FastOp& op);
    void branch(const FastOp& op, Condition condition, Operand a, Operand b);
    void branch_real(const FastOp& op);
    void call(const FastOp& op);
    void ret(const FastOp& op);

    // --- operations
    void operation(const FastOp& op);
    void integers(const FastOp& op, bool stores);
    void integer_comparison(const FastOp& op, bool stores);
    void reals(const FastOp& op, bool stores);
    void vectors(const FastOp& op, bool stores);
    void divide(const FastOp& op, Op what, bool stores, Operand right);
    void real_comparison(Operand to, Condition condition, Operand a, Operand b);
    void push_variables(std::span<const Type> types);
    void global(const FastOp& op, bool stores);

    const Prepared& code_;
    const FastCode& fast_;
    std::uint32_t number_;
    std::uint32_t start_ = 0;
    std::map<std::uint32_t, Frame> frames_; ///< by address
    std::vector<Type> types_;               ///< Of all frames.
    std::map<std::uint32_t, Block> blocks_; ///< by address
    code::Builder b_;
    Frame frame_;               ///< Before this operation.
    std::vector<Type> now_;     ///< By slot: what the value is; none: memory says it.
    std::vector<Type> stored_;  ///< By slot: what memory says and is laid out for; none: anything.
    std::uint32_t address_ = 0; ///< Of this operation.
    std::uint32_t counted_ = 0; ///< Instructions executed before it that were not counted yet.
    bool ended_ = false;
    std::vector<Exit> exits_;
    struct Back {
        std::uint32_t label;
        std::uint32_t otherwise;
        std::uint32_t to;
    };
    std::vector<Back> backs_; ///< Branches back, which look at the budget.
};

} // namespace vellum::pathologic
