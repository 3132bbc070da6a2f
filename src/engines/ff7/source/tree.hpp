// The tree of the world map's source language: what the parser makes of text and the decompiler of code, and
// what the lowering and the printer read. Names of places, constants and functions are numbers already. All
// nodes of a text lie in a few flat arrays and refer to each other by number. The language and what each node
// becomes: docs/languages/ff7.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ff7/format/script.hpp"
#include "source/text_table.hpp"

namespace vellum::ff7::source {

using NodeId = std::uint32_t;
using TextId = std::uint32_t;
inline constexpr std::uint32_t none = 0xFFFFFFFF;

enum class ExprKind : std::uint8_t {
    push,   ///< code, operand: an item, evaluated when it is taken
    unary,  ///< code, a
    binary, ///< code, a, b
    pop,    ///< no word: the item lies there already
    stale   ///< code: an unknown computing code, which takes nothing
};

struct Expr {
    ExprKind kind = ExprKind::pop;
    std::uint16_t code = 0, operand = 0;
    std::uint16_t height = 1; ///< Of the tree below it; Tree::add keeps it.
    NodeId a = none, b = none;
    std::uint32_t place = 0; ///< Byte in the text, or the address it was read from.
};

enum class StmtKind : std::uint8_t {
    block,       ///< its items
    instruction, ///< code with its operands; writes and calls too
    push,        ///< its operands, which nothing takes
    reset,       ///<
    condition,   ///< if (operands) a else b
    loop,        ///< while (operands) a; without operands: forever
    leave,       ///< break
    resume,      ///< continue
    result,      ///< return, as a jump to the end
    result_here, ///< a RETURN that is not the end
    label,       ///< label
    jump,        ///< goto label
    unless,      ///< unless (operands) goto label
    assembly     ///< a: its number in Tree::blocks
};

/// What stands around the operands and the code of an instruction.
enum class Form : std::uint8_t {
    plain,
    wait,   ///< WAIT_FRAMES, then WAIT
    opened, ///< WAIT_WINDOW in front: window and message
    prompt  ///< WAIT_WINDOW between operands and code
};

struct Stmt {
    StmtKind kind = StmtKind::block;
    Form form = Form::plain;
    bool bare = false; ///< No RESET in front of the operands.
    std::uint16_t code = 0;
    std::uint32_t first = 0, count = 0;        ///< Operands or items, in `lists`.
    std::uint32_t first_after = 0, afters = 0; ///< Codes between the operands and the code, in `lists`.
    NodeId a = none, b = none;
    TextId label = none;
    std::uint32_t place = 0; ///< As of Expr.
};

/// Instructions as text.
struct Block {
    std::string text;
    std::uint32_t line = 0; ///< Lines of the source in front of them.
    std::uint32_t at = 0;   ///< Where they begin in the source.
};

struct Header {
    std::uint16_t id = 0;
    std::uint32_t place = 0; ///< Of a text: where it begins,
    std::uint32_t end = 0;   ///< and ends.
};

/// A body and the entries that lead to it.
struct Function {
    std::vector<Header> headers;
    TextId name = none;               ///< Of a body that only `entry` lines lead to.
    NodeId body = none;               ///< A block; or
    NodeId block = none;              ///< instructions that are all of it, in Tree::blocks, or
    bool raw = false;                 ///< words between bodies.
    std::vector<std::uint16_t> words; ///< Of `raw`.
    std::uint32_t place = 0;          ///< Of a text: where it begins,
    std::uint32_t end = 0;            ///< and ends.
};

/// `var marsh_timer = save.byte(0xF25);`
struct Variable {
    TextId name = none;
    std::uint16_t code = 0, operand = 0; ///< Of its place.
};

/// One line of a call table that breaks the rules.
struct EntryLine {
    std::uint32_t index = 0;
    std::uint16_t id = 0;
    TextId body = none;        ///< Name of a body, or
    std::uint16_t address = 0; ///< a code word.
    std::uint32_t place = 0;
};

/// A name for a place or a function.
struct Declaration {
    TextId name = none;
    std::uint16_t code = 0, operand = 0; ///< Of a place; a function's number and owner.
    bool function = false;
};

/// A whole text.
struct Tree {
    std::size_t layout = table_entries;
    std::size_t words = code_words;
    std::vector<std::byte> tail;
    bool bare_start = false, no_trailing_return = false;
    std::vector<EntryLine> entries;
    std::vector<Function> functions; ///< In the order of the code.
    std::vector<Variable> variables; ///< In the order of the text.

    std::vector<Expr> exprs;
    std::vector<Stmt> stmts;
    std::vector<Block> blocks;
    std::vector<std::uint32_t> lists;

    NodeId add(Expr expr) {
        for (const NodeId below : {expr.a, expr.b})
            if (below != none)
                expr.height = std::max(expr.height, static_cast<std::uint16_t>(exprs[below].height + 1));
        exprs.push_back(expr);
        return static_cast<NodeId>(exprs.size() - 1);
    }
    NodeId add(const Stmt& stmt) {
        stmts.push_back(stmt);
        return static_cast<NodeId>(stmts.size() - 1);
    }
    /// Puts them behind each other; gives the first's place.
    std::uint32_t list(std::span<const std::uint32_t> ids) {
        const auto first = static_cast<std::uint32_t>(lists.size());
        lists.insert(lists.end(), ids.begin(), ids.end());
        return first;
    }
    void operands(Stmt& stmt, std::span<const NodeId> ids) {
        stmt.first = list(ids);
        stmt.count = static_cast<std::uint32_t>(ids.size());
    }
    [[nodiscard]] std::span<const std::uint32_t> items(const Stmt& stmt) const {
        return std::span(lists).subspan(stmt.first, stmt.count);
    }
    [[nodiscard]] std::span<const std::uint32_t> afters(const Stmt& stmt) const {
        return std::span(lists).subspan(stmt.first_after, stmt.afters);
    }

    /// The number of a text, which it keeps.
    TextId intern(std::string_view text) { return texts_.intern(text); }
    [[nodiscard]] std::string_view text(TextId id) const { return texts_[id]; }

  private:
    vellum::source::TextTable texts_;
};

/// The same item, which takes one push each.
[[nodiscard]] inline bool same_item(const Tree& tree, NodeId a, NodeId b) {
    const Expr& one = tree.exprs[a];
    const Expr& other = tree.exprs[b];
    return one.kind == ExprKind::push && other.kind == ExprKind::push && one.code == other.code &&
           one.operand == other.operand;
}

} // namespace vellum::ff7::source

// What works on the tree speaks of its parts as its own.
namespace vellum::ff7::compile {
using source::Expr, source::ExprKind, source::Form, source::NodeId, source::none, source::Stmt,
    source::StmtKind;
}
namespace vellum::ff7::decompile {
using source::Expr, source::ExprKind, source::Form, source::NodeId, source::none, source::Stmt,
    source::StmtKind;
}
