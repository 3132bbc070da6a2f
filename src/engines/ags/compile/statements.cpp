// Statements: blocks, loops, switches, assignments. A block without braces ends with its first statement.

#include "engines/ags/compile/compiler.hpp"

namespace vellum::ags::compile {

namespace {

constexpr std::size_t most_levels = 75;

/// What is above that depth belongs to the body of level `index`; one less takes in a for's own variable.
constexpr std::size_t body_of(std::size_t index) noexcept { return 2 * index + 1; }

} // namespace

bool Compiler::open_level(Form form) {
    if (levels_.size() >= most_levels) return fail("Too many nested if/else statements");
    Level level;
    level.form = form;
    levels_.push_back(level);
    return true;
}

bool Compiler::open_block(SymbolId id) {
    if (levels_.empty()) return fail_about("Unexpected '%s'", id);
    return open_level(Form::block);
}

bool Compiler::close_block() {
    if (levels_.empty()) return fail("Unexpected '}'");
    if (levels_.size() == 1) {
        end_function();
        return true;
    }
    if (levels_.back().single) return fail("Unexpected '}'");
    release(body_of(levels_.size() - 1), false, true);
    const std::size_t depth = levels_.size();
    if (!end_level()) return false;
    return levels_.size() == depth || close_singles(); // else an else follows
}

bool Compiler::close_singles() {
    while (!levels_.empty() && levels_.back().single) {
        const std::size_t depth = levels_.size();
        if (!end_level()) return false;
        if (levels_.size() == depth) break; // an else follows
    }
    return true;
}

bool Compiler::end_level() {
    Level& level = levels_.back();
    switch (level.form) {
    case Form::if_:
        if (peek_kind() == Kind::else_) {
            static_cast<void>(next());
            const std::int32_t jump = code_.jump(Op::jmp);
            code_.aim(level.exit, code_.size());
            level.form = Form::else_;
            level.exit = jump;
            level.single = peek_kind() != Kind::open_brace;
            if (!level.single) static_cast<void>(next());
            return true;
        }
        [[fallthrough]];
    case Form::else_: code_.aim(level.exit, code_.size()); break;
    case Form::while_:
    case Form::for_: return end_for_or_while();
    case Form::do_: return end_do();
    case Form::switch_: return end_switch();
    case Form::function:
    case Form::block: break;
    }
    levels_.pop_back();
    return true;
}

bool Compiler::statement(SymbolId id) {
    switch (kind(id)) {
    case Kind::if_: return if_statement();
    case Kind::while_: return while_statement();
    case Kind::for_: return for_statement();
    case Kind::do_: return do_statement();
    case Kind::switch_: return switch_statement();
    case Kind::case_:
    case Kind::default_: return case_label(id);
    default: return simple_statement(id) && close_singles();
    }
}

bool Compiler::condition() {
    if (!expect(Kind::open_parenthesis, "expected '('")) return false;
    const std::uint32_t begin = at_ - 1;
    const auto end = static_cast<std::uint32_t>(tokens_.size());
    std::uint32_t close = 0;
    // A second parenthesis behind the first would be closed by none.
    if (!closing(begin, end, close) || (close + 1 < end && token_kind(close + 1) == Kind::close_parenthesis))
        return fail("end of input reached in middle of expression");
    if (expression(begin, close + 1))
        jump_to_token(close + 1);
    else if (skip_head(begin))
        ax_type_ = {};
    else
        return false;
    return true;
}

/// Behind a head that is wrong its body is read all the same: its breaks, its cases and an else are no
/// mistakes.
bool Compiler::skip_head(std::uint32_t begin) {
    std::uint32_t close = 0;
    if (!goes_on() || begin >= tokens_.size() || token_kind(begin) != Kind::open_parenthesis ||
        !closing(begin, static_cast<std::uint32_t>(tokens_.size()), close))
        return false;
    drop_expression();
    jump_to_token(close + 1);
    return true;
}

bool Compiler::if_statement() {
    if (!condition()) return false;
    const std::int32_t exit = code_.jump(Op::jz);
    if (!open_level(Form::if_)) return false;
    levels_.back().exit = exit;
    levels_.back().single = peek_kind() != Kind::open_brace;
    if (!levels_.back().single) static_cast<void>(next());
    return true;
}

bool Compiler::while_statement() {
    const std::int32_t start = code_.size();
    if (!condition()) return false;
    const std::int32_t exit = code_.jump(Op::jz);
    if (!open_level(Form::while_)) return false;
    Level& level = levels_.back();
    level.start = start;
    level.exit = exit;
    level.single = peek_kind() != Kind::open_brace;
    if (!level.single) static_cast<void>(next());
    return true;
}

bool Compiler::for_head(std::int32_t& start) {
    if (!expect(Kind::open_parenthesis, "expected '('")) return false;
    if (peek_kind() == Kind::semicolon) {
        static_cast<void>(next());
    } else {
        const SymbolId id = next();
        if (kind(id) == Kind::type && peek_kind() != Kind::dot) {
            const std::size_t before = locals_.size();
            const bool done = declaration(id, {}, true);
            // Between the level around the loop and the loop's own.
            for (std::size_t i = before; i < locals_.size(); ++i)
                locals_[i].second = static_cast<std::uint32_t>(body_of(levels_.size()));
            if (!done) return false;
        } else {
            if (!assignment_in_for(id, Until::other) || !expect(Kind::semicolon, "Expected ';'"))
                return false;
        }
    }
    start = code_.size();
    if (peek_kind() == Kind::semicolon)
        code_.write(Op::littoreg, reg_ax, 1);
    else if (!expression_from(at_, Until::other))
        return false;
    if (!expect(Kind::semicolon, "expected ';'")) return false;
    const std::int32_t from = code_.size();
    const std::size_t fixups = code_.fixup_count();
    if (peek_kind() != Kind::close_parenthesis && !assignment_in_for(next(), Until::before_parenthesis))
        return false;
    if (!expect(Kind::close_parenthesis, "Expected ')'")) return false;
    increments_.push_back(code_.cut(from, fixups));
    return true;
}

bool Compiler::for_statement() {
    const std::uint32_t begin = at_;
    const std::size_t increments = increments_.size();
    std::int32_t start = code_.size();
    if (!for_head(start)) {
        if (!skip_head(begin)) return false;
        increments_.resize(increments + 1);
    }
    const std::int32_t exit = code_.jump(Op::jz);
    if (!open_level(Form::for_)) return false;
    Level& level = levels_.back();
    level.start = start;
    level.exit = exit;
    level.details = static_cast<std::uint32_t>(increments_.size() - 1);
    level.single = peek_kind() != Kind::open_brace;
    if (!level.single) static_cast<void>(next());
    return true;
}

bool Compiler::end_for_or_while() {
    const Level level = levels_.back();
    code_.flush_line();
    if (level.form == Form::for_) {
        code_.paste(increments_[level.details]);
        increments_.resize(level.details);
    }
    code_.jump_to(Op::jmp, level.start);
    code_.aim(level.exit, code_.size());
    levels_.pop_back();
    if (level.form == Form::for_) release(body_of(levels_.size()) - 1, false, true);
    return true;
}

bool Compiler::do_statement() {
    code_.write(Op::jmp, 2);
    const std::int32_t exit = code_.jump(Op::jmp);
    if (!open_level(Form::do_)) return false;
    Level& level = levels_.back();
    level.exit = exit;
    level.start = code_.size();
    level.single = peek_kind() != Kind::open_brace;
    if (!level.single) static_cast<void>(next());
    return true;
}

bool Compiler::end_do() {
    if (!expect(Kind::while_, "Do without while")) return false;
    code_.flush_line();
    const Level level = levels_.back();
    if (!condition()) return false;
    code_.jump_to(Op::jnz, level.start);
    if (!expect(Kind::semicolon, "expected ';'")) return false;
    code_.aim(level.exit, code_.size());
    levels_.pop_back();
    return true;
}

bool Compiler::switch_statement() {
    if (!condition()) return false;
    const Type type = ax_type_;
    code_.write(Op::regtoreg, reg_ax, reg_bx);
    if (!expect(Kind::open_brace, "expected '{'")) return false;
    code_.flush_line();
    if (!open_level(Form::switch_)) return false;
    Level& level = levels_.back();
    level.type = type;
    level.start = code_.jump(Op::jmp);
    level.exit = code_.jump(Op::jmp);
    level.details = static_cast<std::uint32_t>(cases_.size());
    cases_.emplace_back();
    const Kind following = peek_kind();
    if (following != Kind::case_ && following != Kind::default_ && following != Kind::close_brace)
        return fail_about("Invalid keyword '%s' in switch statement block", peek());
    return true;
}

bool Compiler::case_label(SymbolId id) {
    if (levels_.back().form != Form::switch_)
        return fail("Case label not valid outside switch statement block");
    if (kind(id) == Kind::default_) {
        Level& level = levels_.back();
        if (level.has_default) return fail("Multiple default labels in a switch statement block");
        level.has_default = true;
        level.body = code_.size();
    } else {
        const std::int32_t from = code_.size();
        const std::size_t fixups = code_.fixup_count();
        push(reg_bx);
        if (!expression_from(at_, Until::other)) return false;
        const Level& level = levels_.back();
        const bool known = level.type != Type(); // the head may be wrong
        if (known && !convertible(level.type, ax_type_, false)) return false;
        pop(reg_bx);
        const bool texts = is_text(level.type) && is_text(ax_type_);
        code_.write(texts ? Op::stringsnoteq : Op::notequal, reg_ax, reg_bx);
        cases_.back().push_back({code_.cut(from, fixups), 0});
        cases_.back().back().body = code_.size();
    }
    return expect(Kind::colon, "expected ':'");
}

bool Compiler::end_switch() {
    const Level level = levels_.back();
    std::int32_t end_jump = level.break_end - 1;
    if (level.break_end != code_.size()) end_jump = code_.jump(Op::jmp);
    code_.aim(level.start, code_.size());
    for (const SwitchCase& each : cases_.back()) {
        code_.paste(each.test);
        code_.jump_to(Op::jz, each.body);
    }
    if (level.has_default) code_.jump_to(Op::jmp, level.body);
    code_.aim(end_jump, code_.size());
    code_.aim(level.exit, code_.size());
    cases_.pop_back();
    levels_.pop_back();
    return true;
}

bool Compiler::leave_loop(bool is_break) {
    std::size_t index = levels_.size();
    while (index > 0) {
        const Form form = levels_[index - 1].form;
        if (form == Form::while_ || form == Form::for_ || form == Form::do_ ||
            (is_break && form == Form::switch_))
            break;
        --index;
    }
    if (index == 0)
        return fail(is_break ? "Break only valid inside a loop or switch statement block"
                             : "Continue not valid outside a loop");
    Level& level = levels_[index - 1];
    release(body_of(index - 1), false, false);
    code_.flush_line();
    if (!is_break && level.form == Form::for_ && has_room()) code_.paste(increments_[level.details]);
    code_.write(Op::littoreg, reg_ax, 0);
    code_.jump_to(Op::jmp, is_break ? level.exit - 1 : level.start);
    if (is_break && level.form == Form::switch_) level.break_end = code_.size();
    return expect(Kind::semicolon, "expected ';'");
}

bool Compiler::return_statement() {
    const Type type = symbols_[function_].type;
    if (peek_kind() != Kind::semicolon) {
        if (type.is(word::void_)) return fail("Cannot return value from void function");
        if (!expression_from(at_, Until::other)) return false;
        if (!convert(type)) return false;
        if (ax_local_ && ax_type_.is(word::string)) return fail("Cannot return local string from function");
    } else {
        if (!type.is(word::void_) && !type.is(word::int_))
            return fail("Must return a '" + symbols_.type_name(type) + "' value from function");
        code_.write(Op::littoreg, reg_ax, 0);
    }
    if (!expect(Kind::semicolon, "Parse error in 'return' clause")) return false;
    release(0, true, false);
    code_.write(Op::ret);
    return true;
}

/// The path that begins with the word that was just read.
bool Compiler::path_from(SymbolId id, Path& path) {
    if (kind(id) == Kind::undefined)
        return fail_unknown("Undefined token '" + std::string(name(id)) + "' ", id);
    std::uint32_t at = at_ - 1;
    if (!read_path(at, static_cast<std::uint32_t>(tokens_.size()), path)) return false;
    advance_to(at);
    return true;
}

bool Compiler::simple_statement(SymbolId id) {
    const std::size_t before = clauses_.size();
    const std::uint32_t begin = at_ - 1;
    Path path;
    if (!path_from(id, path)) return false;
    if (path.call) { // all of the expression belongs to it, whatever becomes of its value
        clauses_.resize(before);
        const auto end = static_cast<std::uint32_t>(tokens_.size());
        std::uint32_t close = 0;
        if (path.count > 1 && end - at_ > most_path_tokens && !closing(at_, end, close))
            return fail(std::string(path_too_long));
        return expression_from(begin, Until::other) && expect(Kind::semicolon, "Expected ';'");
    }
    switch (peek_kind()) {
    case Kind::assign:
    case Kind::compound:
    case Kind::step:
        if (!assignment(path, Until::other)) return false;
        clauses_.resize(before);
        return expect(Kind::semicolon, "Expected ';'");
    default: clauses_.resize(before);
    }
    switch (kind(id)) {
    case Kind::return_: return return_statement();
    case Kind::break_: return leave_loop(true);
    case Kind::continue_: return leave_loop(false);
    default: return fail_about("PE04: parse error at '%s'", id);
    }
}

/// In the head of a for any sign may stand for "=".
bool Compiler::assignment_in_for(SymbolId id, Until until) {
    const std::size_t before = clauses_.size();
    Path path;
    if (!path_from(id, path) || !assignment(path, until)) return false;
    clauses_.resize(before);
    return true;
}

bool Compiler::assignment(const Path& path, Until until) {
    const Kind how = peek_kind();
    const Clause target = clauses_[path.first + path.count - 1];
    switch (kind(target.head)) {
    case Kind::global:
    case Kind::local:
    case Kind::member:
    case Kind::constant: break;
    default: return fail_about("variable required on left of assignment %s ", target.head);
    }
    const SymbolId operation = next();
    const Type type = clause_type(target);
    if (how == Kind::compound) {
        struct Pair {
            SymbolId compound, plain;
        };
        static constexpr Pair pairs[] = {{15, 30}, {16, 31}, {17, 27}, {18, 28}, {19, 34},
                                         {20, 35}, {21, 36}, {22, 32}, {23, 33}};
        if (!expression_from(at_, until)) return false;
        if (!check_writable(path)) return false;
        if (type.array != 0) return fail("invalid use of operator with array");
        Op opcode = Op::null;
        if (!convertible(ax_type_, type, true) ||
            !operator_for(pairs[operation - 15].plain, type, ax_type_, opcode))
            return false;
        push(reg_ax);
        if (!load(path)) return false;
        pop(reg_bx);
        code_.write(opcode, reg_ax, reg_bx);
        return store(path);
    }
    if (how != Kind::step) {
        if (!expression_from(at_, until)) return false;
        if (!check_writable(path)) return false;
        return (how == Kind::assign ? convert(type) : convertible(ax_type_, type, true)) && store(path);
    }
    if (!check_writable(path)) return false;
    if (type.array != 0) return fail("invalid use of operator with array");
    if (type.handle()) return fail("Operator cannot be applied to this type");
    if (!load(path)) return false;
    const bool real = type.symbol == word::float_;
    const bool up = operation == word::increment;
    code_.write(real ? (up ? Op::fadd : Op::fsub) : (up ? Op::add : Op::sub), reg_ax, 1);
    if (path.property) return store(path);
    const std::int32_t size = symbols_[target.head].size;
    code_.write(size == 1 ? Op::memwriteb : size == 2 ? Op::memwritew : Op::memwrite, reg_ax);
    return true;
}

} // namespace vellum::ags::compile
