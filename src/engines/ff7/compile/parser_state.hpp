// The parser's state and its members; which file has which stands above each group.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engines/ff7/compile/codes.hpp"
#include "engines/ff7/compile/parser.hpp"
#include "engines/ff7/source/words.hpp"
#include "source/cursor.hpp"

namespace vellum::ff7::compile {

using source::Binding;
using source::TextId;
using vellum::source::Cursor;
using vellum::source::Sources;
using vellum::source::Token;
using vellum::source::TokenKind;

/// Of statements and expressions, in the text and in the tree.
constexpr std::uint32_t most_nesting = 400;

class Parser {
  public:
    Parser(const Sources& sources, Diagnostics& diagnostics)
        : sources_(sources),
          cursor_(sources, 0, {.syntax = &codes::source_syntax, .bytes = true}, diagnostics) {}

    Parsed run();

  private:
    /// What a declared name stands for.
    struct Meaning {
        enum class Kind : std::uint8_t { place, constant, function } kind = Kind::constant;
        std::uint16_t code = 0,
                      operand = 0; ///< Of a place; a constant's value; a function's number and owner.
    };
    struct Goto {
        TextId label;
        std::uint32_t offset;
    };

    // --- The file: parser.cpp ---

    void top_level();
    /// A declaration that `read` reads and that begins at that byte.
    void declaration(std::size_t begin, void (Parser::*read)());
    void constant();
    void variable();
    void alias();
    void tail();
    void entry();
    void raw();
    void function();
    bool header(source::Function& function);
    std::optional<std::uint16_t> mesh_header(std::uint32_t offset);
    NodeId assembly();
    void check_entries();
    void check_labels();

    // --- Names and numbers: parser.cpp ---

    void mistake(const DiagnosticCode& code, std::uint32_t offset, std::string message,
                 std::string hint = {}) {
        cursor_.add(code, offset, std::move(message), std::move(hint));
    }
    TextId name(std::string_view what);
    void declare(TextId name, Meaning meaning, std::uint32_t offset);
    [[nodiscard]] const Meaning* find(std::string_view name);
    /// A number, or a constant's name.
    std::optional<std::uint32_t> number(std::string_view what, std::uint32_t most);
    std::optional<std::uint32_t> function_number(bool system);
    std::optional<std::uint32_t> model();
    void unknown(std::string_view name, std::uint32_t offset, bool instruction);
    [[nodiscard]] std::vector<std::string_view> names_for(bool statement) const;
    /// " Did you mean …?"; only for the first of many, because each looks at all names.
    std::string suggestion(std::string_view name, std::span<const std::string_view> known);
    void met(Surprise what, std::uint32_t offset);

    // --- Statements: parse_statements.cpp ---

    NodeId statement();
    NodeId statement_here();
    NodeId any_statement(std::uint32_t offset);
    NodeId block();
    NodeId items(bool of_case);
    NodeId named();
    NodeId simple(StmtKind kind);
    NodeId if_statement();
    NodeId while_statement();
    NodeId loop_statement();
    NodeId switch_statement();
    bool case_values(std::vector<NodeId>& values);
    NodeId chain(NodeId item, const std::vector<std::pair<std::vector<NodeId>, NodeId>>& cases,
                 NodeId otherwise);
    NodeId unless_statement();
    NodeId goto_statement();
    NodeId return_statement();
    NodeId leave(StmtKind kind, std::uint32_t offset);
    NodeId bare();
    NodeId push(bool bare);
    NodeId call(bool bare, std::uint32_t offset);
    NodeId finish_call(NodeId owner, std::uint32_t function, bool bare, std::uint32_t offset);
    NodeId assignment(bool bare);
    NodeId instruction(std::string_view name, bool bare, std::uint32_t offset);
    void after(Stmt& stmt);
    bool condition(Stmt& stmt);
    TextId label();

    // --- Expressions: parse_expressions.cpp ---

    NodeId expression(Binding least = Binding::either);
    NodeId unary();
    NodeId primary();
    NodeId named_value();
    NodeId place();
    NodeId item();
    NodeId special();
    NodeId one_of(NodeId item, std::uint32_t offset);
    /// `item == a || item == b`.
    NodeId compared(NodeId item, const std::vector<NodeId>& values, std::uint32_t offset);
    std::vector<NodeId> list();
    NodeId push_of(std::uint16_t code, std::uint32_t operand, std::uint32_t offset);
    NodeId add(const Expr& expr);

    /// Says once that it is too deep.
    bool too_deep();

    const Sources& sources_;
    Cursor cursor_;
    Parsed parsed_;
    source::Tree& tree_ = parsed_.tree;
    std::unordered_map<TextId, Meaning> names_;
    TextId declared_ = source::none;                   ///< Last.
    std::unordered_map<TextId, std::uint32_t> bodies_; ///< `code NAME`: where it stands.
    std::unordered_set<TextId> labels_;
    std::vector<Goto> gotos_;
    std::uint32_t depth_ = 0, loops_ = 0, suggestions_left_ = 20;
    bool told_depth_ = false;
};

} // namespace vellum::ff7::compile
