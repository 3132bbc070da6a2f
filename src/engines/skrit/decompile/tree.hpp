// What a function's p-code says, as a tree: expressions and statements in vectors, addressed by number. What
// the compiler writes by itself (texts to string objects, handles to objects, floats to doubles) is not in
// it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/unit/unit.hpp"

namespace vellum::skrit::decompile {

using ExprId = std::uint32_t;
using StmtId = std::uint32_t;

enum class ExprKind : std::uint8_t {
    constant, ///< value: bits; wide: a float, whatever it is used for
    text,     ///< value: offset of a constant string
    self,     ///< op: PUSHTHIS, PUSHVM or PUSHOWNER
    variable, ///< value: index in Tree::variables; wide: a float
    call,     ///< op; value: import; a: receiver or none; arguments; b: object of a static function or none
    script,   ///< value: function; arguments
    unary,    ///< op; a
    binary,   ///< op; a, b
    convert,  ///< op: INTTOBOO, INTTOFLT or FLTTOINT; a
    upcast,   ///< value: upcast; a
    choice    ///< a ? b : c
};

struct Expr {
    ExprKind kind = ExprKind::constant;
    Op op = Op::SITNSPIN;
    bool wide = false;
    std::uint16_t depth = 1;
    std::uint32_t value = 0;
    ExprId a = none, b = none, c = none;
    std::uint32_t first = 0, count = 0; ///< Arguments in Tree::lists.
};

enum class StmtKind : std::uint8_t {
    declare,  ///< value: variable; a: initial value or none
    assign,   ///< value: variable; a: value
    call,     ///< a: call, or another value that nobody takes
    combine,  ///< a: the setter's call; value: variable that keeps the object or none
    returns,  ///< a: value or none
    setstate, ///< value: state
    sitnspin,
    abort,
    stop_loop, ///< break
    next_loop, ///< continue
    block,     ///< body
    choice,    ///< a: condition; body; otherwise
    loop_while,
    forever
};

struct Stmt {
    StmtKind kind = StmtKind::block;
    bool has_else = false;
    std::uint32_t address = 0; ///< Of its first instruction.
    std::uint32_t value = none;
    ExprId a = none;
    std::vector<StmtId> body, otherwise;
};

/// A local variable, a parameter, or one of the unit's.
struct Variable {
    std::string name;   ///< With `$`; empty until it is named.
    TypeIndex type = 0; ///< Void: not known yet.
    bool local = false;
    bool hidden = false; ///< The compiler's own.
    std::uint32_t parameter = none;
    std::uint32_t uses = 0; ///< How often it is read.
    Store store = Store::general;
};

struct FunctionTree {
    std::string name; ///< As the source has it.
    bool sound = false;
    bool kept = false;  ///< As instructions.
    std::string reason; ///< Why it is not sound, or kept.
    std::vector<StmtId> body;
    std::vector<std::uint32_t> parameters; ///< Variables; `none` for one that is passed over.
    std::vector<std::uint32_t> locals; ///< Variables in the order of their allocation, parameters included.
    ExprId value = none;               ///< Fragments that compute a value: the value.
};

struct Tree {
    std::vector<Expr> exprs;
    std::vector<Stmt> stmts;
    std::vector<ExprId> lists;
    std::vector<Variable> variables; ///< Those of the unit first, in its order.
    std::vector<FunctionTree> functions;
    std::vector<std::string> states, events; ///< Their names as the source has them, events without `$`.

    [[nodiscard]] std::span<const ExprId> arguments(const Expr& expr) const {
        return std::span(lists).subspan(expr.first, expr.count);
    }
};

/// What a declaration of its own holds; the others are parts of variables, transitions and delays.
[[nodiscard]] constexpr bool is_routine(FunctionKind kind) noexcept {
    return kind == FunctionKind::function || kind == FunctionKind::event || kind == FunctionKind::trigger ||
           kind == FunctionKind::at || kind == FunctionKind::command;
}

/// What computes one value and nothing else.
[[nodiscard]] constexpr bool is_value(FunctionKind kind) noexcept {
    return kind == FunctionKind::condition || kind == FunctionKind::initialiser ||
           kind == FunctionKind::period || kind == FunctionKind::formula;
}

} // namespace vellum::skrit::decompile
