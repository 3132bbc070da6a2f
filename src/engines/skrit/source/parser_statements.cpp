// Statements. A mistake costs the statement it is in: parsing goes on behind the next `;` or at the end of
// the block.
#include "engines/skrit/codes.hpp"
#include "engines/skrit/source/parser.hpp"

namespace vellum::skrit {

NodeId Parser::block() {
    const Position position = peek().position;
    if (!expect(Tok::open_brace, "braces are required around every body")) return error_node(position);
    if (too_deep()) {
        // pass over the whole block without recursion
        std::size_t open = 1;
        while (!is(Tok::end) && open != 0) {
            if (is(Tok::open_brace)) ++open;
            if (is(Tok::close_brace)) --open;
            next();
        }
        return error_node(position);
    }
    ++nesting_;
    const std::size_t first = scratch_.size();
    while (!is(Tok::close_brace) && !is(Tok::end)) {
        const std::size_t before = at_;
        const NodeId node = statement();
        scratch_.push_back(node);
        if (panic_) {
            skip_statement();
            panic_ = false;
        }
        if (at_ == before) next();
        // A declaration that cannot stand in a block means that a closing brace is missing.
        if (begins_declaration()) break;
    }
    const NodeId node = make(NodeKind::block, position);
    set_list(node, first);
    --nesting_;
    if (!accept(Tok::close_brace)) unclosed(position);
    return node;
}

NodeId Parser::body() {
    if (!is(Tok::assembly)) return block();
    const Token& token = next();
    return make(NodeKind::assembly, token.position, token.value);
}

/// At the first column: a name with parentheses and a body, perhaps behind a type.
bool Parser::begins_function() const {
    std::size_t at = 0;
    if (peek().kind == Tok::name || peek().kind == Tok::keyword) at = 1;
    if (peek(at).kind != Tok::user || peek(at + 1).kind != Tok::open_paren) return false;
    if (!on_new_line() || sources_.place(peek().position).column != 1) return false;
    constexpr std::size_t longest = 200; // tokens of a parameter list
    std::size_t open = 0;
    for (std::size_t i = at + 1; i < longest; ++i) {
        const Tok kind = peek(i).kind;
        if (kind == Tok::open_paren) ++open;
        if (kind == Tok::close_paren && --open == 0) return at_body(i + 1);
        if (kind == Tok::end || kind == Tok::semicolon || kind == Tok::open_brace) return false;
    }
    return false;
}

/// A block is not closed where this token stands.
void Parser::unclosed(Position begin) {
    if (panic_) return;
    panic_ = true;
    Diagnostic missing =
        make_diagnostic(codes::syntax, "syntax error: expected '}' before " + text_of(peek()),
                        sources_.place(peek().position), "the block that starts above is not closed");
    missing.related.push_back({sources_.place(begin), "it starts here"});
    diagnostics_.add(std::move(missing));
}

/// At a word, first on its line, that no statement holds. Nearly no word is one: lines are asked for last.
bool Parser::begins_declaration() const {
    if (begins_function()) return true;
    return (is_word(word::event) || is_word(word::trigger) || is_word(word::state) ||
            is_word(word::startup) || is_word(word::property)) &&
           on_new_line();
}

void Parser::skip_statement() {
    std::size_t open = 0;
    while (!is(Tok::end)) {
        if (is(Tok::close_brace)) {
            if (open == 0) return;
            --open;
            next();
            if (open == 0 && !is_word(word::else_)) return;
            continue;
        }
        if (begins_declaration()) return;
        if (is(Tok::open_brace)) ++open;
        const bool ends = is(Tok::semicolon) && open == 0;
        next();
        if (ends) return;
    }
}

/// Statements of other languages get a message of their own.
bool Parser::foreign_statement(NodeId& node) {
    const Token& token = peek();
    if (token.kind != Tok::name || token.value >= word::known_count) return false;
    std::string hint;
    switch (token.value) {
    case word::for_:
        hint = "count with a variable and while: int i$ = 0; while( i$ < 3 ) { ... i$ += 1; }";
        break;
    case word::do_: hint = "use forever { ... } with a break at its end"; break;
    case word::switch_:
    case word::case_: hint = "use if ... else if ..."; break;
    case word::goto_: hint = "there are no jumps; use loops, functions or states"; break;
    case word::elseif:
    case word::elif: hint = "write else if"; break;
    default: return false;
    }
    error_at(token, "syntax error near " + text_of(token) + ": there is no such statement in Skrit", hint);
    node = token.value == word::for_ ? for_statement() : error_node(token.position);
    return true;
}

/// A `for` was reported: its counter is declared and its body read, so that the mistake costs one message.
NodeId Parser::for_statement() {
    const Position position = peek().position;
    const bool loop = peek(1).kind == Tok::open_paren;
    if (!loop) return error_node(position);
    next();
    next();
    panic_ = false;
    const std::size_t first = scratch_.size();
    const Token& begin = peek();
    const bool declares = begin.kind == Tok::keyword &&
                          (begin.value == word::int_ || begin.value == word::float_) &&
                          peek(1).kind == Tok::user;
    if (declares) scratch_.push_back(local_variables());
    for (std::size_t open = 1; open != 0 && !is(Tok::end) && !is(Tok::open_brace) && !is(Tok::close_brace);) {
        if (is(Tok::open_paren)) ++open;
        if (is(Tok::close_paren)) --open;
        next();
    }
    panic_ = false;
    if (is(Tok::open_brace)) scratch_.push_back(block());
    const NodeId node = make(NodeKind::block, position);
    set_list(node, first);
    return node;
}

NodeId Parser::statement() {
    const Token& token = peek();
    const Position position = token.position;
    switch (token.kind) {
    case Tok::semicolon: next(); return make(NodeKind::empty, position);
    case Tok::open_brace: return block();
    case Tok::name: {
        NodeId node = no_node;
        if (foreign_statement(node) || misspelt_statement(node)) return node;
        if (peek(1).kind == Tok::user || (peek(1).kind == Tok::name && peek(2).kind != Tok::dot))
            return local_variables();
        return expression_statement();
    }
    case Tok::keyword: break;
    default: return expression_statement();
    }
    const auto simple = [&](NodeKind kind) {
        next();
        const NodeId node = make(kind, position);
        expect_semicolon();
        return node;
    };
    switch (token.value) {
    case word::if_: return if_statement();
    case word::while_: {
        next();
        const NodeId condition = expression();
        if (panic_) return error_node(position);
        const NodeId body = block();
        return make(NodeKind::while_, position, condition, body);
    }
    case word::forever: {
        next();
        const NodeId body = block();
        return make(NodeKind::forever, position, body);
    }
    case word::break_: return simple(NodeKind::break_);
    case word::continue_: return simple(NodeKind::continue_);
    case word::sitnspin: return simple(NodeKind::sitnspin);
    case word::abort: return simple(NodeKind::abort);
    case word::return_: {
        next();
        const NodeId value = is(Tok::semicolon) ? no_node : expression();
        const NodeId node = make(NodeKind::return_, position, value);
        if (!panic_) expect_semicolon();
        return node;
    }
    case word::setstate: {
        next();
        const bool parentheses = accept(Tok::open_paren);
        Symbol symbol = 0;
        Position at = position;
        if (!user(symbol, at, "a state name with $")) return error_node(position);
        if (parentheses && !expect(Tok::close_paren)) return error_node(position);
        const NodeId node = make(NodeKind::setstate, at, symbol);
        expect_semicolon();
        return node;
    }
    case word::bool_:
    case word::int_:
    case word::float_:
    case word::string:
        if (peek(1).kind == Tok::open_paren && token.value != word::string) return expression_statement();
        return local_variables();
    case word::void_: return local_variables();
    case word::shared:
        syntax_error("a statement", "declare shared variables outside functions");
        return error_node(position);
    case word::else_:
        syntax_error("a statement", "this else has no if: braces are required around every body");
        return error_node(position);
    default: return expression_statement();
    }
}

NodeId Parser::if_statement() {
    const Position position = peek().position;
    const std::size_t first = scratch_.size();
    NodeId otherwise = no_node;
    bool broken = false;
    // A chain of else-if is a list, not a nest, so its length is free.
    while (accept_word(word::if_)) {
        const NodeId condition = expression();
        if (panic_) {
            broken = true;
            break;
        }
        const NodeId body = block();
        scratch_.push_back(condition);
        scratch_.push_back(body);
        if (panic_ || !accept_word(word::else_)) break;
        if (is_word(word::if_)) continue;
        otherwise = block();
        break;
    }
    if (broken) {
        scratch_.resize(first);
        return error_node(position);
    }
    const NodeId node = make(NodeKind::if_, position, otherwise);
    set_list(node, first);
    return node;
}

NodeId Parser::local_variables() {
    const Position position = peek().position;
    TypeSyntax written;
    if (!type(written)) return error_node(position);
    const std::size_t first = scratch_.size();
    do {
        Symbol symbol = 0;
        Position at = position;
        std::string_view what = "a name with $";
        if (!user(symbol, at, what)) {
            scratch_.resize(first);
            return error_node(position);
        }
        const NodeId initial = accept(Tok::assign) ? expression() : no_node;
        scratch_.push_back(make(NodeKind::declarator, at, symbol, initial));
    } while (!panic_ && accept(Tok::comma));
    tree_.types.push_back(written);
    const NodeId node = make(NodeKind::declare, position, static_cast<std::uint32_t>(tree_.types.size() - 1));
    set_list(node, first);
    if (!panic_) expect_semicolon();
    return node;
}

namespace {

/// The operator behind a compound assignment.
Tok operator_of(Tok assignment) {
    switch (assignment) {
    case Tok::plus_assign: return Tok::plus;
    case Tok::minus_assign: return Tok::minus;
    case Tok::star_assign: return Tok::star;
    case Tok::slash_assign: return Tok::slash;
    case Tok::percent_assign: return Tok::percent;
    case Tok::star_star_assign: return Tok::star_star;
    case Tok::or_assign: return Tok::bar;
    case Tok::xor_assign: return Tok::caret;
    case Tok::and_assign: return Tok::ampersand;
    default: return Tok::assign;
    }
}

} // namespace

NodeId Parser::expression_statement() {
    const Position position = peek().position;
    const NodeId target = expression();
    if (panic_) return error_node(position);
    const Token& token = peek();
    if (token.kind >= Tok::assign && token.kind <= Tok::and_assign) {
        next();
        const NodeId value = expression();
        const Tok combines = operator_of(token.kind);
        const NodeId combined = combines == Tok::assign
                                    ? no_node
                                    : operation(NodeKind::binary, token.position, combines, target, value);
        const NodeId node = make(NodeKind::assign, token.position, target, value, combined);
        if (panic_) return error_node(position);
        if (is(Tok::assign)) {
            syntax_error("';'", "an assignment is a statement and has no value");
            return node;
        }
        expect_semicolon();
        return node;
    }
    const NodeId node = make(NodeKind::expression, position, target);
    expect_semicolon();
    return node;
}

} // namespace vellum::skrit
