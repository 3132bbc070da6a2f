// Statements; see parser_state.hpp. Each function begins at its first word and gives the statement, or none
// after a mistake.
#include <algorithm>

#include "engines/ff7/compile/parser_state.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/names/places.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7::compile {

NodeId Parser::statement() {
    if (too_deep()) {
        cursor_.syntax("nested too deeply");
        return none;
    }
    ++depth_;
    const NodeId made = statement_here();
    --depth_;
    return made;
}

NodeId Parser::statement_here() {
    const std::uint32_t offset = cursor_.peek().offset;
    const NodeId made = any_statement(offset);
    if (made != none) tree_.stmts[made].place = offset;
    return made;
}

NodeId Parser::any_statement(std::uint32_t offset) {
    if (cursor_.at("{")) return block();
    if (cursor_.accept("if")) return if_statement();
    if (cursor_.accept("while")) return while_statement();
    if (cursor_.accept("loop")) return loop_statement();
    if (cursor_.accept("switch")) return switch_statement();
    if (cursor_.accept("unless")) return unless_statement();
    if (cursor_.accept("goto")) return goto_statement();
    if (cursor_.accept("return")) return return_statement();
    if (cursor_.accept("break")) return leave(StmtKind::leave, offset);
    if (cursor_.accept("continue")) return leave(StmtKind::resume, offset);
    if (cursor_.accept("reset")) return simple(StmtKind::reset);
    if (cursor_.accept("bare")) return bare();
    if (cursor_.accept("push")) return push(false);
    if (cursor_.accept("call")) return call(false, offset);
    if (cursor_.accept("asm")) {
        const NodeId text = assembly();
        return text == none ? none : tree_.add(Stmt{.kind = StmtKind::assembly, .a = text});
    }
    return named();
}

/// What begins with a name: a label, an instruction, or the place that is written.
NodeId Parser::named() {
    if (cursor_.at("save") || cursor_.at("temp") || cursor_.at("temp2") || cursor_.at("item"))
        return assignment(false);
    const Token token = cursor_.peek();
    if (token.kind != TokenKind::name || source::is_keyword(token.text)) {
        cursor_.syntax("expected a statement, not " + cursor_.shown());
        return none;
    }
    if (const Meaning* const known = find(token.text);
        known != nullptr && known->kind == Meaning::Kind::place)
        return assignment(false);
    static_cast<void>(cursor_.next());
    if (cursor_.accept(":")) {
        const TextId label = tree_.intern(token.text);
        if (!labels_.insert(label).second)
            mistake(codes::source_twice, token.offset,
                    "the function has two labels '" + std::string(token.text) + "'");
        return tree_.add(Stmt{.kind = StmtKind::label, .label = label});
    }
    return instruction(token.text, false, token.offset);
}

NodeId Parser::block() {
    if (!cursor_.expect("{")) return none;
    const NodeId made = items(false);
    cursor_.expect("}");
    return made;
}

/// Statements up to `}`, or of a case also up to the next one. Mistakes are skipped, so there is always a
/// block.
NodeId Parser::items(bool of_case) {
    std::vector<NodeId> made;
    while (!cursor_.at("}") && !cursor_.at_end()) {
        if (of_case && (cursor_.at("case") || cursor_.at("default"))) break;
        const std::uint32_t before = cursor_.peek().offset;
        const NodeId one = statement();
        if (one != none) made.push_back(one);
        if (cursor_.recovering()) cursor_.skip_statement();
        if (cursor_.peek().offset == before && !cursor_.at("}") && !cursor_.at_end())
            static_cast<void>(cursor_.next());
    }
    Stmt stmt{.kind = StmtKind::block};
    tree_.operands(stmt, made);
    return tree_.add(stmt);
}

/// Behind the word, which is all of it.
NodeId Parser::simple(StmtKind kind) {
    cursor_.expect(";");
    return tree_.add(Stmt{.kind = kind});
}

NodeId Parser::leave(StmtKind kind, std::uint32_t offset) {
    if (loops_ == 0)
        mistake(codes::source_jump, offset,
                kind == StmtKind::leave ? "'break' is outside a loop" : "'continue' is outside a loop");
    cursor_.expect(";");
    return loops_ == 0 ? none : tree_.add(Stmt{.kind = kind});
}

NodeId Parser::return_statement() {
    const bool here = cursor_.accept("here");
    return simple(here ? StmtKind::result_here : StmtKind::result);
}

TextId Parser::label() {
    const std::uint32_t offset = cursor_.peek().offset;
    const TextId text = name("the name of a label");
    if (text != none) gotos_.push_back({text, offset});
    return text;
}

NodeId Parser::goto_statement() {
    const TextId to = label();
    if (to == none) return none;
    cursor_.expect(";");
    return tree_.add(Stmt{.kind = StmtKind::jump, .label = to});
}

NodeId Parser::unless_statement() {
    Stmt stmt{.kind = StmtKind::unless};
    if (!condition(stmt) || !cursor_.expect("goto")) return none;
    stmt.label = label();
    if (stmt.label == none) return none;
    cursor_.expect(";");
    return tree_.add(stmt);
}

/// `(bare a, b)`
bool Parser::condition(Stmt& stmt) {
    if (!cursor_.expect("(")) return false;
    stmt.bare = cursor_.accept("bare");
    std::vector<NodeId> values;
    do {
        const NodeId value = expression();
        if (value == none) return false;
        values.push_back(value);
    } while (cursor_.accept(","));
    tree_.operands(stmt, values);
    return cursor_.expect(")");
}

NodeId Parser::if_statement() {
    Stmt stmt{.kind = StmtKind::condition};
    if (!condition(stmt)) return none;
    stmt.a = statement();
    if (stmt.a == none) return none;
    if (cursor_.accept("else")) {
        stmt.b = statement();
        if (stmt.b == none) return none;
    }
    return tree_.add(stmt);
}

NodeId Parser::while_statement() {
    Stmt stmt{.kind = StmtKind::loop};
    if (!condition(stmt)) return none;
    ++loops_;
    stmt.a = statement();
    --loops_;
    return stmt.a == none ? none : tree_.add(stmt);
}

NodeId Parser::loop_statement() {
    Stmt stmt{.kind = StmtKind::loop};
    ++loops_;
    stmt.a = statement();
    --loops_;
    return stmt.a == none ? none : tree_.add(stmt);
}

NodeId Parser::switch_statement() {
    const std::uint32_t offset = cursor_.peek().offset;
    met(Surprise::again, offset);
    if (!cursor_.expect("(")) return none;
    const NodeId item = expression();
    if (item == none || !cursor_.expect(")") || !cursor_.expect("{")) return none;
    std::vector<std::pair<std::vector<NodeId>, NodeId>> cases;
    NodeId otherwise = none;
    while (cursor_.at("case") || cursor_.at("default")) {
        const Token word = cursor_.next();
        if (otherwise != none)
            mistake(codes::source_syntax, word.offset, "'default' must come last",
                    "cases are tested in order");
        std::vector<NodeId> values;
        if ((word.is("case") && !case_values(values)) || !cursor_.expect(":")) return none;
        const NodeId body = items(true);
        if (values.empty())
            otherwise = body;
        else
            cases.emplace_back(std::move(values), body);
    }
    if (cases.empty())
        mistake(codes::source_syntax, cursor_.peek().offset, "a switch needs at least one case");
    if (!cursor_.expect("}")) return none;
    return chain(item, cases, otherwise);
}

/// Behind `case`.
bool Parser::case_values(std::vector<NodeId>& values) {
    do {
        const NodeId value = expression();
        if (value == none) return false;
        values.push_back(value);
    } while (cursor_.accept(","));
    return true;
}

NodeId Parser::chain(NodeId item, const std::vector<std::pair<std::vector<NodeId>, NodeId>>& cases,
                     NodeId otherwise) {
    for (auto one = cases.rbegin(); one != cases.rend(); ++one) {
        Stmt stmt{.kind = StmtKind::condition, .a = one->second, .b = otherwise};
        stmt.place = tree_.exprs[one->first.front()].place;
        const NodeId value = compared(item, one->first, stmt.place);
        tree_.operands(stmt, std::array{value});
        otherwise = tree_.add(stmt);
    }
    return otherwise;
}

NodeId Parser::bare() {
    const std::uint32_t offset = cursor_.peek().offset;
    if (cursor_.accept("push")) return push(true);
    if (cursor_.accept("call")) return call(true, offset);
    if (cursor_.at("save") || cursor_.at("temp") || cursor_.at("temp2") || cursor_.at("item"))
        return assignment(true);
    const Token token = cursor_.peek();
    if (token.kind != TokenKind::name || source::is_keyword(token.text)) {
        cursor_.syntax("expected a statement with operands after 'bare', not " + cursor_.shown());
        return none;
    }
    if (const Meaning* const known = find(token.text);
        known != nullptr && known->kind == Meaning::Kind::place)
        return assignment(true);
    static_cast<void>(cursor_.next());
    return instruction(token.text, true, token.offset);
}

NodeId Parser::push(bool bare) {
    Stmt stmt{.kind = StmtKind::push, .bare = bare};
    const std::vector<NodeId> values = list();
    if (values.empty()) return none;
    tree_.operands(stmt, values);
    cursor_.expect(";");
    return tree_.add(stmt);
}

/// Behind `call`.
NodeId Parser::call(bool bare, std::uint32_t offset) {
    NodeId owner = none;
    if (cursor_.accept("system")) {
        owner = push_of(code::push_const, 0xFFFF, offset);
    } else if (cursor_.accept("(")) {
        owner = expression();
        if (owner == none || !cursor_.expect(")")) return none;
    } else {
        if (cursor_.peek().kind == TokenKind::name)
            if (const Meaning* const known = find(cursor_.peek().text);
                known != nullptr && known->kind == Meaning::Kind::function) {
                static_cast<void>(cursor_.next());
                return finish_call(push_of(code::push_const, known->operand, offset), known->code, bare,
                                   offset);
            }
        const auto number = model();
        if (!number) return none;
        owner = push_of(code::push_const, *number, offset);
    }
    if (!cursor_.expect(".")) return none;
    const auto function = number("the number of a function", 0xFF);
    if (!function) return none;
    return finish_call(owner, *function, bare, offset);
}

NodeId Parser::finish_call(NodeId owner, std::uint32_t function, bool bare, std::uint32_t offset) {
    Stmt stmt{.kind = StmtKind::instruction, .bare = bare};
    if (function > 251 && function != 254) {
        mistake(codes::source_number, offset, "no instruction calls function " + std::to_string(function),
                "functions 0 to 251 and 254 can be called");
        function = 0;
    }
    stmt.code = function == 254 ? code::call_254 : static_cast<std::uint16_t>(code::call_0 + function);
    tree_.operands(stmt, std::array{owner});
    after(stmt);
    return tree_.add(stmt);
}

/// What may stand behind a statement with operands, and its end.
void Parser::after(Stmt& stmt) {
    std::vector<std::uint32_t> list;
    if (cursor_.accept("after")) do {
            const Token token = cursor_.peek();
            if (token.kind != TokenKind::name) return cursor_.syntax("expected an instruction after 'after'");
            static_cast<void>(cursor_.next());
            const auto code = source::instruction_code(token.text);
            if (!code)
                unknown(token.text, token.offset, true);
            else if (source::taken_by(*code) != 0)
                mistake(codes::source_operands, token.offset,
                        "'" + std::string(token.text) + "' takes operands and cannot follow 'after'");
            else
                list.push_back(*code);
            if (!cursor_.expect("(") || !cursor_.expect(")")) return;
        } while (cursor_.accept(","));
    stmt.first_after = tree_.list(list);
    stmt.afters = static_cast<std::uint32_t>(list.size());
    cursor_.expect(";");
}

/// At a place that may be written.
NodeId Parser::assignment(bool bare) {
    Stmt stmt{
        .kind = StmtKind::instruction, .bare = bare, .code = code::write, .place = cursor_.peek().offset};
    const NodeId to = cursor_.at("save") || cursor_.at("temp") || cursor_.at("temp2") ? place() : primary();
    if (to == none) return none;
    const Expr target = tree_.exprs[to];
    if (place_kind(target.code) == nullptr)
        mistake(codes::source_assign, stmt.place, "only a place of a memory bank can be written",
                "the instruction write(a, b) takes anything");
    const bool plus = cursor_.at("+=");
    const bool minus = cursor_.at("-=");
    if (!plus && !minus && !cursor_.at("=")) {
        cursor_.syntax("'=' is missing before " + cursor_.shown());
        return none;
    }
    const std::uint32_t offset = cursor_.next().offset;
    NodeId value = expression();
    if (value == none) return none;
    if (plus || minus)
        value = add({.kind = ExprKind::binary,
                     .code = static_cast<std::uint16_t>(plus ? 0x040 : 0x041),
                     .a = to,
                     .b = value,
                     .place = offset});
    tree_.operands(stmt, std::array{to, value});
    after(stmt);
    return tree_.add(stmt);
}

/// Behind the name.
NodeId Parser::instruction(std::string_view name, bool bare, std::uint32_t offset) {
    Stmt stmt{.kind = StmtKind::instruction, .bare = bare};
    if (!cursor_.at("(")) {
        const bool assigns = cursor_.at("=") || cursor_.at("+=") || cursor_.at("-=");
        const Meaning* const known = find(name);
        if (assigns && (known != nullptr || model_number(name) || special_number(name))) {
            mistake(codes::source_assign, offset,
                    "'" + std::string(name) + "' is not a place in a memory bank and cannot be written");
        } else if (assigns || source::instruction_code(name) == std::nullopt) {
            unknown(name, offset, !assigns);
        } else {
            cursor_.syntax("'(' is missing before " + cursor_.shown());
            return none;
        }
        cursor_.skip_statement();
        return none;
    }
    if (name == "wait") {
        stmt.code = code::wait_frames;
        stmt.form = Form::wait;
    } else if (name == "window" || name == "message") {
        stmt.code = name == "window" ? code::set_window_size : code::set_message;
        stmt.form = Form::opened;
    } else if (name == "prompt") {
        stmt.code = code::set_prompt;
        stmt.form = Form::prompt;
    } else if (const auto code = source::instruction_code(name)) {
        stmt.code = *code;
    } else {
        unknown(name, offset, true);
        cursor_.skip_statement();
        return none;
    }
    const std::size_t wanted = source::taken_by(stmt.code);
    std::vector<NodeId> values;
    static_cast<void>(cursor_.next());
    if (!cursor_.at(")")) do {
            const NodeId value = expression();
            if (value == none) return none;
            values.push_back(value);
        } while (cursor_.accept(","));
    if (!cursor_.expect(")")) return none;
    const std::size_t count = values.size();
    if (wanted != 0 && count != wanted)
        mistake(codes::source_operands, offset,
                "'" + std::string(name) + "' takes " + std::to_string(wanted) +
                    (wanted == 1 ? " operand, not " : " operands, not ") + std::to_string(count),
                std::string(table().find(stmt.code)->stack.text));
    else if (wanted == 0 && count != 0)
        mistake(codes::source_left, offset,
                "'" + std::string(name) + "' takes nothing: its operands stay on the stack");
    const bool late = std::ranges::any_of(values, [&](NodeId id) {
        const Expr& one = tree_.exprs[id];
        return one.kind == ExprKind::push && one.code != code::push_const;
    });
    if (late && count > 1) met(Surprise::late, offset);
    tree_.operands(stmt, values);
    after(stmt);
    return tree_.add(stmt);
}

} // namespace vellum::ff7::compile
