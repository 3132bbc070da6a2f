// What a function of the block says, as a tree: made by the reader, given types by `infer`, printed as
// source. Expressions and statements are numbers into one pool for the whole script.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engines/ags/decompile/block.hpp"

namespace vellum::ags::decompile {

using ExprId = std::uint32_t;
inline constexpr ExprId no_expr = 0;

/// How much of a place is read or written.
enum class Width : std::uint8_t { byte = 1, word = 2, whole = 4, handle = 8, address = 9 };

/// What is in brackets.
struct Index {
    ExprId value = no_expr;
    std::int32_t length = -1; ///< Of a fixed array.
    std::int32_t size = 0;    ///< Of an element.
    bool handles = false;     ///< The elements are handles, which are counted in a register of their own.
};

/// Where something stands.
struct Place {
    enum class Base : std::uint8_t { none, local, global, import, object };
    Base base = Base::none;
    std::uint32_t id = 0;    ///< A local, an import's number, the expression that is the object.
    std::int32_t offset = 0; ///< In bytes.
    bool dynamic = false;    ///< The last index goes into a dynamic array.
    std::vector<Index> indices{};
};

enum class ExprKind : std::uint8_t {
    none,
    number,
    text,
    this_,
    access,   ///< place, width
    property, ///< left: object; right: index; value: import of the accessor
    call,     ///< left: object; value: import
    own_call, ///< left: object; value: function of the block
    negate,
    not_,
    binary,      ///< op, left, right
    compound,    ///< op, left: the target's value, right
    step,        ///< op, left
    new_object,  ///< value: bytes
    new_array,   ///< left: count; value: bytes of an element; managed
    make_string, ///< left: text that becomes a String
    check_null,  ///< left: String that becomes a text
};

struct Expr {
    ExprKind kind = ExprKind::none;
    Op op = Op::null;
    Width width = Width::whole;
    bool managed = false;
    bool is_static = false;   ///< A property or method without an object of its own.
    bool whole_array = false; ///< A handle, read or written as only those of arrays without handles are.
    std::int32_t value = 0;
    ExprId left = no_expr, right = no_expr;
    std::vector<ExprId> arguments{};
    Place place{};
};

enum class StmtKind : std::uint8_t {
    nothing, ///< What another statement says.
    expression,
    assign, ///< target, value
    compound,
    step,
    declare, ///< local, value
    block,
    if_,
    while_,
    for_,
    do_,
    switch_,
    break_,
    continue_,
    return_,
};

struct Stmt;
using Body = std::vector<std::uint32_t>; ///< Statements by number.

struct Case {
    ExprId test = no_expr; ///< None for the default.
    std::int32_t line = 0;
    Body body{};
};

struct Stmt {
    StmtKind kind = StmtKind::expression;
    Op op = Op::null;
    bool has_else = false;
    std::int32_t line = 0;     ///< Where it begins; 0: on the line of what stands before it.
    std::int32_t end_line = 0; ///< Of the brace that ends the body, likewise.
    std::int32_t else_end_line = 0;
    std::uint32_t first = 0, end = 0; ///< Steps.
    std::uint32_t local = 0;
    ExprId target = no_expr, value = no_expr;
    std::uint32_t before = nowhere, after = nowhere; ///< Of a for: statements.
    Body body{}, otherwise{};
    std::vector<Case> cases{};
};

/// How many bytes a variable of the old type string has in front of its address.
inline constexpr std::int32_t old_text_bytes = 200;

struct Local {
    std::int32_t position = 0; ///< Bytes above the return address; parameters are negative.
    std::int32_t size = 4;
    bool parameter = false;
    bool handle = false;
    bool is_struct = false; ///< By how its members are released.
    bool zeroed = false;    ///< Declared without a value.
    bool text = false;      ///< Of the old type string: 200 bytes, and where they are.
};

struct Function {
    bool sound = false;
    bool kept = false;    ///< As instructions.
    std::string reason{}; ///< Why it is not.
    std::int32_t line = 0, end_line = 0;
    bool noloopcheck = false;
    bool instance = false;                     ///< Has a place for "this".
    std::uint32_t first_local = 0, locals = 0; ///< Parameters first.
    Body body{};
    std::vector<std::vector<std::uint32_t>> releases{}; ///< Locals, in the order in which they are released.
    struct Handle {
        std::uint32_t local = 0;
        std::int32_t offset = 0;
        std::int32_t count = 1; ///< Of an array.
    };
    std::vector<Handle> handles{}; ///< What is released.
};

struct Tree {
    std::vector<Expr> exprs{1};
    std::vector<Stmt> stmts{};
    std::vector<Local> locals{};
    std::vector<Function> functions{}; ///< As in the block.

    ExprId add(Expr expr) {
        exprs.push_back(std::move(expr));
        return static_cast<ExprId>(exprs.size() - 1);
    }
};

} // namespace vellum::ags::decompile
