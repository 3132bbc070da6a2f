// Expressions of the source language.
#include <array>
#include <bit>

#include "base/suggest.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/parser_state.hpp"
#include "engines/pathologic/compile/types.hpp"
#include "engines/pathologic/format/pool.hpp"

namespace vellum::pathologic::compile {

NodeId Parser::make(Expr expr, std::uint32_t place) {
    expr.place = place;
    const NodeId made = tree_.add(expr);
    if (tree_.exprs[made].height <= source::most_height) return made;
    if (!recovering_) add(codes::source_limit, place, "expressions are nested too deeply");
    recovering_ = true;
    return none;
}

NodeId Parser::expression() {
    if (++nesting_ > most_nesting) {
        if (!recovering_) add(codes::source_limit, lexer_.peek().offset, "expressions are nested too deeply");
        recovering_ = true;
        --nesting_;
        return none;
    }
    const std::uint32_t place = lexer_.peek().offset;
    NodeId value = logical(Binding::either);
    if (value != none && lexer_.accept("?")) {
        const NodeId yes = expression();
        const bool colon = yes != none && expect(":");
        const NodeId no = colon ? expression() : none;
        value =
            no == none ? none : make({.kind = ExprKind::conditional, .a = value, .b = yes, .c = no}, place);
    }
    --nesting_;
    return value;
}

NodeId Parser::logical(Binding binding) {
    const std::uint32_t place = lexer_.peek().offset;
    const bool either = binding == Binding::either;
    NodeId left = either ? logical(Binding::both) : binary(Binding::bit_or);
    while (left != none && lexer_.accept(either ? "||" : "&&")) {
        const NodeId right = either ? logical(Binding::both) : binary(Binding::bit_or);
        if (right == none) return none;
        left = make({.kind = either ? ExprKind::either : ExprKind::both, .a = left, .b = right}, place);
    }
    return left;
}

const source::BinaryOperator* Parser::operator_ahead() const {
    const Token& token = lexer_.peek();
    if (token.kind != TokenKind::punctuation) return nullptr;
    const char first = token.text.front();
    if (first == ')' || first == ',' || first == ';') return nullptr; // what nearly always follows a value
    for (const source::BinaryOperator& op : source::binary_operators())
        if (op.text.front() == first && op.text == token.text) return &op;
    return nullptr;
}

NodeId Parser::binary(Binding least) {
    const std::uint32_t place = lexer_.peek().offset;
    NodeId left = unary();
    while (left != none) {
        const source::BinaryOperator* const op = operator_ahead();
        if (op == nullptr || op->binding < least) break;
        static_cast<void>(lexer_.next());
        if (op->binding == Binding::equality && lexer_.peek().is("null")) {
            static_cast<void>(lexer_.next());
            left =
                make({.kind = ExprKind::unary, .op = op->op == Op::Eq ? Op::NullEq : Op::NullNeq, .a = left},
                     place);
            continue;
        }
        if (++nesting_ > most_nesting) {
            --nesting_;
            if (!recovering_) add(codes::source_limit, place, "expressions are nested too deeply");
            recovering_ = true;
            return none;
        }
        const NodeId right = binary(static_cast<Binding>(static_cast<int>(op->binding) + 1));
        --nesting_;
        if (right == none) return none;
        left = make({.kind = ExprKind::binary, .op = op->op, .a = left, .b = right}, place);
    }
    return left;
}

NodeId Parser::unary() {
    const Token& ahead = lexer_.peek();
    if (!ahead.is("!") && !ahead.is("-") && !ahead.is("(")) return postfix();
    const Token token = ahead;
    if (++nesting_ > most_nesting) {
        --nesting_;
        if (!recovering_) add(codes::source_limit, token.offset, "expressions are nested too deeply");
        recovering_ = true;
        return none;
    }
    const NodeId made = prefixed(token);
    --nesting_;
    return made;
}

NodeId Parser::prefixed(const Token& token) {
    static_cast<void>(lexer_.next());
    if (token.is("(")) {
        if (const auto wanted = type()) {
            expect(")");
            const NodeId value = unary();
            return value == none ? none
                                 : make({.kind = ExprKind::cast, .type = *wanted, .a = value}, token.offset);
        }
        const NodeId value = expression();
        if (value == none || !expect(")")) return none;
        return behind(value, token.offset);
    }
    if (token.is("-")) {
        const Token& number = lexer_.peek();
        if (number.kind == TokenKind::integer) {
            if (number.magnitude > 0x80000000U) too_large(number);
            const auto bits = static_cast<std::uint32_t>(0 - number.magnitude);
            static_cast<void>(lexer_.next());
            return make({.kind = ExprKind::integer, .a = bits}, token.offset);
        }
        if (number.kind == TokenKind::real) {
            const std::uint32_t bits = number.bits ^ 0x80000000U;
            static_cast<void>(lexer_.next());
            return make({.kind = ExprKind::real, .a = bits}, token.offset);
        }
    }
    const NodeId value = unary();
    if (value == none) return none;
    return make({.kind = ExprKind::unary, .op = token.is("!") ? Op::Not : Op::Neg, .a = value}, token.offset);
}

void Parser::too_large(const Token& number) {
    add(codes::source_type, number.offset, "the number is too large for an int",
        "an int is between -2147483648 and 2147483647; 0x80000000 and above are negative");
}

/// `.x` behind a value.
NodeId Parser::behind(NodeId value, std::uint32_t place) {
    if (!lexer_.peek().is(".")) return value;
    static_cast<void>(lexer_.next());
    const Token part = lexer_.peek();
    const std::size_t number = part.kind == TokenKind::name && part.text.size() == 1
                                   ? std::string_view("xyz").find(part.text)
                                   : std::string_view::npos;
    if (number == std::string_view::npos) {
        syntax("a vector has components x, y and z");
        return none;
    }
    static_cast<void>(lexer_.next());
    const Expr variable = tree_.exprs[value];
    if (place == constant_ && variable.kind == ExprKind::vector)
        return make(tree_.exprs[number == 0 ? variable.a : number == 1 ? variable.b : variable.c], place);
    if (variable.kind != ExprKind::variable) {
        add(codes::source_type, place, "only a vector variable has components",
            "put the value into a variable first");
        recovering_ = true;
        return none;
    }
    const Function& function = tree_.functions[number_];
    if (type_of_variable(tree_, function, variable.space, variable.a) != VariableType::vector) {
        add(codes::source_type, place, "this is not a vector");
        recovering_ = true;
        return none;
    }
    return make({.kind = ExprKind::component,
                 .space = variable.space,
                 .a = variable.a,
                 .b = static_cast<std::uint32_t>(number)},
                place);
}

NodeId Parser::postfix() {
    const std::uint32_t place = lexer_.peek().offset;
    const NodeId value = primary();
    return value == none ? none : behind(value, place);
}

NodeId Parser::primary() {
    const Token token = lexer_.peek();
    switch (token.kind) {
    case TokenKind::integer:
        if (token.magnitude >
            (token.text.starts_with("0x") || token.text.starts_with("0X") ? 0xFFFFFFFFU : 0x7FFFFFFFU))
            too_large(token);
        static_cast<void>(lexer_.next());
        return make({.kind = ExprKind::integer, .a = static_cast<std::uint32_t>(token.magnitude)},
                    token.offset);
    case TokenKind::real:
        static_cast<void>(lexer_.next());
        return make({.kind = ExprKind::real, .a = token.bits}, token.offset);
    case TokenKind::string: {
        if (token.text.starts_with('\'')) {
            syntax("put strings in double quotes");
            return none;
        }
        static_cast<void>(lexer_.next());
        if (!encode_wide(lexer_.value()))
            add(codes::source_type, token.offset, "this text is not UTF-8", "save the file as UTF-8");
        const TextId text = tree_.intern(lexer_.value());
        return make({.kind = ExprKind::string, .a = text, .b = place_in_table("@")}, token.offset);
    }
    case TokenKind::name: return word(token);
    case TokenKind::punctuation:
        if (token.is("[")) return vector(token.offset);
        if (token.is("::")) {
            static_cast<void>(lexer_.next());
            return call(name("the name of a function"), none, true, token.offset);
        }
        if (token.is("@")) {
            syntax("a native has no value; it must be a statement", "pass it a variable for the result");
            return none;
        }
        break;
    case TokenKind::end: break;
    }
    syntax("expected a value, not " + shown());
    return none;
}

/// `@52` or `#2`: the place in the pool, or the number among equal imports; none if nothing says it.
std::uint32_t Parser::place_in_table(std::string_view mark) {
    if (!lexer_.accept(mark)) return none;
    if (lexer_.peek().kind != TokenKind::integer || lexer_.peek().magnitude >= none) {
        syntax("expected a number, not " + shown());
        return none;
    }
    return static_cast<std::uint32_t>(lexer_.next().magnitude);
}

NodeId Parser::vector(std::uint32_t place) {
    static_cast<void>(lexer_.next());
    std::array<NodeId, 3> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i != 0 && !expect(",")) return none;
        parts[i] = expression();
        if (parts[i] == none) return none;
        Expr& part = tree_.exprs[parts[i]];
        if (part.kind == ExprKind::integer) {
            part.kind = ExprKind::real;
            part.a = std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(part.a)));
        }
    }
    if (!expect("]")) return none;
    return make({.kind = ExprKind::vector, .a = parts[0], .b = parts[1], .c = parts[2]}, place);
}

NodeId Parser::keyword(const Token& token) {
    if (token.text == "true" || token.text == "false")
        return make({.kind = ExprKind::boolean, .a = token.text == "true" ? 1U : 0U}, token.offset);
    if (token.text == "null") return make({.kind = ExprKind::null}, token.offset);
    if (token.text == "exists") return exists(token.offset);
    for (const source::BuiltIn& one : source::built_ins())
        if (one.name == token.text) return built_in(one, token.offset);
    syntax("'" + std::string(token.text) + "' has no value");
    return none;
}

NodeId Parser::word(const Token& token) {
    static_cast<void>(lexer_.next());
    const TextId id = tree_.intern(token.text);
    if (is_keyword(id)) return keyword(token);
    if (lexer_.accept("::")) return call(name("the name of a function"), id, false, token.offset);
    if (lexer_.peek().is("(")) return call(id, none, false, token.offset);
    const Named* const found = find(id);
    if (found == nullptr) {
        unknown_variable(token);
        unknown_ = token.offset;
        return make({.kind = ExprKind::integer, .a = 0}, token.offset);
    }
    const std::uint32_t number = found->meaning.number;
    if (found->meaning.kind == Meaning::Kind::constant) {
        constant_ = token.offset;
        return make(tree_.exprs[constants_[number]], token.offset);
    }
    if (folding_) return not_constant(token.offset);
    switch (found->meaning.kind) {
    case Meaning::Kind::local:
        return make({.kind = ExprKind::variable, .space = Space::local, .a = number}, token.offset);
    case Meaning::Kind::parameter:
        return make({.kind = ExprKind::variable, .space = Space::parameter, .a = number}, token.offset);
    case Meaning::Kind::task:
        return make({.kind = ExprKind::variable, .space = Space::task, .a = number}, token.offset);
    case Meaning::Kind::global:
    case Meaning::Kind::constant: break;
    }
    return make({.kind = ExprKind::global, .a = number}, token.offset);
}

NodeId Parser::not_constant(std::uint32_t place) {
    if (!recovering_)
        add(codes::source_constant, place, "a constant must have a value at compile time",
            "a constant consists of numbers, strings, operators and other constants");
    recovering_ = true;
    return none;
}

void Parser::unknown_variable(const Token& token) {
    std::vector<std::string_view> all;
    all.reserve(undo_.size());
    for (const Bound& one : undo_) all.push_back(tree_.text(one.name));
    add(codes::source_name, token.offset,
        "unknown variable '" + std::string(token.text) + "' here." + did_you_mean(token.text, all));
}

NodeId Parser::exists(std::uint32_t place) {
    if (folding_) return not_constant(place);
    Expr made{.kind = ExprKind::exists};
    if (!expect("(")) return none;
    made.a = expression();
    if (made.a == none || !expect(",")) return none;
    if (lexer_.peek().kind != TokenKind::string) {
        syntax("expected the name of a method in quotes");
        return none;
    }
    static_cast<void>(lexer_.next());
    made.b = tree_.intern(lexer_.value());
    if (!expect(",")) return none;
    const bool minus = lexer_.accept("-");
    if (lexer_.peek().kind != TokenKind::integer) {
        syntax("expected the number of the method's arguments");
        return none;
    }
    const std::uint64_t magnitude = lexer_.next().magnitude;
    made.c = static_cast<std::uint32_t>(minus ? 0 - magnitude : magnitude);
    if (!expect(")")) return none;
    return make(made, place);
}

NodeId Parser::built_in(const source::BuiltIn& one, std::uint32_t place) {
    if (!expect("(")) return none;
    const NodeId a = expression();
    if (a == none) return none;
    if (one.op != Op::Pow) {
        if (!expect(")")) return none;
        return make({.kind = ExprKind::unary, .op = one.op, .a = a}, place);
    }
    if (!expect(",")) return none;
    const NodeId b = expression();
    if (b == none || !expect(")")) return none;
    return make({.kind = ExprKind::binary, .op = Op::Pow, .a = a, .b = b}, place);
}

NodeId Parser::call(TextId id, TextId qualifier, bool outermost, std::uint32_t place) {
    if (id == none) return none;
    if (folding_) return not_constant(place);
    Expr made{.kind = ExprKind::call, .a = id};
    arguments(made.b, made.c);
    if (recovering_) return none;
    // Until the end the place is the number of what is still to be looked up.
    const NodeId value = make(made, static_cast<std::uint32_t>(pending_.size()));
    if (value == none) return none;
    pending_.push_back({value, id, qualifier, outermost, true, number_, place});
    return value;
}

} // namespace vellum::pathologic::compile
