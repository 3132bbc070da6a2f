// The syntax tree: nodes in one vector, addressed by number, so that a tree of any shape is freed in one step
// and is walked without chasing pointers. The analyser writes types and meanings into the nodes. Depth is
// bounded by the parser; whoever recurses over a tree may rely on that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engines/skrit/source/token.hpp"
#include "engines/skrit/types.hpp"
#include "engines/skrit/unit/unit.hpp"

namespace vellum::skrit {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0; ///< Node 0 is never a real one.

enum class NodeKind : std::uint8_t {
    none,
    // expressions
    integer,  ///< a: bits
    real,     ///< a: bits
    string,   ///< a: string number
    boolean,  ///< a: 0 or 1
    null,     ///<
    this_,    ///<
    vm,       ///<
    owner,    ///<
    user,     ///< a: symbol
    name,     ///< a: symbol
    macro,    ///< a: symbol
    cast,     ///< op: TypeKind; a: operand
    unary,    ///< op: Tok; a: operand
    binary,   ///< op: Tok; a, b: operands
    ternary,  ///< a: condition, b, c: arms
    member,   ///< a: object, b: symbol
    call,     ///< a: what is called (user, name or member), b, c: argument list (first, count)
    assembly, ///< a: number of the string with the lines of an asm block
    error,    ///< reported; fits everywhere
    // statements
    block,      ///< b, c: statement list
    if_,        ///< b, c: list of condition, block pairs; a: block of the else or none
    while_,     ///< a: condition, b: block
    forever,    ///< a: block
    break_,     ///<
    continue_,  ///<
    sitnspin,   ///<
    abort,      ///<
    return_,    ///< a: expression or none
    setstate,   ///< a: symbol
    declare,    ///< a: index in Tree::types; b, c: list of declarators
    declarator, ///< a: symbol, b: initialiser or none
    assign,     ///< a: target, b: expression; c: of `x op= y` the binary node `x op y`, else none
    expression, ///< a: expression
    empty       ///<
};

/// One node. `type` and `ref` belong to the analyser.
struct Node {
    NodeKind kind = NodeKind::none;
    std::uint8_t op = 0;
    std::uint16_t depth = 1; ///< Longest way to a leaf; bounded by Parser::max_depth.
    Position position = 0;
    std::uint32_t a = 0, b = 0, c = 0;
    ExportType type;
    std::uint32_t ref = 0;
};

/// A type as written.
struct TypeSyntax {
    Position position = 0;
    Symbol symbol = word::void_; ///< A keyword of a built-in type or a name.
    bool written = false;        ///< False where the grammar lets a function leave out void.
};

struct ParameterSyntax {
    TypeSyntax type;
    Symbol name = 0; ///< Only if `named`.
    bool named = false;
    Position position = 0;
};

/// `( expression [unit] )` of poll and at.
struct DelaySyntax {
    NodeId value = no_node;
    TimeUnit unit = TimeUnit::frames;
};

enum class RoutineKind : std::uint8_t { function, event, trigger, at };

/// A function, event handler, trigger or at function.
struct RoutineSyntax {
    RoutineKind kind = RoutineKind::function;
    Position position = 0; ///< Of the name.
    Symbol name = 0;
    TypeSyntax result;
    std::vector<ParameterSyntax> parameters;
    bool has_parameters = false;   ///< Parentheses were written.
    std::vector<NodeId> arguments; ///< Of a trigger.
    DelaySyntax delay;
    NodeId body = no_node;
    std::uint32_t state = none; ///< Index in Tree::state_bodies.
};

/// A global variable, state variable or property.
struct VariableSyntax {
    TypeSyntax type;
    Symbol name = 0;
    Position position = 0;
    NodeId initial = no_node;
    bool shared = false, property = false, hidden = false;
    std::vector<std::uint32_t> documentation; ///< String numbers.
    std::uint32_t state = none;
};

struct TermSyntax {
    Position position = 0;
    NodeId condition = no_node; ///< `if` term.
    Symbol event = 0;
    std::vector<NodeId> arguments;
};

struct TransitionSyntax {
    Position position = 0;
    std::uint32_t state = none; ///< State body it stands in.
    bool has_source = false;
    Symbol source = 0, target = 0;
    Position source_position = 0, target_position = 0;
    std::vector<TermSyntax> terms;
    NodeId handler = no_node;
};

/// One `state` declaration; several may name the same state.
struct StateSyntax {
    Position position = 0;
    Symbol name = 0;
    bool startup = false, polls = false;
    DelaySyntax poll;
};

struct OwnerSyntax {
    Position position = 0;
    TypeSyntax type;
};

/// A parsed unit. Members of each sort stand in source order; `order` keeps it across sorts where it matters.
struct Tree {
    std::vector<Node> nodes{1};
    std::vector<NodeId> lists;
    std::vector<TypeSyntax> types; ///< Of local declarations.
    std::vector<RoutineSyntax> routines;
    std::vector<VariableSyntax> variables;
    std::vector<TransitionSyntax> transitions;
    std::vector<StateSyntax> state_bodies;
    std::vector<OwnerSyntax> owners;
    std::vector<NodeId> tables; ///< asm blocks outside of everything: rows of the unit's tables.

    [[nodiscard]] Node& operator[](NodeId id) noexcept { return nodes[id]; }
    [[nodiscard]] const Node& operator[](NodeId id) const noexcept { return nodes[id]; }
    [[nodiscard]] std::span<const NodeId> list(const Node& node) const noexcept {
        return std::span(lists).subspan(node.b, node.c);
    }
};

} // namespace vellum::skrit
