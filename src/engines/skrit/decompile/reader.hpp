// From p-code to trees. The compiler writes every statement in one piece and in order, so a function is read
// once from its beginning to its end: branches only say where arms and loops end.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engines/skrit/decompile/tree.hpp"
#include "isa/addresses.hpp"

namespace vellum::skrit::decompile {

class Reader {
  public:
    Reader(const Unit& unit, Tree& tree);

    /// Fills Tree::functions[index].
    void read(std::uint32_t index);

  private:
    /// How many variables of each store are there.
    struct Live {
        std::uint32_t count[3] = {0, 0, 0};
        friend bool operator==(const Live&, const Live&) = default;
    };
    struct Loop {
        std::size_t start = 0, exit = 0; ///< Instructions.
        Live live;
    };
    /// A list of statements that is being read. Instructions are told by their numbers.
    struct Block {
        std::size_t end = 0;
        std::size_t stack = 0; ///< Cells that lie below its statements.
        std::size_t loops = 0; ///< Loops around it.
        Live live;
        std::vector<StmtId> list;
        std::vector<Live> before; ///< What was live in front of each statement.
        /// Loops that no way leads back in: first statement and end.
        std::vector<std::pair<std::size_t, std::size_t>> tails;
        std::size_t start = 0; ///< Of the statement that is being read.
        Live start_live;
    };
    /// Where reading was, to go back to.
    struct Mark {
        std::size_t position = 0, exprs = 0, stmts = 0, lists = 0, variables = 0, next_symbol = 0;
        std::vector<std::uint32_t> live[3];
    };
    /// What an instruction may be read as, or not.
    enum class Question : std::uint8_t {
        second_arm, ///< It leads over the second arm of an `if`; else it is a break.
        dead_jump,  ///< After the end of a block: a break or continue that frees; else a way back.
        inner_way,  ///< It leads back from the end of a `while` that begins where its loop begins; else a
                    ///< continue.
        own_way,  ///< It leads back from a loop's end; else it is a continue, and the loop ends further down.
        crossing, ///< It leaves a `while` without a way back at its head; else an `if` in a loop like that.
        exit,     ///< A loop without a way back ends there.
        longer,   ///< The loop that ends there begins before what control does not go on after.
        receiver, ///< What it drops is the object of a static function; else a statement's value.
        lone_while ///< It leaves a `while` without a way back; else it is an `if`.
    };
    /// A question about an instruction, within so many loops.
    using Subject = std::tuple<std::size_t, std::size_t, Question>;
    struct Decision {
        Subject subject;
        bool turned = false; ///< The likelier way was wrong.
    };

    bool fail(std::string_view reason);
    bool prologue();
    bool body();
    [[nodiscard]] std::size_t implicit_return(std::size_t first) const;
    [[nodiscard]] Block make_block(std::size_t end) const;
    bool body_to(std::size_t end);
    [[nodiscard]] Mark mark() const;
    void restore(const Mark& to);
    bool decide(Question question, std::size_t at, bool likely);
    bool reconsider();
    bool range(Block& at);
    bool step(Block& at);
    bool expression(Op op, std::span<const std::uint32_t> operands);
    bool host_call(Block& at, Op op, std::span<const std::uint32_t> operands);
    bool script_call(Block& at, std::uint32_t function);
    bool called(Block& at, const Expr& call, TypeKind result);
    bool arguments(Expr& call, std::size_t count);
    bool store(Block& at, std::size_t store, std::uint32_t slot);
    [[nodiscard]] bool may_be_object(const Expr& value) const;
    bool drop(Block& at);
    bool branch_zero(Block& at);
    bool arms(Block& at, ExprId condition, std::size_t test, std::size_t otherwise, std::size_t join);
    bool jump(Block& at, std::size_t target, const Live& live);
    bool tail(Block& at, std::size_t target, const Live& live);
    bool end_of_combined(Block& at);
    bool release(Block& at);
    bool close(Block& at, const Live& after);
    bool loop(Block& at, bool& found);
    bool while_loop(Block& at, std::size_t test, std::size_t body_end, std::size_t exit);
    bool endless_loop(Block& at, std::size_t body_end, std::size_t exit);
    bool lone_while(Block& at, ExprId condition, std::size_t test);
    void next_loop(std::vector<StmtId>& body);
    [[nodiscard]] bool leads_elsewhere(std::span<const StmtId> list, std::uint32_t start) const;
    bool allocate(Block& at, std::size_t store);
    bool close_tails(Block& at);
    void group(Block& at, std::size_t first, StmtKind kind);
    [[nodiscard]] bool combines(std::span<const StmtId> list) const;

    [[nodiscard]] Live live() const;
    [[nodiscard]] bool plain_value(std::size_t from, std::size_t to) const;
    [[nodiscard]] bool cells(std::size_t at, std::size_t& takes, std::size_t& gives) const;
    [[nodiscard]] std::size_t target(std::size_t at) const;
    [[nodiscard]] Op op_at(std::size_t at) const {
        return static_cast<Op>(unit_.instructions.instructions[at].opcode);
    }
    [[nodiscard]] std::span<const std::uint32_t> operands_at(std::size_t at) const {
        return unit_.instructions.operands(unit_.instructions.instructions[at]);
    }
    [[nodiscard]] std::uint32_t address(std::size_t at) const {
        return at < unit_.instructions.instructions.size() ? unit_.instructions.instructions[at].address
                                                           : unit_.instructions.end_address();
    }
    [[nodiscard]] std::uint32_t variable_at(std::uint32_t slot, std::size_t store) const;
    bool add(Block& at, Stmt statement);
    bool push(Expr expr);
    bool pop(ExprId& id);

    const Unit& unit_;
    Tree& tree_;
    const isa::AddressIndex addresses_;
    std::vector<std::uint32_t> global_[2][3]; ///< Instance and shared: variable by slot.

    // the function that is read
    std::uint32_t function_ = 0;
    std::size_t position_ = 0, end_ = 0, steps_ = 0;
    std::vector<ExprId> stack_;
    std::vector<std::pair<std::size_t, ExprId>> dropped_; ///< Objects of static functions: depth and value.
    std::vector<std::uint32_t> live_[3];
    std::vector<Loop> loops_;
    std::vector<Block*> blocks_;
    std::vector<std::pair<std::size_t, std::size_t>> back_; ///< Ways back: where to, where from; sorted.
    std::vector<std::size_t> targets_; ///< Where branches lead and names of variables end; sorted.
    std::size_t next_symbol_ = 0;
    Mark start_; ///< Behind the parameters.
    std::map<Subject, bool> chosen_;
    std::vector<Decision> decisions_;
    std::string reason_;
};

/// No instruction.
inline constexpr std::size_t none_found = static_cast<std::size_t>(-1);

/// True if control cannot go on behind these statements, as the compiler sees it.
[[nodiscard]] bool ends(const Tree& tree, std::span<const StmtId> list);

} // namespace vellum::skrit::decompile
