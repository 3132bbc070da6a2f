// From the code of one function to its tree: a symbolic reading of the instructions that gives statements,
// and the loops, conditions and jumps around them in the order of the code. The result has no declarations
// yet; scope ends are still assignments of null. Rules: docs/languages/pathologic.md, "What becomes of it".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engines/pathologic/decompile/signatures.hpp"
#include "engines/pathologic/format/pool.hpp"
#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::decompile {

/// What a function's code refers to, as texts of the tree.
class Texts {
  public:
    /// `exact`: tells apart what the rule of the tables would lead to from what lies elsewhere.
    Texts(const Script& script, source::Tree& tree, bool exact = false);
    /// `none` if the text has no end in the pool, or cannot be written in the language.
    [[nodiscard]] source::TextId wide(std::uint32_t offset);
    [[nodiscard]] source::TextId name(std::uint32_t offset);
    [[nodiscard]] source::TextId native(std::uint32_t import);
    /// Where a text lies, if the language has to say it; else none.
    [[nodiscard]] std::uint32_t place(bool wide, std::uint32_t offset) {
        return !whole_ || is_usual_text(wide, offset) ? source::none : offset;
    }
    /// The number of an import among equal ones, if the language has to say it; else none.
    [[nodiscard]] std::uint32_t native_place(std::uint32_t import) const {
        return equals_before_[import] == 0 ? source::none : equals_before_[import] + 1;
    }
    /// The text has an end, and the rule of the pool leads to it.
    [[nodiscard]] bool is_usual_text(bool wide, std::uint32_t offset);
    /// The import has a plain name and is the first of its kind.
    [[nodiscard]] bool is_usual_native(std::uint32_t import);

  private:
    enum class Usual : std::uint8_t { unknown, no, yes };

    const Script& script_;
    source::Tree& tree_;
    static constexpr source::TextId unread = source::none - 1;
    std::vector<source::TextId> wide_, names_; ///< By offset in the pool.
    std::vector<source::TextId> natives_;
    std::optional<PoolBuilder> whole_; ///< If it has to be exact.
    std::vector<Usual> usual_wide_, usual_names_;
    std::vector<std::uint32_t> equals_before_; ///< By import, how many of its kind are in front of it.
};

/// Which jumps at the end of a branch are read as `continue`, where they could also lead over an `else`. Both
/// are compiled to the same; not every function can be read in every way.
enum class Resume : std::uint8_t {
    in_empty_branches, ///< Those that are all that the branch has.
    nowhere,
    everywhere,
};

class Reader {
  public:
    Reader(const Script& script, const std::vector<Signature>& signatures, source::Tree& tree, Texts& texts);

    /// Reads function `number`. Fills in parameters, result, locals and the body of `function`. False if no
    /// tree says what the code does; `why` tells it then.
    bool read(std::uint32_t number, source::Function& function, Resume resume);

    [[nodiscard]] std::string_view why() const noexcept { return why_; }
    /// How many variables its task must have for the last function read; 0: it needs none.
    [[nodiscard]] std::uint32_t task_variables() const noexcept { return task_variables_; }

  private:
    using NodeId = source::NodeId;

    enum class Event : std::uint8_t { end, statement, branch, jump, stored, failed };

    /// A place that is written.
    struct Target {
        enum class Kind : std::uint8_t { local, parameter, task, result, temporary } kind;
        std::uint32_t number;
        bool operator==(const Target&) const = default;
    };
    struct Temporary {
        NodeId value = source::none;
        bool slot = false;     ///< Of a PushV; else a value.
        bool replaced = false; ///< A global or component whose new value this is.
        bool updated = false;  ///< The same for `op=`.
        VariableType type = VariableType::boolean;
        Op op = Op::Mov; ///< Of an update.
    };
    struct Group {
        std::uint32_t first, count;
    };
    /// A bool that was set and may become `a && b` or `a || b`.
    struct Armed {
        Target target;
        std::uint32_t instruction;
        std::uint32_t level; ///< Temporaries there were.
        bool value;
        NodeId first = source::none;
        std::uint32_t end = 0;
    };
    struct LoopContext {
        std::uint32_t leave;                ///< Where `break` goes.
        std::uint32_t last;                 ///< The jump back.
        std::uint32_t step = source::none;  ///< Where `continue` goes, if that is not `last`.
        bool repeat;                        ///< do
        std::uint32_t again = source::none; ///< Where `continue` of a `while` goes.
        bool resumed = false;               ///< It did.
    };
    struct Mark {
        std::size_t exprs, stmts, loops, lists, statements;
        std::uint32_t pc;
    };

    [[nodiscard]] Op op_at(std::uint32_t at) const {
        return operation(script_.numbering, code_.instructions[at].row);
    }
    [[nodiscard]] std::span<const std::uint32_t> values_at(std::uint32_t at) const {
        return code_.operands(code_.instructions[at]);
    }
    [[nodiscard]] std::uint32_t target_at(std::uint32_t at) const;
    bool refuse(std::string_view why);
    Event fail(std::string_view why);
    [[nodiscard]] Mark mark() const;
    void back_to(const Mark& mark);
    bool frame(source::Function& function);
    void find_loops(std::uint32_t begin, std::uint32_t end);

    // --- Blocks ---
    /// All put what they read behind `statements_`.
    bool block(std::uint32_t end, LoopContext* context, std::vector<std::uint32_t>* starts);
    bool branch(std::uint32_t end, LoopContext* context, std::uint32_t start);
    bool jump(std::uint32_t start, LoopContext* context);
    bool loop(std::uint32_t last);
    bool repeat(std::uint32_t last);
    /// Of the statements from `first` on, which are taken away.
    NodeId make_block(std::size_t first, std::uint32_t place);
    std::uint32_t take_statements(std::size_t first);
    NodeId statement(source::Stmt stmt, std::uint32_t place);

    // --- Statements and expressions ---
    /// Reads until something is complete, `end` is reached or control does something. `inside`: within an
    /// expression.
    Event run(std::uint32_t end, std::uint32_t base, bool inside);
    bool instruction(std::uint32_t end, std::uint32_t base, bool inside, Event& event);
    [[nodiscard]] std::int64_t position(std::uint32_t reach) const {
        return static_cast<std::int64_t>(frame_ + temporaries_.size()) - reach;
    }
    bool resolve(std::uint32_t operand, bool task, Target& out);
    NodeId read_operand(std::uint32_t operand, bool task);
    NodeId value_of(std::uint32_t number);
    bool push(NodeId value);
    bool pop(std::uint32_t count);
    bool store(const Target& to, NodeId value, std::uint32_t base, bool inside, Event& event);
    bool store_and_pop(std::uint32_t base, bool inside, Event& event);
    bool call(std::uint32_t base, bool inside, Event& event);
    /// Operands of a native or method from `first` on into a list of the statement.
    bool arguments(std::span<const std::uint32_t> values, std::size_t first, source::Stmt& stmt);
    bool native(std::uint32_t base, bool inside, Event& event);
    bool method(bool task, std::uint32_t base, bool inside, Event& event);
    bool finish(std::uint32_t temporaries, const source::Stmt& stmt, bool inside, Event& event);
    bool condition(std::uint32_t end, std::uint32_t base, bool inside, Event& event);
    bool logical(const Armed& armed, std::uint32_t target, NodeId value, Event& event, std::uint32_t base,
                 bool inside);
    bool conditional(NodeId value, std::uint32_t target, std::uint32_t base, bool inside, Event& event,
                     bool& taken);
    bool side(std::uint32_t end, bool& stored, Target& to, NodeId& value);
    bool result_logical(const Target& to, bool value, std::uint32_t end, std::uint32_t base, bool inside,
                        Event& event);
    /// A vector was put into the result and its components follow.
    [[nodiscard]] bool goes_on(const Target& to, NodeId value);
    bool binary_store(Op op, std::span<const std::uint32_t> values, std::uint32_t base, bool inside,
                      Event& event);
    NodeId vector(const std::uint32_t* bits);
    NodeId number(std::uint32_t bits);
    bool constant(Op op, std::span<const std::uint32_t> values, std::size_t at, NodeId& out);
    NodeId expr(source::Expr one);

    const Script& script_;
    const isa::Code& code_;
    const std::vector<Signature>& signatures_;
    source::Tree& tree_;
    Texts& texts_;

    const Signature* signature_ = nullptr;
    std::uint32_t pc_ = 0, begin_ = 0, end_ = 0;
    std::uint32_t first_local_ = 0; ///< On the stack, counted from the function's arguments.
    std::uint32_t frame_ = 0;       ///< Values that the function pushes when it begins.
    std::uint32_t task_variables_ = 0;
    Resume resume_ = Resume::nowhere;
    std::uint64_t effort_ = 0;
    std::uint32_t nesting_ = 0;
    std::string_view why_;

    std::vector<Temporary> temporaries_;
    std::vector<Group> groups_;
    std::vector<Armed> armed_;
    std::vector<NodeId> statements_;  ///< Of blocks that are being read, the innermost one's last.
    std::vector<NodeId> arguments_;   ///< Of the call that is being read.
    source::Stmt done_;               ///< Of Event::statement.
    NodeId result_ = source::none;    ///< A vector that is put together as the result.
    NodeId condition_ = source::none; ///< Of Event::branch.
    std::uint32_t branch_ = 0;        ///< Where the jump stands.
    Target stored_to_{};              ///< Of Event::stored, and the last store to a temporary.
    NodeId stored_ = source::none;
    std::uint32_t stored_at_ = source::none; ///< pc_ behind it.
    /// Jumps back: where from, by where to; ascending.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> backward_;
};

} // namespace vellum::pathologic::decompile
