// From the steps of a function to its tree. One pass that keeps track of what registers and stack hold; where
// conditions and jumps lead decides what is a loop, a switch, an else. It believes only what the compiler
// writes, and gives up on everything else with a reason.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engines/ags/decompile/tree.hpp"

namespace vellum::ags::decompile {

class Reader {
  public:
    /// `fors`: loops, by the jumps that close them, whose last statement is a step.
    Reader(const Block& block, Tree& tree, const std::set<std::uint32_t>& fors);
    /// Loops whose last statement has a text, so that the order of texts tells whether it is a step; and
    /// those of them where it stands in front of a text of the body.
    [[nodiscard]] const std::set<std::uint32_t>& literal_loops() const noexcept { return literal_loops_; }
    [[nodiscard]] const std::set<std::uint32_t>& likely_fors() const noexcept { return likely_fors_; }

    /// Reads one function; the tree gets it at the same number.
    void read(std::uint32_t number);
    /// Leaves it as instructions: only what its callers must know of it is read.
    void keep(std::uint32_t number);

  private:
    struct Value {
        ExprId expr = no_expr;
        std::int32_t length = -1;
        std::int32_t size = 0;
        bool pending = false; ///< The result of a call, which nobody has looked at yet.
    };
    /// What lies on the stack.
    struct Slot {
        std::uint32_t from = reg_none; ///< Register; none: a local.
        std::int32_t size = 4;
        std::uint32_t local = 0;
        Value value{};
        std::vector<Index> indices{};
        Place place{};
    };
    struct Real {
        ExprId expr = no_expr;
        bool from_bx = false;
    };
    struct Continue {
        std::uint32_t statement = 0, before = nowhere;
    };
    struct Loop {
        bool is_switch = false;
        std::uint32_t break_to = nowhere, continue_to = nowhere, end = nowhere;
        std::uint32_t back = nowhere; ///< The jump that closes it.
        std::int32_t depth = 0;
        bool pasted = false; ///< A continue repeats the increment behind its releases.
        std::vector<Continue> continues{};
    };
    enum class Exit : std::uint8_t { none, break_, continue_ };
    enum class Where : std::uint8_t { function, braces, label };
    struct Release {
        struct One {
            std::int32_t position = 0, count = 1;
            bool disposes = false; ///< Also what is in AX: only members of structs do where a function ends.
        };
        std::vector<One> ones{};
        std::int32_t total = 0;
        std::uint32_t end = 0;
    };

    bool fail(std::string reason);
    void begin(std::uint32_t number);
    void read_once(std::uint32_t number);
    bool first_choice();
    bool prologue(std::uint32_t& at);
    [[nodiscard]] std::uint32_t epilogue() const;
    bool region(std::uint32_t at, std::uint32_t end, Where where, Body& out, ExprId* rest,
                std::int32_t& end_line);
    bool simple(std::uint32_t& at, Body& out);
    bool arithmetic(const Step& step, Body& out);
    bool move(const Step& step, Body& out);
    bool pop(const Step& step, Body& out);
    bool push(const Step& step, Body& out);
    bool declare(std::uint32_t& at, Body& out);
    bool declare_text(std::uint32_t& at, Body& out);
    bool call(std::uint32_t& at, Body& out);
    bool write(std::uint32_t at, Body& out);
    [[nodiscard]] bool ends_empty_switch(std::uint32_t jump) const;
    bool conditional(std::uint32_t& at, std::uint32_t end, Body& out);
    bool loop(std::uint32_t& at, std::uint32_t back, Body& out);
    bool do_loop(std::uint32_t& at, std::uint32_t end, Body& out);
    bool choice(std::uint32_t& at, std::uint32_t end, Body& out);
    bool table(std::uint32_t at, std::uint32_t end, Stmt& made, std::vector<std::uint32_t>& targets,
               std::vector<std::int32_t>& first_lines);
    bool leave(std::uint32_t& at, std::uint32_t end, Where where, Body& out, bool& closed);
    bool exit_statement(Exit kind, std::uint32_t first, std::uint32_t end, Body& out);
    [[nodiscard]] Exit exit_at(std::uint32_t at) const;
    [[nodiscard]] Loop* repeated_loop();
    [[nodiscard]] std::int32_t depth_left_by(Exit kind);
    [[nodiscard]] bool is_logic(std::uint32_t at) const;
    [[nodiscard]] bool release_at(std::uint32_t at, Release& found) const;
    bool note_release(const Release& release, bool ends_function = false);
    bool wrap(std::int32_t depth, std::uint32_t end, Body& out);
    void make_for(std::uint32_t statement, const Loop& loop, Body& out);
    void open_block(Stmt& loop);
    void enclose_variables(Body& body);
    void note_literals(const Stmt& loop, const Stmt& step, std::uint32_t back);
    [[nodiscard]] bool same_code(std::uint32_t one, std::uint32_t other) const;
    [[nodiscard]] bool same_variable(std::uint32_t initialiser, std::uint32_t increment) const;

    void settle(Body& out);
    bool set_ax(ExprId expr, Body& out);
    bool take_ax(ExprId& expr);
    std::uint32_t emit(Stmt made, std::uint32_t end, Body& out);
    std::int32_t take_line() noexcept { return std::exchange(next_line_, 0); }
    bool local_at(std::int32_t position, Place& place);
    void prefer_empty(Place& place) const;
    void make_local(std::int32_t size, bool handle, bool zeroed);
    void drop(std::size_t slots);

    const Block& block_;
    Tree& tree_;
    const std::set<std::uint32_t>& fors_;
    std::set<std::uint32_t> literal_loops_, likely_fors_;
    Function* function_ = nullptr;
    std::uint32_t number_ = 0;
    std::unordered_map<std::uint32_t, std::uint32_t> last_condition_; ///< By target: the last JZ.

    Value ax_, bx_;
    Index dx_;
    std::vector<Index> cx_;
    Place mar_;
    bool known_mar_ = false;
    bool saved_mar_ = false; ///< It was on the stack, as places of pointers are before they are read.
    ExprId object_ = no_expr;
    bool has_object_ = false;
    std::int32_t arguments_ = -1;
    std::vector<Slot> stack_;
    std::vector<std::uint32_t> live_;
    std::vector<Real> reals_;
    std::vector<Loop> loops_;
    std::int32_t depth_ = 0;
    std::int32_t region_depth_ = 0; ///< Where the block began that is being read.
    std::int32_t next_line_ = 0;
    std::uint32_t begin_ = nowhere; ///< Where the statement began that is being read.
    std::uint32_t pending_end_ = 0;
    std::uint32_t nesting_ = 0;
    ExprId this_ = no_expr;
    std::vector<bool> choices_; ///< What can be understood in two ways: whether in the first.
    std::size_t next_choice_ = 0;
};

} // namespace vellum::ags::decompile
