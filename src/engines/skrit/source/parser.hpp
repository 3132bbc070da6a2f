// Tokens to tree: recursive descent over the grammar of docs/engines/skrit.md, with recovery, so that one run
// reports all mistakes. Nesting is bounded; the time is linear in the number of tokens.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engines/skrit/source/ast.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// The parser.
class Parser {
  public:
    /// Deepest nesting of blocks and parentheses.
    static constexpr int max_nesting = 200;
    /// Deepest expression tree: chains of operators count too.
    static constexpr std::uint16_t max_depth = 400;

    Parser(SourceMap& sources, const TokenList& list, Tree& tree, Diagnostics& diagnostics)
        : sources_(sources), list_(list), tree_(tree), diagnostics_(diagnostics) {}

    /// A whole unit.
    void unit();
    /// One expression and nothing behind it: a formula. The result is its node.
    NodeId formula();

  private:
    struct Delimited; // counts nesting

    // tokens
    [[nodiscard]] const Token& peek() const noexcept { return list_.tokens[at_]; }
    [[nodiscard]] const Token& peek(std::size_t ahead) const noexcept {
        return list_.tokens[std::min(at_ + ahead, list_.tokens.size() - 1)];
    }
    [[nodiscard]] bool is(Tok kind) const noexcept { return peek().kind == kind; }
    [[nodiscard]] bool is_word(Symbol word) const noexcept {
        return peek().kind == Tok::keyword && peek().value == word;
    }
    /// Takes the token; the last one, Tok::end, is never left behind.
    const Token& next() noexcept {
        const Token& token = peek();
        if (token.kind != Tok::end) ++at_;
        return token;
    }
    bool accept(Tok kind) noexcept {
        if (!is(kind)) return false;
        next();
        return true;
    }
    bool accept_word(Symbol word) noexcept {
        if (!is_word(word)) return false;
        next();
        return true;
    }
    /// Takes the token or reports "expected … before …".
    bool expect(Tok kind, std::string_view hint = {});
    /// A `;` that may be missing: parsing goes on as if it were there.
    bool expect_semicolon(std::string_view hint = {});
    [[nodiscard]] std::string_view semicolon_hint() const;
    /// Of words where an operator or the end of parentheses is expected.
    [[nodiscard]] std::string_view word_operator_hint() const;
    [[nodiscard]] static std::string_view usual_hint(std::string_view expected);
    void syntax_error(std::string_view expected, std::string_view hint = {});
    void error_at(const Token& token, std::string message, std::string hint = {});
    [[nodiscard]] bool on_new_line() const;
    [[nodiscard]] std::string text_of(const Token& token) const;
    bool too_deep();

    // nodes
    NodeId make(NodeKind kind, Position position, std::uint32_t a = 0, std::uint32_t b = 0,
                std::uint32_t c = 0);
    /// A node of one or two children that an operator or a type tells from others of its kind.
    template <class Op>
    NodeId operation(NodeKind kind, Position position, Op op, std::uint32_t a, std::uint32_t b = 0) {
        const NodeId node = make(kind, position, a, b);
        tree_[node].op = static_cast<std::uint8_t>(op);
        return node;
    }
    NodeId error_node(Position position) { return make(NodeKind::error, position); }
    NodeId join(NodeId node, NodeId child);
    /// Moves scratch entries from `first` on into a list; sets b and c of the node.
    void set_list(NodeId node, std::size_t first);

    // declarations: parser.cpp
    void declaration();
    void skip_declaration();
    void owner_declaration();
    void property_or_variables();
    void variables(bool shared, std::uint32_t state);
    void property(bool shared, bool hidden);
    void routine(RoutineKind kind, TypeSyntax result, std::uint32_t state);
    void parameters(RoutineSyntax& routine);
    /// `begun`: the word state was read.
    void state_declaration(bool begun = false);
    void state_member(std::uint32_t state);
    void transitions(std::uint32_t state);
    void transition_entry(std::uint32_t state);
    bool term(TermSyntax& term);
    bool delay(DelaySyntax& delay, TimeUnit otherwise);
    bool at_type() const noexcept;
    bool type(TypeSyntax& type);
    bool user(Symbol& symbol, Position& position, std::string_view what);
    bool strings(std::vector<std::uint32_t>& numbers);

    // statements: parser_statements.cpp
    NodeId block();
    /// A block of statements or of instructions.
    NodeId body();
    [[nodiscard]] bool at_body(std::size_t ahead = 0) const noexcept {
        return peek(ahead).kind == Tok::open_brace || peek(ahead).kind == Tok::assembly;
    }
    NodeId statement();
    NodeId if_statement();
    NodeId local_variables();
    NodeId expression_statement();
    void skip_statement();
    [[nodiscard]] bool begins_declaration() const;
    [[nodiscard]] bool begins_function() const;
    void unclosed(Position begin);
    bool foreign_statement(NodeId& node);
    NodeId for_statement();

    // words that were meant to be keywords: parser_slips.cpp
    static constexpr Symbol no_word = ~Symbol{0};
    /// The first of these keywords that the name at hand is near to.
    [[nodiscard]] Symbol slip(std::initializer_list<Symbol> keywords) const;
    /// Tells that the word at hand is none, and passes over it.
    void misspelt(Symbol meant, std::string_view what, std::string_view otherwise);
    /// How far ahead what follows a parenthesis is that opens at `at`; 0 if it does not close soon.
    [[nodiscard]] std::size_t behind_parentheses(std::size_t at) const;
    bool misspelt_statement(NodeId& node);
    bool misspelt_declaration(std::uint32_t state);

    // expressions: parser_expressions.cpp
    NodeId expression();
    NodeId binary(int level);
    NodeId power();
    NodeId unary();
    NodeId postfix();
    NodeId primary();
    bool arguments(std::size_t& first);
    NodeId name_constant(const Token& token);

    SourceMap& sources_;
    const TokenList& list_;
    Tree& tree_;
    Diagnostics& diagnostics_;
    std::size_t at_ = 0;
    int nesting_ = 0;
    bool panic_ = false; ///< An error was reported for this statement or declaration: no more until it ends.
    bool depth_reported_ = false;
    std::vector<NodeId> scratch_;

  public:
    /// Texts of `__NAME__`, numbered behind the token list's strings.
    std::vector<std::string> name_strings;
};

} // namespace vellum::skrit
