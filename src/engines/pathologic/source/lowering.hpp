// From the tree to instructions. Every construct has exactly one form in code and nothing is folded or
// reordered, so this file defines what the language means; the decompiler proves its results with it. Rules:
// docs/languages/pathologic.md, "What becomes of it".
#pragma once

#include <cstdint>
#include <vector>

#include "engines/pathologic/source/tree.hpp"
#include "isa/code.hpp"

namespace vellum::pathologic::source {

/// Gives what lies outside of a function a number. `value` is where the answer will stand in Code::values,
/// for those who can only tell later.
class Link {
  public:
    virtual ~Link() = default;
    /// Pool offset of a wide string; `at` is where it lies, if the source says so.
    virtual std::uint32_t wide(TextId text, std::uint32_t at) = 0;
    /// The same of a method's name.
    virtual std::uint32_t name(TextId text, std::uint32_t at) = 0;
    /// `at`: its number among equal imports, if the source says so.
    virtual std::uint32_t native(TextId name, std::uint32_t arguments, std::uint32_t at) = 0;
    virtual std::uint32_t function(std::uint32_t number, std::size_t value) = 0;
};

/// Lowers functions one behind the other.
class Lowering {
  public:
    /// `code.table` says the numbering. `places`, if given, gets Stmt::place for each instruction.
    Lowering(const Tree& tree, isa::Code& code, Link& link, std::vector<std::uint32_t>* places = nullptr);

    /// Appends the code of a function that has a body. False if the numbering lacks one of its operators.
    bool function(const Function& function);

  private:
    /// A variable or temporary: its number in the task, or its place on the stack counted from the function's
    /// first own value.
    struct Slot {
        bool task = false;
        std::int32_t number = 0;
    };
    /// What an instruction reads, and whether it lies there for this instruction alone.
    struct Operand {
        Slot slot;
        bool temporary = false;
    };

    void emit(Op op, std::initializer_list<std::uint32_t> values);
    void patch(std::size_t instruction, std::size_t operand);
    [[nodiscard]] std::size_t jump(Op op, std::initializer_list<std::uint32_t> values);
    [[nodiscard]] std::size_t jump_if(bool wanted);
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instructions.size()); }
    [[nodiscard]] std::uint32_t reach(Slot slot) const;
    [[nodiscard]] std::uint32_t mode(Op op, std::initializer_list<Slot> slots, std::uint32_t pops) const;

    [[nodiscard]] Slot slot_of(Space space, std::uint32_t number) const;
    [[nodiscard]] Slot top() const { return {false, size_ - 1}; }
    Operand operand(NodeId id);
    void push(NodeId id);
    void into(Slot to, NodeId id);
    void copy(Slot from, Slot to);
    void constant_into(Slot to, const Expr& expr);
    void vector_into(Slot to, const Expr& expr);
    void components(Slot to, const Expr& expr);
    void logical(Slot to, const Expr& expr);
    [[nodiscard]] bool reads(const Expr& expr, Slot slot) const;
    void binary_into(Op op, Operand left, NodeId right, Slot to);
    /// The block of a call and the call; gives how many values lie there now.
    std::uint32_t call(const Expr& expr);
    void pop(std::uint32_t count);
    std::uint32_t arguments(std::uint32_t first, std::uint32_t count);
    std::uint32_t values_for(std::uint32_t first, std::uint32_t count, const Expr* again);

    void statement(NodeId id);
    void block(NodeId id);
    void end_scope(NodeId id);
    void clear_object(std::uint32_t local);
    void list(std::uint32_t first, std::uint32_t count);
    void loop(const Stmt& stmt);
    void repeat(const Stmt& stmt);
    void condition(const Stmt& stmt);
    void method(const Stmt& stmt);
    void native(const Stmt& stmt);
    void update(const Stmt& stmt);

    /// Where `continue` goes, or none yet; and the jumps that wait for the end of a loop, or for its next
    /// round.
    struct Exits {
        std::uint32_t again = none;
        std::vector<std::size_t> leave, resume;
    };

    const Tree& tree_;
    isa::Code& code_;
    Link& link_;
    std::vector<std::uint32_t>* places_;
    bool alpha_;
    bool complete_ = true;
    const Function* function_ = nullptr;
    std::int32_t size_ = 0;   ///< Values on the stack above the function's arguments.
    std::int32_t frame_ = 0;  ///< Values that the function itself pushes.
    std::int32_t locals_ = 0; ///< The first local.
    std::uint32_t place_ = 0;
    std::uint32_t declared_ = 0; ///< Locals declared so far.
    std::vector<Exits> exits_;
    std::size_t depth_ = 0; ///< Of `exits_`, which keeps its room.
    std::vector<Operand> operands_;
    std::vector<std::uint32_t> values_;
};

} // namespace vellum::pathologic::source
