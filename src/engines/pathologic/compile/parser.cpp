// Recursive descent; see the header.
#include "engines/pathologic/compile/parser.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <utility>

#include "base/suggest.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::compile {

using source::Binding;
using source::Expr;
using source::ExprKind;
using source::Function;
using source::Loop;
using source::NodeId;
using source::none;
using source::Space;
using source::Stmt;
using source::StmtKind;
using source::TextId;
using source::Tree;

namespace {

constexpr std::uint32_t most_nesting = 400;

class Parser {
  public:
    Parser(std::string_view text, const Lines& lines, Diagnostics& diagnostics)
        : lines_(lines), diagnostics_(diagnostics), lexer_(text, lines, diagnostics) {}

    Parsed run() {
        if (lexer_.accept("script")) {
            heading();
        }
        while (lexer_.peek().kind != TokenKind::end) {
            const std::uint32_t before = lexer_.peek().offset;
            top_level();
            if (lexer_.peek().offset == before && lexer_.peek().kind != TokenKind::end) {
                if (!recovering_) syntax("a declaration is wanted here");
                recovering_ = false;
                static_cast<void>(lexer_.next());
            }
        }
        finish();
        return std::move(parsed_);
    }

  private:
    /// What a name stands for.
    struct Meaning {
        enum class Kind : std::uint8_t { local, parameter, task, global } kind;
        std::uint32_t number;
    };
    struct Bound {
        TextId name;
        std::uint32_t previous; ///< In `bindings_`.
    };
    struct Named {
        Meaning meaning;
        std::uint32_t scope; ///< Depth it was declared at.
    };
    /// A call whose function is looked for at the end.
    struct Pending {
        NodeId expr;
        TextId name;
        TextId qualifier; ///< Task, or none.
        bool outermost;   ///< `::`
        bool value;       ///< The result is used.
        std::uint32_t caller;
        std::uint32_t offset;
    };

    // --- Mistakes ---

    void add(const DiagnosticCode& code, std::uint32_t offset, std::string message, std::string hint = {}) {
        diagnostics_.add(code, std::move(message), lines_.place(offset), std::move(hint));
    }

    /// Told once until something is read again.
    void syntax(std::string message, std::string hint = {}) {
        if (recovering_) return;
        recovering_ = true;
        const Token& token = lexer_.peek();
        if (token.kind == TokenKind::end) message += "; the text ends";
        add(codes::source_syntax, token.offset, std::move(message), std::move(hint));
    }

    bool expect(std::string_view text) {
        if (lexer_.accept(text)) {
            recovering_ = false;
            return true;
        }
        if (!recovering_ && text == ";") {
            recovering_ = true;
            add(codes::source_syntax, lexer_.behind(), "';' is missing");
            return false;
        }
        syntax("'" + std::string(text) + "' is missing in front of " + shown());
        return false;
    }

    [[nodiscard]] std::string shown() const {
        const Token& token = lexer_.peek();
        if (token.kind == TokenKind::end) return "the end";
        return "'" + std::string(token.text.substr(0, 40)) + "'";
    }

    /// Goes behind the statement that could not be read.
    void skip_statement() {
        std::uint32_t depth = 0;
        while (lexer_.peek().kind != TokenKind::end) {
            if (depth == 0 && lexer_.peek().is("}")) break;
            if (lexer_.peek().is("{")) ++depth;
            if (lexer_.peek().is("}") && --depth == 0) {
                static_cast<void>(lexer_.next());
                break;
            }
            const bool end = depth == 0 && lexer_.peek().is(";");
            static_cast<void>(lexer_.next());
            if (end) break;
        }
        recovering_ = false;
    }

    TextId name(std::string_view what) {
        const Token& token = lexer_.peek();
        if (token.kind != TokenKind::name || source::is_keyword(token.text)) {
            if (token.kind == TokenKind::name)
                syntax("'" + std::string(token.text) + "' is a word of the language and cannot be " +
                       std::string(what));
            else
                syntax(std::string(what) + " is missing in front of " + shown());
            return none;
        }
        return tree_.intern(lexer_.next().text);
    }

    // --- Names ---

    [[nodiscard]] const Named* find(TextId name) const {
        if (name >= bound_.size() || bound_[name] == none) return nullptr;
        return &bindings_[bound_[name]];
    }

    void bind(TextId name, Meaning meaning, std::uint32_t offset) {
        if (name == none) return;
        if (bound_.size() <= name) bound_.resize(name + 1, none);
        if (const Named* const known = find(name); known != nullptr && known->scope == scope_)
            add(codes::source_twice, offset,
                "'" + std::string(tree_.text(name)) + "' is declared twice here");
        undo_.push_back({name, bound_[name]});
        bound_[name] = static_cast<std::uint32_t>(bindings_.size());
        bindings_.push_back({meaning, scope_});
    }

    std::size_t open_scope() {
        ++scope_;
        return undo_.size();
    }

    void close_scope(std::size_t mark) {
        while (undo_.size() > mark) {
            bound_[undo_.back().name] = undo_.back().previous;
            undo_.pop_back();
        }
        --scope_;
    }

    [[nodiscard]] std::optional<VariableType> type() {
        const auto found =
            lexer_.peek().kind == TokenKind::name ? source::type_of_word(lexer_.peek().text) : std::nullopt;
        if (found) static_cast<void>(lexer_.next());
        return found;
    }

    // --- Declarations ---

    /// What kind of script it is: `script ui alpha;`.
    void heading() {
        while (!lexer_.peek().is(";") && lexer_.peek().kind != TokenKind::end) {
            if (lexer_.accept("ui"))
                tree_.window = true;
            else if (lexer_.accept("alpha"))
                tree_.numbering = Numbering::alpha;
            else if (lexer_.accept("hd"))
                tree_.numbering = Numbering::hd;
            else
                return syntax("'ui', 'alpha' or 'hd' is wanted here, not " + shown(),
                              "ui: a script of a window; alpha, hd: the build it is for");
        }
        expect(";");
    }

    void top_level() {
        const std::uint32_t offset = lexer_.peek().offset;
        const bool main = lexer_.accept("main");
        if (lexer_.accept("task")) return task(main, offset);
        if (main) return syntax("'task' is missing");
        const bool property = lexer_.accept("property");
        if (!property && (lexer_.peek().is("void") || lexer_.peek().is("event"))) return function(none);
        const auto wanted = type();
        if (!wanted)
            return syntax("a declaration is wanted here, not " + shown(), "a task, a function or a variable");
        const Token at = lexer_.peek();
        const TextId id = name("a name");
        if (!property && lexer_.peek().is("(")) return rest_of_function(none, wanted, id, offset);
        bind(id, {Meaning::Kind::global, static_cast<std::uint32_t>(tree_.globals.size())}, at.offset);
        tree_.globals.push_back({*wanted, id, property});
        if (!expect(";")) skip_statement();
    }

    void task(bool main, std::uint32_t offset) {
        const auto number = static_cast<std::uint32_t>(tree_.tasks.size());
        tree_.tasks.emplace_back();
        const Token at = lexer_.peek();
        const TextId id = name("the name of a task");
        if (id != none) {
            tree_.tasks[number].name = id;
            if (!tasks_.emplace(id, number).second)
                add(codes::source_twice, at.offset,
                    "there are two tasks '" + std::string(tree_.text(id)) + "'");
        }
        if (main) {
            if (tree_.main != none) add(codes::source_main, offset, "there is a second main task");
            tree_.main = number;
        }
        if (!expect("{")) return skip_statement();
        const std::size_t mark = open_scope();
        while (!lexer_.peek().is("}") && lexer_.peek().kind != TokenKind::end) {
            const std::uint32_t start = lexer_.peek().offset;
            if (lexer_.peek().is("void") || lexer_.peek().is("event")) {
                function(number);
                continue;
            }
            const auto wanted = type();
            if (!wanted) {
                syntax("a variable or a function of the task is wanted here, not " + shown());
                skip_statement();
                if (lexer_.peek().offset == start) break;
                continue;
            }
            const Token where = lexer_.peek();
            const TextId variable = name("a name");
            if (lexer_.peek().is("(")) {
                rest_of_function(number, wanted, variable, start);
                continue;
            }
            auto& variables = tree_.tasks[number].variables;
            bind(variable, {Meaning::Kind::task, static_cast<std::uint32_t>(variables.size())}, where.offset);
            variables.push_back({*wanted, variable});
            if (!expect(";")) skip_statement();
        }
        close_scope(mark);
        expect("}");
        if (tree_.tasks[number].init == none)
            add(codes::source_main, offset, "the task has no init",
                "a function 'void init()' is where it begins");
    }

    void function(std::uint32_t task) {
        const std::uint32_t offset = lexer_.peek().offset;
        const bool event = lexer_.accept("event");
        if (!event) static_cast<void>(lexer_.accept("void"));
        const Token at = lexer_.peek();
        const TextId id = name(event ? "the name of an event" : "the name of a function");
        std::optional<std::uint32_t> number;
        if (event && id != none) number = event_of(tree_.text(id), at.offset);
        rest_of_function(task, std::nullopt, id, offset, number);
    }

    std::optional<std::uint32_t> event_of(std::string_view name, std::uint32_t offset) {
        for (const EventName& known : event_names())
            if (known.window == tree_.window && known.name == name) return known.id;
        if (name.starts_with("Event") && name.size() > 5) {
            std::uint32_t number = 0;
            const char* const end = name.data() + name.size();
            const auto read = std::from_chars(name.data() + 5, end, number);
            if (read.ec == std::errc() && read.ptr == end) return number;
        }
        std::vector<std::string_view> all;
        bool other = false;
        for (const EventName& known : event_names()) {
            if (known.window == tree_.window) all.push_back(known.name);
            other = other || (known.window != tree_.window && known.name == name);
        }
        std::string hint =
            other ? (tree_.window ? "it is an event of the game; this script begins with 'script ui;'"
                                  : "it is an event of windows; such a script begins with 'script ui;'")
                  : std::string{};
        add(codes::source_name, offset,
            "there is no event '" + std::string(name) + "'." + did_you_mean(name, all), std::move(hint));
        return 0;
    }

    void rest_of_function(std::uint32_t task, std::optional<VariableType> result, TextId id,
                          std::uint32_t offset, std::optional<std::uint32_t> event = std::nullopt) {
        number_ = static_cast<std::uint32_t>(tree_.functions.size());
        tree_.functions.emplace_back();
        parsed_.calls.emplace_back();
        Function& made = tree_.functions.back();
        made.name = id;
        made.result = result;
        made.event = event;
        made.task = task;
        made.place = offset;
        const std::string_view text = id == none ? std::string_view{} : tree_.text(id);
        made.init = task != none && text == "init";
        if (made.init) {
            if (tree_.tasks[task].init != none) add(codes::source_main, offset, "the task has a second init");
            tree_.tasks[task].init = number_;
        } else if (id != none) {
            const std::uint64_t key = std::uint64_t{task} << 32U | id;
            if (!functions_.emplace(key, number_).second)
                add(codes::source_twice, offset, "'" + std::string(text) + "' is written twice here");
        }
        const std::size_t mark = open_scope();
        if (id != none)
            parsed_.full_names.emplace(task == none || tree_.tasks[task].name == none
                                           ? std::string(text)
                                           : std::string(tree_.text(tree_.tasks[task].name)) +
                                                 "::" + std::string(text),
                                       number_);
        if (expect("(") && !lexer_.accept(")")) {
            do {
                const auto wanted = type();
                if (!wanted) {
                    syntax("the type of a parameter is missing in front of " + shown());
                    break;
                }
                const Token at = lexer_.peek();
                const TextId parameter = name("the name of a parameter");
                Function& function = tree_.functions[number_];
                bind(parameter,
                     {Meaning::Kind::parameter, static_cast<std::uint32_t>(function.parameters.size())},
                     at.offset);
                function.parameters.push_back(*wanted);
                function.parameter_names.push_back(parameter);
            } while (lexer_.accept(","));
            expect(")");
        }
        if (lexer_.accept("asm")) {
            assembly();
        } else if (lexer_.peek().is("{")) {
            recovering_ = false;
            tree_.functions[number_].body = block();
        } else {
            syntax("the body of the function is missing");
            skip_statement();
        }
        if (tree_.functions[number_].body == none && !tree_.functions[number_].assembled)
            tree_.functions[number_].body = make_block({}, offset);
        close_scope(mark);
    }

    void assembly() {
        if (!lexer_.peek().is("{")) return syntax("'{' is missing");
        Function& function = tree_.functions[number_];
        static_cast<void>(lexer_.next());
        function.assembled = true;
        std::uint32_t offset = 0;
        function.assembly = std::string(lexer_.raw_block(offset));
        function.assembly_line = lines_.place(offset).line;
    }

    // --- Statements ---

    NodeId make_block(const std::vector<NodeId>& statements, std::uint32_t place) {
        Stmt stmt;
        stmt.place = place;
        stmt.a = tree_.list(statements);
        stmt.b = static_cast<std::uint32_t>(statements.size());
        return tree_.add(stmt);
    }

    NodeId block() {
        const std::uint32_t place = lexer_.peek().offset;
        std::vector<NodeId> statements;
        if (++nesting_ > most_nesting) {
            add(codes::source_limit, place, "blocks are nested too deeply");
            skip_statement();
            --nesting_;
            return make_block(statements, place);
        }
        if (!expect("{")) {
            skip_statement();
            --nesting_;
            return make_block(statements, place);
        }
        const std::size_t mark = open_scope();
        while (!lexer_.peek().is("}") && lexer_.peek().kind != TokenKind::end) {
            const std::uint32_t before = lexer_.peek().offset;
            const NodeId made = statement();
            if (recovering_) skip_statement();
            if (made != none) statements.push_back(made);
            if (lexer_.peek().offset == before) break;
        }
        close_scope(mark);
        expect("}");
        --nesting_;
        return make_block(statements, place);
    }

    /// A block, wanted behind if, else, while, for and do.
    NodeId body() {
        if (lexer_.peek().is("{")) return block();
        syntax("'{' is missing in front of " + shown(), "bodies always stand in braces");
        return make_block({}, lexer_.peek().offset);
    }

    NodeId done(Stmt stmt, std::uint32_t place) {
        stmt.place = place;
        return tree_.add(stmt);
    }

    NodeId statement() {
        const Token token = lexer_.peek();
        const std::uint32_t place = token.offset;
        if (token.kind == TokenKind::name) {
            if (source::type_of_word(token.text)) {
                const NodeId made = declaration();
                expect(";");
                return made;
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
                    add(codes::source_jump, place,
                        "'" + std::string(token.text) + "' stands outside of a loop");
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
            add(codes::source_syntax, place, "a statement is wanted in front of ';'");
            return none;
        }
        const NodeId made = simple();
        expect(";");
        return made;
    }

    NodeId declaration() {
        const std::uint32_t place = lexer_.peek().offset;
        const VariableType wanted = *type();
        const Token at = lexer_.peek();
        const TextId id = name("the name of a variable");
        Function& function = tree_.functions[number_];
        const auto local = static_cast<std::uint32_t>(function.locals.size());
        function.locals.push_back(wanted);
        function.local_names.push_back(id);
        Stmt stmt{.kind = StmtKind::declare, .a = local};
        if (lexer_.accept("=")) stmt.b = expression();
        bind(id, {Meaning::Kind::local, local}, at.offset);
        return done(stmt, place);
    }

    NodeId condition(std::uint32_t place) {
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

    NodeId add_loop(const Loop& head, std::uint32_t place) {
        tree_.loops.push_back(head);
        return done({.kind = StmtKind::loop, .a = static_cast<std::uint32_t>(tree_.loops.size() - 1)}, place);
    }

    NodeId loop_body() {
        ++loops_;
        const NodeId made = body();
        --loops_;
        return made;
    }

    /// `statement, statement, condition`.
    void loop_condition(Loop& head) {
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

    NodeId while_loop(std::uint32_t place) {
        Loop head;
        expect("(");
        loop_condition(head);
        expect(")");
        head.body = loop_body();
        return add_loop(head, place);
    }

    NodeId for_loop(std::uint32_t place) {
        Loop head;
        head.counted = true;
        expect("(");
        const std::size_t mark = open_scope();
        if (!lexer_.peek().is(";")) {
            const bool declares =
                lexer_.peek().kind == TokenKind::name && source::type_of_word(lexer_.peek().text);
            head.start = declares ? declaration() : simple();
            if (declares && head.start != none && tree_.stmts[head.start].b == none)
                add(codes::source_syntax, place, "the variable of a 'for' wants a value");
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

    NodeId do_loop(std::uint32_t place) {
        Stmt stmt{.kind = StmtKind::repeat};
        stmt.a = loop_body();
        expect("while");
        expect("(");
        stmt.b = expression();
        expect(")");
        expect(";");
        return done(stmt, place);
    }

    NodeId result(std::uint32_t place) {
        Stmt stmt{.kind = StmtKind::result};
        const Function& function = tree_.functions[number_];
        if (!lexer_.peek().is(";")) {
            stmt.a = expression();
            if (!function.result && stmt.a != none) {
                add(codes::source_type, place, "the function has no result",
                    "write its type in place of 'void'");
                stmt.a = none;
            }
        }
        expect(";");
        return done(stmt, place);
    }

    NodeId simple() {
        const std::uint32_t place = lexer_.peek().offset;
        NodeId made = none;
        const NodeId value = simple_or_value(made, place);
        return value == none ? made : call_statement(value, place);
    }

    /// A call that stands alone.
    NodeId call_statement(NodeId value, std::uint32_t place) {
        const ExprKind kind = tree_.exprs[value].kind;
        if (kind != ExprKind::call) {
            if (!recovering_)
                add(codes::source_syntax, place, "this computes something and does nothing with it");
            return none;
        }
        pending_[tree_.exprs[value].place].value = false;
        return done({.kind = StmtKind::call, .a = value}, place);
    }

    /// A native, a method or an assignment into `made`; else gives the expression that was read.
    NodeId simple_or_value(NodeId& made, std::uint32_t place) {
        if (lexer_.accept("@")) {
            Stmt stmt{.kind = StmtKind::native, .a = name("the name of a native")};
            arguments(stmt.b, stmt.c);
            if (stmt.a != none) made = done(stmt, place);
            return none;
        }
        const NodeId value = expression();
        if (value == none) return none;
        if (lexer_.accept("->")) {
            static_cast<void>(lexer_.accept("@"));
            Stmt stmt{.kind = StmtKind::method, .a = name("the name of a method"), .d = value};
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

    NodeId assign(NodeId to, NodeId value, std::uint32_t place) {
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

    NodeId not_assignable(std::uint32_t place) {
        if (place != unknown_) add(codes::source_type, place, "only variables can be assigned to");
        return none;
    }

    NodeId update(NodeId to, Op op, NodeId right, std::uint32_t place) {
        const Expr target = tree_.exprs[to];
        Stmt stmt{
            .kind = StmtKind::update_global, .op = op, .space = target.space, .a = target.a, .b = right};
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

    void arguments(std::uint32_t& first, std::uint32_t& count) {
        std::vector<NodeId> list;
        first = count = 0;
        if (!expect("(")) return;
        if (!lexer_.accept(")")) {
            do {
                const NodeId one = expression();
                if (one == none) return;
                list.push_back(one);
            } while (lexer_.accept(","));
            expect(")");
        }
        first = tree_.list(list);
        count = static_cast<std::uint32_t>(list.size());
    }

    // --- Expressions ---

    NodeId make(Expr expr, std::uint32_t place) {
        expr.place = place;
        return tree_.add(expr);
    }

    NodeId expression() {
        if (++nesting_ > most_nesting) {
            if (!recovering_)
                add(codes::source_limit, lexer_.peek().offset, "expressions are nested too deeply");
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
            value = no == none ? none
                               : make({.kind = ExprKind::conditional, .a = value, .b = yes, .c = no}, place);
        }
        --nesting_;
        return value;
    }

    NodeId logical(Binding binding) {
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

    [[nodiscard]] const source::BinaryOperator* operator_ahead() const {
        const Token& token = lexer_.peek();
        if (token.kind != TokenKind::punctuation) return nullptr;
        for (const source::BinaryOperator& op : source::binary_operators())
            if (op.text == token.text) return &op;
        return nullptr;
    }

    NodeId binary(Binding least) {
        const std::uint32_t place = lexer_.peek().offset;
        NodeId left = unary();
        while (left != none) {
            const source::BinaryOperator* const op = operator_ahead();
            if (op == nullptr || op->binding < least) break;
            static_cast<void>(lexer_.next());
            if (op->binding == Binding::equality && lexer_.peek().is("null")) {
                static_cast<void>(lexer_.next());
                left = make(
                    {.kind = ExprKind::unary, .op = op->op == Op::Eq ? Op::NullEq : Op::NullNeq, .a = left},
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

    NodeId unary() {
        const Token token = lexer_.peek();
        if (!token.is("!") && !token.is("-") && !token.is("(")) return postfix();
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

    NodeId prefixed(const Token& token) {
        static_cast<void>(lexer_.next());
        if (token.is("(")) {
            if (const auto wanted = type()) {
                expect(")");
                const NodeId value = unary();
                return value == none
                           ? none
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
        return make({.kind = ExprKind::unary, .op = token.is("!") ? Op::Not : Op::Neg, .a = value},
                    token.offset);
    }

    void too_large(const Token& number) {
        add(codes::source_type, number.offset, "the number is too large for an int",
            "ints lie between -2147483648 and 2147483647; 0x80000000 and above are negative");
    }

    /// `.x` behind a value.
    NodeId behind(NodeId value, std::uint32_t place) {
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
        if (variable.kind != ExprKind::variable) {
            add(codes::source_type, place, "only a vector variable has components",
                "put the value into a variable first");
            recovering_ = true;
            return none;
        }
        if (type_of_variable(variable.space, variable.a) != VariableType::vector) {
            add(codes::source_type, place, "this is no vector");
            recovering_ = true;
            return none;
        }
        return make({.kind = ExprKind::component,
                     .space = variable.space,
                     .a = variable.a,
                     .b = static_cast<std::uint32_t>(number)},
                    place);
    }

    [[nodiscard]] VariableType type_of_variable(Space space, std::uint32_t number) const {
        const Function& function = tree_.functions[number_];
        switch (space) {
        case Space::local: return function.locals[number];
        case Space::parameter: return function.parameters[number];
        case Space::task: break;
        }
        return tree_.tasks[function.task].variables[number].type;
    }

    NodeId postfix() {
        const std::uint32_t place = lexer_.peek().offset;
        const NodeId value = primary();
        return value == none ? none : behind(value, place);
    }

    NodeId primary() {
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
            static_cast<void>(lexer_.next());
            return make({.kind = ExprKind::string, .a = tree_.intern(lexer_.value())}, token.offset);
        }
        case TokenKind::name: return word(token);
        case TokenKind::punctuation:
            if (token.is("[")) return vector(token.offset);
            if (token.is("::")) {
                static_cast<void>(lexer_.next());
                return call(name("the name of a function"), none, true, token.offset);
            }
            if (token.is("@")) {
                syntax("a native has no value and stands alone", "give it a variable to write into");
                return none;
            }
            break;
        case TokenKind::end: break;
        }
        syntax("a value is wanted here, not " + shown());
        return none;
    }

    NodeId vector(std::uint32_t place) {
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

    NodeId word(const Token& token) {
        static_cast<void>(lexer_.next());
        if (token.text == "true" || token.text == "false")
            return make({.kind = ExprKind::boolean, .a = token.text == "true" ? 1U : 0U}, token.offset);
        if (token.text == "null") return make({.kind = ExprKind::null}, token.offset);
        if (token.text == "exists") return exists(token.offset);
        for (const source::BuiltIn& one : source::built_ins())
            if (one.name == token.text) return built_in(one, token.offset);
        if (source::is_keyword(token.text)) {
            syntax("'" + std::string(token.text) + "' has no value");
            return none;
        }
        const TextId id = tree_.intern(token.text);
        if (lexer_.accept("::")) return call(name("the name of a function"), id, false, token.offset);
        if (lexer_.peek().is("(")) return call(id, none, false, token.offset);
        const Named* const found = find(id);
        if (found == nullptr) {
            unknown_variable(token);
            unknown_ = token.offset;
            return make({.kind = ExprKind::integer, .a = 0}, token.offset);
        }
        const std::uint32_t number = found->meaning.number;
        switch (found->meaning.kind) {
        case Meaning::Kind::local:
            return make({.kind = ExprKind::variable, .space = Space::local, .a = number}, token.offset);
        case Meaning::Kind::parameter:
            return make({.kind = ExprKind::variable, .space = Space::parameter, .a = number}, token.offset);
        case Meaning::Kind::task:
            return make({.kind = ExprKind::variable, .space = Space::task, .a = number}, token.offset);
        case Meaning::Kind::global: break;
        }
        return make({.kind = ExprKind::global, .a = number}, token.offset);
    }

    void unknown_variable(const Token& token) {
        std::vector<std::string_view> all;
        for (const Bound& one : undo_) all.push_back(tree_.text(one.name));
        add(codes::source_name, token.offset,
            "there is no variable '" + std::string(token.text) + "' here." + did_you_mean(token.text, all));
    }

    NodeId exists(std::uint32_t place) {
        Expr made{.kind = ExprKind::exists};
        if (!expect("(")) return none;
        made.a = expression();
        if (made.a == none || !expect(",")) return none;
        if (lexer_.peek().kind != TokenKind::string) {
            syntax("the name of a method in quotes is wanted here");
            return none;
        }
        static_cast<void>(lexer_.next());
        made.b = tree_.intern(lexer_.value());
        if (!expect(",")) return none;
        const bool minus = lexer_.accept("-");
        if (lexer_.peek().kind != TokenKind::integer) {
            syntax("the number of the method's arguments is wanted here");
            return none;
        }
        const std::uint64_t magnitude = lexer_.next().magnitude;
        made.c = static_cast<std::uint32_t>(minus ? 0 - magnitude : magnitude);
        if (!expect(")")) return none;
        return make(made, place);
    }

    NodeId built_in(const source::BuiltIn& one, std::uint32_t place) {
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

    NodeId call(TextId id, TextId qualifier, bool outermost, std::uint32_t place) {
        if (id == none) return none;
        Expr made{.kind = ExprKind::call, .a = id};
        arguments(made.b, made.c);
        if (recovering_) return none;
        // Until the end the place is the number of what is still to be looked up.
        const NodeId value = make(made, static_cast<std::uint32_t>(pending_.size()));
        pending_.push_back({value, id, qualifier, outermost, true, number_, place});
        return value;
    }

    // --- The end ---

    [[nodiscard]] std::uint32_t look_up(std::uint32_t task, TextId name) const {
        const auto found = functions_.find(std::uint64_t{task} << 32U | name);
        return found == functions_.end() ? none : found->second;
    }

    void finish() {
        for (const Pending& one : pending_) resolve(one);
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) find_calls(i);
        if (tree_.main == none && !tree_.tasks.empty())
            add(codes::source_main, 0, "no task is the main task", "write 'main' in front of one");
        if (tree_.tasks.empty() && diagnostics_.ok())
            add(codes::source_main, 0, "the script has no task", "main task TMain { void init() { ... } }");
        if (tree_.main != none && tree_.tasks[tree_.main].init != none &&
            !tree_.functions[tree_.tasks[tree_.main].init].parameters.empty())
            add(codes::source_main, tree_.functions[tree_.tasks[tree_.main].init].place,
                "the init of the main task has parameters", "nobody is there to give them");
        check_events();
        parsed_.tree = std::move(tree_);
    }

    /// Functions that instructions name.
    void find_calls(std::uint32_t number) {
        const std::string_view text = tree_.functions[number].assembly;
        const auto part = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                   c == ':';
        };
        for (std::size_t i = 0; i < text.size();) {
            std::size_t end = i;
            while (end < text.size() && part(text[end])) ++end;
            if (const std::uint32_t callee = by_full_name(text.substr(i, end - i)); callee != none)
                parsed_.calls[number].push_back(callee);
            i = end + 1;
        }
    }

    [[nodiscard]] std::uint32_t by_full_name(std::string_view name) const {
        const auto found = parsed_.full_names.find(std::string(name));
        return found == parsed_.full_names.end() ? none : found->second;
    }

    void check_events() {
        std::unordered_map<std::uint64_t, std::uint32_t> seen;
        for (const Function& function : tree_.functions)
            if (function.event &&
                !seen.emplace(std::uint64_t{function.task} << 32U | *function.event, 0).second)
                add(codes::source_twice, function.place, "the event is answered twice");
    }

    void resolve(const Pending& one) {
        Expr& expr = tree_.exprs[one.expr];
        expr.place = one.offset;
        const Function& caller = tree_.functions[one.caller];
        std::uint32_t number = none;
        if (one.qualifier != none) {
            const auto task = tasks_.find(one.qualifier);
            if (task != tasks_.end()) number = look_up(task->second, one.name);
            if (task != tasks_.end() && number == none && tree_.text(one.name) == "init")
                number = tree_.tasks[task->second].init;
        } else {
            if (!one.outermost && caller.task != none) number = look_up(caller.task, one.name);
            if (number == none) number = look_up(none, one.name);
        }
        if (number == none && one.qualifier == none && !one.outermost) {
            if (caller.task != none && tree_.text(one.name) == "init") number = tree_.tasks[caller.task].init;
            if (const auto task = tasks_.find(one.name); number == none && task != tasks_.end()) {
                expr.kind = ExprKind::task_call;
                expr.a = task->second;
                number = tree_.tasks[task->second].init;
                if (number == none) return;
            }
        }
        if (number == none) {
            std::vector<std::string_view> all;
            for (const auto& [key, function] : functions_)
                if (static_cast<std::uint32_t>(key >> 32U) == none || (key >> 32U) == caller.task)
                    all.push_back(tree_.text(static_cast<TextId>(key)));
            for (const auto& [task, index] : tasks_) all.push_back(tree_.text(task));
            std::erase(all, tree_.text(one.name)); // it is there, but not where the call looks
            std::sort(all.begin(), all.end());
            add(codes::source_name, one.offset,
                "there is no function '" + std::string(tree_.text(one.name)) + "' here." +
                    did_you_mean(tree_.text(one.name), all));
            expr.a = 0;
            return;
        }
        if (expr.kind == ExprKind::call) expr.a = number;
        parsed_.calls[one.caller].push_back(number);
        const Function& target = tree_.functions[number];
        if (target.parameters.size() != expr.c)
            add(codes::source_arguments, one.offset,
                "'" + std::string(tree_.text(one.name)) + "' takes " +
                    std::to_string(target.parameters.size()) +
                    (target.parameters.size() == 1 ? " argument, not " : " arguments, not ") +
                    std::to_string(expr.c));
        if (one.value && !target.result)
            add(codes::source_type, one.offset, "'" + std::string(tree_.text(one.name)) + "' has no result");
    }

    const Lines& lines_;
    Diagnostics& diagnostics_;
    Lexer lexer_;
    Parsed parsed_;
    Tree tree_;
    std::uint32_t number_ = 0; ///< The function that is being read.
    std::uint32_t nesting_ = 0, loops_ = 0, scope_ = 0;
    bool recovering_ = false;
    std::uint32_t unknown_ = none;     ///< Where a variable stands that nobody declared.
    std::vector<std::uint32_t> bound_; ///< By name: what it means now, in `bindings_`.
    std::vector<Named> bindings_;
    std::vector<Bound> undo_;
    std::unordered_map<TextId, std::uint32_t> tasks_;
    std::unordered_map<std::uint64_t, std::uint32_t> functions_; ///< By task and name.
    std::vector<Pending> pending_;
};

} // namespace

Parsed parse(std::string_view text, const Lines& lines, Diagnostics& diagnostics) {
    return Parser(text, lines, diagnostics).run();
}

} // namespace vellum::pathologic::compile
