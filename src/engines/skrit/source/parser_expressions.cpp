// Expressions: precedence climbing over the levels of docs/engines/skrit.md. Only parentheses, prefix
// operators, `?:` and `**` recurse, and each counts as nesting.
#include "engines/skrit/codes.hpp"
#include "engines/skrit/source/parser.hpp"

namespace vellum::skrit {

namespace {

/// Levels of the left-associative binary operators, loosest first.
constexpr int level_of(Tok kind) noexcept {
    switch (kind) {
    case Tok::or_or: return 1;
    case Tok::and_and: return 2;
    case Tok::bar: return 3;
    case Tok::caret: return 4;
    case Tok::ampersand: return 5;
    case Tok::equal:
    case Tok::not_equal:
    case Tok::approx_equal: return 6;
    case Tok::less:
    case Tok::less_equal:
    case Tok::greater:
    case Tok::greater_equal: return 7;
    case Tok::plus:
    case Tok::minus: return 8;
    case Tok::star:
    case Tok::slash:
    case Tok::percent: return 9;
    default: return 0;
    }
}

} // namespace

/// Counts one level of nesting while it lives.
struct Parser::Delimited {
    explicit Delimited(Parser& parser) : parser_(parser) { ++parser_.nesting_; }
    ~Delimited() { --parser_.nesting_; }
    Delimited(const Delimited&) = delete;
    Delimited& operator=(const Delimited&) = delete;
    Parser& parser_;
};

NodeId Parser::expression() {
    const Position start = peek().position;
    if (too_deep()) return error_node(start);
    const Delimited nested(*this);
    const NodeId condition = binary(1);
    if (!is(Tok::question) || panic_) return condition;
    const Position position = next().position;
    const NodeId yes = expression();
    if (panic_) return error_node(position);
    if (!expect(Tok::colon, "write a choice as condition ? one : other")) return error_node(position);
    const NodeId no = expression();
    NodeId node = make(NodeKind::ternary, position, condition, yes, no);
    node = join(node, condition);
    node = join(node, yes);
    return join(node, no);
}

NodeId Parser::binary(int level) {
    NodeId left = power();
    // operators of this level or tighter, by precedence climbing
    while (!panic_) {
        const Tok op = peek().kind;
        const int here = level_of(op);
        if (here < level || here == 0) break;
        const Position position = next().position;
        const NodeId right = binary(here + 1);
        const NodeId node = operation(NodeKind::binary, position, op, left, right);
        left = join(join(node, left), right);
    }
    return left;
}

NodeId Parser::power() {
    const NodeId base = unary();
    if (!is(Tok::star_star) || panic_) return base;
    const Position position = next().position;
    if (too_deep()) return error_node(position);
    const Delimited nested(*this);
    const std::size_t before = at_;
    const NodeId exponent = power();
    if (tree_[exponent].kind == NodeKind::binary && static_cast<Tok>(tree_[exponent].op) == Tok::star_star &&
        list_.tokens[before].kind != Tok::open_paren)
        diagnostics_.add(codes::power_chain, "a chain of ** groups to the right", sources_.place(position),
                         "use parentheses to make the order clear");
    const NodeId node = operation(NodeKind::binary, position, Tok::star_star, base, exponent);
    return join(join(node, base), exponent);
}

NodeId Parser::unary() {
    const Token& token = peek();
    if (token.kind != Tok::bang && token.kind != Tok::tilde && token.kind != Tok::minus &&
        token.kind != Tok::plus)
        return postfix();
    if (too_deep()) return error_node(token.position);
    const Delimited nested(*this);
    next();
    const NodeId operand = unary();
    return join(operation(NodeKind::unary, token.position, token.kind, operand), operand);
}

bool Parser::arguments(std::size_t& first) {
    first = scratch_.size();
    if (accept(Tok::close_paren)) return true;
    do {
        const NodeId argument = expression();
        scratch_.push_back(argument);
    } while (!panic_ && accept(Tok::comma));
    if (!panic_) {
        std::string_view hint;
        if (peek().kind >= Tok::assign && peek().kind <= Tok::and_assign)
            hint = "an assignment is a statement, not part of an expression";
        expect(Tok::close_paren, hint);
    }
    if (panic_) scratch_.resize(first);
    return !panic_;
}

NodeId Parser::postfix() {
    NodeId node = primary();
    while (!panic_) {
        const Token& token = peek();
        if (token.kind == Tok::dot ||
            (token.kind == Tok::arrow && peek(1).kind == Tok::name)) { // as the manual has it
            next();
            const Token& name = peek();
            if (name.kind != Tok::name && name.kind != Tok::keyword) {
                if (name.kind == Tok::user)
                    error_at(name, "syntax error: expected a member before " + text_of(name),
                             "members belong to the host and have no $");
                else
                    syntax_error("a member name", "a member's name follows the dot");
                return error_node(token.position);
            }
            next();
            node = join(make(NodeKind::member, name.position, node, name.value), node);
        } else if (token.kind == Tok::open_paren) {
            const NodeKind kind = tree_[node].kind;
            if (kind != NodeKind::user && kind != NodeKind::name && kind != NodeKind::member) {
                error_at(token, "syntax error near '(': only functions can be called",
                         "an operator is missing before it, or there is an extra parenthesis");
                return error_node(token.position);
            }
            next();
            std::size_t first = 0;
            if (!arguments(first)) return error_node(token.position);
            const NodeId call = make(NodeKind::call, tree_[node].position, node);
            set_list(call, first);
            NodeId joined = join(call, node);
            for (std::uint32_t i = 0; i < tree_[call].c; ++i)
                joined = join(joined, tree_.lists[tree_[call].b + i]);
            node = joined;
        } else if (token.kind == Tok::arrow) {
            error_at(token, "syntax error near '->'", "use a dot to reach members");
            return error_node(token.position);
        } else if ((token.kind == Tok::plus || token.kind == Tok::minus) && peek(1).kind == token.kind &&
                   peek(1).position == token.position + 1 &&
                   (peek(2).kind == Tok::semicolon || peek(2).kind == Tok::close_paren)) {
            error_at(peek(2), "syntax error near " + text_of(peek(2)),
                     token.kind == Tok::plus ? "there is no ++; use += 1 as a separate statement"
                                             : "there is no --; use -= 1 as a separate statement");
            return error_node(token.position);
        } else
            break;
    }
    return node;
}

NodeId Parser::name_constant(const Token& token) {
    const auto number = static_cast<std::uint32_t>(list_.strings.size() + name_strings.size());
    const std::string& path = sources_.file(sources_.file_of(token.position)).name;
    const std::size_t folder = path.find_last_of("/\\");
    name_strings.push_back(folder == std::string::npos ? path : path.substr(folder + 1));
    return make(NodeKind::string, token.position, number);
}

NodeId Parser::primary() {
    const Token& token = peek();
    const Position position = token.position;
    const auto leaf = [&](NodeKind kind, std::uint32_t value = 0) {
        next();
        return make(kind, position, value);
    };
    switch (token.kind) {
    case Tok::integer: return leaf(NodeKind::integer, token.value);
    case Tok::real: return leaf(NodeKind::real, token.value);
    case Tok::user: return leaf(NodeKind::user, token.value);
    case Tok::name: return leaf(NodeKind::name, token.value);
    case Tok::assembly: return leaf(NodeKind::assembly, token.value);
    case Tok::macro: return leaf(NodeKind::macro, token.value);
    case Tok::string: {
        // adjacent literals join: the numbers are consecutive in the list of strings
        next();
        std::uint32_t count = 1;
        for (; is(Tok::string); ++count) next();
        const NodeId node = make(NodeKind::string, position, token.value, count);
        return node;
    }
    case Tok::open_paren: {
        next();
        const NodeId inner = expression();
        if (panic_) return inner;
        std::string_view hint;
        if (peek().kind >= Tok::assign && peek().kind <= Tok::and_assign)
            hint = is(Tok::assign) && (peek(1).kind == Tok::less || peek(1).kind == Tok::greater)
                       ? "comparisons are ==, !=, <, <=, > and >="
                   : is(Tok::assign) ? "an assignment cannot be in an expression; a comparison is =="
                                     : "an assignment cannot be in an expression; make it a separate "
                                       "statement before this one";
        if (hint.empty()) hint = word_operator_hint();
        expect(Tok::close_paren, hint);
        return inner;
    }
    case Tok::invalid: next(); return error_node(position); // told by the lexer; it fits everywhere
    case Tok::keyword: break;
    case Tok::assign:
    case Tok::less:
    case Tok::greater:
        syntax_error("an expression", "comparisons are ==, !=, <, <=, > and >=");
        return error_node(position);
    default: syntax_error("an expression"); return error_node(position);
    }
    switch (token.value) {
    case word::true_: return leaf(NodeKind::boolean, 1);
    case word::false_: return leaf(NodeKind::boolean, 0);
    case word::null: return leaf(NodeKind::null);
    case word::this_: return leaf(NodeKind::this_);
    case word::vm: return leaf(NodeKind::vm);
    case word::owner: return leaf(NodeKind::owner);
    case word::line: return leaf(NodeKind::integer, sources_.line(position).line);
    case word::name: next(); return name_constant(token);
    case word::int_:
    case word::float_:
    case word::bool_: {
        next();
        if (!expect(Tok::open_paren)) return error_node(position);
        const NodeId operand = expression();
        if (panic_) return error_node(position);
        expect(Tok::close_paren);
        const TypeKind kind = token.value == word::int_     ? TypeKind::integer
                              : token.value == word::float_ ? TypeKind::real
                                                            : TypeKind::boolean;
        return join(operation(NodeKind::cast, position, kind, operand), operand);
    }
    default: syntax_error("an expression"); return error_node(position);
    }
}

} // namespace vellum::skrit
