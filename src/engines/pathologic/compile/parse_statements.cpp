// Statements of the source language.
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/parser_state.hpp"

namespace vellum::pathologic::compile {

NodeId Parser::make_block(std::span<const NodeId> statements, std::uint32_t place) {
    Stmt stmt;
    stmt.place = place;
    stmt.a = tree_.list(statements);
    stmt.b = static_cast<std::uint32_t>(statements.size());
    return tree_.add(stmt);
}

NodeId Parser::block() {
    const std::uint32_t place = lexer_.peek().offset;
    if (++nesting_ > most_nesting) {
        add(codes::source_limit, place, "blocks are nested too deeply");
        skip_statement();
        --nesting_;
        return make_block({}, place);
    }
    if (!expect("{")) {
        skip_statement();
        --nesting_;
        return make_block({}, place);
    }
    const std::size_t mark = open_scope();
    const std::size_t first = statements_.size();
    while (!lexer_.peek().is("}") && lexer_.peek().kind != TokenKind::end) {
        const std::uint32_t before = lexer_.peek().offset;
        const NodeId made = statement();
        if (recovering_) skip_statement();
        if (made != none) statements_.push_back(made);
        if (lexer_.peek().offset == before) break;
    }
    close_scope(mark);
    expect("}");
    --nesting_;
    const NodeId made = make_block(std::span(statements_).subspan(first), place);
    statements_.resize(first);
    return made;
}

/// A block, wanted behind if, else, while, for and do.
NodeId Parser::body() {
    if (lexer_.peek().is("{")) return block();
    syntax("'{' is missing before " + shown(), "bodies always need braces");
    return make_block({}, lexer_.peek().offset);
}

NodeId Parser::done(Stmt stmt, std::uint32_t place) {
    stmt.place = place;
    return tree_.add(stmt);
}

NodeId Parser::statement() {
    const Token token = lexer_.peek();
    const std::uint32_t place = token.offset;
    if (token.kind == TokenKind::name && source::is_keyword(token.text)) {
        if (source::type_of_word(token.text)) {
            const NodeId made = declaration();
            expect(";");
            return made;
        }
        if (lexer_.accept("const")) {
            constant();
            return none;
        }
        if (lexer_.accept("if")) return condition(place);
        if (lexer_.accept("while")) return while_loop(place);
        if (lexer_.accept("for")) return for_loop(place);
        if (lexer_.accept("do")) return do_loop(place);
        if (lexer_.accept("return")) return result(place);
        if (lexer_.accept("break") || token.is("continue")) {
            const bool leave = token.is("break");
            if (!leave) static_cast<void>(lexer_.next());
            if (loops_ == 0)
                add(codes::source_jump, place, "'" + std::string(token.text) + "' is outside a loop");
            expect(";");
            return done({.kind = leave ? StmtKind::leave : StmtKind::resume}, place);
        }
        if (lexer_.accept("enable") || token.is("disable")) {
            const bool enable = token.is("enable");
            if (!enable) static_cast<void>(lexer_.next());
            const Token at = lexer_.peek();
            const TextId event = name("the name of an event");
            const std::uint32_t number = event == none ? 0 : *event_of(tree_.text(event), at.offset);
            expect(";");
            return done({.kind = enable ? StmtKind::enable : StmtKind::disable, .a = number}, place);
        }
    }
    if (token.is("{")) return block();
    if (lexer_.accept(";")) {
        add(codes::source_syntax, place, "expected a statement before ';'");
        return none;
    }
    const NodeId made = simple();
    expect(";");
    return made;
}

NodeId Parser::declaration() {
    const std::uint32_t place = lexer_.peek().offset;
    const VariableType wanted = *type();
    const Token at = lexer_.peek();
    const TextId id = name("the name of a variable");
    Function& function = tree_.functions[number_];
    const auto local = static_cast<std::uint32_t>(function.locals.size());
    constexpr std::size_t usual = 8;
    if (local == 0) {
        function.locals.reserve(usual);
        function.local_names.reserve(usual);
    }
    function.locals.push_back(wanted);
    function.local_names.push_back(id);
    Stmt stmt{.kind = StmtKind::declare, .a = local};
    if (lexer_.accept("=")) stmt.b = expression();
    bind(id, {Meaning::Kind::local, local}, at.offset);
    return done(stmt, place);
}

NodeId Parser::condition(std::uint32_t place) {
    Stmt stmt{.kind = StmtKind::condition};
    expect("(");
    stmt.a = expression();
    expect(")");
    stmt.b = body();
    if (lexer_.accept("else")) {
        const std::uint32_t other = lexer_.peek().offset;
        if (++nesting_ > most_nesting) {
            add(codes::source_limit, other, "conditions are nested too deeply");
            skip_statement();
        } else
            stmt.c = lexer_.accept("if") ? condition(other) : body();
        --nesting_;
    }
    return done(stmt, place);
}

NodeId Parser::add_loop(const Loop& head, std::uint32_t place) {
    tree_.loops.push_back(head);
    return done({.kind = StmtKind::loop, .a = static_cast<std::uint32_t>(tree_.loops.size() - 1)}, place);
}

NodeId Parser::loop_body() {
    ++loops_;
    const NodeId made = body();
    --loops_;
    return made;
}

/// `statement, statement, condition`.
void Parser::loop_condition(Loop& head) {
    std::vector<NodeId> before;
    for (;;) {
        const std::uint32_t place = lexer_.peek().offset;
        NodeId made = none;
        const NodeId value = simple_or_value(made, place);
        if (value != none && lexer_.accept(",")) {
            const NodeId called = call_statement(value, place);
            if (called == none) break;
            before.push_back(called);
            continue;
        }
        if (value != none) {
            head.condition = value;
            break;
        }
        if (made == none) break;
        before.push_back(made);
        if (!expect(",")) break;
    }
    head.first = tree_.list(before);
    head.before = static_cast<std::uint32_t>(before.size());
}

NodeId Parser::while_loop(std::uint32_t place) {
    Loop head;
    expect("(");
    loop_condition(head);
    expect(")");
    head.body = loop_body();
    return add_loop(head, place);
}

NodeId Parser::for_loop(std::uint32_t place) {
    Loop head;
    head.counted = true;
    expect("(");
    const std::size_t mark = open_scope();
    if (!lexer_.peek().is(";")) {
        const bool declares =
            lexer_.peek().kind == TokenKind::name && source::type_of_word(lexer_.peek().text);
        head.start = declares ? declaration() : simple();
        if (declares && head.start != none && tree_.stmts[head.start].b == none)
            add(codes::source_syntax, place, "the variable of a 'for' needs a value");
    }
    expect(";");
    if (!lexer_.peek().is(";")) loop_condition(head);
    expect(";");
    std::vector<NodeId> steps;
    if (!lexer_.peek().is(")")) do {
            const NodeId step = simple();
            if (step != none) steps.push_back(step);
        } while (lexer_.accept(","));
    head.step = tree_.list(steps);
    head.steps = static_cast<std::uint32_t>(steps.size());
    expect(")");
    head.body = loop_body();
    close_scope(mark);
    return add_loop(head, place);
}

NodeId Parser::do_loop(std::uint32_t place) {
    Stmt stmt{.kind = StmtKind::repeat};
    stmt.a = loop_body();
    expect("while");
    expect("(");
    stmt.b = expression();
    expect(")");
    expect(";");
    return done(stmt, place);
}

NodeId Parser::result(std::uint32_t place) {
    Stmt stmt{.kind = StmtKind::result};
    const Function& function = tree_.functions[number_];
    if (!lexer_.peek().is(";")) {
        stmt.a = expression();
        if (!function.result && stmt.a != none) {
            add(codes::source_type, place, "the function has no result", "replace 'void' with its type");
            stmt.a = none;
        }
    }
    expect(";");
    return done(stmt, place);
}

NodeId Parser::simple() {
    const std::uint32_t place = lexer_.peek().offset;
    NodeId made = none;
    const NodeId value = simple_or_value(made, place);
    return value == none ? made : call_statement(value, place);
}

/// A call that stands alone.
NodeId Parser::call_statement(NodeId value, std::uint32_t place) {
    const ExprKind kind = tree_.exprs[value].kind;
    if (kind != ExprKind::call) {
        if (!recovering_) add(codes::source_syntax, place, "the result of this expression is not used");
        return none;
    }
    pending_[tree_.exprs[value].place].value = false;
    return done({.kind = StmtKind::call, .a = value}, place);
}

/// A native, a method or an assignment into `made`; else gives the expression that was read.
NodeId Parser::simple_or_value(NodeId& made, std::uint32_t place) {
    if (lexer_.accept("@")) {
        Stmt stmt{.kind = StmtKind::native, .a = name("the name of a native"), .e = place_in_table("#")};
        arguments(stmt.b, stmt.c);
        if (stmt.a != none) made = done(stmt, place);
        return none;
    }
    const NodeId value = expression();
    if (value == none) return none;
    if (lexer_.accept("->")) {
        static_cast<void>(lexer_.accept("@"));
        Stmt stmt{.kind = StmtKind::method, .a = name("the name of a method"), .d = value};
        stmt.e = place_in_table("@");
        arguments(stmt.b, stmt.c);
        if (stmt.a != none) made = done(stmt, place);
        return none;
    }
    if (lexer_.accept("=")) {
        const NodeId right = expression();
        if (right != none) made = assign(value, right, place);
        return none;
    }
    if (lexer_.accept("++") || lexer_.peek().is("--")) {
        const bool down = lexer_.peek().is("--") && lexer_.accept("--");
        const NodeId one =
            tree_.add(Expr{.kind = ExprKind::integer, .a = down ? 0xFFFFFFFFU : 1U, .place = place});
        made = update(value, Op::Add, one, place);
        return none;
    }
    for (const source::BinaryOperator& op : source::binary_operators()) {
        const std::string_view text = lexer_.peek().text;
        if (!op.assigns || lexer_.peek().kind != TokenKind::punctuation || text.size() != 2 ||
            text[1] != '=' || text[0] != op.text[0])
            continue;
        static_cast<void>(lexer_.next());
        const NodeId right = expression();
        if (right != none) made = update(value, op.op, right, place);
        return none;
    }
    return value;
}

NodeId Parser::assign(NodeId to, NodeId value, std::uint32_t place) {
    const Expr target = tree_.exprs[to];
    Stmt stmt{.kind = StmtKind::assign, .space = target.space, .a = target.a, .b = value};
    switch (target.kind) {
    case ExprKind::variable: break;
    case ExprKind::global: stmt.kind = StmtKind::assign_global; break;
    case ExprKind::component:
        stmt.kind = StmtKind::assign_component;
        stmt.c = target.b;
        break;
    default: return not_assignable(place);
    }
    return done(stmt, place);
}

NodeId Parser::not_assignable(std::uint32_t place) {
    if (place == unknown_) return none;
    add(codes::source_type, place,
        place == constant_ ? "a constant cannot be changed" : "only variables can be assigned to");
    return none;
}

NodeId Parser::update(NodeId to, Op op, NodeId right, std::uint32_t place) {
    const Expr target = tree_.exprs[to];
    Stmt stmt{.kind = StmtKind::update_global, .op = op, .space = target.space, .a = target.a, .b = right};
    switch (target.kind) {
    case ExprKind::variable: {
        Expr whole{.kind = ExprKind::binary, .op = op, .a = to, .b = right, .place = place};
        return assign(to, tree_.add(whole), place);
    }
    case ExprKind::global: break;
    case ExprKind::component:
        stmt.kind = StmtKind::update_component;
        stmt.c = target.b;
        break;
    default: return not_assignable(place);
    }
    return done(stmt, place);
}

void Parser::arguments(std::uint32_t& first, std::uint32_t& count) {
    first = count = 0;
    if (!expect("(")) return;
    const std::size_t mark = arguments_.size();
    bool whole = true;
    if (!lexer_.accept(")")) {
        do {
            const NodeId one = expression();
            whole = one != none;
            if (whole) arguments_.push_back(one);
        } while (whole && lexer_.accept(","));
        if (whole) expect(")");
    }
    if (whole) {
        count = static_cast<std::uint32_t>(arguments_.size() - mark);
        first = tree_.list(std::span(arguments_).subspan(mark));
    }
    arguments_.resize(mark);
}

} // namespace vellum::pathologic::compile
