// The tree of Pathologic's source language: what the parser makes of text and the decompiler of code, and
// what the lowering and the printer read. Variables are slots already; their names stand beside the tree and
// never reach the code. All nodes of a script lie in a few flat arrays and refer to each other by number. The
// language and what each node becomes: docs/languages/pathologic.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/pathologic/isa/numbering.hpp"
#include "engines/pathologic/isa/tables.hpp"
#include "source/text_table.hpp"

namespace vellum::pathologic::source {

using NodeId = std::uint32_t;
using TextId = std::uint32_t;
inline constexpr std::uint32_t none = 0xFFFFFFFF;

/// Where a variable lives.
enum class Space : std::uint8_t {
    local,     ///< By order of declaration in its function.
    parameter, ///< By position.
    task       ///< By position in the task the function belongs to.
};

enum class ExprKind : std::uint8_t {
    boolean,     ///< a: 0 or 1
    integer,     ///< a: its bits
    real,        ///< a: the bits of a float
    string,      ///< a: its text; b: where it lies in the pool, if not where the rule puts it
    null,        ///<
    vector,      ///< a, b, c: the components
    variable,    ///< space, a: its number
    global,      ///< a: its number
    component,   ///< space, a: number of a vector variable; b: 0 to 2
    call,        ///< a: the function; b, c: first argument in `lists`, count
    task_call,   ///< a: the task; b, c: as for `call`
    unary,       ///< op (NullEq to CString), a
    binary,      ///< op (Add to GE, Pow), a, b
    both,        ///< a && b
    either,      ///< a || b
    conditional, ///< a ? b : c
    exists,      ///< a: the object; b: text of the method's name; c: number of arguments
    cast         ///< type, a
};

struct Expr {
    ExprKind kind = ExprKind::null;
    Op op = Op::Mov;
    Space space = Space::local;
    VariableType type = VariableType::boolean;
    std::uint32_t a = none, b = none, c = none;
    std::uint32_t place = 0; ///< Byte in the source text, or the address of the instruction it was read from.
    std::uint32_t height = 1; ///< Levels of operands, itself included; Tree::add counts them.
};

/// Who makes trees makes none that are higher: all who walk through them do so by recursion.
inline constexpr std::uint32_t most_height = 400;

enum class StmtKind : std::uint8_t {
    block,            ///< a, b: first statement in `lists`, count
    declare,          ///< a: the local; b: expression or none
    assign,           ///< space, a: variable; b: expression
    assign_global,    ///< a: the global; b: expression
    update_global,    ///< op; a: the global; b: the right side
    assign_component, ///< space, a: variable; c: 0 to 2; b: expression
    update_component, ///< op; space, a, c: as above; b: the right side
    native,           ///< a: text of its name; b, c: arguments in `lists`, count
    method,           ///< a: text of its name; b, c: arguments; d: the receiver
    call,             ///< a: a call or task_call
    condition,        ///< if: a; b: block; c: block, condition or none
    loop,             ///< while and for: see Loop; a: its number
    repeat,           ///< do: a: block; b: condition
    result,           ///< return: a: expression or none
    leave,            ///< break
    resume,           ///< continue
    enable,           ///< a: event number
    disable           ///< a: event number
};

struct Stmt {
    StmtKind kind = StmtKind::block;
    Op op = Op::Mov;
    Space space = Space::local;
    std::uint32_t a = none, b = none, c = none, d = none;
    std::uint32_t e = none; ///< native, method: its place in the table, if that is not where the rule leads.
    std::uint32_t place = 0;
};

/// The head and body of a `while` or `for`.
struct Loop {
    bool counted = false;                ///< `for`: `continue` goes to the step; else to the condition.
    NodeId start = none;                 ///< Statement in front, or none.
    std::uint32_t first = 0, before = 0; ///< Statements before the condition, in `lists`, and how many.
    NodeId condition = none;             ///< None: forever.
    std::uint32_t step = 0, steps = 0;   ///< Statements behind the body, in `lists`, and how many.
    NodeId body = none;
};

/// What a function begins with.
enum class Frame : std::uint8_t {
    twice, ///< Its locals twice, as the original compiler made it; nothing if there are no parameters either.
    once,  ///< Its locals once.
    nothing ///< Nothing, although it has parameters.
};

struct Function {
    TextId name = none;
    std::optional<VariableType> result;
    std::optional<std::uint32_t> event; ///< Its number, for handlers.
    std::uint32_t task = none;          ///< It belongs to; none: to the script.
    bool init = false;                  ///< Of its task.
    bool kept = false;                  ///< It comes into the file though nothing calls it.
    Frame frame = Frame::twice;
    std::vector<VariableType> parameters, locals;
    std::vector<TextId> parameter_names, local_names;
    NodeId body = none;
    std::string assembly;            ///< Instructions instead of a body.
    std::uint32_t assembly_line = 0; ///< Lines of the text in front of them.
    std::uint32_t assembly_at = 0;   ///< Where they begin in the text.
    bool assembled = false;
    std::uint32_t place = 0;
};

struct Variable {
    VariableType type = VariableType::boolean;
    TextId name = none;
};

struct Task {
    TextId name = none;
    std::vector<Variable> variables;
    std::uint32_t init = none;                    ///< Among the script's functions.
    bool kept = false;                            ///< It comes into the file though nothing enters it.
    std::optional<std::uint32_t> parameter_count; ///< In the table, if its init says another.
    std::vector<std::uint32_t> event_order;       ///< Of its table, if that is not the order of the text.
};

struct Global {
    VariableType type = VariableType::boolean;
    TextId name = none;
    bool property = false;     ///< Named in the file.
    std::uint8_t flag = 1;     ///< Of a property: what says so in the file.
    bool long_form = false;    ///< The length of its name has two bytes although one would do.
    TextId stored_name = none; ///< In the file, if that is another.
};

/// A handler that stands elsewhere: `event OnSee(object) = OnUse;`.
struct Alias {
    std::uint32_t task = none; ///< Whose table it is in; none: the script's.
    std::uint32_t event = 0;
    std::vector<VariableType> types;
    std::uint32_t function = none;
    std::uint32_t before = 0; ///< The function that follows in the text.
    std::uint32_t place = 0;
};

/// A native that is imported.
struct Import {
    TextId name = none;
    std::uint32_t arguments = 0;
    bool long_form = false; ///< As for Global.
};

/// What the tables of a file have that its text does not make.
struct Tables {
    std::vector<std::byte> pool_begin, pool_end; ///< Before and behind the texts of the code.
    std::vector<Import> imports_begin, imports_end;
    std::vector<std::uint32_t> task_order;  ///< Tasks by number, if that is not the order of the text.
    std::vector<std::uint32_t> event_order; ///< As for Task.
    std::uint32_t run = none; ///< Where the run begins, if that is not the init of the main task.
};

/// A whole script.
struct Tree {
    bool window = false;                ///< A user interface script: its events are others.
    std::optional<Numbering> numbering; ///< If the text says it.
    std::vector<Global> globals;
    std::vector<Task> tasks;
    std::uint32_t main = none;       ///< Task.
    std::vector<Function> functions; ///< In the order of the code.
    std::vector<Alias> aliases;      ///< In the order of the text.
    Tables tables;

    std::vector<Expr> exprs;
    std::vector<Stmt> stmts;
    std::vector<Loop> loops;
    std::vector<std::uint32_t> lists;

    NodeId add(const Expr& expr);
    NodeId add(const Stmt& stmt) {
        stmts.push_back(stmt);
        return static_cast<NodeId>(stmts.size() - 1);
    }
    /// Puts them behind each other; gives the first's place.
    std::uint32_t list(std::span<const std::uint32_t> ids) {
        const auto first = static_cast<std::uint32_t>(lists.size());
        for (const std::uint32_t id : ids) lists.push_back(id); // mostly too few for insert() to be worth it
        return first;
    }
    [[nodiscard]] std::span<const std::uint32_t> items(std::uint32_t first, std::uint32_t count) const {
        return std::span(lists).subspan(first, count);
    }

    /// The number of a text, which it keeps.
    TextId intern(std::string_view text) { return texts_.intern(text); }
    /// Nothing if nobody gave it to intern().
    [[nodiscard]] std::optional<TextId> find(std::string_view text) const { return texts_.find(text); }
    [[nodiscard]] std::string_view text(TextId id) const { return texts_[id]; }
    [[nodiscard]] std::size_t text_count() const noexcept { return texts_.size(); }

  private:
    vellum::source::TextTable texts_;
};

/// The form of an operator that writes into a variable: Add2 for Add.
[[nodiscard]] constexpr Op storing(Op op) noexcept {
    constexpr auto distance = static_cast<int>(Op::Add2) - static_cast<int>(Op::Add);
    static_assert(static_cast<int>(Op::Not2) - static_cast<int>(Op::Not) == distance);
    const bool beside = op >= Op::Sqrt; // Sqrt, Sqrt2, Sin, Sin2, …
    return static_cast<Op>(static_cast<int>(op) + (beside ? 1 : distance));
}

/// The operator of a storing form: Add for Add2.
[[nodiscard]] constexpr Op plain_form(Op op) noexcept {
    if (op >= Op::Sqrt2) return static_cast<Op>(static_cast<int>(op) - 1);
    return static_cast<Op>(static_cast<int>(op) - (static_cast<int>(Op::Add2) - static_cast<int>(Op::Add)));
}

} // namespace vellum::pathologic::source

// What works on the tree speaks of its parts as its own.
namespace vellum::pathologic::compile {
using source::Expr, source::ExprKind, source::Function, source::Loop, source::NodeId, source::none,
    source::Space, source::Stmt, source::StmtKind, source::TextId, source::Tree;
}
namespace vellum::pathologic::decompile {
using source::Expr, source::ExprKind, source::Function, source::Loop, source::NodeId, source::none,
    source::Space, source::Stmt, source::StmtKind, source::TextId, source::Tree;
}
